// A phone's pass for one game: the one-time token of the code it scanned is changed for it, once.

/** @import {Pass} from "../types/pages.js" */

function tokenInAddress() {
  return new URLSearchParams(location.hash.slice(1)).get("token");
}

/**
 * @param {{token: string} | {game: number}} body
 * @returns {Promise<Pass | null>}
 */
async function post(body) {
  const response = await fetch("/api/passes", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.ok ? response.json() : null;
}

/**
 * Returns the pass, or null where the token is used up and there is no pass from before.
 * @param {string} game
 * @returns {Promise<Pass | null>}
 */
export async function enter(game) {
  const token = tokenInAddress();
  if (token) {
    const pass = await post({ token });
    // a token works once; it must not be tried again when the page is opened anew
    history.replaceState(null, "", location.pathname);
    if (pass) return pass;
  }
  const response = await fetch(`/api/games/${game}`);
  return response.ok ? { game } : null;
}

/**
 * Returns the address of this page over HTTPS, with the token that it was opened with; null where
 * the companion has none under this name. The token was not shown over HTTP, so it still works.
 * @param {string} game
 */
export async function securely(game) {
  const response = await fetch("/api/host");
  if (!response.ok) return null;
  /** @type {{https: string[]}} */
  const { https } = await response.json();
  const base = https.find((address) => new URL(address).hostname === location.hostname);
  const token = tokenInAddress();
  return base ? `${base}phone/${game}${token ? `#token=${token}` : ""}` : null;
}
