// The page of a table: it follows the log, shows it and sends what people do.

import { act, eventsOf, get, post, random, ensureToken, ApiError } from "./api.js";
import { BoardView } from "./board.js";
import { Device } from "./device.js";
import { Dice } from "./dice.js";
import { Dock } from "./dock.js";
import { byId, gone, h, joinCode, put, speak, toast } from "./dom.js";
import { byHand } from "./effects.js";
import { framed, signOf } from "./frame.js";
import { Log, quiet } from "./log.js";
import { Memory } from "./memory.js";
import { chairName, chairOf, chairSeats, factsOf, isBallot, seatName, wordsOf } from "./names.js";
import { carryNotices } from "./notices.js";
import { Panels } from "./panels.js";
import { play as sound } from "./sound.js";
import { mine, name, onSettings, settings } from "./store.js";
import { Stream } from "./stream.js";
import { Verifier } from "./verifier.js";
import { capital, t } from "./words.js";

/** @typedef {import("./types").View} View */
/** @typedef {import("./types").TableEvent} TableEvent */
/** @typedef {import("./types").Sheet} Sheet */

const paces = { slow: 190, normal: 105, fast: 50, off: 0 };

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {boolean} tv
 */
export async function tablePage(root, id, tv) {
  document.body.classList.add(tv ? "tv" : "at-table");
  put(root, h("p", { class: "loading" }, t("table.loading")));
  try {
    const claim = new URLSearchParams(location.hash.slice(1)).get("claim");
    if (claim) await takeOver(id, claim);
    const [view, events, sheet] = await Promise.all([get(`/api/tables/${id}`), eventsOf(id, 0), get(`/api/tables/${id}/board?quarter=0`)]);
    const table = new Table(root, view, sheet, tv);
    await table.begin(events);
    return table;
  } catch (e) {
    if (!(e instanceof ApiError)) throw e;
    put(root, gone(e.code === "not-found" ? t("table.gone") : e.message));
  }
}

/** Takes chairs over from another device. @param {string} id @param {string} secret */
async function takeOver(id, secret) {
  history.replaceState(null, "", location.pathname + location.search);
  try {
    await act(id, { kind: "claim", text: secret, seq: 0 });
  } catch (e) {
    toast(e instanceof Error ? e.message : t("error.unknown"), "bad");
  }
}

export class Table {
  /**
   * @param {HTMLElement} root
   * @param {View} view
   * @param {Sheet} sheet the board as it lies before anybody turns it
   * @param {boolean} tv
   */
  constructor(root, view, sheet, tv) {
    this.root = root;
    this.view = view;
    this.id = view.table;
    this.tv = tv;
    this.watching = tv || /\/watch\/?$/.test(location.pathname) || new URLSearchParams(location.search).has("watch");
    /** @type {TableEvent[]} */
    this.events = [];
    /** @type {TableEvent[]} */
    this.queue = [];
    this.seen = 0;
    /** @type {View | null} */
    this.latest = null;
    this.showing = false;
    this.sending = false;
    this.awaited = 0; // the event that the last action became
    this.extra = 0; // quarter turns asked for by hand
    this.quarter = -1;
    /** @type {Map<number, Promise<Sheet>>} */
    this.sheets = new Map([[0, Promise.resolve(sheet)]]);
    this.previewed = false;
    this.thrown = "";
    this.since = 0;
    this.sawAt = Date.now();
    this.sides = sheet.sides; // which side is whose is the same however the board is turned
    this.signs = sheet.signs;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.linkTimer = undefined;
    /** @type {Stream | undefined} */
    this.stream = undefined;
    this.device = new Device(this.id, () => this.dock.whenIdle());
    this.wanted = false; // somebody asked for a throw that is not possible yet
    if (view.you.person && !tv) this.device.memory = new Memory(this.id, view.you.person);
    this.verifier = new Verifier(this.id, { memory: this.device.memory?.seen, live: true });
    /** @type {Map<number, string>} names of people */
    this.names = new Map();
    this.warning = h("div", { class: "dice-warning", hidden: true, role: "alert" });
    this.strip = h("ul", { class: "strip", "aria-label": t("table.people") });
    this.frame = h("div", { class: "board-frame" });
    this.line = h("p", { class: "link-lost", hidden: true, role: "status" }, t("table.offline"));
    this.diceBox = h("div", { class: "dice", role: "group", "aria-label": t("table.dice") });
    this.dice = new Dice(this.diceBox);
    this.log = new Log((letter) => this.icon(letter), (e) => this.muted(e));
    this.dock = new Dock(this);
    this.panels = new Panels(this);
    const heading = h("h1", { class: "table-title" }, h("a", { href: "/g/" + this.view.game }, this.view.gameTitle));
    const stage = h("section", { class: "stage", "aria-label": t("table.board") }, this.strip, this.line, this.warning, this.frame);
    put(this.root, framed("table", sheet, stage,
      this.tv ? h("aside", { class: "side tv-side" }, heading, this.dock.root, joinCode(this.id))
        : h("aside", { class: "side" }, heading, this.dock.root, this.panels.root)));
    this.board = new BoardView(this.frame, {
      label: t("table.board"),
      still: () => settings.speed === "off",
      art: async (_, p) => (await get(`/api/tables/${this.id}/piece?${new URLSearchParams({ colour: p.colour, kind: p.kind, face: p.face ?? "", quarter: String(this.quarter) })}`)).svg,
    });
    this.board.onPlace = (place, how) => this.dock.touch(place, how);
    this.board.onLift = (place) => this.dock.lift(place);
    this.board.onDrag = (from, to) => this.dock.drop(from, to);
  }

