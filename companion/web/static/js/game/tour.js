// A tour of the page while a demo game is played. Nothing is remembered but that it was seen, until
// the browser is closed.

import { byId, phrasesOf, told, within } from "../elements.js";
import { fill } from "../correcting/spots.js";

const KEPT = "palago-tour";
const GAP_PX = 10;
const box = byId("tour");
const live = byId("live");
const words = byId("tour-words");
const next = byId("tour-next");
/** @type {[string, string][]} */
const stops = phrasesOf("tour-stops");
let at = -1;
/** @type {Element | null} where the part lies that the caption is about */
let room = null;

/** @param {number} number */
function part(number) {
  const found = live.querySelector(stops[number]?.[0] ?? ".none");
  return found instanceof HTMLElement && found.checkVisibility() ? found : null;
}

function end() {
  sessionStorage.setItem(KEPT, "over");
  at = stops.length;
  box.hidden = true;
  show();
}

function go() {
  at += 1;
  while (at < stops.length && !part(at)) at += 1;
  if (at >= stops.length) {
    end();
    return;
  }
  words.textContent = stops[at][1];
  byId("tour-count").textContent = fill(told(box, "count"), { number: String(at + 1), count: String(stops.length) });
  const isLast = at === stops.length - 1;
  byId("tour-skip").hidden = isLast;
  if (isLast) next.textContent = told(box, "last");
  box.hidden = false;
  bringIntoView();
  show();
}

// Marks the part of the page that the caption is about, and puts the caption below it, above it or at
// the lower edge of the screen: at the first of these that has room and covers least of the board.
function show() {
  for (const one of live.querySelectorAll(".toured")) one.classList.remove("toured");
  const target = part(at);
  if (!target || box.hidden) return;
  target.classList.add("toured");
  const { left, right, top, bottom } = target.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = bottom + GAP_PX;
  const above = top - GAP_PX - height;
  const lowest = innerHeight - height - GAP_PX;
  const places = [below, above, lowest].filter((y) => y >= 0 && y + height <= innerHeight);
  const y = leastOver(within(live, ".board-room"), places, height);
  const x = Math.max(GAP_PX, Math.min((left + right - width) / 2, innerWidth - width - GAP_PX));
  box.classList.toggle("points-up", y === below);
  box.classList.toggle("points-down", y === above);
  box.style.left = `${x}px`;
  box.style.top = `${y}px`;
  box.style.setProperty("--tip", `${Math.max(24, Math.min((left + right) / 2 - x, width - 24))}px`);
}

/**
 * The first of the places at which so much height covers least of something.
 * @param {Element} what
 * @param {number[]} places
 * @param {number} height
 */
function leastOver(what, places, height) {
  const { top, bottom } = what.getBoundingClientRect();
  const covered = places.map((y) => Math.max(0, Math.min(y + height, bottom) - Math.max(y, top)));
  return places[covered.indexOf(Math.min(...covered))];
}

// News may put a part elsewhere, as the picture once tiles lie there: it is brought into view again.
function follow() {
  if (roomOf(part(at)) !== room) bringIntoView();
  show();
}

function bringIntoView() {
  part(at)?.scrollIntoView({ block: "nearest" });
  room = roomOf(part(at));
}

/** @param {Element | null} one */
function roomOf(one) {
  return one?.closest("[data-room]") ?? null;
}

next.addEventListener("click", go);
byId("tour-skip").addEventListener("click", end);
box.addEventListener("keydown", ({ key }) => { if (key === "Escape") end(); });
addEventListener("resize", show);
addEventListener("scroll", show, true);
live.addEventListener("refreshed", follow);
if (sessionStorage.getItem(KEPT) !== "over") go();
