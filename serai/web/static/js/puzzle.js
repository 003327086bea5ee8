// A puzzle: the verdict on a choice is shown on a card above the bar.

import { closeGroup } from "./prompt.js";
import { table } from "./scene.js";
import { send } from "./socket.js";
import { glyph, make, plain, rich, say } from "./words.js";

/** @typedef {import("../../types").PuzzleVerdict} Verdict */

const aside = /** @type {HTMLElement} */ (document.getElementById("puzzle"));
const card = /** @type {HTMLElement} */ (document.getElementById("puzzle-card"));
const next = /** @type {HTMLElement} */ (document.getElementById("puzzle-next"));
const level = /** @type {HTMLElement} */ (document.getElementById("puzzle-points"));
const answer = /** @type {HTMLButtonElement} */ (aside.querySelector("[data-puzzle=answer]"));
const SHOWN = 5; // choices to list
const { format: percent } = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });

/** The verdict to show once the table has moved. @type {Verdict | null} */
let coming = null;

/** @param {Verdict} verdict */
function tell(verdict) {
  const wrong = verdict.verdict === "wrong";
  aside.dataset.state = verdict.verdict;
  const title = wrong ? say("Not the best choice") : verdict.verdict === "right" ? say("That is it!") : say("The best choice");
  const close = /** @type {HTMLButtonElement} */ (make("button", "close", glyph("ui-close")));
  close.type = "button";
  close.setAttribute("aria-label", say("Close"));
  close.addEventListener("click", hide);
  const parts = [make("header", "", glyph(wrong ? "ui-close" : "ui-check", "puzzle-mark"), make("h2", "", title), close), why(verdict)];
  if (wrong) parts.push(make("p", "puzzle-again", say("Look again, and try another.")));
  else parts.push(list(verdict), score(verdict));
  card.replaceChildren(...parts);
  card.hidden = false;
  card.classList.remove("no");
  void card.offsetWidth;
  if (wrong) card.classList.add("no");
  level.textContent = String(verdict.score.puzzle);
  if (wrong) return;
  table.held = true;
  next.hidden = false;
  answer.hidden = true;
  document.body.classList.add("puzzle-done");
  document.dispatchEvent(new CustomEvent("serai:rearm"));
  next.focus({ preventScroll: true });
}

/** Hides the card. */
function hide() {
  card.hidden = true;
}

/** @param {Verdict} verdict */
function why(verdict) {
  const box = make("div", "puzzle-why");
  if (verdict.verdict === "wrong") {
    const n = Math.round(verdict.cost * 100);
    box.append(make("p", "puzzle-cost", n ? say("It gives away {n}% of the win.", { n }) : say("It gives away less than one percent of the win.")));
    if (verdict.why) box.append(make("p", "", make("small", "", say("Compared with it, the best choice:")), rich(verdict.why)));
    return box;
  }
  box.append(make("p", "puzzle-best", rich(verdict.best)));
  box.append(make("p", "", make("small", "", say("Compared with the second best:")), rich(verdict.why || say("It pays off later."))));
  return box;
}

/** @param {Verdict} verdict */
function list({ values }) {
  const most = Math.max(...values.map((value) => value.share));
  const rows = values.slice(0, SHOWN).map(({ label, share }, place) => {
    const bar = make("i", "puzzle-share", make("i"));
    /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${(100 * share) / most}%`;
    const row = make("li", place ? "" : "best", make("span", "puzzle-label", rich(label)), make("b", "", percent(share)), bar);
    row.setAttribute("aria-label", `${plain(label)}: ${percent(share)}`);
    return row;
  });
  const box = make("div", "puzzle-values", make("h3", "", say("What the choices win")), make("ol", "", ...rows));
  if (values.length > SHOWN) box.append(make("p", "puzzle-more", say("and {n} more", { n: values.length - SHOWN })));
  box.append(make("p", "puzzle-more", say("By a deep search that knows no more than this seat does.")));
  return box;
}

/** @param {Verdict} verdict */
function score({ score: told }) {
  const change = told.counts ? ` ${told.change < 0 ? "−" : "+"}${Math.abs(told.change)}` : "";
  /** @type {[string, string, string][]} */
  const facts = [
    [say("Your rating"), String(told.own) + (told.provisional ? "?" : ""), change],
    [say("This puzzle"), String(told.puzzle), ""],
    [say("Days in a row"), String(told.days), ""],
    [say("Solved in a row"), String(told.right), ""],
  ];
  const rows = facts.map(([name, value, more]) => {
    const mark = more && make("i", told.change < 0 ? "less" : "more", more);
    return make("div", "", make("dt", "", name), make("dd", "", value, mark || null));
  });
  const box = make("div", "puzzle-score", make("dl", "", ...rows));
  if (!told.counts) box.append(make("p", "puzzle-more", say("It counted the first time only.")));
  return box;
}

document.addEventListener("serai:told", (event) => {
  const { puzzle } = /** @type {CustomEvent<import("./scene.js").Message>} */ (event).detail;
  if (!puzzle) return;
  closeGroup();
  coming = puzzle;
  if (!table.busy) arrive();
});
document.addEventListener("serai:arrived", arrive);

function arrive() {
  const verdict = coming;
  coming = null;
  if (verdict) tell(verdict);
}

answer.addEventListener("click", () => {
  if (table.busy || table.sent) return;
  table.sent = send({ answer: 1 });
  document.dispatchEvent(new CustomEvent("serai:rearm"));
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open], .menu, .offer")) hide();
});
