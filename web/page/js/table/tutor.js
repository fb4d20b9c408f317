// Help at the table, where it is allowed: the best move on demand, and a warning
// before a bad move is sent.

import { get, ApiError } from "../lib/api.js";
import { h, s, speak } from "../lib/dom.js";
import { settings } from "../lib/store.js";
import { t } from "../words/words.js";

/** @typedef {import("../types").Opinion} Opinion */

/** For how many milliseconds something new ignores taps that were meant for what was there before. */
export const settles = 280;

export class Tutor {
  /** @param {import("./dock.js").Dock} dock */
  constructor(dock) {
    this.dock = dock;
    this.thinking = false;
    /** @type {HTMLDialogElement | null} the warning that waits for an answer */
    this.dialog = null;
    this.at = ""; // the position it is about
    this.bold = ""; // the move that is played without asking
  }

  get view() {
    return this.dock.view;
  }

  /** Forgets what was said about an earlier position. */
  start() {
    this.bold = "";
    if (this.dialog && this.view.position === this.at && this.dock.table.myTurn()) return; // somebody only spoke
    this.dialog?.close();
    this.dock.table.board?.arrows([]);
  }

  /** Whether hints may be asked for now. */
  get offers() {
    return !!this.view.help && this.view.needs === "move" && (this.view.moves ?? []).length > 1 && this.dock.table.myTurn();
  }

  /** The button that asks for a hint. */
  button() {
    if (!this.offers) return null;
    return h(
      "button",
      { class: "plain", "data-hint": true, title: t("tutor.hint-help"), disabled: this.dock.table.busy, onclick: () => void this.hint() },
      t("tutor.hint"),
    );
  }

  /** Asks the server, and says so if it takes a while. @param {string} path */
  async ask(path) {
    this.thinking = true;
    this.dock.render();
    const slow = setTimeout(() => this.dock.says(t("tutor.thinking")), 500);
    try {
      return await get(`/api/tables/${this.dock.table.id}/${path}`);
    } finally {
      clearTimeout(slow);
      this.thinking = false;
      this.dock.render();
    }
  }

  /**
   * A move in a few words, as the log says it.
   * @param {import("../types").Part[] | undefined} parts
   * @param {string} move if there are no words
   */
  brief(parts, move) {
    return this.dock.table.voice.say(parts) || move;
  }

  /** A move as records write it, for those who want to see that. @param {string} move */
  notation(move) {
    return settings.notation ? [" ", h("code", {}, move)] : null;
  }

  /** Shows the best move. */
  async hint() {
    const dock = this.dock;
    if (!this.view.help || !dock.table.myTurn() || dock.table.busy) return;
    const at = this.view.position;
    try {
      const a = await this.ask("hint");
      if (this.view.position !== at) return;
      if (!a.move) {
        dock.tell(h("p", {}, a.words));
        speak(a.words);
        return;
      }
      const best = this.brief(a.brief, a.move),
        next = this.brief(a.nextBrief, a.next);
      const close = a.less ? t("tutor.next", { move: next, n: a.less }) : t("tutor.close", { move: next });
      dock.table.board.arrows([{ effects: a.effects ?? [], better: true }]);
      dock.tell(
        h("p", {}, h("strong", {}, t("tutor.best") + " "), best + ".", this.notation(a.move)),
        h("p", { class: "help" }, t("tutor.value", { n: a.value }) + " " + close),
        h("p", { class: "row" }, h("button", { class: "small", onclick: () => void dock.playMove(a.move) }, t("tutor.play"))),
      );
      speak(`${t("tutor.best")} ${best}. ${t("tutor.value", { n: a.value })}`);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      dock.tell(h("p", {}, e.message));
    }
  }

