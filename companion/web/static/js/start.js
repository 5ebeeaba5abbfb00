// Starting a game: as many players as the game is for, in the order in which they play.

import { all, byId, hit, within } from "./elements.js";

const form = byId("new-game");
const list = within(form, "ol");
const more = byId("more-players", HTMLButtonElement);
const fewer = byId("fewer-players", HTMLButtonElement);
const template = copyOf(within(list, ".player"));

const game = () => within(form, "input[name=game]:checked", HTMLInputElement);
const rows = () => all(list, ".player");

/** @param {HTMLElement} row */
function copyOf(row) { return /** @type {HTMLElement} */ (row.cloneNode(true)); }

function shown() {
  const { fewest, most } = game().dataset;
  form.className = `new-game plays-${game().value}`;
  while (rows().length < Number(fewest)) list.append(blank());
  // names that were entered are not lost by looking at another game
  rows().forEach((row, index) => {
    row.hidden = index >= Number(most);
    inputOf(row).disabled = rollOf(row).disabled = row.hidden;
  });
  const count = rows().filter((row) => !row.hidden).length;
  more.disabled = count >= Number(most);
  fewer.disabled = count <= Number(fewest);
  more.hidden = fewer.hidden = fewest === most;
  rows().forEach((row, index) => name(row, index + 1));
}

function blank() {
  const row = copyOf(template);
  inputOf(row).value = "";
  rollOf(row).value = "";
  return row;
}

/** @param {HTMLElement} row */
function inputOf(row) { return within(row, "input", HTMLInputElement); }

/** @param {HTMLElement} row */
function rollOf(row) { return within(row, "select", HTMLSelectElement); }

/**
 * @param {HTMLElement} row
 * @param {number} number
 */
function name(row, number) {
  /** @type {(words: string | null) => string} */
  const numbered = (words) => (words ?? "").replace(/\d+/, String(number));
  const input = inputOf(row);
  input.placeholder = numbered(input.placeholder);
  for (const labelled of all(row, "[aria-label]")) {
    labelled.setAttribute("aria-label", numbered(labelled.getAttribute("aria-label")));
  }
  const roll = within(row, ".roll .unseen");
  roll.textContent = numbered(roll.textContent);
  within(row, ".up").hidden = false;
}

list.addEventListener("click", (event) => {
  const up = hit(event, ".up");
  /** @type {HTMLElement | null | undefined} */
  const row = up?.closest(".player");
  if (!up || !row?.previousElementSibling) return;
  row.previousElementSibling.before(row);
  shown();
  (row.previousElementSibling ? up : inputOf(row)).focus();
});

more.addEventListener("click", () => {
  const row = blank();
  list.append(row);
  shown();
  inputOf(row).focus();
});

fewer.addEventListener("click", () => {
  rows().at(-1)?.remove();
  shown();
});

for (const choice of all(form, "input[name=game]")) choice.addEventListener("change", shown);
window.addEventListener("pageshow", shown);
shown();
