// A player's hand on the board: it picks up, carries and drops pieces, and shows
// what the turn comes to that is being composed.

import { h, speak } from "../lib/dom.js";
import { colourOf } from "./effects.js";
import { isGoal } from "./marks.js";
import { pieceName, placeName } from "../words/names.js";
import { play as sound } from "../lib/sound.js";
import { settings } from "../lib/store.js";
import { skip } from "./motion.js";
import { t, capital } from "../words/words.js";

/** How many milliseconds touches are ignored after the table has changed: they were meant for what was there before. */
const settling = 250;

/** How many milliseconds apart the two taps of a double tap are at most. */
const doubleTap = 300;

/** @typedef {import("../types").StepNode} StepNode */
/** @typedef {import("./compose.js").Turn} Turn */

export class Hand {
  /** @param {import("./mover.js").Mover<import("./mover.js").Place>} dock */
  constructor(dock) {
    this.dock = dock;
    this.moving = false; // a piece is on its way
    /** @type {(() => void) | null} a touch that came meanwhile */
    this.later = null;
    this.lifted = 0; // when a piece was last picked up
  }

  get table() {
    return this.dock.table;
  }

  get board() {
    return this.dock.table.board;
  }

  get view() {
    return this.dock.view;
  }

  get turn() {
    return this.dock.turn;
  }

  /** Takes the steps of one gesture, and those that follow from it. @param {StepNode[]} chain @param {boolean} [dragged] */
  async choose(chain, dragged = false) {
    const c = this.turn;
    if (!c || this.table.busy || this.moving) return;
    clearTimeout(this.dock.auto);
    this.dock.hush();
    c.lower();
    await this.moves(async () => {
      await this.carry(chain, dragged ? 0 : this.table.pace);
      await c.take(chain);
      await this.captures(this.table.pace);
      await this.follow(c);
    });
    if (this.turn !== c) return;
    if (c.complete && !c.asks(settings.confirm)) return this.dock.playMove(c.end);
    this.offer();
    this.preview();
    this.dock.render();
    await (c.chosen ? this.board.zoom() : this.board.unzoom());
    speak(c.complete ? t("table.confirm") : this.whereTo() || (this.dock.text.textContent ?? ""));
    const { later } = this;
    this.later = null;
    later?.();
  }

  /** Takes the only piece that can go into the hand, so that its places show. */
  offer() {
    const c = this.turn;
    if (c && !c.chosen && !c.several && !settings.atOnce && c.lone) c.lift(c.lone);
  }

  /** Plays what has no choice at the beginning of a turn. */
  async begin() {
    const c = this.turn;
    if (!c || this.table.busy || this.moving || c.taken.length || (c.chosen && c.chosen !== c.lone)) return;
    c.lower();
    this.dock.plays = false;
    await this.moves(() => this.follow(c));
    if (this.turn !== c) return;
    this.preview();
    this.dock.render();
  }

  /** Does something during which touches wait. @param {() => Promise<void>} f */
  async moves(f) {
    this.moving = true;
    this.later = null;
    try {
      await f();
    } finally {
      this.moving = false;
    }
  }

  /** Takes the steps that have no choice, where the settings leave them to the page. @param {Turn} c */
  async follow(c) {
    for (let rest = c.tail; rest.length && this.turn === c && this.follows(c); rest = c.tail) {
      for (const n of rest) {
        if (this.table.pace > 0) await new Promise((ok) => setTimeout(ok, this.table.pace * 2));
        if (this.turn !== c) return;
        await this.carry([n], this.table.pace);
        await c.follow([n]);
        await this.captures(this.table.pace);
      }
    }
  }

  /**
   * Whether steps without a choice are played by the page: where the player wants
   * that, or where the dice leave no choice and nobody is taken.
   * @param {Turn} c
   */
  follows(c) {
    if (settings.atOnce) return true;
    return settings.noChoice && (!!c.mustPass || (this.dock.byDice && c.harmless));
  }

  /** Carries a piece along steps. @param {StepNode[]} chain @param {number} ms for each place */
  async carry(chain, ms) {
    const b = this.board;
    const way = chain.flatMap((n) => (n.to ? [n.to] : []));
    if (!chain[0].from || !way.length) return;
    const man = this.man(chain[0].from);
    b.mark(new Map(), () => "");
    if (man) await b.travel(man, way, ms, (last) => sound(last ? "land" : "step"));
    b.settle();
  }

