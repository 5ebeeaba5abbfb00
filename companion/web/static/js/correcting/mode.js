// The mode in which people put a reading right: tiles are chosen, turned, removed and added on the
// photo or on the board, by touch, mouse or keys, and what was changed is said aloud. An address that
// ends in #correcting begins with it.

import { fitted, lyingOn, placeUnder } from "./joining.js";
import { boardFrames, modulo, name, photoFrames } from "./lattice.js";
import { drawBoard, drawOnPhoto } from "./pictures.js";
import { ARROWS, enterAt, fill, moveFocus, spotIn, spotOf, spots } from "./spots.js";
import { Table } from "./table.js";

const TURN = -1; // clockwise on the screen

const section = document.getElementById("correcting");
const start = document.getElementById("correct");

class Mode {
  constructor(answer) {
    this.table = new Table(answer);
    this.turns = JSON.parse(section.dataset.turns);
    this.phrases = JSON.parse(document.getElementById("correcting-phrases").textContent);
    this.boardFrames = this.turns.map(boardFrames);
    this.photoFrames = answer.reading.clusters.map((cluster) => photoFrames(cluster.tiles));
    this.result = section.closest(".result");
    this.boards = document.getElementById("correcting-boards");
    this.status = document.getElementById("correcting-status");
    this.error = document.getElementById("correcting-error");
    this.dice = document.getElementById("correcting-dice");
    this.layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    this.layer.setAttribute("class", "editable");
    this.chosen = null; // {board, cell}
    this.pressed = null; // what was chosen when the pointer went down
    this.controller = new AbortController();
  }

  open() {
    this.result.querySelector(".photo").append(this.layer);
    this.result.classList.add("is-correcting");
    document.body.classList.add("is-correcting");
    section.hidden = false;
    this.draw();
    this.say(this.phrases.ready);
    this.listen();
    document.getElementById("correcting-title").focus({ preventScroll: true });
  }

  close() {
    this.controller.abort();
    this.layer.remove();
    section.hidden = true;
    this.result.classList.remove("is-correcting");
    document.body.classList.remove("is-correcting");
    if (location.hash) history.replaceState(null, "", location.pathname);
    start.focus();
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
    section.addEventListener("keydown", (event) => this.press(event), { signal });
    section.addEventListener("click", (event) => {
      const tool = event.target.closest("[data-tool]")?.dataset.tool;
      if (tool) this.use(tool);
    }, { signal });
    this.dice.addEventListener("change", (event) => this.setDie(event.target), { signal });
    window.addEventListener("beforeunload", (event) => {
      if (this.table.isChanged && !this.saved) event.preventDefault();
    }, { signal });
  }

  // What people do

  tap(spot) {
    const again = this.pressed !== null;
    this.pressed = null;
    this.choose(spot);
    if (!this.table.tile(spot.board, spot.cell)) this.add(spot);
    else if (again) this.turn(TURN);
    else this.say(this.phrases.chosen);
  }

