// A question is said once it has stood for a while, and never where it was settled before. As long
// as nobody answers, play goes on, and no move is told, it may be asked anew: that is not said.

/** @import {GameEvent} from "../types/game.js" */

const STANDS_MS = 3000;
const MOMENT_MS = 400;
const ENDS = new Set(["question", "settled", "over"]);

export class Asking {
  question = 0;
  doubt = 0;
  /** @type {string | undefined} */
  doubted;
  /** @type {string | undefined} */
  said;

  /** @param {(event: GameEvent) => void} say says an event */
  constructor(say) { this.say = say; }

  /**
   * Takes an event, and says it: at once, or a question when it has stood. What is not sure waits
   * for a moment, since a question that gives the same reason says it better.
   * @param {GameEvent} event
   */
  hear(event) {
    if (ENDS.has(event.event)) clearTimeout(this.question);
    if (event.event === "question") {
      if (this.doubted === event.reason) clearTimeout(this.doubt);
      this.question = setTimeout(() => this.ask(event), STANDS_MS);
    } else if (event.event === "unsure") {
      this.doubted = event.reason;
      this.doubt = setTimeout(() => this.say(event), MOMENT_MS);
    } else {
      if (event.event === "move") this.said = undefined;
      this.say(event);
    }
  }

  /** @param {GameEvent} event a question, which is said unless just that was said last */
  ask(event) {
    const about = JSON.stringify([event.reason, event.cells]);
    if (about === this.said) return;
    this.said = about;
    this.say(event);
  }
}
