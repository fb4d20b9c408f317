// Help at the table, where it is allowed: the best move on demand, and a warning
// before a bad move is sent.

import { get, ApiError } from "./api.js";
import { h, speak } from "./dom.js";
import { percent, t } from "./words.js";

/** @typedef {import("./types").Opinion} Opinion */

export class Tutor {
  /** @param {import("./dock.js").Dock} dock */
  constructor(dock) {
    this.dock = dock;
    this.thinking = false;
    /** @type {Opinion | null} the move the player was warned of and has not decided on */
    this.warned = null;
    this.bold = ""; // the move that is played despite a warning
  }

  get view() {
    return this.dock.view;
  }

  /** Forgets what was said about an earlier position. */
  start() {
    this.warned = null;
    this.bold = "";
  }

  /** Whether hints may be asked for now. */
  get offers() {
    return !!this.view.help && this.view.needs === "move" && (this.view.moves ?? []).length > 1 && this.dock.table.myTurn();
  }

  /** The button that asks for a hint. */
  button() {
    if (!this.offers) return null;
    return h("button", { class: "plain", "data-hint": true, title: t("tutor.hint-help"), disabled: this.dock.table.busy, onclick: () => void this.hint() }, t("tutor.hint"));
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
      const close = a.less < 0.005 ? t("tutor.close", { move: a.next }) : t("tutor.next", { move: a.next, n: percent(a.less, 1) });
      const effects = dock.turn?.told.get(a.move)?.effects;
      if (effects) dock.table.board.last(effects);
      dock.tell(
        h("p", {}, h("strong", {}, t("tutor.best") + " "), h("code", {}, a.move), ". " + a.words + "."),
        h("p", { class: "help" }, t("tutor.value", { n: percent(a.value) }) + " " + close),
        h("p", { class: "row" }, h("button", { class: "small", onclick: () => void dock.playMove(a.move) }, t("tutor.play"))));
      speak(`${t("tutor.best")} ${a.words}. ${t("tutor.value", { n: percent(a.value) })}`);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      dock.tell(h("p", {}, e.message));
    }
  }

  /**
   * Says whether a move may be sent. It asks before a mistake. If the server gives
   * no opinion, the move is sent.
   * @param {string} move
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
    if (o.mark !== "mistake") return true;
    this.warned = o;
    this.show(o);
    return false;
  }

  /** @param {Opinion} o */
  show(o) {
    const before = o.value + o.loss;
    const plain = before <= 1 && o.value >= 0; // more than all of a game can be at stake
    const words = plain ? t("tutor.warn", { before: percent(before), after: percent(o.value) }) : t("tutor.warn-game", { n: percent(o.loss) });
    this.dock.tell(h("p", {}, words + " ", h("code", {}, o.best), " " + t("tutor.keeps"), " ", t("tutor.anyway-question")));
    void this.dock.table.board.unzoom();
    speak(`${words} ${o.words} ${t("tutor.keeps")} ${t("tutor.anyway-question")}`);
    this.dock.render();
  }

  /** What can be done after a warning. @param {Opinion} o */
  buttons(o) {
    return [
      this.dock.primary(t("tutor.back"), () => this.dock.reset()),
      h("button", { class: "plain", "data-anyway": true, onclick: () => {
        this.bold = o.move;
        this.warned = null;
        void this.dock.playMove(o.move);
      } }, t("tutor.anyway")),
    ];
  }
}
