// A board to tap on: tiles are chosen, turned, removed and added, by touch, mouse or keys.
//
// It holds what the table is said to look like; what becomes of it is for others to decide.

import { hit } from "../elements.js";
import { boardFrames, modulo, name, neighbours } from "../correcting/lattice.js";
import { drawBoard } from "../correcting/pictures.js";
import { ARROWS, enterAt, fill, moveFocus, spotIn, spotOf, spots } from "../correcting/spots.js";
import { Table } from "../correcting/table.js";

/** @import {Cell, CellPair, Spot, SureTile, Tile} from "../types/board.js" */
/** @import {TapPhrases} from "../types/pages.js" */
/** @import {Shown} from "../correcting/pictures.js" */

/**
 * @typedef {object} TapOptions
 * @property {TapPhrases} phrases what the board says
 * @property {number} [turns] how the board is turned, counter-clockwise in steps of 60 degrees
 * @property {boolean} [matching] whether tapping turns a tile from one way in which it matches to the next
 * @property {(tile: Tile) => boolean} [mayTouch] whether a tile may be turned or removed
 * @property {() => Node | null} [marks] what to lay over the board, drawn on the same lattice
 * @property {(words: string) => void} changed called after every change
 * @property {(words: string) => void} said called for all else there is to say
 */

const TURN = -1; // clockwise on the screen
const MIDDLE = { q: 0, r: 0 };
const AROUND_THE_MIDDLE = [MIDDLE, ...neighbours(MIDDLE)];

export class TapBoard {
  table = tableOf([], []);
  /** @type {Map<string, SureTile>} what lay on the table at first, by the names of the cells */
  base = new Map();
  /** @type {string[]} the names of the cells on which tiles were added, in order */
  added = [];
  /** @type {Set<string>} the names of the cells of which something is wrong */
  wrong = new Set();
  fixed = false;
  /** @type {Spot | null} */
  chosen = null;
  pressed = false;

  /**
   * @param {HTMLElement} place the element that it fills
   * @param {TapOptions} options
   */
  constructor(place, { phrases, turns = 0, matching = false, mayTouch = () => true, marks = () => null, changed, said }) {
    this.place = place;
    this.phrases = phrases;
    this.turns = turns;
    this.matching = matching;
    this.mayTouch = mayTouch;
    this.marks = marks;
    this.changed = changed;
    this.said = said;
    this.frames = boardFrames(turns);
    place.addEventListener("pointerdown", (event) => { this.pressed = this.isChosen(spotOf(event)); });
    place.addEventListener("click", (event) => {
      const spot = spotOf(event);
      if (spot) this.tap(spot);
    });
    place.addEventListener("focusin", (event) => {
      const spot = spotOf(event);
      if (spot) this.choose(spot);
    });
    place.addEventListener("keydown", (event) => this.press(event));
  }

  /**
   * Starts from what lies on the table; `fixed` tiles can only be turned. On their cells `likely` tiles
   * are laid just so.
   * @param {Tile[]} tiles
   * @param {{unsure?: CellPair[], hidden?: CellPair[], wrong?: CellPair[], fixed?: boolean, likely?: Tile[]}} known
   */
  show(tiles, { unsure = [], hidden = [], wrong = [], fixed = false, likely = [] } = {}) {
    this.fixed = fixed;
    this.wrong = new Set(wrong.map(([q, r]) => `${q},${r}`));
    const doubtful = new Set(unsure.map(([q, r]) => `${q},${r}`));
    const seen = tiles.map(({ q, r, orientation }) => ({ q, r, orientation, sure: !doubtful.has(`${q},${r}`) }));
    this.base = new Map(seen.map((tile) => [name(tile), tile]));
    this.table = tableOf(seen, hidden, likely);
    this.added = [];
    this.chosen = null;
    this.draw();
  }

  /**
   * The tiles that were added or turned since those were all that lay there.
   * @param {Tile[]} before
   */
  tappedSince(before) {
    const known = new Map(before.map((tile) => [name(tile), tile.orientation]));
    return this.tiles.filter((tile) => known.get(name(tile)) !== tile.orientation);
  }

