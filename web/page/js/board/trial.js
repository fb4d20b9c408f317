// A live position: a board without a table, on which a person tries a move. The
// server says what may be done, what it does, and why something may not be
// done. It keeps nothing.
//
//   const trial = new Trial("ID OF A GAME", { done: (tried) => … });
//   element.append(trial.root);
//   await trial.open("A POSITION LINE");

import { ApiError, get } from "../lib/api.js";
import { BoardView } from "./board.js";
import { played } from "./dice.js";
import { h, put, speak, toast } from "../lib/dom.js";
import { byHand } from "./effects.js";
import { still, wait } from "./motion.js";
import { Mover } from "./mover.js";
import { play as sound } from "../lib/sound.js";
import { paces } from "../table/state.js";
import { settings } from "../lib/store.js";
import { standing } from "./standing.js";
import { seatWord } from "../words/names.js";
import { t } from "../words/words.js";

/** @typedef {import("../types").Position} Position */
/** @typedef {import("../types").Sheet} Sheet */
/** @typedef {import("../types").Told} Told */
/** @typedef {import("../types").Tried} Tried */

/** How long a move that is demonstrated stays, in milliseconds. */
const rest = 900;

/**
 * @typedef {object} Options
 * @property {string} [label] of the board
 * @property {(told: Told) => boolean} [accepts] whether a legal move is what is wanted; if not, it is taken back
 * @property {(told: Told) => void} [other] told of a legal move that is not wanted
 * @property {(tried: Tried) => void} [done] told when a move or a throw has been made and shown
 * @property {() => string} [throws] what falls; "" or nothing for chance
 * @property {string} [seat] the seat that the board is turned to; the one in turn if left out
 */

/** @extends {Mover<any>} */
export class Trial extends Mover {
  /** @param {string} game @param {Options} [options] */
  constructor(game, options = {}) {
    super(null);
    this.table = this;
    this.base = `/api/games/${game}/position`;
    this.options = options;
    this.frame = h("div", { class: "board-frame" });
    this.controls = h(
      "div",
      { class: "trial-controls" },
      h("div", { class: "trial-top" }, this.dice.root, this.text, this.actions),
      this.note.root,
      this.list,
    );
    this.root = h("div", { class: "trial" }, this.frame, this.controls);
    this.board = new BoardView(this.frame, { label: options.label ?? t("table.board"), art: (_, p) => this.art(p) });
    this.listen(this.board);
    for (const part of [this.frame, this.controls]) part.addEventListener("keydown", (e) => this.key(e)); // a page may put them apart
    /** @type {Position | null} the position that is open */
    this.now = null;
    this.opening = 0; // how often a position was opened
    this.busy = false;
    this.ended = false; // a move was made; nothing more is asked here
    this.quarter = 0;
    this.showing = false;
    this.since = 0;
  }

  get view() {
    const p = this.now;
    return { turn: p?.turn ?? "", needs: p?.needs ?? "over", status: "playing", pieces: p?.pieces ?? [], words: p?.words ?? "", you: {} };
  }

  get pace() {
    return still() ? 0 : paces[settings.speed];
  }

  myTurn() {
    return !!this.now && !this.ended && this.now.needs !== "over";
  }

  /** A learner picks the piece up: in hand it would give the answer away. */
  get lifts() {
    return !this.options.accepts;
  }

  get moves() {
    return this.now?.moves.map((m) => m.move) ?? [];
  }

  /** @param {string} what */
  address(what) {
    return this.at("/" + what) + "&";
  }

  /** An address that asks about the position. @param {string} what @param {string} [line] */
  at(what, line = this.now?.position ?? "") {
    return `${this.base}${what}?line=${encodeURIComponent(line)}`;
  }

  /**
   * Opens a position, or the same one again.
   * @param {string} line
   * @returns {Promise<Position | null>} null if another was opened meanwhile
   */
  async open(line) {
    const n = ++this.opening;
    this.busy = true;
    /** @type {[Position, Sheet]} */
    const [now, sheet] = await Promise.all([get(this.at("", line)), get(this.at("/board", line) + `&quarter=${this.quarter}`)]);
    const quarter = settings.turnBoard ? (sheet.sides[this.options.seat ?? now.turn] ?? this.quarter) : 0;
    const turned = quarter === this.quarter ? sheet : await get(this.at("/board", line) + `&quarter=${quarter}`);
    if (n !== this.opening) return null;
    this.quarter = quarter;
    this.busy = this.ended = false;
    this.lay(turned);
    this.begin(now);
    return now;
  }

  /** Lays the board, unless it lies there already. @param {Sheet} sheet */
  lay(sheet) {
    if (this.board.sheet?.svg === sheet.svg) {
      for (const [name, art] of Object.entries(sheet.pieces)) this.board.drawings.set(name, art);
      return;
    }
    this.root.style.setProperty("--ratio", String(sheet.viewBox[2] / sheet.viewBox[3]));
    this.board.lay(sheet);
  }

  /** Goes on from the position after a move that was made. @param {Tried} tried */
  goOn(tried) {
    if (!tried.after) return;
    this.opening++;
    this.busy = this.ended = false;
    this.begin(tried.after);
  }

