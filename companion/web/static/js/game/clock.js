// The time that everybody has taken so far, beside the names, for those who want it.

import { all, told } from "../elements.js";

const EVERY_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** @param {number} seconds */
export function asClock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  /** @type {(count: number) => string} */
  const two = (count) => String(count).padStart(2, "0");
  const minutes = Math.floor((whole % HOUR_S) / MINUTE_S);
  const hours = Math.floor(whole / HOUR_S);
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % MINUTE_S)}`;
}

/** @param {HTMLElement} live the part of the page that has the names */
export function runClocks(live) {
  function show() {
    if (live.dataset.away) return;
    for (const clock of all(live, ".seat-clock")) {
      const since = Number(clock.dataset.since);
      const running = since ? (Date.now() - since) / EVERY_MS : 0;
      clock.textContent = asClock(Number(told(clock, "used")) + running);
    }
  }
  setInterval(show, EVERY_MS);
  live.addEventListener("refreshed", show);
  show();
}
