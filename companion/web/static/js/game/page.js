// The page of a game: what is said comes as server-sent events, and what changed is fetched anew.

import { lighten } from "../lighting.js";
import { decide, send, tell } from "./decisions.js";
import { LivePicture } from "./live_picture.js";
import { Voice } from "./voice.js";

const live = document.getElementById("live");
const news = document.getElementById("news");
const { game } = live.dataset;
const voice = new Voice(document.getElementById("speak"), live.dataset.voice);
const picture = new LivePicture(live);
const SILENT = new Set(["hands", "hands-gone"]);
const URGENT = new Set(["illegal", "over"]);
const MOMENT_MS = 60;
const AGAIN_MS = 4000;
let waiting = null;
let isAway = false;

// Replaces the parts of the page that are different now; who works with keys keeps their place.
async function refresh() {
  waiting = null;
  const response = await fetch(live.dataset.fragment).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  const parts = [...fresh.querySelectorAll("[data-part]")];
  const names = new Set(parts.map((part) => part.dataset.part));
  for (const part of parts) {
    const old = live.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!old) live.append(part);
    else if (part.dataset.part === "picture") picture.replace(old, part);
    else if (old.innerHTML !== part.innerHTML || old.className !== part.className) replace(old, part);
  }
  for (const old of live.querySelectorAll("[data-part]")) {
    if (!names.has(old.dataset.part)) old.remove();
  }
  live.dispatchEvent(new CustomEvent("refreshed"));
}

function replace(old, part) {
  const { id } = document.activeElement;
  const opened = [...old.querySelectorAll("details")].map((one) => one.open);
  old.replaceWith(part);
  part.querySelectorAll("details").forEach((one, index) => { one.open = opened[index] ?? false; });
  if (id && !document.contains(document.activeElement?.id === id ? document.activeElement : null)) {
    document.getElementById(id)?.focus({ preventScroll: true });
  }
}

function soon() {
  waiting ??= setTimeout(refresh, MOMENT_MS);
}

function announce(event) {
  live.dataset.last = event.id;
  if (SILENT.has(event.event) || !event.sentences.length) return;
  news.textContent = event.sentences.join(" ");
  voice.say(event.sentences, URGENT.has(event.event));
}

function listen() {
  const source = new EventSource(`/api/games/${game}/events?after=${live.dataset.last}`);
  source.addEventListener("message", (message) => {
    announce(JSON.parse(message.data));
    soon();
  });
  source.addEventListener("table", soon);
  source.addEventListener("source", (message) => {
    soon();
    if (JSON.parse(message.data).running) return;
    source.close();
    setTimeout(listen, AGAIN_MS); // somebody may go on with the game
  });
  source.addEventListener("open", () => {
    if (isAway) tell("");
    isAway = false;
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(listen, AGAIN_MS);
    }
    isAway = true;
    tell(live.dataset.disconnected);
  });
}

live.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-decision]");
  if (button) {
    const { decision, value, player, kind } = button.dataset;
    const data = {
      ...(value && { value: Number(value) }),
      ...(player && { player }),
      ...(kind && { kind }),
    };
    await decide(game, decision, data);
    soon();
  }
  if (event.target.closest("[data-misread]")) {
    const answer = await send(`/api/games/${game}/misreadings`, {});
    if (answer) location.assign(answer.url);
  }
});

// A palagem is another player's than was guessed: the two change places.
async function swap({ value, dataset }) {
  const others = [...live.querySelectorAll("[data-palagem]")];
  const other = others.find((one) => one.dataset.palagem === value);
  for (const [player, tiles] of [[value, dataset.tiles], [dataset.palagem, other.dataset.tiles]]) {
    await decide(game, "set-palagem", { player, tiles: JSON.parse(tiles) });
  }
  soon();
}

live.addEventListener("change", (event) => {
  if (event.target.matches("[data-palagem]")) swap(event.target);
  if (event.target.id === "show-reading") live.classList.toggle("hide-reading", !event.target.checked);
});

// A tap on a question or a mark lights it up on the board and on the picture.
lighten(live);
picture.start();
listen();
