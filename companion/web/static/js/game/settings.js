// What somebody wants of the page on this device; the browser remembers it.

const KEPT = "palago-";

/**
 * A box that is ticked or not, and remembered by its id.
 * @param {HTMLInputElement} box
 * @param {(on: boolean) => void} [apply] called at once and after each change
 */
export function remembered(box, apply = () => {}) {
  const kept = localStorage.getItem(KEPT + box.id);
  if (kept) box.checked = kept === "on";
  apply(box.checked);
  box.addEventListener("change", () => {
    localStorage.setItem(KEPT + box.id, box.checked ? "on" : "off");
    apply(box.checked);
  });
}

/**
 * The colours of all pages; `early.js` sets them before a page is drawn.
 * @param {HTMLSelectElement} choice
 */
export function remembersPalette(choice) {
  const root = document.documentElement;
  choice.value = root.dataset.palette ?? "";
  choice.addEventListener("change", () => {
    localStorage.setItem(`${KEPT}palette`, choice.value);
    if (choice.value) root.dataset.palette = choice.value;
    else delete root.dataset.palette;
  });
}
