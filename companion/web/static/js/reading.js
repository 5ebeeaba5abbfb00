// The page of one reading: pointing at a line lights up its shape on the photo and on the board, and
// pointing at a shape marks its line. A tap or Enter keeps it lit, and so does an address that ends
// in its name (#0-2 is the third line of the first board).

const result = document.querySelector(".result");
const lines = [...result.querySelectorAll("button.finding")];
const marks = [...result.querySelectorAll(".mark")];
let pointed = null;
let kept = lines.some((line) => line.dataset.finding === location.hash.slice(1))
  ? location.hash.slice(1)
  : null;

function light() {
  const lit = pointed ?? kept;
  result.classList.toggle("has-lit", lit !== null);
  for (const mark of marks) mark.classList.toggle("lit", mark.dataset.finding === lit);
  for (const line of lines) {
    line.classList.toggle("pointed", line.dataset.finding === lit);
    line.setAttribute("aria-pressed", String(line.dataset.finding === kept));
  }
}

function point(finding) {
  pointed = finding;
  light();
}

for (const line of lines) {
  const finding = line.dataset.finding;
  line.addEventListener("pointerenter", (event) => {
    if (event.pointerType === "mouse") point(finding);
  });
  line.addEventListener("pointerleave", () => point(null));
  line.addEventListener("focus", () => {
    if (line.matches(":focus-visible")) point(finding);
  });
  line.addEventListener("blur", () => point(null));
  line.addEventListener("click", () => {
    kept = kept === finding ? null : finding;
    pointed = null;
    history.replaceState(null, "", kept === null ? location.pathname + location.search : `#${kept}`);
    light();
  });
}

for (const mark of marks) {
  mark.addEventListener("pointerenter", (event) => {
    if (event.pointerType === "mouse") point(mark.dataset.finding);
  });
  mark.addEventListener("pointerleave", () => point(null));
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  kept = null;
  point(null);
});

document.getElementById("show-whole")?.addEventListener("change", (event) => {
  const photo = result.querySelector(".photo");
  photo.setAttribute("viewBox", event.target.checked ? photo.dataset.whole : photo.dataset.tiles);
});

document.getElementById("show-reading")?.addEventListener("change", (event) => {
  result.classList.toggle("hide-reading", !event.target.checked);
});

light();
