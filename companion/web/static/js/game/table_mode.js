// The page as it lies on the table: large, full screen, and the screen kept on.

import { Awake } from "../awake.js";

const KEPT = "palago-table-mode";
const QUIET_MS = 8000;
const STIRS = ["pointermove", "pointerdown", "keydown", "focusin"];

export class TableMode {
  awake = new Awake();
  on = false;
  quieting = 0;

  /** @param {HTMLElement} button turns it on and off */
  constructor(button) {
    this.button = button;
    button.hidden = false;
    button.addEventListener("click", () => this.switch(!this.on, true));
    // who leaves full screen by the browser's own means leaves the mode, too
    document.addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement && this.on) this.switch(false);
    });
    document.addEventListener("visibilitychange", () => {
      if (this.on && !document.hidden) this.awake.hold();
    });
    for (const stir of STIRS) document.addEventListener(stir, () => this.stir());
    this.switch(sessionStorage.getItem(KEPT) === "on");
  }

  /**
   * @param {boolean} on
   * @param {boolean} [tapped] browsers fill the screen only at a tap
   */
  switch(on, tapped = false) {
    this.on = on;
    sessionStorage.setItem(KEPT, on ? "on" : "off");
    this.button.setAttribute("aria-pressed", String(on));
    document.body.classList.toggle("table-mode", on);
    this.stir();
    if (on) this.awake.hold();
    else this.awake.release();
    if (on && tapped) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (!on && document.fullscreenElement) document.exitFullscreen();
  }

  // What nobody needs while nobody touches the page fades.
  stir() {
    clearTimeout(this.quieting);
    document.body.classList.remove("is-quiet");
    if (this.on) this.quieting = setTimeout(() => document.body.classList.add("is-quiet"), QUIET_MS);
  }
}
