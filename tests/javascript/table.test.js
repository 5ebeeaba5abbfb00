// What is corrected and undone: tiles turned, added, removed and joined as the rules have them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { modulo, name, neighbours, rotated } from "../../companion/web/static/js/correcting/lattice.js";
import { Table } from "../../companion/web/static/js/correcting/table.js";
import { answerOf, bare, cellOf, RULES, sampleTiles, sorted } from "./positions.js";

const WAYS = [0, 1, 2, 3, 4, 5];
const ORIGIN = { q: 0, r: 0 };

const known = (table) => JSON.stringify(table);

// Every change that can be made to a table of one board, each with its name.
const CHANGES = {
  turn: (table) => table.turn(0, table.tiles(0)[0], -1),
  check: (table) => table.check(0, table.tiles(0)[0]),
  add: (table) => table.add(0, table.empty(0)[0]),
  remove: (table) => table.remove(0, table.tiles(0)[0]),
  checkAll: (table) => table.checkAll(),
  setDie: (table) => table.setDie(0, 4),
};

test("a table is what was read, and says so as a correction", () => {
  const tiles = sampleTiles("p001066_illegal");
  const table = new Table(answerOf(tiles));
  assert.deepEqual(table.tiles(0).map(bare), tiles.map(bare));
  assert.deepEqual(JSON.parse(known(table)), {
    clusters: [{ tiles: tiles.map((tile) => ({ ...bare(tile), sure: true })) }], dice: [],
  });
  assert.equal(table.isChanged, false);
});

test("what people said of a reading comes before what was read", () => {
  const tiles = sampleTiles("p001087_small");
  const said = [{ q: 0, r: 0, orientation: 2, sure: true }];
  const table = new Table({ ...answerOf(tiles), correction: { clusters: [{ tiles: said }], dice: [] } });
  assert.deepEqual(table.tiles(0), said);
  assert.ok(table.differs(0, said[0]));
  assert.deepEqual(table.empty(0).filter(({ q, r }) => q === 1 && r === 0), [{ q: 1, r: 0 }]);
});

for (const [what, change] of Object.entries(CHANGES)) {
  test(`undo returns to the table before: ${what}`, () => {
    const table = new Table(answerOf(sampleTiles("p001048_big").map((tile) => ({ ...tile, sure: false }))));
    const before = known(table);
    change(table);
    assert.notEqual(known(table), before);
    assert.equal(table.isChanged, true);
    table.undo();
    assert.equal(known(table), before);
    assert.equal(table.isChanged, false);
  });
}

test("many changes are undone one by one, in the order from the last to the first", () => {
  const table = new Table(answerOf(sampleTiles("p001048_big")));
  const seen = [];
  for (const change of Object.values(CHANGES)) {
    seen.push(known(table));
    change(table);
  }
  for (const before of seen.reverse()) {
    table.undo();
    assert.equal(known(table), before);
  }
  table.undo(); // nothing is left to undo
  assert.equal(known(table), seen.at(-1));
});

test("six turns of a tile bring it back, each by one corner", () => {
  const table = new Table(answerOf(sampleTiles("p001087_small")));
  const { orientation } = table.tile(0, ORIGIN);
  for (const turned of [1, 2, 3, 4, 5, 6]) {
    table.turn(0, ORIGIN, 1);
    assert.equal(table.tile(0, ORIGIN).orientation, (orientation + turned) % 6);
  }
  table.turn(0, ORIGIN, -1);
  assert.equal(table.tile(0, ORIGIN).orientation, modulo(orientation - 1));
});

test("two tiles match exactly where their orientations have the same parity", () => {
  for (const one of WAYS) {
    for (const other of WAYS) assert.equal(RULES.matching[one][other], modulo(one - other) % 2 === 0);
  }
});

test("a tile that is added matches the one beside it, and goes on matching turned by two steps", () => {
  for (const orientation of WAYS) {
    for (const cell of neighbours(ORIGIN)) {
      const table = new Table(answerOf([{ ...ORIGIN, orientation, sure: true }]));
      table.add(0, cell);
      const ways = [0, 1, 2].map(() => {
        const way = table.tile(0, cell).orientation;
        table.turn(0, cell, -2);
        return way;
      });
      assert.deepEqual(ways.sort(), WAYS.filter((way) => RULES.matching[orientation][way]));
    }
  }
});

