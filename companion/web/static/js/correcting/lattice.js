// Cells of the hexagonal lattice, and where they lie on a picture.
//
// It is the lattice of rules/lattice.py, and a test holds the two to each other. A frame says how one
// cell lies on a picture; pictures have y down.

/** @import {Cell, Frame, FrameOf, Point, Tile} from "../types/board.js" */
/** @import {ReadTile} from "../types/reading.js" */

const ROOT3 = Math.sqrt(3);
const STEPS = [[1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1], [1, 0]];
const SIDES = 6;
const NEAREST = 3;

/** @type {(cell: Cell) => string} */
export const name = ({ q, r }) => `${q},${r}`;

/** @type {(number: number) => number} */
export const modulo = (number) => ((number % SIDES) + SIDES) % SIDES;

/** @type {(cell: Cell) => Cell[]} */
export const neighbours = ({ q, r }) => STEPS.map(([dq, dr]) => ({ q: q + dq, r: r + dr }));

/** @type {(cell: Cell) => Point} */
const centre = ({ q, r }) => [1.5 * q, -ROOT3 * (r + q / 2)];

/**
 * The cell turned about the middle, counter-clockwise by `turns` times 60 degrees.
 * @param {Cell} cell
 * @param {number} turns
 * @returns {Cell}
 */
export function rotated({ q, r }, turns) {
  for (let turn = 0; turn < modulo(turns); turn += 1) [q, r] = [q + r, -q];
  return { q, r };
}

/**
 * Where corner `index` (at 60 degrees times that, counter-clockwise) lies.
 * @param {Frame} frame
 * @param {number} index
 */
export function corner(frame, index) {
  const angle = (Math.PI / 3) * index;
  return place(frame, Math.cos(angle), Math.sin(angle));
}

/** @param {Frame} frame */
export function outline(frame) {
  return [0, 1, 2, 3, 4, 5].map((index) => corner(frame, index));
}

/**
 * Where a point of a cell lies, x and y in edge lengths from its centre, y up.
 * @param {Frame} frame
 * @param {number} x
 * @param {number} y
 * @returns {Point}
 */
export function place(frame, x, y) {
  return [
    frame.x + x * frame.right[0] + y * frame.up[0],
    frame.y + x * frame.right[1] + y * frame.up[1],
  ];
}

/**
 * The SVG transform that lays the drawing of a tile, y down, into a cell.
 * @param {Frame} frame
 * @param {number} orientation
 */
export function transform(frame, orientation) {
  const { right, up, x, y } = frame;
  const matrix = [right[0], right[1], -up[0], -up[1], x, y].map((number) => number.toFixed(4));
  return `matrix(${matrix.join(" ")}) rotate(${-60 * orientation})`;
}

/** @type {(frame: Frame) => number} */
export const reach = (frame) => Math.max(Math.hypot(...frame.right), Math.hypot(...frame.up));

/**
 * The frames of a clean board that is turned counter-clockwise by `turns` times 60 degrees.
 * @param {number} turns
 * @returns {FrameOf}
 */
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

/**
 * The frames of a cluster on its photo: of tiles that were read by their corners, of other cells by
 * the nearest of those.
 * @param {ReadTile[]} tiles
 * @returns {FrameOf}
 */
export function photoFrames(tiles) {
  const read = tiles.map((tile) => ({ cell: tile, frame: frameOf(tile) }));
  const known = new Map(read.map(({ cell, frame }) => [name(cell), frame]));
  return (cell) => {
    const frame = known.get(name(cell)) ?? beside(cell, read);
    known.set(name(cell), frame);
    return frame;
  };
}

/**
 * @param {ReadTile} tile
 * @returns {Frame}
 */
function frameOf(tile) {
  /** @type {(weight: (angle: number) => number) => Point} */
  const sum = (weight) => {
    /** @type {(axis: 0 | 1) => number} */
    const along = (axis) => tile.corners
      .reduce((total, point, i) => total + point[axis] * weight((Math.PI / 3) * (tile.orientation + i)), 0);
    return [along(0), along(1)];
  };
  const [x, y] = sum(() => 1 / SIDES);
  return { x, y, right: sum((a) => Math.cos(a) / 3), up: sum((a) => Math.sin(a) / 3) };
}

/**
 * @param {Cell} cell
 * @param {{cell: Tile, frame: Frame}[]} read
 * @returns {Frame}
 */
function beside(cell, read) {
  const [x, y] = centre(cell);
  /** @type {(other: Cell) => number} */
  const away = (other) => Math.hypot(centre(other)[0] - x, centre(other)[1] - y);
  const nearest = [...read].sort((a, b) => away(a.cell) - away(b.cell)).slice(0, NEAREST);
  const guesses = nearest.map(({ cell: other, frame }) => {
    const [otherX, otherY] = centre(other);
    const [px, py] = place(frame, x - otherX, y - otherY);
    return { ...frame, x: px, y: py };
  });
  /** @type {(value: (guess: Frame) => number) => number} */
  const mean = (value) => guesses.reduce((total, guess) => total + value(guess), 0) / guesses.length;
  return {
    x: mean((f) => f.x),
    y: mean((f) => f.y),
    right: [mean((f) => f.right[0]), mean((f) => f.right[1])],
    up: [mean((f) => f.up[0]), mean((f) => f.up[1])],
  };
}
