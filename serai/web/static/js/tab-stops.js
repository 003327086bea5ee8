// Makes scrollable boxes reachable by keyboard, even if nothing in them can be focused.

const STOPS = "a[href], button:enabled, input:enabled, summary, [tabindex='0']";

/**
 * Makes a scrollable box a tab stop if nothing in it is one.
 * @param {HTMLElement} box
 */
export function updateTabStop(box) {
  const { overflowX, overflowY } = getComputedStyle(box);
  const down = box.scrollHeight > box.clientHeight && overflowY !== "visible";
  const across = box.scrollWidth > box.clientWidth && overflowX !== "visible";
  const stops = [...box.querySelectorAll(STOPS)].some((node) => node.getClientRects().length && /** @type {HTMLElement} */ (node).tabIndex >= 0);
  const needed = (down || across) && !stops;
  if (needed === box.hasAttribute("data-tab-stop")) return;
  box.toggleAttribute("data-tab-stop", needed);
  if (needed) box.tabIndex = 0;
  else if (box.id) box.tabIndex = -1; // so that it does not lose the focus
  else box.removeAttribute("tabindex");
}

/**
 * Whether the arrow keys scroll the focused element.
 * @param {globalThis.Element} node
 */
export function isTabStop(node) {
  return node.hasAttribute("data-tab-stop");
}
