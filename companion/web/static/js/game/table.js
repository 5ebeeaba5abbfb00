// Putting right what was read of the table: each tile that is said to lie otherwise is a decision.

import { byId, hit, phrasesOf, told, within } from "../elements.js";
import { decide } from "./decisions.js";
import "../whole_picture.js";
import { TapBoard } from "./tap_board.js";

/** @import {State} from "../types/game.js" */

const section = byId("table");
const status = byId("tap-status");
/** @type {(what: string) => HTMLButtonElement} */
const tool = (what) => within(section, `[data-tap="${what}"]`, HTMLButtonElement);
let lasting = "";

const board = new TapBoard(byId("tap-board"), {
  phrases: phrasesOf("tap-phrases"),
  turns: Number(section.dataset.turns),
  changed: (words) => { lasting = words; tell(words); },
  said: (words) => tell(words || lasting),
});

/** @param {string} words */
function tell(words) {
  status.textContent = words;
  for (const what of ["save", "undo"]) tool(what).disabled = !board.isChanged;
  for (const what of ["turn", "back", "remove"]) tool(what).disabled = !board.chosenTile;
}

// Tiles that are gone come first, so that a tile that was moved is never seen in two places.
async function save() {
  const { placed, removed, rotated } = board.changes;
  tool("save").disabled = true;
  const decisions = [
    ...removed.map(({ q, r }) => ({ cell: [q, r] })),
    ...[...rotated, ...placed].map(({ q, r, orientation }) => ({ cell: [q, r], orientation })),
  ];
  for (const data of decisions) {
    if (!await decide(told(section, "game"), "set-tile", data)) {
      await load();
      return;
    }
  }
  location.assign(told(section, "page"));
}

async function load() {
  const response = await fetch(told(section, "state"));
  /** @type {State} */
  const state = await response.json();
  const wrong = (state.wrong ?? []).flatMap((violation) => violation.cells);
  board.show(state.board.tiles, { unsure: state.unsure, hidden: state.hidden, wrong });
  tell("");
}

section.addEventListener("click", (event) => {
  const what = hit(event, "[data-tap]")?.dataset.tap;
  if (what === "save") save();
  else board.operate(what);
});

window.addEventListener("beforeunload", (event) => {
  if (board.isChanged && !tool("save").disabled) event.preventDefault();
});

load();
