// A board to tap on: tiles are chosen, turned, removed and added, by touch, mouse or keys.
//
// It holds what the table is said to look like; what becomes of it is for others to decide.

import { boardFrames, modulo, name, neighbours } from "../correcting/lattice.js";
import { drawBoard } from "../correcting/pictures.js";
import { ARROWS, enterAt, fill, moveFocus, spotIn, spotOf, spots } from "../correcting/spots.js";
import { Table } from "../correcting/table.js";

const TURN = -1; // clockwise on the screen
const MIDDLE = { q: 0, r: 0 };
const AROUND_THE_MIDDLE = [MIDDLE, ...neighbours(MIDDLE)];

export class TapBoard {
  // `place` is the element that it fills, `phrases` what it says, `turns` how the board is turned.
  // Where `matching` is set, tapping turns a tile from one way in which it matches to the next.
  // `mayTouch(tile)` says whether a tile may be turned or removed; `changed(words)` is called after
  // every change, `said(words)` for all else there is to say.
  // `marks()` gives what to lay over the board, drawn on the same lattice, or null.
  constructor(place, { phrases, turns = 0, matching = false, mayTouch = () => true, marks = () => null, changed, said }) {
    Object.assign(this, { place, phrases, turns, matching, mayTouch, marks, changed, said });
    this.frames = boardFrames(turns);
    this.chosen = null;
    this.pressed = false;
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

  // Starts from what lies on the table; `tiles` as in Board JSON, all else cells as [q, r].
  // `fixed` tiles can only be turned.
  show(tiles, { unsure = [], hidden = [], wrong = [], fixed = false } = {}) {
    this.fixed = fixed;
    this.wrong = new Set(wrong.map(([q, r]) => `${q},${r}`));
    const doubtful = new Set(unsure.map(([q, r]) => `${q},${r}`));
    const seen = tiles.map(({ q, r, orientation }) => ({ q, r, orientation, sure: !doubtful.has(`${q},${r}`) }));
    this.base = new Map(seen.map((tile) => [name(tile), tile]));
    this.table = new Table({ reading: { clusters: [{ tiles: seen, hidden }], dice: [] } });
    this.added = [];
    this.chosen = null;
    this.draw();
  }

  get tiles() { return this.table.tiles(0); }

  // What is different from what lay on the table: `placed` in the order in which it was added.
  get changes() {
    const now = new Map(this.tiles.map((tile) => [name(tile), tile]));
    const isNew = (tile) => !this.base.has(name(tile));
    const order = (tile) => this.added.lastIndexOf(name(tile));
    return {
      placed: [...now.values()].filter(isNew).sort((a, b) => order(a) - order(b)).map(bare),
      removed: [...this.base.values()].filter((tile) => !now.has(name(tile))),
      rotated: [...now.values()]
        .filter((tile) => !isNew(tile) && this.base.get(name(tile)).orientation !== tile.orientation)
        .map(bare),
    };
  }

  get isChanged() { return Object.values(this.changes).some((tiles) => tiles.length); }

  // Whether the chosen place holds a tile that may be touched.
  get holdsTile() {
    const tile = this.chosen && this.table.tile(0, this.chosen.cell);
    return Boolean(tile) && this.mayTouch(tile);
  }

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

  add(cell) {
    this.table.add(0, cell);
    // `add` copies a neighbour, which always matches it; another neighbour may not
    this.added.push(name(cell));
    this.become(this.phrases.added, cell);
  }

  // Turns a tile to the next way: where only matching ones are wanted by two steps, else by one.
  turnOn(cell) { this.turn(cell, this.matching ? 2 * TURN : TURN); }

  turn(cell, steps) {
    this.table.turn(0, cell, steps);
    this.become(this.phrases.turned, cell);
  }

  turnChosen(steps) { if (this.holdsTile) this.turn(this.chosen.cell, steps); }

  remove() {
    if (!this.holdsTile || this.fixed) return;
    this.table.remove(0, this.chosen.cell);
    this.become(this.phrases.removed, this.chosen.cell);
  }

  undo() {
    this.table.undo();
    this.become(this.phrases.undone, null);
  }

  press(event) {
    const element = event.target.closest?.(".spot");
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

  become(phrase, cell) {
    this.draw();
    this.changed(cell ? fill(phrase, { place: this.tipAt(cell) }) : phrase);
  }

  tipAt(cell) {
    const tile = this.table.tile(0, cell);
    return tile ? this.phrases.places[modulo(tile.orientation + this.turns)] : "";
  }

  choose(spot) {
    this.chosen = spot;
    this.mark();
  }

  isChosen(spot) { return spot !== null && this.chosen !== null && name(spot.cell) === name(this.chosen.cell); }

  // What is drawn. On a bare table a tile may lie anywhere, so a few places around the middle are
  // offered; where tiles are fixed, none.
  get drawn() {
    if (this.fixed) return offering(this.tiles, []);
    return this.tiles.length ? this.table : offering([], AROUND_THE_MIDDLE);
  }

  draw() {
    const hadFocus = this.place.contains(document.activeElement);
    const table = this.drawn;
    const label = (cell, tile) => (tile
      ? fill(this.phrases.tile, { place: this.tipAt(tile) }) + (tile.sure ? "" : `, ${this.phrases.unsure}`)
      : this.phrases.empty);
    const svg = drawBoard(table, 0, this.frames, new Map(), label);
    svg.setAttribute("aria-label", this.phrases.board);
    for (const spot of spots(svg)) spot.classList.toggle("wrong", this.wrong.has(spot.dataset.cell));
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

function offering(tiles, places) {
  return {
    empty: () => places,
    tiles: () => tiles,
    isHidden: () => false,
    differs: () => false,
  };
}

function bare({ q, r, orientation }) { return { q, r, orientation }; }
