// What people decide, sent to the companion; where it cannot be done, the reason comes up in a toast.

import { byId } from "../elements.js";

/** @import {Part} from "../elements.js" */
/** @import {Board} from "../types/board.js" */
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
 * Asks first where something would be lost; tells whether it is to be done.
 * @param {Part} button says what there is to ask
 */
export function isSure(button) {
  return !button.dataset.asks || window.confirm(button.dataset.asks);
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
 *
 * Where tiles are tapped in, what was handed in and is no whole move is taken back before any move is.
 * @param {string} game
 * @param {DecisionKind} kind
 * @param {object} data
 * @returns {Promise<Announced | null>}
 */
export async function decide(game, kind, data = {}) {
  if (kind === "take-back") {
    const agreed = await attemptOn(game);
    if (agreed) return putOnTable(game, agreed);
  }
  const answer = await send(`/api/games/${game}/decisions`, { kind, data });
  if (answer && kind === "take-back") {
    // nobody takes the tiles of a move that was taken back off the table but us
    const agreed = await attemptOn(game);
    if (agreed) await putOnTable(game, agreed);
  }
  return answer;
}

/**
 * The board that was agreed on, where tiles are tapped in and others lie on the table; null elsewhere.
 * @param {string} game
 * @returns {Promise<Board | null>}
 */
async function attemptOn(game) {
  const response = await fetch(`/api/games/${game}`).catch(() => null);
  if (!response?.ok) return null;
  /** @type {State} */
  const { source, agreed, board } = await response.json();
  /** @type {(lying: Board) => string} */
  const tiles = (lying) => lying.tiles.map(({ q, r, orientation }) => `${q},${r},${orientation}`).sort().join(" ");
  return source?.kind === "hand" && tiles(agreed) !== tiles(board) ? agreed : null;
}

/**
 * @param {string} game
 * @param {Board} board
 * @returns {Promise<Announced | null>}
 */
async function putOnTable(game, board) {
  return send(`/api/games/${game}/table`, { board });
}
