// What the page of a table shows, folded from what the server says. Nothing
// here touches the document or the network, so that it is tested without both.

import { chairOf } from "../words/names.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").TableEvent} TableEvent */

/** Milliseconds for one step of a piece, by the setting for speed. */
export const paces = { slow: 190, normal: 105, fast: 50, off: 0 };

/** Nobody is away and nobody watches: so every stream begins. @type {import("../types").Presence} */
export const nobody = { table: "", away: [], absent: [], watchers: 0, names: [] };

export class State {
  /** @param {View} view @param {boolean} [shared] */
  constructor(view, shared = false) {
    this.missing = nobody;
    this.view = this.place(view); // as it is shown
    this.shared = shared; // a screen for all: nobody there is "you"
    /** @type {TableEvent[]} what has been shown */
    this.events = [];
    /** @type {TableEvent[]} what has come in and waits to be shown */
    this.queue = [];
    /** @type {View | null} what to show when nothing waits any more */
    this.latest = null;
    this.seen = 0; // number of the last event that came in
    this.awaited = 0; // number of the event that the last action became
    /** @type {TableEvent | null} the last throw that was shown */
    this.thrown = null;
    /** @type {{ watchers: number, names: string[] }} who watches */
    this.crowd = { watchers: 0, names: [] };
    /** @type {Map<number, string>} names of people */
    this.names = new Map();
  }

  /**
   * Takes the log as it was when the view was made.
   * @param {TableEvent[]} events
   * @returns {TableEvent[]} those that the view knows
   */
  begin(events) {
    const known = events.filter((e) => e.seq <= this.view.seq);
    for (const e of known) {
      this.note(e);
      this.shown(e);
    }
    return known;
  }

  /**
   * Takes what the stream says. A long log comes in several parts, the last of
   * which has the view.
   * @param {{ events?: TableEvent[], view?: View }} said
   * @param {boolean} [whole] whether everything was asked for: then nothing can be missing
   * @returns {{ fresh: TableEvent[], gap: boolean }} the new events, and whether some before the next ones, or before the view, are missing
   */
  receive(said, whole = false) {
    const fresh = [];
    for (const e of said.events ?? []) {
      if (e.seq <= this.seen) continue;
      if (e.seq > this.seen + 1 && !whole) return { fresh, gap: true };
      this.note(e);
      this.queue.push(e);
      fresh.push(e);
    }
    // Nothing is shown that the log does not have: nobody could check it.
    if (said.view && said.view.seq > this.seen) return { fresh, gap: !whole };
    if (said.view && said.view.seq >= (this.latest?.seq ?? this.view.seq)) this.latest = this.place(said.view);
    return { fresh, gap: false };
  }

  /** @param {TableEvent} e */
  note(e) {
    this.seen = e.seq;
    const person = e.body.person ?? e.by;
    if ((e.kind === "sit" || e.kind === "name") && person && e.body.name) this.names.set(person, e.body.name);
  }

  /** @param {TableEvent} e */
  shown(e) {
    this.events.push(e);
    if (e.kind === "throw") this.thrown = e;
  }

  /** The next event to show, null if none waits. */
  next() {
    const e = this.queue.shift() ?? null;
    if (e) this.shown(e);
    return e;
  }

  /** Turns to the latest view. @returns {View | null} the one that was shown before, null if there is no later one */
  turn() {
    if (!this.latest) return null;
    const before = this.view;
    this.view = this.latest;
    this.latest = null;
    return before;
  }

  /** Notes who is away and who watches. @param {import("../types").Presence} said */
  presence(said) {
    this.missing = said;
    this.place(this.view);
    if (this.latest) this.place(this.latest);
    this.crowd = { watchers: said.watchers, names: said.names };
  }

  /**
   * Notes in a view who is away. The stream says it when it changes; what the view
   * says was so when the view was made, perhaps before this device connected.
   * @param {View} v
   */
  place(v) {
    v.chairs.forEach((c, i) => {
      c.away = this.missing.away.includes(i + 1);
      c.absent = this.missing.absent.includes(i + 1);
    });
    return v;
  }

