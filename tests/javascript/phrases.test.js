// What a phrase leaves open is filled in.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fill } from "../../companion/web/static/js/correcting/spots.js";

test("every name in braces is filled in, numbers too", () => {
  assert.equal(fill("Die {number}: {value}.", { number: 2, value: "none" }), "Die 2: none.");
});

test("what is filled in is taken as it is, whatever a player is called", () => {
  assert.equal(fill("{player} builds, {player}!", { player: "$& {x}" }), "$& {x} builds, $& {x}!");
});
