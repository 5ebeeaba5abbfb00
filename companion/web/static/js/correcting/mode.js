// The mode in which people put a reading right: tiles are chosen, turned, removed and added on the
// photo or on the board, by touch, mouse or keys, and what was changed is said aloud. An address that
// ends in #correcting begins with it.

import { all, byId, hit, phrasesOf, told, within } from "../elements.js";
import { fitted, lyingOn, placeUnder } from "./joining.js";
import { boardFrames, modulo, name, photoFrames } from "./lattice.js";
import { drawBoard, drawOnPhoto } from "./pictures.js";
import { ARROWS, enterAt, fill, moveFocus, spotIn, spotOf, spots } from "./spots.js";
import { Table } from "./table.js";

/** @import {Cell, Spot, SureTile, Tile} from "../types/board.js" */
/** @import {CorrectingPhrases} from "../types/pages.js" */
/** @import {Answer} from "../types/reading.js" */

const TURN = -1; // clockwise on the screen

class Mode {
  /** @type {Spot | null} */
  chosen = null;
  /** @type {Spot | null} what was chosen when the pointer went down */
  pressed = null;
  saved = false;
  controller = new AbortController();
  result = within(document, ".result");
  boards = byId("correcting-boards");
  status = byId("correcting-status");
  error = byId("correcting-error");
  dice = byId("correcting-dice");
  layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  /** @type {CorrectingPhrases} */
  phrases = phrasesOf("correcting-phrases");

  /**
   * @param {HTMLElement} section what the mode fills
   * @param {HTMLElement} start the button that opens it
   * @param {Answer} answer what the API says of the reading
   */
  constructor(section, start, answer) {
    this.section = section;
    this.start = start;
    this.table = new Table(answer);
    /** @type {number[]} */
    this.turns = JSON.parse(told(section, "turns"));
    this.boardFrames = this.turns.map(boardFrames);
    this.photoFrames = answer.reading.clusters.map((cluster) => photoFrames(cluster.tiles));
    this.layer.setAttribute("class", "editable");
  }

  open() {
    within(this.result, ".photo", SVGElement).append(this.layer);
    this.result.classList.add("is-correcting");
    document.body.classList.add("is-correcting");
    this.section.hidden = false;
    this.draw();
    this.say(this.phrases.ready);
    this.listen();
    byId("correcting-title").focus({ preventScroll: true });
  }

  close() {
    this.controller.abort();
    this.layer.remove();
    this.section.hidden = true;
    this.result.classList.remove("is-correcting");
    document.body.classList.remove("is-correcting");
    if (location.hash) history.replaceState(null, "", location.pathname);
    this.start.focus();
  }

  listen() {
    const { signal } = this.controller;
    for (const picture of [this.layer, this.boards]) {
      picture.addEventListener("pointerdown", (event) => {
        this.pressed = this.isChosen(spotOf(event)) ? this.chosen : null;
      }, { signal });
      picture.addEventListener("click", (event) => {
        const spot = spotOf(event);
        if (spot) this.tap(spot);
      }, { signal });
    }
    this.boards.addEventListener("focusin", (event) => {
      const spot = spotOf(event);
      if (spot) this.choose(spot);
    }, { signal });
    this.section.addEventListener("keydown", (event) => this.press(event), { signal });
    this.section.addEventListener("click", (event) => {
      const tool = hit(event, "[data-tool]")?.dataset.tool;
      if (tool) this.use(tool);
    }, { signal });
    this.dice.addEventListener("change", (event) => {
      if (event.target instanceof HTMLSelectElement) this.setDie(event.target);
    }, { signal });
    window.addEventListener("beforeunload", (event) => {
      if (this.table.isChanged && !this.saved) event.preventDefault();
    }, { signal });
  }

  // What people do

