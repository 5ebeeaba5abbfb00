// Helps to place the camera: says what is wrong with its view until the first move was made.

import { byId, told } from "./elements.js";

/** @import {Framing} from "./types/game.js" */

const panel = byId("framing");
const good = byId("framing-good");
const list = byId("framing-list");
const AGAIN_MS = 2500;
/** @type {Record<string, string>} */
const SIGNS = { "no-tiles": "·" };
let shown = "";

/** @param {{code: string, sentence: string}} problem */
function line({ code, sentence }) {
  const item = document.createElement("li");
  item.dataset.code = code;
  item.dataset.sign = SIGNS[code] ?? "!";
  item.textContent = sentence;
  return item;
}

/** @param {Framing} view */
function show({ frame, problems, remarks }) {
  panel.hidden = false;
  good.hidden = problems.length > 0;
  const lines = [...problems, ...remarks.map((sentence) => ({ code: "remark", sentence }))];
  // what has not changed is not said again by screen readers
  if (JSON.stringify(lines) !== shown) list.replaceChildren(...lines.map(line));
  shown = JSON.stringify(lines);
  panel.dataset.view = problems.length ? "wrong" : "well";
  const picture = document.getElementById("framing-picture");
  if (!(picture instanceof HTMLImageElement)) return;
  picture.src = `${panel.dataset.picture}?frame=${frame}`;
  picture.hidden = false;
}

// A phone may look only once it has been let in, which its video's being there says.
const video = document.getElementById("phone-video");

async function look() {
  if (!document.hidden && !video?.hidden) {
    const response = await fetch(told(panel, "address")).catch(() => null);
    if (response?.ok) {
      /** @type {Framing} */
      const view = await response.json();
      if (view.begun) {
        panel.hidden = true;
        return;
      }
      if (view.frame !== null) show(view);
    }
  }
  setTimeout(look, AGAIN_MS);
}

look();
