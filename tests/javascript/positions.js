// Positions for the tests: what the rules say (lattice.json, held to them by a test of its own), and
// real tables whose truth is known (sample_images).

import { readFileSync } from "node:fs";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

// Cells, pairs of tiles and boards, as the rules of the game have them.
export const RULES = read("lattice.json");

// The tiles of a sample photo's largest board with their corners in pixels, as if read without fault.
export function sampleTiles(name) {
  const { clusters } = read(`../../sample_images/${name}.json`);
  const largest = clusters.reduce((one, other) => (other.tiles.length > one.tiles.length ? other : one));
  return largest.tiles.map(({ q, r, orientation, corners, center }) => ({
    q, r, orientation, corners, center, sure: true,
  }));
}

// What the API says of a reading with these boards.
export function answerOf(...boards) {
  return { reading: { clusters: boards.map((tiles) => ({ tiles, hidden: [] })), dice: [] }, correction: null };
}

// Adding 0 makes 0 of -0, which is the same cell but not the same number to a test.
export const cellOf = ({ q, r }) => ({ q: q + 0, r: r + 0 });
export const bare = ({ orientation, ...cell }) => ({ ...cellOf(cell), orientation });

// Tiles or cells in an order of their own, to be compared as sets.
export const sorted = (cells) => [...cells].sort((one, other) => one.q - other.q || one.r - other.r);
