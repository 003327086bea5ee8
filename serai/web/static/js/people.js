// The people at the table: who is there, their clocks, and what they ask of each other.

import { button, openDialog, toast } from "./dialog.js";
import { table } from "./scene.js";
import { send } from "./socket.js";
import { make, say } from "./words.js";

/** @typedef {import("./scene.js").People} People */

const LOW = 20; // seconds left when a live clock begins to warn

let people = /** @type {People} */ (table.people);
/** When the clocks were received, by the page's own clock. */
let heardAt = performance.now();
let warned = "";

const bar = make("section", "company");
bar.setAttribute("role", "status");
document.body.append(bar);

/** The visitor's clock in the top bar, for screens on which they have no panel. */
const own = make("span", "clock own-clock");
own.hidden = true;
document.querySelector("[data-do=chat]")?.before(own);

/** @param {People} now */
export function tell(now) {
  const before = people;
  people = table.people = now;
  heardAt = performance.now();
  if (now.again && !before.again && mine() !== null) return location.assign(now.again);
  draw();
}

function mine() {
  const { seat } = table.scene;
  return seat !== null && people.seats[seat] ? seat : null;
}

/** @param {number | string} seat */
function name(seat) {
  return table.settings.names[Number(seat)];
}

/** The time a seat has left now. @param {string} seat */
function left(seat) {
  const { left: then } = people.seats[seat];
  if (then === null) return null;
  return people.runs === Number(seat) ? Math.max(0, then - (performance.now() - heardAt) / 1000) : then;
}

/**
 * @param {number} seconds
 * @returns {string}
 */
function written(seconds) {
  const whole = Math.ceil(seconds);
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (whole >= 172800) return `${Math.floor(whole / 86400)} d ${Math.floor((whole % 86400) / 3600)} h`;
  if (whole >= 3600) return `${Math.floor(whole / 3600)}:${pad(Math.floor((whole % 3600) / 60))} h`;
  return `${Math.floor(whole / 60)}:${pad(whole % 60)}`;
}

function draw() {
  for (const [seat, person] of Object.entries(people.seats)) {
    const panel = document.getElementById(`seat-${seat}`);
    const header = panel?.querySelector("header");
    if (!panel || !header) continue;
    panel.dataset.here = person.here ? "yes" : "no";
    const word = person.conceded ? say("conceded") : person.away ? say("a bot is playing") : person.here ? "" : say("Not connected");
    let box = header.querySelector(".person");
    if (!box) {
      box = make("span", "person", make("span", "state"), make("span", "clock"));
      header.querySelector(".tags")?.after(box);
    }
    const [state, clock] = /** @type {HTMLElement[]} */ ([...box.children]);
    state.textContent = word;
    state.hidden = !word;
    clock.hidden = person.left === null;
  }
  const seat = mine();
  own.hidden = seat === null || people.seats[seat].left === null;
  drawBar();
  tick();
}

/** Updates the clocks. */
function tick() {
  for (const seat of Object.keys(people.seats)) {
    const seconds = left(seat);
    if (seconds === null) continue;
    const runs = people.runs === Number(seat);
    const low = runs && table.settings.live && seconds <= LOW;
    for (const clock of [document.querySelector(`#seat-${seat} .clock`), Number(seat) === mine() && own]) {
      if (!clock) continue;
      const text = written(seconds);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("runs", runs);
      clock.classList.toggle("low", low);
    }
    const mark = `${seat} ${table.number}`;
    if (low && warned !== mark) {
      warned = mark;
      toast(Number(seat) === mine() ? say("Your time is running out. A bot will take over for you.") : say("{name}’s time is running out.", { name: name(seat) }));
    }
  }
}

/** Shows open requests, and unusual situations. */
function drawBar() {
  const seat = mine();
  /** @type {Node[]} */
  const rows = [];
  const { ask, paused, again } = people;
  if (ask) {
    const who = name(ask.seat);
    const words = {
      undo: say("{name} asks to undo a choice.", { name: who }), pause: say("{name} asks for a pause.", { name: who }),
      resume: say("{name} asks to play on.", { name: who }), rematch: say("{name} offers a rematch.", { name: who }),
    }[ask.what] || "";
    const waits = say("Waiting for {names}.", { names: ask.needs.map(name).join(", ") });
    if (seat !== null && ask.needs.includes(seat)) {
      rows.push(line(words, button("ui-check", say("Agree"), () => send({ answer: true }), "act primary"), button("ui-close", say("No"), () => send({ answer: false }))));
    } else {
      rows.push(line(`${words} ${waits}`, seat === ask.seat && button("ui-close", say("Withdraw"), () => send({ answer: false }))));
    }
  }
  if (paused) rows.push(line(say("The game is paused, for {time} at most.", { time: written(people.pause ?? 0) }), seat !== null && !people.seats[seat].conceded && button("ui-play", say("Resume"), () => send({ ask: "resume" }))));
  if (seat !== null && people.seats[seat].away && !people.seats[seat].conceded && table.scene.prompt.tone !== "over") {
    rows.push(line(say("A bot is playing for you."), button("ui-play", say("Take my seat back"), () => send({ back: true }), "act primary")));
  }
  if (again) {
    const way = /** @type {HTMLAnchorElement} */ (make("a", "act", say("To the new table")));
    way.href = again;
    rows.push(line(say("They are playing again."), way));
  }
  bar.replaceChildren(...rows);
}

/**
 * @param {string} text
 * @param {...(Node | false)} acts
 */
function line(text, ...acts) {
  return make("div", "company-row", make("p", "", text), ...acts);
}

/** What the menu offers among people: icon, words, what it does. @returns {[string, string, () => void][]} */
export function menuRows() {
  const seat = mine();
  if (seat === null) return [];
  const over = table.scene.prompt.tone === "over";
  if (over) return [];
  const person = people.seats[seat];
  /** @type {[string, string, () => void][]} */
  const rows = [];
  if (person.away) return rows;
  if (table.settings.shared && !people.paused && !people.ask) rows.push(["ui-pause", say("Pause the game"), () => send({ ask: "pause" })]);
  rows.push(["ui-wait", say("Leave the table"), () => sure(say("Leave the table"), say("A bot will play on until you come back."), () => send({ leave: true }))]);
  rows.push(["ui-flag", say("Concede"), () => sure(say("Concede the game"), say("Really concede? A bot plays on, and you finish last."), () => send({ concede: true }))]);
  return rows;
}

/**
 * @param {string} title
 * @param {string} text
 * @param {() => void} act
 */
function sure(title, text, act) {
  const box = openDialog(title, "sure", [make("p", "", text)], [
    button("ui-close", say("No"), () => box.close()),
    button("ui-check", title, () => {
      box.close();
      act();
    }, "act primary"),
  ]);
}

/** Whether the visitor can ask the others for an undo. */
export function mayAskUndo() {
  const seat = mine();
  return seat !== null && table.decided && table.settings.shared === true && !table.settings.rated && !people.ask && !people.paused && table.scene.prompt.tone !== "over";
}

document.addEventListener("serai:rematch", () => send({ ask: "rematch" }));
draw();
setInterval(() => {
  if (!document.hidden && people.runs !== null) tick();
}, 250);
