// The home page: options of a game, light or dark.

import { closeOutside } from "./dialog.js";
import { toggleTheme } from "./look.js";

document.addEventListener("click", (event) => {
  const node = /** @type {Element} */ (event.target);
  const opener = /** @type {HTMLElement | null} */ (node.closest("[data-open]"));
  if (opener) /** @type {HTMLDialogElement} */ (document.getElementById(opener.dataset.open || "")).showModal();
  if (node.closest("[data-close]")) node.closest("dialog")?.close();
  if (node.closest("[data-do=theme]")) toggleTheme();
});

for (const box of document.querySelectorAll("dialog")) {
  closeOutside(box);
  const form = box.querySelector("form");
  form?.addEventListener("change", () => fit(form));
  if (form) fit(form);
}

/**
 * Seats and options that the number of players has; a seat that is taken needs no bot.
 * @param {HTMLFormElement} form
 */
function fit(form) {
  const data = new FormData(form);
  const players = Number(data.get("players"));
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-seat]"))) {
    const seat = Number(row.dataset.seat);
    const here = seat < players;
    row.hidden = !here;
    const [own, level] = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...row.querySelectorAll("input, select")]);
    own.disabled = !here;
    level.disabled = !here;
    if (!here && own instanceof HTMLInputElement && own.checked) {
      own.checked = false;
      /** @type {HTMLInputElement} */ (form.querySelector("[name=seat]")).checked = true;
    }
    row.classList.toggle("taken", data.get("seat") === String(seat));
  }
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-players]"))) {
    const fits = (field.dataset.players || "").split(" ").includes(String(players));
    field.hidden = !fits;
    for (const select of field.querySelectorAll("select")) select.disabled = !fits;
  }
}
