// Types alone: what the API says of reviews and of moves that are tried (docs/http_api.md). No page
// loads this module.

/** @import {CellPair, Tile} from "./board.js" */

/**
 * How far a review is.
 * @typedef {{state: "none" | "running" | "failed" | "done", done: number, of: number}} ReviewState
 */

/**
 * What came of a try; `reply` is what refutes it.
 * @typedef {{found: string, solved: boolean, sentence: string, reply: Tile[] | null}} TriedMove
 */

/**
 * What came of a try in a lesson; `wrong` are the cells of which something is wrong.
 * @typedef {{done: boolean, legal: boolean, sentence: string, wrong: CellPair[]}} TriedStep
 */

export {};
