// Showing a die: sends a photo of each face, shows what was seen of it, and has the die learned.

import { all, byId, phrasesOf, told, within } from "../elements.js";

/** @import {DiePhrases, LearnedDie, SeenFace} from "../types/pages.js" */

const ADDRESS = "/api/calibration/die";
/** @type {DiePhrases} */
const phrases = phrasesOf("die-phrases");
const form = byId("die-form", HTMLFormElement);
const problem = byId("die-problem");
const found = byId("die-found");

/**
 * Posts to the companion; throws the sentence that it answers where something is wrong.
 * @param {string} address
 * @param {BodyInit} body
 * @param {Record<string, string>} [headers]
 */
async function post(address, body, headers) {
  const response = await fetch(address, { method: "POST", body, headers }).catch(() => null);
  if (!response) throw new Error(phrases.failed);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** @param {unknown} error */
function sentenceOf(error) { return error instanceof Error ? error.message : String(error); }

/**
 * Sends the photo that was chosen for a face, and shows what was seen of it.
 * @param {HTMLElement} face
 * @param {HTMLInputElement} input
 */
async function show(face, input) {
  const photo = input.files?.[0];
  if (!photo) return;
  const says = within(face, ".die-says");
  const picture = within(face, "img", HTMLImageElement);
  const value = told(face, "value");
  const body = new FormData();
  body.append("photo", photo);
  says.textContent = phrases.looking;
  found.hidden = true;
  try {
    /** @type {SeenFace} */
    const seen = await post(`${ADDRESS}/${value}`, body);
    picture.hidden = !seen.picture;
    if (seen.picture) picture.src = seen.picture;
    picture.alt = phrases.alt.replace("{value}", value);
    says.textContent = seen.problem ?? phrases.seen;
  } catch (error) {
    picture.hidden = true;
    says.textContent = sentenceOf(error);
  }
  // the same file may be chosen again
  input.value = "";
}

/** @param {LearnedDie} die */
function showLearned({ sentences, path, problem: why }) {
  problem.textContent = why ?? "";
  problem.hidden = !why;
  found.hidden = !path;
  const items = sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence }));
  byId("die-sentences").replaceChildren(...items);
  byId("die-path").textContent = path ?? "";
}

for (const face of all(byId("die"), ".die-face")) {
  const input = within(face, "input", HTMLInputElement);
  input.addEventListener("change", () => show(face, input));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.hidden = true;
  const body = JSON.stringify({ name: String(new FormData(form).get("name")).trim() || null });
  try {
    showLearned(await post(ADDRESS, body, { "Content-Type": "application/json" }));
  } catch (error) {
    problem.textContent = sentenceOf(error);
    problem.hidden = false;
  }
});
