// The page of one reading. An address that ends in the name of a line (#0-2 is the third line of the
// first board) lights it up.

import { all, within } from "./elements.js";
import { lighten } from "./lighting.js";
import "./whole_picture.js";

const result = within(document, ".result");
const asked = location.hash.slice(1);
const isLine = all(result, "button.finding").some((line) => line.dataset.finding === asked);

lighten(result, isLine ? asked : null, (kept) => {
  history.replaceState(null, "", kept === null ? location.pathname + location.search : `#${kept}`);
});

for (const box of all(document, "#show-reading", HTMLInputElement)) {
  box.addEventListener("change", () => result.classList.toggle("hide-reading", !box.checked));
}
