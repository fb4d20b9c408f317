// The page of a table: it follows the log, shows it and sends what people do.
// What it shows is folded in state.js; this module wires it to the server, the
// board and the panels.

import { local, query, route } from "../lib/address.js";
import { act, eventsOf, get, ApiError } from "../lib/api.js";
import { FirstPlay } from "./aim.js";
import { announce } from "./announce.js";
import { BoardView } from "../board/board.js";
import { played } from "../board/dice.js";
import { Dock } from "./dock.js";
import { gone, h, joinCode, put, speak } from "../lib/dom.js";
import { outcome } from "./end.js";
import { Facing } from "../board/facing.js";
import { endInvitation } from "./invite.js";
import { key } from "./keys.js";
import { tableFrame, languages, signOf } from "./layout.js";
import { Log } from "./log.js";
import { skip, still } from "../board/motion.js";
import { contradiction } from "../dice/recall.js";
import { isBallot, lineOf, seatName } from "../words/names.js";
import { Panels } from "./panels.js";
import { openRules } from "./rules-overlay.js";
import { fill, rematch, sit, takeOver } from "./seating.js";
import { Sender } from "./sender.js";
import { show } from "./show-event.js";
import { nobody, State } from "./state.js";
import { mine, onSettings, settings } from "../lib/store.js";
import { Stream } from "../lib/stream.js";
import { bencode } from "../dice/story.js";
import { tellOpening } from "./describe.js";
import { Players } from "./players.js";
import { Verifier } from "../dice/verifier.js";
import { Voice } from "../words/voice.js";
import { Witness } from "../dice/witness.js";
import { t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["board-inks", "board", "new", "table", "play"];

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").TableEvent} TableEvent */
/** @typedef {import("../types").Sheet} Sheet */

/** Milliseconds for a step when somebody hurries: three bots are shown in two seconds. */
const quickest = 20;

/** After how many milliseconds a table is asked for again if the server cannot be reached. */
const retry = 3000;

/** How often a server may show what is not in its log before that is a fault. */
const patience = 5;

/** Who sits where, and who of them is here. @param {View} v */
const crew = (v) => JSON.stringify([v.you.person, v.you.chairs, v.chairs.map((c) => [c.name, c.seats])]);

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {boolean} tv whether it is only shown, as on a big screen
 * @param {boolean} [embed] whether it stands in a frame of another site
 * @param {boolean} [again] whether it could not be reached before
 */
export async function tablePage(root, id, tv, embed = false, again = false) {
  document.body.classList.add(tv ? "tv" : "at-table");
  document.body.classList.toggle("embed", embed);
  if (!again) put(root, h("p", { class: "loading" }, t("table.loading")));
  let table;
  try {
    const claim = new URLSearchParams(location.hash.slice(1)).get("claim");
    if (claim) await takeOver(id, claim);
    const [view, events, sheet] = await Promise.all([get(`/api/tables/${id}`), eventsOf(id, 0), get(`/api/tables/${id}/board?quarter=0`)]);
    // What this device remembers goes by the name of the table. If that changed, it would remember nothing.
    if (view.table !== id) return void put(root, gone(t("table.other"), t("error.title")));
    const last = events.at(-1)?.seq ?? 0;
    if (view.seq > last) events.push(...(await eventsOf(id, last))); // something happened between the answers
    table = new Table(root, view, sheet, tv, embed);
    await table.begin(events);
    return table;
  } catch (e) {
    if (!(e instanceof ApiError)) throw e;
    const unreached = e.code === "network" && !table;
    if (!again || !unreached) put(root, e.code === "not-found" ? gone(t("table.gone")) : gone(e.message, t("error.title")));
    if (unreached) setTimeout(() => void tablePage(root, id, tv, embed, true), retry);
  }
}

export class Table {
  /**
   * @param {HTMLElement} root
   * @param {View} view
   * @param {Sheet} sheet the board as it lies before anybody turns it
   * @param {boolean} tv
   * @param {boolean} embed
   */
  constructor(root, view, sheet, tv, embed) {
    this.id = view.table;
    this.tv = tv;
    this.watching = tv || /\/watch\/?$/.test(route()) || query().has("watch");
    this.state = new State(view, tv);
    this.voice = new Voice(this.state);
    this.facing = new Facing(this.id, sheet);
    this.signs = sheet.signs;
    this.showing = false;
    this.sender = new Sender(this);
    this.previewed = false; // the board shows a move already that this device sent
    this.wanted = false; // somebody asked for a throw that is not possible yet
    this.since = 0; // when the view came
    this.hurried = false; // somebody wants bots and animations to be quick until it is their turn
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.linkTimer = undefined;
    /** @type {Stream | undefined} */
    this.stream = undefined;
    this.witness = new Witness(
      view,
      tv,
      () => this.diceChanged(),
      () => this.panels.open("dice"),
    );
    this.device = this.witness.device;
    this.verifier = this.witness.verifier;
    this.players = new Players(this.state, (letter) => this.icon(letter), this.facing);
    this.line = h("p", { class: "link-lost", hidden: true, role: "status" }, t("table.offline"));
    this.missed = 0; // how often in a row the server showed what is not in its log
    this.suspects = false; // it has made sure that it has the whole log
    this.asked = 0; // when the throw was asked for that is open
    this.log = new Log(
      (letter) => this.icon(letter),
      (e) => this.muted(e),
      this.voice,
      (line) => this.board.last(line.flatMap((e) => e.effects ?? [])),
    );
    this.dock = new Dock(this);
    this.panels = new Panels(this);
    this.firstPlay = new FirstPlay(this);
    const frame = h("div", { class: "board-frame" });
    const heading = h(
      "h1",
      { class: "table-title" },
      tv
        ? view.gameTitle
        : h(
            "button",
            { "aria-haspopup": "dialog", onclick: () => void openRules(this.view) },
            h("span", {}, view.gameTitle),
            h("small", {}, t("table.rules")),
          ),
    );
    put(
      root,
      tableFrame(
        "table",
        sheet,
        heading,
        h(
          "section",
          { class: "stage", "aria-label": t("table.board") },
          this.players.above,
          this.line,
          this.witness.warning,
          frame,
          this.players.below,
        ),
        h(
          "aside",
          { class: tv ? "side tv-side" : "side" },
          this.dock.root,
          embed
            ? h("a", { class: "button", href: `/t/${this.id}/watch`, target: "_blank", rel: "noopener" }, t("table.watch-here"))
            : tv
              ? joinCode(this.id)
              : [this.panels.root, languages()],
        ),
      ),
    );
    this.board = new BoardView(frame, { label: t("table.board"), art: (_, p) => this.facing.art(p) });
    this.dock.listen(this.board);
  }

  /** @param {TableEvent[]} events */
  async begin(events) {
    for (const e of this.state.begin(events)) this.witness.check(e);
    this.witness.checked(this.view);
    void this.suspect();
    this.apply(this.view);
    await this.turnBoard();
    this.board.set(this.view.pieces);
    this.board.last(this.state.lastMove?.effects ?? []);
    const thrown = this.state.thrown;
    if (thrown) this.dice.show(played(this.thrown, thrown.effects), isBallot(thrown));
    if (this.state.moved) this.dice.fade();
    this.log.fill(this.events);
    if (this.state.own.length) mine.add(this.id, this.view.game);
    if (local && this.state.own.length) void this.dock.tellsWhenKept();
    this.dock.whenIdle();
    if (!this.tv) tellOpening(this);
    if (this.witness.viewed > this.verifier.seq) void this.catchUp();
    this.stream = new Stream(new Map([[this.id, this.state.seen]]), {
      table: (said) => said.table === this.id && this.receive(said),
      presence: (said) => said.table === this.id && this.presence(said),
      open: () => this.joined(),
      link: (up) => this.link(up),
    });
    onSettings(() => {
      void this.turnBoard();
      this.dock.render();
    });
    addEventListener("keydown", (e) => key(this.dock, e));
    setInterval(() => this.players.tick(), 500);
    addEventListener("resize", () => {
      if (!this.board.sheet) return;
      this.board.full = /** @type {any} */ (this.board.trim());
      void this.board.view(this.board.full ?? [0, 0, 1, 1]);
    });
  }

  // What comes in.

  /**
   * @param {{ events?: TableEvent[], view?: View }} said
   * @param {boolean} [whole] whether it was asked for: if an event is missing now, the table withholds it
   */
  receive(said, whole = false) {
    const { fresh, gap } = this.state.receive(said, whole);
    for (const e of fresh) this.witness.check(e);
    if (gap) return void this.catchUp();
    if (said.view) this.witness.checked(said.view);
    this.suspect();
    void this.run();
  }

  /** Shows what has happened, one after the other, faster if it falls behind. */
  async run() {
    if (this.showing) return;
    this.showing = true;
    try {
      for (;;) {
        const e = this.state.next();
        if (e) {
          await show(this, e);
          continue;
        }
        const before = this.state.turn();
        if (!before) break;
        // A move that is still being sent stays where it was put.
        if (!this.sender.sending || before.seq !== this.view.seq) this.board.set(this.view.pieces);
        this.apply(before);
        await this.turnBoard();
      }
    } finally {
      this.showing = false;
      this.players.light(-1);
    }
    this.dock.whenIdle();
  }

  get pace() {
    const pace = still() ? 0 : this.state.pace(settings.speed);
    return this.hurried ? Math.min(pace, quickest) : pace;
  }

  /**
   * A tap while something is shown, or while bots have the turn: ends what moves,
   * and hurries everything until this device has to act. Reports whether there was
   * something to hurry.
   */
  hurry() {
    const bots = this.view.status === "playing" && !this.view.paused && !!this.view.chairs[this.turnChair]?.bot;
    if (!this.showing && !bots) return false;
    skip();
    if (this.hurried || this.tv || !this.state.own.length) return true;
    this.hurried = true;
    // If this fails, the bots take their time.
    if (this.view.chairs.some((c) => c.bot)) void act(this.id, { kind: "hurry", seq: this.view.seq }).catch(() => {});
    return true;
  }

  /** Asks to take a move back; bots agree at once. */
  takeBack() {
    const own = this.view.you.chairs ?? [];
    const others = this.view.chairs.some((c, i) => c.person && !own.includes(i + 1));
    void this.send({ kind: others ? "ask-back" : "give-back" });
  }

  /** Shows the view that stands now. @param {View} before */
  apply(before) {
    this.since = performance.now();
    this.players.since = Date.now();
    if (this.myTurn()) this.hurried = false;
    if (before.status === "waiting" && this.view.status !== "waiting") endInvitation();
    if (this.seated && !before.you.chairs?.length) scrollTo({ top: 0 }); // the button to sit down lies below the board
    this.wanted &&= this.myTurn() && this.view.needs === "throw";
    const { ask } = this.view.dice;
    if (ask?.number !== before.dice.ask?.number || !this.asked) this.asked = ask ? performance.now() : 0;
    this.players.light(-1);
    this.dock.start();
    this.panels.render();
    if (crew(before) !== crew(this.view)) this.log.fill(this.events); // it calls people by their names
    if (local && this.state.own.length) mine.note(this.id, { ...lineOf(this.view), over: this.view.status === "over" });
    void this.firstPlay.look();
    announce(before, this.view, this.myTurn(), this.dock.spoken, outcome(this.view, this.voice));
  }

  /** @param {boolean} up */
  link(up) {
    clearTimeout(this.linkTimer);
    this.dock.render();
    if (up) {
      if (!this.line.hidden) {
        speak(t("table.online"));
        void this.catchUp();
      }
      this.line.hidden = true;
      return;
    }
    // Do not report interruptions under 1.8 s.
    this.linkTimer = setTimeout(() => {
      this.line.hidden = false;
    }, 1800);
  }

  /** Reads what a stream may have missed. */
  async catchUp() {
    try {
      this.receive(await this.read(this.state.seen), true);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      return; // the server is gone for a moment: when it is back, the stream begins anew
    }
    const withheld = this.witness.viewed > this.verifier.seq;
    this.missed = withheld ? this.missed + 1 : 0;
    if (this.missed > patience) {
      this.verifier.withheld();
      this.diceChanged();
    } else if (withheld) {
      setTimeout(() => void this.catchUp(), 1000);
    }
  }

  /** Reads the view, and then the events after one, which have everything that the view shows. @param {number} since */
  async read(since) {
    const view = await get(`/api/tables/${this.id}`);
    return { view, events: await eventsOf(this.id, since) };
  }

  /**
   * A stream begins. After a break the server may have lost events, for example
   * by a restored backup, and this page may have some that are no longer there.
   * Until that is known this device adds nothing to the dice.
   */
  async joined() {
    this.presence(nobody);
    const last = this.state.last;
    if (!this.stream || !last) return;
    this.device.hold(true);
    try {
      const { view, events } = await this.read(last.seq - 1);
      if (!events.length || bencode(events[0]) !== bencode(last)) return this.renew();
      this.device.hold(false);
      this.receive({ view, events }, true);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      this.stream.again(1000);
    }
  }

  /** Something may be wrong with the log as this page has it. It is said, unless the server has another log by now and that one is good. */
  async suspect() {
    const { witness } = this;
    if (!witness.fault || this.suspects) return;
    this.suspects = true;
    try {
      const { view, events } = await this.read(0);
      const log = new Verifier(this.id);
      for (const e of events) if (e.seq <= view.seq) log.add(e);
      log.shown(view);
      const good = !log.fault && log.seq === view.seq && !witness.rules.fault && (!witness.memory || !contradiction(log, witness.memory));
      if (good && this.renew()) return;
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
    }
    witness.sure = true;
    witness.warn();
  }

  /** Reads the table anew, unless it just has. @returns {boolean} whether it does */
  renew() {
    const key = "parlour.renewed." + this.id;
    const now = Date.now();
    if (now - Number(sessionStorage.getItem(key) ?? 0) < 20_000) return false;
    sessionStorage.setItem(key, String(now));
    location.reload();
    return true;
  }

  /** Something has become known of the dice. */
  diceChanged() {
    void this.suspect();
    if (this.device.stale) setTimeout(() => void this.catchUp(), 1000);
    if (this.stream) this.dock.whenIdle(); // before that the page is not complete
    this.panels.render();
  }

  /** @param {import("../types").Presence} said */
  presence(said) {
    this.state.presence(said);
    this.players.render();
    this.panels.crowd();
    this.dock.render();
  }

  // What goes out.

  /** @param {Partial<import("../types").Action>} action @returns {Promise<boolean>} whether it was accepted */
  send(action) {
    return this.sender.send(action);
  }

  throw() {
    return this.sender.throw();
  }

  /** Whether an action is under way, until what it did has been shown. */
  get busy() {
    return this.sender.sending || this.sender.throwing || this.dock.tutor.thinking || this.state.waits;
  }

  /** Whether a throw is on its way. */
  get rolling() {
    return (
      this.view.status === "playing" &&
      this.view.needs === "throw" &&
      !this.device.unpressed &&
      (this.sender.throwing || !!this.view.dice.ask || (this.state.waits && this.state.awaited === this.sender.pressed))
    );
  }

  /** Whether an action waits for the connection. */
  get stalled() {
    return this.sender.cut || (this.busy && this.stream?.up === false);
  }

  /** @param {number} chair from 0 */
  sit(chair) {
    return sit(this, chair);
  }

  /** Whether the person at this device has a chair. */
  get seated() {
    return (this.view.you.chairs ?? []).length > 0;
  }

  fill() {
    return fill(this.view);
  }

  rematch() {
    return rematch(this.view);
  }

  // What the dock and the panels ask.

  get view() {
    return this.state.view;
  }

  get dice() {
    return this.dock.dice;
  }

  get events() {
    return this.state.events;
  }

  /** The last throw as text. */
  get thrown() {
    return this.state.thrown?.body.throw ?? "";
  }

  /** The chair in turn, -1 if nobody has to act. */
  get turnChair() {
    return this.state.turnChair;
  }

  /** Whether this device has to act. */
  myTurn() {
    return this.state.myTurn && !this.tv;
  }

  /** Whether several chairs are played on this device. */
  get shared() {
    return this.state.own.length > 1;
  }

  /** Whether an event is talk of others that this browser does not want to hear. @param {TableEvent} e */
  muted(e) {
    return this.state.muted(e, settings.mute);
  }

  /** Lays the board so that it is turned to the right player. */
  async turnBoard() {
    const sheet = await this.facing.towards(this.state.near(settings.turnBoard));
    if (!sheet) return;
    this.board.drawings.clear();
    this.board.lay(sheet);
    this.players.render();
    this.board.set(this.view.pieces);
    this.board.last(this.state.lastMove?.effects ?? []);
    this.dock.render();
  }

  /** Turns the board by hand. */
  async flip() {
    this.facing.flip();
    await this.turnBoard();
  }

  /** The sign of a seat. @param {string} letter */
  icon(letter) {
    return this.signs[letter] ? signOf(this.signs[letter]) : h("span", { class: "seat-icon" });
  }

  /** A person in a sentence. @param {number} id */
  person(id) {
    return id === this.view.you.person && !this.tv ? t("table.you") : (this.state.names.get(id) ?? t("dice.person", { n: id }));
  }

  /** The name for a seat in a sentence. @param {string} letter */
  seat(letter) {
    return seatName(this.view, letter);
  }
}
