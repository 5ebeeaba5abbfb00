// Removing a game for good: its record and its pictures.

import { told } from "../elements.js";
import { send } from "./decisions.js";

const button = document.getElementById("forget");

button?.addEventListener("click", async () => {
  const address = `/api/games/${told(button, "game")}`;
  if (await send(address, {}, "DELETE")) location.assign(told(button, "page"));
});
