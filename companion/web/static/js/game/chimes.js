// A short chime for what everybody at the table should look up at. Made by the browser; there is no sound file.

/** @import {GameEvent} from "../types/game.js" */

/**
 * The tones of a chime: each a pitch in Hz, and when it begins in seconds.
 * @type {Record<string, [number, number][]>}
 */
const CHIMES = {
  over: [[523, 0], [659, 0.14], [784, 0.28], [1047, 0.42]],
  illegal: [[233, 0], [165, 0.2]],
  asked: [[659, 0], [659, 0.24]],
  closed: [[523, 0], [784, 0.14]],
};
const GRAVEST_FIRST = Object.keys(CHIMES);
/** @type {Record<string, string>} */
const KINDS = { over: "over", illegal: "illegal", question: "asked", adrift: "asked", unsure: "asked" };
const TOGETHER_MS = 200;
const TONE_S = 0.35;
const LOUDNESS = 0.25;

export class Chimes {
  /** @type {AudioContext | null} */
  audio = null;
  /** @type {string[]} */
  waiting = [];

  /** @param {() => boolean} wanted whether chimes are on */
  constructor(wanted) { this.wanted = wanted; }

  /**
   * Chimes for an event. Of several at once, as for who was away, only for the gravest.
   * @param {GameEvent} event
   */
  hear(event) {
    const kind = KINDS[event.event] ?? (event.verdict?.islands?.length ? "closed" : "");
    if (!kind || !this.wanted()) return;
    this.waiting.push(kind);
    if (this.waiting.length === 1) setTimeout(() => this.ringWaiting(), TOGETHER_MS);
  }

  ringWaiting() {
    const kind = GRAVEST_FIRST.find((one) => this.waiting.includes(one));
    this.waiting = [];
    if (kind) this.ring(kind);
  }

  /** @param {string} kind */
  ring(kind) {
    // browsers are silent until somebody has touched the page
    if (!("AudioContext" in window) || !navigator.userActivation?.hasBeenActive) return;
    this.audio ??= new AudioContext();
    this.audio.resume();
    for (const [pitch, begins] of CHIMES[kind]) this.tone(this.audio, pitch, begins);
  }

  /**
   * @param {AudioContext} audio
   * @param {number} pitch
   * @param {number} begins
   */
  tone(audio, pitch, begins) {
    const at = audio.currentTime + begins;
    const loudness = audio.createGain();
    loudness.gain.setValueAtTime(LOUDNESS, at);
    loudness.gain.exponentialRampToValueAtTime(LOUDNESS / 100, at + TONE_S);
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + TONE_S);
  }
}
