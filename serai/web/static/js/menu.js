// The menu, and the page of keys.

import { openDialog, toast } from "./dialog.js";
import { fullLog } from "./log.js";
import { openRules } from "./rules.js";
import { base, table } from "./scene.js";
import { openSettings, toggleSound } from "./settings.js";
import { openSheet } from "./score-sheet.js";
import { toggleTheme } from "./theme-switch.js";
import { glyph, make, say } from "./words.js";

/** @type {HTMLElement | null} */
let menu = null;

/** @type {() => [string, string, () => void][]} what more there is among people */
let more = () => [];

/** @param {() => [string, string, () => void][]} given */
export function setMore(given) {
  more = given;
}

/** @param {HTMLElement} opener */
export function openMenu(opener) {
  if (closeMenu()) return;
  const box = make("div", "menu");
  box.setAttribute("role", "menu");
  box.append(
    row("ui-rules", say("Rules"), openRules),
    row("ui-sheet", say("Scoring"), openSheet),
    row("ui-log", say("What happened"), openLog),
    row("ui-replay", say("Replay"), () => document.dispatchEvent(new CustomEvent("serai:replay"))),
    row("ui-share", say("Copy the link"), share),
    row("ui-save", say("Download the record"), save, table.scene.prompt.tone !== "over" && !table.settings.explores),
    ...more().map(([icon, text, act]) => row(icon, text, act)),
    row("ui-settings", say("Settings"), openSettings),
    row("ui-sound", say("Sounds"), toggleSound),
    row("ui-sun", say("Light or dark"), toggleTheme),
    row("ui-help", say("Keyboard shortcuts"), openKeys),
    row("ui-list", say("All games"), () => location.assign("/")),
  );
  document.body.append(box);
  menu = box;
  opener.setAttribute("aria-expanded", "true");
  const { right, bottom } = opener.getBoundingClientRect();
  box.style.top = `${bottom + 6}px`;
  box.style.right = `${Math.max(6, innerWidth - right)}px`;
  /** @type {HTMLElement | null} */ (box.querySelector("button:not([disabled])"))?.focus();
  box.addEventListener("keydown", (event) => {
    const rows = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("button:not([disabled])")]);
    const at = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "ArrowDown") rows[(at + 1) % rows.length].focus();
    else if (event.key === "ArrowUp") rows[(at + rows.length - 1) % rows.length].focus();
    else if (event.key === "Home") rows[0].focus();
    else if (event.key === "End") rows[rows.length - 1].focus();
    else if (event.key === "Escape" || event.key === "Tab") closeMenu();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

export function closeMenu() {
  if (!menu) return false;
  const opener = /** @type {HTMLElement | null} */ (document.querySelector("[data-do=menu]"));
  opener?.setAttribute("aria-expanded", "false");
  if (menu.contains(document.activeElement)) opener?.focus();
  menu.remove();
  menu = null;
  return true;
}

document.addEventListener("pointerdown", (event) => {
  const node = /** @type {globalThis.Element} */ (event.target);
  if (menu && !menu.contains(node) && !node.closest("[data-do=menu]")) closeMenu();
});

/**
 * @param {string} icon
 * @param {string} text
 * @param {() => void} act
 * @param {boolean} [off]
 */
function row(icon, text, act, off = false) {
  const node = /** @type {HTMLButtonElement} */ (make("button", "", glyph(icon), make("span", "", text)));
  node.type = "button";
  node.disabled = off;
  node.setAttribute("role", "menuitem");
  node.addEventListener("click", () => {
    closeMenu();
    act();
  });
  return node;
}

export function openLog() {
  const box = openDialog(say("What happened"), "all-log", [fullLog()]);
  const inside = box.querySelector(".dialog-body");
  if (inside) inside.scrollTop = inside.scrollHeight;
  box.addEventListener("click", (event) => {
    if (/** @type {globalThis.Element} */ (event.target).closest("li button")) box.close();
  });
}

async function share() {
  const link = new URL(base, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    toast(say("Link copied."));
  } catch {
    const field = /** @type {HTMLInputElement} */ (make("input", "link"));
    field.value = link;
    field.readOnly = true;
    field.setAttribute("aria-label", say("Link to this table"));
    openDialog(say("Link to this table"), "share", [field]);
    field.select();
  }
}

function save() {
  location.assign(`${base}/record`);
}

export function openKeys() {
  const list = make("dl", "keys");
  for (const [keys, text] of [
    ["1 – 9", say("choose that row")],
    ["Tab", say("move between rows and things on the board")],
    ["← ↑ → ↓", say("go to the next thing you can pick")],
    ["Shift + ← ↑ → ↓", say("look at other things, and why you cannot pick them")],
    ["Enter", say("pick it")],
    ["Space", say("skip to the current position")],
    ["U", say("undo")],
    ["H", say("hint")],
    ["L", say("what happened")],
    ["R", say("rules")],
    ["S", say("scoring")],
    ["P", say("replay; then arrow keys, Space to play")],
    ["Esc", say("close")],
    ["?", say("this list")],
  ]) {
    list.append(make("div", "", make("dt", "", make("kbd", "", keys)), make("dd", "", text)));
  }
  openDialog(say("Keyboard shortcuts"), "help", [list]);
}
