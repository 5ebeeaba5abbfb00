// Pictures show the part of the table that matters; a switch beside each shows all of it.

import { all, hit, told } from "./elements.js";

/** @param {HTMLElement} figure */
export function showWhole(figure) {
  const [photo] = all(figure, ".photo", SVGElement);
  const [box] = all(figure, "[data-show-whole]", HTMLInputElement);
  photo?.setAttribute("viewBox", told(photo, box?.checked ? "whole" : "tiles"));
}

document.addEventListener("change", (event) => {
  /** @type {HTMLElement | null | undefined} */
  const figure = hit(event, "[data-show-whole]")?.closest("figure");
  if (figure) showWhole(figure);
});
