// The live picture: the newest frame, asked for again and again while the page is looked at.

import { all } from "../elements.js";
import { showWhole } from "../whole_picture.js";

const EVERY_MS = 300;
const IDLE_MS = 1500;
const SWITCHES = ["#show-reading", "[data-show-whole]"];

export class LivePicture {
  /** @type {string | null} the address of the frame that is shown */
  shown = null;
  tag = "";

  /** @param {HTMLElement} live the part of the page that has the picture */
  constructor(live) { this.live = live; }

  get image() { return this.live.querySelector("#live-picture"); }

  start() { this.next(EVERY_MS); }

  /** @param {number} after milliseconds */
  next(after) { setTimeout(() => this.look(), after); }

  async look() {
    const address = all(this.live, "[data-part=picture]")[0]?.dataset.live;
    if (!address || document.hidden || !this.image) {
      this.next(IDLE_MS);
      return;
    }
    const headers = new Headers(this.tag ? { "If-None-Match": this.tag } : {});
    const response = await fetch(address, { headers, cache: "no-store" }).catch(() => null);
    if (response?.ok) {
      this.tag = response.headers.get("ETag") ?? "";
      this.show(URL.createObjectURL(await response.blob()));
    }
    this.next(response?.ok || response?.status === 304 ? EVERY_MS : IDLE_MS);
  }

  /** @param {string} address */
  show(address) {
    const before = this.shown;
    this.shown = address;
    this.image?.setAttribute("href", address);
    // the one before is let go when this one is surely drawn
    if (before) setTimeout(() => URL.revokeObjectURL(before), 4 * EVERY_MS);
  }

  /**
   * Puts a fresh overlay in the place of the old one and keeps the picture under it.
   * @param {HTMLElement} old
   * @param {HTMLElement} part
   */
  replace(old, part) {
    /** @type {(one: HTMLElement) => string} */
    const drawn = (one) => [
      one.querySelector(".overlay")?.innerHTML,
      ...all(one, "figcaption a").map((link) => link.getAttribute("href")),
    ].join();
    if (old.querySelector("svg") && drawn(old) === drawn(part)) return;
    for (const which of SWITCHES) {
      const [[before], [box]] = [old, part].map((one) => all(one, which, HTMLInputElement));
      if (before && box) box.checked = before.checked;
    }
    old.replaceWith(part);
    showWhole(part);
    if (this.shown) this.image?.setAttribute("href", this.shown);
  }
}
