// Follows the log of a table and checks every throw as it falls: that everything
// which goes into it was fixed by an ask before the first link was opened, and
// that the links make it. It stops at the first thing that does not hold.
//
// It knows no rules of games. Whether an ask was due by them, the program of
// this device checks; see whole-game.js. What a device remembers is compared in
// recall.js. docs/FAIR-DICE.md describes both.

import { lengths, Promised } from "./chain.js";
import { messageOf, method, numberOf, throwOf, weightOf } from "./fair.js";
import { isLink } from "../lib/sha256.js";
import { readable } from "./reading.js";
import { Story } from "./story.js";
import { capital } from "../words/words.js";

/** @typedef {import("../types").TableEvent} TableEvent */
/** @typedef {import("../types").Body} Body */

/** @typedef {{ code: string, event: number, throw: number, text: string }} Fault what does not hold, and from which event on */
/** @typedef {{ person: number, chain: number, commitment: string, link: number }} Named a person who has to open a link, with its number */
/**
 * @typedef {object} Ask a throw that was asked for
 * @property {number} seq
 * @property {string} head of the log with it
 * @property {number} epoch
 * @property {number} number
 * @property {number} attempt
 * @property {string} line the position in which the throw is due
 * @property {string} seat
 * @property {number} person who throws, 0 for a bot
 * @property {string} due
 * @property {number} opens number of the server's link
 * @property {Named[]} who
 * @property {{ person: number, link: string }[]} parts the links that came, once it has ended
 * @property {boolean} ready
 * @property {number} thrown the event of its throw, 0 if there is none
 * @property {Voided | null} void
 */
/** @typedef {{ number: number, attempt: number, event: number, why: string, person: number }} Voided */
/**
 * A throw. Its attempt is 0 if its method is unknown.
 * @typedef {{
 *   number: number, event: number, attempt: number, person: number, who: Named[], method: string, thrown: string, dice: string,
 *   link: string, good: boolean
 * }} Throw
 */
/**
 * What an event was, in short. It is passive if it may come between the last event before a server went back and its new chain.
 * @typedef {{ kind: string, by: number, person: number, text: string, passive: boolean, epoch: number }} Step
 */

/** Kinds of events that change nothing a throw depends on. */
const talk = new Set(["chat", "emote", "name", "carry", "lock", "host", "set-chat", "mute", "set-help", "held"]);

/** Kinds of events about a chair. */
const seating = new Set(["sit", "stand", "chair", "stand-in", "return", "claim"]);

/** What an open ask allows, and its end. */
const passive = new Set([...talk, ...seating, "take-part", "ready", "throw", "void"]);

/** What makes a throw impossible that was asked for. */
const causes = new Set(["resign", "time-up", "rule", "too-long", "take-part", ...seating]);

/** All kinds of events, those of earlier dice included. */
const kinds = new Set([
  ...passive,
  ...causes,
  ...["created", "earlier", "server", "ask", "move", "offer", "accept", "decline", "ask-back", "give-back", "keep-back"],
  ...["pause", "resume", "rematch", "commit", "round", "pledge", "reveal"],
]);

/** The latest form of events that this page knows. */
const schema = 3;

class Broken extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(capital(text));
    this.code = code;
  }
}

/** @param {string} code @param {string} text @returns {never} */
function fail(code, text) {
  throw new Broken(code, text);
}

/** @param {number} id */
const person = (id) => "person " + id;

/** The first words of what is played without a throw in games with throws. */
const diceless = new Set(["roll", "double", "take", "drop", "beaver", "raccoon", "resign", "accept", "decline", "retire"]);

