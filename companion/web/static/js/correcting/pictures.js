// Drawing what a person says lies on the table: on the photo, and as clean boards to tap on.

import { byId } from "../elements.js";
import { lyingOn } from "./joining.js";
import { name, outline, reach, transform } from "./lattice.js";

/** @import {Cell, Frame, FrameOf, Point, SureTile, Tile} from "../types/board.js" */
/** @import {Table} from "./table.js" */

/**
 * What is drawn of a table.
 * @typedef {Pick<Table, "empty" | "tiles" | "isHidden" | "differs">} Shown
 */

const SVG = "http://www.w3.org/2000/svg";
const PIXELS_AN_EDGE = 60;
const MARGIN = 0.3;

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} kind
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
function element(kind, attributes, ...children) {
  const made = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** @type {(points: Point[]) => string} */
const path = (points) => `M${points.map((point) => point.map((n) => n.toFixed(3)).join(" ")).join("L")}Z`;

/** @type {(frame: Frame, share: number) => Frame} */
const inset = ({ x, y, right, up }, share) => ({
  x,
  y,
  right: [right[0] * share, right[1] * share],
  up: [up[0] * share, up[1] * share],
});

/**
 * @param {string} text
 * @param {Frame} frame
 * @param {number} size
 */
function words(text, frame, size) {
  return element("text", { x: frame.x.toFixed(3), y: frame.y.toFixed(3), "font-size": size.toFixed(3) }, text);
}

/**
 * Fills a layer of the photo with every tile, and with the empty places of the boards.
 * @param {SVGElement} layer
 * @param {Table} table
 * @param {FrameOf[]} frames
 */
export function drawOnPhoto(layer, table, frames) {
  const drawing = frames.flatMap((frameOf, board) => [
    ...table.empty(board)
      .filter((cell) => !lyingOn(table, frames, board, cell))
      .map((cell) => emptyOnPhoto(board, cell, frameOf(cell))),
    ...table.tiles(board).map((tile) => tileOnPhoto(table, board, tile, frameOf(tile))),
  ]);
  layer.replaceChildren(...drawing);
}

/**
 * @param {string} kind
 * @param {number} board
 * @param {Cell} cell
 * @param {Element[]} children
 */
function spot(kind, board, cell, ...children) {
  return element("g", { class: `spot ${kind}`, "data-board": board, "data-cell": name(cell) }, ...children);
}

/**
 * @param {number} board
 * @param {Cell} cell
 * @param {Frame} frame
 */
function emptyOnPhoto(board, cell, frame) {
  return spot("empty", board, cell,
    element("path", { class: "face", d: path(outline(inset(frame, 0.82))) }),
    words("+", frame, 0.7 * reach(frame)));
}

/**
 * @param {Shown} table
 * @param {number} board
 * @param {SureTile} tile
 * @param {Frame} frame
 */
function tileOnPhoto(table, board, tile, frame) {
  /** @type {(id: string) => SVGElement} */
  const part = (id) => element("path", {
    class: "lines",
    d: byId(`part-${id}`, SVGElement).getAttribute("d") ?? "",
    transform: transform(frame, tile.orientation),
  });
  const drawn = spot(looks(table, board, tile), board, tile,
    element("path", { class: "casing", d: path(outline(frame)) }),
    ...["blue-arch", "blue-tip", "white-tip"].map(part),
    element("path", { class: "face", d: path(outline(inset(frame, 0.94))) }));
  if (!tile.sure) drawn.append(words("?", frame, reach(frame)));
  return drawn;
}

/** @type {(table: Shown, board: number, tile: SureTile) => string} */
const looks = (table, board, tile) => [
  "tile",
  tile.sure ? "" : "unsure",
  table.differs(board, tile) ? "changed" : "",
].join(" ");

/**
 * Draws one board to tap on.
 * @param {Shown} table
 * @param {number} board
 * @param {FrameOf} frameOf
 * @param {Map<string, Tile>} beyond tiles of other boards, by their cells' names, as they lie on this one's lattice
 * @param {(cell: Cell, tile?: SureTile) => string} labelOf says in words what lies on a cell
 */
export function drawBoard(table, board, frameOf, beyond, labelOf) {
  const cells = [...table.empty(board), ...table.tiles(board)];
  const corners = cells.flatMap((cell) => outline(frameOf(cell)));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const [width, height] = [Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top];
  const svg = element("svg", {
    class: "board editable",
    viewBox: [left, top, width, height].map((n) => n.toFixed(3)).join(" "),
    width: Math.round(width * PIXELS_AN_EDGE),
    role: "application",
  });
  for (const cell of table.empty(board)) {
    const frame = frameOf(cell);
    const hidden = table.isHidden(board, cell) ? " hatched" : "";
    const drawn = spot(`empty${hidden}`, board, cell);
    const other = beyond.get(name(cell));
    if (other) {
      const shape = { class: "beyond", href: "#tile", transform: transform(frame, other.orientation) };
      drawn.append(element("use", shape));
    }
    drawn.append(
      element("path", { class: "face", d: path(outline(inset(frame, 0.86))) }),
      words("+", frame, 0.9));
    svg.append(asButton(drawn, labelOf(cell)));
  }
  for (const tile of table.tiles(board)) {
    const frame = frameOf(tile);
    const shape = { href: "#tile", transform: transform(frame, tile.orientation) };
    const drawn = spot(looks(table, board, tile), board, tile,
      element("use", shape),
      element("path", { class: "edge", d: path(outline(frame)) }),
      element("path", { class: "face", d: path(outline(inset(frame, 0.9))) }));
    if (!tile.sure) drawn.append(words("?", frame, 1));
    svg.append(asButton(drawn, labelOf(tile, tile)));
  }
  return svg;
}

/**
 * @param {SVGElement} drawn
 * @param {string} label
 */
function asButton(drawn, label) {
  for (const [key, value] of [["role", "button"], ["tabindex", "-1"], ["aria-label", label]]) {
    drawn.setAttribute(key, value);
  }
  return drawn;
}
