// What wins the game, and how far everyone has come: always visible.

import { table } from "./scene.js";
import { make, rich, shape } from "./words.js";

const area = /** @type {HTMLElement} */ (document.getElementById("goal"));

export function drawGoal() {
  const { goal, panels } = table.scene;
  const seats = Object.entries(panels);
  const said = JSON.stringify([goal, seats.map(([, panel]) => panel.score)]);
  if (area.dataset.said === said) return;
  area.dataset.said = said;
  area.hidden = !goal;
  if (!goal) return;
  const far = seats.map(([seat, { name, score, score_label: label }]) => {
    const node = make("span", Number(seat) === table.scene.seat ? "far mine" : "far", make("span", "sr-only", name), shape(seat), make("b", "", score), make("span", "sr-only", label));
    node.dataset.owner = seat;
    return node;
  });
  area.replaceChildren(make("span", "goal-text", rich(goal.text)), make("span", "goal-short", rich(goal.short)), ...far);
}

/** All players, best first, each with a progress bar. */
export function standings() {
  const { goal, panels } = table.scene;
  const seats = Object.keys(panels).sort((a, b) => Number(panels[b].score) - Number(panels[a].score));
  const most = goal?.of ?? 1.25 * Math.max(1, ...seats.map((seat) => Number(panels[seat].score)));
  return make("ol", "standings", ...seats.map((seat) => {
    const { name, score, score_label: label } = panels[seat];
    const bar = make("span", "bar", make("i"));
    /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${(Number(score) / most) * 100}%`;
    const row = make("li", Number(seat) === table.scene.seat ? "mine" : "", shape(seat), make("span", "name", name), bar, make("span", "tally", make("b", "", score), make("i", "", label)));
    row.dataset.owner = seat;
    return row;
  }));
}
