// Notifications, on every page: at which tables it is the visitor's turn, and that the page has changed.

const { about = "", guest, icon = "", turnIcon = "" } = document.body.dataset;
const box = /** @type {HTMLDetailsElement | null} */ (document.getElementById("awaited"));
const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const title = document.title;
const KEY = "serai-bell";

/** @type {Record<string, boolean>} what the visitor wants to hear and see */
let wanted = {};
try {
  wanted = JSON.parse(localStorage.getItem(KEY) || "{}");
} catch {
  // The browser stores nothing.
}

/** @type {Set<string> | null} the tables of the last notification */
let before = null;
let tries = 0;
/** The live parts of the page as they were served: only those that changed are replaced. */
let served = [...(document.getElementById("live-part")?.children || [])].map((part) => part.outerHTML);

function open() {
  const address = new URL(`/bell?about=${encodeURIComponent(about)}`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  socket.onopen = () => {
    if (tries && about) refresh();
    tries = 0;
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.awaited) awaited(message.awaited);
    if (message.changed) refresh();
  };
  socket.onclose = () => setTimeout(open, Math.min(20000, 500 * 2 ** tries++));
}

/** @param {{url: string, title: string}[]} tables */
function awaited(tables) {
  const now = new Set(tables.map(({ url }) => url));
  const news = before ? tables.filter(({ url }) => !before?.has(url)) : [];
  before = now;
  document.title = tables.length ? `(${tables.length}) ${title}` : title;
  if (link) link.href = tables.length ? turnIcon : icon;
  if (box) {
    box.hidden = !tables.length;
    const [count, list] = [box.querySelector("summary b"), box.querySelector("ul")];
    if (count) count.textContent = String(tables.length);
    list?.replaceChildren(...tables.map((table) => {
      const row = document.createElement("li");
      const way = document.createElement("a");
      way.href = table.url;
      way.textContent = table.title;
      row.append(way);
      return row;
    }));
  }
  if (news.length) call(news[0].title);
}

/** @param {string} game */
function call(game) {
  if (wanted.sound) ding();
  if (wanted.notify && document.hidden && "Notification" in window && Notification.permission === "granted") {
    const note = new Notification(game, { body: box?.querySelector("ul")?.dataset.words || "", icon, tag: "serai" });
    note.onclick = () => window.focus();
  }
}

/** Two notes. */
export function ding() {
  const sound = new AudioContext();
  for (const [pitch, at] of [[660, 0], [880, 0.14]]) {
    const tone = sound.createOscillator();
    const loud = sound.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, sound.currentTime + at);
    loud.gain.exponentialRampToValueAtTime(0.18, sound.currentTime + at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, sound.currentTime + at + 0.4);
    tone.connect(loud).connect(sound.destination);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + 0.45);
  }
  setTimeout(() => sound.close(), 900);
}

/** Whether a signal is on. @param {string} name "sound" or "notify" */
export function wants(name) {
  return !!wanted[name] && (name !== "notify" || Notification.permission === "granted");
}

/** Whether this browser supports a signal. @param {string} name */
export function can(name) {
  return name === "notify" ? "Notification" in window : "AudioContext" in window;
}

/**
 * Turns a signal on or off. Only here is the browser asked for permission.
 * @param {string} name
 * @param {boolean} on
 */
export async function want(name, on) {
  if (on && name === "notify" && (await Notification.requestPermission()) !== "granted") on = false;
  wanted[name] = on;
  if (on && name === "sound") ding();
  try {
    localStorage.setItem(KEY, JSON.stringify(wanted));
  } catch {
    // The browser stores nothing.
  }
  return on;
}

/** Fetches the live parts again; reloads if the address now leads to another page. */
export async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [old, now] = [document.getElementById("live-part"), page.getElementById("live-part")];
  if (!old || !now || answer.redirected || page.body.dataset.about !== about) return location.reload();
  const mark = /** @type {HTMLElement | null} */ (document.activeElement)?.id;
  const [parts, texts] = [[...now.children], served];
  served = parts.map((part) => part.outerHTML);
  if (parts.length !== old.children.length) old.replaceChildren(...parts);
  else parts.forEach((part, place) => served[place] !== texts[place] && old.children[place].replaceWith(part));
  if (mark && document.activeElement?.id !== mark) document.getElementById(mark)?.focus();
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-signal]"))) {
  const name = button.dataset.signal || "";
  button.hidden = !can(name);
  if (!button.hidden) button.setAttribute("aria-pressed", String(wants(name)));
  button.addEventListener("click", async () => {
    button.setAttribute("aria-pressed", String(await want(name, !wants(name))));
  });
}
if (guest !== undefined || about) open();
