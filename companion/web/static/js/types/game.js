// Types alone: what the API says of games (docs/http_api.md), as far as the pages look at it. No
// page loads this module.

/** @import {Board, CellPair} from "./board.js" */

/** @typedef {{name: string, color: string | null}} Player */

/** @typedef {{code: string, cells: CellPair[], message: string}} Violation */

/** @typedef {{mover: string, roll: number | null, legal: boolean, board: Board}} ChosenTurn */

/**
 * An answer: the turns it puts on record, and how many on record it takes back.
 * @typedef {{text: string, turns: ChosenTurn[], undone: number, cells: CellPair[], illegal: boolean}} Choice
 */

/**
 * What people are asked; without choices it is something to see to. `event` is what asked it.
 * @typedef {object} Question
 * @property {CellPair[]} cells
 * @property {string} reason
 * @property {number | null} event
 * @property {"roll" | "tile" | "turns" | "legal" | null} about
 * @property {Choice[]} choices
 */

/**
 * What the referee is doing.
 * @typedef {"over" | "paused" | "blind" | "adrift" | "asking" | "too-slow" | "waiting-for-hands"
 *   | "following"} Watching
 */

/**
 * Whose turn it is. `die` is Palagonia's roll, `changed` are the cells in which the table differs
 * from the position after the last move.
 * @typedef {object} Turn
 * @property {number} number
 * @property {string | null} mover
 * @property {string | null} color
 * @property {number | null} die
 * @property {boolean} needs_die
 * @property {boolean} in_progress
 * @property {CellPair[]} changed
 */

/**
 * @typedef {object} Source
 * @property {string} kind
 * @property {string} name
 * @property {boolean} connected
 * @property {boolean} ended
 * @property {string | null} problem
 * @property {"hot" | "slow" | null} strain
 */

/**
 * What the computer does in its turn; `placed` is what people lay for it where a camera looks on.
 * @typedef {object} Computer
 * @property {string} player
 * @property {"thinking" | "chosen" | "stuck"} state
 * @property {import("./board.js").Tile[]} placed
 * @property {string} sentence
 */

/**
 * The state of a game: `board` lies on the table now, `agreed` did after the last move.
 * @typedef {object} State
 * @property {number} id
 * @property {"palago" | "palagem" | "palagonia"} game
 * @property {Player[]} players in the order of play
 * @property {boolean} running
 * @property {Source | null} source
 * @property {Computer | null} computer null where it is not the computer's turn
 * @property {Watching} state
 * @property {boolean} ready
 * @property {boolean} over
 * @property {Turn} turn
 * @property {string} due whose turn it is and what they do, in words
 * @property {Violation[] | null} wrong
 * @property {Question | null} question
 * @property {CellPair[]} adrift
 * @property {number} tiles_left
 * @property {Board} board
 * @property {Board} agreed
 * @property {CellPair[]} unsure
 * @property {CellPair[]} hidden
 * @property {Record<string, Board>} palagems by their players' names
 * @property {string[]} palagems_due who owes a palagem before play begins
 * @property {boolean} palagems_guessed whether nobody has said yet whose palagem is whose
 * @property {number} last_event_id
 */

/**
 * An event as it is announced; the first sentence is the most important, there may be none.
 * @typedef {{id: number, event: string, sentences: string[], reason?: string, cells?: CellPair[],
 *   verdict?: {islands: unknown[] | null}}} GameEvent
 */

/** @typedef {Pick<State, "source" | "running" | "computer"> & {problem: string | null}} SourceNews */

/**
 * What was announced upon a decision; `moves` are how many stand then.
 * @typedef {{events: GameEvent[], last_event_id: number, moves: number}} Announced
 */

/** @typedef {{reading: number, url: string, labelled: string | null}} Misreading */

/** What people decide, by its kind: docs/http_api.md.
 * @typedef {"set-tile" | "take-back" | "lay-again" | "tell-turns" | "let-stand" | "end-turn" | "pause" | "resume" | "set-die"
 *   | "set-mover" | "vote" | "claim" | "set-palagem" | "answer" | "confirm" | "table-right"
 *   | "record-right"} DecisionKind
 */

/**
 * What is wrong with a camera's view; `frame` is null where no picture has come.
 * @typedef {object} Framing
 * @property {number | null} frame
 * @property {{code: string, sentence: string}[]} problems
 * @property {string[]} remarks
 * @property {boolean} begun
 */
