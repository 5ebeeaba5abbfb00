// What people decide, sent to the companion; where it cannot be done, the reason comes up in a toast.

import { byId } from "../elements.js";

/** @import {Announced, DecisionKind, State} from "../types/game.js" */

const TOAST_MS = 7000;
const toast = byId("toast");
let hiding = 0;

/** @param {string} words */
export function tell(words) {
  clearTimeout(hiding);
  toast.textContent = words;
  toast.hidden = !words;
  hiding = setTimeout(() => { toast.hidden = true; }, TOAST_MS);
}

/**
 * Sends JSON to an address of the API; returns the answer, or null where it was refused.
 * @param {string} address
 * @param {object} body
 * @param {string} method
 */
export async function send(address, body, method = "POST") {
  try {
    const response = await fetch(address, {
      method,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = response.status === 204 ? {} : await response.json();
    if (response.ok) {
      tell("");
      return answer;
    }
    tell(answer.error);
  } catch {
    tell(document.getElementById("live")?.dataset.disconnected ?? "");
  }
  return null;
}

/**
 * Sends a decision about a game; returns what is announced then, or null where it was refused.
 * @param {string} game
 * @param {DecisionKind} kind
 * @param {object} data
 * @returns {Promise<Announced | null>}
 */
export async function decide(game, kind, data = {}) {
  const answer = await send(`/api/games/${game}/decisions`, { kind, data });
  if (answer && kind === "take-back") await takeOffTable(game);
  return answer;
}

/**
 * Where tiles are tapped in, nobody takes those of a move that was taken back off the table but us.
 * @param {string} game
 */
async function takeOffTable(game) {
  const response = await fetch(`/api/games/${game}`);
  /** @type {State} */
  const { source, agreed } = await response.json();
  if (source?.kind === "hand") await send(`/api/games/${game}/table`, { board: agreed });
}
