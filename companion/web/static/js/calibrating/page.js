// Calibrating a camera: begins, shows what is covered and what is missing, and what came of it.

const form = document.getElementById("choose");
const phrases = JSON.parse(document.getElementById("calibrate-phrases").textContent);
const [begin, stop, problem] = ["begin", "stop", "problem"].map((id) => document.getElementById(`calibrate-${id}`));
const [seen, found] = ["seen", "found"].map((id) => document.getElementById(id));
const [picture, cells, hint, count, tilts, missing] = ["picture", "cells", "hint", "count", "tilts", "missing"]
  .map((id) => document.getElementById(`seen-${id}`));
const ADDRESS = "/api/calibration";
const AGAIN_MS = 500;
const LEAST_TILT = 15;
let photos = 0;

async function ask(method, body) {
  const response = await fetch(ADDRESS, {
    method,
    headers: body ? { "Content-Type": "application/json" } : {},
    body: body && JSON.stringify(body),
  }).catch(() => null);
  if (!response) throw new Error(phrases.failed);
  if (response.status === 204) return null;
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer.calibration;
}

function complain(sentence) {
  problem.textContent = sentence ?? "";
  problem.hidden = !sentence;
}

function wanted() {
  const { kind, from, address, swap } = Object.fromEntries(new FormData(form));
  const request = { kind, swap: swap === "on" };
  if (from.startsWith("game-")) return { ...request, game: Number(from.slice(5)) };
  const text = address.trim();
  if (from === "camera" || !text) return { ...request, source: { kind: "camera", number: 0 } };
  if (/^\d+$/.test(text)) return { ...request, source: { kind: "camera", number: Number(text) } };
  if (text.includes("://")) return { ...request, source: { kind: "stream", url: text } };
  return { ...request, source: { kind: "file", path: text, speed: "max" } };
}

function listed(list, sentences) {
  const items = sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence }));
  if ([...list.children].map((one) => one.textContent).join() !== sentences.join()) list.replaceChildren(...items);
}

function showCells(rows) {
  const flat = rows.flat();
  if (cells.childElementCount !== flat.length) {
    cells.replaceChildren(...flat.map(() => document.createElement("i")));
  }
  flat.forEach((number, index) => { cells.children[index].dataset.seen = Math.min(number, 4); });
}

function showTilts(all) {
  const numbers = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const { degrees, farthest } of all) if (degrees >= LEAST_TILT) numbers[farthest] += 1;
  let label = tilts.dataset.label;
  for (const [side, number] of Object.entries(numbers)) {
    const mark = tilts.querySelector(`[data-side="${side}"]`);
    mark.textContent = number;
    mark.dataset.seen = Math.min(number, 1);
    label = label.replace(`{${side}}`, number);
  }
  tilts.setAttribute("aria-label", label);
}

function showResult({ sentences, colors, path }) {
  found.hidden = false;
  listed(document.getElementById("found-sentences"), sentences);
  document.getElementById("found-path").textContent = path;
  const swatches = document.getElementById("found-colors");
  swatches.hidden = !colors.white;
  for (const [name, color] of Object.entries(colors)) {
    swatches.querySelector(`[data-color="${name}"] rect`).setAttribute("fill", color);
  }
}

function hintOf(calibration) {
  if (calibration.frame === null) return phrases.waiting;
  if (calibration.photos > photos) return phrases.taken;
  return calibration.hint ?? phrases.looking;
}

function show(calibration) {
  const { kind, running } = calibration;
  document.body.dataset.calibrating = kind;
  seen.hidden = false;
  begin.hidden = running;
  stop.hidden = !running;
  cells.hidden = kind !== "lens";
  showCells(calibration.cells);
  showTilts(calibration.tilts);
  count.textContent = calibration.photos;
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
    complain(error.message);
  }
  if (running) setTimeout(follow, AGAIN_MS);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  found.hidden = true;
  photos = 0;
  complain("");
  try {
    show(await ask("POST", wanted()));
    seen.scrollIntoView({ block: "nearest" });
    follow();
  } catch (error) {
    complain(error.message);
  }
});

stop.addEventListener("click", () => ask("DELETE").catch((error) => complain(error.message)));

function chosen() {
  document.body.dataset.calibrating = new FormData(form).get("kind");
}

form.addEventListener("change", chosen);
chosen();

// who comes back while a camera is being calibrated goes on looking
ask("GET").then((calibration) => {
  if (!calibration?.running) return;
  form.elements.kind.value = calibration.kind;
  show(calibration);
  follow();
}).catch((error) => complain(error.message));
