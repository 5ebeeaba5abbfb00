// The page of one reading. An address that ends in the name of a line (#0-2 is the third line of the
// first board) lights it up.

import { lighten } from "./lighting.js";
import "./whole_picture.js";

const result = document.querySelector(".result");
const asked = location.hash.slice(1);
const isLine = [...result.querySelectorAll("button.finding")].some((line) => line.dataset.finding === asked);

lighten(result, isLine ? asked : null, (kept) => {
  history.replaceState(null, "", kept === null ? location.pathname + location.search : `#${kept}`);
});

document.getElementById("show-reading")?.addEventListener("change", (event) => {
  result.classList.toggle("hide-reading", !event.target.checked);
});