  /** @param {TableEvent[]} events */
  async begin(events) {
    for (const e of events) {
      if (e.seq > this.view.seq) break;
      this.events.push(e);
      this.check(e);
      this.seen = e.seq;
      if (e.kind === "throw") this.thrown = e.body.throw ?? "";
    }
    this.checked(this.view);
    // Everything has its place before the board arrives, so that nothing jumps.
    this.apply(this.view);
    await this.turnBoard();
    this.board.set(this.view.pieces);
    const last = this.events.findLast((e) => e.kind === "move");
    if (last?.effects) this.board.last(last.effects);
    const lastPlay = this.events.findLast((e) => e.kind === "move" || e.kind === "throw");
    const thrown = this.events.findLast((e) => e.kind === "throw");
    if (thrown) this.dice.show(this.thrown, isBallot(thrown));
    if (lastPlay?.kind === "move") this.dice.fade();
    this.log.fill(this.events);
    this.remember();
    this.people();
    this.panels.render();
    this.dock.whenIdle();
    // Another tab may have seen more by now; if the table has not, it goes back on its word.
    if (this.verifier.behind) await this.catchUp();
    this.verifier.ends();
    this.checked(this.view);
    this.stream = new Stream(new Map([[this.id, this.seen]]), {
      table: (said) => said.table === this.id && this.receive(said),
      presence: (said) => said.table === this.id && this.away(said.away ?? []),
      link: (up) => this.link(up),
    });
    onSettings(() => {
      void this.turnBoard();
      this.dock.render();
    });
    addEventListener("keydown", (e) => this.dock.key(e));
    setInterval(() => this.tick(), 500);
    addEventListener("resize", () => {
      if (!this.board.sheet) return;
      this.board.full = /** @type {any} */ (this.board.trim());
      void this.board.view(this.board.full ?? [0, 0, 1, 1]);
    });
  }

  // What comes in.

  /**
   * A long log comes in several parts, the last of which has the view.
   * @param {{ events?: TableEvent[], view?: View }} said
   * @param {boolean} [whole] whether it was asked for: if an event is missing now, the table withholds it
   */
  receive(said, whole = false) {
    for (const e of said.events ?? []) {
      if (e.seq <= this.seen) continue;
      if (e.seq > this.seen + 1 && !whole) return void this.catchUp();
      this.seen = e.seq;
      this.check(e);
      this.queue.push(e);
    }
    if (said.view && said.view.seq >= (this.latest?.seq ?? this.view.seq)) this.latest = said.view;
    if (said.view) this.checked(said.view);
    void this.run();
  }

  /** Checks an event before it is shown. @param {TableEvent} e */
  check(e) {
    this.verifier.add(e);
    this.device.see(e, this.verifier.story.head);
    const person = e.body.person ?? e.by;
    if ((e.kind === "sit" || e.kind === "name") && person && e.body.name) this.names.set(person, e.body.name);
  }

  /** Some events have been checked: remembers them, says what is wrong, and does what this device owes. @param {View} view */
  checked(view) {
    const memory = this.remembers(view);
    const fault = this.verifier.fault;
    if (!fault) memory?.show(this.verifier.seq, this.verifier.story.head);
    else {
      if (fault.code.startsWith("memory-")) memory?.breaks();
      if (this.warning.hidden) this.warn(fault);
    }
    this.device.look(view);
  }

