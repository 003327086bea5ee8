// The visitor's settings for this page, kept in the browser.

import { can, want, wants } from "./notifications.js";
import { openDialog } from "./dialog.js";
import { setTheme } from "./theme-switch.js";
import { table } from "./scene.js";
import { make, say } from "./words.js";

const KEY = "serai";

/** @type {{speed: string, motion: boolean, confirm: boolean, sound: boolean}} */
export const settings = { speed: table.settings.speed || "normal", motion: true, confirm: false, sound: true };
/** Whether every prompt at this table shows a hint: the default for the game after a lesson. */
let hints = location.hash === "#hints";

export function wantsHints() {
  return hints;
}

try {
  const kept = JSON.parse(localStorage.getItem(KEY) || "{}");
  if (typeof kept.motion === "boolean") settings.motion = kept.motion;
  if (typeof kept.confirm === "boolean") settings.confirm = kept.confirm;
  if (typeof kept.sound === "boolean") settings.sound = kept.sound;
  if (typeof kept.speed === "string" && !table.settings.speed) settings.speed = kept.speed;
  const own = sessionStorage.getItem(`${KEY}-speed-${table.settings.table}`);
  if (own) settings.speed = own;
  hints ||= sessionStorage.getItem(`${KEY}-hints-${table.settings.table}`) === "1";
} catch {
  // The browser stores nothing: use the defaults.
}
if (location.hash === "#hints") {
  history.replaceState(null, "", location.pathname);
  keep();
}
apply();

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
    sessionStorage.setItem(`${KEY}-speed-${table.settings.table}`, settings.speed);
    sessionStorage.setItem(`${KEY}-hints-${table.settings.table}`, hints ? "1" : "0");
  } catch {
    // The browser stores nothing.
  }
  apply();
}

function apply() {
  document.documentElement.toggleAttribute("data-still", isStill());
  document.querySelector("[data-do=sound]")?.setAttribute("aria-pressed", String(settings.sound));
}

/** Turns sounds on or off. */
export function toggleSound() {
  settings.sound = !settings.sound;
  keep();
}

/** Whether animations are off. */
export function isStill() {
  return !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function openSettings() {
  const root = document.documentElement;
  const theme = root.hasAttribute("data-system") ? "" : root.dataset.theme || "";
  const languages = /** @type {HTMLTemplateElement} */ (document.getElementById("languages")).content.cloneNode(true);
  openDialog(say("Settings"), "settings", [
    choice(say("Speed"), "speed", settings.speed, [
      ["calm", say("Calm")], ["normal", say("Normal")], ["fast", say("Fast")], ["instant", say("Instant")],
    ], (value) => {
      settings.speed = value;
      keep();
    }),
    choice(say("Appearance"), "theme", theme, [["", say("System default")], ["light", say("Light")], ["dark", say("Dark")]], setTheme),
    toggle(say("Animations"), settings.motion, (on) => {
      settings.motion = on;
      keep();
    }),
    toggle(say("Sounds"), settings.sound, toggleSound),
    toggle(say("Ask before a choice ends my turn"), settings.confirm, (on) => {
      settings.confirm = on;
      keep();
    }),
    !table.people && !table.settings.lesson && !table.settings.puzzle && table.scene.seat !== null && toggle(say("Show a hint at every choice"), hints, (on) => {
      hints = on;
      keep();
    }),
    ...(table.people ? [signal(say("Sound when it is my turn"), "sound"), signal(say("Notify me when it is my turn"), "notify")] : []),
    languages,
  ]);
}

/**
 * @param {string} label
 * @param {string} name
 * @param {string} now
 * @param {[string, string][]} values
 * @param {(value: string) => void} set
 */
function choice(label, name, now, values, set) {
  const box = make("fieldset", "segments", make("legend", "", label));
  for (const [value, text] of values) {
    const input = /** @type {HTMLInputElement} */ (make("input"));
    input.type = "radio";
    input.name = name;
    input.value = value;
    input.checked = value === now;
    input.addEventListener("change", () => set(value));
    box.append(make("label", "", input, make("span", "", text)));
  }
  return box;
}

/**
 * A notification signal, for games with others.
 * @param {string} label
 * @param {string} name
 */
function signal(label, name) {
  if (!can(name)) return null;
  const row = toggle(label, wants(name), async (on) => {
    /** @type {HTMLInputElement} */ (row.querySelector("input")).checked = await want(name, on);
  });
  return row;
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} set
 */
function toggle(label, on, set) {
  const input = /** @type {HTMLInputElement} */ (make("input"));
  input.type = "checkbox";
  input.setAttribute("role", "switch");
  input.checked = on;
  input.addEventListener("change", () => set(input.checked));
  return make("label", "toggle", input, make("span", "", label));
}
