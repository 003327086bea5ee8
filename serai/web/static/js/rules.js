// The rules in a drawer, opened at the topic of the current phase.

import { openDialog } from "./dialog.js";
import { table } from "./scene.js";
import { glyph, make, say } from "./words.js";

/** @type {string | null} */
let text = null;

export async function openRules() {
  const inside = make("div", "rules");
  openDialog(say("Rules"), "drawer", [inside]);
  if (await write(inside)) fold(inside);
}

/**
 * Some topics of the rules.
 * @param {string[]} topics
 */
export async function someRules(topics) {
  const inside = make("div", "rules");
  if (!(await write(inside))) return inside;
  const kept = topics.map((topic) => {
    /** @type {globalThis.Node[]} */
    const found = [];
    let next = inside.querySelector(`[id="${topic}"]`)?.nextElementSibling;
    while (next && !next.matches("h2[id], h3[id]")) {
      found.push(next);
      next = next.nextElementSibling;
    }
    return found;
  });
  inside.replaceChildren(...kept.flat());
  return inside;
}

/** Loads all rules into a box. Returns whether that worked. @param {HTMLElement} inside */
async function write(inside) {
  const root = document.documentElement;
  if (text === null) {
    const answer = await fetch(`/rules/${root.dataset.game}?lang=${root.lang}`).catch(() => null);
    if (!answer?.ok) {
      inside.textContent = say("The rules could not be loaded.");
      return false;
    }
    text = await answer.text();
  }
  inside.innerHTML = text;
  for (const svg of inside.querySelectorAll("svg.symbol")) {
    const name = svg.querySelector("use")?.getAttribute("href")?.slice(1) || "";
    const drawn = glyph(name.replace(/^icon-/, ""), "symbol");
    const marked = svg.querySelector("g.el");
    if (marked) drawn.replaceChildren(marked);
    const label = svg.getAttribute("aria-label");
    if (label) {
      drawn.setAttribute("role", "img");
      drawn.setAttribute("aria-label", label);
      drawn.removeAttribute("aria-hidden");
    }
    svg.replaceWith(drawn);
  }
  return true;
}

/**
 * Makes each topic collapsible; the current one is open.
 * @param {HTMLElement} inside
 */
function fold(inside) {
  for (const heading of [...inside.querySelectorAll("h2[id], h3[id]")]) {
    const box = /** @type {HTMLDetailsElement} */ (make("details", "topic"));
    const now = heading.id === table.scene.topic;
    box.open = now;
    box.classList.toggle("now", now);
    heading.before(box);
    let next = heading.nextSibling;
    while (next && !(next instanceof HTMLElement && next.matches("h2[id], h3[id]"))) {
      const after = next.nextSibling;
      box.append(next);
      next = after;
    }
    const summary = make("summary");
    summary.append(heading);
    if (now) summary.append(make("span", "tag", say("now")));
    box.prepend(summary);
  }
  inside.querySelector("details[open]")?.scrollIntoView({ block: "start" });
}