  /** The last event that came in. */
  get last() {
    return this.queue.at(-1) ?? this.events.at(-1);
  }

  /** The last move that was shown, unless it was taken back. */
  get lastMove() {
    return this.undone ? undefined : this.events.findLast((e) => e.kind === "move");
  }

  /** Whether the last throw has been used. */
  get moved() {
    return this.events.findLast((e) => e.kind === "move" || e.kind === "throw" || e.kind === "give-back")?.kind === "move";
  }

  /** Whether the last thing that happened was that a move came back. */
  get undone() {
    return this.events.findLast((e) => e.kind === "move" || e.kind === "throw" || e.kind === "give-back")?.kind === "give-back";
  }

  /** Whether what the last action did has not been shown yet. */
  get waits() {
    return this.view.seq < this.awaited;
  }

  /** The chair in turn, -1 if nobody has to act. */
  get turnChair() {
    return chairOf(this.view, this.view.turn);
  }

  /** The chairs of this device, numbered from 1. */
  get own() {
    return this.shared ? [] : (this.view.you.chairs ?? []);
  }

  /** Whether this device has to act. */
  get myTurn() {
    const v = this.view;
    const chair = this.turnChair;
    return v.status === "playing" && !v.paused && chair >= 0 && this.own.includes(chair + 1) && !v.chairs[chair].bot;
  }

  /** The seat that the board is turned to. @param {boolean} follow whether it follows the turn of those who share a device */
  near(follow) {
    const v = this.view;
    const turn = v.status === "playing" && this.own.includes(this.turnChair + 1);
    if (follow && turn && this.own.length > 1) return v.turn;
    return v.chairs[(this.own[0] ?? 0) - 1]?.seats[0] ?? "";
  }

  /** Whether an event is talk that this browser does not want to hear. @param {TableEvent} e @param {boolean} mute */
  muted(e, mute) {
    return mute && (e.kind === "chat" || e.kind === "emote") && e.by !== this.view.you.person;
  }

  /** Milliseconds for a step: less if much waits. @param {keyof typeof paces} speed */
  pace(speed) {
    if (this.queue.length > 14) return 0;
    return paces[speed] / (this.queue.length > 4 ? 2.5 : 1);
  }

  /**
   * The seconds that a chair has left.
   * @param {number} chair from 0
   * @param {number} since when the view came, in milliseconds
   * @param {number} now
   */
  left(chair, since, now) {
    const v = this.view;
    if (chair !== this.turnChair || !v.deadline || v.paused || v.status !== "playing") return v.chairs[chair].left ?? 0;
    const ahead = Date.parse(v.now) - since; // of the server's clock
    return Math.max(0, (Date.parse(v.deadline) - now - ahead) / 1000);
  }
}

/**
 * What is worth telling of a new view.
 * @param {View} before
 * @param {View} after
 * @param {boolean} mine whether this device has to act now
 */
export function newsOf(before, after, mine) {
  const same = before.turn === after.turn && before.needs === after.needs && before.position === after.position;
  const due = mine && !same;
  return { due, turned: due && before.turn !== after.turn, ended: !!after.result && !before.result };
}

/** How many milliseconds somebody waits before their turn is worth a sound or a buzz. */
const longWait = 4000;

/**
 * Whether to call a person to the table: the turn came to them while they did
 * not look, or after a wait.
 * @param {boolean} turned @param {boolean} hidden whether the page is hidden @param {number} waited milliseconds
 */
export function calls(turned, hidden, waited) {
  return turned && (hidden || waited >= longWait);
}

/** A time as clocks show it. @param {number} s seconds */
export function clockText(s) {
  if (s >= 86400) return Math.floor(s / 86400) + " d " + Math.floor((s % 86400) / 3600) + " h";
  const m = Math.floor(s / 60);
  if (m >= 60) return Math.floor(m / 60) + ":" + String(m % 60).padStart(2, "0") + " h";
  return m + ":" + String(Math.floor(s % 60)).padStart(2, "0");
}
