// Cells of the hexagonal lattice, and where they lie on a picture.
//
// A frame says how one cell lies on a picture: {x, y} is its centre, `right` and `up` are where one
// edge length goes along the lattice's axes. Pictures have y down.

const ROOT3 = Math.sqrt(3);
const STEPS = [[1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1], [1, 0]];
const SIDES = 6;
const NEAREST = 3;

export const name = ({ q, r }) => `${q},${r}`;
export const modulo = (number) => ((number % SIDES) + SIDES) % SIDES;
export const neighbours = ({ q, r }) => STEPS.map(([dq, dr]) => ({ q: q + dq, r: r + dr }));
const centre = ({ q, r }) => [1.5 * q, -ROOT3 * (r + q / 2)];

export function rotated({ q, r }, turns) {
  for (let turn = 0; turn < modulo(turns); turn += 1) [q, r] = [q + r, -q];
  return { q, r };
}

// Where corner `index` (at 60 degrees times that, counter-clockwise) lies.
export function corner(frame, index) {
  const angle = (Math.PI / 3) * index;
  return place(frame, Math.cos(angle), Math.sin(angle));
}

export function outline(frame) {
  return [0, 1, 2, 3, 4, 5].map((index) => corner(frame, index));
}

export function place(frame, x, y) {
  return [
    frame.x + x * frame.right[0] + y * frame.up[0],
    frame.y + x * frame.right[1] + y * frame.up[1],
  ];
}

// The SVG transform that lays the drawing of a tile, y down, into a cell.
export function transform(frame, orientation) {
  const { right, up, x, y } = frame;
  const matrix = [right[0], right[1], -up[0], -up[1], x, y].map((number) => number.toFixed(4));
  return `matrix(${matrix.join(" ")}) rotate(${-60 * orientation})`;
}

export const reach = (frame) => Math.max(Math.hypot(...frame.right), Math.hypot(...frame.up));

// The frames of a clean board that is turned counter-clockwise by `turns` times 60 degrees.
export function boardFrames(turns) {
  return (cell) => {
    const [x, y] = centre(rotated(cell, turns));
    const angle = (Math.PI / 3) * turns;
    return {
      x,
      y: -y,
      right: [Math.cos(angle), -Math.sin(angle)],
      up: [-Math.sin(angle), -Math.cos(angle)],
    };
  };
}

// The frames of a cluster on its photo: of tiles that were read by their corners, of other cells by
// the nearest of those.
export function photoFrames(tiles) {
  const read = tiles.map((tile) => ({ cell: tile, frame: frameOf(tile) }));
  const known = new Map(read.map(({ cell, frame }) => [name(cell), frame]));
  return (cell) => {
    if (!known.has(name(cell))) known.set(name(cell), beside(cell, read));
    return known.get(name(cell));
  };
}

function frameOf(tile) {
  const sum = (weight) => [0, 1].map((axis) => tile.corners
    .reduce((total, point, i) => total + point[axis] * weight((Math.PI / 3) * (tile.orientation + i)), 0));
  const [x, y] = sum(() => 1 / SIDES);
  return { x, y, right: sum((a) => Math.cos(a) / 3), up: sum((a) => Math.sin(a) / 3) };
}

function beside(cell, read) {
  const [x, y] = centre(cell);
  const away = (other) => Math.hypot(centre(other)[0] - x, centre(other)[1] - y);
  const nearest = [...read].sort((a, b) => away(a.cell) - away(b.cell)).slice(0, NEAREST);
  const guesses = nearest.map(({ cell: other, frame }) => {
    const [otherX, otherY] = centre(other);
    const [px, py] = place(frame, x - otherX, y - otherY);
    return { ...frame, x: px, y: py };
  });
  const mean = (value) => guesses.reduce((total, guess) => total + value(guess), 0) / guesses.length;
  return {
    x: mean((f) => f.x),
    y: mean((f) => f.y),
    right: [mean((f) => f.right[0]), mean((f) => f.right[1])],
    up: [mean((f) => f.up[0]), mean((f) => f.up[1])],
  };
}
