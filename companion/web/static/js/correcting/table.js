// What a person says lies on the table: the tiles of each board, the dice, and what can be undone.
//
// A state is never changed: every operation makes a new one, so undoing goes back to the one before.

import { modulo, name, neighbours, rotated } from "./lattice.js";

/** @import {Cell, SureTile} from "../types/board.js" */
/** @import {Answer, Correction, Die} from "../types/reading.js" */

/**
 * The tiles of each board by the names of their cells, and the dice.
 * @typedef {{boards: Map<string, SureTile>[], dice: Die[]}} TableState
 */

export class Table {
  /** @type {TableState[]} */
  #past = [];

  /** @param {Answer<SureTile>} answer what the API says of a reading */
  constructor(answer) {
    this.seen = answer.reading.clusters;
    const from = answer.correction ?? answer.reading;
    /** @type {TableState} */
    this.state = {
      boards: from.clusters.map((cluster) => new Map(cluster.tiles.map((tile) => [name(tile), bare(tile)]))),
      dice: from.dice.map(({ value, sure }) => ({ value, sure })),
    };
  }

  get isChanged() { return this.#past.length > 0; }

  get unsure() {
    const tiles = this.state.boards.flatMap((board) => [...board.values()]);
    return [...tiles, ...this.state.dice].filter((thing) => !thing.sure).length;
  }

  /**
   * @param {number} board
   * @param {Cell} cell
   */
  tile(board, cell) { return this.state.boards[board].get(name(cell)); }

  /** @param {number} board */
  tiles(board) { return [...this.state.boards[board].values()]; }

  /**
   * Whether a tile lies otherwise than it was read.
   * @param {number} board
   * @param {SureTile} tile
   */
  differs(board, tile) { return this.#read(board, tile)?.orientation !== tile.orientation; }

  /**
   * @param {number} board
   * @param {Cell} cell
   */
  isHidden(board, cell) {
    return this.seen[board].hidden.some(([q, r]) => q === cell.q && r === cell.r);
  }

  /**
   * The places of a board where a tile may be added: beside its tiles, and wherever one was read or
   * cannot be seen; none of a board that is gone while there are others.
   * @param {number} board
   * @returns {Cell[]}
   */
  empty(board) {
    if (this.#isGone(board) && !this.state.boards.every((_, other) => this.#isGone(other))) return [];
    const places = [
      ...this.tiles(board).flatMap(neighbours),
      ...this.seen[board].tiles,
      ...this.seen[board].hidden.map(([q, r]) => ({ q, r })),
    ];
    const found = new Map(places.map(({ q, r }) => [name({ q, r }), { q, r }]));
    return [...found.values()].filter((cell) => !this.tile(board, cell));
  }

  /**
   * Turns the tile on a cell counter-clockwise by `steps` times 60 degrees.
   * @param {number} board
   * @param {Cell} cell
   * @param {number} steps
   */
  turn(board, cell, steps) {
    const tile = this.#lying(board, cell);
    this.#put(board, { ...tile, orientation: modulo(tile.orientation + steps), sure: true });
  }

  /**
   * @param {number} board
   * @param {Cell} cell
   */
  check(board, cell) { this.#put(board, { ...this.#lying(board, cell), sure: true }); }

  /**
   * A tile that is added lies as it was read there, or like one beside it until it is turned.
   * @param {number} board
   * @param {Cell} cell
   */
  add(board, { q, r }) {
    const like = this.#read(board, { q, r })
      ?? neighbours({ q, r }).map((cell) => this.tile(board, cell)).find(Boolean);
    this.#put(board, { q, r, orientation: like?.orientation ?? 0, sure: true });
  }

  /**
   * @param {number} board
   * @param {Cell} cell
   */
  remove(board, cell) {
    const boards = this.#copied();
    boards[board].delete(name(cell));
    this.#become({ boards });
  }

  checkAll() {
    this.#become({
      boards: this.state.boards.map((board) => new Map(
        [...board].map(([key, tile]) => [key, { ...tile, sure: true }]),
      )),
      dice: this.state.dice.map((die) => ({ ...die, sure: true })),
    });
  }

  /**
   * The tiles of a board, in their order, as they lie on another's lattice where `tile` of it lies
   * on `cell` with `orientation`.
   * @param {number} board
   * @param {SureTile} tile
   * @param {Cell} cell
   * @param {number} orientation
   * @returns {SureTile[]}
   */
  onLattice(board, tile, cell, orientation) {
    const turns = orientation - tile.orientation;
    return this.tiles(board).map((other) => {
      const { q, r } = rotated({ q: other.q - tile.q, r: other.r - tile.r }, turns);
      return { q: cell.q + q, r: cell.r + r, orientation: modulo(other.orientation + turns), sure: other.sure };
    });
  }

  /**
   * Makes tiles that `onLattice` gave part of a board; the board they are from is gone then.
   * @param {number} from
   * @param {number} onto
   * @param {SureTile[]} moved
   */
  join(from, onto, moved) {
    const boards = this.#copied();
    for (const tile of moved) boards[onto].set(name(tile), tile);
    boards[from].clear();
    this.#become({ boards });
  }

  /**
   * Sets the value of a die; none takes it away, and one more than there are adds it.
   * @param {number} number
   * @param {number} value
   */
  setDie(number, value) {
    const dice = [...this.state.dice];
    dice.splice(number, 1, ...(value ? [{ value, sure: true }] : []));
    this.#become({ dice });
  }

  undo() { this.state = this.#past.pop() ?? this.state; }

  /** @returns {Correction} */
  toJSON() {
    return {
      clusters: this.state.boards.map((board) => ({ tiles: [...board.values()] })),
      dice: this.state.dice,
    };
  }

  /** @param {number} board */
  #isGone(board) { return this.state.boards[board].size === 0; }

  /**
   * The tile that was read on a cell.
   * @param {number} board
   * @param {Cell} cell
   */
  #read(board, cell) { return this.seen[board].tiles.find((tile) => name(tile) === name(cell)); }

  /**
   * The tile on a cell, where there must be one.
   * @param {number} board
   * @param {Cell} cell
   */
  #lying(board, cell) {
    const tile = this.tile(board, cell);
    if (!tile) throw new Error(`No tile lies on cell ${name(cell)} of board ${board + 1}.`);
    return tile;
  }

  #copied() { return this.state.boards.map((board) => new Map(board)); }

  /**
   * @param {number} board
   * @param {SureTile} tile
   */
  #put(board, tile) {
    const boards = this.#copied();
    boards[board].set(name(tile), tile);
    this.#become({ boards });
  }

  /** @param {Partial<TableState>} change */
  #become(change) {
    this.#past.push(this.state);
    this.state = { ...this.state, ...change };
  }
}

/**
 * @param {SureTile} tile
 * @returns {SureTile}
 */
function bare({ q, r, orientation, sure }) {
  return { q, r, orientation, sure };
}
