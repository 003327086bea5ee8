// Dialogs for a moment of a finished game: "what if", and sharing it.

import { button, openDialog, toast } from "./dialog.js";
import { base, table } from "./scene.js";
import { glyph, make, say } from "./words.js";

/** Opens the "what if" form for the position after a number of choices. @param {number} number */
export async function openWhatIf(number) {
  const inside = make("div", "what-if-form", make("p", "note", say("Loading …")));
  openDialog(say("What if …?"), "what-if-box", [inside]);
  const answer = await fetch(`${base}/explore?number=${number}`).catch(() => null);
  if (answer?.ok) {
    inside.innerHTML = await answer.text();
    /** @type {HTMLElement | null} */ (inside.querySelector("input:checked"))?.focus();
  } else {
    const told = await answer?.json().catch(() => null);
    inside.replaceChildren(make("p", "note", told?.error?.text ?? say("That could not be loaded.")));
  }
}

/** Shows a link to the position after a number of choices, and a picture of it. @param {number} number */
export function openShare(number) {
  const seats = make("select");
  const views = [["watch", say("Spectators")], ...table.settings.names.map((name, seat) => [String(seat), name])];
  for (const [value, label] of views) {
    const option = /** @type {HTMLOptionElement} */ (make("option", "", label));
    option.value = value;
    seats.append(option);
  }
  const choice = /** @type {HTMLSelectElement} */ (seats);
  choice.value = table.settings.view ?? (table.scene.seat === null ? "watch" : String(table.scene.seat));
  const link = /** @type {HTMLInputElement} */ (make("input", "link"));
  link.readOnly = true;
  link.setAttribute("aria-label", say("Link to this moment"));
  const image = /** @type {HTMLImageElement} */ (make("img"));
  image.alt = say("The board at this moment");
  const picture = make("figure", "picture", image, make("figcaption", "note"));
  const save = /** @type {HTMLAnchorElement} */ (make("a", "act", glyph("ui-save"), make("span", "", say("Save the picture"))));
  save.download = `${table.settings.game}-${number}.png`;
  const words = /** @type {HTMLElement} */ (picture.lastElementChild);
  image.addEventListener("load", () => picture.classList.add("loaded"));
  image.addEventListener("error", () => (words.textContent = say("There is no picture of this right now.")));
  const draw = () => {
    const query = `at=${number}&seat=${choice.value}`;
    link.value = new URL(`${base}/replay?${query}`, location.href).href;
    picture.classList.remove("loaded");
    words.textContent = say("The picture is being drawn …");
    image.src = save.href = `${base}/picture.png?${query}`;
  };
  choice.addEventListener("change", draw);
  draw();
  const copy = button("ui-share", say("Copy the link"), async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      if (!document.execCommand("copy")) return;
    }
    toast(say("Link copied."));
  }, "act primary");
  const send = "share" in navigator && button("ui-world", say("Send"), () => void navigator.share({ url: link.value, title: document.title }).catch(() => null));
  openDialog(say("Share this moment"), "share-moment", [
    make("label", "field", make("span", "", say("Seen by")), choice), link, picture,
  ], [save, send, copy]);
}
