// The lattice of the pages is that of the rules, and lies on pictures where the tiles do.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  boardFrames, corner, modulo, name, neighbours, outline, photoFrames, place, reach, rotated, transform,
} from "../../companion/web/static/js/correcting/lattice.js";
import { cellOf, RULES, sampleTiles } from "./positions.js";

const TURNS = [0, 1, 2, 3, 4, 5];
const EXACT = 1e-9;
// A lens bends the rows of a photo, and hands lay tiles a little apart.
const PIXELS_OFF = 4;
const SHARE_OFF = 0.25;

const near = (point, other, most) => {
  const away = Math.hypot(point[0] - other[0], point[1] - other[1]);
  assert.ok(away <= most, `[${point}] is ${away} from [${other}]`);
};

test("neighbours are those of the rules, in the order of the edges", () => {
  for (const { cell, neighbours: expected } of RULES.cells) assert.deepEqual(neighbours(cell), expected);
});

test("cells turn about the middle as those of the rules", () => {
  for (const { cell, rotated: expected } of RULES.cells) {
    expected.forEach((there, index) => assert.deepEqual(cellOf(rotated(cell, index - 1)), there));
  }
});

test("turning six times changes nothing, one step at a time or at once", () => {
  for (const { cell } of RULES.cells) {
    assert.deepEqual(rotated(cell, 6), cell);
    assert.deepEqual(cellOf(TURNS.reduce((there) => rotated(there, 1), cell)), cell);
  }
});

test("turning there and back changes nothing", () => {
  for (const { cell } of RULES.cells) {
    for (const turns of TURNS) assert.deepEqual(cellOf(rotated(rotated(cell, turns), -turns)), cell);
  }
});

test("a neighbour's neighbour across the opposite edge is the cell itself", () => {
  for (const { cell } of RULES.cells) {
    neighbours(cell).forEach((next, edge) => {
      assert.equal(name(neighbours(next)[modulo(edge + 3)]), name(cell));
    });
  }
});

test("modulo is 0 to 5, of numbers below zero too", () => {
  assert.deepEqual([-7, -6, -1, 0, 5, 6, 13].map(modulo), [5, 0, 5, 0, 5, 0, 1]);
});

test("a clean board has centres and corners where the rules have them, y down", () => {
  const frameOf = boardFrames(0);
  for (const { cell, center: [x, y], corners } of RULES.cells) {
    const frame = frameOf(cell);
    near([frame.x, frame.y], [x, -y], EXACT);
    outline(frame).forEach((point, index) => near(point, [corners[index][0], -corners[index][1]], EXACT));
    assert.ok(Math.abs(reach(frame) - 1) < EXACT);
  }
});

test("a board that is turned shows each tile where the turned cell lies, turned with it", () => {
  for (const turns of TURNS) {
    for (const { cell } of RULES.cells) {
      const frame = boardFrames(turns)(cell);
      const there = boardFrames(0)(rotated(cell, turns));
      near([frame.x, frame.y], [there.x, there.y], EXACT);
      for (const index of TURNS) near(corner(frame, index), corner(there, index + turns), EXACT);
    }
  }
});

test("touching cells share two corners on the board", () => {
  const frameOf = boardFrames(0);
  const key = (point) => point.map((n) => Number(n.toFixed(6))).join();
  for (const { cell } of RULES.cells) {
    const own = new Set(outline(frameOf(cell)).map(key));
    for (const next of neighbours(cell)) {
      assert.equal(outline(frameOf(next)).filter((point) => own.has(key(point))).length, 2);
    }
  }
});

test("the drawing of a tile is laid where the frame says, and turned by its orientation", () => {
  const frame = { x: 30, y: 40, right: [10, -2], up: [3, -11] };
  assert.equal(
    transform(frame, 2),
    "matrix(10.0000 -2.0000 -3.0000 11.0000 30.0000 40.0000) rotate(-120)",
  );
  near(place(frame, 1, 0), [40, 38], EXACT);
  near(place(frame, 0, 1), [33, 29], EXACT);
});

for (const sample of ["p001048_big", "p001039_oblique", "p001087_small"]) {
  test(`on the photo ${sample} the frames of tiles have the corners that were read`, () => {
    const tiles = sampleTiles(sample);
    const frameOf = photoFrames(tiles);
    for (const tile of tiles) {
      const frame = frameOf(tile);
      near([frame.x, frame.y], tile.center, PIXELS_OFF);
      tile.corners.forEach((point, index) => {
        near(corner(frame, tile.orientation + index), point, SHARE_OFF * reach(frame));
      });
    }
  });
}

test("where no tile was read, its place follows from the tiles beside it", () => {
  const tiles = sampleTiles("p001048_big");
  const middle = tiles.filter((tile) => neighbours(tile)
    .every((cell) => tiles.some((other) => name(other) === name(cell))));
  assert.ok(middle.length > 3);
  for (const missing of middle) {
    const frameOf = photoFrames(tiles.filter((tile) => tile !== missing));
    const frame = frameOf(missing);
    near([frame.x, frame.y], missing.center, SHARE_OFF * reach(frame));
  }
});
