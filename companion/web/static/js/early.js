// The colours that somebody chose, before anything is drawn in others; the browser may keep nothing.
try {
  const palette = localStorage.getItem("palago-palette");
  if (palette) document.documentElement.dataset.palette = palette;
} catch { /* in the usual colours, then */ }

// What is clicked or chosen before the page's modules listen: nothing is lost, it comes once they do.
//
// No module, since those run only when all of the page is there; DOMContentLoaded comes after they ran.

{
  /**
   * Each button once: who sees nothing happen clicks again, and means the same.
   * @type {Set<HTMLButtonElement>}
   */
  const clicked = new Set();
  /** @type {Set<EventTarget>} */
  const changed = new Set();
  const modules = new AbortController();

  /**
   * A form with an address needs no module.
   * @param {HTMLButtonElement} button
   */
  const sends = ({ form, type }) => type === "submit" && form?.hasAttribute("action");

  // Enter in a field clicks the button of its form, too.
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button || sends(button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clicked.add(button);
  }, { capture: true, signal: modules.signal });

  document.addEventListener("change", (event) => {
    if (!event.target) return;
    event.stopImmediatePropagation();
    changed.add(event.target);
  }, { capture: true, signal: modules.signal });

  document.addEventListener("DOMContentLoaded", () => {
    modules.abort();
    for (const one of changed) one.dispatchEvent(new Event("change", { bubbles: true }));
    for (const button of clicked) button.click();
  });
}
