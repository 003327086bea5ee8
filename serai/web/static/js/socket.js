// The line to the server. It comes back by itself.

import { base, table } from "./scene.js";
import { say } from "./words.js";

/** @type {WebSocket | null} */
let socket = null;
let tries = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
const RESTART = 1012; // the close code of a server that is replaced, and back in a moment
const PATIENT = 30; // tries after which they come less often
const QUIET = 5000; // ms in which that alarms nobody
/** @type {ReturnType<typeof setTimeout> | undefined} */
let alarm;
let lost = false;
/** What was said while the line was being opened. @type {string[]} */
let held = [];
/** @type {(message: import("./scene.js").Message) => void} */
let heard = () => {};
/** @type {(connected: boolean, first: boolean) => void} */
let told = () => {};

/**
 * @param {(message: import("./scene.js").Message) => void} onMessage
 * @param {(connected: boolean, first: boolean) => void} onState
 */
export function connect(onMessage, onState) {
  heard = onMessage;
  told = onState;
  if (table.settings.puzzle) return; // nobody else does anything there
  open();
  addEventListener("online", () => {
    if (!socket) again(0);
  });
}

function open() {
  clearTimeout(timer);
  const address = new URL(`${base}/socket`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = (socket = new WebSocket(address));
  mine.onopen = () => {
    clearTimeout(alarm);
    alarm = undefined;
    told(true, !lost);
    lost = false;
    tries = 0;
    for (const text of held.splice(0)) mine.send(text);
  };
  mine.onmessage = (event) => heard(JSON.parse(event.data));
  mine.onclose = ({ code }) => {
    if (socket !== mine) return;
    socket = null;
    tries += 1;
    if (code === RESTART && !lost) alarm ??= setTimeout(alarmed, QUIET);
    else if (alarm === undefined) alarmed();
    again(Math.min(tries < PATIENT ? 1000 : 8000, 125 * 2 ** Math.min(tries, 6)) * (0.7 + Math.random() * 0.6));
  };
}

function alarmed() {
  alarm = undefined;
  lost = true;
  held = [];
  told(false, false);
}

/** @param {number} ms */
function again(ms) {
  clearTimeout(timer);
  timer = setTimeout(open, ms);
}

/** How many messages were sent: each has a number, which its answer repeats. */
let sent = 0;

/**
 * @param {any} message
 * @returns {number} what the answer will name, if it went out or will as soon as the line is open; else 0
 */
export function send(message) {
  sent += 1;
  if (table.settings.puzzle) {
    void post(table.settings.puzzle, message, sent);
    return sent;
  }
  const text = JSON.stringify({ ...message, id: sent });
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  else if (socket?.readyState === WebSocket.CONNECTING || alarm !== undefined) held.push(text);
  else return 0;
  return sent;
}

/**
 * The same by a request; what comes back is as a socket would say it.
 * @param {string} address
 * @param {any} message
 * @param {number} id
 */
async function post(address, message, id) {
  /** @type {any[]} */
  let answers = [{ refused: { code: "", text: say("The server cannot be reached. Please try again.") } }];
  try {
    const answer = await fetch(address, { method: "POST", body: new URLSearchParams(message), headers: { accept: "application/json" } });
    const found = await answer.json();
    answers = found.messages ?? [{ refused: found.error }];
  } catch {
    // what is said then stands above
  }
  answers.forEach((one, number) => heard(number ? one : { ...one, id }));
}
