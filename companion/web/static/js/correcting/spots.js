// The places of a drawn board that can be tapped: which one was, and going from one to the next.

import { all, hit, told, within } from "../elements.js";

/** @import {Part} from "../elements.js" */
/** @import {Point, Spot} from "../types/board.js" */

/**
 * Where the arrow keys go, x and y on the screen.
 * @type {Record<string, Point>}
 */
export const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * @param {Part} element
 * @returns {Spot}
 */
export function spotIn(element) {
  const [q, r] = told(element, "cell").split(",").map(Number);
  return { board: Number(element.dataset.board), cell: { q, r } };
}

/** @param {Event} event */
export function spotOf(event) {
  const element = hit(event, ".spot");
  return element ? spotIn(element) : null;
}

/** @param {ParentNode} picture */
export function spots(picture) { return all(picture, ".spot", SVGElement); }

/**
 * Moves the focus to the next place in a direction.
 * @param {Part} from
 * @param {Point} direction
 */
export function moveFocus(from, [x, y]) {
  /** @type {(spot: Part) => Point} */
  const middle = (spot) => {
    const box = within(spot, ".face", SVGElement).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [fromX, fromY] = middle(from);
  const picture = from.closest("svg");
  /** @type {Part | null} */
  let best = null;
  let shortest = Infinity;
  for (const spot of picture ? spots(picture) : []) {
    const [spotX, spotY] = middle(spot);
    const [dx, dy] = [spotX - fromX, spotY - fromY];
    const [ahead, aside] = [dx * x + dy * y, Math.abs(dx * y) + Math.abs(dy * x)];
    if (ahead > 1 && ahead * 2 > aside && ahead + 2 * aside < shortest) {
      best = spot;
      shortest = ahead + 2 * aside;
    }
  }
  best?.focus();
}

/**
 * Lets the keys begin at one place of a board: the chosen one, else the first tile.
 * @param {ParentNode} svg
 * @param {(spot: Spot) => boolean} isChosen
 */
export function enterAt(svg, isChosen) {
  const found = spots(svg);
  const first = found.find((spot) => isChosen(spotIn(spot)))
    ?? found.find((spot) => spot.matches(".tile")) ?? found[0];
  for (const spot of found) spot.setAttribute("tabindex", spot === first ? "0" : "-1");
}

/**
 * Fills in what a phrase leaves open, each `{name}`.
 * @param {string} phrase
 * @param {Record<string, string | number>} values
 */
export function fill(phrase, values) {
  return phrase.replace(/\{(\w+)\}/g, (_match, key) => String(values[key]));
}
