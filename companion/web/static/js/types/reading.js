// Types alone: what the API says of a reading (docs/commands.md). No page loads this module.

/** @import {CellPair, Point, SureTile} from "./board.js" */

/**
 * A tile as it was read, with its six corners in pixels, counter-clockwise from its white tip.
 * @typedef {SureTile & {corners: Point[]}} ReadTile
 */

/** @typedef {{value: number, sure: boolean}} Die */

/**
 * A board as it was read; `hidden` cells may hold a tile but cannot be seen.
 * @template {SureTile} [T=ReadTile]
 * @typedef {{tiles: T[], hidden: CellPair[]}} Cluster
 */

/**
 * @template {SureTile} [T=ReadTile]
 * @typedef {{clusters: Cluster<T>[], dice: Die[]}} Reading
 */

/**
 * What people said of a reading, one entry for each of its clusters.
 * @typedef {{clusters: {tiles: SureTile[]}[], dice: Die[]}} Correction
 */

/**
 * A reading, and what people said of it where they did.
 * @template {SureTile} [T=ReadTile]
 * @typedef {{reading: Reading<T>, correction?: Correction | null}} Answer
 */
