// Removing a game for good: its record and its pictures.

import { send } from "./decisions.js";

const button = document.getElementById("forget");

button?.addEventListener("click", async () => {
  const { game, page } = button.dataset;
  if (await send(`/api/games/${game}`, {}, "DELETE")) location.assign(page);
});
