// The graph of a game: what each side could expect, from the first throw or
// move to the last. You can move along it with the pointer and the keys.

import { h, put, s } from "../lib/dom.js";

/** @typedef {import("../types").Analysis} Report */

/**
 * @typedef {object} Options
 * @property {string} label
 * @property {Record<string, string>} inks by letter of a seat
 * @property {string[]} sides names
 * @property {(i: number) => void} go to an event, -1 for the beginning
 * @property {(i: number) => string} tell an event in words
 * @property {(i: number) => string} turning a turning point in words
 */

const high = 168;
const margin = { left: 44, right: 10, top: 14, bottom: 14 };

export class Graph {
  /** @param {Report} r @param {Options} options */
  constructor(r, options) {
    this.r = r;
    this.options = options;
    this.at = -1;
    /** @type {number[][]} by side: the share before the first event and after each */
    this.lines = r.sides.map((side) => {
      const seat = r.seats.indexOf(side.seats[0]);
      return [r.events[0]?.before[seat] ?? 0, ...r.events.map((e) => e.after[seat])];
    });
    const values = this.lines.flat();
    // Where a game can count more than once, more than one can be won or lost.
    this.low = Math.min(0, ...values);
    this.top = Math.max(1, ...values);
    this.wide = 0;
    this.root = h("div", {
      class: "graph",
      tabindex: 0,
      role: "slider",
      "aria-label": options.label,
      "aria-valuemin": 0,
      "aria-valuemax": r.events.length,
      "aria-valuenow": 0,
      onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
      onpointerdown: (/** @type {PointerEvent} */ e) => {
        this.root.setPointerCapture(e.pointerId);
        this.touch(e);
      },
      onpointermove: (/** @type {PointerEvent} */ e) => e.buttons && this.touch(e),
    });
    new ResizeObserver(() => this.root.clientWidth !== this.wide && this.draw()).observe(this.root);
  }

  /** @param {number} n events passed */
  x(n) {
    return margin.left + (n / Math.max(1, this.r.events.length)) * (this.wide - margin.left - margin.right);
  }

  /** @param {number} v */
  y(v) {
    return margin.top + ((this.top - v) / (this.top - this.low)) * (high - margin.top - margin.bottom);
  }

  draw() {
    this.wide = this.root.clientWidth;
    if (!this.wide) return;
    const r = this.r;
    const end = this.wide - margin.right;
    const levels = r.unit.ticks.filter((l) => l.share >= this.low && l.share <= this.top);
    const marks = r.events.flatMap((e, i) =>
      e.mark === "mistake" || e.mark === "blunder"
        ? [s("path", { class: "slip " + this.ink(this.side(e.seat)), d: `M${this.x(i + 1).toFixed(1)} ${high - margin.bottom + 3}v7` })]
        : [],
    );
    this.cursor = s("g", { class: "cursor" });
    put(
      this.root,
      s(
        "svg",
        { viewBox: `0 0 ${this.wide} ${high}`, width: this.wide, height: high, "aria-hidden": "true" },
        levels.map((l) =>
          s("path", { class: l.share === 0.5 ? "hair" : "rule", d: `M${margin.left} ${this.y(l.share).toFixed(1)}H${end}` }),
        ),
        levels.map((l) => s("text", { class: "level", x: margin.left - 6, y: this.y(l.share) + 4, "text-anchor": "end" }, l.text)),
        this.lines.map((line, n) => s("path", { class: `line dash-${n} ${this.ink(n)}`, d: this.path(line) })),
        marks,
        r.turning.map((i, n) =>
          s(
            "g",
            { class: "turn-point", transform: `translate(${this.x(i + 1).toFixed(1)} ${margin.top - 4})` },
            s("path", { d: "M0 3l-4-7h8z" }),
            s("title", {}, `${n + 1}. ${this.options.turning(i)}`),
          ),
        ),
        this.cursor,
      ),
    );
    this.point(this.at);
  }

  /** A line with at most two points per pixel. @param {number[]} line */
  path(line) {
    const step = Math.max(1, Math.floor(line.length / (2 * this.wide)));
    let d = "";
    for (let n = 0; n < line.length; n += step) d += `${d ? "L" : "M"}${this.x(n).toFixed(1)} ${this.y(line[n]).toFixed(1)}`;
    return d + `L${this.x(line.length - 1).toFixed(1)} ${this.y(line[line.length - 1]).toFixed(1)}`;
  }

  /** The side of a seat. @param {string} letter */
  side(letter) {
    return Math.max(
      0,
      this.r.sides.findIndex((x) => x.seats.includes(letter)),
    );
  }

  /** The class of a side's ink. @param {number} n */
  ink(n) {
    return "ink-" + (this.options.inks[this.r.sides[n].seats[0]] || "plain");
  }

  /** A sample of a side's line, for lists. @param {number} n */
  sample(n) {
    return s(
      "svg",
      { class: "sample", viewBox: "0 0 28 10", width: 28, height: 10, "aria-hidden": "true" },
      s("path", { class: `line dash-${n} ${this.ink(n)}`, d: "M1 5H27" }),
    );
  }

  /** Marks an event, -1 for the beginning. @param {number} i */
  point(i) {
    this.at = i;
    this.root.setAttribute("aria-valuenow", String(i + 1));
    this.root.setAttribute("aria-valuetext", this.options.tell(i));
    if (!this.cursor) return;
    const x = this.x(i + 1).toFixed(1);
    put(
      this.cursor,
      s("path", { d: `M${x} ${margin.top - 2}V${high - margin.bottom + 2}` }),
      this.lines.map((line, n) => s("circle", { class: this.ink(n), cx: x, cy: this.y(line[i + 1]).toFixed(1), r: 3.6 })),
    );
  }

  /** @param {PointerEvent} e */
  touch(e) {
    const part = (e.clientX - this.root.getBoundingClientRect().left - margin.left) / (this.wide - margin.left - margin.right);
    this.walk(Math.round(part * this.r.events.length) - 1);
  }

  /** @param {number} i */
  walk(i) {
    this.options.go(Math.max(-1, Math.min(i, this.r.events.length - 1)));
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const last = this.r.events.length - 1;
    const to = {
      ArrowLeft: this.at - 1,
      ArrowDown: this.at - 1,
      ArrowRight: this.at + 1,
      ArrowUp: this.at + 1,
      PageDown: this.at - 10,
      PageUp: this.at + 10,
      Home: -1,
      End: last,
    }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    this.walk(to);
  }
}
