// Choosing a move on a board and playing it: the dice, the words, the buttons, the
// list of moves and the note that says why not. The dock of a table and a trial
// without a table extend it: they differ in where the position comes from and
// where a move goes.

import { get } from "../lib/api.js";
import { Turn } from "./compose.js";
import { Dice } from "./dice.js";
import { h, put } from "../lib/dom.js";
import { Hand } from "./hand.js";
import { Note } from "../table/note.js";
import { settings } from "../lib/store.js";
import { t } from "../words/words.js";

/** @typedef {import("../types").StepNode} StepNode */

/** @typedef {import("../types").Piece} Piece */
/**
 * A table, or a trial.
 * @typedef {Pick<import("../table/table.js").Table, "board" | "busy" | "showing" | "pace" | "since" | "myTurn">} Place
 */

/** @template {Place} P */
export class Mover {
  /** @param {P} table @param {import("../words/voice.js").Voice} [voice] how the reader is spoken to */
  constructor(table, voice) {
    this.table = table;
    this.dice = new Dice(h("div", { class: "dice", role: "group", "aria-label": t("table.dice") }));
    this.text = h("p", { class: "turn-words" });
    this.actions = h("div", { class: "actions" });
    this.note = new Note(
      () => this.address("why"),
      (move) => this.moves.includes(move) && void this.playMove(move),
      voice,
    );
    this.list = h(
      "details",
      { class: "moves-list" },
      h("summary", { title: t("table.choose-help") }, t("table.choose")),
      h("div", { class: "moves", role: "group", "aria-label": t("table.choose") }),
    );
    this.hand = new Hand(this);
    /** @type {Turn | null} the turn that is composed */
    this.turn = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} what the page will do by itself */
    this.auto = undefined;
    this.plays = false; // the page is about to play by itself what has no choice
  }

  // What a dock and a trial say for themselves.

  /** @returns {{ turn: string, needs: string, status: string, words: string, pieces: Piece[], you: { chairs?: number[] } }} */
  get view() {
    return { turn: "", needs: "over", status: "", words: "", pieces: [], you: {} };
  }

  /** The legal moves. @returns {string[]} */
  get moves() {
    return [];
  }

  /** Where to ask about the position, with a place for parameters at its end. @param {string} what */
  address(what) {
    return what + "?";
  }

  render() {}

  /** Shows the position as it is. */
  reset() {}

  /** @param {string} move */
  async playMove(move) {}

  /** Whether a throw decides what can be moved. */
  get byDice() {
    return false;
  }

  /** The last move, shown while nothing is composed. @returns {import("../types").Effect[]} */
  get last() {
    return [];
  }

  /** What is said to those who need not act. */
  waits() {
    return this.view.words;
  }

  /** Stands between a tap and what it does. @param {() => void} f */
  guard(f) {
    f();
  }

  // What they share.

  /** Listens to a board. @param {import("./board.js").BoardView} board */
  listen(board) {
    board.onPlace = (place, how) => this.touch(place, how);
    board.onLift = (place) => this.hand.lift(place);
    board.onDrag = (from, to) => this.hand.drop(from, to);
  }

  /** Somebody touched a place. @param {string} place @param {"tap" | "drag" | "key"} how */
  touch(place, how) {
    this.hand.touch(place, how);
  }

  /** Whether a turn can be composed now. */
  get composing() {
    return !!this.turn && this.table.myTurn() && !this.table.showing && !this.table.busy;
  }

  /** Begins a turn. @param {StepNode[] | null | undefined} steps */
  compose(steps) {
    this.turn = new Turn(steps ?? undefined, this.moves, (taken) =>
      get(this.address("steps") + new URLSearchParams(taken.map((x) => ["taken", x]))),
    );
    return this.turn;
  }

  /** Whether the only piece that can go is picked up when a turn begins. */
  get lifts() {
    return true;
  }

  /** Takes up the only piece that can go, as soon as the steps are known. @param {Turn} turn */
  offer(turn) {
    if (!this.lifts) return;
    if (!turn.root.more) return this.hand.offer();
    void turn.ready().then(() => {
      if (this.turn !== turn) return;
      this.hand.offer();
      this.render();
    });
  }

  /** The only thing to do, if that is a word and not a piece. @param {Turn} c */
  only(c) {
    const words = c.words();
    return words.length === 1 && c.next.length === 1 ? words[0] : undefined;
  }

  /** The steps without a place that are buttons. @param {Turn} c */
  worded(c) {
    return c.words();
  }

  /** The buttons of a turn. @param {Turn} c @returns {(HTMLElement | null)[]} */
  buttons(c) {
    const only = this.only(c);
    const ends = !!c.end && c.asks(settings.confirm);
    return [
      ends ? this.button(t(c.complete ? "table.confirm" : "table.end-turn"), () => void this.playMove(c.end), true) : null,
      ...(ends && only ? [] : this.worded(c)).map((w) =>
        this.button(this.hand.word(w), () => void this.hand.choose([w]), w === only, w.means === "throws" || w.means === "accepts"),
      ),
      this.hand.backButton((f) => this.guard(f)),
    ];
  }

  /**
   * @param {string} text
   * @param {() => void} f
   * @param {boolean} [main] whether it is what Enter does
   * @param {boolean} [large]
   */
  button(text, f, main = false, large = main) {
    const kind = large ? "primary" : "plain";
    return h("button", { class: kind, "data-primary": main, disabled: this.table.busy, onclick: () => this.guard(f) }, text);
  }

  /** Whether a gesture of the turn can be undone. */
  get undoes() {
    return this.composing && !!this.turn?.gestures.length;
  }

  undoButton() {
    return h("button", { class: "plain", "data-undo": true, onclick: () => this.guard(() => this.undo()) }, t("table.undo"));
  }

  undo() {
    this.hand.undo();
  }

  /**
   * Makes the dice a button: to throw, or to say which of them is played first.
   * @param {boolean} throws
   * @param {string} due
   * @param {() => void} f
   */
  offerDice(throws, due, f) {
    const { turn, dice } = this;
    const mine = this.table.myTurn();
    const draws = due.startsWith("draw");
    if (turn && mine && turn.several && !turn.taken.length) dice.arrange(turn.smallFirst);
    const second = this.swaps;
    const act = (/** @type {string} */ label, /** @type {() => void} */ g) => ({ throws, label, does: () => this.guard(g) });
    dice.offer(
      throws
        ? act(t(draws ? "table.draw" : "table.throw"), f)
        : second
          ? act(t("table.swap-dice", { n: second }), () => this.swapDice())
          : null,
      due === "one" || due === "each" || draws ? 1 : 2,
    );
    if (turn && mine) dice.use(turn.used);
  }

  /** The die that a tap on the dice puts first, "" if their order does not matter. */
  get swaps() {
    const { turn } = this;
    const [a, b, more] = this.dice.dice;
    return turn && this.composing && turn.several && !turn.taken.length && !turn.words().length && a !== b && b && !more ? b : "";
  }

  swapDice() {
    if (!this.turn) return;
    this.turn.smallFirst = !this.turn.smallFirst;
    this.turn.lower();
    this.render();
  }

  /** The same choices as a list in words. @param {boolean} [may] whether somebody may choose now */
  choices(may = this.table.myTurn()) {
    const show = may && !!this.turn?.next.some((n) => n.from || n.to);
    this.list.hidden = !show;
    put(/** @type {HTMLElement} */ (this.list.lastElementChild), show ? this.hand.rows((f) => this.guard(f)) : []);
  }

  /** @param {string} words */
  says(words) {
    put(this.text, words);
  }

  /** @param {...(Node | null)} parts */
  tell(...parts) {
    this.note.tell(...parts);
  }

  hush() {
    this.note.hush();
  }
}
