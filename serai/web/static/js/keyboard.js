// Playing the whole game by keyboard.

import { choosable } from "./draw.js";
import { askHint } from "./hint.js";
import { openKeys, openLog } from "./menu.js";
import { choicesOf, closeOffer, pick } from "./choices.js";
import { closeGroup } from "./prompt.js";
import { skip } from "./queue.js";
import { isTabStop } from "./tab-stops.js";
import { endReplay, move, startReplay, toggle } from "./replay.js";
import { openRules } from "./rules.js";
import { table } from "./scene.js";
import { openSheet } from "./score-sheet.js";
import { undo } from "./undo.js";

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const node = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]") || document.querySelector(".menu")) return;
  if (node.matches("input:not([type=range]):not([type=checkbox]), textarea, select")) return;
  if (handled(event, node)) event.preventDefault();
});

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} node
 */
function handled(event, node) {
  const { key } = event;
  if (key === "Escape") return closeOffer() || closeGroup() || (table.replaying && (endReplay(), true));
  if (table.replaying) {
    if (key === "ArrowLeft" || key === "ArrowRight") return move(key === "ArrowLeft" ? -1 : 1), true;
    if (key === "Home" || key === "End") return move(key === "Home" ? -Infinity : Infinity), true;
    if (key === " " && !node.matches("button")) return toggle(), true;
  }
  if ((key === "Enter" || key === " ") && node.matches(".el.choosable")) return pick(choicesOf(node), node), true;
  if (key === " " && !node.matches("button, a, summary, input")) return skip();
  if (/^[1-9]$/.test(key)) {
    const scope = document.querySelector(".offer") || document.getElementById("prompt");
    const rows = /** @type {HTMLElement[]} */ ([...(scope?.querySelectorAll(".choice:not([disabled]):not(.back)") || [])]);
    const row = rows[Number(key) - 1];
    if (row) row.click();
    return !!row;
  }
  if (key in WAYS && !node.matches("input") && !isTabStop(node)) return walk(WAYS[key], node, event.shiftKey);
  switch (key.toLowerCase()) {
    case "u": return undo(), true;
    case "h": return askHint(), true;
    case "l": return openLog(), true;
    case "r": return void openRules(), true;
    case "s": return openSheet(), true;
    case "p": return table.replaying ? endReplay() : startReplay(), true;
    case "?": return openKeys(), true;
  }
  return false;
}

/**
 * Moves to the nearest thing in a direction: one that can be picked, or with Shift any that can be explained.
 * @param {[number, number]} way
 * @param {globalThis.Element} from
 * @param {boolean} all
 */
function walk([dx, dy], from, all) {
  if (from.closest(".choices, .offer") && !all) return stepRow(from, dx + dy);
  const targets = all
    ? [...document.querySelectorAll(".part .el[aria-label], .part [data-zone], #hand .card")].filter(visible)
    : choosable().map(({ node }) => /** @type {globalThis.Element} */ (node)).filter(visible);
  if (!targets.length) return false;
  const start = targets.includes(from) ? centre(from) : null;
  let best = null;
  let least = Infinity;
  for (const node of targets) {
    if (node === from) continue;
    if (!start) {
      best = node;
      break;
    }
    const to = centre(node);
    const along = (to.x - start.x) * dx + (to.y - start.y) * dy;
    const across = Math.abs((to.x - start.x) * dy) + Math.abs((to.y - start.y) * dx);
    if (along <= 2) continue;
    const cost = along + across * 2;
    if (cost < least) [best, least] = [node, cost];
  }
  if (best) {
    if (!best.hasAttribute("tabindex") && !best.matches("button")) best.setAttribute("tabindex", "-1");
    /** @type {HTMLElement} */ (best).focus();
  }
  return true;
}

/** @param {globalThis.Element} node */
function visible(node) {
  return node.getBoundingClientRect().width > 0;
}

/** @param {globalThis.Element} node */
function centre(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * @param {globalThis.Element} from
 * @param {number} by
 */
function stepRow(from, by) {
  const rows = /** @type {HTMLElement[]} */ ([...(from.closest(".choices, .offer")?.querySelectorAll(".choice") || [])]);
  const at = rows.indexOf(/** @type {HTMLElement} */ (from.closest(".choice")));
  rows[(at + by + rows.length) % rows.length]?.focus();
  return true;
}