  /** What this device remembers of the table, if somebody plays on it. @param {View} view */
  remembers(view) {
    if (view.you.person && !this.tv) {
      this.device.memory ??= new Memory(this.id, view.you.person);
      this.verifier.memory = this.device.memory.seen;
    }
    return this.device.memory;
  }

  /** Says what does not hold, and keeps saying it. @param {import("./verifier.js").Fault} fault */
  warn(fault) {
    this.warning.hidden = false;
    put(this.warning, h("p", {}, h("strong", {}, t("dice.warning", { n: fault.event })), " ", fault.text, " ", fault.code.startsWith("memory-") && this.device.memory ? t("dice.anew") : ""),
      this.tv ? null : h("button", { class: "small", onclick: () => this.panels.open("dice") }, t("dice.more")));
  }

  /** Shows what has happened, one after the other, faster if it falls behind. */
  async run() {
    if (this.showing) return;
    this.showing = true;
    try {
      for (;;) {
        const e = this.queue.shift();
        if (e) {
          await this.show(e);
          continue;
        }
        const view = this.latest;
        this.latest = null;
        if (!view) break;
        this.board.set(view.pieces);
        this.apply(view);
        await this.turnBoard();
      }
    } finally {
      this.showing = false;
    }
    this.dock.whenIdle();
  }

