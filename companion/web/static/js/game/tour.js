// A tour of the page while a demo game is played. Nothing is remembered but that it was seen, until
// the browser is closed.

import { byId, phrasesOf, told } from "../elements.js";
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
  part(at)?.scrollIntoView({ block: "nearest" });
  show();
}

// Marks the part of the page that the caption is about, and puts the caption beside it: below, above,
// or where neither has room across its lower edge.
function show() {
  for (const one of live.querySelectorAll(".toured")) one.classList.remove("toured");
  const target = part(at);
  if (!target || box.hidden) return;
  target.classList.add("toured");
  const { left, right, top, bottom } = target.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const isBelow = bottom + GAP_PX + height <= innerHeight;
  const isAbove = !isBelow && top - GAP_PX - height >= 0;
  const x = Math.max(GAP_PX, Math.min((left + right - width) / 2, innerWidth - width - GAP_PX));
  let y = innerHeight - height - GAP_PX;
  if (isBelow) y = bottom + GAP_PX;
  else if (isAbove) y = top - GAP_PX - height;
  box.classList.toggle("points-up", isBelow);
  box.classList.toggle("points-down", isAbove);
  box.style.left = `${x}px`;
  box.style.top = `${y}px`;
  box.style.setProperty("--tip", `${Math.max(24, Math.min((left + right) / 2 - x, width - 24))}px`);
}

next.addEventListener("click", go);
byId("tour-skip").addEventListener("click", end);
box.addEventListener("keydown", ({ key }) => { if (key === "Escape") end(); });
addEventListener("resize", show);
addEventListener("scroll", show, true);
live.addEventListener("refreshed", show);
if (sessionStorage.getItem(KEPT) !== "over") go();
