// What a page's template must have: finds it, or says what is missing.

/**
 * An element of a page: every one has `dataset` and `focus`, which `Element` does not promise.
 * @typedef {HTMLElement | SVGElement} Part
 */

/**
 * @template {Element} T
 * @param {Element | null} found
 * @param {string} wanted
 * @param {new () => T} [kind]
 */
function checked(found, wanted, kind) {
  const must = kind ?? HTMLElement;
  if (found instanceof must) return /** @type {T} */ (found);
  throw new Error(`The page lacks ${wanted}, or it is no ${must.name}.`);
}

/**
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 */
export function byId(id, kind) {
  return checked(document.getElementById(id), `#${id}`, kind);
}

/**
 * The first element within another that matches.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 */
export function within(root, selector, kind) {
  return checked(root.querySelector(selector), selector, kind);
}

/**
 * All elements within another that match; there may be none.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 */
export function all(root, selector, kind) {
  return Array.from(root.querySelectorAll(selector), (found) => checked(found, selector, kind));
}

/**
 * The nearest element that matches, from what an event hit outwards.
 * @param {Event} event
 * @param {string} selector
 * @returns {Part | null}
 */
export function hit(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * What a data attribute of an element says.
 * @param {Part} element
 * @param {string} key
 */
export function told(element, key) {
  const value = element.dataset[key];
  if (value === undefined) throw new Error(`The page lacks data-${key} of #${element.id}.`);
  return value;
}

/**
 * The phrases that a template put on the page as JSON; `any` until the caller says their type.
 * @param {string} id
 */
export function phrasesOf(id) { return JSON.parse(byId(id).textContent ?? ""); }
