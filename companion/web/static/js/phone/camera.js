// The phone's page: its camera's frames go to the companion as fast as they are wanted. It keeps the
// screen awake, says when it is disconnected, and comes back by itself after it was locked.

import { byId, phrasesOf, told } from "../elements.js";
import { Awake } from "../awake.js";
import { enter, securely } from "./pass.js";
import { forgetCamera, isCameraOf, rememberCamera } from "./kept.js";
import { Strain } from "./strain.js";

/** @import {FrameAnswer, PhonePhrases} from "../types/pages.js" */

const WIDEST = 1600;
const WIDEST_PHOTO = 2400;
const QUALITY = 0.85;
const RETRY_MS = 3000;
const SLOW_S = 1;
const LONGEST_MS = 15000;
const DEVICE_LETTERS = 12;

const phone = byId("phone");
const game = told(phone, "game");
const status = byId("phone-status");
const news = byId("phone-news");
const video = byId("phone-video", HTMLVideoElement);
const single = byId("phone-single");
const start = byId("phone-start");
const other = byId("phone-other");
const stop = byId("phone-stop");
const devices = byId("phone-device", HTMLSelectElement);
/** @type {PhonePhrases} */
const phrases = phrasesOf("phone-phrases");
const frames = `/api/games/${game}/frames`;
const own = ownName();
const canvas = document.createElement("canvas");

/** @type {MediaStream | null} */
let stream = null;
const awake = new Awake();
const strain = new Strain();
let facing = "environment";
let device = ""; // which camera, once somebody has chosen one
let running = false;
let heard = 0;

// By this name the companion knows the phone again, and what it has learned of its lens.
function ownName() {
  const known = localStorage.getItem("palago-camera");
  if (known) return known;
  const name = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16)).join("");
  localStorage.setItem("palago-camera", name);
  return name;
}

/**
 * @param {string} words
 * @param {string} tone "good", "bad" or neither
 */
function say(words, tone = "") {
  status.textContent = words;
  status.className = `phone-status ${tone}`;
}

/**
 * Sends one picture; returns how long to wait for the next, in milliseconds.
 * @param {Blob} blob
 * @param {boolean} hold whether it is a single photo of a table that lies still
 */
async function send(blob, hold = false) {
  // a photo comes from the phone's own camera app, of whose lens nothing is known
  const camera = `camera=${own}-${device.slice(0, DEVICE_LETTERS) || facing}`;
  const query = hold ? "hold=yes" : camera + (strain.kind && `&strain=${strain.kind}`);
  const response = await fetch(`${frames}?${query}`, {
    method: "POST",
    headers: { "Content-Type": "image/jpeg" },
    body: blob,
    signal: AbortSignal.timeout?.(LONGEST_MS), // a phone that left the Wi-Fi would wait for minutes
  });
  const answer = await response.json();
  if (response.status === 409) {
    say(phrases.elsewhere, "bad");
    return RETRY_MS;
  }
  if (!response.ok) throw new Error(answer.error);
  hear(answer, hold);
  return Math.max(answer.wait_s * 1000, hold ? 0 : strain.waitMs);
}

/**
 * @param {FrameAnswer} answer
 * @param {boolean} hold
 */
function hear({ said, over, paused, wait_s: wait }, hold) {
  if (said && said.id !== heard && said.sentences.length) {
    heard = said.id;
    [news.textContent] = said.sentences;
  }
  if (hold) say(phrases.sent, "good");
  else if (over) say(phrases.over);
  else if (paused) say(phrases.paused);
  else if (strain.kind) say(phrases[strain.kind]);
  else say(wait > SLOW_S ? phrases.behind : phrases.sending, "good");
}

/**
 * A picture as a JPEG of this size in pixels.
 * @param {HTMLVideoElement | ImageBitmap} image
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Blob>}
 */
function drawn(image, width, height) {
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => {
      if (blob) done(blob);
      else failed(new Error("The browser cannot write the picture as a JPEG."));
    }, "image/jpeg", QUALITY);
  });
}

async function picture() {
  const began = performance.now();
  const given = video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;
  const blob = await written();
  strain.note(performance.now() - began, given, began);
  return blob;
}

function written() {
  const scale = Math.min(1, WIDEST / Math.max(video.videoWidth, video.videoHeight));
  return drawn(video, video.videoWidth * scale, video.videoHeight * scale);
}

/**
 * A phone's photo has more pixels than are of use, and may be no JPEG.
 * @param {Blob} file
 */
async function smaller(file) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const scale = Math.min(1, WIDEST_PHOTO / Math.max(bitmap.width, bitmap.height));
  return drawn(bitmap, bitmap.width * scale, bitmap.height * scale);
}

