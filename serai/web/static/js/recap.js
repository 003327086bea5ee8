// The recap: what changed for each rival since the visitor's last choice, and where.

import { piece } from "./draw.js";
import { lookAt } from "./pan.js";
import { table } from "./scene.js";
import { glyph, make, plain, rich, say, shape } from "./words.js";

const area = /** @type {HTMLElement} */ (document.getElementById("recap"));
const MOST = 5; // changes to list for each rival

/** @type {Record<string, import("./scene.js").Panel> | null} as the visitor left them */
let left = null;
/** The pieces each seat has moved since. @type {Map<number, Set<string>>} */
const moved = new Map();

/**
 * Notes what a choice moved.
 * @param {number | undefined} by
 * @param {import("./scene.js").Scene} before
 * @param {import("./scene.js").Scene} after
 */
export function noteMoves(by, before, after) {
  if (by === after.seat && by !== null) {
    moved.clear();
    left = after.panels;
  }
  if (by === undefined || by < 0 || by === after.seat) return;
  left ??= before.panels;
  const keys = moved.get(by) ?? new Set();
  for (const [key, el] of Object.entries(after.elements)) {
    const old = before.elements[key];
    if (old === el || (el.owner !== undefined && el.owner !== by) || / still( |$)/.test(` ${el.state || ""}`)) continue;
    if (!old ? el.owner === by : old.x !== el.x || old.y !== el.y) keys.add(key);
  }
  moved.set(by, keys);
}

/** Forgets what was before. */
export function forget() {
  left = null;
  moved.clear();
}

/** @param {boolean} on whether the visitor is asked now */
export function drawRecap(on) {
  const rivals = on && left && moved.size ? [...moved.keys()].sort((a, b) => a - b) : [];
  area.hidden = !rivals.length;
  const said = JSON.stringify([table.number, rivals]);
  if (area.hidden || area.dataset.said === said) return;
  area.dataset.said = said;
  area.replaceChildren(make("h2", "", say("While you waited")), make("ul", "", ...rivals.map(line)));
}

/** @param {number} seat */
function line(seat) {
  const { name } = table.scene.panels[seat];
  const facts = changes(String(seat));
  const row = /** @type {HTMLButtonElement} */ (make("button", "", shape(seat), make("b", "", name), ...facts));
  row.type = "button";
  const light = (/** @type {boolean} */ on) => {
    for (const key of moved.get(seat) ?? []) piece(key)?.node.classList.toggle("recalled", on);
    document.getElementById(`seat-${seat}`)?.classList.toggle("recalled", on);
  };
  row.addEventListener("pointerenter", () => light(true));
  row.addEventListener("pointerleave", () => light(false));
  row.addEventListener("focus", () => light(true));
  row.addEventListener("blur", () => light(false));
  row.addEventListener("click", () => {
    light(true);
    lookAt([...(moved.get(seat) ?? [])].flatMap((key) => piece(key)?.el ?? []));
  });
  const node = make("li", "", row);
  node.dataset.owner = String(seat);
  return node;
}

/** What changed in a panel, the score first. @param {string} seat */
function changes(seat) {
  const now = table.scene.panels[seat], old = /** @type {NonNullable<typeof left>} */ (left)[seat];
  /** @type {HTMLElement[]} */
  const found = [];
  const gain = Number(now.score) - Number(old.score);
  if (gain) found.push(fact("earned", signed(gain), now.score_label));
  for (const [row, items] of Object.entries(now.rows)) {
    for (const [key, item] of Object.entries(items)) {
      const before = old.rows[row]?.[key];
      const more = Number(item.text) - Number(before?.text ?? 0);
      const label = item.label.split(/[:(]/)[0].trim();
      if (item.of !== undefined || !item.icon) continue; // shown as a number, or in words
      if (item.text && !Number.isNaN(more)) {
        if (more) found.push(fact("", signed(more), label, item.icon));
      } else if (before && before.icon !== item.icon) found.push(fact("", item.text ?? "", label, item.icon));
      else if (/ on( |$)/.test(` ${item.state}`) && before?.state !== item.state) found.push(fact("", "", label, item.icon));
      else if (!before && !item.text) found.push(fact("", "", label, item.icon));
    }
  }
  return found.length ? found.slice(0, MOST) : [fact("none", "", say("no change"))];
}

/** @param {number} n */
function signed(n) {
  return n > 0 ? `+${n}` : `−${-n}`;
}

/**
 * @param {string} names
 * @param {string} text
 * @param {string} label
 * @param {string} [icon]
 */
function fact(names, text, label, icon) {
  const node = make("span", `fact ${names}`.trim(), icon ? glyph(icon) : rich(label), icon && make("span", "sr-only", plain(label)), text && make("i", "", text));
  node.title = plain(`${label} ${text}`).trim();
  return node;
}
