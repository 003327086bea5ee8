// Runs before the first paint: follows the system's theme unless the visitor has chosen one.
(() => {
  const root = document.documentElement;
  if (!root.hasAttribute("data-system")) return;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const update = () => {
    if (root.hasAttribute("data-system")) root.dataset.theme = dark.matches ? "dark" : "light";
  };
  dark.addEventListener("change", update);
  update();
})();