async function watch() {
  while (running) {
    let wait = RETRY_MS;
    if (document.hidden || !video.videoWidth) {
      wait = RETRY_MS / 10;
    } else {
      try {
        wait = await send(await picture());
      } catch {
        say(phrases.lost, "bad");
      }
    }
    await new Promise((done) => { setTimeout(done, wait); });
  }
}

async function open() {
  stream?.getTracks().forEach((track) => track.stop());
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { ...(device ? { deviceId: { exact: device } } : { facingMode: facing }), width: { ideal: 1920 }, height: { ideal: 1080 } },
      audio: false,
    });
    strain.forget();
    video.srcObject = stream;
    video.hidden = false;
    await video.play();
  } catch (error) {
    const isDenied = error instanceof Error && error.name === "NotAllowedError";
    say(isDenied ? phrases.denied : phrases.busy, "bad");
    single.hidden = !isDenied;
    return false;
  }
  single.hidden = true;
  await stayAwake();
  await listCameras();
  return true;
}

// The cameras of this device, where it has several: a browser names them once one was allowed.
async function listCameras() {
  const found = await navigator.mediaDevices.enumerateDevices();
  const cameras = found.filter(({ kind }) => kind === "videoinput");
  const now = stream?.getVideoTracks()[0]?.getSettings().deviceId ?? "";
  devices.replaceChildren(...cameras.map(({ deviceId, label }) => new Option(label, deviceId, false, deviceId === now)));
  byId("phone-devices").hidden = cameras.length < 2;
}

devices.addEventListener("change", () => {
  device = devices.value;
  open();
});

async function stayAwake() {
  byId("phone-awake").hidden = await awake.hold();
}

async function begin() {
  if (running || !await open()) return;
  running = true;
  rememberCamera(game);
  start.hidden = true;
  stop.hidden = false;
  other.hidden = false;
  watch();
}

function end() {
  running = false;
  forgetCamera();
  byId("phone-awake").hidden = true;
  stream?.getTracks().forEach((track) => track.stop());
  awake.release();
  video.hidden = true;
  byId("phone-devices").hidden = true;
  start.hidden = false;
  stop.hidden = true;
  other.hidden = true;
  say(phrases.stopped);
}

start.addEventListener("click", begin);
stop.addEventListener("click", end);
other.addEventListener("click", () => {
  facing = facing === "environment" ? "user" : "environment";
  device = "";
  open();
});

// After the phone was locked its camera may have stopped, and the screen's lock is let go of.
document.addEventListener("visibilitychange", async () => {
  if (document.hidden || !running) return;
  await seeAgain();
});

// Opens the camera again where it has stopped, until it is back: another app may hold it for a while.
async function seeAgain() {
  const track = stream?.getVideoTracks()[0];
  if (track?.readyState === "live" && !track.muted) {
    await video.play().catch(() => {});
    await stayAwake();
  } else if (!await open() && running) {
    setTimeout(() => { if (running && !document.hidden) seeAgain(); }, RETRY_MS);
  }
}

const photo = byId("phone-photo", HTMLInputElement);
photo.addEventListener("change", async () => {
  const file = photo.files?.[0];
  if (!file) return;
  say(phrases.sendingPhoto);
  try {
    await send(await smaller(file), true);
  } catch (error) {
    say(phrases.failed.replace("{error}", error instanceof Error ? error.message : String(error)), "bad");
  }
  photo.value = "";
});

byId("phone-secure").addEventListener("click", async () => {
  const address = await securely(game).catch(() => null);
  if (address) location.assign(address);
  else say(phrases.notSecure, "bad");
});

// Over plain HTTP others could read a pass: there the page only says how to go on over HTTPS.
async function goOnSecurely() {
  say(phrases.overHttps);
  byId("phone-trust", HTMLAnchorElement).href = `${told(phone, "trust")}#${game}${location.hash.replace("#", "&")}`;
  byId("phone-photo-label").hidden = true;
  byId("phone-why").hidden = true;
  single.hidden = false;
  if (await securely(game).catch(() => null) === null) say(phrases.notSecure, "bad");
}

async function connect() {
  const pass = await enter(game).catch(() => undefined);
  if (pass === undefined) {
    say(phrases.lost, "bad");
    setTimeout(connect, RETRY_MS);
  } else if (pass === null) {
    say(phrases.refused, "bad");
  } else if (pass.role === "player") {
    location.replace(told(phone, "page"));
  } else if (typeof navigator.mediaDevices?.getUserMedia === "function") {
    say(phrases.connected, "good");
    start.hidden = false;
    // a phone that was locked for long may have opened the page anew
    if (isCameraOf(game)) begin();
  } else {
    say(phrases.connected, "good");
    byId("phone-trust", HTMLAnchorElement).href = `${told(phone, "trust")}#${game}`;
    single.hidden = false;
  }
}

strain.listen();
if (window.isSecureContext) connect();
else goOnSecurely();
