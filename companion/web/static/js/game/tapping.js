// Playing without a camera: tiles are tapped in as they lie on the table, and "Done" gives them to
// the referee. What was laid before stays, unless the roll or the referee says otherwise.

import { name } from "../correcting/lattice.js";
import { decide, send } from "./decisions.js";
import { TapBoard } from "./tap_board.js";

const LAST_TILES = 0;
const RHOMBUS = [[0, 0, 2], [1, -1, 4], [1, 0, 0], [2, -1, 2]]
  .map(([q, r, orientation]) => ({ q, r, orientation }));
const live = document.getElementById("live");
const section = document.getElementById("tapping");
const status = document.getElementById("tap-status");
const phrases = JSON.parse(document.getElementById("tap-phrases").textContent);
const tool = (what) => section.querySelector(`[data-tap="${what}"]`);
let state = null;
let builder = null; // who builds their palagem just now
let lasting = ""; // what a change said, until the next one

const board = new TapBoard(document.getElementById("tap-board"), {
  phrases,
  matching: true,
  mayTouch: (tile) => !isAgreed(tile) || maySeize(),
  // what there is to see on the clean board, which is hidden while tiles are tapped in
  marks: () => document.querySelector("#clean-board .marks")?.cloneNode(true) ?? null,
  changed: (words) => { lasting = words; tell(words); },
  said: (words) => tell(words || lasting),
});

function tell(words) {
  status.textContent = words;
  tool("lay").disabled = !board.isChanged && !builder;
  tool("undo").disabled = !board.isChanged;
  for (const what of ["turn", "back"]) tool(what).disabled = !board.holdsTile || Boolean(builder);
  tool("remove").disabled = !board.holdsTile || Boolean(builder);
}

// Tiles of moves that were agreed on stay, but for those that the game lets a mover take or turn.
function isAgreed(tile) {
  return state.agreed.tiles.some((one) => name(one) === name(tile) && one.orientation === tile.orientation);
}

function maySeize() {
  const die = state.turn?.die;
  if (state.game === "palagonia") return die === 1 || die === 6 || state.tiles_left === LAST_TILES;
  return state.game === "palagem" && state.tiles_left === LAST_TILES;
}

// Of Palagem each player's palagem comes first; who must change theirs is named in the question.
function whoBuilds() {
  if (state.game !== "palagem" || state.ready) return null;
  const names = state.players.map((player) => player.name);
  return names.find((name) => !state.palagems[name])
    ?? names.find((name) => state.question?.reason.includes(name)) ?? null;
}

function build() {
  lasting = phrases.builds.replace("{player}", builder);
  board.show(RHOMBUS, { fixed: true });
  tell(lasting);
}

async function load() {
  const response = await fetch(section.dataset.state).catch(() => null);
  if (!response?.ok) return;
  const next = await response.json();
  const lies = (one) => JSON.stringify([one?.board, one?.agreed, one?.wrong]);
  const isSame = state && lies(state) === lies(next);
  state = next;
  section.hidden = state.over || !state.running;
  document.getElementById("clean-board").hidden = !section.hidden;
  const building = builder;
  builder = whoBuilds();
  if (builder) {
    if (builder !== building) build();
    return;
  }
  // a draft is kept while nothing has changed under it
  if (!isSame || !board.table || building) {
    lasting = "";
    const wrong = (state.wrong ?? []).flatMap((violation) => violation.cells);
    board.show(state.board.tiles, { unsure: state.unsure, hidden: state.hidden, wrong });
  } else {
    board.draw();
  }
  tell(lasting);
}

async function lay() {
  if (builder) {
    const player = builder;
    builder = null; // the next one begins anew, this one too if it must be changed
    await decide(section.dataset.game, "set-palagem", { player, tiles: board.tiles.map(bare) });
    await load();
    return;
  }
  const { placed, removed, rotated } = board.changes;
  const isPlain = !removed.length && !rotated.length;
  tool("lay").disabled = true;
  const answer = await send(`/api/games/${section.dataset.game}/table`, {
    placed,
    removed: removed.map(({ q, r }) => [q, r]),
    rotated,
    ...(isPlain && { ordered: true }),
  });
  if (answer) state = null;
  await load();
}

section.addEventListener("click", (event) => {
  const what = event.target.closest("[data-tap]")?.dataset.tap;
  if (what === "turn") board.turnChosen(-1);
  else if (what === "back") board.turnChosen(1);
  else if (what === "remove") board.remove();
  else if (what === "undo") board.undo();
  else if (what === "lay") lay();
});

function bare({ q, r, orientation }) { return { q, r, orientation }; }

live.addEventListener("refreshed", load);
load();
