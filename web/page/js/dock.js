// What can be done now: the dice, the button, composing a turn, and why not.

import { get, ApiError } from "./api.js";
import { copy, h, joinCode, put, speak } from "./dom.js";
import { colourOf, verdict } from "./effects.js";
import { chairName, chairSeats, pieceName, placeName } from "./names.js";
import { play as sound } from "./sound.js";
import { Composer, ends } from "./steps.js";
import { name, settings } from "./store.js";
import { Tutor } from "./tutor.js";
import { t, and, capital } from "./words.js";

/** @typedef {import("./types").StepNode} StepNode */
/** @typedef {import("./types").Effect} Effect */
/** @typedef {{ move: string, words: string, effects?: Effect[] }} Told */

/** How long a button stays deaf after it has changed its meaning. */
const deaf = 280;

export class Dock {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.text = h("p", { class: "turn-words" });
    this.actions = h("div", { class: "actions" });
    this.note = h("div", { class: "note", hidden: true, role: "alert" });
    this.list = h("details", { class: "moves-list" }, h("summary", { title: t("table.choose-help") }, t("table.choose")), h("div", { class: "moves" }));
    this.asks = h("div", { class: "asks" });
    this.root = h("section", { class: "dock", "aria-label": t("table.your-turn") },
      h("div", { class: "dock-top" }, table.diceBox, this.text), this.asks, this.actions, this.note, this.list);
    const who = h("input", { type: "text", id: "who", maxlength: 24, value: name.get(), autocomplete: "nickname", onchange: () => name.set(who.value.trim()) });
    this.nameField = h("div", { class: "field" }, h("label", { for: "who" }, t("new.name")), who);
    this.tutor = new Tutor(this);
    /** @type {Composer | null} */
    this.composer = null;
    this.chosen = "";
    this.stuck = ""; // a piece without a move that was touched
    this.changed = 0;
    this.meaning = "";
    /** @type {Map<string, Told>} what each move does */
    this.told = new Map();
    this.toldAt = -1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.auto = undefined;
  }

  get view() {
    return this.table.view;
  }

  /** A new state of the table: forget what was being composed. */
  start() {
    clearTimeout(this.auto);
    const v = this.view;
    this.chosen = "";
    this.stuck = "";
    this.tutor.start();
    this.hush();
    this.composer = null;
    if (this.table.myTurn() && v.needs === "move") {
      this.composer = new Composer(v.steps ?? undefined, v.moves ?? [], (taken) => {
        const q = taken.map((x) => "taken=" + encodeURIComponent(x)).join("&");
        return get(`/api/tables/${this.table.id}/steps?${q}`);
      });
      const c = this.composer;
      if (c.root.more) void c.ready().then(() => this.composer === c && this.render());
      void this.learn();
    }
    this.render();
  }

  /** Asks what each move would do, for previews and for choosing by words. */
  async learn() {
    const seq = this.view.seq;
    if (this.toldAt === seq || (this.view.moves ?? []).length > 400) return;
    try {
      const data = await get(`/api/tables/${this.table.id}/moves`);
      if (data.seq !== this.view.seq) return;
      this.toldAt = seq;
      this.told = new Map(data.moves.map((/** @type {Told} */ m) => [m.move, m]));
      if (this.composer && this.toldAt === this.view.seq) this.render();
    } catch {
      // The moves can be made without their descriptions.
    }
  }

  /** Plays by itself what the settings leave to the page. */
  whenIdle() {
    clearTimeout(this.auto);
    this.render();
    const v = this.view;
    const table = this.table;
    if (!table.myTurn() || table.showing || table.busy) return;
    const wait = settings.speed === "off" ? 0 : 500;
    if (v.needs === "throw" && table.wanted) return void table.throw();
    if (v.needs === "throw" && settings.autoThrow) this.auto = setTimeout(() => this.throwDice(), wait);
    const only = v.needs === "move" && v.moves?.length === 1 ? v.moves[0] : "";
    const pass = v.steps?.length === 1 && v.steps[0].means === "passes";
    if (only && (settings.forced === "all" || (settings.forced === "passes" && pass))) {
      this.auto = setTimeout(() => this.playMove(only), pass ? wait * 2 : wait);
    }
  }

  // Words and buttons.

  /** @param {string} words */
  says(words) {
    put(this.text, words);
  }

  render() {
    const v = this.view;
    const table = this.table;
    const my = table.myTurn();
    const c = this.composer;
    /** @type {(HTMLElement | null | false)[]} */
    const buttons = [];
    let meaning = "";
    let says = v.words;
    if (v.status === "waiting") {
      this.waiting(buttons);
      says = t("table.waiting-for", { who: and(v.chairs.flatMap((x, i) => (x.person || x.bot ? [] : [table.seat(v.chairs[i].seats[0])]))) });
    } else if (my) {
      const seat = table.seat(v.turn);
      const as = table.shared ? "-as" : "";
      const wordsOnly = c && c.next.length > 1 && c.next.every((n) => !n.from && !n.to);
      const throwing = v.needs === "throw";
      says = t((throwing ? "table.your-throw" : wordsOnly ? "table.your-choice" : "table.your-move") + as, { seat });
      if (throwing) {
        meaning = "throw";
        if (!table.device.ready) says = t("table.preparing");
        const button = this.primary(t(v.dice.due?.startsWith("draw") ? "table.draw" : "table.throw"), () => this.throwDice());
        button.disabled ||= table.wanted;
        buttons.push(button);
      } else if (this.tutor.warned) {
        meaning = "warned " + this.tutor.warned.move;
        buttons.push(...this.tutor.buttons(this.tutor.warned));
      } else if (c) {
        const words = c.words();
        if (c.end && this.mustAsk()) {
          meaning = "confirm " + c.end;
          if (c.complete) says = t("table.your-confirm" + as, { seat });
          buttons.push(this.primary(c.complete ? t("table.confirm") : t("table.end-turn"), () => this.playMove(c.end)));
        } else if (words.length === 1 && c.next.length === 1) {
          meaning = words[0].text;
          buttons.push(this.primary(this.word(words[0]), () => this.choose([words[0]])));
        }
        if (words.length === 1 && c.next.length === 1 && words[0].means === "passes") says = t("table.must-pass" + as, { seat });
        if (words.length > 1 || (words.length === 1 && c.next.length > 1)) {
          for (const w of words) buttons.push(h("button", { class: this.isMain(w) ? "primary" : "plain", disabled: table.busy, onclick: () => this.guard(() => this.choose([w])) }, this.word(w)));
        }
        if (c.gestures.length) buttons.push(h("button", { class: "plain", onclick: () => this.undo() }, t("table.undo")));
        if (!meaning && c.next.some((n) => n.from)) buttons.push(h("p", { class: "hint" }, t(this.chosen ? "table.hint-target" : "table.hint-piece")));
        buttons.push(this.tutor.button());
      }
    }
    if (meaning !== this.meaning) {
      this.meaning = meaning;
      this.changed = performance.now();
    }
    if (!table.showing || my) this.says(says);
    this.text.classList.toggle("yours", my);
    if (v.result) this.over(buttons);
    put(this.actions, buttons);
    this.ask();
    this.choices();
    this.marks();
  }

  /** Chairs are free: who may sit down can, who sits can invite. @param {(HTMLElement | null | false)[]} buttons */
  waiting(buttons) {
    const v = this.view;
    const table = this.table;
    if (table.tv) return;
    if ((v.you.chairs ?? []).length) {
      const url = `${location.origin}/t/${v.table}`;
      buttons.push(h("button", { class: "primary", onclick: () => copy(url, t("new.copied")) }, t("table.invite")));
      return;
    }
    if (table.watching) return;
    v.chairs.forEach((c, i) => {
      if (c.person || c.bot) return;
      const seat = table.seat(c.seats[0]);
      buttons.push(h("button", { class: "primary", disabled: table.busy, onclick: () => table.sit(i) }, t("table.sit-as", { seat })));
    });
  }

  /** @param {(HTMLElement | null | false)[]} buttons */
  over(buttons) {
    const v = this.view;
    if (this.table.tv) return;
    const seated = (v.you.chairs ?? []).length > 0;
    if (v.next) buttons.push(h("a", { class: "button primary", href: "/t/" + v.next + (this.table.watching ? "/watch" : ""), onclick: () => sessionStorage.setItem("parlour.before." + v.next, v.table) }, t("table.to-rematch")));
    else if (seated) buttons.push(h("button", { class: "primary", onclick: () => this.table.rematch() }, t("table.rematch")));
    buttons.push(h("a", { class: "button plain", href: `/t/${v.table}/replay` }, t("table.replay")), h("a", { class: "button plain", href: `/t/${v.table}/replay#analysis` }, t("table.analysis")));
  }

  /** Questions that somebody has to answer. */
  ask() {
    const v = this.view;
    const seated = (v.you.chairs ?? []).length > 0;
    const yes = (/** @type {string} */ key, /** @type {any} */ action) => h("button", { class: "small", onclick: () => this.table.send(action) }, t(key));
    const parts = [];
    if (v.offer && v.status === "playing") {
      const own = (v.you.chairs ?? []).some((i) => v.chairs[i - 1].seats.includes(v.offer ?? ""));
      parts.push(h("p", {}, t("table.offered", { who: this.table.seat(v.offer) }), seated && (!own || this.table.shared) ? [yes("table.accept", { kind: "accept" }), yes("table.decline", { kind: "decline" })] : null));
    }
    if (v.asked) {
      const own = (v.you.chairs ?? []).includes(v.asked);
      parts.push(h("p", {}, t("table.asked", { who: chairName(v, v.asked - 1) }), seated && !own ? [yes("table.give", { kind: "give-back" }), yes("table.keep", { kind: "keep-back" })] : null));
    }
    if (v.timeUp) {
      parts.push(h("p", {}, t("table.time-up", { who: chairName(v, v.timeUp - 1) }), seated ? [yes("table.rule-wait", { kind: "rule", text: "wait" }), yes("table.rule-bot", { kind: "rule", text: "bot" }), yes("table.rule-end", { kind: "rule", text: "end" })] : null));
    }
    if (v.paused) parts.push(h("p", {}, t("table.paused"), seated ? yes("table.resume", { kind: "resume" }) : null));
    for (const i of v.you.chairs ?? []) {
      if (v.chairs[i - 1].bot) parts.push(h("p", {}, yes("table.return", { kind: "return", chair: i })));
    }
    v.chairs.forEach((x, i) => {
      if (x.away && x.person && !x.bot && seated && v.status === "playing" && i === this.table.turnChair && !(v.you.chairs ?? []).includes(i + 1)) {
        parts.push(h("p", {}, yes2(this.table, i)));
      }
    });
    if (v.status === "waiting" && !this.table.tv) {
      if (v.help) parts.push(h("p", { class: "help" }, `${t("help.title")}: ${t("help." + v.help)}. ${t("help.means." + v.help)} ${t("help.all")}`));
      if (seated) {
        if (v.you.host && v.levels.length && v.chairs.length > 1) parts.push(h("p", {}, h("button", { class: "small", onclick: () => void this.table.fill() }, t("table.fill"))));
        parts.push(h("div", { class: "share" }, joinCode(v.table, { width: 112, height: 112 }), h("p", { class: "help" }, t("table.invite-help"))));
      } else if (!this.table.watching) {
        parts.push(this.nameField);
      }
    }
    if (v.result) parts.push(this.standings(v.result));
    put(this.asks, parts);
  }

  /** Who came where. @param {import("./types").Result} result */
  standings(result) {
    const v = this.view;
    const rows = v.chairs.map((c, i) => ({ c, i, place: Math.min(...c.seats.map((l) => result.places[l] ?? 99)) })).sort((a, b) => a.place - b.place);
    return h("ol", { class: "standings", "aria-label": t("table.standings") }, rows.map(({ c, i, place }) => h("li", { class: place === 1 ? "first" : "" },
      h("span", { class: "place" }, place < 99 ? place : "–"), c.seats.map((l) => this.table.icon(l)), h("strong", {}, chairName(v, i)), h("small", {}, chairSeats(v, i)))));
  }

  /** @param {string} text @param {() => void} f */
  primary(text, f) {
    return h("button", { class: "primary", "data-primary": true, disabled: this.table.busy, onclick: () => this.guard(f) }, text);
  }

  /** Ignores a tap that was meant for what the button said before. @param {() => void} f */
  guard(f) {
    if (performance.now() - this.changed < deaf || this.table.busy) return;
    f();
  }

  /** A step without a place as the text of a button. @param {StepNode} w */
  word(w) {
    if (w.means === "passes") return t("table.pass");
    if (w.means === "throws") return t("table.throw");
    return capital(w.text);
  }

  /** @param {StepNode} w */
  isMain(w) {
    return w.means === "throws" || w.means === "accepts";
  }

  /** Whether a turn is confirmed before it is sent. */
  mustAsk() {
    const c = this.composer;
    if (!c || settings.confirm === "never") return !c?.complete;
    if (!c.complete || settings.confirm === "always") return true;
    const meets = this.told.get(c.end)?.effects?.some((e) => e.means === "meets");
    return c.gestures.length > 1 || !!meets;
  }

  // Composing.

  throwDice() {
    if (!this.table.myTurn() || this.view.needs !== "throw") return;
    void this.table.throw();
  }

  /** @param {string} move */
  async playMove(move) {
    clearTimeout(this.auto);
    if (!(await this.tutor.agrees(move))) return;
    this.clearBoard();
    this.table.previewed = !!this.composer?.taken.some((n) => n.to);
    this.composer = null;
    this.hush();
    const ok = await this.table.send({ kind: "move", move });
    if (!ok) this.reset();
  }

  reset() {
    this.table.previewed = false;
    this.table.board.set(this.view.pieces);
    this.start();
  }

  /** Takes the steps of one gesture. @param {StepNode[]} chain @param {boolean} [dragged] */
  async choose(chain, dragged = false) {
    const c = this.composer;
    if (!c || this.table.busy) return;
    clearTimeout(this.auto);
    this.hush();
    const way = chain.flatMap((n) => (n.to ? [n.to] : []));
    this.chosen = "";
    if (chain[0].from && way.length) {
      const b = this.table.board;
      const man = b.top(chain[0].from, this.view.turn) ?? b.top(chain[0].from);
      b.mark(new Map(), () => "");
      if (man) await b.travel(man, way, dragged ? 0 : this.table.pace, (last) => sound(last ? "land" : "step"));
      b.settle();
    }
    await c.take(chain);
    if (this.composer !== c) return;
    if (c.complete && !this.mustAsk()) return this.playMove(c.end);
    this.preview();
    this.render();
    await this.table.board.unzoom();
    if (c.complete) speak(t("table.confirm"));
  }

  undo() {
    const c = this.composer;
    if (!c) return;
    if (this.tutor.warned) return this.reset();
    if (this.chosen) {
      this.chosen = "";
    } else {
      c.undo();
      const b = this.table.board;
      b.set(this.view.pieces);
      for (const n of c.taken) {
        if (!n.from || !n.to) continue;
        const m = b.top(n.from, this.view.turn) ?? b.top(n.from);
        if (!m) continue;
        m.piece = { ...m.piece, place: n.to };
        b.men = [...b.men.filter((o) => o !== m), m];
        b.settle();
      }
      this.captures();
    }
    this.hush();
    this.render();
    void this.table.board.unzoom();
  }

  /**
   * Shows as captured what the steps so far have captured: what every turn
   * captures that can still follow, where the piece has been already.
   */
  captures() {
    const c = this.composer;
    if (!c || !c.taken.length || c.node.more) return;
    const all = ends(c.node).split("\n").map((end) => this.told.get(end)?.effects);
    if (!all.length || all.some((list) => !list)) return;
    const board = this.table.board;
    const been = c.taken.flatMap((n) => {
      const [a, b] = [board.at(n.from ?? ""), board.at(n.to ?? "")];
      return b ? [{ x: b.x, y: b.y, man: b.man }, ...(a ? [{ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, man: b.man }] : [])] : [];
    });
    const gone = [];
    for (const e of all[0] ?? []) {
      const at = board.at(e.from ?? "");
      if (!at || e.means !== "takes") continue;
      if (!c.complete && !been.some((p) => Math.hypot(p.x - at.x, p.y - at.y) < p.man * 0.3)) continue;
      if (!all.every((list) => list?.some((o) => o.means === e.means && o.from === e.from && o.colour === e.colour))) continue;
      const m = board.top(e.from ?? "", e.colour);
      if (!m) continue;
      const to = e.to ?? e.way?.at(-1);
      if (to && to !== e.from) m.piece = { ...m.piece, place: to };
      else gone.push(m);
    }
    board.settle();
    for (const m of gone) m.el.classList.add("taken");
  }

  /** Shows what the composed move would do, where the server has told. */
  preview() {
    const c = this.composer;
    this.captures();
    const told = c?.end ? this.told.get(c.end) : undefined;
    if (!told?.effects) return;
    const turn = told.effects.find((e) => e.means === "turns");
    const m = turn && this.table.board.top(turn.to ?? "", colourOf(turn));
    if (m && turn?.becomes) this.table.board.becomes(m, turn.becomes);
    if (c?.complete && this.mustAsk()) this.tell(h("p", {}, told.words));
  }

  /** Somebody touched a place. @param {string} place @param {"tap" | "drag" | "key"} how */
  touch(place, how) {
    const c = this.composer;
    if (!this.table.myTurn() || this.view.needs !== "move") {
      if (place && how === "tap" && this.view.status === "playing" && (this.view.you.chairs ?? []).length && !this.table.myTurn()) this.says(t("table.not-turn") + " " + this.view.words);
      return;
    }
    if (!c || this.table.showing || this.table.busy || performance.now() - this.table.since < 120) return;
    if (!place) return this.unchoose();
    if (this.chosen) {
      const target = c.targets(this.chosen).find((x) => x.place === place);
      if (target) return void this.choose(target.chain);
      if (place === this.chosen) return this.unchoose();
    }
    const pick = c.picks().find((n) => n.from === place);
    if (pick) return void this.choose([pick]);
    if (c.sources().has(place)) return this.pickUp(place, how);
    if (this.stuck && this.stuck !== place) return void this.why(this.stuck, place);
    if (this.chosen) return void this.why(this.chosen, place);
    if (this.table.board.top(place) && !c.complete) {
      this.stuck = place;
      void this.why(place);
    }
  }

  /** @param {string} place @param {string} how */
  pickUp(place, how) {
    const c = this.composer;
    if (!c) return;
    this.hush();
    this.chosen = place;
    const targets = c.targets(place);
    // One place to go to, and a hand that pointed at the piece: that is the move.
    if (targets.length === 1 && how === "tap" && c.sources().size === 1 && settings.confirm !== "always" && c.gestures.length === 0 && targets[0].chain[targets[0].chain.length - 1].end) {
      return void this.choose(targets[0].chain);
    }
    this.render();
    void this.table.board.zoom([place, ...targets.map((x) => x.place)]);
    speak(t("table.choose-target") + " " + targets.map((x) => this.placeName(x.place)).join(", "));
    if (how === "key" && targets.length) this.table.board.focus(targets[0].place);
  }

  unchoose() {
    if (!this.chosen && !this.stuck) return;
    this.chosen = "";
    this.stuck = "";
    this.hush();
    this.render();
    void this.table.board.unzoom();
  }

  /** @param {string} place */
  lift(place) {
    const c = this.composer;
    if (!c || this.table.showing || this.table.busy || !this.table.myTurn()) return false;
    const own = c.sources().has(place);
    if (own && this.chosen !== place) {
      this.chosen = place;
      this.hush();
      this.render();
    }
    return own || !!this.table.board.top(place);
  }

  /** @param {string} from @param {string} to */
  drop(from, to) {
    const target = this.composer?.targets(from).find((x) => x.place === to);
    if (target) return void this.choose(target.chain, true);
    this.table.board.settle();
    void this.why(from, to);
  }

  // Why not.

  /** Why the piece on a place cannot go to another, or anywhere. @param {string} from @param {string} [to] */
  async why(from, to = "") {
    sound("no");
    const asked = new URLSearchParams([["from", from], ["to", to], ...(this.composer?.taken ?? []).map((n) => ["taken", n.text])]);
    try {
      const answer = await get(`/api/tables/${this.table.id}/why?${asked}`);
      if (answer.legal || !answer.error) return this.tell(h("p", {}, t("table.not-this")));
      const e = answer.error;
      this.refused(new ApiError(e.code, e.message, e));
    } catch (e) {
      if (e instanceof ApiError) this.refused(e);
    }
  }

  /** Shows a refusal. @param {ApiError} e */
  refused(e) {
    const words = e.why || e.message;
    this.tell(
      h("p", {}, h("strong", {}, t("table.why") + " "), capital(words), /[.!?]$/.test(words) ? "" : "."),
      e.clauses.length ? h("p", { class: "clauses" }, e.clauses.map((id) => h("a", { href: `/g/${id.split("/")[0]}#${id.split("/")[1] ?? ""}`, target: "_blank" }, id))) : null,
      e.instead.length ? h("p", { class: "instead" }, t("table.instead") + " ", e.instead.slice(0, 12).map((m) => h("button", { class: "chip", onclick: () => this.take(m) }, m))) : null);
    speak(words);
  }

  /** Plays one of the moves a refusal names. @param {string} move */
  take(move) {
    if ((this.view.moves ?? []).includes(move)) void this.playMove(move);
  }

  /** @param {...(Node | null)} parts */
  tell(...parts) {
    this.note.hidden = false;
    put(this.note, h("button", { class: "close", "aria-label": t("table.close"), onclick: () => this.hush() }, "×"), parts);
  }

  hush() {
    this.note.hidden = true;
    put(this.note);
  }

  // The board and the list.

  clearBoard() {
    this.table.board.mark(new Map(), () => "");
    void this.table.board.unzoom();
  }

  marks() {
    const c = this.composer;
    const board = this.table.board;
    for (const m of board.men) m.el.classList.toggle("chosen", m.piece.place === this.chosen && m === board.top(this.chosen));
    if (!c || this.table.showing || this.table.busy || !this.table.myTurn()) return board.mark(new Map(), () => "");
    /** @type {Map<string, "source" | "target" | "through" | "chosen">} */
    const hot = new Map();
    /** @type {Map<string, string>} */
    const signs = new Map();
    /** @type {Map<string, import("./types").Piece>} */
    const ghosts = new Map();
    for (const p of c.sources()) hot.set(p, "source");
    for (const n of c.picks()) hot.set(n.from ?? "", "source");
    if (this.chosen) {
      hot.set(this.chosen, "chosen");
      for (const x of c.targets(this.chosen)) {
        hot.set(x.place, x.through ? "through" : "target");
        const end = x.chain[x.chain.length - 1].end;
        const told = end ? this.told.get(end) : undefined;
        const sign = verdict(told?.effects ?? []);
        if (sign) signs.set(x.place, sign);
        const turn = told?.effects?.find((e) => e.means === "turns");
        if (turn?.becomes) ghosts.set(x.place, turn.becomes);
      }
    }
    board.mark(hot, (p) => this.label(p, hot.get(p) ?? ""), signs, ghosts);
  }

  /** @param {string} place */
  placeName(place) {
    return placeName(this.table.board.sheet, place);
  }

  /** @param {string} place @param {string} kind */
  label(place, kind) {
    const top = this.table.board.top(place);
    const piece = top ? pieceName(this.table.board.sheet, top.piece) : "";
    const where = this.placeName(place);
    if (kind === "target" || kind === "through") {
      const end = this.composer?.targets(this.chosen).find((x) => x.place === place)?.chain.at(-1)?.end;
      const told = end ? this.told.get(end)?.words : "";
      return "To " + where + (piece ? ", where a " + piece + " is" : "") + (told ? ". " + told : "");
    }
    return capital(piece || "piece") + " on " + where + (kind === "chosen" ? ", chosen" : "");
  }

  /** The same choices as a list in words. */
  choices() {
    const c = this.composer;
    const show = !!c && this.table.myTurn() && c.next.some((n) => n.from || n.to);
    this.list.hidden = !show;
    const box = /** @type {HTMLElement} */ (this.list.lastElementChild);
    if (!show || !c) return put(box);
    put(box, c.next.map((n) => {
      const told = n.end && !n.next?.length ? this.told.get(n.end)?.words : "";
      const words = told || (n.from && n.to ? `${capital(this.placeName(n.from))} to ${this.placeName(n.to)}` : this.word(n));
      return h("button", { class: "choice-row", onclick: () => this.guard(() => void this.choose([n])) }, h("span", {}, words), h("code", {}, n.text));
    }));
  }

  // Keys.

  /** @param {KeyboardEvent} e */
  key(e) {
    const at = /** @type {HTMLElement} */ (e.target);
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || at.closest("input, textarea, select, dialog")) return;
    const onControl = at.closest("button, a, summary, [role=tab], [role=button]");
    switch (e.key) {
      case " ":
      case "Enter": {
        if (onControl) return;
        const b = /** @type {HTMLButtonElement | null} */ (this.actions.querySelector("[data-primary], .primary"));
        if (!b) return;
        e.preventDefault();
        b.click();
        return;
      }
      case "Escape":
      case "Backspace":
        if (this.composer && (this.chosen || this.composer.gestures.length || this.tutor.warned)) {
          e.preventDefault();
          this.undo();
        }
        return;
      case "ArrowLeft":
      case "ArrowRight":
      case "ArrowUp":
      case "ArrowDown": {
        const first = [...this.table.board.hot.keys()][0];
        if (first && !onControl?.closest("[role=tab]")) {
          e.preventDefault();
          this.table.board.focus(first);
        }
        return;
      }
      case "h":
        void this.tutor.hint();
        return;
      case "m":
        this.list.open = !this.list.open;
        if (this.list.open) /** @type {HTMLElement | null} */ (this.list.querySelector("button"))?.focus();
        return;
      case "l":
        this.table.panels.open("log");
        this.table.log.list.focus();
        return;
    }
  }
}

/** The offer to let a bot play for somebody who is away. @param {import("./table.js").Table} table @param {number} i */
function yes2(table, i) {
  return h("button", { class: "small", onclick: () => table.send({ kind: "stand-in", chair: i + 1 }) }, t("table.stand-in", { who: chairName(table.view, i) }));
}
