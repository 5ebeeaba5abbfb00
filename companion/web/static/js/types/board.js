// Types alone, for the checker and for readers: cells, tiles, boards, and how cells lie on a picture.
// No page loads this module.

/**
 * A cell of the hexagonal lattice, in axial coordinates.
 * @typedef {{q: number, r: number}} Cell
 */

/**
 * A cell as the API writes it: q, r.
 * @typedef {[number, number]} CellPair
 */

/**
 * A tile that lies on a cell: its white tip points to corner `orientation`, 0 to 5.
 * @typedef {Cell & {orientation: number}} Tile
 */

/**
 * A tile, and whether whoever read it is sure of it.
 * @typedef {Tile & {sure: boolean}} SureTile
 */

/** @typedef {{tiles: Tile[]}} Board */

/** @typedef {[number, number]} Point */

/**
 * How a cell lies on a picture, y down: its centre, and where one edge length goes along the
 * lattice's axes.
 * @typedef {{x: number, y: number, right: Point, up: Point}} Frame
 */

/**
 * Says of each cell of one board how it lies on a picture.
 * @typedef {(cell: Cell) => Frame} FrameOf
 */

/**
 * A cell of one of several boards.
 * @typedef {{board: number, cell: Cell}} Spot
 */