  press(event) {
    const spot = event.target.closest?.(".spot") ? spotOf(event) : null;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      this.use("undo");
    } else if (spot && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const tile = this.table.tile(spot.board, spot.cell);
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (key in ARROWS) moveFocus(event.target.closest(".spot"), ARROWS[key]);
      else if (key === "Enter" || key === " ") tile ? this.turn(event.shiftKey ? -TURN : TURN) : this.add(spot);
      else if (tile && (key === "Delete" || key === "Backspace")) this.use("remove");
      else if (tile && key === "r") this.use("check");
      else return;
      event.preventDefault();
    }
  }

  use(tool) {
    const tile = this.chosen && this.table.tile(this.chosen.board, this.chosen.cell);
    if (tool === "save") this.save();
    else if (tool === "cancel") this.leave();
    else if (tool === "undo" && this.table.isChanged) {
      this.table.undo();
      this.changed(this.phrases.undone);
    } else if (tool === "rest") {
      this.table.checkAll();
      this.changed(this.phrases.allChecked);
    } else if (!tile) return;
    else if (tool === "turn") this.turn(TURN);
    else if (tool === "back") this.turn(-TURN);
    else if (tool === "join") this.join();
    else if (tool === "check") {
      this.table.check(this.chosen.board, this.chosen.cell);
      this.changed(this.phrases.checked);
    } else if (tool === "remove") {
      this.table.remove(this.chosen.board, this.chosen.cell);
      this.changed(this.phrases.removed);
    }
  }

  turn(steps) {
    const { board, cell } = this.chosen;
    this.table.turn(board, cell, steps);
    this.changed(fill(this.phrases.turned, { place: this.tipOf(board, cell) }));
  }

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
    const { board, cell } = this.chosen;
    const tile = this.table.tile(board, cell);
    const place = placeUnder(this.table, this.photoFrames, board, tile);
    if (place) this.fit({ board, tile }, place);
  }

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

  setDie(select) {
    const number = Number(select.dataset.die);
    const value = Number(select.value);
    this.table.setDie(number, value);
    this.changed(fill(this.phrases.dieSet, { number: number + 1, value: value || this.phrases.noDie }));
    this.dice.querySelector(`[data-die="${number}"]`)?.focus();
  }

  leave() {
    if (!this.table.isChanged || window.confirm(this.phrases.leave)) this.close();
  }

  async save() {
    this.error.textContent = "";
    this.say(this.phrases.saving);
    let message = this.phrases.failed;
    try {
      const response = await fetch(section.dataset.correction, {
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

  say(words) { this.status.textContent = words; }

  changed(words) {
    const tool = document.activeElement.closest("[data-tool]");
    this.error.textContent = "";
    this.draw();
    this.say(words);
    // Who works with keys must not lose their place when a tool has nothing more to do.
    if (tool?.disabled || tool?.hidden) this.boards.querySelector("[tabindex='0']")?.focus();
  }

  choose(spot) {
    this.chosen = spot;
    this.mark();
  }

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

  drawnBoard(board, several) {
    const figure = document.createElement("figure");
    figure.className = "card board-card";
    const beyond = new Map();
    for (const cell of this.table.empty(board)) {
      const lying = lyingOn(this.table, this.photoFrames, board, cell);
      const moved = lying && fitted(this.table, this.photoFrames, lying, { board, cell });
      if (moved) beyond.set(name(cell), moved[0]);
    }
    const label = (cell, tile) => this.labelOf(board, cell, tile, beyond);
    const svg = drawBoard(this.table, board, this.boardFrames[board], beyond, label);
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

  labelOf(board, cell, tile, beyond) {
    if (tile) {
      const words = fill(this.phrases.tile, { place: this.tipOf(board, tile) });
      return tile.sure ? words : `${words}, ${this.phrases.unsure}`;
    }
    if (beyond.has(name(cell))) return this.phrases.joins;
    return this.table.isHidden(board, cell) ? this.phrases.hidden : this.phrases.empty;
  }

  tipOf(board, cell) {
    return this.phrases.places[modulo(this.table.tile(board, cell).orientation + this.turns[board])];
  }

  drawDice() {
    const { dice } = this.table.state;
    const selects = [...dice, { value: 0, sure: true }].map((die, number) => {
      const label = document.createElement("label");
      const select = document.createElement("select");
      select.dataset.die = number;
      for (let value = 0; value <= 6; value += 1) {
        const words = value ? `${value}${!die.sure && value === die.value ? " ?" : ""}` : this.phrases.noDie;
        select.add(new Option(words, value, false, value === die.value));
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
    const tile = this.chosen && this.table.tile(this.chosen.board, this.chosen.cell);
    const tool = (what) => section.querySelector(`[data-tool="${what}"]`);
    for (const what of ["turn", "back", "remove"]) tool(what).disabled = !tile;
    tool("check").disabled = !tile || tile.sure;
    tool("join").hidden = !tile || !placeUnder(this.table, this.photoFrames, this.chosen.board, tile);
    tool("rest").hidden = !this.table.unsure;
    tool("undo").disabled = !this.table.isChanged;
    tool("save").disabled = !this.table.isChanged;
  }
}

async function begin() {
  const response = await fetch(section.dataset.reading);
  if (response.ok) new Mode(await response.json()).open();
  else location.reload(); // it was forgotten meanwhile, and the page will say so
}

if (section && start) {
  start.hidden = false;
  start.addEventListener("click", async () => {
    await begin();
    section.closest(".result").scrollIntoView();
  });
  if (location.hash === "#correcting") begin();
}
