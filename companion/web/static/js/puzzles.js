// Marks the puzzles that were solved in this browser.

import { all, byId, told } from "./elements.js";
import { solvedPuzzles } from "./solved.js";

const list = byId("puzzles");
const solved = solvedPuzzles();

for (const link of all(list, "[data-puzzle]")) {
  if (!solved.has(told(link, "puzzle"))) continue;
  link.classList.add("solved");
  link.setAttribute("aria-label", `${link.getAttribute("aria-label")} (${told(list, "solved")})`);
}
