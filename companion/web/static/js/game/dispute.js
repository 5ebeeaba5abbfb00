// Disputing a move: what is decided goes to the companion, and the page shows what follows from it.

import { lighten } from "../lighting.js";
import { decide, send } from "./decisions.js";
import "../whole_picture.js";

const dispute = document.getElementById("dispute");
const { game, page } = dispute.dataset;

function after(answer, goesBack = false) {
  if (!answer) return;
  if (goesBack) location.assign(page);
  else location.reload();
}

dispute.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-decision]");
  if (button) after(await decide(game, button.dataset.decision), "goesBack" in button.dataset);
  const misread = event.target.closest("[data-misread]");
  if (misread) {
    const answer = await send(`/api/games/${game}/misreadings`, { entry: Number(misread.dataset.misread) });
    if (answer) location.assign(answer.url);
  }
});

dispute.addEventListener("submit", async (event) => {
  event.preventDefault();
  const row = Number(event.target.dataset.row);
  after(await decide(game, "vote", { row, value: Number(event.target.value.value) }));
});

dispute.addEventListener("change", async (event) => {
  const { id, value, dataset } = event.target;
  const number = Number(dataset.number);
  if (id === "mover") after(await decide(game, "set-mover", { player: value, number }));
  if (id === "die" && value) after(await decide(game, "set-die", { value: Number(value), number }));
});

lighten(dispute);