  /**
   * Says whether a move may be sent, and is asked before each one. It warns of a
   * mistake and waits for the answer. If the server gives no opinion, the move is
   * sent.
   * @param {string} move
   * @returns {Promise<boolean>}
   */
  async agrees(move) {
    if (this.view.help !== "tutor" || !this.offers || this.bold === move) return true;
    const at = this.view.position;
    /** @type {Opinion} */
    let o;
    try {
      o = await this.ask("opinion?move=" + encodeURIComponent(move));
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      return true;
    }
    if (this.view.position !== at) return false;
    if (o.mark !== "mistake" && o.mark !== "blunder") return true;
    this.at = at;
    const { dock } = this;
    const { board } = dock.table;
    const composed = board.shown;
    await board.unzoom();
    board.set(this.view.pieces);
    board.mark(new Map(), () => "");
    board.arrows([
      { effects: o.effects, better: false },
      { effects: o.better, better: true },
    ]);
    const answer = await this.warn(o);
    board.arrows([]);
    if (this.view.position !== at) return false; // the game went on meanwhile
    if (answer === "anyway") {
      board.set(composed);
      return true;
    }
    dock.reset();
    if (answer === "better") {
      this.bold = o.best;
      void dock.playMove(o.best);
    }
    return false;
  }

  /**
   * Shows what a move gives away, and asks what to do.
   * @param {Opinion} o
   * @returns {Promise<string>} anyway, better, or anything else to take it back
   */
  warn(o) {
    const words = t("tutor.warn", { n: o.loss, before: o.bestValue, after: o.value });
    const row = (/** @type {string} */ kind, /** @type {string} */ key, /** @type {string} */ does, /** @type {string} */ move) =>
      h(
        "li",
        { class: kind },
        s(
          "svg",
          { viewBox: "0 0 34 14", class: "arrows", "aria-hidden": "true" },
          s("g", { class: kind }, s("path", { d: "M2 7H22", class: "shaft" }), s("path", { d: "M33 7L21 1V13Z", class: "head" })),
        ),
        h("span", {}, h("strong", {}, t(key) + " "), does, this.notation(move)),
      );
    const button = (/** @type {string} */ value, /** @type {string} */ kind, /** @type {string} */ key) =>
      h("button", { class: kind, value, "data-answer": value }, t(key));
    const dialog = h(
      "dialog",
      { class: "sheet-dialog tutor", "aria-labelledby": "tutor-title", "aria-describedby": "tutor-words" },
      h("h2", { id: "tutor-title", tabindex: -1, autofocus: true }, t("tutor.title")),
      h(
        "div",
        { id: "tutor-words" },
        h("p", {}, words),
        h(
          "ul",
          {},
          row("better", "tutor.better", this.brief(o.bestBrief, o.best), o.best),
          row("mine", "tutor.mine", this.brief(o.ownBrief, o.move), o.move),
        ),
      ),
      h(
        "form",
        { method: "dialog", class: "actions" },
        button("better", "primary", "tutor.play-better"),
        button("anyway", "plain", "tutor.anyway"),
        button("back", "plain", "tutor.back"),
      ),
    );
    // Ignore the second half of a double tap on what was here before.
    const opened = performance.now();
    dialog.addEventListener("submit", (e) => performance.now() - opened < settles && e.preventDefault());
    document.body.append(dialog);
    dialog.showModal();
    this.uncover(dialog);
    this.dialog = dialog;
    return new Promise((ok) =>
      dialog.addEventListener("close", () => {
        dialog.remove();
        this.dialog = null;
        ok(dialog.returnValue);
      }),
    );
  }

  /** Scrolls so that a warning below the board hides as little of it as possible. @param {HTMLElement} dialog */
  uncover(dialog) {
    const board = this.dock.table.board.root.getBoundingClientRect();
    const sheet = dialog.getBoundingClientRect();
    const below = sheet.left < board.right && sheet.right > board.left;
    scrollBy({ top: Math.min(board.top, below ? Math.max(0, board.bottom - sheet.top) : 0), behavior: "instant" });
  }
}
