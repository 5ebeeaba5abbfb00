// Telling turn by turn what was played, where the record is wrong and no answer says so.
//
// Each turn is tapped in on the board as it was before; a tile that lies on the table by now is laid just so.

import { byId, hit, phrasesOf, told, within } from "../elements.js";
import { name } from "../correcting/lattice.js";
import { fill, spotIn, spots } from "../correcting/spots.js";
import { decide } from "./decisions.js";
import { bare, TapBoard } from "./tap_board.js";

/** @import {Cell, Tile} from "../types/board.js" */
/** @import {TellingPhrases} from "../types/pages.js" */

/**
 * A turn as it is on record.
 * @typedef {{player: string, die: number | null, placed: Tile[], removed: Cell[], rotated: Tile[]}} Turn
 *
 * A turn as it was tapped in; `before` is the table it was made on.
 * @typedef {Turn & {before: Tile[]}} ToldTurn
 */

const section = byId("telling");
const status = byId("tap-status");
const place = byId("tap-board");
const list = byId("told-turns");
const heading = byId("told-heading");
const mover = byId("told-mover", HTMLSelectElement);
const die = document.getElementById("told-die");
const finish = byId("told-all", HTMLButtonElement);
const rest = byId("told-rest", HTMLButtonElement);
/** @type {TellingPhrases} */
const phrases = phrasesOf("telling-phrases");
/** @type {(what: string) => HTMLButtonElement} */
const tool = (what) => within(section, `[data-tap="${what}"]`, HTMLButtonElement);
/** @type {Tile[]} */
const lies = JSON.parse(told(section, "lies"));
/** @type {string[]} */
const players = JSON.parse(told(section, "players"));
const first = Number(section.dataset.number);
/** @type {Turn[]} */
const record = JSON.parse(told(section, "record"));
/** @type {ToldTurn[]} */
const turns = [];
let lasting = "";
let isSent = false;

const board = new TapBoard(place, {
  phrases: phrasesOf("tap-phrases"),
  turns: Number(section.dataset.turns),
  matching: true,
  changed: (words) => { lasting = words; tell(words); },
  said: (words) => tell(words || lasting),
});

/** @param {string} words */
function tell(words) {
  status.textContent = words;
  for (const what of ["turn", "back", "remove"]) tool(what).disabled = !board.chosenTile;
  tool("undo").disabled = !board.isChanged && !turns.length;
  finish.disabled = isSent || (!board.isChanged && !turns.length);
  rest.disabled = isSent || nextOnRecord() === record.length;
  const lying = new Map(board.tiles.map((tile) => [name(tile), tile.orientation]));
  const missing = new Set(lies.filter((tile) => lying.get(name(tile)) !== tile.orientation).map(name));
  for (const spot of spots(place)) spot.classList.toggle("hinted", missing.has(name(spotIn(spot).cell)));
}

/**
 * Begins a turn on a table, or goes on with one that was told.
 * @param {Tile[]} before
 * @param {string} player
 */
function begin(before, player) {
  mover.value = player;
  if (die instanceof HTMLSelectElement) die.value = "";
  heading.textContent = fill(phrases.move, { number: first + turns.length });
  lasting = "";
  board.show(before, { likely: lies });
  list.replaceChildren(...turns.map(line));
  tell("");
}

/**
 * @param {ToldTurn} turn
 * @param {number} index
 */
function line(turn, index) {
  const item = document.createElement("li");
  const parts = [
    turn.placed.length && fill(phrases.laid, { count: turn.placed.length }),
    turn.removed.length && fill(phrases.taken, { count: turn.removed.length }),
    turn.rotated.length && fill(phrases.rotated, { count: turn.rotated.length }),
  ].filter(Boolean);
  const number = document.createElement("span");
  number.className = "move-number";
  number.textContent = String(first + index);
  item.append(number, ` ${turn.player}: ${parts.join(", ") || phrases.passed}`);
  return item;
}

/** The turn that is on the board just now. @returns {ToldTurn} */
function present() {
  const { placed, removed, rotated } = board.changes;
  const rolled = die instanceof HTMLSelectElement && die.value ? Number(die.value) : null;
  return { player: mover.value, die: rolled, before: [...board.base.values()].map(bare), placed, removed, rotated };
}

function next() {
  const turn = present();
  turns.push(turn);
  begin(board.tiles.map(bare), players[(players.indexOf(turn.player) + 1) % players.length]);
}

/** @param {Turn} turn whether it can be made on the board as it is */
function canBeMade({ placed, removed, rotated }) {
  const lying = new Set(board.tiles.map(name));
  return placed.every((tile) => !lying.has(name(tile))) && [...removed, ...rotated].every((cell) => lying.has(name(cell)));
}

// The first turn on record that may follow on those that were told; their number where none may.
function nextOnRecord() {
  /** @type {(turn: Turn) => boolean} */
  const isTouched = (turn) => turn.placed.length + turn.removed.length + turn.rotated.length > 0;
  const found = record.findIndex((turn, index) => canBeMade(turn) && (isTouched(turn) || index >= turns.length));
  return found < 0 ? record.length : found;
}

// Goes on with the turns on record, as far as they can be made since; with a turn more or less than
// there the players are due in their order.
function asOnRecord() {
  if (board.isChanged) next();
  const from = nextOnRecord();
  const isInTurn = from === turns.length;
  for (const turn of record.slice(from)) {
    if (!canBeMade(turn)) break;
    if (isInTurn) mover.value = turn.player;
    if (die instanceof HTMLSelectElement) die.value = turn.die ? String(turn.die) : "";
    board.takeAway(turn.removed);
    board.tapAgain([...turn.placed, ...turn.rotated]);
    next();
  }
}

// Undoes what was tapped last; where that is a whole turn, it is on the board again to be changed.
function undo() {
  if (board.isChanged || !turns.length) {
    board.undo();
    return;
  }
  const turn = /** @type {ToldTurn} */ (turns.pop());
  begin(turn.before, turn.player);
  if (die instanceof HTMLSelectElement) die.value = turn.die ? String(turn.die) : "";
  board.takeAway(turn.removed);
  board.tapAgain([...turn.placed, ...turn.rotated]);
  tell("");
}

async function send() {
  isSent = true;
  tell("");
  section.ariaBusy = "true";
  const all = board.isChanged ? [...turns, present()] : turns;
  const answer = await decide(told(section, "game"), "tell-turns", {
    number: first,
    turns: all.map(({ player, die: rolled, placed, removed, rotated }) => ({
      player, placed, rotated, removed: removed.map(({ q, r }) => [q, r]), ...(rolled && { die: rolled }),
    })),
  });
  section.ariaBusy = null;
  if (answer) location.assign(told(section, "page"));
  isSent = Boolean(answer);
  tell("");
}

section.addEventListener("click", (event) => {
  const what = hit(event, "[data-tap]")?.dataset.tap;
  if (what === "next") next();
  else if (what === "undo") undo();
  else board.operate(what);
  if (hit(event, "#told-rest")) asOnRecord();
  if (hit(event, "#told-all")) send();
});

window.addEventListener("beforeunload", (event) => {
  if (!isSent && (board.isChanged || turns.length)) event.preventDefault();
});

begin(JSON.parse(told(section, "before")), told(section, "mover"));
