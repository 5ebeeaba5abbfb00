// Looking for a move on a board: it is tapped in, tried, and what refutes it is shown.

import { byId, hit, phrasesOf, told, within } from "./elements.js";
import { name } from "./correcting/lattice.js";
import { fill, spotIn, spots } from "./correcting/spots.js";
import { send } from "./game/decisions.js";
import { bare, TapBoard } from "./game/tap_board.js";
import { rememberSolved } from "./solved.js";

/** @import {Tile} from "./types/board.js" */
/** @import {TriedMove} from "./types/coach.js" */

const MOST_TILES = 2;
const section = byId("solving");
const status = byId("tap-status");
const words = byId("tried-words");
const count = byId("tried-count");
const again = byId("again");
const place = byId("tap-board");
/** @type {(what: string) => HTMLButtonElement} */
const tool = (what) => within(section, `[data-tap="${what}"]`, HTMLButtonElement);
/** @type {Tile[]} */
const position = JSON.parse(told(section, "tiles"));
const laid = new Set(position.map(name));
let tries = 0;
let isHinted = false;
/** @type {Set<string>} */
let reply = new Set();
/** @type {Set<string>} */
let attempted = new Set();
let lasting = "";

const board = new TapBoard(place, {
  phrases: phrasesOf("tap-phrases"),
  matching: true,
  mayTouch: (tile) => !laid.has(name(tile)) && !board.fixed,
  changed: (said) => { lasting = said; tell(said); },
  said: (said) => tell(said || lasting),
});

/** @param {string} said */
function tell(said) {
  const placed = board.changes.placed.length;
  status.textContent = said;
  tool("try").disabled = board.fixed || !placed || placed > MOST_TILES;
  tool("undo").disabled = board.fixed || !placed;
  for (const what of ["turn", "back", "remove"]) tool(what).disabled = board.fixed || !board.chosenTile;
  for (const spot of spots(place)) {
    const cell = name(spotIn(spot).cell);
    spot.classList.toggle("tried-tile", attempted.has(cell));
    spot.classList.toggle("reply", reply.has(cell));
    spot.classList.toggle("hinted", isHinted && cell === section.dataset.hint);
  }
}

function begin() {
  reply = new Set();
  attempted = new Set();
  lasting = "";
  again.hidden = true;
  board.show(position);
  tell("");
}

async function attempt() {
  const placed = board.changes.placed;
  tool("try").disabled = true;
  words.className = "tried-words";
  words.textContent = told(section, "working");
  /** @type {TriedMove | null} */
  const answer = await send(told(section, "tries"), { placed });
  if (!answer) {
    words.textContent = told(section, "failed");
    tell(lasting);
    return;
  }
  words.textContent = answer.sentence;
  words.classList.add(answer.solved ? "good" : "bad");
  if (answer.found === "illegal") {
    tell(lasting);
    return;
  }
  tries += 1;
  count.textContent = fill(told(section, "counted"), { count: String(tries) });
  attempted = new Set(placed.map(name));
  reply = new Set((answer.reply ?? []).map(name));
  lasting = "";
  board.show([...board.tiles.map(bare), ...(answer.reply ?? [])], { fixed: true });
  again.hidden = answer.solved;
  if (answer.solved && section.dataset.puzzle) rememberSolved(section.dataset.puzzle);
  tell("");
}

section.addEventListener("click", (event) => {
  const what = hit(event, "[data-tap]")?.dataset.tap;
  if (what === "try") attempt();
  else board.operate(what);
});
again.addEventListener("click", begin);
byId("hint").addEventListener("click", () => {
  isHinted = true;
  byId("hint-words").hidden = false;
  if (board.fixed && !again.hidden) begin();
  tell(lasting);
});

begin();
