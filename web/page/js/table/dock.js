// What can be done now: the dice, the buttons and the turn that is composed.

import { get } from "../lib/api.js";
import { nameField, over, questions, waiting } from "./questions.js";
import { h, put } from "../lib/dom.js";
import { ending, headline } from "./end.js";
import { leftOf } from "../board/dice.js";
import { Mover } from "../board/mover.js";
import { quiet } from "./log.js";
import { isBallot } from "../words/names.js";
import { decides } from "./show-event.js";
import { settings } from "../lib/store.js";
import { Tutor, settles } from "./tutor.js";
import { readingTime, thrownWords } from "../words/voice.js";
import { t, and, capital, or } from "../words/words.js";

/** @typedef {import("../types").StepNode} StepNode */

/** After how many moves of one's own it is no longer said how to begin one. */
const practice = 3;

/** After how many milliseconds a throw that was asked for is late. */
const slow = 1500;

/** @typedef {import("../board/compose.js").Turn} Turn */

/** @extends {Mover<import("./table.js").Table>} */
export class Dock extends Mover {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    super(table, table.voice);
    this.before = h("p", { class: "last-words", hidden: true }); // what happened last, while others think
    this.fair = h(table.tv ? "p" : "button", {
      class: "dice-proof",
      hidden: true,
      ...(table.tv ? {} : { onclick: () => table.panels.open("dice") }),
    }); // what the dice are worth
    this.asks = h("div", { class: "asks" });
    this.kept = h("p", { class: "help kept-here", role: "status", hidden: true });
    this.end = h("div", { hidden: true }); // after the game: places and figures
    this.root = h(
      "section",
      { class: "dock", "aria-label": t("table.your-turn") },
      h("div", { class: "dock-top" }, this.dice.root, h("div", {}, this.text, this.before)),
      this.fair,
      this.asks,
      this.actions,
      this.end,
      this.note.root,
      this.kept,
      this.list,
    );
    this.nameField = nameField();
    this.tutor = new Tutor(this);
    this.changed = 0;
    this.meaning = "";
    /** @type {{ seq: number, moves: import("../board/compose.js").Told[] }} what each move does, and when that was */
    this.told = { seq: -1, moves: [] };
    // The turn that was sent last: where, and how it was composed.
    /** @type {{ position: string, taken: string[], parts: string[][], forced: boolean } | null} */
    this.sent = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
  }

  get view() {
    return this.table.view;
  }

  get moves() {
    return this.view.moves ?? [];
  }

  /** @param {string} what */
  address(what) {
    return `/api/tables/${this.table.id}/${what}?`;
  }

  /** A new state of the table: forget what was being composed. @param {boolean} [keep] the note */
  start(keep = false) {
    clearTimeout(this.auto);
    this.plays = false;
    const v = this.view;
    this.tutor.start();
    if (!keep) this.hush();
    this.turn = null;
    if (this.table.myTurn() && v.needs === "move") {
      const turn = this.compose(v.steps);
      if (this.table.state.undone && this.sent?.position === v.position) void this.resume(turn, this.sent);
      else this.offer(turn);
      void this.learn(turn);
    }
    this.render();
  }

  /**
   * Takes up a turn that came back: as it was before its last gesture.
   * @param {Turn} turn
   * @param {{ taken: string[], parts: string[][] }} sent
   */
  async resume(turn, { taken, parts }) {
    const nodes = async (/** @type {string[]} */ texts, /** @type {(chain: StepNode[]) => Promise<void>} */ take) => {
      for (const [i, text] of texts.entries()) {
        await turn.ready();
        const n = turn.next.find((x) => x.text === text);
        if (!n) return;
        await (i ? turn.follow([n]) : take([n]));
      }
    };
    await nodes(taken.slice(0, taken.length - parts.flat().length), (chain) => turn.follow(chain));
    for (const part of parts.slice(0, -1)) await nodes(part, (chain) => turn.take(chain));
    if (this.turn !== turn || !turn.taken.length) return;
    this.hand.redo(turn);
    this.render();
  }

  /** Asks what each move would do, for previews and for choosing by words. @param {Turn} turn */
  async learn(turn) {
    const seq = this.view.seq;
    if ((this.view.moves ?? []).length > 400) return;
    try {
      if (this.told.seq !== seq) this.told = await get(`/api/tables/${this.table.id}/moves`);
      if (this.told.seq !== this.view.seq || this.turn !== turn) return;
      turn.told = new Map(this.told.moves.map((m) => [m.move, { ...m, words: this.table.voice.say(m.told) || m.words }]));
      this.whenIdle();
    } catch {
      // The moves can be made without their descriptions.
    }
  }

  /** Does what the settings leave to the page. */
  whenIdle() {
    clearTimeout(this.auto);
    const table = this.table;
    const idle = table.myTurn() && !table.showing && !table.busy;
    const act = idle ? this.byItself() : null;
    this.plays = !!act && this.view.needs === "move";
    this.render();
    if (idle && this.view.needs === "throw" && table.wanted && !table.rolling) return void table.throw();
    const wait = settings.speed === "off" ? 0 : 500;
    if (act) this.auto = setTimeout(act, this.turn?.mustPass ? readingTime(this.text.textContent ?? "", settings.speed) : wait);
  }

  /** What the settings leave to the page now, null for nothing. @returns {(() => void) | null} */
  byItself() {
    const v = this.view;
    if (v.needs === "throw") return settings.autoThrow && !this.table.rolling ? () => this.throwDice() : null;
    const { turn } = this;
    if (!turn || turn.taken.length || this.table.state.undone) return null; // what came back is not played again by itself
    const [only, more] = v.moves ?? [];
    if (!this.hand.follows(turn)) return null;
    return only && !more ? () => void this.playMove(only) : turn.tail.length ? () => void this.hand.begin() : null;
  }

  /** Whether a throw decides what can be moved now. */
  get byDice() {
    return !!this.table.state.thrown && !this.table.state.moved;
  }

  // Words and buttons.

  render() {
    const v = this.view;
    const table = this.table;
    const my = table.myTurn();
    let state = { says: this.waits(), meaning: "", buttons: /** @type {(HTMLElement | null)[]} */ ([]) };
    if (v.status === "waiting") {
      const free = v.chairs.flatMap((x) => (x.person || x.bot ? [] : [table.seat(x.seats[0])]));
      const says = table.seated || table.watching ? t("table.waiting-for", { who: and(free) }) : t("table.take-seat");
      state = { says, meaning: "", buttons: waiting(table) };
    } else if (my && table.stalled) {
      state.says = t("table.pending");
    } else if (my) {
      state = v.needs === "throw" ? this.throwing() : this.moving();
    }
    if (state.meaning !== this.meaning) {
      this.meaning = state.meaning;
      this.changed = performance.now();
    }
    if (!table.showing || my) this.says(state.says);
    this.text.classList.toggle("yours", my);
    put(this.actions, state.buttons, this.undoes ? this.undoButton() : this.backButton(), v.result ? over(table) : []);
    this.remind(my);
    this.rollDice(my);
    put(this.asks, questions(table, this.nameField));
    this.end.hidden = !v.result;
    put(this.end, v.result ? ending(table) : null);
    this.choices(my && !table.stalled && !(this.plays && this.turn?.mustPass));
    this.hand.marks();
    this.proof();
  }

  /** Says when a game on this device no longer needs a connection. */
  async tellsWhenKept() {
    const says = (/** @type {string} */ key) => put(this.kept, t(key));
    this.kept.hidden = false;
    says("device.preparing");
    const { able, playsHere } = await import("../lib/offline.js");
    says((await playsHere()) ? "device.ready" : able() ? "device.unsaved" : "device.unkept");
  }

  /** Says in one sentence what is guaranteed about the dice to the person at this device. */
  proof() {
    const { witness } = this.table;
    const { says, how, brief } = witness.says((id) => this.table.person(id));
    // The line keeps its place while the memory is read, so that nothing below it moves.
    const waits = !how && this.view.throws > 0 && !!this.view.you.person && !this.table.tv;
    this.fair.hidden = !how && !waits;
    this.fair.className = ["dice-proof", how, brief ? "brief" : ""].join(" ").trim();
    this.fair.title = how ? says : "";
    put(this.fair, h("span", {}, how ? says : "\u00a0"), brief ? h("span", { class: "proof-short" }, brief) : null);
  }

  /** Whether something can be undone: a gesture of the turn that is composed, or the last turn while nobody has acted on it. */
  get undoes() {
    if (super.undoes) return true;
    return !!this.view.you.undo && !this.table.tv && !this.table.busy && !this.table.showing && !this.sent?.forced;
  }

  /** Takes back a move that others have answered already. */
  backButton() {
    const { table, view: v } = this;
    if (!v.you.back || v.asked || table.tv || table.showing || table.busy || this.turn?.taken.length) return null;
    return h("button", { class: "plain", "data-back": true, onclick: () => this.guard(() => table.takeBack()) }, t("table.back"));
  }

  undo() {
    if (this.composing && (this.turn?.gestures.length || this.turn?.chosen)) this.hand.undo();
    else if (this.undoes) void this.table.send({ kind: "give-back" });
  }

  /** The game goes on: what came before is no longer undone. */
  goesOn() {
    this.clearBoard();
    this.before.hidden = true;
    this.actions.querySelector("[data-undo]")?.remove();
  }

  /** Says what happened last while others think, and what the last throw decided, such as who begins. @param {boolean} my */
  remind(my) {
    const { thrown, moved, lastMove } = this.table.state;
    const decided = thrown && !moved && decides(thrown) && !this.table.rolling ? thrown : undefined;
    const last = this.view.status === "playing" && !this.table.showing ? (decided ?? (my ? undefined : lastMove)) : undefined;
    this.before.hidden = !last || quiet(last);
    put(this.before, last && !quiet(last) ? this.table.voice.tell(last) : "");
  }

  /** The steps without a place that are buttons: to throw, the dice are one. @param {Turn} c */
  worded(c) {
    return c.words().filter((w) => w.means !== "throws");
  }

  /** Offers the dice where they can be thrown, and lets them tumble. @param {boolean} my */
  rollDice(my) {
    const { table, view: v } = this;
    if (table.showing) return;
    const due = v.dice.due ?? "";
    const ballot = due.startsWith("draw");
    const word = v.needs === "move" ? this.turn?.words().find((w) => w.means === "throws") : undefined;
    const can = my && (v.needs === "throw" || !!word) && !table.stalled && !table.busy && !table.wanted && !table.rolling && !ballot;
    this.offerDice(can, due, () => (word ? void this.hand.choose([word]) : this.throwDice()));
    if (table.rolling && !ballot && table.pace > 0) this.dice.tumble(due === "one" ? 1 : 2);
    else this.dice.rest();
  }

  /** The last move, which the board shows while nothing is composed. */
  get last() {
    return this.table.state.lastMove?.effects ?? [];
  }

  /** What is said to those who need not act: for whom they wait, or how it ended. */
  waits() {
    const v = this.view;
    if (v.result) return headline(v, this.table.voice);
    if (v.status !== "playing" || v.paused) return v.words;
    const { voice, tv } = this.table;
    return this.late() || t(tv ? "voice.turn-of" : "voice.waits-" + v.needs, { who: voice.player(v.turn) });
  }

  /**
   * A sentence to those who have to act, with the name where a device is for several.
   * @param {string} key
   * @param {Record<string, string>} [args]
   */
  to(key, args) {
    return t(key + (this.table.voice.alone ? "" : "-as"), { who: this.table.voice.player(this.view.turn), ...args });
  }

  /** What was thrown for this move, "" if nothing was. */
  threw() {
    const { thrown, moved } = this.table.state;
    return moved || !thrown || isBallot(thrown) || decides(thrown)
      ? ""
      : this.to("voice.thrown", { throw: thrownWords(this.table.thrown) });
  }

  /** The same for somebody who does not see the board: how it ended, or what is asked, and where the piece in hand can go. */
  get spoken() {
    if (this.view.result) return headline(this.view, this.table.voice);
    const { turn, hand } = this;
    if (!turn?.chosen) return this.text.textContent ?? "";
    return [this.threw() || t("table.your-turn"), hand.label(turn, turn.chosen, "chosen"), hand.whereTo()].join(". ");
  }

  /** What the position asks for, after what was thrown. */
  asked() {
    const ask = this.table.voice.goesOn(this.view.asks);
    if (!ask) return this.to("table.your-move");
    const threw = this.threw();
    return threw ? t("voice.threw", { threw, ask }) : this.to("voice.ask", { ask });
  }

  /** What is left of the throw when a part of it has been played; "" where the dice do not say it. @param {Turn} c */
  rest(c) {
    const left = leftOf(this.dice.dice, c.used);
    return left ? this.to("table.your-rest", { throw: thrownWords(left) }) : "";
  }

  /** What is said and offered when a throw is due. */
  throwing() {
    const table = this.table;
    const ballot = this.view.dice.due?.startsWith("draw");
    if (table.rolling) return { says: this.late() || t(ballot ? "table.drawing" : "table.rolling"), meaning: "", buttons: [] };
    const button = ballot ? this.button(t("table.draw"), () => this.throwDice(), true) : null; // dice are a button themselves
    if (button) button.disabled ||= table.wanted;
    return { says: this.to("table.your-throw"), meaning: "throw", buttons: [button] };
  }

  /** For whose devices a throw has been waiting for a while, in words; "" for nobody's. */
  late() {
    const { table, view: v } = this;
    const ask = v.dice.ask;
    if (!ask || !table.rolling || v.status !== "playing") return "";
    const rest = table.asked + slow - performance.now();
    if (rest > 0) {
      clearTimeout(this.soon);
      this.soon = setTimeout(() => this.render(), rest + 20);
      return "";
    }
    const who = (ask.ready && ask.person ? [ask.person] : (ask.who ?? [])).filter((id) => id !== v.you.person || table.tv);
    return who.length ? t("table.waits-device", { who: or(who.map((id) => table.person(id))) }) : "";
  }

  /** What is said and offered when a move is due. */
  moving() {
    const c = this.turn;
    if (!c) return { says: this.text.textContent ?? "", meaning: "", buttons: [] }; // a move is on its way: nothing is asked
    let says =
      c.next.length > 1 && c.next.length === c.words().length
        ? this.to("voice.ask", { ask: or(c.words().map((w) => this.hand.word(w).replace(/^./, (x) => x.toLowerCase()))) })
        : this.rest(c) || this.asked();
    if (this.undecided(c)) says = this.threw() || says;
    else if (c.chosen) says = this.to("table.your-target");
    let meaning = "";
    // An answer is asked for: say what was offered.
    const offer = c.next.some((n) => n.means === "accepts") ? this.table.state.lastMove : undefined;
    if (offer) says = `${this.table.voice.tell(offer)}. ${says}`;
    const only = this.only(c);
    if (c.end && c.asks(settings.confirm)) {
      meaning = "confirm " + c.end;
      if (c.complete) says = this.to("table.your-confirm");
    } else if (only) meaning = only.text;
    if (c.mustPass)
      says = this.view.asks ? t("voice.no-move", { why: this.table.voice.goesOn(this.view.asks) }) : this.to("table.must-pass");
    if (this.plays) return { says: c.mustPass ? says : this.threw() || says, meaning: "", buttons: [] };
    const buttons = this.buttons(c);
    if (!meaning && !c.chosen && c.next.some((n) => n.from) && this.unpractised) buttons.push(h("p", { class: "hint" }, this.hint()));
    buttons.push(this.tutor.button());
    return { says, meaning, buttons };
  }

  /** Whether it is not known yet if the page plays this throw by itself, so that nothing is asked for a moment. @param {Turn} c */
  undecided(c) {
    return settings.noChoice && this.byDice && !c.taken.length && this.moves.length === 1 && !c.told.size;
  }

  /** Whether the reader may not know yet how to begin a move. */
  get unpractised() {
    const { events, view } = this.table;
    return events.filter((e) => e.kind === "move" && e.by === view.you.person).length < practice;
  }

  /** How to begin a move. */
  hint() {
    const second = this.swaps;
    return second ? t("table.hint-dice", { first: this.dice.dice[0], second }) : t("table.hint-piece");
  }

  /** Ignores a tap that was meant for what the button said before. @param {() => void} f */
  guard(f) {
    if (performance.now() - this.changed < settles || this.table.busy) return;
    f();
  }

  // Doing.

  throwDice() {
    if (!this.table.myTurn() || this.view.needs !== "throw") return;
    void this.table.throw();
  }

  /** @param {string} move */
  async playMove(move) {
    clearTimeout(this.auto);
    this.plays = false;
    if (!(await this.tutor.agrees(move))) return;
    const texts = (/** @type {StepNode[]} */ chain) => chain.map((n) => n.text);
    this.sent = {
      position: this.view.position,
      taken: texts(this.turn?.taken ?? []),
      parts: (this.turn?.parts() ?? []).map(texts),
      forced: this.view.moves?.length === 1,
    };
    this.clearBoard();
    this.table.previewed = !!this.turn?.taken.some((n) => n.to);
    // Deciding to throw and throwing are one act.
    this.table.wanted = this.turn?.taken.at(-1)?.means === "throws";
    this.turn = null;
    this.hush();
    const ok = await this.table.send({ kind: "move", move });
    if (!ok) this.reset(true); // the note says why
  }

  /** Shows the table as it is. @param {boolean} [keep] the note */
  reset(keep = false) {
    this.table.previewed = false;
    this.table.board.set(this.view.pieces);
    this.table.board.last(this.last);
    this.start(keep);
  }

  /** Somebody touched a place. @param {string} place @param {"tap" | "drag" | "key"} how */
  touch(place, how) {
    if (how !== "tap" || !this.table.hurry()) this.hand.touch(place, how);
  }

  clearBoard() {
    this.table.board.mark(new Map(), () => "");
    this.table.board.arrows([]);
    void this.table.board.unzoom();
  }
}