test("a tile that was removed comes back as it was read", () => {
  const tiles = sampleTiles("p001048_big");
  const table = new Table(answerOf(tiles));
  for (const tile of tiles) {
    table.remove(0, tile);
    assert.equal(table.tile(0, tile), undefined);
    table.add(0, tile);
    assert.deepEqual(bare(table.tile(0, tile)), bare(tile));
    assert.equal(table.differs(0, tile), false);
  }
});

for (const { sample, border, rotated: boards } of RULES.boards) {
  test(`tiles may be added along the border that the rules have: ${sample}`, () => {
    const table = new Table(answerOf(boards[0].map((tile) => ({ ...tile, sure: true }))));
    assert.deepEqual(sorted(table.empty(0)), sorted(border));
  });

  test(`a board lies on another's lattice as the rules turn it: ${sample}`, () => {
    const table = new Table(answerOf(boards[0].map((tile) => ({ ...tile, sure: true }))));
    boards.forEach((expected, turns) => {
      for (const tile of table.tiles(0)) {
        const moved = table.onLattice(0, tile, rotated(tile, turns), modulo(tile.orientation + turns));
        assert.deepEqual(sorted(moved.map(bare)), sorted(expected));
      }
    });
  });
}

test("boards that are joined are one, and the other is gone until it is undone", () => {
  const [one, other] = [sampleTiles("p001087_small"), sampleTiles("p001066_illegal")];
  const table = new Table(answerOf(other, one));
  const before = known(table);
  const [tile] = table.tiles(1);
  const moved = table.onLattice(1, tile, { q: 40, r: 0 }, 3);
  table.join(1, 0, moved);
  assert.equal(table.tiles(0).length, one.length + other.length);
  assert.equal(table.tile(0, { q: 40, r: 0 }).orientation, 3);
  assert.deepEqual(table.tiles(1), []);
  assert.deepEqual(table.empty(1), []);
  table.undo();
  assert.equal(known(table), before);
});

test("the only board offers its places again when its last tile is taken away", () => {
  const tiles = sampleTiles("p001087_small");
  const table = new Table(answerOf(tiles));
  for (const tile of tiles) table.remove(0, tile);
  assert.deepEqual(sorted(table.empty(0)), sorted(tiles.map(cellOf)));
});

test("a cell that cannot be seen is a place for a tile", () => {
  const answer = answerOf([{ ...ORIGIN, orientation: 0, sure: true }]);
  answer.reading.clusters[0].hidden.push([5, -2]);
  const table = new Table(answer);
  assert.ok(table.isHidden(0, { q: 5, r: -2 }));
  assert.ok(!table.isHidden(0, { q: 1, r: -1 }));
  assert.equal(table.empty(0).filter((cell) => name(cell) === "5,-2").length, 1);
});

test("what is not sure is counted, and judged one by one or all at once", () => {
  const answer = answerOf(sampleTiles("p001048_big").map((tile, index) => ({ ...tile, sure: index > 2 })));
  answer.reading.dice.push({ value: 3, sure: false });
  const table = new Table(answer);
  assert.equal(table.unsure, 4);
  table.check(0, table.tiles(0)[0]);
  assert.equal(table.unsure, 3);
  table.turn(0, table.tiles(0)[1], 1); // who turns a tile stands by it
  assert.equal(table.unsure, 2);
  table.checkAll();
  assert.equal(table.unsure, 0);
});

test("dice are added, changed and taken away", () => {
  const table = new Table(answerOf(sampleTiles("p001087_small")));
  table.setDie(0, 5);
  table.setDie(1, 2);
  table.setDie(0, 6);
  assert.deepEqual(table.state.dice.map(({ value }) => value), [6, 2]);
  table.setDie(0, 0);
  assert.deepEqual(table.state.dice, [{ value: 2, sure: true }]);
});

test("to turn a tile where none lies is a mistake that is named", () => {
  const table = new Table(answerOf(sampleTiles("p001087_small")));
  assert.throws(() => table.turn(0, { q: 9, r: 9 }, 1), /No tile lies on cell 9,9 of board 1/);
});
