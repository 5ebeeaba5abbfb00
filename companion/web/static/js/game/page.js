// The page of a game: what is said comes as server-sent events, and what changed is fetched anew.

import { all, byId, hit, told, within } from "../elements.js";
import { lighten } from "../lighting.js";
import { isCameraOf } from "../phone/kept.js";
import { Asking } from "./asking.js";
import { Chimes } from "./chimes.js";
import { runClocks } from "./clock.js";
import { decide, isSure, send, tell } from "./decisions.js";
import { goesBack } from "./going_back.js";
import { LivePicture } from "./live_picture.js";
import { remembered, remembersPalette } from "./settings.js";
import { Showing } from "./showing.js";
import { TableMode } from "./table_mode.js";
import { Voice } from "./voice.js";

/** @import {Computer, DecisionKind, GameEvent, SourceNews} from "../types/game.js" */

const live = byId("live");
const news = byId("news");
const stateNews = byId("state-news");
const game = told(live, "game");
const voice = new Voice(byId("speak"), told(live, "voice"));
const chimeBox = byId("chimes", HTMLInputElement);
const chimes = new Chimes(() => chimeBox.checked);
const picture = new LivePicture(live);
const asking = new Asking(say);
const showing = new Showing();
const SILENT = new Set(["hands", "hands-gone", "settled"]);
const URGENT = new Set(["illegal", "over"]);
const ACTED_ON = "a[href], button, input, select, summary, [tabindex]";
const MOMENT_MS = 60;
const AGAIN_MS = 4000;
const MOVED_MS = 400;
const LOOKING_MS = 500;
let waiting = 0;
let movedAt = -Infinity;
let isAway = false;
let withHints = false;
let saidChosen = "";

// Replaces the parts of the page that are different now; who works with keys keeps their place.
async function refresh() {
  waiting = 0;
  const mayShow = showing.begin();
  const fragment = new URL(told(live, "fragment"), location.href);
  if (withHints) fragment.searchParams.set("hints", "yes");
  const response = await fetch(fragment).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!await mayShow()) return;
  const parts = all(fresh, "[data-part]");
  const names = new Set(parts.map((part) => part.dataset.part));
  for (const part of parts) {
    const [old] = all(live, `[data-part="${part.dataset.part}"]`);
    const room = roomOf(part);
    const put = () => {
      old?.remove();
      room.insertBefore(part, followerOf(part, parts, room));
    };
    if (!old) put();
    else if (old.parentElement !== room) replace(old, part, put);
    else if (part.dataset.part === "picture") picture.replace(old, part);
    else if (old.innerHTML !== part.innerHTML || old.className !== part.className) replace(old, part);
  }
  for (const old of all(live, "[data-part]")) {
    if (!names.has(old.dataset.part)) old.remove();
  }
  tellState();
  if (live.querySelector("[data-looking]")) setTimeout(soon, LOOKING_MS);
  live.dispatchEvent(new CustomEvent("refreshed"));
}

/**
 * What stands behind a part in its room, so that it is met in the order in which it is seen.
 * @param {HTMLElement} part
 * @param {HTMLElement[]} parts all that were fetched, in their order
 * @param {HTMLElement} room
 */
function followerOf(part, parts, room) {
  const later = parts.slice(parts.indexOf(part) + 1).map((one) => one.dataset.part);
  return all(room, ":scope > [data-part]").find((one) => later.includes(one.dataset.part)) ?? null;
}

/**
 * The place on this page where a part belongs that was fetched: that of the same name.
 * @param {HTMLElement} part
 */
function roomOf(part) {
  const room = part.closest("[data-room]");
  return room instanceof HTMLElement ? within(live, `[data-room="${told(room, "room")}"]`) : live;
}

// Hands come and go in every turn; that is shown, but nobody wants to hear it.
function tellState() {
  const [{ dataset, textContent }] = all(live, "[data-part=state]");
  const words = textContent ?? "";
  if (dataset.state !== "waiting-for-hands" && stateNews.textContent !== words) {
    stateNews.textContent = words;
  }
}

/**
 * Puts a part where an old one was; who works with keys, and what was opened, keep their place.
 * @param {HTMLElement} old
 * @param {HTMLElement} part
 */
function replace(old, part, put = () => old.replaceWith(part)) {
  if (part.dataset.part === "question") movedAt = performance.now();
  const focused = document.activeElement;
  const id = focused?.id;
  const place = [...old.querySelectorAll(ACTED_ON)].findIndex((one) => one === focused);
  const opened = [...old.querySelectorAll("details")].map((one) => one.open);
  put();
  part.querySelectorAll("details").forEach((one, index) => { one.open = opened[index] ?? false; });
  // what has no name is found by its place
  const again = id ? document.getElementById(id) : part.querySelectorAll(ACTED_ON)[place];
  if (place >= 0 && again instanceof HTMLElement && again !== document.activeElement) {
    again.focus({ preventScroll: true });
  }
}

