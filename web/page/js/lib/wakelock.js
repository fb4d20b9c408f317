// Keeps the screen on while a game with dice is played here: a phone that locks
// itself is away, and throws are then made without it.

export class Awake {
  constructor() {
    this.wanted = false;
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
    globalThis.document?.addEventListener("visibilitychange", () => void this.renew());
  }

  /** @param {boolean} on */
  keep(on) {
    if (this.wanted === on) return;
    this.wanted = on;
    void this.renew();
  }

  async renew() {
    const on = this.wanted && document.visibilityState === "visible";
    if (!on) {
      void this.lock?.release().catch(() => {});
      this.lock = null;
    } else if (!this.lock || this.lock.released) {
      try {
        const lock = await navigator.wakeLock?.request("screen");
        if (this.wanted) this.lock = lock ?? null;
        else void lock?.release().catch(() => {});
      } catch {
        // The browser does not want to, for example because the battery is low.
      }
    }
  }
}
