// The review of a game: polls while it is still being made.

const LOOK = 1000; // milliseconds
const LONGEST = 8000; // when there is no answer
let wait = LOOK;

/** Asks for the progress, and fetches the page again when there is more to see. */
async function look() {
  const box = document.getElementById("review");
  const before = box?.dataset.state;
  if (!box || (before !== "loading" && before !== "working")) return;
  const answer = await fetch(box.dataset.progress ?? "").catch(() => null);
  if (answer?.ok) {
    wait = LOOK;
    /** @type {{state: string, done: number, of: number}} */
    const { state, done } = await answer.json();
    if (state !== before) await refresh();
    else show(done);
  } else wait = Math.min(LONGEST, wait * 2);
  setTimeout(look, wait);
}

/** @param {number} done */
function show(done) {
  const bar = document.querySelector("progress");
  const number = document.getElementById("deeper-done");
  if (bar) bar.value = done;
  if (number) number.textContent = String(done);
}

/** Fetches the page again, and keeps the focus on a link. */
async function refresh() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [now, then] = [page.getElementById("review"), document.getElementById("review")];
  if (!now || !then) return;
  const here = document.activeElement?.getAttribute("href");
  then.replaceWith(now);
  if (here) /** @type {HTMLElement | null} */ (now.querySelector(`a[href="${CSS.escape(here)}"]`))?.focus();
}

setTimeout(look, LOOK);
