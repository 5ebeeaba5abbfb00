// Keeping the screen on, where the browser can: refused on low battery and without HTTPS, and not known to
// older ones, so that their own settings rule. It is let go of when the page is hidden.

export class Awake {
  /** @type {WakeLockSentinel | null} */
  lock = null;

  /** Asks for it, and says whether the screen stays on. */
  async hold() {
    try {
      this.lock = await navigator.wakeLock?.request("screen") ?? null;
    } catch {
      this.lock = null;
    }
    return this.lock !== null;
  }

  release() {
    this.lock?.release();
    this.lock = null;
  }
}
