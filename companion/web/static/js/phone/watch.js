// A spectator's first page: the token of the code is changed for a pass, over HTTPS alone.

import { byId, told } from "../elements.js";

const page = byId("watch");
const status = byId("watch-status");
const token = new URLSearchParams(location.hash.slice(1)).get("token");

/** The address of this page over HTTPS; null where it is that already, or there is none. */
async function secureAddress() {
  if (location.protocol === "https:" || ["localhost", "127.0.0.1"].includes(location.hostname)) return null;
  const response = await fetch("/api/host");
  /** @type {{https: string[]}} */
  const { https } = await response.json();
  const base = https.find((address) => new URL(address).hostname === location.hostname);
  return base ? `${base}watch${location.hash}` : null;
}

async function enter() {
  const secure = await secureAddress();
  if (secure) {
    // the token is shown to nobody here; whoever taps has read what the browser will say
    byId("watch-on", HTMLAnchorElement).href = secure;
    byId("watch-secure").hidden = false;
    status.hidden = true;
    return;
  }
  if (token) {
    await fetch("/api/spectators/passes", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    });
    history.replaceState(null, "", location.pathname);
  }
  const tables = told(page, "tables");
  const response = await fetch(tables);
  if (response.ok) location.replace(tables);
  else status.textContent = told(page, "refused");
}

enter().catch(() => { status.textContent = told(page, "failed"); });
