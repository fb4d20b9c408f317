// The board on the page: the server's drawing with pieces that move on it. It
// knows places and pieces, but not what may be done with them.

import { s, drawing } from "../lib/dom.js";
import { closeUp, edgeLabels, labelBox, landing, stands, trimmed } from "./geometry.js";
import { arrows, isGoal, last, mark } from "./marks.js";
import { animate, play, taken, travel } from "./motion.js";
import { choices, focus, listen } from "./pointer.js";

/** @typedef {import("../types").Sheet} Sheet */
/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").Effect} Effect */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {{ piece: Piece, el: SVGGElement, x: number, y: number, size: number, turn: number }} Man a piece as it is drawn */

/** The name of a piece's drawing. @param {Piece} p */
function artOf(p) {
  return [p.colour, p.kind, p.face].filter(Boolean).join(" ");
}

export class BoardView {
  /**
   * @param {HTMLElement} root
   * @param {{ art: (name: string, piece: Piece) => Promise<string>, label: string }} options
   */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    /** @type {Sheet | undefined} */
    this.sheet = undefined;
    /** @type {Man[]} */
    this.men = [];
    /** @type {Box[]} where the places have their numbers */
    this.numbers = [];
    /** @type {Map<string, Promise<string> | string>} */
    this.drawings = new Map();
    /** @type {(place: string, how: "tap" | "drag" | "key") => void} */
    this.onPlace = () => {};
    /** @type {(from: string, to: string) => void} a piece was dragged; to is "" beside the board */
    this.onDrag = () => {};
    /** @type {(from: string) => boolean} whether dragging may begin here */
    this.onLift = () => false;
    /** @type {Map<string, Mark>} the places that can be chosen */
    this.hot = new Map();
    /** @type {Box | undefined} what was shown before the board began to come closer, as long as it moves */
    this.aimed = undefined;
  }

  /** Lays a new board. @param {Sheet} sheet */
  lay(sheet) {
    this.sheet = sheet;
    for (const [name, art] of Object.entries(sheet.pieces)) this.drawings.set(name, art);
    const svg = /** @type {SVGSVGElement} */ (drawing(sheet.svg));
    svg.querySelector("title")?.remove();
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", this.options.label);
    this.svg = svg;
    this.ways = s("g", { class: "ways" });
    this.layer = s("g", { class: "men" });
    this.marks = s("g", { class: "marks", "pointer-events": "none" });
    this.keys = s("g", { class: "keys" });
    this.counts = s("g", { class: "counts", "pointer-events": "none" });
    this.notes = s("g", { class: "notes", "pointer-events": "none" });
    this.arrowed = s("g", { class: "arrows", "pointer-events": "none" });
    this.edges = s("g", { class: "edges", "pointer-events": "none" });
    svg.append(this.ways, this.layer, this.marks, this.counts, this.arrowed, this.notes, this.keys, this.edges);
    const texts = (/** @type {string} */ which) =>
      [...svg.querySelectorAll(which)].map((el) => {
        const n = (/** @type {string} */ name) => Number(el.getAttribute(name));
        return { text: el.textContent ?? "", x: n("x"), y: n("y"), size: n("font-size"), anchor: el.getAttribute("text-anchor") };
      });
    this.labels = edgeLabels(sheet, texts(":scope > text"));
    this.numbers = texts(".place > text:not([transform])").map(labelBox);
    this.men = [];
    this.full = this.trim();
    this.view(this.full);
    this.root.replaceChildren(svg);
    listen(this, svg);
  }

  trim() {
    return trimmed(this.sheet?.viewBox ?? [0, 0, 1, 1], this.root.clientWidth);
  }

  /** The length of a pixel on the sheet. */
  get pixel() {
    return (this.box?.[2] ?? 1) / (this.root.clientWidth || 1);
  }

  /** @param {Box} box */
  view(box) {
    this.box = box;
    this.svg?.setAttribute("viewBox", box.map((n) => n.toFixed(1)).join(" "));
    this.showEdges(box);
  }

  /** Writes the letters and numbers of the edges into a part of the board that does not show them. @param {Box} box */
  showEdges(box) {
    if (!this.edges || !this.labels) return;
    const { strips, texts } = this.labels(box, this.full ?? box);
    this.edges.replaceChildren(
      ...strips.map(([x, y, width, height]) => s("rect", { x, y, width, height, class: "edge-strip" })),
      ...texts.map((l) => s("text", { x: l.x, y: l.y, "text-anchor": "middle", "font-size": l.size }, l.text)),
    );
  }

  /** The station of a place. @param {string} place */
  at(place) {
    return this.sheet?.places[place];
  }

  /**
   * Puts the pieces where they are. Pieces that are already somewhere stay the
   * same elements.
   * @param {Piece[]} pieces
   */
  set(pieces) {
    if (!this.sheet) return;
    const men = this.same(pieces);
    const { out, counts } = stands(this.sheet, pieces);
    this.men = [];
    pieces.forEach((p, i) => {
      const st = out[i];
      let m = men[i];
      if (!st) return m?.el.remove();
      if (!m) {
        m = { piece: p, el: s("g", { class: "token" }), ...st };
        this.dress(m, p);
      } else if (artOf(m.piece) !== artOf(p)) {
        this.dress(m, p);
      }
      m.piece = { ...p };
      m.el.dataset.place = p.place;
      m.el.classList.remove("taken", "pending");
      this.move(m, st.x, st.y, st.size, st.turn);
      this.men.push(m);
    });
    // Elements that stay where they are need not be drawn again.
    const drawn = this.layer?.children;
    if (this.men.some((m, i) => drawn?.[i] !== m.el)) this.layer?.append(...this.men.map((m) => m.el));
    this.counts?.replaceChildren(
      ...counts.map((c) => {
        const r = Math.max(c.size * 0.25, 8);
        return s(
          "g",
          { transform: `translate(${c.x + c.size * 0.36} ${c.y - c.size * 0.34})` },
          s("circle", { r, class: "count" }),
          s("text", { y: r * 0.5, "text-anchor": "middle", "font-size": r * 1.45, "font-weight": "bold", class: "count-text" }, c.n),
        );
      }),
    );
  }

  /** Shows as pending what stands elsewhere than the table knows. @param {Piece[]} known */
  pend(known) {
    const rest = known.map((p) => p.place + " " + p.colour);
    for (const m of this.men) {
      const k = rest.indexOf(m.piece.place + " " + m.piece.colour);
      m.el.classList.toggle("pending", k < 0);
      if (k >= 0) rest.splice(k, 1);
    }
  }

  /** Finds the drawn piece for each piece, the most alike first, and removes the rest. @param {Piece[]} pieces */
  same(pieces) {
    const free = [...this.men];
    /** @type {(Man | undefined)[]} */
    const men = pieces.map(() => undefined);
    const main = (/** @type {Piece} */ p) => p.kind.split(" ")[0];
    /** @type {((a: Piece, b: Piece) => boolean)[]} */
    const alike = [
      (a, b) => a.place === b.place && artOf(a) === artOf(b),
      (a, b) => a.place === b.place && a.colour === b.colour,
      (a, b) => a.colour === b.colour && main(a) === main(b),
    ];
    for (const is of alike) {
      pieces.forEach((p, i) => {
        const k = men[i] ? -1 : free.findIndex((m) => is(m.piece, p));
        if (k >= 0) men[i] = free.splice(k, 1)[0];
      });
    }
    for (const m of free) m.el.remove();
    return men;
  }

  /** Draws a piece as it looks. @param {Man} m @param {Piece} p */
  dress(m, p) {
    const name = artOf(p);
    const wear = (/** @type {string} */ art) => m.el.replaceChildren(...this.shade(), ...drawing(art).childNodes);
    const known = this.drawings.get(name);
    if (typeof known === "string") return wear(known);
    const asked = known ?? this.options.art(name, p);
    this.drawings.set(name, asked);
    asked.then(
      (art) => {
        this.drawings.set(name, art);
        if (artOf(m.piece) === name) wear(art);
      },
      () => this.drawings.delete(name), // the connection is gone; the next change of the piece asks again
    );
  }

  /** The shadow below a piece. Square pieces have one of their own. */
  shade() {
    return this.sheet?.square || this.sheet?.lanes ? [] : [s("ellipse", { class: "shade", cx: 0.05, cy: 0.13, rx: 0.41, ry: 0.4 })];
  }

  /** Gives a piece another look. @param {Man} m @param {Piece} p */
  becomes(m, p) {
    m.piece = { ...p };
    this.dress(m, m.piece);
  }

  /** @param {Man} m @param {number} x @param {number} y @param {number} size @param {number} turn */
  move(m, x, y, size, turn) {
    Object.assign(m, { x, y, size, turn });
    const lies = `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(1)}) scale(${size.toFixed(3)})`;
    if (m.el.getAttribute("transform") !== lies) m.el.setAttribute("transform", lies);
  }

  /** The piece that goes from a place: one of the colour, the top one. @param {string} place @param {string} [colour] */
  top(place, colour) {
    const here = this.men.filter((m) => m.piece.place === place && m.size > 0);
    return here.findLast((m) => m.piece.colour === colour) ?? (colour ? undefined : here[here.length - 1]);
  }

  /** Moves a piece without animation. @param {Man} m @param {string} place */
  put(m, place) {
    m.piece = { ...m.piece, place };
    this.raise(m);
    this.settle();
  }

  /** The pieces with one that comes last onto its place. Lanes go by the order of the pieces, so it stays as it is there. @param {Man} m */
  raised(m) {
    return this.sheet?.lanes ? this.men : [...this.men.filter((o) => o !== m), m];
  }

  /** @param {Man} m */
  raise(m) {
    this.men = this.raised(m);
  }

  /** Lets everything stand where its piece is now. */
  settle() {
    this.set(this.men.map((m) => m.piece));
  }

  /** Where a piece that comes to a place would stand. @param {string} place */
  landing(place) {
    const chosen = this.men.find((m) => m.el.classList.contains("chosen"));
    return this.sheet
      ? landing(
          this.sheet,
          this.men.map((m) => m.piece),
          place,
          chosen?.piece.colour,
        )
      : /** @type {[number, number]} */ ([0, 0]);
  }

  /**
   * Takes one piece along places.
   * @param {Man} m
   * @param {string[]} way
   * @param {number} ms for each place
   * @param {(last: boolean) => void} [touch]
   */
  travel(m, way, ms, touch) {
    return travel(this, m, way, ms, touch);
  }

  /**
   * Takes a piece from the board, or home.
   * @param {Man} m
   * @param {string[]} way
   * @param {number} ms
   * @param {(sound: string) => void} sound
   */
  taken(m, way, ms, sound) {
    return taken(this, m, way, ms, sound);
  }

  /**
   * Shows what a throw or a move did.
   * @param {Effect[]} effects
   * @param {number} ms pace, 0 for at once
   * @param {(sound: string) => void} sound
   */
  play(effects, ms, sound) {
    return play(this, effects, ms, sound);
  }

  /**
   * Marks places that can be chosen.
   * @param {Map<string, Mark>} hot
   * @param {(place: string) => string} label
   * @param {Map<string, string>} [signs]
   * @param {Map<string, Piece>} [ghosts]
   */
  mark(hot, label, signs, ghosts) {
    mark(this, hot, label, signs, ghosts);
  }

  /** Shows the ways of the last move. @param {Effect[]} effects */
  last(effects) {
    last(this, effects);
  }

  /** Draws arrows for moves that could be played. @param {{ effects: Effect[], better: boolean }[]} moves */
  arrows(moves) {
    arrows(this, moves);
  }

  /** The pieces as they are shown, which may be ahead of the table. */
  get shown() {
    return this.men.map((m) => ({ ...m.piece }));
  }

  /**
   * Moves the focus of the keyboard to the next place that can be chosen, goals first.
   * @param {boolean} back to the one before instead
   */
  next(back) {
    const goal = (/** @type {string} */ p) => (isGoal(this.hot.get(p)) ? 0 : 1);
    const places = [...this.hot.keys()].sort((a, b) => goal(a) - goal(b));
    const at = places.indexOf(/** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.hot ?? "");
    const to = at < 0 ? (back ? -1 : 0) : (at + (back ? -1 : 1)) % places.length;
    if (places.length) this.focus(places.at(to) ?? "");
  }

  /** Gives a place the focus of the keyboard. @param {string} place */
  focus(place) {
    focus(this, place);
  }

  /** Brings a choice near where a finger could not tell it apart: the piece in hand, where it can go, and what is next to that. */
  async zoom() {
    const near = closeUp(
      this.full ?? [0, 0, 1, 1],
      choices(this).filter((c) => this.hot.get(c.place) !== "source"),
      this.root.clientWidth,
    );
    await (near ? this.glide(near) : this.unzoom());
  }

  async unzoom() {
    if (this.full && this.box !== this.full) await this.glide(this.full);
  }

  /** Shows another part of the board. It moves there, but what is drawn is there at once. @param {Box} to */
  async glide(to) {
    const from = this.box ?? to;
    this.view(to);
    if (!this.svg || from.every((n, i) => n === to[i])) return;
    const [grown, pixel] = [to[2] / from[2], this.root.clientWidth / to[2]];
    const shift = (/** @type {0 | 1} */ i) => ((to[i] - from[i]) * grown * pixel).toFixed(1) + "px";
    const before = `translate(${shift(0)}, ${shift(1)}) scale(${grown.toFixed(4)})`;
    this.aimed = from;
    await animate(
      this.svg,
      [
        { transform: before, transformOrigin: "0 0" },
        { transform: "none", transformOrigin: "0 0" },
      ],
      220,
      { easing: "ease-in-out" },
    );
    if (this.aimed === from) this.aimed = undefined;
  }
}