  /**
   * Lays tiles as they were tapped before others were shown; those that may not be touched stay.
   * @param {Tile[]} tapped
   */
  tapAgain(tapped) {
    for (const { q, r, orientation } of tapped) {
      const cell = { q, r };
      const lies = this.table.tile(0, cell);
      if (lies && !this.mayTouch(lies)) continue;
      if (!lies) {
        this.table.add(0, cell);
        this.added.push(name(cell));
      }
      const steps = orientation - (this.table.tile(0, cell)?.orientation ?? 0);
      if (steps) this.table.turn(0, cell, steps);
      this.chosen = { board: 0, cell };
    }
    if (tapped.length) this.draw();
  }

  /**
   * Takes tiles away as they were before others were shown; those that may not be touched stay.
   * @param {Cell[]} cells
   */
  takeAway(cells) {
    for (const cell of cells) {
      const lies = this.table.tile(0, cell);
      if (lies && this.mayTouch(lies)) this.table.remove(0, cell);
    }
    if (cells.length) this.draw();
  }

  get tiles() { return this.table.tiles(0); }

  // What is different from what lay on the table: `placed` in the order in which it was added.
  get changes() {
    const now = new Map(this.tiles.map((tile) => [name(tile), tile]));
    /** @type {(tile: Tile) => boolean} */
    const isNew = (tile) => !this.base.has(name(tile));
    /** @type {(tile: Tile) => number} */
    const order = (tile) => this.added.lastIndexOf(name(tile));
    /** @type {(tile: Tile) => boolean} */
    const isTurned = (tile) => this.base.get(name(tile))?.orientation !== tile.orientation;
    return {
      placed: [...now.values()].filter(isNew).sort((a, b) => order(a) - order(b)).map(bare),
      removed: [...this.base.values()].filter((tile) => !now.has(name(tile))),
      rotated: [...now.values()].filter((tile) => !isNew(tile) && isTurned(tile)).map(bare),
    };
  }

  get isChanged() { return Object.values(this.changes).some((tiles) => tiles.length); }

  // The chosen tile where it may be touched; null where none is.
  get chosenTile() {
    const tile = this.chosen && this.table.tile(0, this.chosen.cell);
    return tile && this.mayTouch(tile) ? tile : null;
  }

  /** @param {Spot} spot */
  tap(spot) {
    const again = this.pressed;
    this.pressed = false;
    this.choose(spot);
    const tile = this.table.tile(0, spot.cell);
    if (!tile) this.add(spot.cell);
    else if (!this.mayTouch(tile)) this.said(this.phrases.stays);
    else if (again || this.fixed || (this.matching && !this.base.has(name(tile)))) this.turnOn(spot.cell);
    else this.said(this.phrases.chosen);
  }

  /** @param {Cell} cell */
  add(cell) {
    if (this.fixed) return;
    this.table.add(0, cell);
    // `add` copies a neighbour, which always matches it; another neighbour may not
    this.added.push(name(cell));
    this.become(this.phrases.added, cell);
  }

  /**
   * Turns a tile to the next way: where only matching ones are wanted by two steps, else by one.
   * @param {Cell} cell
   */
  turnOn(cell) { this.turn(cell, this.matching ? 2 * TURN : TURN); }

  /**
   * @param {Cell} cell
   * @param {number} steps
   */
  turn(cell, steps) {
    this.table.turn(0, cell, steps);
    this.become(this.phrases.turned, cell);
  }

  /** @param {number} steps */
  turnChosen(steps) {
    const tile = this.chosenTile;
    if (tile) this.turn(tile, steps);
  }

  remove() {
    const tile = this.chosenTile;
    if (!tile || this.fixed) return;
    this.table.remove(0, tile);
    this.become(this.phrases.removed, tile);
  }

  undo() {
    this.table.undo();
    this.become(this.phrases.undone, null);
  }

