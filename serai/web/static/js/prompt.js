// What is asked: title, choices as rows, standing answers, undo and hint.

import { asked, table } from "./scene.js";
import { choose, face, forget, light, optionOf, unsure, words } from "./pick.js";
import { send } from "./socket.js";
import { glyph, make, plain, rich, say, shape } from "./words.js";

const area = /** @type {HTMLElement} */ (document.getElementById("prompt"));

/** @type {Set<string>} */
const open = new Set();
/** @type {number | null} the prompt whose groups are open */
let openFor = null;

/** @type {Map<number, {share: number, reason?: string}>} */
let hints = new Map();

/** @param {Map<number, {share: number, reason?: string}>} given */
export function setHints(given) {
  hints = given;
}

/** @type {() => globalThis.Node[]} what stands in the prompt when the game is over */
let ending = () => [];

/** @param {() => globalThis.Node[]} given */
export function setEnding(given) {
  ending = given;
}

export function drawPrompt() {
  const { prompt } = table.scene;
  if (openFor !== table.number) {
    open.clear();
    openFor = table.number;
    forget();
  }
  const keyed = area.contains(document.activeElement) && document.activeElement !== area;
  const mark = keyed ? /** @type {HTMLElement} */ (document.activeElement).dataset.mark : undefined;
  const active = asked();
  area.className = `prompt tone-${prompt.tone}`;
  area.dataset.number = String(table.number);
  area.classList.toggle("active", active);
  area.classList.toggle("sent", table.sent);
  area.setAttribute("aria-busy", String(table.sent || table.busy));
  const icons = make("span", "icons", ...prompt.icons.map((name) => glyph(name)));
  const heading = make("h2", "", rich(prompt.title));
  const detail = make("p", "", rich(prompt.detail));
  const header = make("header", "", prompt.icons.length > 0 && icons, make("div", "", heading, prompt.detail !== "" && detail), acts(active));
  area.replaceChildren(header);
  const standing = Object.entries(table.standing);
  if (standing.length && table.scene.seat !== null && !table.replaying) {
    area.append(make("div", "standing", ...standing.map(([key, { label, on }]) => toggle(key, label, on))));
  }
  if (unsure() !== null) area.append(confirmation(/** @type {number} */ (unsure())));
  else if (prompt.options.length) area.append(rows(active));
  else if (prompt.tone === "over") area.append(make("div", "ending", ...ending()));
  else if (table.thinking !== null && prompt.tone === "wait") area.append(make("div", "thinking", make("i"), make("i"), make("i")));
  if (mark) /** @type {HTMLElement | null} */ (area.querySelector(`[data-mark="${mark}"]`))?.focus();
}

/** @param {boolean} active */
function acts(active) {
  const undo = /** @type {HTMLButtonElement} */ (make("button", "act-undo", glyph("ui-undo"), make("span", "", say("Undo"))));
  undo.type = "button";
  undo.dataset.do = "undo";
  undo.dataset.mark = "undo";
  undo.disabled = !table.undo || table.replaying || table.sent;
  const hint = /** @type {HTMLButtonElement} */ (make("button", "act-hint", glyph("ui-hint"), make("span", "", say("Hint"))));
  hint.type = "button";
  hint.dataset.do = "hint";
  hint.dataset.mark = "hint";
  hint.disabled = !active;
  if (table.scene.seat === null || table.scene.prompt.tone === "over") return make("span", "acts");
  return make("span", "acts", undo, hint);
}

/** @param {boolean} active */
function rows(active) {
  const { options, groups } = table.scene.prompt;
  const list = make("div", "choices");
  /** @type {Set<string>} */
  const seen = new Set();
  let count = 0;
  for (const option of options) {
    const group = option.group !== undefined ? groups[option.group] : undefined;
    if (group === undefined || option.group === undefined) {
      list.append(row(option, active, ++count));
      continue;
    }
    if (seen.has(option.group)) continue;
    seen.add(option.group);
    const key = option.group;
    const members = options.filter((one) => one.group === key);
    const fold = /** @type {HTMLButtonElement} */ (make("button", "choice group", face(group), words(group)));
    fold.type = "button";
    fold.dataset.choices = members.map((one) => one.choice).join(" ");
    fold.dataset.mark = `group-${key}`;
    fold.setAttribute("aria-expanded", String(open.has(key)));
    fold.disabled = !active;
    number(fold, ++count);
    fold.addEventListener("click", () => {
      if (open.has(key)) open.delete(key);
      else open.add(key);
      drawPrompt();
    });
    list.append(fold);
    if (open.has(key)) for (const member of members) list.append(row(member, active, ++count, true));
  }
  list.dataset.count = String(list.children.length);
  return list;
}

