// The visitor's choice of theme, in a cookie that the server reads.

/** Switches between light and dark. */
export function toggleTheme() {
  const root = document.documentElement;
  setTheme(root.dataset.theme === "dark" ? "light" : "dark");
}

/** @param {string} theme "light", "dark", or "" as the system has it */
export function setTheme(theme) {
  const root = document.documentElement;
  const age = theme ? 31536000 : 0;
  document.cookie = `serai-theme=${theme}; path=/; max-age=${age}; samesite=lax`;
  root.toggleAttribute("data-system", !theme);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = theme || (dark ? "dark" : "light");
}
