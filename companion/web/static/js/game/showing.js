// When an answer of the companion may be shown: never under a finger, and never after a newer one.
//
// What is replaced between a press and its release gets no click, so that the tap would be lost.

const LIFTED_MS = 50; // on some phones the click comes a moment after the finger is lifted
const LONGEST_MS = 3000; // a hand that rests on the screen does not stop the page
let pressedUntil = -Infinity;

window.addEventListener("pointerdown", ({ button }) => {
  if (button === 0) pressedUntil = performance.now() + LONGEST_MS;
}, { capture: true });

for (const end of ["pointerup", "pointercancel"]) {
  window.addEventListener(end, () => {
    pressedUntil = Math.min(pressedUntil, performance.now() + LIFTED_MS);
  }, { capture: true });
}

async function untouched() {
  while (performance.now() < pressedUntil) {
    await new Promise((resolve) => { setTimeout(resolve, LIFTED_MS); });
  }
}

export class Showing {
  asked = 0;
  shown = 0;

  /**
   * To be called before the companion is asked. What it returns is called with the answer there: it
   * waits until no finger is down, and says whether to show it, at once then.
   * @returns {() => Promise<boolean>}
   */
  begin() {
    this.asked += 1;
    const number = this.asked;
    return async () => {
      await untouched();
      if (number < this.shown) return false;
      this.shown = number;
      return true;
    };
  }
}
