// Saying announcements aloud, once somebody has switched it on by a tap: browsers allow it only then.

import { told } from "../elements.js";

const KEPT = "palago-voice";
const TOGETHER_MS = 200;
const MOST_TOGETHER = 3;

export class Voice {
  on = false;
  /** @type {{words: string, urgent: boolean}[]} */
  waiting = [];

  /**
   * @param {HTMLElement} button switches it on and off
   * @param {string} language of what is said, as "en"
   */
  constructor(button, language) {
    this.button = button;
    this.language = language;
    if (!("speechSynthesis" in window)) return;
    button.hidden = false;
    button.addEventListener("click", () => {
      this.switch(!this.on);
      // some browsers speak later only if something was said at the tap itself
      if (this.on) this.speak(told(button, "on"));
    });
    this.switch(sessionStorage.getItem(KEPT) === "on");
  }

  /** @param {boolean} on */
  switch(on) {
    this.on = on;
    this.waiting = [];
    sessionStorage.setItem(KEPT, on ? "on" : "off");
    this.button.setAttribute("aria-pressed", String(on));
    if (!on) window.speechSynthesis.cancel();
  }

  /**
   * Says an announcement, an urgent one at once.
   * @param {string[]} sentences
   * @param {boolean} urgent
   */
  say(sentences, urgent) {
    if (!this.on || !sentences.length) return;
    this.waiting.push({ words: sentences.join(" "), urgent });
    if (this.waiting.length === 1) setTimeout(() => this.sayWaiting(), TOGETHER_MS);
  }

  // Who was away for a while hears the last of what was said meanwhile, not all of it.
  sayWaiting() {
    const said = this.waiting.length > MOST_TOGETHER ? this.waiting.slice(-1) : this.waiting;
    this.waiting = [];
    if (said.some(({ urgent }) => urgent)) window.speechSynthesis.cancel();
    for (const { words } of said) this.speak(words);
  }

  /** @param {string} text */
  speak(text) {
    const words = new SpeechSynthesisUtterance(text);
    words.lang = this.language;
    words.voice = this.voice() ?? null;
    words.addEventListener("error", ({ error }) => {
      if (error === "not-allowed") this.switch(false); // after the page was opened anew it takes a tap
    });
    window.speechSynthesis.speak(words);
  }

  // A voice of the page's language, of this device if there is one: it speaks without the internet.
  voice() {
    const voices = window.speechSynthesis.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith(this.language));
    return voices.find(({ localService }) => localService) ?? voices[0];
  }
}
