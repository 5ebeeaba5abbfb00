// All tables at a glance: each is replaced by itself when something is new there, alarms are said.

import { all, byId, told } from "./elements.js";

const EACH_MS = 1500;
const tables = byId("tables");
const news = byId("alarm-news");

/** @param {HTMLElement} card */
const isAlarmed = (card) => card.matches(".now-bad, .now-ask, .in-trouble");

async function refresh() {
  const response = await fetch(told(tables, "fragment")).catch(() => null);
  if (!response?.ok) return;
  const fresh = all(new DOMParser().parseFromString(await response.text(), "text/html"), "li.table-card");
  const names = new Set(fresh.map((card) => card.id));
  for (const card of fresh) {
    const old = document.getElementById(card.id);
    if (old && old.innerHTML === card.innerHTML && old.className === card.className) continue;
    if (isAlarmed(card) && !(old instanceof HTMLElement && isAlarmed(old))) {
      news.textContent = card.textContent?.replace(/\s+/g, " ").trim() ?? "";
    }
    const hadFocus = old?.contains(document.activeElement);
    if (old) old.replaceWith(card);
    else tables.append(card);
    if (hadFocus) card.querySelector("a")?.focus({ preventScroll: true });
  }
  for (const card of all(tables, "li.table-card")) {
    if (!names.has(card.id)) card.remove();
  }
}

setInterval(() => { if (!document.hidden) void refresh(); }, EACH_MS);
document.addEventListener("visibilitychange", () => { if (!document.hidden) void refresh(); });
