// Dice beside the board.

import { s, h, put } from "./dom.js";
import { t } from "./words.js";

const pips = [[], [[0, 0]], [[-9, -9], [9, 9]], [[-9, -9], [0, 0], [9, 9]], [[-9, -9], [9, -9], [-9, 9], [9, 9]],
  [[-9, -9], [9, -9], [0, 0], [-9, 9], [9, 9]], [[-9, -10], [9, -10], [-9, 0], [9, 0], [-9, 10], [9, 10]]];

/** @param {number} n */
function face(n) {
  return s("svg", { viewBox: "-24 -24 52 52", class: "die", role: "img", "aria-label": t("table.die", { n }) },
    s("rect", { x: -17.5, y: -16, width: 40, height: 40, rx: 7, class: "die-shadow" }),
    s("rect", { x: -20, y: -20, width: 40, height: 40, rx: 7, class: "die-face" }),
    (pips[n] ?? []).map(([x, y]) => s("circle", { cx: x, cy: y, r: 4, class: "die-pip" })));
}

/**
 * The faces of a throw.
 * @param {string} thrown digits
 * @param {boolean} ballot
 */
export function faces(thrown, ballot) {
  if (ballot) return [h("span", { class: "ballot" }, t("table.ballot", { n: thrown }))];
  return [...thrown].map((d) => face(Number(d)));
}

export class Dice {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.shown = "";
  }

  /** Shows a throw at once. @param {string} thrown @param {boolean} [ballot] */
  show(thrown, ballot = false) {
    if (this.shown === thrown + ballot) return;
    this.shown = thrown + ballot;
    this.root.classList.toggle("stale", false);
    put(this.root, faces(thrown, ballot));
  }

  clear() {
    this.shown = "";
    put(this.root);
  }

  /** Makes the dice look used. */
  fade() {
    this.root.classList.add("stale");
  }

  /**
   * Rolls for a while, then shows the throw.
   * @param {string} thrown
   * @param {boolean} ballot
   * @param {number} ms
   */
  async roll(thrown, ballot, ms) {
    this.root.classList.remove("stale");
    if (ms > 0 && !ballot) {
      const end = performance.now() + ms;
      this.root.classList.add("rolling");
      while (performance.now() < end) {
        put(this.root, [...thrown].map(() => face(1 + Math.floor(Math.random() * 6))));
        await new Promise((ok) => setTimeout(ok, 70));
      }
      this.root.classList.remove("rolling");
    }
    this.shown = "";
    this.show(thrown, ballot);
  }
}