  /** @param {Spot} spot */
  tap(spot) {
    const again = this.pressed !== null;
    this.pressed = null;
    this.choose(spot);
    if (!this.table.tile(spot.board, spot.cell)) this.add(spot);
    else if (again) this.turn(TURN);
    else this.say(this.phrases.chosen);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const element = hit(event, ".spot");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      this.use("undo");
    } else if (element && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const spot = spotIn(element);
      const tile = this.table.tile(spot.board, spot.cell);
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (key in ARROWS) moveFocus(element, ARROWS[key]);
      else if (key === "Enter" || key === " ") {
        if (tile) this.turn(event.shiftKey ? -TURN : TURN);
        else this.add(spot);
      } else if (tile && (key === "Delete" || key === "Backspace")) this.use("remove");
      else if (tile && key === "r") this.use("check");
      else return;
      event.preventDefault();
    }
  }

  /** @param {string} tool */
  use(tool) {
    if (tool === "save") this.save();
    else if (tool === "cancel") this.leave();
    else if (tool === "undo" && this.table.isChanged) {
      this.table.undo();
      this.changed(this.phrases.undone);
    } else if (tool === "rest") {
      this.table.checkAll();
      this.changed(this.phrases.allChecked);
    } else if (tool === "turn") this.turn(TURN);
    else if (tool === "back") this.turn(-TURN);
    else if (tool === "join") this.join();
    else if (tool === "check") this.check();
    else if (tool === "remove") this.remove();
  }

  // The place that is chosen, with the tile on it; null where none is.
  get chosenTile() {
    const tile = this.chosen && this.table.tile(this.chosen.board, this.chosen.cell);
    return this.chosen && tile ? { ...this.chosen, tile } : null;
  }

  check() {
    const chosen = this.chosenTile;
    if (!chosen) return;
    this.table.check(chosen.board, chosen.cell);
    this.changed(this.phrases.checked);
  }

  remove() {
    const chosen = this.chosenTile;
    if (!chosen) return;
    this.table.remove(chosen.board, chosen.cell);
    this.changed(this.phrases.removed);
  }

  /** @param {number} steps */
  turn(steps) {
    const chosen = this.chosenTile;
    if (!chosen) return;
    const { board, cell } = chosen;
    this.table.turn(board, cell, steps);
    this.changed(fill(this.phrases.turned, { place: this.tipOf(board, cell) }));
  }

  /** @param {Spot} spot */
  add({ board, cell }) {
    const lying = lyingOn(this.table, this.photoFrames, board, cell);
    if (lying) {
      this.fit(lying, { board, cell });
      return;
    }
    this.table.add(board, cell);
    this.changed(fill(this.phrases.added, { place: this.tipOf(board, cell) }));
  }

  // Joins the board of the chosen tile to one beside it.
  join() {
    const chosen = this.chosenTile;
    if (!chosen) return;
    const { board, tile } = chosen;
    const place = placeUnder(this.table, this.photoFrames, board, tile);
    if (place) this.fit({ board, tile }, place);
  }

  /**
   * @param {{board: number, tile: SureTile}} lying
   * @param {Spot} place
   */
  fit(lying, place) {
    const moved = fitted(this.table, this.photoFrames, lying, place);
    if (!moved) {
      this.say(this.phrases.unfit);
      return;
    }
    this.table.join(lying.board, place.board, moved);
    this.chosen = place;
    this.changed(this.phrases.joined);
  }

  /** @param {HTMLSelectElement} select */
  setDie(select) {
    const number = Number(select.dataset.die);
    const value = Number(select.value);
    this.table.setDie(number, value);
    this.changed(fill(this.phrases.dieSet, { number: number + 1, value: value || this.phrases.noDie }));
    all(this.dice, `[data-die="${number}"]`)[0]?.focus();
  }

  leave() {
    if (!this.table.isChanged || window.confirm(this.phrases.leave)) this.close();
  }

  async save() {
    this.error.textContent = "";
    this.say(this.phrases.saving);
    let message = this.phrases.failed;
    try {
      const response = await fetch(told(this.section, "correction"), {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(this.table),
      });
      if (response.ok) {
        this.saved = true;
        history.replaceState(null, "", `${location.pathname}#by-hand`);
        location.reload();
        return;
      }
      message = (await response.json()).error;
    } catch {
      // The message says what to do.
    }
    this.say("");
    this.error.textContent = message;
  }

  // What they see

  /** @param {string} words */
  say(words) { this.status.textContent = words; }

  /** @param {string} words */
  changed(words) {
    /** @type {HTMLButtonElement | null | undefined} */
    const tool = document.activeElement?.closest("[data-tool]");
    this.error.textContent = "";
    this.draw();
    this.say(words);
    // Who works with keys must not lose their place when a tool has nothing more to do.
    if (tool?.disabled || tool?.hidden) all(this.boards, "[tabindex='0']", SVGElement)[0]?.focus();
  }

  /** @param {Spot} spot */
  choose(spot) {
    this.chosen = spot;
    this.mark();
  }

  /** @param {Spot | null} spot */
  isChosen(spot) {
    return spot !== null && this.chosen !== null
      && spot.board === this.chosen.board && name(spot.cell) === name(this.chosen.cell);
  }

  draw() {
    const focused = this.boards.contains(document.activeElement);
    drawOnPhoto(this.layer, this.table, this.photoFrames);
    const shown = [...this.turns.keys()].filter((board) => this.table.empty(board).length);
    this.boards.replaceChildren(...shown.map((board) => this.drawnBoard(board, shown.length > 1)));
    this.drawDice();
    this.mark();
    if (focused) spots(this.boards).find((spot) => this.isChosen(spotIn(spot)))?.focus();
  }

  /**
   * @param {number} board
   * @param {boolean} several whether there are others, so that each needs its name
   */
  drawnBoard(board, several) {
    const figure = document.createElement("figure");
    figure.className = "card board-card";
    /** @type {Map<string, Tile>} */
    const beyond = new Map();
    for (const cell of this.table.empty(board)) {
      const lying = lyingOn(this.table, this.photoFrames, board, cell);
      const moved = lying && fitted(this.table, this.photoFrames, lying, { board, cell });
      if (moved) beyond.set(name(cell), moved[0]);
    }
    const svg = drawBoard(this.table, board, this.boardFrames[board], beyond, (cell, tile) => (
      this.labelOf(board, cell, tile, beyond)
    ));
    const title = fill(this.phrases.board, { number: board + 1 });
    svg.setAttribute("aria-label", title);
    if (several) {
      const caption = document.createElement("figcaption");
      caption.textContent = title;
      figure.append(caption);
    }
    figure.append(svg);
    return figure;
  }

  /**
   * @param {number} board
   * @param {Cell} cell
   * @param {SureTile | undefined} tile
   * @param {Map<string, Tile>} beyond
   */
  labelOf(board, cell, tile, beyond) {
    if (tile) {
      const words = fill(this.phrases.tile, { place: this.tipOf(board, tile) });
      return tile.sure ? words : `${words}, ${this.phrases.unsure}`;
    }
    if (beyond.has(name(cell))) return this.phrases.joins;
    return this.table.isHidden(board, cell) ? this.phrases.hidden : this.phrases.empty;
  }

  /**
   * Where the white tip of the tile on a cell points, on the board as it is drawn.
   * @param {number} board
   * @param {Cell} cell
   */
  tipOf(board, cell) {
    const tile = this.table.tile(board, cell);
    return tile ? this.phrases.places[modulo(tile.orientation + this.turns[board])] : "";
  }

  drawDice() {
    const { dice } = this.table.state;
    const selects = [...dice, { value: 0, sure: true }].map((die, number) => {
      const label = document.createElement("label");
      const select = document.createElement("select");
      select.dataset.die = String(number);
      for (let value = 0; value <= 6; value += 1) {
        const words = value ? `${value}${!die.sure && value === die.value ? " ?" : ""}` : this.phrases.noDie;
        select.add(new Option(words, String(value), false, value === die.value));
      }
      label.append(fill(this.phrases.die, { number: number + 1 }), select);
      return label;
    });
    this.dice.replaceChildren(...selects);
  }

  // Marks what is chosen on both pictures, and lets the keys begin there.
  mark() {
    for (const spot of [...spots(this.layer), ...spots(this.boards)]) {
      spot.classList.toggle("chosen", this.isChosen(spotIn(spot)));
    }
    for (const board of this.boards.querySelectorAll("svg")) {
      enterAt(board, (spot) => this.isChosen(spot));
    }
    const chosen = this.chosenTile;
    /** @type {(what: string) => HTMLButtonElement} */
    const tool = (what) => within(this.section, `[data-tool="${what}"]`, HTMLButtonElement);
    for (const what of ["turn", "back", "remove"]) tool(what).disabled = !chosen;
    tool("check").disabled = !chosen || chosen.tile.sure;
    tool("join").hidden = !chosen || !placeUnder(this.table, this.photoFrames, chosen.board, chosen.tile);
    tool("rest").hidden = !this.table.unsure;
    tool("undo").disabled = !this.table.isChanged;
    tool("save").disabled = !this.table.isChanged;
  }
}

/**
 * @param {HTMLElement} section
 * @param {HTMLElement} start
 */
async function begin(section, start) {
  const response = await fetch(told(section, "reading"));
  if (response.ok) new Mode(section, start, await response.json()).open();
  else location.reload(); // it was forgotten meanwhile, and the page will say so
}

// A reading without tiles, or one that is shown as it was seen, is not put right.
const section = document.getElementById("correcting");
const start = document.getElementById("correct");

if (section && start) {
  start.hidden = false;
  start.addEventListener("click", async () => {
    await begin(section, start);
    section.closest(".result")?.scrollIntoView();
  });
  if (location.hash === "#correcting") begin(section, start);
}