export class Verifier {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.story = new Story(table);
    /** @type {string[]} the head of the log with each event; the first is that of no event */
    this.heads = [this.story.head];
    /** @type {(Step | null)[]} by the number of the event */
    this.steps = [null];
    this.line = ""; // the position after the last event
    this.game = "";
    this.moves = 0;
    /** @type {Map<number, string>} */
    this.names = new Map();
    /** @type {Fault | null} */
    this.fault = null;
    /** @type {Throw[]} */
    this.throws = [];
    /** @type {Voided[]} */
    this.voids = [];
    /** @type {Map<string, Ask>} by the head of the log with it */
    this.asks = new Map();
    /** @type {Ask | null} the one that is open */
    this.ask = null;
    this.tried = 0; // asks that were voided since the last throw
    /** @type {{ kind: string, by?: number } | null} what the last void says comes next */
    this.next = null;
    /** @type {Map<number, { person: number, bot: boolean }>} */
    this.chairs = new Map();
    /** @type {Map<string, number>} the chair that plays each seat, if it was said */
    this.seats = new Map();
    /** @type {Map<number, Promised>} the latest chain of each person */
    this.chains = new Map();
    /** @type {Promised & { epoch: number } | null} the server's chain */
    this.server = null;
    /** @type {Set<string>} commitments that have been declared */
    this.declared = new Set();
    this.movable = 0; // moves since the last throw
    /** @type {string[]} the positions since the last throw: only to these can moves be taken back */
    this.lines = [];
    this.begun = false; // something was thrown or moved
    this.lay = false; // the first was a move: a throw may have lain in the position of the beginning
    this.elsewhere = 0; // throws from before the game came to this table
    this.deck = "";
  }

  /** How many events it has followed. */
  get seq() {
    return this.story.seq;
  }

  /** How many throws have fallen. */
  get fallen() {
    return this.throws.length;
  }

  /** Follows one further event. Whatever a server sends, it ends in a fault at worst. @param {TableEvent} e */
  add(e) {
    e ??= /** @type {TableEvent} */ ({});
    const before = this.throws.length;
    const seq = this.seq + 1;
    const b = e.body ?? {};
    try {
      if (!readable(e)) fail("gap", "an event cannot be read, or programs could read it differently.");
      this.story.add(e);
    } catch (x) {
      this.story.seq = seq;
      this.stops(x, e, b);
    }
    this.heads.push(this.story.head);
    this.steps.push({
      kind: e.kind,
      by: e.by ?? 0,
      person: b.person ?? 0,
      text: b.move ?? "",
      passive: passive.has(e.kind),
      epoch: b.epoch ?? 0,
    });
    this.line = e.line;
    if (!this.fault) {
      try {
        if (e.schema > schema) fail("gap", "an event is written by a later version of the program.");
        if (e.seq !== seq) fail("gap", `${e.seq > seq ? `event ${seq} is missing: event` : "event"} ${e.seq} follows event ${seq - 1}.`);
        if ((e.kind === "created") !== (seq === 1)) fail("gap", "a log begins with the creation of its table, and has it once.");
        this.fits(e, b);
        this.follow(e, b);
        if (this.lines.at(-1) !== e.line) this.lines.push(e.line);
      } catch (x) {
        this.throws.length = before;
        this.stops(x, e, b);
      }
    }
    if (e.kind === "throw" && this.throws.length === before) this.note(e, b, null, false);
  }

  /**
   * Notes why an event cannot be followed: because of a fault, or because it cannot be read.
   * @param {unknown} x @param {TableEvent} e @param {Body} b
   */
  stops(x, e, b) {
    const { code, message } = x instanceof Broken ? x : new Broken("gap", "an event cannot be read.");
    this.breaks(code, message, (e.kind === "throw" || e.kind === "ask") && Number.isSafeInteger(b.number) ? b.number : 0);
  }

  /** @param {string} code @param {string} text @param {number} [number] of a throw */
  breaks(code, text, number = 0) {
    this.fault ??= { code, event: this.seq, throw: number, text };
  }

  /** The server shows what the next event did, and keeps the event back. */
  withheld() {
    this.fault ??= { code: "gap", event: this.seq + 1, throw: 0, text: `Event ${this.seq + 1} is missing.` };
  }

  /**
   * What the server shows must be what the log says.
   * @param {{ seq: number, position: string, status?: string, result?: object | null, chairs?: { seats: string[] }[] }} view
   */
  shown(view) {
    for (const [i, c] of (view.chairs ?? []).entries()) {
      for (const letter of c.seats) {
        if ((this.seats.get(letter) ?? i + 1) !== i + 1) this.breaks("ask", "The server says that another chair plays a seat than before.");
        else this.seats.set(letter, i + 1);
      }
    }
    if (view.seq !== this.seq || !this.seq) return;
    if (view.position !== this.line) this.breaks("illegal", "The server shows another position than that of the log.");
    if ((view.status === "over" || view.result) && this.ask)
      this.breaks("open-ask", `The game has ended, but throw ${this.ask.number} is still asked for.`);
  }

  /** An event must be one that may come now. @param {TableEvent} e @param {Body} b */
  fits(e, b) {
    const next = this.next;
    this.next = null;
    if (next && (e.kind !== next.kind || (next.by !== undefined && (e.by ?? 0) !== next.by)))
      fail(
        "open-ask",
        `the throw was given up because of “${next.kind}”${next.by ? " by " + person(next.by) : ""}, but “${e.kind}” follows.`,
      );
    const ask = this.ask;
    if (ask && !["ask", "ready", "throw", "void"].includes(e.kind) && !this.allowed(ask, e, b))
      fail("open-ask", `“${e.kind}” comes while throw ${ask.number} is asked for.`);
  }

  /** Whether something may happen while an ask is open. @param {Ask} ask @param {TableEvent} e @param {Body} b */
  allowed(ask, e, b) {
    const asked = (/** @type {number} */ id) => ask.who.some((w) => w.person === id);
    if (talk.has(e.kind)) return true;
    if (e.kind === "take-part" || e.kind === "claim") return !asked(b.person ?? 0);
    if (!seating.has(e.kind)) return false;
    // In an opening throw of all, every chair is in turn.
    return (
      !b.chair ||
      (ask.due !== "each" && !this.inTurn(ask, b.chair) && !asked(b.person ?? 0) && !asked(this.chairs.get(b.chair)?.person ?? 0))
    );
  }

  /** Whether a chair plays the seat that an ask is for. @param {Ask} ask @param {number} chair */
  inTurn(ask, chair) {
    const known = this.seats.get(ask.seat);
    return known ? known === chair : !!ask.person && this.chairs.get(chair)?.person === ask.person;
  }

  /** @param {TableEvent} e @param {Body} b */
  follow(e, b) {
    switch (e.kind) {
      case "created":
        if (!b.terms) fail("gap", "the table was created without terms.");
        this.game = b.terms?.game ?? "";
        this.earlier(b.terms?.before?.plays);
        (b.terms?.bots ?? []).forEach((level, i) => level && this.chairs.set(i + 1, { person: 0, bot: true }));
        break;
      case "earlier":
        this.earlier(b.plays);
        break;
      case "name":
        if (e.by && b.name) this.names.set(e.by, b.name);
        break;
      case "sit":
        if (!b.person || e.by !== b.person) fail("illegal", "somebody seats another person.");
        if (b.name) this.names.set(b.person, b.name);
        this.chair(b, () => ({ person: b.person ?? 0, bot: false }));
        break;
      case "stand":
        this.chair(b, () => ({ person: 0, bot: false }));
        break;
      case "chair":
        this.chair(b, () => ({ person: 0, bot: !!b.level }));
        break;
      case "stand-in":
        this.chair(b, (was) => ({ person: was.person, bot: true }));
        break;
      case "return":
        this.chair(b, (was) => ({ person: was.person, bot: false }));
        break;
      case "rule":
        if (b.text === "bot") this.chair(b, (was) => ({ person: was.person, bot: true }));
        if (b.text === "end") this.movable = Infinity;
        break;
      case "claim":
        // Or nobody would miss the link for it.
        if (!b.person || e.by !== b.person) fail("chain", "somebody takes over the chairs of another person.");
        this.chains.delete(b.person);
        break;
      case "take-part":
        this.takePart(e, b);
        break;
      case "server":
        this.serves(e, b);
        break;
      case "ask":
        this.asked(e, b);
        break;
      case "ready":
        this.readied(e, b);
        break;
      case "throw":
        this.threw(e, b);
        break;
      case "void":
        this.voided(e, b);
        break;
      case "move":
        this.moves++;
        this.movable++;
        this.played(b.move ?? "", false);
        break;
      case "give-back":
        this.takesBack(b.plies ?? 0, e.line);
        break;
      case "resign":
        this.movable = Infinity; // leaving a game may count as moves; only the rules know how many
        break;
      default:
        if (!kinds.has(e.kind)) fail("gap", `this page does not know events of the kind “${e.kind}”.`);
    }
  }

  /** @param {Body} b @param {(was: { person: number, bot: boolean }) => { person: number, bot: boolean }} change */
  chair(b, change) {
    if (b.chair) this.chairs.set(b.chair, change(this.chairs.get(b.chair) ?? { person: 0, bot: false }));
  }

  /** A throw is never taken back, or it could be repeated. @param {number} plies @param {string} line */
  takesBack(plies, line) {
    if (!(plies >= 1 && plies <= this.movable && this.lines.includes(line)))
      fail("illegal", `${plies} throws and moves are taken back; only moves since the last throw can be.`);
    this.movable -= plies;
    this.lines.length = this.lines.lastIndexOf(line);
  }

  /** Plays from before the game came to this table. Only throws are written as digits alone. @param {string[]} [plays] */
  earlier(plays = []) {
    for (const text of plays) {
      const thrown = /^[0-9]+$/.test(text);
      this.played(text, thrown);
      if (thrown) this.elsewhere++;
    }
  }

  /**
   * Counts the throw that lay in the position with which the table began: in a game with throws something was moved
   * before the first one.
   * @param {string} text
   * @param {boolean} thrown
   */
  played(text, thrown) {
    if (diceless.has(text.split(" ")[0])) return;
    if (thrown && this.lay) {
      this.elsewhere++;
      this.lay = false;
    }
    if (!this.begun) [this.begun, this.lay] = [true, !thrown];
  }

  // Chains.

  /** @param {TableEvent} e @param {Body} b */
  takePart(e, b) {
    if (!b.dice) return; // of a table from before this method
    const id = b.person ?? 0;
    if (!id || e.by !== id) fail("chain", "somebody declares a chain for another person.");
    this.chains.set(id, this.promise(e, b, lengths.device, "the chain of " + person(id)));
  }

  /** @param {TableEvent} e @param {Body} b */
  serves(e, b) {
    const epoch = b.epoch ?? 0;
    if (e.by) fail("chain", "somebody declares a chain for the server.");
    const chain = this.promise(e, b, lengths.server, "the server's chain");
    if (!(epoch > (this.server?.epoch ?? 0))) fail("epoch", `the epoch goes from ${this.server?.epoch ?? 0} to ${epoch}; it has to rise.`);
    this.server = Object.assign(chain, { epoch });
  }

  /** @param {TableEvent} e @param {Body} b @param {number[]} length @param {string} whose */
  promise(e, b, [least, most], whose) {
    const { commitment = "", links = 0 } = b.dice ?? {};
    if (!isLink(commitment)) fail("chain", `${whose} has a commitment that is not 64 lowercase hex digits.`);
    if (!(links >= least && links <= most)) fail("chain", `${whose} has ${links} links; expected ${least} to ${most}.`);
    if (this.declared.has(commitment)) fail("chain", `${whose} has a commitment that was declared at this table before.`);
    this.declared.add(commitment);
    return new Promised(commitment, links, e.seq);
  }

  // Throws.

  /** @param {TableEvent} e @param {Body} b */
  asked(e, b) {
    const s = this.server;
    const { number = 0, attempt = 0, epoch = 0, seat = "", due = "", opens = 0 } = b;
    const id = b.person ?? 0;
    const bad = (/** @type {string} */ text) => fail("ask", `throw ${number} is asked for, but ${text}.`);
    if (this.ask) return bad(`throw ${this.ask.number} is still open`);
    if (!s) return bad("the server has declared no chain");
    if (number !== this.fallen + 1) bad(`throw ${this.fallen + 1} is next`);
    if (attempt !== this.tried + 1) bad(`it is attempt ${this.tried + 1}, not ${attempt}`);
    if (epoch !== s.epoch) bad(`with epoch ${epoch} instead of ${s.epoch}`);
    if (!(opens > s.named && opens <= s.links))
      bad(`with link ${opens} of the server, which has named link ${s.named} of ${s.links} before`);
    const weight = weightOf(due);
    const deck = due.startsWith("draw ") ? due : "dice";
    if (!(weight >= 2 && weight < 1 << 15)) bad("with dice that nobody knows");
    if ((this.deck || deck) !== deck) bad("with other dice than before");
    if (e.by && e.by !== id) bad(`${person(e.by)} asks for the throw of another`);
    this.decides(seat, id, bad);
    const who = this.who(b.who ?? [], number);
    for (const w of who) /** @type {Promised} */ (this.chains.get(w.person)).named = w.link;
    s.named = opens;
    this.deck = deck;
    this.ask = {
      seq: e.seq,
      head: this.story.head,
      epoch,
      number,
      attempt,
      seat,
      person: id,
      due,
      opens,
      who,
      line: e.line,
      parts: [],
      ready: false,
      thrown: 0,
      void: null,
    };
    this.asks.set(this.ask.head, this.ask);
  }

  /** Only the person who decides for the seat may throw. @param {string} seat @param {number} id @param {(text: string) => never} bad */
  decides(seat, id, bad) {
    const mine = [...this.chairs]
      .filter(([n, c]) => (this.seats.size ? n === this.seats.get(seat) : id ? c.person === id && !c.bot : c.bot))
      .map(([, c]) => c);
    const own = mine.map((c) => (c.bot ? 0 : c.person || -1));
    if (own[0] !== id) bad(id ? `${person(id)} does not play that seat` : "no bot plays that seat");
  }

  /**
   * The people whose devices open a link.
   * @param {{ person?: number, chain?: number, link?: number }[]} list @param {number} number @returns {Named[]}
   */
  who(list, number) {
    let last = 0;
    return list.map(({ person: id = 0, chain = 0, link = 0 }) => {
      const bad = (/** @type {string} */ text) => fail("who", `throw ${number}: ${person(id)} ${text}.`);
      if (!(id > last)) bad("is not named in order");
      last = id;
      if (![...this.chairs.values()].some((c) => c.person === id)) bad("sits on no chair");
      const c = this.chains.get(id);
      if (!c || c.seq !== chain) return bad("is named with a chain that is not the latest one");
      if (!(link > c.named && link <= c.links)) bad(`is to open link ${link}, but link ${c.named} of ${c.links} was named before`);
      return { person: id, chain, commitment: c.commitment, link };
    });
  }

  /** The ask that an event belongs to. @param {Body} b @param {string} what */
  open({ number = 0, attempt = 0 }, what) {
    const ask = this.ask;
    if (!ask || ask.number !== number || ask.attempt !== attempt)
      return fail("no-ask", `${what} of throw ${number}, attempt ${attempt}, which is not asked for.`);
    return ask;
  }

  /** @param {TableEvent} e @param {Body} b */
  readied(e, b) {
    const ask = this.open(b, "the links are ready");
    if (e.by || ask.ready || ask.who.length < 2 || !ask.who.some((w) => w.person === ask.person))
      fail("no-ask", `the links of throw ${ask.number} are said to be ready once more, or for nobody.`);
    ask.ready = true;
  }

  /** @param {TableEvent} e @param {Body} b */
  threw(e, b) {
    if (!b.attempt) {
      if (this.server) fail("method", `throw ${b.number ?? 0} is made by a method of before.`);
      return this.note(e, b, null, true);
    }
    const ask = this.open(b, "the result");
    const parts = b.parts ?? [];
    if (parts.length !== ask.who.length || parts.some((p, i) => p.person !== ask.who[i].person))
      fail("parts", `throw ${ask.number} is not made by exactly those who were asked.`);
    this.links(ask, parts);
    const s = /** @type {Promised} */ (this.server);
    if (!s.fits(ask.opens, b.link ?? "")) fail("link", `the server's link of throw ${ask.number} does not fit its chain.`);
    const want = throwOf(ask.due, numberOf(b.link ?? "", messageOf(this.table, ask, parts), weightOf(ask.due)));
    if (want !== b.throw) fail("throw", `throw ${ask.number} is ${b.throw}, but the links make ${want}.`);
    if ((e.by ?? 0) !== ask.person || b.seat !== ask.seat) fail("throw", `throw ${ask.number} was asked for from somebody else.`);
    ask.thrown = e.seq;
    ask.parts = parts;
    this.ask = null;
    this.tried = 0;
    this.note(e, b, ask, true);
  }

  /** Links must fit the chains of those who opened them. @param {Ask} ask @param {{ person: number, link: string }[]} parts */
  links(ask, parts) {
    for (const p of parts) {
      const w = ask.who.find((x) => x.person === p.person);
      const chain = this.chains.get(p.person);
      if (!w || !chain?.fits(w.link, p.link))
        return fail("link", `the link of ${person(p.person)} for throw ${ask.number} does not fit the chain.`);
    }
  }

  /** @param {TableEvent} e @param {Body} b */
  voided(e, b) {
    const ask = this.open(b, "the end");
    const { why = "", parts = [] } = b;
    const id = b.person ?? 0;
    if (e.by) fail("no-ask", `${person(e.by)} ends what was asked for.`);
    let last = 0;
    for (const p of parts) {
      if (!(p.person > last) || !ask.who.some((w) => w.person === p.person))
        fail("parts", `a link of somebody who was not asked is said to have come for throw ${ask.number}.`);
      last = p.person;
    }
    this.links(ask, parts);
    if (why === "silent") {
      if (!ask.who.some((w) => w.person === id)) fail("parts", `${person(id)} is said to have been silent, but was not asked.`);
      if (parts.some((p) => p.person === id)) fail("parts", `${person(id)} is said to have been silent, but the link is there.`);
    } else if (why === "restart") {
      this.next = { kind: "server" };
    } else if (causes.has(why)) {
      this.next = { kind: why, by: id };
    } else {
      fail("open-ask", `throw ${ask.number} is given up without a reason.`);
    }
    ask.parts = parts;
    ask.void = { number: ask.number, attempt: ask.attempt, event: e.seq, why, person: id };
    this.voids.push(ask.void);
    this.ask = null;
    this.tried++;
  }

  /** @param {TableEvent} e @param {Body} b @param {Ask | null} ask @param {boolean} good */
  note(e, b, ask, good) {
    this.movable = 0;
    this.lines = [];
    if (good) this.played(b.throw ?? "", true);
    this.throws.push({
      number: b.number ?? 0,
      event: e.seq,
      attempt: ask?.attempt ?? 0,
      person: ask ? ask.person : (e.by ?? 0),
      who: ask?.who ?? [],
      method: ask ? method : "",
      thrown: b.throw ?? "",
      dice: ask?.due ?? e.dice ?? "",
      link: b.link ?? "",
      good,
    });
  }
}
