// Going back to an earlier move, and forward again: one take-back, or one move laid again, after the other.

import { all, hit, told } from "../elements.js";
import { decide, send } from "./decisions.js";

/** @import {Announced} from "../types/game.js" */

/** What is laid again: as the API takes it. @typedef {{number: number, stood: boolean, laid: object}} Undone */

/**
 * Takes moves back. What would be lost is asked about first.
 * @param {string} game
 * @param {HTMLElement | SVGElement} button says how many moves go, and what to ask
 */
async function goBack(game, button) {
  const moves = Number(told(button, "back"));
  if (button.dataset.asks && !window.confirm(button.dataset.asks)) return;
  for (let taken = 0; taken < moves; taken += 1) {
    if (!await decide(game, "take-back")) return;
  }
}

/**
 * Lays moves again that were taken back, up to one of them; what was let stand is let stand again.
 * @param {string} game
 * @param {Undone[]} moves
 */
async function goForward(game, moves) {
  for (const { laid, stood } of moves) {
    /** @type {Announced | null} */
    const answer = await send(`/api/games/${game}/table`, laid);
    if (!answer) return;
    if (stood && answer.events.some(({ event }) => event === "illegal")) await decide(game, "let-stand");
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
    if ("back" in button.dataset) {
      await goBack(game, button);
    } else {
      const undone = all(live, "[data-undone]")[0];
      /** @type {Undone[]} */
      const moves = undone ? JSON.parse(told(undone, "undone")) : [];
      await goForward(game, moves.filter(({ number }) => number <= Number(button.dataset.forward)));
    }
    button.removeAttribute("aria-busy");
    after();
  });
}