  /** The piece of a place that moves: one of the seat in turn if there is one. @param {string} place */
  man(place) {
    return this.board.top(place, this.view.turn) ?? this.board.top(place);
  }

  undo() {
    const c = this.turn;
    if (!c) return;
    c.lower();
    if (c.gestures.length) {
      c.undo();
      this.redo(c);
    }
    this.dock.hush();
    this.dock.render();
    void this.board.unzoom();
  }

  /** Lays the board as the steps so far have left it. @param {Turn} c */
  redo(c) {
    const b = this.board;
    b.set(this.view.pieces);
    for (const n of c.taken) {
      const m = n.from && n.to ? this.man(n.from) : undefined;
      if (m && n.to) b.put(m, n.to);
    }
    void this.captures();
  }

  /** Takes from the board what the steps so far have taken, and draws their ways. @param {number} [ms] pace, 0 for at once */
  async captures(ms = 0) {
    const c = this.turn;
    const board = this.board;
    if (!c) return;
    const gone = [];
    for (const e of c.taking()) {
      const m = board.top(e.from ?? "", colourOf(e));
      const to = e.to ?? e.way?.at(-1);
      if (m && to && to !== e.from) {
        if (ms) await board.taken(m, [to], ms, sound);
        else m.piece = { ...m.piece, place: to };
      } else if (m) gone.push(m);
    }
    board.settle();
    for (const m of gone) m.el.classList.add("taken");
    board.last(c.taken.length ? c.ways(this.view.turn) : this.dock.last);
  }

  /** Shows what the composed move would do, where the server has told. */
  preview() {
    const c = this.turn;
    void this.captures();
    const told = c?.end ? c.told.get(c.end) : undefined;
    const turned = told?.effects?.find((e) => e.means === "turns");
    const m = turned && this.board.top(turned.to ?? "", colourOf(turned));
    if (m && turned?.becomes) this.board.becomes(m, turned.becomes);
    if (told && c?.complete && c.asks(settings.confirm)) this.dock.tell(h("p", {}, told.words));
  }

  /** Somebody touched a place. @param {string} place @param {"tap" | "drag" | "key"} how */
  touch(place, how) {
    const table = this.table;
    if (!table.myTurn() || this.view.needs !== "move") {
      if (place && how === "tap" && this.view.status === "playing" && (this.view.you.chairs ?? []).length && !table.myTurn())
        this.dock.says(t("table.not-turn") + " " + this.dock.waits());
      return;
    }
    if (!this.turn || !this.dock.composing || performance.now() - table.since < settling) return;
    if (this.moving) {
      this.later = () => this.touch(place, how);
      return skip();
    }
    const what = this.turn.touch(place, !!table.board.top(place));
    const twice = place && place === this.turn.chosen && how === "tap" && performance.now() - this.lifted < doubleTap;
    if (!twice) this.does(what, how);
  }

  /** @param {import("./compose.js").Touch} what @param {"tap" | "drag" | "key"} how */
  does(what, how) {
    const c = this.turn;
    if (!c) return;
    switch (what.does) {
      case "take":
        return void this.choose(what.chain, how === "drag");
      case "instead":
        c.undo();
        this.redo(c);
        return void this.choose(what.chain);
      case "lead":
        if (settings.atOnce) return void this.choose(what.chain, how === "drag");
        return this.pickUp(c, what.chain[0].from ?? "", "key");
      case "lift":
        return this.pickUp(c, what.place, how);
      case "why":
        return void this.dock.note.why(
          what.from,
          what.to,
          c.taken.map((n) => n.text),
        );
      case "lower":
        if (!c.lower()) return;
        this.dock.hush();
        this.dock.render();
        void this.board.unzoom();
    }
  }

  /** @param {Turn} c @param {string} place @param {"tap" | "drag" | "key"} how */
  pickUp(c, place, how) {
    this.dock.hush();
    const way = how === "tap" ? c.tapped(place, settings.atOnce) : null;
    if (way) return void this.choose(way);
    c.lift(place);
    this.lifted = performance.now();
    this.dock.render();
    void this.board.zoom();
    speak(this.whereTo());
    if (how === "key" && this.goals.length) this.board.focus(this.goals[0]);
  }

