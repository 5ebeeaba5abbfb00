// Saying announcements aloud, once somebody has switched it on by a tap: browsers allow it only then.

const KEPT = "palago-voice";

export class Voice {
  constructor(button, language) {
    this.button = button;
    this.language = language;
    this.on = false;
    if (!("speechSynthesis" in window)) return;
    button.hidden = false;
    button.addEventListener("click", () => this.switch(!this.on));
    this.switch(sessionStorage.getItem(KEPT) === "on");
  }

  switch(on) {
    this.on = on;
    sessionStorage.setItem(KEPT, on ? "on" : "off");
    this.button.setAttribute("aria-pressed", String(on));
    if (!on) window.speechSynthesis.cancel();
  }

  // Says sentences, an urgent one at once.
  say(sentences, urgent) {
    if (!this.on || !sentences.length) return;
    if (urgent) window.speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(sentences.join(" "));
    words.lang = this.language;
    window.speechSynthesis.speak(words);
  }
}
