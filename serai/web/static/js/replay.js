// Looking back: any position by slider, arrow keys or by itself.

import { button } from "./dialog.js";
import { base, table } from "./scene.js";
import { make, say } from "./words.js";

const bar = /** @type {HTMLElement} */ (document.getElementById("replay"));
const slider = /** @type {HTMLInputElement} */ (make("input"));
slider.type = "range";
slider.min = "0";
slider.setAttribute("aria-label", say("Position"));
const place = make("output");
const play = tool("ui-play", say("Play through"), toggle);
/** @type {Map<number, Promise<any>>} */
const scenes = new Map();
let at = 0;
let wanted = -1;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {{show: (message: any, ms: number) => void, begin: () => void, end: () => void, speed: () => string}} */
let stage;

/** @param {typeof stage} given */
export function setReplay(given) {
  stage = given;
  bar.append(
    tool("ui-first", say("To the beginning"), () => go(0)),
    tool("ui-back", say("One step back"), () => go(at - 1)),
    play,
    tool("ui-next", say("One step forward"), () => go(at + 1)),
    tool("ui-last", say("To the end"), () => go(last())),
    slider,
    place,
    tool("ui-close", say("Back to the table"), endReplay, "act"),
  );
  slider.addEventListener("input", () => go(Number(slider.value)));
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
    bar.hidden = false;
    document.body.classList.add("replaying");
    stage.begin();
    slider.focus({ preventScroll: true });
  }
  go(number);
}

export function endReplay() {
  if (!table.replaying) return;
  stop();
  table.replaying = false;
  bar.hidden = true;
  document.body.classList.remove("replaying");
  stage.end();
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

/** @param {number} number */
function fetched(number) {
  if (number > last()) return Promise.resolve(null);
  let found = scenes.get(number);
  if (!found) {
    found = fetch(`${base}/scenes/${number}`).then((answer) => (answer.ok ? answer.json() : null), () => null);
    scenes.set(number, found);
    if (scenes.size > 400) scenes.delete(scenes.keys().next().value ?? -1);
  }
  return found;
}

/** Plays on by itself, or stops. */
export function toggle() {
  if (timer !== undefined) return stop();
  if (at >= last()) at = -1;
  bar.classList.add("playing");
  const pace = { calm: 1600, normal: 900, fast: 400, instant: 150 }[stage.speed()] || 900;
  const step = async () => {
    await go(at + 1);
    timer = at < last() && table.replaying ? setTimeout(step, pace) : undefined;
    if (timer === undefined) stop();
  };
  timer = setTimeout(step, 0);
}

function stop() {
  clearTimeout(timer);
  timer = undefined;
  bar.classList.remove("playing");
}
