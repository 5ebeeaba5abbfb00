// Having a game reviewed: asked for once, then looked after until it is there.

import { byId, told } from "../elements.js";
import { fill } from "../correcting/spots.js";
import { send } from "./decisions.js";

/** @import {ReviewState} from "../types/coach.js" */

const AGAIN_MS = 700;
const coach = document.getElementById("coach");
const button = document.getElementById("review-start");

if (coach && document.getElementById("review-progress")) {
  const address = told(coach, "review");
  const words = byId("review-progress");

  async function follow() {
    const response = await fetch(address).catch(() => null);
    if (response?.ok) {
      /** @type {ReviewState} */
      const { state, done, of } = await response.json();
      if (state !== "running") {
        location.reload();
        return;
      }
      words.textContent = fill(told(/** @type {HTMLElement} */ (coach), "working"), { done: String(done), of: String(of) });
    }
    setTimeout(follow, AGAIN_MS);
  }

  button?.addEventListener("click", async () => {
    button.setAttribute("aria-busy", "true");
    if (await send(address, {})) follow();
    button.removeAttribute("aria-busy");
  });
  if (told(coach, "running")) follow();
}
