// Steps through the moments of a game: a bar, buttons, keys and a list. The page
// that makes one shows the board.

import { h, put, s } from "../lib/dom.js";
import { t } from "../words/words.js";

/**
 * @typedef {object} Options
 * @property {number} count how many moments there are; the first is the beginning
 * @property {string} label of the list
 * @property {(n: number) => string} tell a moment in words
 * @property {(n: number) => string} notation what was thrown or moved
 * @property {(n: number, moving: boolean) => Promise<void>} show a moment on the board
 * @property {(n: number) => number} [pause] milliseconds after a moment, where the game plays by itself
 */

const signs = {
  first: "M6 5v14M17 5l-7 7 7 7",
  back: "M15 5l-7 7 7 7",
  play: "M8 5l11 7-11 7z",
  stop: "M8 5v14M16 5v14",
  next: "M9 5l7 7-7 7",
  last: "M18 5v14M7 5l7 7-7 7",
};

/** @param {keyof typeof signs} name */
function sign(name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "sign-icon", "aria-hidden": "true" },
    s("path", { d: signs[name], fill: name === "play" ? "currentColor" : "none" }),
  );
}

export class Player {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    this.at = 0;
    this.playing = false;
    this.words = h("p", { class: "turn-words", "aria-live": "polite" });
    this.range = h("input", {
      type: "range",
      min: 0,
      max: options.count - 1,
      value: 0,
      "aria-label": t("replay.scrub"),
      oninput: () => void this.go(Number(this.range.value)),
    });
    this.toggle = h("button", { class: "primary", onclick: () => (this.playing ? this.stop() : void this.run()) });
    this.stop();
    const button = (/** @type {keyof typeof signs} */ name, /** @type {() => void} */ f) =>
      h("button", { class: "plain", "aria-label": t("replay." + name), title: t("replay." + name), onclick: f }, sign(name));
    this.buttons = h(
      "div",
      { class: "row scrub" },
      button("first", () => void this.go(0)),
      button("back", () => void this.go(this.at - 1)),
      options.pause ? this.toggle : null,
      button("next", () => void this.go(this.at + 1, true)),
      button("last", () => void this.go(options.count - 1)),
    );
    this.list = h(
      "ol",
      { class: "log", tabindex: 0, "aria-label": options.label },
      Array.from({ length: options.count }, (_, n) =>
        h(
          "li",
          { class: "played" },
          h(
            "button",
            { class: "log-row", onclick: () => void this.go(n) },
            h("span", { class: "words" }, this.tell(n)),
            h("code", {}, options.notation(n)),
          ),
        ),
      ),
    );
    addEventListener("keydown", (e) => this.key(e));
  }

  /** A moment in words. @param {number} n */
  tell(n) {
    return n === 0 ? t("replay.begin") : this.options.tell(n);
  }

  /** Marks a move in the list. @param {number} n @param {string} mark */
  mark(n, mark) {
    this.list.children[n]?.querySelector(".words")?.append(h("span", { class: "tag " + mark }, t("analysis.tag." + mark)));
  }

  /** Goes to a moment. @param {number} n @param {boolean} [moving] whether the pieces move there */
  async go(n, moving = false) {
    this.stop();
    await this.show(n, moving);
  }

  /** @param {number} n @param {boolean} moving */
  async show(n, moving) {
    n = Math.max(0, Math.min(n, this.options.count - 1));
    this.at = n;
    this.range.value = String(n);
    put(this.words, this.tell(n));
    const { children, clientHeight } = this.list;
    [...children].forEach((li, i) => li.classList.toggle("now", i === n));
    this.list.scrollTop += children[n].getBoundingClientRect().top - this.list.getBoundingClientRect().top - clientHeight / 2;
    await this.options.show(n, moving);
  }

  /** Plays to the end, from the beginning if it is there. */
  async run() {
    const { count, pause } = this.options;
    this.playing = true;
    put(this.toggle, sign("stop"), t("replay.stop"));
    if (this.at >= count - 1) await this.show(0, false);
    while (this.playing && this.at < count - 1) {
      await this.show(this.at + 1, true);
      await new Promise((ok) => setTimeout(ok, pause?.(this.at)));
    }
    this.stop();
  }

  stop() {
    this.playing = false;
    put(this.toggle, sign("play"), t("replay.play"));
  }

  /** Arrow keys step, and the space bar plays, while the list can be seen. @param {KeyboardEvent} e */
  key(e) {
    const at = /** @type {HTMLElement} */ (e.target);
    if (e.defaultPrevented || !this.list.offsetParent || at.closest("input, select, textarea, [role=slider], [data-hot]")) return;
    if (e.key === "ArrowRight") void this.go(this.at + 1, true);
    if (e.key === "ArrowLeft") void this.go(this.at - 1);
    if (e.key === " " && this.options.pause && !at.closest("button, a")) {
      e.preventDefault();
      this.toggle.click();
    }
  }
}
