// The replay: any position by slider, by arrow keys, or played automatically.

import { button } from "./dialog.js";
import { base, table } from "./scene.js";
import { make, say, shape } from "./words.js";

const bar = /** @type {HTMLElement} */ (document.getElementById("replay"));
const slider = /** @type {HTMLInputElement} */ (make("input"));
slider.type = "range";
slider.min = "0";
slider.setAttribute("aria-label", say("Position"));
const place = make("output");
const play = tool("ui-play", say("Play through"), toggle);
const whatIf = tool("ui-branch", say("What if …?"), () => void moment().then((found) => found.openWhatIf(at)), "act what");
const share = tool("ui-share", say("Share this moment"), () => void moment().then((found) => found.openShare(at)));
const PACES = [1, 2, 4, 0.5]; // factors of the usual speed, in the order of clicks
let pace = 0;
const speed = /** @type {HTMLButtonElement} */ (make("button", "tool pace"));
speed.type = "button";
speed.addEventListener("click", () => setPace((pace + 1) % PACES.length));
/** Where the visitor's turns and the game's chapters begin. @type {{turns: number[], chapters: number[]}} */
const stops = { turns: [], chapters: [] };
/** @type {Map<number, Promise<any>>} */
const scenes = new Map();
const STEP = 900; // milliseconds
let at = 0;
let wanted = -1;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {{show: (message: any, ms: number) => void, begin: () => void, end: () => void, log: () => import("./scene.js").Line[]}} */
let stage;

/** @param {typeof stage} given */
export function setReplay(given) {
  stage = given;
  bar.append(
    tool("ui-first", say("Previous chapter"), () => jump(stops.chapters, -1)),
    own(tool("ui-back", say("My previous turn"), () => jump(stops.turns, -1), "tool mine")),
    tool("ui-back", say("One step back"), () => move(-1)),
    play,
    tool("ui-next", say("One step forward"), () => move(1)),
    own(tool("ui-next", say("My next turn"), () => jump(stops.turns, 1), "tool mine")),
    tool("ui-last", say("Next chapter"), () => jump(stops.chapters, 1)),
    slider,
    place,
    speed,
    whatIf,
    share,
    tool("ui-close", say("Back to the table"), endReplay, "act"),
  );
  setPace(0);
  slider.addEventListener("input", () => {
    stop();
    go(Number(slider.value));
  });
}

/** Marks a jump to the viewer's own turns with their shape. @param {HTMLElement} node */
function own(node) {
  const { seat } = table.scene;
  node.hidden = seat === null;
  if (seat !== null) {
    node.dataset.owner = String(seat);
    node.append(shape(seat));
  }
  return node;
}

/** @param {number} index */
function setPace(index) {
  pace = index;
  speed.textContent = `${PACES[index]}×`.replace("0.5", "½");
  speed.setAttribute("aria-label", `${say("Speed")}: ${speed.textContent}`);
}

/** Finds the stops in the log. A turn begins before its first line, a chapter with its heading. */
function findStops() {
  /** @type {number | undefined} */
  let last;
  stops.turns = [];
  stops.chapters = [0];
  for (const { number = 0, seat, heading } of stage.log()) {
    if (heading) stops.chapters.push(number);
    else if (seat !== undefined) {
      if (seat === table.scene.seat && seat !== last) stops.turns.push(Math.max(0, number - 1));
      last = seat;
    }
  }
}

/**
 * The nearest stop in a direction, or the end.
 * @param {number[]} among
 * @param {number} way
 */
function jump(among, way) {
  stop();
  const here = wanted < 0 ? at : wanted;
  const found = way > 0 ? among.find((number) => number > here) : among.findLast((number) => number < here);
  go(found ?? (way > 0 ? last() : 0));
}

/**
 * @param {string} icon
 * @param {string} label
 * @param {() => void} act
 * @param {string} [names]
 */
function tool(icon, label, act, names = "tool") {
  const node = button(icon, label, act, names);
  node.setAttribute("aria-label", label);
  return node;
}

let newest = 0;

/** What can be done with a moment of a finished game. */
function moment() {
  stop();
  return import("./replay-dialogs.js");
}

/** Forgets the positions after a number of choices, since an undo replaced them. @param {number} number */
export function forgetScenes(number) {
  for (const one of scenes.keys()) if (one > number) scenes.delete(one);
}

/** @param {number} number */
export function setLast(number) {
  newest = number;
  slider.max = String(number);
}

function last() {
  return newest;
}

/** @param {number} [number] where to begin; the end if not given */
export function startReplay(number = last()) {
  if (!table.replaying) {
    table.replaying = true;
    whatIf.hidden = share.hidden = table.scene.prompt.tone !== "over" && !table.settings.explores;
    bar.hidden = false;
    document.body.classList.add("replaying");
    stage.begin();
    findStops();
    slider.focus({ preventScroll: true });
  }
  return go(number);
}

export function endReplay() {
  if (!table.replaying) return;
  stop();
  table.replaying = false;
  bar.hidden = true;
  document.body.classList.remove("replaying");
  stage.end();
}

/** Opens the replay that the page's address asks for; a link from a review shows the better choice: `&best=17&share=38`. */
export async function startLinked() {
  const number = table.settings.at ?? 0;
  await startReplay(number);
  const link = new URLSearchParams(location.search);
  const best = link.get("best");
  if (best === null || !(await fetched(number)) || wanted !== number) return;
  document.dispatchEvent(new CustomEvent("serai:better", { detail: { choice: Number(best), share: Number(link.get("share")) / 100 } }));
}

/** @param {number} number */
export async function go(number) {
  const to = Math.max(0, Math.min(last(), number));
  wanted = to;
  slider.value = String(to);
  place.textContent = `${to} / ${last()}`;
  const message = await fetched(to);
  if (wanted !== to || !table.replaying || !message) return;
  const near = Math.abs(to - at) === 1;
  at = to;
  stage.show(message, near ? 300 : 0);
  fetched(to + 1);
}

/** @param {number} by */
export function move(by) {
  stop();
  go((wanted < 0 ? at : wanted) + by);
}

/** Fetches a position of the game. @param {number} number */
export function fetched(number) {
  if (number > last()) return Promise.resolve(null);
  let found = scenes.get(number);
  if (!found) {
    const { view } = table.settings;
    found = fetch(`${base}/scenes/${number}${view ? `?seat=${view}` : ""}`).then((answer) => (answer.ok ? answer.json() : null), () => null);
    scenes.set(number, found);
    if (scenes.size > 400) scenes.delete(scenes.keys().next().value ?? -1);
  }
  return found;
}

/** Starts or stops automatic play. */
export function toggle() {
  if (timer !== undefined) return stop();
  if (at >= last()) at = -1;
  bar.classList.add("playing");
  const step = async () => {
    await go(at + 1);
    timer = at < last() && table.replaying ? setTimeout(step, STEP / PACES[pace]) : undefined;
    if (timer === undefined) stop();
  };
  timer = setTimeout(step, 0);
}

function stop() {
  clearTimeout(timer);
  timer = undefined;
  bar.classList.remove("playing");
}
