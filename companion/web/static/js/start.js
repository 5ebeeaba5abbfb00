// Starting a game: as many players as the game is for, in the order in which they play.

const form = document.getElementById("new-game");
const list = form.querySelector("ol");
const [more, fewer] = ["more-players", "fewer-players"].map((id) => document.getElementById(id));
const template = list.querySelector(".player").cloneNode(true);

const game = () => form.querySelector("input[name=game]:checked");
const rows = () => [...list.children];

function shown() {
  const { fewest, most } = game().dataset;
  form.className = `new-game plays-${game().value}`;
  while (rows().length < Number(fewest)) list.append(blank());
  // names that were entered are not lost by looking at another game
  rows().forEach((row, index) => {
    row.hidden = index >= Number(most);
    for (const input of row.querySelectorAll("input, select")) input.disabled = row.hidden;
  });
  const count = rows().filter((row) => !row.hidden).length;
  more.disabled = count >= Number(most);
  fewer.disabled = count <= Number(fewest);
  more.hidden = fewer.hidden = fewest === most;
  rows().forEach((row, index) => name(row, index + 1));
}

function blank() {
  const row = template.cloneNode(true);
  row.querySelector("input").value = "";
  row.querySelector("select").value = "";
  return row;
}

function name(row, number) {
  const input = row.querySelector("input");
  input.placeholder = input.placeholder.replace(/\d+/, number);
  for (const labelled of row.querySelectorAll("[aria-label]")) {
    labelled.setAttribute("aria-label", labelled.getAttribute("aria-label").replace(/\d+/, number));
  }
  const roll = row.querySelector(".roll .unseen");
  roll.textContent = roll.textContent.replace(/\d+/, number);
  row.querySelector(".up").hidden = false;
}

list.addEventListener("click", (event) => {
  const up = event.target.closest(".up");
  const row = up?.closest(".player");
  if (!row?.previousElementSibling) return;
  row.previousElementSibling.before(row);
  shown();
  (row.previousElementSibling ? up : row.querySelector("input")).focus();
});

more.addEventListener("click", () => {
  list.append(blank());
  shown();
  rows().at(-1).querySelector("input").focus();
});

fewer.addEventListener("click", () => {
  rows().at(-1).remove();
  shown();
});

for (const choice of form.querySelectorAll("input[name=game]")) choice.addEventListener("change", shown);
window.addEventListener("pageshow", shown);
shown();
