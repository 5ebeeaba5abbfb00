// Drawing what a person says lies on the table: on the photo, and as clean boards to tap on.

import { lyingOn } from "./joining.js";
import { name, outline, reach, transform } from "./lattice.js";

const SVG = "http://www.w3.org/2000/svg";
const PIXELS_AN_EDGE = 60;
const MARGIN = 0.3;

function element(kind, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const path = (points) => `M${points.map((point) => point.map((n) => n.toFixed(3)).join(" ")).join("L")}Z`;
const inset = (frame, share) => ({
  ...frame,
  right: frame.right.map((n) => n * share),
  up: frame.up.map((n) => n * share),
});

function words(text, frame, size) {
  return element("text", { x: frame.x.toFixed(3), y: frame.y.toFixed(3), "font-size": size.toFixed(3) }, text);
}

// Fills a layer of the photo with every tile, and with the empty places of the boards.
export function drawOnPhoto(layer, table, frames) {
  const drawing = frames.flatMap((frameOf, board) => [
    ...table.empty(board)
      .filter((cell) => !lyingOn(table, frames, board, cell))
      .map((cell) => emptyOnPhoto(board, cell, frameOf(cell))),
    ...table.tiles(board).map((tile) => tileOnPhoto(table, board, tile, frameOf(tile))),
  ]);
  layer.replaceChildren(...drawing);
}

function spot(kind, board, cell, ...children) {
  return element("g", { class: `spot ${kind}`, "data-board": board, "data-cell": name(cell) }, ...children);
}

function emptyOnPhoto(board, cell, frame) {
  return spot("empty", board, cell,
    element("path", { class: "face", d: path(outline(inset(frame, 0.82))) }),
    words("+", frame, 0.7 * reach(frame)));
}

function tileOnPhoto(table, board, tile, frame) {
  const part = (id) => element("path", {
    class: "lines",
    d: document.getElementById(`part-${id}`).getAttribute("d"),
    transform: transform(frame, tile.orientation),
  });
  const drawn = spot(looks(table, board, tile), board, tile,
    element("path", { class: "casing", d: path(outline(frame)) }),
    ...["blue-arch", "blue-tip", "white-tip"].map(part),
    element("path", { class: "face", d: path(outline(inset(frame, 0.94))) }));
  if (!tile.sure) drawn.append(words("?", frame, reach(frame)));
  return drawn;
}

const looks = (table, board, tile) => [
  "tile",
  tile.sure ? "" : "unsure",
  table.differs(board, tile) ? "changed" : "",
].join(" ");

// Draws one board to tap on. `beyond` are tiles of other boards, by their cells' names, as they lie on
// this one's lattice; `labelOf(cell, tile)` says in words what lies on a cell.
export function drawBoard(table, board, frameOf, beyond, labelOf) {
  const cells = [...table.empty(board), ...table.tiles(board)];
  const corners = cells.flatMap((cell) => outline(frameOf(cell)));
  const [xs, ys] = [0, 1].map((axis) => corners.map((point) => point[axis]));
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

function asButton(drawn, label) {
  for (const [key, value] of [["role", "button"], ["tabindex", "-1"], ["aria-label", label]]) {
    drawn.setAttribute(key, value);
  }
  return drawn;
}
