// The places of a drawn board that can be tapped: which one was, and going from one to the next.

export const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export function spotIn(element) {
  const [q, r] = element.dataset.cell.split(",").map(Number);
  return { board: Number(element.dataset.board), cell: { q, r } };
}

export function spotOf(event) {
  const element = event.target.closest(".spot");
  return element ? spotIn(element) : null;
}

export function spots(picture) { return [...picture.querySelectorAll(".spot")]; }

// Moves the focus to the next place in a direction.
export function moveFocus(from, [x, y]) {
  const middle = (spot) => {
    const box = spot.querySelector(".face").getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [fromX, fromY] = middle(from);
  let best = null;
  let shortest = Infinity;
  for (const spot of spots(from.ownerSVGElement)) {
    const [dx, dy] = middle(spot).map((n, axis) => n - [fromX, fromY][axis]);
    const [ahead, aside] = [dx * x + dy * y, Math.abs(dx * y) + Math.abs(dy * x)];
    if (ahead > 1 && ahead * 2 > aside && ahead + 2 * aside < shortest) {
      [best, shortest] = [spot, ahead + 2 * aside];
    }
  }
  best?.focus();
}

// Lets the keys begin at one place of a board: the chosen one, else the first tile.
export function enterAt(svg, isChosen) {
  const all = spots(svg);
  const first = all.find((spot) => isChosen(spotIn(spot)))
    ?? all.find((spot) => spot.matches(".tile")) ?? all[0];
  for (const spot of all) spot.setAttribute("tabindex", spot === first ? "0" : "-1");
}

export function fill(phrase, values) {
  return phrase.replace(/\{(\w+)\}/g, (_match, key) => values[key]);
}
