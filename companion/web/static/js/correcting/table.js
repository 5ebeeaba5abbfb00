// What a person says lies on the table: the tiles of each board, the dice, and what can be undone.
//
// A state is never changed: every operation makes a new one, so undoing goes back to the one before.

import { modulo, name, neighbours, rotated } from "./lattice.js";

export class Table {
  // `answer` is what the API says of a reading.
  constructor(answer) {
    this.seen = answer.reading.clusters;
    const from = answer.correction ?? answer.reading;
    this.state = {
      boards: from.clusters.map((cluster) => new Map(cluster.tiles.map((tile) => [name(tile), bare(tile)]))),
      dice: from.dice.map(({ value, sure }) => ({ value, sure })),
    };
    this.past = [];
  }

  get isChanged() { return this.past.length > 0; }

  get unsure() {
    const tiles = this.state.boards.flatMap((board) => [...board.values()]);
    return [...tiles, ...this.state.dice].filter((thing) => !thing.sure).length;
  }

  tile(board, cell) { return this.state.boards[board].get(name(cell)); }

  tiles(board) { return [...this.state.boards[board].values()]; }

  // Whether a tile lies otherwise than it was read.
  differs(board, tile) {
    const seen = this.seen[board].tiles.find((other) => name(other) === name(tile));
    return !seen || seen.orientation !== tile.orientation;
  }

  isHidden(board, cell) {
    return this.seen[board].hidden.some(([q, r]) => q === cell.q && r === cell.r);
  }

  // The places of a board where a tile may be added: beside its tiles, and wherever one was read or
  // cannot be seen; none of a board that is gone while there are others.
  empty(board) {
    const isGone = (tiles) => tiles.size === 0;
    if (isGone(this.state.boards[board]) && !this.state.boards.every(isGone)) return [];
    const places = [
      ...this.tiles(board).flatMap(neighbours),
      ...this.seen[board].tiles,
      ...this.seen[board].hidden.map(([q, r]) => ({ q, r })),
    ];
    const found = new Map(places.map(({ q, r }) => [name({ q, r }), { q, r }]));
    return [...found.values()].filter((cell) => !this.tile(board, cell));
  }

  turn(board, cell, steps) {
    const tile = this.tile(board, cell);
    this.#put(board, { ...tile, orientation: modulo(tile.orientation + steps), sure: true });
  }

  check(board, cell) { this.#put(board, { ...this.tile(board, cell), sure: true }); }

  // A tile that is added lies as it was read there, or like one beside it until it is turned.
  add(board, { q, r }) {
    const like = this.seen[board].tiles.find((tile) => name(tile) === name({ q, r }))
      ?? neighbours({ q, r }).map((cell) => this.tile(board, cell)).find(Boolean);
    this.#put(board, { q, r, orientation: like?.orientation ?? 0, sure: true });
  }

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

  // The tiles of a board, in their order, as they lie on another's lattice where `tile` of it lies
  // on `cell` with `orientation`.
  onLattice(board, tile, cell, orientation) {
    const turns = orientation - tile.orientation;
    return this.tiles(board).map((other) => {
      const { q, r } = rotated({ q: other.q - tile.q, r: other.r - tile.r }, turns);
      return { q: cell.q + q, r: cell.r + r, orientation: modulo(other.orientation + turns), sure: other.sure };
    });
  }

  // Makes tiles that `onLattice` gave part of a board; the board they are from is gone then.
  join(from, onto, moved) {
    const boards = this.#copied();
    for (const tile of moved) boards[onto].set(name(tile), tile);
    boards[from].clear();
    this.#become({ boards });
  }

  // Sets the value of a die; none takes it away, and one more than there are adds it.
  setDie(number, value) {
    const dice = [...this.state.dice];
    dice.splice(number, 1, ...(value ? [{ value, sure: true }] : []));
    this.#become({ dice });
  }

  undo() { this.state = this.past.pop() ?? this.state; }

  toJSON() {
    return {
      clusters: this.state.boards.map((board) => ({ tiles: [...board.values()] })),
      dice: this.state.dice,
    };
  }

  #copied() { return this.state.boards.map((board) => new Map(board)); }

  #put(board, tile) {
    const boards = this.#copied();
    boards[board].set(name(tile), tile);
    this.#become({ boards });
  }

  #become(change) {
    this.past.push(this.state);
    this.state = { ...this.state, ...change };
  }
}

function bare({ q, r, orientation, sure }) {
  return { q, r, orientation, sure };
}
