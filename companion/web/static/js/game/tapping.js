// Playing without a camera: tiles are tapped in as they lie on the table, and "Done" gives them to
// the referee. What was laid before stays, unless the roll or the referee says otherwise.

import { byId, hit, phrasesOf, told, within } from "../elements.js";
import { name } from "../correcting/lattice.js";
import { fill } from "../correcting/spots.js";
import { decide, send } from "./decisions.js";
import { keepDraft, keptDraft } from "./draft.js";
import { Showing } from "./showing.js";
import { bare, TapBoard } from "./tap_board.js";

/** @import {Tile} from "../types/board.js" */
/** @import {State} from "../types/game.js" */
/** @import {TapPhrases} from "../types/pages.js" */

const LAST_TILES = 0;
const RHOMBUS = [[0, 0, 2], [1, -1, 4], [1, 0, 0], [2, -1, 2]]
  .map(([q, r, orientation]) => ({ q, r, orientation }));
const live = byId("live");
const section = byId("tapping");
const game = told(section, "game");
const status = byId("tap-status");
/** @type {TapPhrases} */
const phrases = phrasesOf("tap-phrases");
/** @type {(what: string) => HTMLButtonElement} */
const tool = (what) => within(section, `[data-tap="${what}"]`, HTMLButtonElement);
/** @type {State | null} */
let state = null;
/** @type {string | null} who builds their palagem just now, which comes before all else */
let builder = null;
/** @type {Set<string>} who has built one so far; who must build again is told so */
const built = new Set();
/** @type {Tile[] | null} what was handed in, until it is shown as the referee took it */
let laid = null;
let isLaying = false;
let lasting = ""; // what a change said, until the next one
const showing = new Showing();

const board = new TapBoard(byId("tap-board"), {
  phrases,
  matching: true,
  mayTouch: (tile) => !isComputersTurn() && (!isAgreed(tile) || maySeize()),
  // what there is to see on the clean board, which is hidden while tiles are tapped in
  marks: () => document.querySelector("#clean-board .marks")?.cloneNode(true) ?? null,
  changed: (words) => {
    lasting = words;
    keep();
    tell(words);
  },
  said: (words) => tell(words || lasting),
});

/** @param {string} words */
function tell(words) {
  status.textContent = words;
  tool("lay").disabled = isLaying || (!board.isChanged && !builder);
  tool("undo").disabled = !board.isChanged;
  for (const what of ["turn", "back"]) tool(what).disabled = !board.chosenTile || Boolean(builder);
  tool("remove").disabled = !board.chosenTile || Boolean(builder);
}

/**
 * Tiles of moves that were agreed on stay, but for those that the game lets a mover take or turn.
 * @param {Tile} tile
 */
function isAgreed(tile) {
  return state?.agreed.tiles.some((one) => name(one) === name(tile) && one.orientation === tile.orientation);
}

// Nothing is tapped in while the computer thinks; where it finds no move, people lay one for it.
function isComputersTurn() {
  return state?.computer?.state === "thinking";
}

function maySeize() {
  if (!state) return false;
  const { die } = state.turn;
  if (state.game === "palagonia") return die === 1 || die === 6 || state.tiles_left === LAST_TILES;
  return state.game === "palagem" && state.tiles_left === LAST_TILES;
}

/** @param {string} player */
function build(player) {
  lasting = fill(built.has(player) ? phrases.rebuilds : phrases.builds, { player });
  board.show(RHOMBUS, { fixed: true });
  tell(lasting);
}

/** @type {(one: State | null) => string} */
const lies = (one) => JSON.stringify([one?.board, one?.agreed, one?.wrong, one?.computer?.state]);

function keep() {
  if (builder) return;
  const { placed, removed, rotated } = board.changes;
  keepDraft(game, lies(state), { tapped: [...placed, ...rotated], gone: removed });
}

// Where the page was opened anew, what had been tapped in on this table is there again.
function resume() {
  const draft = keptDraft(game, lies(state));
  if (!draft) return;
  board.takeAway(draft.gone);
  board.tapAgain(draft.tapped);
}

async function load() {
  const mayShow = showing.begin();
  const response = await fetch(told(section, "state")).catch(() => null);
  if (!response?.ok) return;
  /** @type {State} */
  const next = await response.json();
  if (!await mayShow()) return;
  const isOpened = state === null && !laid;
  const isSame = state !== null && lies(state) === lies(next);
  state = next;
  section.hidden = state.over || !state.running;
  byId("clean-board").hidden = !section.hidden;
  const building = builder;
  for (const player of Object.keys(state.palagems)) built.add(player);
  builder = state.palagems_due[0] ?? null;
  if (builder) {
    if (builder !== building) build(builder);
    return;
  }
  // a draft is kept while nothing but what was handed in has changed under it
  if (!isSame || building) {
    const tapped = laid ? board.tappedSince(laid) : [];
    if (!tapped.length) lasting = isComputersTurn() ? fill(phrases.thinks, { player: state.computer?.player ?? "" }) : "";
    const wrong = (state.wrong ?? []).flatMap((violation) => violation.cells);
    board.show(state.board.tiles, {
      unsure: state.unsure, hidden: state.hidden, wrong, fixed: isComputersTurn(),
    });
    board.tapAgain(tapped);
    if (isOpened) resume();
    else keep();
  } else {
    board.draw();
  }
  tell(lasting);
}

/**
 * Hands in a palagem. Its tiles leave the board at once, so that none of them is taken for a move's; the
 * next player begins anew, this one too if it must be changed.
 * @param {string} player
 */
async function layPalagem(player) {
  const tiles = board.tiles.map(bare);
  builder = null;
  state = null;
  board.show([], { fixed: true });
  await decide(game, "set-palagem", { player, tiles });
  await load();
}

async function layMove() {
  const { placed, removed, rotated } = board.changes;
  const isPlain = !removed.length && !rotated.length;
  laid = board.tiles;
  const answer = await send(`/api/games/${game}/table`, {
    placed,
    removed: removed.map(({ q, r }) => [q, r]),
    rotated,
    ...(isPlain && { ordered: true }),
  });
  if (answer) state = null;
  await load();
  laid = null;
  // a move of which a part is missing is no news: it is said what is still due
  if (answer && !answer.events.length && state?.turn.in_progress) lasting = state.due;
}

// Tapped twice, what lies there is handed in once.
async function lay() {
  if (isLaying) return;
  isLaying = true;
  tool("lay").disabled = true;
  section.ariaBusy = "true";
  await (builder ? layPalagem(builder) : layMove());
  isLaying = false;
  section.ariaBusy = null;
  tell(lasting);
}

section.addEventListener("click", (event) => {
  const what = hit(event, "[data-tap]")?.dataset.tap;
  if (what === "lay") lay();
  else board.operate(what);
});

live.addEventListener("refreshed", load);
load();
