// Where one board was read as two: which tiles of one lie on places of the other, on the photo.

import { corner, name, outline, reach } from "./lattice.js";

/** @import {Cell, Frame, FrameOf, Spot, SureTile} from "../types/board.js" */
/** @import {Table} from "./table.js" */

const SAME_PLACE = 0.5;

/**
 * The tile of another board that lies on a cell of this one; null where none does.
 * @param {Table} table
 * @param {FrameOf[]} frames of the boards, on the photo
 * @param {number} board
 * @param {Cell} cell
 */
export function lyingOn(table, frames, board, cell) {
  const frame = frames[board](cell);
  for (let other = 0; other < frames.length; other += 1) {
    if (other === board) continue;
    const tile = table.tiles(other).find((one) => isAt(frames[other](one), frame));
    if (tile) return { board: other, tile };
  }
  return null;
}

/**
 * The empty place of another board on which a tile lies; null where none is.
 * @param {Table} table
 * @param {FrameOf[]} frames
 * @param {number} board
 * @param {Cell} tile
 * @returns {Spot | null}
 */
export function placeUnder(table, frames, board, tile) {
  for (let other = 0; other < frames.length; other += 1) {
    if (other === board) continue;
    const cell = table.empty(other).find((one) => isAt(frames[board](tile), frames[other](one)));
    if (cell) return { board: other, cell };
  }
  return null;
}

/**
 * The tiles of a board as they lie on another's lattice, the tile that lies on its `cell` first;
 * null where the two do not fit together.
 * @param {Table} table
 * @param {FrameOf[]} frames
 * @param {{board: number, tile: SureTile}} lying
 * @param {Spot} place
 */
export function fitted(table, frames, { board, tile }, place) {
  const frame = frames[place.board](place.cell);
  const [tipX, tipY] = corner(frames[board](tile), tile.orientation);
  const distances = outline(frame).map(([x, y]) => Math.hypot(x - tipX, y - tipY));
  const orientation = distances.indexOf(Math.min(...distances));
  const moved = table.onLattice(board, tile, place.cell, orientation);
  const fits = table.tiles(board).every((one, index) => (
    isAt(frames[board](one), frames[place.board](moved[index])) && !table.tile(place.board, moved[index])
  ));
  if (!fits) return null;
  const first = moved.findIndex((one) => name(one) === name(place.cell));
  return [moved[first], ...moved.filter((_one, index) => index !== first)];
}

/**
 * @param {Frame} frame
 * @param {Frame} other
 */
function isAt(frame, other) {
  return Math.hypot(frame.x - other.x, frame.y - other.y) < SAME_PLACE * reach(other);
}
