// The code that a phone scans: asked for here, on the computer, and renewed before it is too old.

const SVG = "http://www.w3.org/2000/svg";
const code = document.getElementById("code");
const words = document.getElementById("code-words").dataset;
const status = document.getElementById("code-status");
const problem = document.getElementById("code-problem");
const EARLY_MS = 30000;
const SOONEST_MS = 60000;
let renewing = null;

async function ask(role) {
  problem.hidden = true;
  clearTimeout(renewing);
  try {
    const response = await fetch(`/api/games/${code.dataset.game}/passes`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ role }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    show(answer);
    renewing = setTimeout(() => ask(role), Math.max(SOONEST_MS, Date.parse(answer.expires_at) - Date.now() - EARLY_MS));
    if (role === "player") status.textContent = words.player;
  } catch (error) {
    problem.textContent = error instanceof TypeError ? words.failed : error.message;
    problem.hidden = false;
  }
}

function show({ qr, url }) {
  // the drawing is the companion's own; it is shown as a picture, so that nothing in it can run
  const picture = new Image();
  picture.alt = "";
  const drawing = qr.includes("xmlns=") ? qr : qr.replace("<svg", `<svg xmlns="${SVG}"`);
  picture.src = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  document.getElementById("code-picture").replaceChildren(picture);
  document.getElementById("code-address").textContent = url;
}

const source = new EventSource(`/api/games/${code.dataset.game}/events`);
source.addEventListener("source", (message) => {
  if (JSON.parse(message.data).source?.connected) status.textContent = words.connected;
});

document.getElementById("code-again").addEventListener("click", () => ask("camera"));
document.getElementById("code-player").addEventListener("click", () => ask("player"));
ask("camera");
