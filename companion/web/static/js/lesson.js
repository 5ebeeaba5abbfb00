// A step of a lesson: what is asked is done on the board, and the rules say what came of it.

import { all, byId, hit, phrasesOf, told, within } from "./elements.js";
import { name } from "./correcting/lattice.js";
import { send } from "./game/decisions.js";
import { TapBoard } from "./game/tap_board.js";
import { rememberSolved, solvedPuzzles } from "./solved.js";

/** @import {Tile} from "./types/board.js" */
/** @import {TriedStep} from "./types/coach.js" */

const section = byId("lesson");
const status = byId("tap-status");
const words = byId("tried-words");
/** @type {(what: string) => HTMLButtonElement} */
const tool = (what) => within(section, `[data-tap="${what}"]`, HTMLButtonElement);
/** @type {Tile[]} */
const position = JSON.parse(told(section, "tiles"));
const laid = new Set(position.map(name));
const { fixed, touch } = section.dataset;
let isDone = false;
let lasting = "";

const board = new TapBoard(byId("tap-board"), {
  phrases: phrasesOf("tap-phrases"),
  matching: true,
  mayTouch: (tile) => !isDone && (touch !== undefined || !laid.has(name(tile))),
  changed: (said) => {
    lasting = said;
    // what was wrong is being put right
    if (board.wrong.size) {
      board.wrong = new Set();
      board.draw();
    }
    tell(said);
  },
  said: (said) => tell(said || lasting),
});

/** @param {string} said */
function tell(said) {
  status.textContent = said;
  for (const what of ["try", "undo"]) tool(what).disabled = isDone || !board.isChanged;
  for (const what of ["turn", "back", "remove"]) tool(what).disabled = isDone || !board.chosenTile;
}

/** @param {TriedStep} answer */
function say(answer) {
  words.textContent = answer.sentence;
  words.className = `tried-words ${answer.done ? "good" : "bad"}`;
  words.scrollIntoView({ block: "nearest" });
  board.wrong = new Set(answer.wrong.map(([q, r]) => `${q},${r}`));
  lasting = "";
}

async function attempt() {
  const { placed, removed, rotated } = board.changes;
  tool("try").disabled = true;
  /** @type {TriedStep | null} */
  const answer = await send(told(section, "tries"), {
    placed, removed: removed.map(({ q, r }) => [q, r]), rotated,
  });
  if (!answer) {
    words.textContent = told(section, "failed");
    tell(lasting);
    return;
  }
  say(answer);
  isDone = answer.done;
  board.fixed = isDone || fixed !== undefined;
  board.draw();
  tell("");
  if (!isDone) return;
  rememberSolved(told(section, "key"));
  mark();
  const next = byId("next");
  next.hidden = false;
  within(next, "a").focus();
}

// which steps were done is remembered by this browser alone
function mark() {
  const done = solvedPuzzles();
  const list = byId("steps");
  for (const link of all(list, "[data-step]")) {
    if (!done.has(told(link, "step")) || link.classList.contains("solved")) continue;
    link.classList.add("solved");
    link.setAttribute("aria-label", `${link.getAttribute("aria-label")} (${told(list, "solved")})`);
  }
}

section.addEventListener("click", (event) => {
  const what = hit(event, "[data-tap]")?.dataset.tap;
  if (what === "try") attempt();
  else board.operate(what);
});

board.show(position, { fixed: fixed !== undefined });
tell("");
mark();