  /** The places where the piece in hand can go. */
  get goals() {
    const c = this.turn;
    return (c?.chosen ? c.targets(c.chosen) : []).map((x) => x.place).filter((p) => p !== c?.chosen);
  }

  /** Where the piece in hand can go, in words; "" if there is none. */
  whereTo() {
    const { goals } = this;
    return goals.length ? t("table.choose-target") + " " + goals.map((p) => placeName(this.board.sheet, p)).join(", ") : "";
  }

  /**
   * A button for the way of the piece in hand that ends where it stands, null if there is none.
   * @param {(f: () => void) => void} [guard]
   */
  backButton(guard = (f) => f()) {
    const c = this.turn;
    const way = c?.chosen
      ? ([...c.backs(c.chosen).values()][0] ?? c.targets(c.chosen).find((x) => x.place === c.chosen)?.chain)
      : undefined;
    return way
      ? h(
          "button",
          { class: "plain", "data-stay": true, onclick: () => guard(() => void this.choose(way)) },
          t(way.length > 1 ? "table.there-and-back" : "table.stay"),
        )
      : null;
  }

  /** A step without a place as the text of a button. @param {StepNode} w */
  word(w) {
    if (w.means === "passes") return t("table.pass");
    if (w.means === "throws") return t("table.throw");
    return this.board.sheet?.choices[w.text] ?? capital(w.text);
  }

  /** What can be done next, as a list in words. @param {(f: () => void) => void} [guard] what stands between a tap and its act */
  rows(guard = (f) => f()) {
    const c = this.turn;
    const place = (/** @type {string} */ p) => placeName(this.board.sheet, p);
    return (c?.next ?? []).map((n) => {
      const told = n.next?.length ? "" : c?.tells([n])?.words;
      const words = told || (n.from && n.to ? t("table.step", { from: capital(place(n.from)), to: place(n.to) }) : this.word(n));
      return h(
        "button",
        { class: "choice-row", onclick: () => guard(() => void this.choose([n])) },
        h("span", {}, words),
        h("code", {}, n.text),
      );
    });
  }

  /** Whether a piece may be dragged from a place. @param {string} place */
  lift(place) {
    const c = this.turn;
    if (!c || !this.dock.composing || this.moving) return false;
    const own = c.sources().has(place);
    if (own && c.chosen !== place) {
      c.lift(place);
      this.dock.hush();
      this.dock.render();
    }
    return own || !!this.board.top(place);
  }

  /** @param {string} from @param {string} to */
  drop(from, to) {
    const what = this.turn?.drop(from, to);
    if (what?.does !== "take") this.board.settle();
    if (what) this.does(what, "drag");
  }

  marks() {
    const c = this.turn;
    const board = this.board;
    const chosen = c?.chosen ? board.top(c.chosen) : undefined;
    for (const m of board.men) m.el.classList.toggle("chosen", m === chosen);
    if (!c || !this.dock.composing || this.moving || this.dock.plays) return board.mark(new Map(), () => "");
    const { hot, signs, ghosts } = c.marks();
    board.mark(hot, (p) => this.label(c, p, hot.get(p)), signs, ghosts);
  }

  /** What the button of a place says. @param {Turn} c @param {string} place @param {import("./marks.js").Mark | undefined} kind */
  label(c, place, kind) {
    const { sheet } = this.board;
    const top = this.board.top(place);
    const piece = top ? pieceName(sheet, top.piece) : "";
    const words = { piece, place: placeName(sheet, place) };
    if (!isGoal(kind))
      return t(kind === "chosen" ? "table.piece-chosen" : "table.piece-on", { ...words, piece: capital(piece || t("table.piece")) });
    if (kind === "back") return t("table.to-back", words);
    const target = c.targets(c.chosen).find((x) => x.place === place);
    const told = target && c.tells(target.chain)?.words;
    return t(piece ? "table.to-piece" : "table.to-place", words) + (told ? ". " + told : "");
  }
}
