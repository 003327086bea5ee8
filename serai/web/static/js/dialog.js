// Dialogs: bottom sheets on a phone, boxes elsewhere. The browser traps the focus in them.

import { glyph, make, say } from "./words.js";

/**
 * Opens a dialog with a title; closing removes it.
 * @param {string} title
 * @param {string} names classes
 * @param {(globalThis.Node | null | false)[]} body
 * @param {(globalThis.Node | null | false)[]} [foot]
 */
export function openDialog(title, names, body, foot = []) {
  document.querySelector(`dialog[data-name="${names}"]`)?.remove();
  const box = /** @type {HTMLDialogElement} */ (make("dialog", `dialog ${names}`));
  box.dataset.name = names;
  const heading = make("h2", "", title);
  heading.id = `dialog-title-${names.replace(/\W+/g, "-")}`;
  box.setAttribute("aria-labelledby", heading.id);
  const close = /** @type {HTMLButtonElement} */ (make("button", "close", glyph("ui-close")));
  close.type = "button";
  close.setAttribute("aria-label", say("Close"));
  close.addEventListener("click", () => box.close());
  const inside = make("div", "dialog-body", ...body);
  inside.tabIndex = 0;
  inside.autofocus = true;
  const parts = foot.filter(Boolean);
  box.append(make("header", "", heading, close), inside);
  if (parts.length) box.append(make("footer", "", ...parts));
  box.addEventListener("close", () => box.remove());
  closeOutside(box);
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * Closes a dialog on a click outside of it.
 * @param {HTMLDialogElement} box
 */
export function closeOutside(box) {
  box.addEventListener("click", (event) => {
    if (event.target !== box) return;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const inside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (!inside) box.close();
  });
}

/**
 * A short message that disappears after a while.
 * @param {string} text
 */
export function toast(text) {
  document.querySelector(".toast")?.remove();
  const box = make("div", "toast", text);
  box.setAttribute("role", "status");
  document.body.append(box);
  setTimeout(() => box.classList.add("gone"), 3600);
  setTimeout(() => box.remove(), 4200);
}

/**
 * A button with an icon.
 * @param {string} icon
 * @param {string} text
 * @param {() => void} act
 * @param {string} [names]
 */
export function button(icon, text, act, names = "act") {
  const node = /** @type {HTMLButtonElement} */ (make("button", names, glyph(icon), make("span", "", text)));
  node.type = "button";
  node.addEventListener("click", act);
  return node;
}
