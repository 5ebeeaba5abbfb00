// Going through a game move by move.

const STEP_MS = 1400;
const replay = document.getElementById("replay");

if (replay) {
  const slider = document.getElementById("replay-at");
  const play = document.getElementById("replay-play");
  const tiles = [...replay.querySelectorAll(".replay-tile")];
  const stepped = [...replay.querySelectorAll("[data-step]")];
  const last = Number(replay.dataset.steps);
  let timer = null;

  const at = () => Number(slider.value);

  function show(step) {
    slider.value = step;
    for (const { dataset, style } of tiles) {
      style.opacity = Number(dataset.first) <= at() && at() <= Number(dataset.last) ? 1 : 0;
    }
    for (const one of stepped) one.toggleAttribute("hidden", Number(one.dataset.step) !== at());
  }

  function halt() {
    clearInterval(timer);
    timer = null;
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
  document.getElementById("replay-back").addEventListener("click", () => { halt(); show(at() - 1); });
  document.getElementById("replay-on").addEventListener("click", () => { halt(); show(at() + 1); });
  play.addEventListener("click", () => (timer ? halt() : run()));
  show(at());
}
