// The rules in a drawer, opened where the game is.

import { openDialog } from "./dialog.js";
import { table } from "./scene.js";
import { glyph, make, say } from "./words.js";

/** @type {string | null} */
let text = null;

export async function openRules() {
  const root = document.documentElement;
  const inside = make("div", "rules");
  openDialog(say("Rules"), "drawer", [inside]);
  if (text === null) {
    const answer = await fetch(`/rules/${root.dataset.game}?lang=${root.lang}`);
    if (!answer.ok) {
      inside.textContent = say("The rules could not be loaded.");
      return;
    }
    text = await answer.text();
  }
  inside.innerHTML = text;
  for (const svg of inside.querySelectorAll("svg.symbol")) {
    const name = svg.querySelector("use")?.getAttribute("href")?.slice(1) || "";
    const drawn = glyph(name.replace(/^icon-/, ""), "symbol");
    const label = svg.getAttribute("aria-label");
    if (label) {
      drawn.setAttribute("role", "img");
      drawn.setAttribute("aria-label", label);
      drawn.removeAttribute("aria-hidden");
    }
    svg.replaceWith(drawn);
  }
  fold(inside);
}

/**
 * Each topic becomes a fold; the current one is open.
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
