// When a question is said.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Asking } from "../../companion/web/static/js/game/asking.js";

/**
 * Lets somebody hear events, each after some milliseconds; returns which were said by the end.
 * @param {import("node:test").TestContext} context
 * @param {[number, string, string?][]} heard
 */
function said(context, heard) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */
  const words = [];
  const asking = new Asking(({ id, event }) => { words.push(`${event} ${id}`); });
  heard.forEach(([after, event, reason], index) => {
    context.mock.timers.tick(after);
    asking.hear({ id: index + 1, event, sentences: [], reason });
  });
  context.mock.timers.tick(60_000);
  return words;
}

test("a question that stands is said once, and all else at once", (context) => {
  assert.deepEqual(said(context, [[0, "question"], [100, "move"]]), ["move 2", "question 1"]);
});

test("a question that is settled before is not said", (context) => {
  assert.deepEqual(said(context, [[0, "question"], [2900, "settled"]]), ["settled 2"]);
});

test("one that was said is not taken back", (context) => {
  assert.deepEqual(said(context, [[0, "question"], [3000, "settled"]]), ["question 1", "settled 2"]);
});

test("of two in a row the second is said", (context) => {
  /** @type {[number, string][]} */
  const heard = [[0, "question"], [1000, "settled"], [0, "question"]];
  assert.deepEqual(said(context, heard), ["settled 2", "question 3"]);
});

test("the doubt that a question is about is not said as well", (context) => {
  const roll = "What was rolled?";
  assert.deepEqual(said(context, [[0, "unsure", roll], [10, "question", roll]]), ["question 2"]);
});

test("another doubt is said all the same", (context) => {
  /** @type {[number, string, string][]} */
  const heard = [[0, "unsure", "Give the board room."], [10, "question", "What was rolled?"]];
  assert.deepEqual(said(context, heard), ["unsure 1", "question 2"]);
});


test("what is asked anew while play goes on is said once, until a move is told", (context) => {
  const dim = "A whole move seems to lie there, but these cells cannot be seen for sure.";
  /** @type {[number, string, string?][]} */
  const heard = [
    [0, "question", dim], [30_000, "settled"], [0, "question", dim],
    [30_000, "settled"], [0, "question", "What was rolled?"], [30_000, "settled"],
    [0, "move"], [30_000, "question", "What was rolled?"],
  ];
  const questions = said(context, heard).filter((words) => words.startsWith("question"));
  assert.deepEqual(questions, ["question 1", "question 5", "question 8"]);
});
