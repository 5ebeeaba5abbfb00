// Pointing at a line lights up its shape on the pictures, and pointing at a shape marks its line. A
// tap or Enter keeps it lit until the next one or Escape.

// Lets the lines (button.finding) and marks (.mark) within an element light up, now and whenever they
// are replaced; `kept` is what is lit at first, `keeps(finding)` is told what stays lit.
export function lighten(root, kept = null, keeps = () => {}) {
  let pointed = null;

  function light() {
    const lit = pointed ?? kept;
    root.classList.toggle("has-lit", lit !== null);
    for (const mark of root.querySelectorAll(".mark")) {
      mark.classList.toggle("lit", mark.dataset.finding === lit);
    }
    for (const line of root.querySelectorAll("button.finding")) {
      line.classList.toggle("pointed", line.dataset.finding === lit);
      line.setAttribute("aria-pressed", String(line.dataset.finding === kept));
    }
  }

  function point(finding) {
    if (pointed === finding) return;
    pointed = finding;
    light();
  }

  const lineOf = (event) => event.target.closest("button.finding");
  const findingOf = (event) => event.target.closest("button.finding, .mark")?.dataset.finding ?? null;

  root.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") point(findingOf(event));
  });
  root.addEventListener("pointerleave", () => point(null));
  root.addEventListener("focusin", (event) => {
    if (lineOf(event)?.matches(":focus-visible")) point(findingOf(event));
  });
  root.addEventListener("focusout", () => point(null));
  root.addEventListener("click", (event) => {
    const finding = lineOf(event)?.dataset.finding;
    if (finding === undefined) return;
    kept = kept === finding ? null : finding;
    pointed = null;
    keeps(kept);
    light();
  });
  root.addEventListener("refreshed", () => {
    pointed = null;
    if (!root.querySelector(`button.finding[data-finding="${kept}"]`)) kept = null;
    light();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    kept = null;
    pointed = null;
    light();
  });
  light();
}
