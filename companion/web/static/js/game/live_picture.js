// The live picture: the newest frame, asked for again and again while the page is looked at.

import { showWhole } from "../whole_picture.js";

const EVERY_MS = 300;
const IDLE_MS = 1500;
const SWITCHES = ["#show-reading", "[data-show-whole]"];

export class LivePicture {
  constructor(live) {
    this.live = live;
    this.shown = null;
    this.tag = "";
  }

  get image() { return this.live.querySelector("#live-picture"); }

  start() { this.next(EVERY_MS); }

  next(after) { setTimeout(() => this.look(), after); }

  async look() {
    const address = this.live.querySelector("[data-part=picture]")?.dataset.live;
    if (!address || document.hidden || !this.image) {
      this.next(IDLE_MS);
      return;
    }
    const headers = this.tag ? { "If-None-Match": this.tag } : {};
    const response = await fetch(address, { headers, cache: "no-store" }).catch(() => null);
    if (response?.ok) {
      this.tag = response.headers.get("ETag") ?? "";
      this.show(URL.createObjectURL(await response.blob()));
    }
    this.next(response?.ok || response?.status === 304 ? EVERY_MS : IDLE_MS);
  }

  show(address) {
    const before = this.shown;
    this.shown = address;
    this.image?.setAttribute("href", address);
    // the one before is let go when this one is surely drawn
    if (before) setTimeout(() => URL.revokeObjectURL(before), 4 * EVERY_MS);
  }

  // Puts a fresh overlay in the place of the old one and keeps the picture under it.
  replace(old, part) {
    const overlay = (one) => one.querySelector(".overlay")?.innerHTML;
    if (old.querySelector("svg") && overlay(old) === overlay(part)) return;
    for (const which of SWITCHES) {
      const [before, box] = [old.querySelector(which), part.querySelector(which)];
      if (before && box) box.checked = before.checked;
    }
    old.replaceWith(part);
    showWhole(part);
    if (this.shown) this.image?.setAttribute("href", this.shown);
  }
}
