// The board on the page: the server's drawing with pieces that move on it. It
// knows places and pieces, nothing of what may be done with them.

import { s, drawing } from "./dom.js";
import { colourOf, turnsOver, wayOf } from "./effects.js";

/** @typedef {import("./types").Sheet} Sheet */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Effect} Effect */
/** @typedef {{ piece: Piece, el: SVGGElement, x: number, y: number, size: number, turn: number }} Man */
/** @typedef {[number, number, number, number]} Box */

const ease = (/** @type {number} */ t) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

/**
 * Calls f with a share from 0 to 1 on every frame.
 * @param {number} ms
 * @param {(share: number) => void} f
 * @returns {Promise<void>}
 */
function over(ms, f) {
  return new Promise((done) => {
    const start = performance.now();
    // Frames stop in windows that nobody sees; the timer then ends it.
    const late = setTimeout(() => end(), ms + 250);
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      clearTimeout(late);
      f(1);
      done();
    };
    const frame = (/** @type {number} */ now) => {
      const share = (now - start) / ms;
      if (over) return;
      if (share >= 1) return end();
      f(Math.max(0, share));
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** A square mark, for tiles. @param {number} x @param {number} y @param {number} size @param {string} kind */
function around(x, y, size, kind) {
  return s("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size * 0.1, class: kind });
}

export class BoardView {
  /**
   * @param {HTMLElement} root
   * @param {{ art: (name: string, piece: Piece) => Promise<string>, label: string, still?: () => boolean }} options
   */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    /** @type {Man[]} */
    this.men = [];
    /** @type {Map<string, Promise<string> | string>} */
    this.drawings = new Map();
    /** @type {(place: string, how: "tap" | "drag" | "key") => void} */
    this.onPlace = () => {};
    /** @type {(from: string, to: string) => void} */
    this.onDrag = () => {};
    /** @type {(from: string) => boolean} whether dragging may begin here */
    this.onLift = () => false;
    /** @type {Map<string, "source" | "target" | "through" | "chosen">} */
    this.hot = new Map();
    this.lanes = /** @type {string[]} */ ([]);
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
    svg.append(this.ways, this.layer, this.counts, this.marks, this.notes, this.keys);
    this.men = [];
    this.full = /** @type {Box} */ (this.trim());
    this.box = this.full;
    this.view(this.full);
    this.root.replaceChildren(svg);
    this.listen(svg);
  }

  /** The part of the sheet worth showing on a small screen: less of its margin. */
  trim() {
    const [x, y, w, h] = this.sheet?.viewBox ?? [0, 0, 1, 1];
    if (this.root.clientWidth > 520) return [x, y, w, h];
    const cut = Math.min(w, h) * 0.031;
    return [x + cut, y + cut, w - 2 * cut, h - 2 * cut];
  }

  /** @param {Box} box */
  view(box) {
    this.box = box;
    this.svg?.setAttribute("viewBox", box.map((n) => n.toFixed(1)).join(" "));
  }

  // Pieces.

  /** The station of a place. @param {string} place */
  at(place) {
    return this.sheet?.places[place];
  }

  /**
   * Where each piece stands: like the printed sheet has it.
   * @param {Piece[]} pieces
   */
  stands(pieces) {
    this.lanes = [...new Set(pieces.map((p) => p.colour))];
    /** @type {Map<string, number[]>} */
    const piles = new Map();
    pieces.forEach((p, i) => piles.set(p.place, [...(piles.get(p.place) ?? []), i]));
    /** @type {({ x: number, y: number, size: number, turn: number } | null)[]} */
    const out = pieces.map(() => null);
    /** @type {{ x: number, y: number, size: number, n: number }[]} */
    const counts = [];
    for (const [place, pile] of piles) {
      const st = this.at(place);
      if (!st) continue;
      const loose = !st.spots && st.stack[0] === 0 && st.stack[1] === 0;
      const shown = Math.min(pile.length, st.room || pile.length);
      const mixed = pile.some((i) => pieces[i].colour !== pieces[pile[0]].colour);
      const size = mixed && loose ? st.man * 0.74 : st.man;
      const spread = mixed ? 0.6 : 0.2;
      const hidden = pile.length - shown;
      let last = { x: st.x, y: st.y };
      pile.slice(hidden).forEach((i, n) => {
        const spot = pieces[i].kind === "auto" ? this.lanes.indexOf(pieces[i].colour) : n;
        let [x, y] = st.spots ? st.spots[Math.min(spot, st.spots.length - 1)] : [st.first[0] + n * st.stack[0], st.first[1] + n * st.stack[1]];
        if (loose) {
          const off = (n - (shown - 1) / 2) * size * spread;
          x += off;
          y -= off;
        }
        last = { x, y };
        out[i] = { x, y, size, turn: pieces[i].kind === "auto" ? (st.turn ?? 0) : 0 };
      });
      for (const i of pile.slice(0, hidden)) out[i] = { ...last, size: 0, turn: 0 };
      if (hidden > 0 || (pile.length > 1 && !mixed && loose)) counts.push({ ...last, size, n: pile.length });
    }
    return { out, counts };
  }

  /**
   * Puts the pieces where they are. Pieces that are already somewhere stay the
   * same elements.
   * @param {Piece[]} pieces
   */
  set(pieces) {
    const free = [...this.men];
    const grab = (/** @type {(m: Man) => boolean} */ f) => {
      const i = free.findIndex(f);
      return i < 0 ? undefined : free.splice(i, 1)[0];
    };
    /** @type {(Man | undefined)[]} */
    const men = pieces.map((p) => grab((m) => m.piece.place === p.place && m.piece.colour === p.colour && m.piece.kind === p.kind && m.piece.face === p.face));
    pieces.forEach((p, i) => (men[i] ??= grab((m) => m.piece.place === p.place && m.piece.colour === p.colour)));
    pieces.forEach((p, i) => (men[i] ??= grab((m) => m.piece.colour === p.colour && m.piece.kind.split(" ")[0] === p.kind.split(" ")[0])));
    for (const m of free) m.el.remove();
    const { out, counts } = this.stands(pieces);
    this.men = [];
    pieces.forEach((p, i) => {
      const st = out[i];
      let m = men[i];
      if (!st) return m?.el.remove();
      if (!m) {
        m = { piece: p, el: s("g", { class: "token" }), x: st.x, y: st.y, size: st.size, turn: st.turn };
        this.dress(m, p);
      } else if (m.piece.kind !== p.kind || m.piece.face !== p.face || m.piece.colour !== p.colour) {
        this.dress(m, p);
      }
      m.piece = { ...p };
      m.el.dataset.place = p.place;
      m.el.classList.remove("taken");
      this.move(m, st.x, st.y, st.size, st.turn);
      this.men.push(m);
    });
    this.layer?.append(...this.men.map((m) => m.el));
    this.count(counts);
  }

  /** @param {{ x: number, y: number, size: number, n: number }[]} counts */
  count(counts) {
    this.counts?.replaceChildren(...counts.map((c) => {
      const r = Math.max(c.size * 0.25, 8);
      return s("g", { transform: `translate(${c.x + c.size * 0.36} ${c.y - c.size * 0.34})` },
        s("circle", { r, class: "count" }), s("text", { y: r * 0.5, "text-anchor": "middle", "font-size": r * 1.45, "font-weight": "bold", class: "count-text" }, c.n));
    }));
  }

  /** Draws a piece as it looks. @param {Man} m @param {Piece} p */
  dress(m, p) {
    const name = [p.colour, p.kind, p.face].filter(Boolean).join(" ");
    const wear = (/** @type {string} */ art) => m.el.replaceChildren(...drawing(art).childNodes);
    const known = this.drawings.get(name);
    if (typeof known === "string") return wear(known);
    const asked = known ?? this.options.art(name, p);
    this.drawings.set(name, asked);
    void asked.then((art) => {
      this.drawings.set(name, art);
      const q = m.piece;
      if ([q.colour, q.kind, q.face].filter(Boolean).join(" ") === name) wear(art);
    });
  }

  /** @param {Man} m @param {number} x @param {number} y @param {number} size @param {number} turn */
  move(m, x, y, size, turn) {
    Object.assign(m, { x, y, size, turn });
    m.el.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(1)}) scale(${size.toFixed(3)})`);
  }

  /** The piece that goes from a place: one of the colour, the top one. @param {string} place @param {string} [colour] */
  top(place, colour) {
    const here = this.men.filter((m) => m.piece.place === place && m.size > 0);
    return here.findLast((m) => m.piece.colour === colour) ?? (colour ? undefined : here[here.length - 1]);
  }

  /** Lets everything stand where its piece is now. */
  settle() {
    this.set(this.men.map((m) => m.piece));
  }

  /**
   * Takes one piece along places.
   * @param {Man} m
   * @param {string[]} way
   * @param {number} ms for each place
   * @param {(last: boolean) => void} [touch]
   */
  async travel(m, way, ms, touch) {
    this.layer?.append(m.el);
    this.counts?.replaceChildren();
    const each = Math.max(ms * 0.45, Math.min(ms, (ms * 9) / way.length));
    for (const [i, place] of way.entries()) {
      const last = i === way.length - 1;
      const st = this.at(place);
      if (!st) continue;
      let goal = { x: st.spots ? st.x : st.first[0], y: st.spots ? st.y : st.first[1], size: st.man || m.size, turn: m.piece.kind === "auto" ? (st.turn ?? 0) : 0 };
      if (last || m.piece.kind === "auto") {
        const all = this.men.map((o) => (o === m ? { ...m.piece, place } : o.piece));
        // The piece comes last onto its place.
        const order = [...all.keys()].filter((k) => this.men[k] !== m).concat(this.men.indexOf(m));
        const stand = this.stands(order.map((k) => all[k])).out[order.length - 1];
        if (stand && stand.size) goal = stand;
      }
      const from = { x: m.x, y: m.y, size: m.size || goal.size, turn: m.turn };
      const bend = ((goal.turn - from.turn + 540) % 360) - 180;
      if (ms > 0) {
        await over(way.length === 1 ? ms * 2.2 : each, (t) => {
          const k = ease(t);
          const lift = 1 + 0.16 * Math.sin(Math.PI * t);
          this.move(m, from.x + (goal.x - from.x) * k, from.y + (goal.y - from.y) * k, (from.size + (goal.size - from.size) * k) * lift, from.turn + bend * k);
        });
      }
      this.move(m, goal.x, goal.y, goal.size, goal.turn);
      touch?.(last);
    }
    m.piece = { ...m.piece, place: way[way.length - 1] };
    m.el.dataset.place = m.piece.place;
    this.men = [...this.men.filter((o) => o !== m), m];
  }

  /**
   * Shows what a throw or a move did.
   * @param {Effect[]} effects
   * @param {number} ms pace, 0 for at once
   * @param {(sound: string) => void} sound
   */
  async play(effects, ms, sound) {
    for (const e of effects) {
      if (turnsOver(e)) await this.spin(e, ms, sound);
      else if (e.means === "meets") await this.meet(e, ms);
      const way = wayOf(e);
      const m = way && this.top(e.from ?? "", colourOf(e));
      if (!m) continue;
      const taken = e.means === "takes";
      if (taken) sound("capture");
      if (way.length === 0) {
        if (ms > 0) await over(ms * 2, (t) => m.el.setAttribute("opacity", String(1 - t)));
        m.el.remove();
        this.men = this.men.filter((o) => o !== m);
        continue;
      }
      await this.travel(m, way, taken && way.length === 1 ? ms * 1.6 : ms, (last) => !taken && sound(last ? "land" : "step"));
      if (e.becomes) this.becomes(m, e.becomes);
    }
    this.notes?.replaceChildren();
    this.settle();
  }

  /** A tile spins or is turned over. @param {Effect} e @param {number} ms @param {(sound: string) => void} sound */
  async spin(e, ms, sound) {
    const m = this.top(e.to ?? "", colourOf(e));
    if (!m) return;
    const over1 = e.means === "changes";
    const flip = (/** @type {number} */ k) => m.el.setAttribute("transform", over1
      ? `translate(${m.x} ${m.y}) scale(${m.size * Math.max(0.02, Math.abs(1 - 2 * k))} ${m.size})`
      : `translate(${m.x} ${m.y}) rotate(${90 * k}) scale(${m.size})`);
    sound("step");
    if (ms > 0) await over(ms * 2.4, (t) => flip(ease(t)));
    this.becomes(m, e.becomes ?? m.piece);
    this.move(m, m.x, m.y, m.size, 0);
  }

  /** Gives a piece another look. @param {Man} m @param {Piece} p */
  becomes(m, p) {
    m.piece = { ...p };
    this.dress(m, m.piece);
  }

  /** Two corners meet. @param {Effect} e @param {number} ms */
  async meet(e, ms) {
    const a = this.at(e.from ?? "");
    const b = this.at(e.to ?? "");
    if (!a || !b || ms === 0) return;
    const verdict = e.args?.verdict ?? "";
    const x = (a.x + b.x) / 2;
    const y = (a.y + b.y) / 2;
    this.notes?.append(s("g", { class: "meet " + verdict, transform: `translate(${x} ${y})` },
      s("circle", { r: a.man * 0.5 }),
      s("text", { y: a.man * 0.12, "text-anchor": "middle", "font-size": a.man * 0.36 }, `${e.args?.sum}:${e.args?.against}`)));
    await over(ms * 4, () => {});
  }

  // Marks.

  /**
   * Marks places that can be chosen and gives each a button for the keyboard.
   * @param {Map<string, "source" | "target" | "through" | "chosen">} hot
   * @param {(place: string) => string} label
   * @param {Map<string, string>} [signs] a word to write at a target
   * @param {Map<string, Piece>} [ghosts] the piece as it would lie at a target
   */
  mark(hot, label, signs, ghosts) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.hot;
    this.hot = hot;
    this.marks?.replaceChildren();
    this.keys?.replaceChildren();
    let first = true;
    for (const [place, kind] of hot) {
      const st = this.at(place);
      if (!st) continue;
      const top = kind === "target" || kind === "through" ? undefined : this.top(place);
      const resting = this.top(place);
      let x = top?.x ?? st.x;
      let y = top?.y ?? st.y;
      const r = (top?.size ?? st.man) * 0.62;
      if (kind === "target" || kind === "through") {
        [x, y] = this.landing(place);
        const ghost = ghosts?.get(place);
        if (ghost) {
          const m = { piece: ghost, el: s("g", { class: "ghost" }), x, y, size: 0, turn: 0 };
          this.dress(m, ghost);
          this.move(m, x, y, st.man * 0.84, 0);
          this.marks?.append(m.el);
        }
        const capture = resting && !st.spots && st.stack[0] === 0 && st.stack[1] === 0;
        this.marks?.append(ghost ? around(x, y, st.man * 0.86, kind + " ring")
          : s("circle", { cx: x, cy: y, r: capture ? st.man * 0.6 : st.man * (kind === "through" ? 0.11 : 0.21), class: kind + (capture ? " ring" : "") }));
      } else {
        // A pale ring below the dotted one: it has to be seen on every ink.
        const ring = (/** @type {string} */ name) => (top?.piece.kind.startsWith("tile") ? around(x, y, top.size * 1.02, name) : s("circle", { cx: x, cy: y, r, class: name }));
        this.marks?.append(ring("halo"), ring(kind));
      }
      const sign = signs?.get(place);
      if (sign) this.marks?.append(s("text", { x, y: y - st.man * 0.6, "text-anchor": "middle", "font-size": st.man * 0.4, class: "sign" }, sign));
      const [w, h] = st.size;
      const key = s("g", { role: "button", tabindex: first ? 0 : -1, class: "key", "data-kind": kind, "data-hot": place, "data-place": place, "aria-label": label(place) },
        s("rect", { x: st.x - Math.max(w, st.man) / 2, y: st.y - Math.max(h, st.man) / 2, width: Math.max(w, st.man), height: Math.max(h, st.man), rx: 5, class: "key-area" }),
        s("circle", { cx: x, cy: y, r: st.man * 0.78, class: "key-ring" }));
      first = false;
      this.keys?.append(key);
      if (place === focused) key.focus();
    }
    if (focused && !hot.has(focused)) /** @type {SVGElement | null} */ (this.keys?.querySelector("[data-hot]"))?.focus();
  }

  /** Where a piece that comes to a place would stand. @param {string} place @returns {[number, number]} */
  landing(place) {
    const st = this.at(place);
    if (!st) return [0, 0];
    const n = this.men.filter((m) => m.piece.place === place).length;
    if (st.spots) {
      const chosen = this.men.find((m) => m.el.classList.contains("chosen"));
      const lane = chosen?.piece.kind === "auto" ? this.lanes.indexOf(chosen.piece.colour) : n;
      return st.spots[Math.min(lane, st.spots.length - 1)];
    }
    const k = Math.min(n, Math.max((st.room || 99) - 1, 0));
    return [st.first[0] + k * st.stack[0], st.first[1] + k * st.stack[1]];
  }

  /** Shows the last move. @param {Effect[]} effects */
  last(effects) {
    this.ways?.replaceChildren();
    for (const e of effects) {
      const to = wayOf(e);
      if (!to?.length) continue;
      const way = [e.from ?? "", ...to].map((p) => this.at(p));
      const points = way.flatMap((st) => (st ? [[st.spots ? st.x : st.first[0], st.spots ? st.y : st.first[1]]] : []));
      const [a, z] = [way[0], way[way.length - 1]];
      if (!a || !z || points.length < 2) continue;
      this.ways?.append(
        s("circle", { cx: points[0][0], cy: points[0][1], r: a.man * 0.5, class: "left" }),
        s("path", { d: "M" + points.map((p) => p.map((n) => n.toFixed(1)).join(" ")).join("L"), class: "way" }),
        s("circle", { cx: points[points.length - 1][0], cy: points[points.length - 1][1], r: z.man * 0.62, class: "came" }));
    }
  }

  /** Brings the neighbourhood of places near where they are small. @param {string[]} places */
  async zoom(places) {
    const width = this.root.clientWidth;
    const [, , w, h] = this.full ?? [0, 0, 1, 1];
    const sts = places.flatMap((p) => this.at(p) ?? []);
    const px = sts.length ? (Math.min(...sts.map((st) => st.man)) / w) * width : 99;
    if (px >= 27 || !sts.length) return this.unzoom();
    const [fx, fy] = this.full ?? [0, 0];
    const mid = (/** @type {number[]} */ a) => (Math.min(...a) + Math.max(...a)) / 2;
    const span = Math.max(...["x", "y"].map((k) => {
      const v = sts.map((st) => st[/** @type {"x"} */ (k)]);
      return Math.max(...v) - Math.min(...v);
    })) + sts[0].man * 4.5;
    const side = Math.min(Math.max(span, w * 0.42), w);
    const high = (side * h) / w;
    const x = Math.min(Math.max(mid(sts.map((st) => st.x)) - side / 2, fx), fx + w - side);
    const y = Math.min(Math.max(mid(sts.map((st) => st.y)) - high / 2, fy), fy + h - high);
    await this.glide([x, y, side, high]);
  }

  async unzoom() {
    if (this.full && this.box !== this.full) await this.glide(this.full);
  }

  /** @param {Box} to */
  async glide(to) {
    const from = this.box ?? to;
    if (this.options.still?.() || matchMedia("(prefers-reduced-motion: reduce)").matches) return this.view(to);
    await over(220, (t) => this.view(/** @type {Box} */ (from.map((n, i) => n + (to[i] - n) * ease(t)))));
    this.view(to);
  }

  // Hands.

  /** The point of the sheet under a pointer. @param {PointerEvent} e */
  point(e) {
    const m = this.svg?.getScreenCTM();
    return m ? new DOMPoint(e.clientX, e.clientY).matrixTransform(m.inverse()) : new DOMPoint();
  }

  /**
   * The place that is meant: what can be chosen counts a little beyond its
   * edge, so that fingers find it.
   * @param {PointerEvent} e
   */
  meant(e) {
    const p = this.point(e);
    const scale = (this.box?.[2] ?? 1) / this.root.clientWidth;
    let best = "";
    let near = 26 * scale;
    for (const place of this.hot.keys()) {
      const st = this.at(place);
      if (!st) continue;
      const [lx, ly] = this.hot.get(place) === "target" || this.hot.get(place) === "through" ? this.landing(place) : [this.top(place)?.x ?? st.x, this.top(place)?.y ?? st.y];
      const outside = Math.hypot(Math.max(Math.abs(p.x - st.x) - st.size[0] / 2, 0), Math.max(Math.abs(p.y - st.y) - st.size[1] / 2, 0));
      const d = outside === 0 ? Math.min(Math.hypot(p.x - lx, p.y - ly) * 0.3, near * 0.6) : Math.min(Math.hypot(p.x - lx, p.y - ly), outside + 8 * scale);
      if (d < near) [best, near] = [place, d];
    }
    if (best) return best;
    const under = document.elementsFromPoint(e.clientX, e.clientY).map((el) => el.closest("[data-place]")).find((el) => el && this.root.contains(el));
    return /** @type {SVGElement | undefined} */ (under)?.dataset.place ?? "";
  }

  /** @param {SVGSVGElement} svg */
  listen(svg) {
    /** @type {{ id: number, place: string, x: number, y: number, man?: Man } | null} */
    let hold = null;
    svg.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      const place = this.meant(e);
      hold = { id: e.pointerId, place, x: e.clientX, y: e.clientY };
    });
    svg.addEventListener("pointermove", (e) => {
      if (!hold || hold.id !== e.pointerId || !hold.place) return;
      if (!hold.man) {
        if (Math.hypot(e.clientX - hold.x, e.clientY - hold.y) < 7) return;
        if (!this.onLift(hold.place)) return void (hold = null);
        const man = this.top(hold.place);
        if (!man) return void (hold = null);
        hold.man = man;
        man.el.setAttribute("pointer-events", "none"); // what lies below it is meant
        svg.setPointerCapture(e.pointerId);
        this.layer?.append(man.el);
        this.root.classList.add("dragging");
      }
      const p = this.point(e);
      const m = hold.man;
      m.el.setAttribute("transform", `translate(${p.x} ${p.y}) rotate(${m.turn}) scale(${m.size * 1.15})`);
    });
    const drop = (/** @type {PointerEvent} */ e) => {
      if (!hold || hold.id !== e.pointerId) return;
      const { place, man } = hold;
      hold = null;
      this.root.classList.remove("dragging");
      if (man) {
        const to = this.meant(e);
        man.el.removeAttribute("pointer-events");
        if (to && to !== place) return this.onDrag(place, to);
        return this.settle();
      }
      if (e.type === "pointerup") this.onPlace(place, "tap");
    };
    svg.addEventListener("pointerup", drop);
    svg.addEventListener("pointercancel", (e) => {
      hold?.man?.el.removeAttribute("pointer-events");
      if (hold?.man) this.settle();
      hold = null;
      this.root.classList.remove("dragging");
    });
    svg.addEventListener("keydown", (e) => {
      const key = /** @type {SVGElement} */ (e.target).closest("[data-hot]");
      if (!key) return;
      const place = /** @type {SVGElement} */ (key).dataset.hot ?? "";
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      if (step) {
        e.preventDefault();
        this.stroll(place, step);
      } else if (e.key === "Enter" || e.key === " ") {
        e.preventDefault();
        e.stopPropagation();
        this.onPlace(place, "key");
      }
    });
  }

  /** Focuses the next thing in a direction, or goes round. @param {string} place @param {number[]} step */
  stroll(place, [dx, dy]) {
    const from = this.at(place);
    if (!from) return;
    const others = [...this.hot.keys()].filter((p) => p !== place).flatMap((p) => {
      const st = this.at(p);
      if (!st) return [];
      const along = (st.x - from.x) * dx + (st.y - from.y) * dy;
      const aside = Math.abs((st.x - from.x) * dy) + Math.abs((st.y - from.y) * dx);
      return [{ p, along, cost: along > 1 ? along + 2 * aside : 1e6 + along }];
    });
    others.sort((a, b) => a.cost - b.cost);
    if (others.length) this.focus(others[0].p);
  }

  /** @param {string} place */
  focus(place) {
    for (const k of this.keys?.querySelectorAll("[data-hot]") ?? []) {
      const mine = /** @type {SVGElement} */ (k).dataset.hot === place;
      k.setAttribute("tabindex", mine ? "0" : "-1");
      if (mine) /** @type {SVGElement} */ (k).focus();
    }
  }
}
