// Calibrating a camera: begins, shows what is covered and what is missing, and what came of it.

import { all, byId, phrasesOf, told, within } from "../elements.js";

/** @import {Calibration, CalibratePhrases} from "../types/pages.js" */

const form = byId("choose", HTMLFormElement);
/** @type {CalibratePhrases} */
const phrases = phrasesOf("calibrate-phrases");
const begin = byId("calibrate-begin");
const stop = byId("calibrate-stop");
const problem = byId("calibrate-problem");
const seen = byId("seen");
const found = byId("found");
const picture = byId("seen-picture", HTMLImageElement);
const cells = byId("seen-cells");
const hint = byId("seen-hint");
const count = byId("seen-count");
const tilts = byId("seen-tilts");
const missing = byId("seen-missing");
const ADDRESS = "/api/calibration";
const AGAIN_MS = 500;
const LEAST_TILT = 15;
let photos = 0;

/**
 * Asks how far calibrating is, begins it or stops it; null where nothing was begun.
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {object} [body]
 * @returns {Promise<Calibration | null>}
 */
async function ask(method, body) {
  const response = await fetch(ADDRESS, {
    method,
    ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  }).catch(() => null);
  if (!response) throw new Error(phrases.failed);
  if (response.status === 204) return null;
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer.calibration;
}

/** @param {string | null} sentence */
function complain(sentence) {
  problem.textContent = sentence ?? "";
  problem.hidden = !sentence;
}

/**
 * Complains of what was thrown.
 * @param {unknown} error
 */
function fail(error) { complain(error instanceof Error ? error.message : String(error)); }

function wanted() {
  const choices = new FormData(form);
  const from = String(choices.get("from"));
  const request = { kind: choices.get("kind"), swap: choices.get("swap") === "on" };
  if (from.startsWith("game-")) return { ...request, game: Number(from.slice(5)) };
  const text = String(choices.get("address")).trim();
  if (from === "camera" || !text) return { ...request, source: { kind: "camera", number: 0 } };
  if (/^\d+$/.test(text)) return { ...request, source: { kind: "camera", number: Number(text) } };
  if (text.includes("://")) return { ...request, source: { kind: "stream", url: text } };
  return { ...request, source: { kind: "file", path: text, speed: "max" } };
}

/**
 * Shows sentences as the items of a list; what has not changed is left alone.
 * @param {HTMLElement} list
 * @param {string[]} sentences
 */
function listed(list, sentences) {
  const items = sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence }));
  if ([...list.children].map((one) => one.textContent).join() !== sentences.join()) list.replaceChildren(...items);
}

/** @param {number[][]} rows */
function showCells(rows) {
  const flat = rows.flat();
  if (cells.childElementCount !== flat.length) {
    cells.replaceChildren(...flat.map(() => document.createElement("i")));
  }
  all(cells, "i").forEach((cell, index) => { cell.dataset.seen = String(Math.min(flat[index], 4)); });
}

/** @param {Calibration["tilts"]} views */
function showTilts(views) {
  const numbers = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const { degrees, farthest } of views) if (degrees >= LEAST_TILT) numbers[farthest] += 1;
  let label = told(tilts, "label");
  for (const [side, number] of Object.entries(numbers)) {
    const mark = within(tilts, `[data-side="${side}"]`);
    mark.textContent = String(number);
    mark.dataset.seen = String(Math.min(number, 1));
    label = label.replace(`{${side}}`, String(number));
  }
  tilts.setAttribute("aria-label", label);
}

/** @param {NonNullable<Calibration["result"]>} result */
function showResult({ sentences, colors, path }) {
  found.hidden = false;
  listed(byId("found-sentences"), sentences);
  byId("found-path").textContent = path;
  const swatches = byId("found-colors");
  swatches.hidden = !colors.white;
  for (const [name, color] of Object.entries(colors)) {
    within(swatches, `[data-color="${name}"] rect`, SVGElement).setAttribute("fill", color);
  }
}

/** @param {Calibration} calibration */
function hintOf(calibration) {
  if (calibration.frame === null) return phrases.waiting;
  if (calibration.photos > photos) return phrases.taken;
  return calibration.hint ?? phrases.looking;
}

/** @param {Calibration} calibration */
function show(calibration) {
  const { kind, running } = calibration;
  document.body.dataset.calibrating = kind;
  seen.hidden = false;
  begin.hidden = running;
  stop.hidden = !running;
  cells.hidden = kind !== "lens";
  showCells(calibration.cells);
  showTilts(calibration.tilts);
  count.textContent = String(calibration.photos);
  hint.textContent = running ? hintOf(calibration) : "";
  photos = calibration.photos;
  listed(missing, kind === "lens" ? calibration.missing : []);
  complain(calibration.problem);
  if (calibration.picture && running) picture.src = `${calibration.picture}?frame=${calibration.frame}`;
  if (calibration.result) showResult(calibration.result);
}

async function follow() {
  let running = true;
  try {
    const calibration = await ask("GET");
    if (calibration) show(calibration);
    running = Boolean(calibration?.running);
  } catch (error) {
    fail(error);
  }
  if (running) setTimeout(follow, AGAIN_MS);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  found.hidden = true;
  photos = 0;
  complain("");
  try {
    const calibration = await ask("POST", wanted());
    if (calibration) show(calibration);
    seen.scrollIntoView({ block: "nearest" });
    follow();
  } catch (error) {
    fail(error);
  }
});

stop.addEventListener("click", () => ask("DELETE").catch(fail));

function chosen() {
  document.body.dataset.calibrating = String(new FormData(form).get("kind"));
}

form.addEventListener("change", chosen);
chosen();

// who comes back while a camera is being calibrated goes on looking
ask("GET").then((calibration) => {
  if (!calibration?.running) return;
  for (const choice of all(form, "[name=kind]", HTMLInputElement)) choice.checked = choice.value === calibration.kind;
  show(calibration);
  follow();
}).catch(fail);
