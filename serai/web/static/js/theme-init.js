// Before the first paint: as the system has it, where the visitor has not chosen.
(() => {
  const root = document.documentElement;
  if (!root.hasAttribute("data-system")) return;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    if (root.hasAttribute("data-system")) root.dataset.theme = dark.matches ? "dark" : "light";
  };
  dark.addEventListener("change", follow);
  follow();
})();
