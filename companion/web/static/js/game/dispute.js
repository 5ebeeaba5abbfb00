// Disputing a move: what is decided goes to the companion, and the page shows what follows from it.

import { byId, hit, told } from "../elements.js";
import { lighten } from "../lighting.js";
import { decide, send } from "./decisions.js";
import "../whole_picture.js";

/** @import {Announced, DecisionKind} from "../types/game.js" */

const dispute = byId("dispute");
const game = told(dispute, "game");
const page = told(dispute, "page");

/**
 * Shows what follows from a decision: it may have undone the move that is looked into.
 * @param {Announced | null} answer null where the companion refused
 * @param {boolean} goesBack to the game's page; so does who has undone the move by what they said
 */
function after(answer, goesBack = false) {
  if (!answer) return;
  if (goesBack || answer.moves < Number(dispute.dataset.move)) location.assign(page);
  else location.reload();
}

dispute.addEventListener("click", async (event) => {
  const button = hit(event, "[data-decision]");
  if (button) {
    const { decision, number, wrong } = button.dataset;
    const data = { ...(number && { number: Number(number) }), ...(wrong && { wrong: Number(wrong) }) };
    after(await decide(game, /** @type {DecisionKind} */ (decision), data), "goesBack" in button.dataset);
  }
  const misread = hit(event, "[data-misread]");
  if (misread) {
    const answer = await send(`/api/games/${game}/misreadings`, { entry: Number(misread.dataset.misread) });
    if (answer) location.assign(answer.url);
  }
});

dispute.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!(event.target instanceof HTMLFormElement)) return;
  const row = Number(event.target.dataset.row);
  const value = Number(new FormData(event.target).get("value"));
  after(await decide(game, "vote", { row, value }));
});

dispute.addEventListener("change", async (event) => {
  if (!(event.target instanceof HTMLSelectElement)) return;
  const { id, value, dataset } = event.target;
  const number = Number(dataset.number);
  if (id === "mover") after(await decide(game, "set-mover", { player: value, number }));
  if (id === "die" && value) after(await decide(game, "set-die", { value: Number(value), number }));
});

lighten(dispute);