  /** Keeps people from moving: the position is only shown. */
  hold() {
    this.ended = true;
    this.reset();
  }

  /** @param {Position} now */
  begin(now) {
    this.now = now;
    this.board.last([]);
    void this.board.unzoom();
    if (now.thrown) this.dice.show(now.thrown);
    else this.dice.clear();
    this.reset();
  }

  /** Puts everything back as it lies in the position. */
  reset() {
    const now = this.now;
    if (!now) return;
    this.board.set(now.pieces);
    this.turn = null;
    if (now.needs === "move" && !this.ended) {
      const turn = this.compose(now.steps);
      turn.told = new Map(now.moves.map((m) => [m.move, m]));
      this.offer(turn);
    }
    this.hush();
    this.render();
  }

  /** @param {import("../types").Piece} p @returns {Promise<string>} */
  async art(p) {
    const asked = new URLSearchParams({ colour: p.colour, kind: p.kind, face: p.face ?? "", quarter: String(this.quarter) });
    return (await get(this.address("piece") + asked)).svg;
  }

  render() {
    const { now, turn } = this;
    const asks = !!now && this.myTurn();
    put(this.actions, asks && turn ? [...this.buttons(turn), this.undoes ? this.undoButton() : null] : []);
    this.offerDice(asks && now.needs === "throw" && !this.busy, now?.due ?? "", () => void this.throwDice());
    this.choices();
    this.hand.marks();
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const c = this.turn;
    if ((e.key !== "Escape" && e.key !== "Backspace") || !c || !(c.chosen || c.gestures.length)) return;
    e.preventDefault();
    this.hand.undo();
  }

  /**
   * The keys for those who do not see the board: P says what stands where, N goes
   * through what can be chosen. Reports whether it was one of them.
   * @param {KeyboardEvent} e
   */
  asked(e) {
    const { now } = this;
    const at = /** @type {Element} */ (e.target);
    if (!now || e.ctrlKey || e.metaKey || e.altKey || at.closest("input, textarea, select, dialog")) return false;
    if (e.key.toLowerCase() === "n") this.board.next(e.shiftKey);
    if (e.key !== "p") return e.key.toLowerCase() === "n";
    const owner = (/** @type {string} */ c) => seatWord(now.seats.find((s) => s.letter === c)?.name ?? c);
    toast(standing(this.board.sheet, this.board.shown, owner, at));
    return true;
  }

  // Doing.

  /** Throws the dice that are due. */
  async throwDice() {
    if (this.now?.needs === "throw" && !this.busy) await this.make(this.options.throws?.() ?? "");
  }

  /** @param {string} move */
  async playMove(move) {
    const told = this.now?.moves.find((m) => m.move === move);
    if (this.busy || !this.now) return;
    if (told && this.options.accepts && !this.options.accepts(told)) {
      sound("no");
      this.reset();
      this.options.other?.(told);
      return;
    }
    await this.make(move);
  }

  /**
   * Shows moves on the board, slowly, one after another.
   * @param {Told[]} moves
   * @returns {Promise<boolean>} false if another position was opened meanwhile
   */
  async demonstrate(moves) {
    const n = ++this.opening;
    this.busy = true;
    this.turn = null;
    this.render();
    for (const m of moves) {
      if (n !== this.opening) return false;
      await this.board.play(m.effects, still() ? 0 : paces.slow, () => {});
      if (m.effects.some((e) => e.to)) await wait(rest);
    }
    return n === this.opening;
  }

  /** Shows one of the legal moves, puts everything back and says what it was. @param {string} move */
  async showMe(move) {
    const told = this.now?.moves.find((m) => m.move === move);
    if (this.busy || !told) return;
    this.reset();
    if (!(await this.demonstrate([told]))) return;
    this.busy = false;
    this.reset();
    this.tell(h("p", {}, t("learn.now-you", { move: told.words })));
  }

  /** Makes a move or a throw and shows it. @param {string} text */
  async make(text) {
    const n = this.opening;
    const composed = !!this.turn?.taken.some((s) => s.to);
    const throws = this.now?.needs === "throw";
    this.busy = true;
    this.turn = null;
    this.hush();
    this.render();
    void this.board.unzoom();
    /** @type {Tried} */
    const tried = await get(this.at("/play") + `&move=${encodeURIComponent(text)}`);
    if (n !== this.opening) return;
    const { told, after, error } = tried;
    if (!told || !after) {
      this.busy = false;
      this.reset();
      if (error) this.note.refused(new ApiError(error.code, error.message, error));
      return;
    }
    speak(told.words);
    if (throws) {
      sound("dice");
      await this.dice.roll(told.move, played(told.move, told.effects), (this.now?.due ?? "").startsWith("draw"), this.pace * 5);
    }
    await this.board.play(composed ? told.effects.filter((e) => !byHand(e)) : told.effects, this.pace, sound);
    if (n !== this.opening) return;
    this.board.set(after.pieces);
    this.board.last(told.effects);
    if (!throws) this.dice.fade();
    this.ended = true;
    this.busy = false;
    this.render();
    this.options.done?.(tried);
  }
}
