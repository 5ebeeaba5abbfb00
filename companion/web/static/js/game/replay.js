// Going through a game move by move.

import { all, byId, told } from "../elements.js";

const STEP_MS = 1400;
const replay = document.getElementById("replay");

if (replay) {
  const slider = byId("replay-at", HTMLInputElement);
  const play = byId("replay-play");
  const tiles = all(replay, ".replay-tile", SVGElement);
  const stepped = [...all(replay, "g[data-step]", SVGElement), ...all(replay, "li[data-step]")];
  const palagems = all(replay, "[data-matched]");
  const last = Number(replay.dataset.steps);
  let timer = 0;

  const at = () => Number(slider.value);

  /** @param {number} step */
  function show(step) {
    slider.value = String(step);
    for (const { dataset, style } of tiles) {
      style.opacity = Number(dataset.first) <= at() && at() <= Number(dataset.last) ? "1" : "0";
    }
    for (const one of palagems) one.classList.toggle("is-matched", told(one, "matched").split(" ").includes(String(at())));
    for (const one of stepped) one.toggleAttribute("hidden", Number(one.dataset.step) !== at());
  }

  function halt() {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  }

  function run() {
    if (at() === last) show(0);
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      show(at() + 1);
      if (at() === last) halt();
    }, STEP_MS);
  }

  slider.addEventListener("input", () => { halt(); show(at()); });
  byId("replay-back").addEventListener("click", () => { halt(); show(at() - 1); });
  byId("replay-on").addEventListener("click", () => { halt(); show(at() + 1); });
  play.addEventListener("click", () => (timer ? halt() : run()));
  show(at());
}
