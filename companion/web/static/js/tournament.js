// A tournament while a round is played: what changed is replaced part by part, and nothing under a hand.

import { all, byId, told } from "./elements.js";

const EACH_MS = 2000;
const tournament = byId("tournament");

/**
 * Whether somebody is busy with a part: it has the focus, or a choice that is not kept yet.
 * @param {HTMLElement} part
 */
function isInHand(part) {
  const isTouched = all(part, "option", HTMLOptionElement).some((one) => one.selected !== one.defaultSelected);
  return isTouched || part.contains(document.activeElement);
}

/**
 * The tables of all rounds: others come when a round is paired.
 * @param {ParentNode} within
 */
function rounds(within) { return all(within, ".pairing").map((one) => one.id).join(); }

async function refresh() {
  const response = await fetch(told(tournament, "fragment")).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  if (tournament.dataset.whole !== undefined && rounds(fresh) !== rounds(tournament)) {
    if (!isInHand(tournament)) tournament.replaceChildren(...fresh.body.children);
    return;
  }
  for (const part of all(fresh, "[data-part]")) {
    const old = document.getElementById(part.id);
    if (!old || (old.innerHTML === part.innerHTML && old.className === part.className) || isInHand(old)) continue;
    old.replaceWith(part);
  }
}

setInterval(() => { if (!document.hidden) void refresh(); }, EACH_MS);
document.addEventListener("visibilitychange", () => { if (!document.hidden) void refresh(); });
