// Which chime sounds, and what a clock shows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Chimes } from "../../companion/web/static/js/game/chimes.js";
import { asClock } from "../../companion/web/static/js/game/clock.js";

/**
 * Lets somebody hear events one after the other; returns which chimes rang.
 * @param {import("node:test").TestContext} context
 * @param {import("../../companion/web/static/js/types/game.js").GameEvent[]} heard
 * @param {boolean} wanted
 */
function rung(context, heard, wanted = true) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const chimes = new Chimes(() => wanted);
  /** @type {string[]} */
  const kinds = [];
  chimes.ring = (kind) => { kinds.push(kind); };
  for (const event of heard) chimes.hear(event);
  context.mock.timers.tick(1000);
  return kinds;
}

/** @type {(event: string, islands?: unknown[]) => import("../../companion/web/static/js/types/game.js").GameEvent} */
const said = (event, islands) => ({ id: 1, event, sentences: [], ...(islands && { verdict: { islands } }) });

test("a move that closes nothing is silent, one that closes an island is not", (context) => {
  assert.deepEqual(rung(context, [said("move", [])]), []);
  context.mock.timers.reset();
  assert.deepEqual(rung(context, [said("move", [{}])]), ["closed"]);
});

test("of several at once the gravest chimes, once", (context) => {
  const heard = [said("move", [{}]), said("question"), said("illegal"), said("illegal")];
  assert.deepEqual(rung(context, heard), ["illegal"]);
});

test("nothing chimes where chimes are turned off", (context) => {
  assert.deepEqual(rung(context, [said("over")], false), []);
});

test("a clock shows minutes, and hours once there are any", () => {
  assert.deepEqual([0, 61.9, 3661].map(asClock), ["0:00", "1:01", "1:01:01"]);
});
