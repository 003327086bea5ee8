// What the strongest bot would do, and why.

import { piece, choosable } from "./draw.js";
import { drawPrompt, setHints } from "./prompt.js";
import { asked, table } from "./scene.js";
import { send } from "./socket.js";
import { toast } from "./dialog.js";
import { say } from "./words.js";

const live = /** @type {HTMLElement} */ (document.getElementById("live"));

let waits = false;

export function askHint() {
  if (!asked() || waits || table.settings.puzzle) return;
  waits = !!send({ hint: table.number });
  document.querySelector(".act-hint")?.classList.add("waits");
}

/** @param {import("../../types").Hint[]} hints */
export function hinted(hints) {
  waits = false;
  if (!hints.length) toast(say("There is no hint right now."));
  setHints(new Map(hints.map((one) => [one.choice, one])));
  drawPrompt();
  live.textContent = document.querySelector("#prompt .advice")?.textContent ?? "";
  const best = hints.length ? [hints[0].choice] : [];
  for (const { node, el } of choosable()) node.classList.toggle("hinted", best.some((one) => el.choices?.includes(one)));
  /** @type {HTMLElement | null} */ (document.querySelector("#prompt .choice.hinted"))?.scrollIntoView({ block: "nearest" });
}

export function forgetHints() {
  waits = false;
  setHints(new Map());
  for (const node of document.querySelectorAll(".el.hinted")) {
    if (piece(node.id.slice(3))) node.classList.remove("hinted");
  }
}
