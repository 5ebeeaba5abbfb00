// Going back to an earlier move, and forward again to moves that were taken back.

import { hit, told } from "../elements.js";
import { decide, isSure } from "./decisions.js";

/**
 * Takes moves back, one after the other. What would be lost is asked about first.
 * @param {string} game
 * @param {HTMLElement | SVGElement} button says how often to take back, and what to ask
 */
async function goBack(game, button) {
  const times = Number(told(button, "back"));
  if (!isSure(button)) return;
  const last = Number(button.dataset.last);
  for (let taken = 0; taken < times; taken += 1) {
    if (!await decide(game, "take-back", last ? { number: last - taken } : {})) return;
  }
}

/**
 * @param {HTMLElement} live
 * @param {string} game
 * @param {() => void} after shows what has changed
 */
export function goesBack(live, game, after) {
  live.addEventListener("click", async (event) => {
    const button = hit(event, "[data-back], [data-forward]");
    if (!button || live.querySelector(":is([data-back], [data-forward])[aria-busy]")) return;
    button.setAttribute("aria-busy", "true");
    if ("back" in button.dataset) await goBack(game, button);
    else await decide(game, "lay-again", { number: Number(button.dataset.forward) });
    button.removeAttribute("aria-busy");
    after();
  });
}
