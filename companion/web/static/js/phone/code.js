// The code that a phone scans: asked for here, on the computer, and renewed before it is too old.

import { byId, told } from "../elements.js";

/** @import {SourceNews} from "../types/game.js" */
/** @import {Invitation} from "../types/pages.js" */

const SVG = "http://www.w3.org/2000/svg";
const game = told(byId("code"), "game");
const words = byId("code-words");
const status = byId("code-status");
const problem = byId("code-problem");
const EARLY_MS = 30000;
const SOONEST_MS = 60000;
let renewing = 0;

/** @param {"camera" | "player"} role */
async function ask(role) {
  problem.hidden = true;
  clearTimeout(renewing);
  try {
    const response = await fetch(`/api/games/${game}/passes`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ role }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    show(answer);
    renewing = setTimeout(() => ask(role), Math.max(SOONEST_MS, Date.parse(answer.expires_at) - Date.now() - EARLY_MS));
    if (role === "player") status.textContent = told(words, "player");
  } catch (error) {
    const isRefused = error instanceof Error && !(error instanceof TypeError);
    problem.textContent = isRefused ? error.message : told(words, "failed");
    problem.hidden = false;
  }
}

/** @param {Invitation} invitation */
function show({ qr, url }) {
  // the drawing is the companion's own; it is shown as a picture, so that nothing in it can run
  const picture = new Image();
  picture.alt = "";
  const drawing = qr.includes("xmlns=") ? qr : qr.replace("<svg", `<svg xmlns="${SVG}"`);
  picture.src = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  byId("code-picture").replaceChildren(picture);
  byId("code-address").textContent = url;
}

const source = new EventSource(`/api/games/${game}/events`);
source.addEventListener("source", (message) => {
  /** @type {SourceNews} */
  const news = JSON.parse(message.data);
  if (news.source?.connected) status.textContent = told(words, "connected");
});

byId("code-again").addEventListener("click", () => ask("camera"));
byId("code-player").addEventListener("click", () => ask("player"));
ask("camera");
