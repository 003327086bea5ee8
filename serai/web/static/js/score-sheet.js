// The scoring sheet, and the chart of the game.

import { button, openDialog } from "./dialog.js";
import { standings } from "./goal.js";
import { someRules } from "./rules.js";
import { base, table } from "./scene.js";
import { draw, glyph, make, plain, rich, say, shape } from "./words.js";

/** @type {string} */
let shown = JSON.stringify(table.scene.sheet ?? null);

/** Whether there is a new sheet since the last call. */
export function newSheet() {
  const now = JSON.stringify(table.scene.sheet ?? null);
  if (now === shown) return false;
  shown = now;
  return now !== "null";
}

/** The buttons at the end of a game. @returns {HTMLElement[]} */
export function endings() {
  /** @type {HTMLElement[]} */
  const acts = [
    button("ui-sheet", say("Scoring"), openSheet),
    button("ui-replay", say("Replay"), () => document.dispatchEvent(new CustomEvent("serai:replay", { detail: 0 }))),
  ];
  if (!table.settings.lesson) acts.push(link("ui-chart", say("Review"), "review"));
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("rematch"));
  if (form) acts.unshift(button("ui-play", say("Rematch"), () => form.requestSubmit(), "act primary"));
  else if (table.settings.shared && table.scene.seat !== null) {
    acts.unshift(button("ui-play", say("Rematch"), () => document.dispatchEvent(new CustomEvent("serai:rematch")), "act primary"));
  }
  return acts;
}

/** The standings in mid-game, and how to score. */
async function openStanding() {
  const { goal } = table.scene;
  const inside = make("div", "", standings());
  openDialog(plain(goal?.text ?? say("Scoring")), "scoring", [inside]);
  if (goal) inside.append(await someRules(goal.topics));
}

export function openSheet() {
  const { sheet, panels } = table.scene;
  if (!sheet) return void openStanding();
  const seats = Object.keys(panels);
  /** @type {number[] | null} where somebody conceded */
  const decided = table.people?.winners ?? null;
  const winners = decided ?? sheet.winners;
  const head = make("tr", "", make("th"));
  for (const seat of seats) {
    const cell = make("th", winners.includes(Number(seat)) ? "winner" : "");
    cell.setAttribute("scope", "col");
    cell.dataset.owner = seat;
    cell.append(shape(seat), panels[seat].name);
    if (winners.includes(Number(seat))) cell.prepend(glyph("ui-laurel"));
    head.append(cell);
  }
  const body = make("tbody", "", ...rows(sheet.rows));
  const total = make("tr", "", header(say("Total")));
  sheet.total.forEach((number, seat) => total.append(make("td", winners.includes(seat) ? "winner" : "", rich(number))));
  const ties = sheet.ties ? make("tbody", "ties", ...rows(sheet.ties)) : null;
  const grid = make("table", "sheet", make("thead", "", head), body, make("tbody", "total", total), ties);
  const over = winners.length > 0;
  const chart = make("div", "chart");
  const { title, detail } = table.scene.prompt;
  const box = openDialog(plain(over ? title : sheet.title), over ? "scoring over" : "scoring", [
    over && make("p", "result", rich(detail)),
    decided && make("p", "result", rich(say("Whoever conceded finishes last. The win goes to: {names}.", {
      names: decided.map((seat) => panels[seat].name).join(", "),
    }))),
    make("div", "wide", grid),
    sheet.note !== "" && make("p", "note", rich(sheet.note)),
    chart,
  ], over ? [save(), ...endings().filter((node) => !node.querySelector(".ic-ui-sheet")).reverse()] : []);
  // Their effect is at the table.
  box.querySelector("footer")?.addEventListener("click", (event) => {
    if (/** @type {globalThis.Element} */ (event.target).closest("button")) box.close();
  }, true);
  drawChart(chart);
}

/**
 * @param {string} icon
 * @param {string} label
 * @param {string} page of this table
 */
function link(icon, label, page) {
  const node = /** @type {HTMLAnchorElement} */ (make("a", "act", glyph(icon), make("span", "", label)));
  node.href = `${base}/${page}`;
  return node;
}

function save() {
  const node = link("ui-save", say("Record"), "record");
  node.download = "";
  return node;
}

/** @param {[string, string[]][]} given */
function rows(given) {
  return given.map(([label, numbers]) => make("tr", "", header(label), ...numbers.map((number) => make("td", "", rich(number)))));
}

/** @param {string} label */
function header(label) {
  const cell = make("th", "", rich(label));
  cell.setAttribute("scope", "row");
  return cell;
}

/**
 * The chart: one line per seat, each ending in the seat's shape.
 * @param {HTMLElement} box
 */
async function drawChart(box) {
  const answer = await fetch(`${base}/chart`).catch(() => null);
  if (!answer?.ok) return box.remove();
  /** @type {{label: string, points: [number, number[]][]}} */
  const { label, points } = await answer.json();
  const numbers = points.map(([number]) => number);
  const values = points.map(([, seats]) => seats);
  if (numbers.length < 2 || !values[0].length) return box.remove();
  const width = Math.min(700, Math.max(280, box.clientWidth)), height = box.clientWidth < 400 ? 150 : 190, left = 34, right = 26, top = 12, bottom = 22;
  const most = Math.max(1, ...values.flat()), least = Math.min(0, ...values.flat());
  const last = numbers[numbers.length - 1], begin = numbers[0];
  const x = (/** @type {number} */ n) => left + ((n - begin) / Math.max(1, last - begin)) * (width - left - right);
  const y = (/** @type {number} */ v) => height - bottom - ((v - least) / (most - least)) * (height - top - bottom);
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${plain(label)}` });
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => (most - least) / one <= 6) ?? 200;
  for (let v = least; v <= most; v += step) {
    const text = draw("text", { x: left - 7, y: y(v) + 4, "text-anchor": "end" });
    text.textContent = String(v);
    svg.append(draw("line", { x1: left, x2: width - right, y1: y(v), y2: y(v), class: "grid" }), text);
  }
  const seats = values[0].length;
  const ends = values[values.length - 1].map(y);
  const ranked = ends.map((_, seat) => seat).sort((a, b) => ends[b] - ends[a]);
  ranked.forEach((seat, place) => {
    if (place) ends[seat] = Math.min(ends[seat], ends[ranked[place - 1]] - 15);
  });
  ranked.reverse().forEach((seat, place) => (ends[seat] = Math.max(ends[seat], 8 + 15 * place)));
  for (let seat = 0; seat < seats; seat++) {
    let way = "";
    numbers.forEach((n, k) => {
      if (k && values[k][seat] !== values[k - 1][seat]) way += `H${x(n).toFixed(1)}`;
      way += `${k ? "V" : `M${x(n).toFixed(1)} `}${y(values[k][seat]).toFixed(1)}`;
    });
    way += `H${x(last).toFixed(1)}`;
    const end = draw("use", { href: `#shape-${seat}`, x: x(last) + 12, y: ends[seat] });
    svg.append(draw("g", { class: "line", "data-owner": seat }, draw("path", { d: way }), end));
  }
  box.replaceChildren(make("h3", "", rich(label)), svg);
}