  /**
   * Does what the button of a toolbar is for.
   * @param {string | undefined} what
   */
  operate(what) {
    if (what === "turn") this.turnChosen(TURN);
    else if (what === "back") this.turnChosen(-TURN);
    else if (what === "remove") this.remove();
    else if (what === "undo") this.undo();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const element = hit(event, ".spot");
    if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
    const { cell } = spotIn(element);
    const tile = this.table.tile(0, cell);
    if (event.key in ARROWS) moveFocus(element, ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") {
      if (!tile) this.add(cell);
      else if (!this.mayTouch(tile)) this.said(this.phrases.stays);
      else if (event.shiftKey) this.turn(cell, 1);
      else this.turnOn(cell);
    } else if (event.key === "Delete" || event.key === "Backspace") this.remove();
    else return;
    event.preventDefault();
  }

  /**
   * Shows the table as it is after a change, and says so.
   * @param {string} phrase
   * @param {Cell | null} cell where it was changed
   */
  become(phrase, cell) {
    this.draw();
    this.changed(cell ? fill(phrase, { place: this.tipAt(cell) }) : phrase);
  }

  /** @param {Cell} cell */
  tipAt(cell) {
    const tile = this.table.tile(0, cell);
    return tile ? this.phrases.places[modulo(tile.orientation + this.turns)] : "";
  }

  /** @param {Spot} spot */
  choose(spot) {
    this.chosen = spot;
    this.mark();
  }

  /** @param {Spot | null} spot */
  isChosen(spot) { return spot !== null && this.chosen !== null && name(spot.cell) === name(this.chosen.cell); }

  /**
   * What is drawn. On a bare table a tile may lie anywhere, so a few places around the middle are
   * offered; where tiles are fixed, none, but for the middle of a bare table to be seen.
   * @returns {Shown}
   */
  get drawn() {
    if (this.fixed) return offering(this.tiles, this.tiles.length ? [] : [MIDDLE]);
    return this.tiles.length ? this.table : offering([], AROUND_THE_MIDDLE);
  }

  draw() {
    const hadFocus = this.place.contains(document.activeElement);
    /** @type {(cell: Cell, tile?: SureTile) => string} */
    const label = (_cell, tile) => (tile
      ? fill(this.phrases.tile, { place: this.tipAt(tile) }) + (tile.sure ? "" : `, ${this.phrases.unsure}`)
      : this.phrases.empty);
    const svg = drawBoard(this.drawn, 0, this.frames, new Map(), label);
    svg.setAttribute("aria-label", this.phrases.board);
    for (const spot of spots(svg)) spot.classList.toggle("wrong", this.wrong.has(name(spotIn(spot).cell)));
    const marks = this.marks();
    if (marks) svg.append(marks);
    this.place.replaceChildren(svg);
    this.mark();
    if (hadFocus) spots(svg).find((spot) => this.isChosen(spotIn(spot)))?.focus();
  }

  mark() {
    for (const spot of spots(this.place)) spot.classList.toggle("chosen", this.isChosen(spotIn(spot)));
    for (const svg of this.place.querySelectorAll("svg")) enterAt(svg, (spot) => this.isChosen(spot));
    this.said("");
  }
}

/**
 * @param {SureTile[]} tiles
 * @param {Cell[]} places
 * @returns {Shown}
 */
function offering(tiles, places) {
  return {
    empty: () => places,
    tiles: () => tiles,
    isHidden: () => false,
    differs: () => false,
  };
}

/**
 * @param {SureTile[]} tiles
 * @param {CellPair[]} hidden
 * @param {Tile[]} likely tiles that are laid just so where none lies
 */
function tableOf(tiles, hidden, likely = []) {
  const lying = new Set(tiles.map(name));
  const offered = likely.filter((tile) => !lying.has(name(tile))).map((tile) => ({ ...bare(tile), sure: true }));
  const reading = { clusters: [{ tiles: [...tiles, ...offered], hidden }], dice: [] };
  return new Table({ reading, correction: { clusters: [{ tiles }], dice: [] } });
}

/**
 * @param {Tile} tile
 * @returns {Tile}
 */
export function bare({ q, r, orientation }) { return { q, r, orientation }; }
