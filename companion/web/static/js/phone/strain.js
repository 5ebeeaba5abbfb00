// Whether this device is under strain, as a phone is that gets too hot. No browser tells how warm it is. Chromium on
// computers tells of pressure (Compute Pressure API); on phones none does, and there it is seen by what it does: pictures
// take much longer to be written, or the camera gives far fewer of them, than at first.

/** @import {PressureObserverClass} from "../types/pages.js" */
/** "hot" is what the browser says, "slow" what was measured. @typedef {"" | "hot" | "slow"} Strained */

const SOURCES = ["thermals", "cpu"];
const PRESSED = new Set(["serious", "critical"]);
const SAMPLE_MS = 2000;
const LASTS_MS = 10_000; // a processor that is busy for a moment is not hot
const FIRST = 20; // pictures that say how fast this device is
const LATELY = 10;
const MUCH_LONGER = 2.5;
const HARDLY_LONGER = 1.5;
const LEAST_MS = 120; // a picture that is written sooner keeps nobody waiting
const WINDOW_MS = 5000;
const FEWEST_A_SECOND = 10; // a camera in the dark gives few, hot or not
const FAR_FEWER = 0.4; // of its best; half of it is what cameras do where it gets dark
const HARDLY_FEWER = 0.6;
const FEWER_MS = { serious: 500, critical: 1000, slow: 500 };

/** @param {number[]} times */
function middle(times) {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)];
}

export class Strain {
  /** Sources under pressure, and since when. @type {Map<string, {state: string, since: number}>} */
  #pressures = new Map();

  /** @type {number[]} */
  #first = [];

  /** @type {number[]} */
  #lately = [];

  #isLong = false;
  #isFew = false;
  #windowAt = 0;
  #framesThen = 0;
  #best = 0;
  #poor = 0;

  /** @param {() => number} now milliseconds, from any moment */
  constructor(now = () => performance.now()) {
    this.now = now;
  }

  /** Listens to what the browser tells of pressure, where it does. */
  listen() {
    const Observer = /** @type {{PressureObserver?: PressureObserverClass}} */ (globalThis).PressureObserver;
    if (typeof Observer !== "function") return;
    for (const source of SOURCES.filter((one) => Observer.knownSources?.includes(one))) {
      const observer = new Observer((changes) => {
        for (const { state } of changes) this.#hear(source, state);
      });
      // where it is not allowed, what is measured says enough
      observer.observe(source, { sampleInterval: SAMPLE_MS }).catch(() => {});
    }
  }

  /**
   * @param {string} source
   * @param {string} state
   */
  #hear(source, state) {
    const since = this.#pressures.get(source)?.since ?? this.now();
    if (PRESSED.has(state)) this.#pressures.set(source, { state, since });
    else this.#pressures.delete(source);
  }

  /** Begins to measure anew, as with another camera. */
  forget() {
    this.#first = [];
    this.#lately = [];
    this.#isLong = this.#isFew = false;
    this.#best = this.#windowAt = this.#poor = 0;
  }

  /**
   * Notes a picture.
   * @param {number} tookMs how long it took to be written
   * @param {number} frames how many the camera has given since it was started
   * @param {number} nowMs
   */
  note(tookMs, frames, nowMs) {
    if (this.#first.length < FIRST) {
      this.#first.push(tookMs);
    } else {
      this.#lately = [...this.#lately, tookMs].slice(-LATELY);
      const usual = middle(this.#first);
      const now = middle(this.#lately);
      const isFull = this.#lately.length === LATELY;
      if (isFull && now > MUCH_LONGER * usual && now > LEAST_MS) this.#isLong = true;
      else if (now < HARDLY_LONGER * usual || now < LEAST_MS) this.#isLong = false;
    }
    this.#count(frames, nowMs);
  }

  /**
   * @param {number} frames
   * @param {number} nowMs
   */
  #count(frames, nowMs) {
    const passed = nowMs - this.#windowAt;
    if (this.#windowAt && passed < WINDOW_MS && frames >= this.#framesThen) return;
    const rate = (frames - this.#framesThen) / (passed / 1000);
    const isWhole = this.#windowAt > 0 && passed < 2 * WINDOW_MS && rate >= 0; // else the page slept
    this.#windowAt = nowMs;
    this.#framesThen = frames;
    if (!isWhole) return;
    this.#best = Math.max(this.#best, rate);
    this.#poor = this.#best >= FEWEST_A_SECOND && rate < FAR_FEWER * this.#best ? this.#poor + 1 : 0;
    if (this.#poor > 1) this.#isFew = true;
    else if (rate > HARDLY_FEWER * this.#best) this.#isFew = false;
  }

  get #pressure() {
    const lasting = [...this.#pressures].filter(
      ([source, { since }]) => source !== "cpu" || this.now() - since >= LASTS_MS,
    );
    const states = lasting.map(([, { state }]) => state);
    return ["critical", "serious"].find((state) => states.includes(state)) ?? "";
  }

  /** @returns {Strained} */
  get kind() {
    if (this.#pressure) return "hot";
    return this.#isLong || this.#isFew ? "slow" : "";
  }

  /** How long to wait at least for the next picture, in milliseconds. */
  get waitMs() {
    if (this.kind === "hot") return this.#pressure === "critical" ? FEWER_MS.critical : FEWER_MS.serious;
    return this.kind === "slow" ? FEWER_MS.slow : 0;
  }
}
