// The home page: options of a game, light or dark theme.

import { refresh } from "./notifications.js";
import { closeOutside } from "./dialog.js";
import { toggleTheme } from "./theme-switch.js";

document.addEventListener("click", (event) => {
  const node = /** @type {Element} */ (event.target);
  const opener = /** @type {HTMLElement | null} */ (node.closest("[data-open]"));
  if (opener) show(/** @type {HTMLDialogElement} */ (document.getElementById(opener.dataset.open || "")), "friends" in opener.dataset);
  const copier = /** @type {HTMLElement | null} */ (node.closest("[data-copy]"));
  if (copier) void copy(copier);
  if (node.closest("[data-close]")) node.closest("dialog")?.close();
  if (node.closest("[data-do=theme]")) toggleTheme();
});

// Chat at a table that waits for players: the answer comes as a notification, and unsent text is kept.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.action.endsWith("/chat")) return;
  event.preventDefault();
  void tell(form, /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter));
});

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 */
async function tell(form, button) {
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=say]"));
  const body = new URLSearchParams();
  if (button?.name) body.set(button.name, button.value);
  else if (field?.value.trim()) body.set("say", field.value);
  else return;
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
  const done = answer?.type === "opaqueredirect";
  const note = document.querySelector("#room-say .form-note");
  if (note) note.textContent = done ? button?.dataset.done || "" : answer ? (await answer.json()).error.text : "";
  if (done && !button?.name && field) field.value = "";
  if (done && button?.name.endsWith("mute")) void refresh();
}

for (const box of document.querySelectorAll("dialog")) {
  closeOutside(box);
  const form = box.querySelector("form");
  form?.addEventListener("change", () => fit(form));
  if (form) fit(form);
}

// In a form with several games, each has its own numbers of players.
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.opener"))) {
  form.addEventListener("change", () => seat(form));
  seat(form);
}

/** @param {HTMLFormElement} form */
function seat(form) {
  const game = /** @type {HTMLElement | null} */ (form.querySelector("[name=game]:checked"));
  const can = (game?.dataset.seats || "").split(" ");
  const choices = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=players]")]);
  for (const one of choices) {
    one.disabled = !can.includes(one.value);
    /** @type {HTMLElement} */ (one.parentElement).hidden = one.disabled;
  }
  const chosen = choices.find((one) => one.checked);
  if (!chosen || chosen.disabled) /** @type {HTMLInputElement} */ (choices.find((one) => !one.disabled)).checked = true;
}

/**
 * The options of a game: all seats open for friends, or a bot in each.
 * @param {HTMLDialogElement} box
 * @param {boolean} friends
 */
function show(box, friends) {
  const form = box.querySelector("form");
  for (const level of /** @type {NodeListOf<HTMLSelectElement>} */ (box.querySelectorAll("[name^=level_]"))) {
    const usual = level.querySelector("option[selected]");
    if (friends !== (level.value === "open")) level.value = friends ? "open" : /** @type {HTMLOptionElement} */ (usual).value;
  }
  if (form) fit(form);
  box.showModal();
}

/** Copies the text of a field. @param {HTMLElement} button */
async function copy(button) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy || ""));
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return;
  }
  const words = button.querySelector("span");
  if (words) words.textContent = button.dataset.done || "";
}

/**
 * Shows the seats and options for a number of players; a seat that is taken needs no bot.
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
  for (const level of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".level"))) {
    const chosen = level.querySelector("select")?.selectedOptions[0];
    /** @type {HTMLElement} */ (level.querySelector(".level-about")).textContent = chosen?.dataset.about || "";
  }
  const open = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("[data-seat]:not([hidden]):not(.taken) select")]).some(({ value }) => value === "open");
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".among"))) part.hidden = !open;
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-players]"))) {
    const fits = (field.dataset.players || "").split(" ").includes(String(players));
    field.hidden = !fits;
    for (const select of field.querySelectorAll("select")) select.disabled = !fits;
  }
}