/**
 * @param {import("./scene.js").Option} option
 * @param {boolean} active
 * @param {number} count
 * @param {boolean} [inner]
 */
function row(option, active, count, inner = false) {
  const button = /** @type {HTMLButtonElement} */ (make("button", `choice ${option.state || ""}${inner ? " member" : ""}`.trim()));
  button.type = "button";
  button.dataset.choice = String(option.choice);
  button.dataset.mark = `choice-${option.choice}`;
  const text = words(option);
  if (option.owner !== undefined) {
    button.dataset.owner = String(option.owner);
    text.firstElementChild?.prepend(shape(option.owner));
  }
  button.append(face(option), text);
  button.disabled = !active;
  number(button, count);
  const hint = hints.get(option.choice);
  if (hint) {
    button.classList.add("hinted");
    const bar = make("span", "share", make("i"));
    /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${Math.round(hint.share * 100)}%`;
    bar.setAttribute("role", "img");
    bar.setAttribute("aria-label", say("{n} % of the search", { n: Math.round(hint.share * 100) }));
    button.append(bar);
    if (hint.reason) text.append(make("i", "reason", rich(hint.reason)));
  }
  button.addEventListener("click", () => choose(option.choice));
  return button;
}

/**
 * @param {HTMLElement} button
 * @param {number} count
 */
function number(button, count) {
  if (count > 9) return;
  button.dataset.key = String(count);
  button.setAttribute("aria-keyshortcuts", String(count));
}

/**
 * @param {string} key
 * @param {string} label
 * @param {boolean} on
 */
function toggle(key, label, on) {
  const box = /** @type {HTMLInputElement} */ (make("input"));
  box.type = "checkbox";
  box.setAttribute("role", "switch");
  box.checked = on;
  box.dataset.mark = `standing-${key}`;
  box.addEventListener("change", () => send({ standing: { [key]: box.checked } }));
  return make("label", `toggle${on ? " on" : ""}`, box, make("span", "", rich(label)));
}

/** @param {number} choice */
function confirmation(choice) {
  const option = optionOf(choice);
  const yes = make("button", "act primary", glyph("ui-check"), make("span", "", say("Confirm")));
  const no = make("button", "act", make("span", "", say("Not yet")));
  yes.addEventListener("click", () => choose(choice, true));
  no.addEventListener("click", () => {
    forget();
    drawPrompt();
    /** @type {HTMLElement | null} */ (area.querySelector(".choice"))?.focus();
  });
  const text = make("p", "", say("This ends your turn:"), " ", make("b", "", rich(option?.label || "")));
  return make("div", "confirm", text, yes, no);
}

/** What a screen reader hears when something is asked. */
export function question() {
  const { prompt } = table.scene;
  return plain(`${prompt.title}${/[.?!]$/.test(prompt.title) ? "" : "."} ${prompt.detail}`);
}

area.addEventListener("pointerover", (event) => {
  const row = /** @type {globalThis.Element} */ (event.target).closest(".choice");
  if (row && event.pointerType === "mouse") light(listed(row));
});
area.addEventListener("pointerleave", () => light([]));
area.addEventListener("focusin", (event) => {
  const row = /** @type {globalThis.Element} */ (event.target).closest(".choice");
  if (row) light(listed(row));
});
area.addEventListener("focusout", () => light([]));

/** @param {globalThis.Element} row */
function listed(row) {
  const { choice, choices } = /** @type {HTMLElement} */ (row).dataset;
  return (choice ?? choices ?? "").split(" ").filter(Boolean).map(Number);
}
