// The log: what happened, in sentences. Each links to its position.

import { table } from "./scene.js";
import { make, plain, rich, say, shape } from "./words.js";

const area = /** @type {HTMLElement} */ (document.getElementById("log"));
const list = /** @type {HTMLElement} */ (area.querySelector("ol"));
const ticker = /** @type {HTMLElement} */ (area.querySelector(".ticker"));

/** @type {(number: number) => void} */
let jump = () => {};

/** @param {(number: number) => void} to */
export function onJump(to) {
  jump = to;
}

/** Redraws the whole log. */
export function drawLog() {
  list.replaceChildren(...table.log.map(entry));
  settle();
}

/** @param {import("./scene.js").Line[]} lines */
export function addLines(lines) {
  if (!lines.length) return;
  for (const line of lines) {
    const node = entry(line);
    if (!line.heading) {
      // Everything the last player did counts as new until another acts.
      const last = list.lastElementChild;
      if (!last?.classList.contains("new") || /** @type {HTMLElement} */ (last).dataset.owner !== node.dataset.owner) {
        for (const old of list.querySelectorAll(".new")) old.classList.remove("new");
      }
      node.classList.add("new");
    }
    list.append(node);
  }
  settle();
}

function settle() {
  const last = table.log.findLast((line) => !line.heading);
  ticker.replaceChildren();
  if (last) {
    if (last.seat !== undefined) {
      ticker.dataset.owner = String(last.seat);
      ticker.append(shape(last.seat));
    }
    ticker.append(make("span", "", rich(last.text)));
  }
  ticker.append(make("span", "sr-only", say("Show everything that happened")));
  list.scrollTop = list.scrollHeight;
}

/** @param {import("./scene.js").Line} line */
function entry(line) {
  const node = make("li", line.heading ? "heading" : "");
  if (line.seat !== undefined) node.dataset.owner = String(line.seat);
  if (line.heading || line.number === undefined) {
    node.append(make("span", "", rich(line.text)));
    return node;
  }
  node.dataset.number = String(line.number);
  const link = /** @type {HTMLButtonElement} */ (make("button", "", make("span", "", rich(line.text))));
  if (line.seat !== undefined) link.prepend(shape(line.seat));
  link.type = "button";
  link.addEventListener("click", () => jump(/** @type {number} */ (line.number)));
  node.append(link);
  return node;
}

/** The whole log, for a dialog. */
export function fullLog() {
  const shown = list.querySelectorAll(":scope > li");
  return make("ol", "full-log", ...table.log.map((line, k) => {
    const node = entry(line);
    node.classList.toggle("new", !!shown[k]?.classList.contains("new"));
    return node;
  }));
}

/** @param {import("./scene.js").Line[]} lines */
export function spoken(lines) {
  return lines.map((line) => plain(line.text)).join(" ");
}
