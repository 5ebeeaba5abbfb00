// Pointing at a line lights up its shape on the pictures, and pointing at a shape marks its line. A
// tap or Enter keeps it lit until the next one or Escape.

import { all, hit } from "./elements.js";

/**
 * Lets the lines (button.finding) and marks (.mark) within an element light up, now and whenever they
 * are replaced.
 * @param {HTMLElement} root
 * @param {string | null} first the finding that is lit at first
 * @param {(finding: string | null) => void} keeps is told what stays lit
 */
export function lighten(root, first = null, keeps = () => {}) {
  let kept = first;
  /** @type {string | null} */
  let pointed = null;

  function light() {
    const lit = pointed ?? kept;
    root.classList.toggle("has-lit", lit !== null);
    for (const mark of all(root, ".mark", SVGElement)) {
      mark.classList.toggle("lit", mark.dataset.finding === lit);
    }
    for (const line of all(root, "button.finding")) {
      line.classList.toggle("pointed", line.dataset.finding === lit);
      line.setAttribute("aria-pressed", String(line.dataset.finding === kept));
    }
  }

  /** @param {string | null} finding */
  function point(finding) {
    if (pointed === finding) return;
    pointed = finding;
    light();
  }

  /** @type {(event: Event) => string | null} */
  const findingOf = (event) => hit(event, "button.finding, .mark")?.dataset.finding ?? null;

  root.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") point(findingOf(event));
  });
  root.addEventListener("pointerleave", () => point(null));
  root.addEventListener("focusin", (event) => {
    if (hit(event, "button.finding")?.matches(":focus-visible")) point(findingOf(event));
  });
  root.addEventListener("focusout", () => point(null));
  root.addEventListener("click", (event) => {
    const finding = hit(event, "button.finding")?.dataset.finding;
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
