// Dice beside the board.

import { s, h, put } from "../lib/dom.js";
import { animate, wait } from "./motion.js";
import { t } from "../words/words.js";

/** How long a face shows while dice tumble, in milliseconds. */
const beat = 70;

/** The part of a throw in which the dice come to rest. */
const landing = 0.45;

/** @typedef {{ does: () => void, label: string, throws: boolean }} Act what a tap on the dice does; throws is the main thing to do now */

const pips = [
  [],
  [[0, 0]],
  [
    [-9, -9],
    [9, 9],
  ],
  [
    [-9, -9],
    [0, 0],
    [9, 9],
  ],
  [
    [-9, -9],
    [9, -9],
    [-9, 9],
    [9, 9],
  ],
  [
    [-9, -9],
    [9, -9],
    [0, 0],
    [-9, 9],
    [9, 9],
  ],
  [
    [-9, -10],
    [9, -10],
    [-9, 0],
    [9, 0],
    [-9, 10],
    [9, 10],
  ],
];

/** @param {number} n @param {boolean} [rolls] whether it only rolls by */
function face(n, rolls = false) {
  return s(
    "svg",
    {
      viewBox: "-24 -24 52 52",
      class: "die",
      ...(n && !rolls ? { role: "img", "aria-label": t("table.die", { n }) } : { "aria-hidden": "true" }),
    },
    s("rect", { x: -17.5, y: -16, width: 40, height: 40, rx: 7, class: "die-shadow" }),
    s("rect", { x: -20, y: -20, width: 40, height: 40, rx: 7, class: "die-face" }),
    spots(n),
  );
}

/** The pips of a face, or a question mark before it has fallen. @param {number} n */
const spots = (n) =>
  n
    ? (pips[n] ?? []).map(([x, y]) => s("circle", { cx: x, cy: y, r: 4, class: "die-pip" }))
    : [s("text", { y: 9, class: "die-mark" }, "?")];

/** A face by chance, for dice that roll. */
const any = () => 1 + Math.floor(Math.random() * 6);

/**
 * The faces of a throw.
 * @param {string} thrown digits
 * @param {boolean} ballot
 */
export function faces(thrown, ballot) {
  if (ballot) return [h("span", { class: "ballot" }, t("table.ballot", { n: thrown }))];
  return [...thrown].map((d) => face(Number(d)));
}

/**
 * The dice of a throw as they are played: a double may count more than twice.
 * @param {string} thrown digits
 * @param {import("../types").Effect[]} [effects] of the throw
 */
export function played(thrown, effects) {
  return effects?.find((f) => f.means === "throws")?.args?.plays ?? thrown;
}

/**
 * Which of the dice have been used.
 * @param {string} dice digits
 * @param {string} used digits
 * @returns {boolean[]}
 */
export function spent(dice, used) {
  const gone = [...dice].map(() => false);
  for (const d of used) {
    const same = [...dice].findIndex((x, i) => x === d && !gone[i]);
    const k = same >= 0 ? same : gone.indexOf(false); // another die may do the same
    if (k >= 0) gone[k] = true;
  }
  return gone;
}

/** What is left of a throw when a part of it was used; "" if it was not begun. @param {string} dice digits @param {string} used digits */
export function leftOf(dice, used) {
  const gone = spent(dice, used);
  return used && [...dice].filter((_, i) => !gone[i]).join("");
}

export class Dice {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.dice = "";
    this.ballot = false;
    /** @type {Act | null} what a tap does */
    this.act = null;
    this.drawn = "";
    this.since = 0; // when they began to tumble, 0 if they do not
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Shows a throw at once. @param {string} dice digits @param {boolean} [ballot] */
  show(dice, ballot = false) {
    this.dice = dice;
    this.ballot = ballot;
    this.root.classList.remove("stale");
    this.draw();
    this.use("");
  }

  clear() {
    this.show("");
  }

  /** Makes the dice look used. */
  fade() {
    this.root.classList.add("stale");
  }

  /** Makes those dice look used that are. @param {string} used digits */
  use(used) {
    const gone = spent(this.dice, used);
    this.root.querySelectorAll(".die").forEach((el, i) => el.classList.toggle("used", !!gone[i]));
  }