function soon() {
  waiting ||= setTimeout(refresh, MOMENT_MS);
}

/** @param {GameEvent} event */
function announce(event) {
  live.dataset.last = String(event.id);
  asking.hear(event);
}

/** @param {GameEvent} event */
function say(event) {
  if (SILENT.has(event.event) || !event.sentences.length) return;
  news.textContent = event.sentences.join(" ");
  chimes.hear(event);
  voice.say(event.sentences, URGENT.has(event.event));
}

/**
 * By camera the computer says which move people are to lay for it, once.
 * @param {Computer | null} computer
 */
function tellChosen(computer) {
  const chosen = computer?.state === "chosen" ? JSON.stringify(computer.placed) : "";
  if (computer && chosen && chosen !== saidChosen) voice.say([computer.sentence], false);
  saidChosen = chosen;
}

function listen() {
  const source = new EventSource(`/api/games/${game}/events?after=${live.dataset.last}`);
  source.addEventListener("message", (message) => {
    announce(JSON.parse(message.data));
    soon();
  });
  source.addEventListener("table", soon);
  source.addEventListener("source", (message) => {
    soon();
    /** @type {SourceNews} */
    const { running, computer } = JSON.parse(message.data);
    tellChosen(computer);
    if (running) return;
    source.close();
    setTimeout(listen, AGAIN_MS); // somebody may go on with the game
  });
  source.addEventListener("open", () => {
    if (isAway) tell("");
    isAway = false;
    live.dataset.away = "";
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(listen, AGAIN_MS);
    }
    isAway = true;
    live.dataset.away = "yes"; // nobody may count the time; the clocks stand until it is known
    tell(told(live, "disconnected"));
  });
}

live.addEventListener("click", async (event) => {
  // a question that comes or goes moves what lies under the finger: that tap was meant for something else
  if (event.detail > 0 && performance.now() - movedAt < MOVED_MS) return;
  // tapped twice, a decision is made once: the button is busy until it is there anew
  const button = hit(event, "[data-decision]:not([aria-busy])");
  if (button && isSure(button)) {
    const { decision, value, player, kind, choice, question, number, wrong, tiles } = button.dataset;
    const data = {
      ...(value && { value: Number(value) }),
      ...(choice && { choice: Number(choice), question: Number(question) }),
      ...(player && { player }),
      ...(number && { number: Number(number) }),
      ...(wrong && { wrong: Number(wrong) }),
      ...(kind && { kind }),
      ...(tiles && { tiles: JSON.parse(tiles) }),
    };
    button.setAttribute("aria-busy", "true");
    await decide(game, /** @type {DecisionKind} */ (decision), data);
    soon();
  }
  if (hit(event, "[data-hints]")) {
    withHints = !withHints;
    soon();
  }
  const tells = hit(event, "[data-tells]");
  if (tells) tell(told(tells, "tells"));
  if (hit(event, "[data-misread]")) {
    const answer = await send(`/api/games/${game}/misreadings`, {});
    if (answer) location.assign(answer.url);
  }
});

/**
 * A palagem is another player's than was guessed: the two change places.
 * @param {HTMLSelectElement} one
 */
async function swap(one) {
  const player = one.value;
  const other = within(live, `[data-palagem="${CSS.escape(player)}"]`);
  await decide(game, "set-palagem", { player, tiles: JSON.parse(told(one, "tiles")) });
  await decide(game, "set-palagem", {
    player: told(one, "palagem"), tiles: JSON.parse(told(other, "tiles")),
  });
  soon();
}

live.addEventListener("change", (event) => {
  const { target } = event;
  if (target instanceof HTMLSelectElement && target.matches("[data-palagem]")) swap(target);
  if (target instanceof HTMLInputElement && target.id === "show-reading") {
    live.classList.toggle("hide-reading", !target.checked);
  }
});

// The camera of this screen films on its own page of the game: who was away at another page is led back.
if (live.dataset.camera && isCameraOf(game)) location.replace(live.dataset.camera);
// A tap on a question or a mark lights it up on the board and on the picture.
lighten(live);
goesBack(live, game, soon);
remembered(chimeBox);
remembered(byId("clock", HTMLInputElement), (on) => live.classList.toggle("with-clock", on));
remembersPalette(byId("palette", HTMLSelectElement));
runClocks(live);
new TableMode(byId("table-mode"));
picture.start();
listen();