  get pace() {
    if (document.hidden || this.queue.length > 14 || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
    return paces[settings.speed] / (this.queue.length > 4 ? 2.5 : 1);
  }

  /** Whether an event is talk of others that this browser does not want to hear. @param {TableEvent} e */
  muted(e) {
    return settings.mute && (e.kind === "chat" || e.kind === "emote") && e.by !== this.view.you.person;
  }

  /** @param {TableEvent} e */
  async show(e) {
    this.events.push(e);
    if (this.muted(e)) return;
    this.log.add(e);
    this.panels.event(e);
    const words = wordsOf(e);
    if (!quiet.has(e.kind)) speak(words);
    if (e.kind === "chat" || e.kind === "emote") this.bubble(e);
    switch (e.kind) {
      case "throw":
        this.dock.clearBoard();
        this.thrown = e.body.throw ?? "";
        this.dock.says(words);
        sound("dice");
        await this.dice.roll(this.thrown, isBallot(e), this.pace * 5);
        if (e.effects?.some((f) => f.from)) await this.board.play(e.effects, this.pace, sound);
        if (this.pace > 0) await new Promise((ok) => setTimeout(ok, this.pace * 2));
        break;
      case "move": {
        this.dock.clearBoard();
        this.dock.says(words);
        const own = this.previewed;
        this.previewed = false;
        const effects = own ? (e.effects ?? []).filter((f) => !byHand(f)) : (e.effects ?? []);
        await this.board.play(effects, this.pace, sound);
        this.board.last(e.effects ?? []);
        this.dice.fade();
        break;
      }
      case "give-back":
        this.board.last([]);
        break;
    }
    if (e.pieces) this.board.set(e.pieces);
  }

  /** @param {View} view */
  apply(view) {
    const before = this.view;
    this.view = view;
    this.since = performance.now();
    this.sawAt = Date.now();
    this.wanted &&= this.myTurn() && view.needs === "throw";
    this.people();
    this.dock.start();
    this.panels.render();
    const yours = this.myTurn();
    const title = view.gameTitle + " – " + t("app");
    document.title = yours && view.status === "playing" ? "● " + t("table.your-turn") + " – " + title : title;
    const icon = /** @type {HTMLLinkElement} */ (byId("icon"));
    icon.dataset.calm ??= icon.href;
    icon.href = yours ? (icon.dataset.turn ?? icon.href) : icon.dataset.calm;
    if (yours && before !== view && !(before.turn === view.turn && before.needs === view.needs)) {
      if (before.turn !== view.turn) sound("turn");
      speak(t(view.needs === "throw" ? "table.your-throw" : "table.your-move"));
      if (document.hidden && settings.notify && "Notification" in window && Notification.permission === "granted") {
        new Notification(t("table.your-turn"), { body: view.gameTitle, tag: this.id });
      }
    }
    if (view.result && !before.result) sound("end");
  }

  /** @param {boolean} up */
  link(up) {
    clearTimeout(this.linkTimer);
    if (up) {
      if (!this.line.hidden) {
        speak(t("table.online"));
        void this.catchUp();
      }
      this.line.hidden = true;
      return;
    }
    // A short break is nobody's business.
    this.linkTimer = setTimeout(() => {
      this.line.hidden = false;
    }, 1800);
  }

  /** Reads what a stream may have missed. */
  async catchUp() {
    const [view, events] = await Promise.all([get(`/api/tables/${this.id}`), eventsOf(this.id, this.seen)]);
    this.receive({ view, events }, true);
  }

  /** @param {number[]} chairs */
  away(chairs) {
    this.view.chairs.forEach((c, i) => (c.away = chairs.includes(i + 1)));
    this.people();
  }

  // What goes out.

  /**
   * Sends an action; what it does comes back by the stream.
   * @param {Partial<import("./types").Action>} action
   * @returns {Promise<boolean>} whether it was accepted
   */
  async send(action) {
    if (this.busy) return false;
    this.sending = true;
    this.dock.render();
    let done = false;
    try {
      const reply = await act(this.id, { seq: this.view.seq, ...action });
      if (reply.once) this.panels.carry(reply.once);
      this.awaited = reply.seq;
      setTimeout(() => {
        if (this.seen < reply.seq) void this.catchUp();
      }, 900);
      if (reply.view && reply.view.you.person && !this.view.you.person) this.latest = reply.view;
      done = true;
      return true;
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      this.previewed = false;
      this.wanted = e.code === "dice"; // the dice are being prepared: throw when they are ready
      if (e.code === "late" || this.wanted) void this.catchUp();
      else this.dock.refused(e);
      return false;
    } finally {
      this.sending = false;
      // The stream may have told it all before the answer came: what the page
      // plays by itself has waited for this.
      if (done && !this.showing) this.dock.whenIdle();
      else this.dock.render();
    }
  }

  /** Whether an action is under way, until what it did has been shown. */
  get busy() {
    return this.sending || this.dock.tutor.thinking || this.view.seq < this.awaited;
  }

  /** Throws, at once or as soon as the dice are ready. */
  async throw() {
    this.wanted = !this.device.ready;
    if (this.wanted) this.dock.render();
    else await this.send(this.device.throw());
  }

  /** Sits down. @param {number} chair */
  async sit(chair) {
    await ensureToken();
    if (await this.send({ kind: "sit", chair: chair + 1, name: name.get(), part: true })) {
      mine.add(this.id, this.view.game);
      const before = sessionStorage.getItem("parlour.before." + this.id);
      if (before) void carryNotices(before, this.id).catch(() => {});
      this.watching = false;
      // The stream now belongs to somebody who sits here.
      this.stream?.again(0);
    }
  }

  /** Gives the free chairs to bots. */
  async fill() {
    const level = this.view.levels[Math.floor(this.view.levels.length / 2)];
    const free = this.view.chairs.flatMap((c, i) => (c.person || c.bot ? [] : [i + 1]));
    for (const chair of free) await act(this.id, { kind: "chair", chair, level, seq: this.view.seq });
  }

  async rematch() {
    await ensureToken();
    const v = this.view;
    const next = await post(`/api/tables/${this.id}/rematch`, { key: random(), name: name.get() });
    // One chair further on.
    for (const chair of v.you.chairs ?? []) {
      await act(next.table, { kind: "sit", chair: (chair % v.chairs.length) + 1, name: name.get(), part: true, seq: 1 });
    }
    mine.add(next.table, v.game);
    await carryNotices(this.id, next.table).catch(() => {}); // the game matters more
    location.href = "/t/" + next.table;
  }

  // Who is who.

  /** The chair in turn, -1 if nobody has to act. */
  get turnChair() {
    return chairOf(this.view, this.view.turn);
  }

  /** Whether this device has to act. */
  myTurn() {
    const v = this.view;
    const chair = this.turnChair;
    return v.status === "playing" && !v.paused && chair >= 0 && (v.you.chairs ?? []).includes(chair + 1) && !v.chairs[chair].bot && !this.tv;
  }

  /** Whether several chairs are played on this device. */
  get shared() {
    return (this.view.you.chairs ?? []).length > 1;
  }

  remember() {
    if (this.view.you.chairs?.length) mine.add(this.id, this.view.game);
  }

  /**
   * Lays the board so that it is turned to the right player.
   * @returns {Promise<void>}
   */
  async turnBoard() {
    const sides = this.sides;
    const own = (this.view.you.chairs ?? []).map((c) => this.view.chairs[c - 1]?.seats[0] ?? "");
    const near = this.shared && settings.turnBoard && own.length && this.view.status === "playing" && this.turnChair >= 0 && (this.view.you.chairs ?? []).includes(this.turnChair + 1) ? this.view.turn : own[0];
    const q = ((sides[near] ?? 0) + this.extra) % 4;
    if (q === this.quarter) return;
    const sheet = await this.sheet(q);
    this.quarter = q;
    this.board.drawings.clear();
    this.board.lay(sheet);
    this.board.set(this.view.pieces);
    const last = this.events.findLast((e) => e.kind === "move");
    if (last?.effects) this.board.last(last.effects);
    this.dock.render();
  }

  /** @param {number} q @returns {Promise<Sheet>} */
  sheet(q) {
    let s = this.sheets.get(q);
    if (!s) {
      s = /** @type {Promise<Sheet>} */ (get(`/api/tables/${this.id}/board?quarter=${q}`));
      this.sheets.set(q, s);
    }
    return s;
  }

  /** The sign of a seat. @param {string} letter */
  icon(letter) {
    return this.signs[letter] ? signOf(this.signs[letter]) : h("span", { class: "seat-icon" });
  }

  /** Shows who sits where. */
  people() {
    const v = this.view;
    put(this.strip, v.chairs.map((c, i) => {
      const turn = v.status === "playing" && i === this.turnChair;
      const yours = (v.you.chairs ?? []).includes(i + 1);
      const place = v.result ? Math.min(...c.seats.map((l) => v.result?.places[l] ?? 9)) : 0;
      const free = !c.person && !c.bot;
      return h("li", { class: "chair" + (turn ? " turn" : "") + (yours ? " yours" : "") + (free ? " free" : ""), "aria-current": turn ? "true" : null },
        h("span", { class: "signs" }, c.seats.map((l) => this.icon(l))),
        h("span", { class: "who" },
          h("strong", {}, c.bot && !c.name ? [capital(c.bot), h("span", { class: "bot-word" }, t("table.bot-word"))] : yours && !this.shared && !name.get() ? t("new.you") : chairName(v, i)),
          h("small", {}, chairSeats(v, i), v.status !== "waiting" && c.seats.length === 1 ? factsOf(v, c.seats[0]).map((f) => h("span", { class: "fact" }, " · " + f)) : null, c.away ? " · " + t("table.away") : "", c.bot && c.name ? " · " + t("table.bot", { level: capital(c.bot) }) : "")),
        v.terms.clock && v.terms.clock.kind !== "none" ? h("span", { class: "clock", "data-chair": i }, "") : null,
        place === 1 ? h("span", { class: "medal", title: t("table.won-by", { seat: chairSeats(v, i) }) }, "★") : null);
    }));
    this.tick();
  }

  /** Shows the clocks as they run. */
  tick() {
    const v = this.view;
    for (const el of this.strip.querySelectorAll(".clock") ?? []) {
      const i = Number(/** @type {HTMLElement} */ (el).dataset.chair);
      let left = v.chairs[i].left ?? 0;
      if (i === this.turnChair && v.deadline && !v.paused && v.status === "playing") {
        const ahead = Date.parse(v.now) - this.sawAt;
        left = Math.max(0, (Date.parse(v.deadline) - Date.now() - ahead) / 1000);
      }
      el.textContent = clockText(left);
      el.classList.toggle("low", left > 0 && left < 20 && i === this.turnChair);
    }
  }

  /** A word that appears beside who said it. @param {TableEvent} e */
  bubble(e) {
    toast(wordsOf(e), "said");
  }

  /** Turns the board by hand. */
  async flip() {
    const two = new Set(Object.values(this.sides)).size <= 2;
    this.extra = (this.extra + (two ? 2 : 1)) % 4;
    await this.turnBoard();
  }

  /** A person in a sentence. @param {number} id */
  person(id) {
    return id === this.view.you.person ? t("table.you") : (this.names.get(id) ?? t("dice.person", { n: id }));
  }

  /** The name for a seat in a sentence. @param {string} letter */
  seat(letter) {
    return seatName(this.view, letter);
  }
}

/** @param {number} s seconds */
function clockText(s) {
  if (s >= 86400) return Math.floor(s / 86400) + " d " + Math.floor((s % 86400) / 3600) + " h";
  const m = Math.floor(s / 60);
  if (m >= 60) return Math.floor(m / 60) + ":" + String(m % 60).padStart(2, "0") + " h";
  return m + ":" + String(Math.floor(s % 60)).padStart(2, "0");
}
