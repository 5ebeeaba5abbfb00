// Boards that were read apart: which tiles of one lie on places of the other, and how they fit.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fitted, lyingOn, placeUnder } from "../../companion/web/static/js/correcting/joining.js";
import { modulo, name, neighbours, photoFrames, rotated } from "../../companion/web/static/js/correcting/lattice.js";
import { Table } from "../../companion/web/static/js/correcting/table.js";
import { answerOf, bare, sampleTiles, sorted } from "./positions.js";

const TURNS = [0, 1, 2, 3, 4, 5];

// A real board read as two along a line of the lattice. The second has a lattice of its own: turned by
// `turns` and somewhere else. A tile keeps its corners on the photo, the first at its white tip.
function split(sample, turns, shift = { q: 3, r: -5 }) {
  const tiles = sampleTiles(sample);
  const line = tiles.map(({ q }) => q).sort((one, other) => one - other)[Math.floor(tiles.length / 2)];
  const own = tiles.filter(({ q }) => q < line);
  const others = tiles.filter(({ q }) => q >= line);
  const elsewhere = others.map((tile) => {
    const { q, r } = rotated(tile, turns);
    return { ...tile, q: q + shift.q, r: r + shift.r, orientation: modulo(tile.orientation + turns) };
  });
  const boards = [own, elsewhere];
  return { tiles, others, boards, table: new Table(answerOf(...boards)), frames: boards.map(photoFrames) };
}

// The places of the first board on which tiles of the second lie.
const joints = ({ table, frames }) => table.empty(0)
  .map((cell) => ({ cell, lying: lyingOn(table, frames, 0, cell) }))
  .filter(({ lying }) => lying);

for (const sample of ["p001048_big", "p001057_overhead", "p001066_illegal"]) {
  for (const turns of TURNS) {
    test(`a board turned by ${turns} joins as it lies on the photo: ${sample}`, () => {
      const parts = split(sample, turns);
      const found = joints(parts);
      assert.ok(found.length > 0);
      for (const { cell, lying } of found) {
        const moved = fitted(parts.table, parts.frames, lying, { board: 0, cell });
        assert.equal(name(moved[0]), name(cell));
        assert.deepEqual(sorted(moved.map(bare)), sorted(parts.others.map(bare)));
      }
    });
  }

  test(`every place beside the one board that the other covers is found: ${sample}`, () => {
    const parts = split(sample, 2);
    const covered = parts.others.filter((tile) => neighbours(tile)
      .some((cell) => parts.boards[0].some((own) => name(own) === name(cell))));
    const found = joints(parts).map(({ cell }) => cell);
    assert.deepEqual(sorted(found), sorted(covered.map(({ q, r }) => ({ q, r }))));
  });

  test(`the place under a tile is where that tile lies: ${sample}`, () => {
    const parts = split(sample, 4);
    for (const { cell, lying } of joints(parts)) {
      const place = placeUnder(parts.table, parts.frames, lying.board, lying.tile);
      assert.deepEqual([place.board, name(place.cell)], [0, name(cell)]);
    }
  });

  test(`joined, the two are the board that lies on the table, and undone they are two: ${sample}`, () => {
    const parts = split(sample, 1);
    const before = JSON.stringify(parts.table);
    const [{ cell, lying }] = joints(parts);
    parts.table.join(1, 0, fitted(parts.table, parts.frames, lying, { board: 0, cell }));
    assert.deepEqual(sorted(parts.table.tiles(0).map(bare)), sorted(parts.tiles.map(bare)));
    assert.deepEqual(parts.table.tiles(1), []);
    parts.table.undo();
    assert.equal(JSON.stringify(parts.table), before);
  });
}

test("boards that lie apart have no place in common", () => {
  const tiles = sampleTiles("p001087_small");
  const away = tiles.map((tile) => ({ ...tile, corners: tile.corners.map(([x, y]) => [x + 5000, y]) }));
  const boards = [tiles, away];
  const [table, frames] = [new Table(answerOf(...boards)), boards.map(photoFrames)];
  for (const cell of table.empty(0)) assert.equal(lyingOn(table, frames, 0, cell), null);
  for (const tile of table.tiles(0)) assert.equal(placeUnder(table, frames, 0, tile), null);
});

test("a board on whose places tiles lie already does not fit", () => {
  const tiles = sampleTiles("p001048_big");
  // the same tiles read twice: the second reading lies on tiles of the first
  const boards = [tiles, tiles];
  const [table, frames] = [new Table(answerOf(...boards)), boards.map(photoFrames)];
  table.remove(0, tiles[0]);
  const lying = lyingOn(table, frames, 0, tiles[0]);
  assert.equal(name(lying.tile), name(tiles[0]));
  assert.equal(fitted(table, frames, lying, { board: 0, cell: tiles[0] }), null);
});
