// Who is in with a code, and taking somebody out: one tap asks, the second one does it.

import { byId, told } from "../elements.js";

/** @import {Guest} from "../types/pages.js" */

const section = byId("guests");
const list = byId("guest-list");
const none = byId("guests-none");
const problem = byId("guests-problem");
const passes = `/api/games/${told(section, "game")}/passes`;
const AGAIN_MS = 3000;
const ASKED_MS = 6000;
const SHORT = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });

/** Whom a tap has asked about; it is forgotten after a while. */
let asked = 0;
let shown = "";

/** @param {boolean} isFailing */
function tell(isFailing) {
  problem.textContent = told(section, "failed");
  problem.hidden = !isFailing;
}

/** @param {Guest} guest */
async function tap({ id }) {
  if (asked !== id) {
    asked = id;
    setTimeout(() => { if (asked === id) { asked = 0; look(); } }, ASKED_MS);
  } else {
    asked = 0;
    const response = await fetch(`${passes}/${id}`, { method: "DELETE" }).catch(() => null);
    tell(!response?.ok);
  }
  await look();
}

/** @param {Guest} guest */
function row(guest) {
  const item = document.createElement("li");
  const words = document.createElement("span");
  const button = document.createElement("button");
  const since = told(section, "since").replace("{time}", SHORT.format(new Date(guest.since)));
  words.textContent = `${told(section, guest.role)} · ${guest.address} · ${since}`;
  button.type = "button";
  button.className = asked === guest.id ? "button" : "button plain";
  button.textContent = told(section, asked === guest.id ? "sure" : "out");
  button.dataset.guest = String(guest.id);
  button.addEventListener("click", () => tap(guest));
  item.append(words, button);
  return item;
}

async function look() {
  const response = await fetch(passes).catch(() => null);
  if (!response?.ok) return;
  /** @type {{guests: Guest[]}} */
  const { guests } = await response.json();
  const now = JSON.stringify([asked, guests.map(({ id, address }) => [id, address])]);
  if (now === shown) return; // a button that is just being tapped must stay where it is
  shown = now;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.guest : "";
  list.replaceChildren(...guests.map(row));
  none.hidden = guests.length > 0;
  const again = focused ? list.querySelector(`[data-guest="${focused}"]`) : null;
  if (again instanceof HTMLElement) again.focus();
}

setInterval(() => { if (!document.hidden) look(); }, AGAIN_MS);
look();
