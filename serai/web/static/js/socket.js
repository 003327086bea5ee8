// The WebSocket of a table. It reconnects automatically.

import { base, table } from "./scene.js";
import { say } from "./words.js";

/** @type {WebSocket | null} */
let socket = null;
let tries = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
const RESTART = 1012; // close code "service restart": the server is back in a moment
const PATIENT = 30; // attempts after which they become less frequent
const QUIET = 5000; // ms without a warning after that code
/** @type {ReturnType<typeof setTimeout> | undefined} */
let alarm;
let lost = false;
/** Messages to send once the socket is open. @type {string[]} */
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
  if (table.settings.puzzle) return; // nothing arrives from others there
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

/** The number of messages sent; each carries an id that its answer repeats. */
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
 * The same as a request; the response has the form of a socket message.
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
    // the message is shown above
  }
  answers.forEach((one, number) => heard(number ? one : { ...one, id }));
}
