// Tiles that were tapped in and not handed in yet: kept in this tab, so that they are there again
// where the page is opened anew, as phones do when somebody comes back from another app.

/** @import {Cell, Tile} from "../types/board.js" */

const KEPT = "palago-draft-";

/**
 * @typedef {object} Draft
 * @property {Tile[]} tapped the tiles that were added or turned
 * @property {Cell[]} gone those that were taken away
 */

/**
 * @param {string} game
 * @param {string} table what lies on the table without them, and what is agreed on
 * @param {Draft} draft
 */
export function keepDraft(game, table, draft) {
  try {
    if (draft.tapped.length || draft.gone.length) sessionStorage.setItem(KEPT + game, JSON.stringify({ table, draft }));
    else sessionStorage.removeItem(KEPT + game);
  } catch {
    // they are forgotten then
  }
}

/**
 * What was tapped in on this very table, null where that is nothing, or the table is another one.
 * @param {string} game
 * @param {string} table
 * @returns {Draft | null}
 */
export function keptDraft(game, table) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT + game) ?? "null");
    return kept?.table === table ? kept.draft : null;
  } catch {
    return null; // a browser may keep nothing, or something else under this name
  }
}