  /** Lays the larger of two dice first, or the smaller. @param {boolean} smallFirst */
  arrange(smallFirst) {
    if (this.dice.length !== 2 || this.ballot) return;
    const up = [...this.dice].sort().join("");
    this.dice = smallFirst ? up : [...up].reverse().join("");
    this.draw();
  }

  /**
   * Makes the dice a button, or no button any more.
   * @param {Act | null} act
   * @param {number} [n] how many dice are due
   */
  offer(act, n = 1) {
    this.act = act;
    this.due = n;
    this.draw();
  }

  draw() {
    if (this.since) return;
    const { act } = this;
    const drawn = [this.dice, this.ballot, act?.label, act?.throws, this.due].join();
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const had = this.root.contains(document.activeElement);
    // Dice that are thrown next show no face: neither the last throw nor one that could be taken for the next.
    const shown = act?.throws ? Array.from({ length: this.due ?? 1 }, () => face(0)) : this.dice ? faces(this.dice, this.ballot) : [];
    put(
      this.root,
      act
        ? h(
            "button",
            {
              class: act.throws ? "dice-button primary" : "dice-button swap",
              "data-primary": act.throws,
              "aria-label": act.label,
              title: act.label,
              onclick: () => this.act?.does(),
            },
            h("span", { class: "dice-pair" }, shown),
            act.throws ? h("span", { class: "dice-label" }, act.label) : null,
          )
        : shown,
    );
    if (had && act) /** @type {HTMLElement} */ (this.root.firstElementChild).focus();
  }

  /** Tumbles until a throw falls, or until it rests. @param {number} n how many dice */
  tumble(n) {
    if (this.since) return;
    this.act = null;
    this.since = performance.now();
    this.root.classList.remove("stale");
    this.root.classList.add("rolling");
    const dice = Array.from({ length: n }, () => face(any(), true));
    put(this.root, dice);
    // The dice stay, and only their pips change: a new element would begin its motion again.
    const turn = () => {
      for (const die of dice) {
        for (const pip of die.querySelectorAll(".die-pip")) pip.remove();
        die.append(...spots(any()));
      }
      this.timer = setTimeout(turn, beat);
    };
    this.timer = setTimeout(turn, beat);
  }

  /** Stops tumbling. */
  rest() {
    if (!this.since) return;
    clearTimeout(this.timer);
    this.since = 0;
    this.root.classList.remove("rolling");
    this.drawn = "";
    this.draw();
  }

  /**
   * Tumbles for a while, then lets the throw fall. Dice that tumble already only come to rest.
   * @param {string} thrown digits that fall
   * @param {string} dice digits as they are played
   * @param {boolean} ballot
   * @param {number} ms
   */
  async roll(thrown, dice, ballot, ms) {
    this.act = null;
    this.root.classList.remove("stale");
    const rolls = ms > 0 && !ballot;
    if (rolls) {
      this.tumble(thrown.length);
      const rest = this.since + ms * (1 - landing) - performance.now();
      await wait(Math.max(rest, Math.min(ms * landing, 2 * beat)));
    }
    this.rest();
    this.drawn = "";
    this.show(dice, ballot);
    if (rolls) await this.land(ms * landing);
  }

  /** The dice fall, bounce once and lie. @param {number} ms */
  async land(ms) {
    await Promise.all(
      [...this.root.querySelectorAll(".die")].map((die, i) => {
        const side = i % 2 ? 1 : -1;
        return animate(
          die,
          [
            { transform: `translate(${10 * side}px, -26px) rotate(${150 * side}deg) scale(1.18)`, easing: "ease-in" },
            { transform: `translate(${3 * side}px, 2px) rotate(${24 * side}deg) scale(0.96)`, offset: 0.5, easing: "ease-out" },
            { transform: `translate(${side}px, -7px) rotate(${8 * side}deg)`, offset: 0.72, easing: "ease-in" },
            { transform: "none" },
          ],
          ms,
        );
      }),
    );
  }
}
