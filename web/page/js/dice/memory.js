// What this device remembers of the dice of a table: its secrets, what it
// opened, pressed and sent, and every head of the log that it was shown. A
// server that changes its story later is found by it.
//
// It is kept in the browser's database, because a transaction there is alone
// among all tabs and is on the disk before anything is sent that depends on it.
// Without a database it lasts as long as the page.

import { newSecret, Chain, ownLinks } from "./chain.js";

/**
 * What a device remembers of a table. It has no end while more is added.
 * @typedef {Omit<import("../types").Remembered, "format" | "until"> & { format?: string, until?: number }} Remembered
 */
/** @typedef {import("../types").Opening} Opening */
/**
 * A chain is seen once the log has declared it. Without a secret, nothing more is opened of it.
 * @typedef {{ secret?: string, commitment: string, links: number, seen?: boolean }} OwnChain
 */
/** @typedef {{ number: number, line: string }} Press the owner's wish to throw, in a position */
/**
 * @typedef {{
 *   table: string, person: number, since: number, epoch: number, chains: OwnChain[], opened: Opening[], heads: [number, string][],
 *   back: number[], acts: [string, string][], pressed: Press[], over: boolean
 * }} Kept
 */
/**
 * What is stored of it in one piece; it says how often it was changed, and which the last changes were.
 * @typedef {Omit<Kept, "opened" | "heads"> & { changes: number, marks?: string[] }} Stored
 */
/**
 * A change that is being stored. If the browser closes the database meanwhile, its mark tells whether it was stored.
 * @template T
 * @typedef {{ mark: string, result?: T }} Attempt
 */
/**
 * What is kept of a table after the rest has been forgotten.
 * @typedef {{ at: number, began: boolean, over: boolean, remote: boolean, held: boolean }} Note
 */

/** How much is kept: tables, and notes of tables. */
export const most = { tables: 30, notes: 400 };

/** How long the browser may take to open its database, in milliseconds. A busy phone needs seconds, and some browsers never open it. */
const patience = 20_000;

/** @param {IDBFactory} factory @returns {Promise<IDBDatabase>} */
function opened(factory) {
  return new Promise((ok, no) => {
    const asked = factory.open("parlour-dice", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("tables");
      asked.result.createObjectStore("notes");
      asked.result.createObjectStore("heads"); // one by one, because every event brings one
      asked.result.createObjectStore("opened");
    };
    const timer = setTimeout(() => no(new Error("The database does not open.")), patience);
    asked.onsuccess = () => {
      clearTimeout(timer);
      ok(asked.result);
    };
    asked.onerror = () => {
      clearTimeout(timer);
      no(asked.error);
    };
  });
}

/**
 * What an error is called if the browser has closed the database by itself: a phone does so when it wants the
 * memory for another program. A change that was on its way may be stored or not.
 */
const closures = ["InvalidStateError", "UnknownError", "AbortError"];

/** The browser's database, if it gives us one. */
function browserFactory() {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null; // private windows may refuse
  }
}

/**
 * Notes of tables at which this device may have done something that is not in the
 * database, because it was full or did not open. They are kept beside it.
 */
const unstored = {
  /** @param {string} table */
  has(table) {
    try {
      return !!globalThis.localStorage?.getItem("parlour.unstored." + table);
    } catch {
      return false;
    }
  },
  /** @param {string} table */
  note(table) {
    try {
      globalThis.localStorage?.setItem("parlour.unstored." + table, "1");
    } catch {
      // This browser stores nothing at all.
    }
  },
};

/** A memory of nothing. @param {string} table @param {number} person @param {number} since @returns {Kept} */
const empty = (table, person, since) => ({
  table,
  person,
  since,
  epoch: 0,
  chains: [],
  opened: [],
  heads: [],
  back: [],
  acts: [],
  pressed: [],
  over: false,
});

/**
 * What still counts if the server says that this device is another person's: otherwise it could make the device forget.
 * The secrets are not used again.
 * @param {Pick<Kept, "epoch" | "back" | "chains">} was
 */
const remains = ({ epoch, back, chains }) => ({
  epoch,
  back,
  chains: chains.map(({ commitment, links }) => ({ commitment, links, seen: true })),
});

/** The key of the nth thing of a table, so that they are in order. @param {string} table @param {number} n */
const keyAt = (table, n) => `${table}/${String(n).padStart(9, "0")}`;

/** The keys of all things of a table. @param {string} table */
const keysOf = (table) => IDBKeyRange.bound(table + "/", table + "/:");

export class Memory {
  /**
   * @param {string} table
   * @param {number} person who uses this device; 0 until the table has said who it is
   * @param {object} [where]
   * @param {number} [where.since] the first event whose actions it can know
   * @param {number} [where.least] the first event since which nobody else has used another device in their name
   * @param {boolean} [where.remote] whether a server keeps the table, and not this device
   * @param {IDBFactory | null} [where.factory]
   */
  constructor(table, person, { since = 1, least = 1, remote = true, factory = browserFactory() } = {}) {
    this.table = table;
    this.person = person;
    this.since = since;
    this.least = least;
    this.remote = remote;
    /** Whether the browser keeps it. */
    this.kept = !!factory;
    /** @type {Kept} as it was when it was read or changed last */
    this.all = empty(table, person, since);
    /** Whether what was kept has been read. */
    this.known = false;
    this.changes = -1; // how often it had been changed then; another tab may have changed it since
    this.sure = 0; // how many changes are certainly stored
    if (!factory) this.all.since = 0;
    this.connect = async () => (factory ? opened(factory).catch(() => null) : null);
    /** @type {Promise<IDBDatabase | null>} */
    this.db = this.connect();
    /** @type {Map<string, Chain>} chains by their secrets */
    this.made = new Map();
  }

  /**
   * Changes what is remembered. It is on the disk, if it is kept at all, when
   * this returns. The function may be called again on another copy.
   * @template T
   * @param {(all: Kept) => T} f
   * @param {boolean} [strict] whether something is sent that depends on it
   * @returns {Promise<T>}
   */
  async change(f, strict = true) {
    /** @type {Attempt<T>} */
    const attempt = { mark: newSecret().slice(0, 16) };
    for (let closed = false; this.kept; closed = true) {
      const connection = this.db;
      const db = await connection;
      if (!db || !this.kept) break;
      try {
        const result = await this.stored(db, f, strict, attempt);
        this.known = true;
        return result;
      } catch (e) {
        if (e instanceof Mistake) throw e.cause;
        if (closed || !(e instanceof DOMException) || !closures.includes(e.name)) break;
      }
      // WebKit closes the database when a page is left, while its scripts still run: such a page ends
      // during this pause. A page that lives on opens the database again.
      await new Promise((ok) => setTimeout(ok, 1000));
      if (this.db === connection) this.db = this.connect();
    }
    this.known = true;
    if (this.kept) {
      // What is stored may be older than what was opened, so that nothing more may be opened of those chains.
      this.kept = false;
      unstored.note(this.table);
      this.all = { ...this.all, since: 0, chains: this.all.chains.map(({ commitment, links }) => ({ commitment, links, seen: true })) };
    }
    return f(this.all);
  }

  /**
   * @template T
   * @param {IDBDatabase} db
   * @param {(all: Kept) => T} f
   * @param {boolean} strict
   * @param {Attempt<T>} attempt
   * @returns {Promise<T>}
   */
  stored(db, f, strict, attempt) {
    return new Promise((ok, no) => {
      const change = db.transaction(["tables", "notes", "heads", "opened"], "readwrite", { durability: strict ? "strict" : "relaxed" });
      const [tables, notes, heads, opened] = ["tables", "notes", "heads", "opened"].map((name) => change.objectStore(name));
      const before = this.all;
      let reached = 0;
      /** @type {unknown} */
      let wrong;
      change.oncomplete = () => {
        this.sure = Math.max(this.sure, reached);
        ok(/** @type {T} */ (attempt.result));
      };
      change.onabort = () => {
        this.all = before;
        this.changes = -1;
        no(wrong ? new Mistake("", { cause: wrong }) : (change.error ?? new Error("The browser gave the change up.")));
      };
      const make = (/** @type {Kept} */ was, /** @type {string[]} */ marks, /** @type {boolean} */ had) => {
        if (marks.includes(attempt.mark)) {
          reached = this.changes;
          return void (this.all = was);
        }
        const all = {
          ...was,
          chains: was.chains.map((c) => ({ ...c })),
          opened: [...was.opened],
          heads: [...was.heads],
          back: [...was.back],
          acts: [...was.acts],
          pressed: [...was.pressed],
        };
        if (unstored.has(this.table)) all.since = 0;
        try {
          attempt.result = f(all);
        } catch (e) {
          wrong = e;
          return change.abort();
        }
        this.all = all;
        reached = ++this.changes;
        append(heads, this.table, was.heads, all.heads);
        append(opened, this.table, was.opened, all.opened);
        const { opened: _, heads: __, ...rest } = all;
        tables.put({ ...rest, changes: this.changes, marks: [...marks.slice(-7), attempt.mark] }, this.table);
        /** @type {Note} */
        const note = { at: Date.now(), began: all.opened.length > 0, over: all.over, remote: this.remote, held: true };
        notes.put(note, this.table);
        if (!had) this.forget(tables, notes, [heads, opened]);
      };
      const got = tables.get(this.table);
      got.onsuccess = () => {
        /** @type {Stored | undefined} */
        const stored = got.result;
        if ((stored?.changes ?? 0) < this.sure) return change.abort(); // somebody has deleted it, or it is older than it was
        if (!stored) {
          this.changes = 0;
          return make(empty(this.table, this.person, this.since), [], false);
        }
        const { changes, marks = [], ...rest } = stored;
        const same = !rest.person || !this.person || rest.person === this.person;
        if (same && changes === this.changes) return make(this.all, marks, true);
        // Now it is known who sits here.
        if (!rest.person && this.person) Object.assign(rest, { person: this.person, since: Math.max(rest.since, this.least) });
        const allHeads = heads.getAll(keysOf(this.table));
        const allOpened = opened.getAll(keysOf(this.table));
        allOpened.onsuccess = () => {
          this.changes = changes;
          const lists = { heads: allHeads.result, opened: allOpened.result };
          const was = same ? { ...rest, ...lists } : { ...empty(this.table, this.person, this.since), ...remains(rest), ...lists };
          make(was, marks, true);
        };
      };
    });
  }

  /**
   * Forgets the tables that were used longest ago, each as a whole, but never this one.
   * @param {IDBObjectStore} tables @param {IDBObjectStore} notes @param {IDBObjectStore[]} parts
   */
  forget(tables, notes, parts) {
    const keys = notes.getAllKeys();
    const values = notes.getAll();
    values.onsuccess = () => {
      const now = Date.now();
      // A time far ahead was noted by a clock that was wrong.
      const used = (/** @type {IDBValidKey} */ key, /** @type {Note} */ { at }) =>
        key === this.table ? Infinity : at > now + 86_400_000 ? 0 : Math.min(at, now);
      const old = keys.result
        .map((key, i) => ({ key, note: /** @type {Note} */ (values.result[i]), used: used(key, values.result[i]) }))
        .sort((a, b) => b.used - a.used);
      for (const { key, note } of old.filter((x) => x.note.held).slice(most.tables)) {
        tables.delete(key);
        for (const part of parts) part.delete(keysOf(String(key)));
        notes.put({ ...note, held: false }, key);
      }
      for (const { key } of old.slice(most.notes)) notes.delete(key);
    };
  }

  /** How many other games of this server were begun on this device, without seeing their end. @returns {Promise<number>} */
  async unfinished() {
    const db = this.kept ? await this.db : null;
    if (!db) return 0;
    /** @type {Promise<number>} */
    const counted = new Promise((ok) => {
      const read = db.transaction(["notes"], "readonly");
      const keys = read.objectStore("notes").getAllKeys();
      const values = read.objectStore("notes").getAll();
      read.oncomplete = () =>
        ok(
          keys.result.filter((key, i) => key !== this.table && values.result[i].began && !values.result[i].over && values.result[i].remote)
            .length,
        );
      read.onabort = () => ok(0);
    });
    return counted.catch(() => 0); // the browser has closed the database
  }

  /** The chain with a commitment, null if it cannot be opened here. @param {Kept} all @param {string} commitment */
  chain(all, commitment) {
    const own = all.chains.find((c) => c.commitment === commitment);
    if (!own?.secret) return null;
    let chain = this.made.get(own.secret);
    if (!chain) this.made.set(own.secret, (chain = new Chain(own.secret, own.links)));
    return chain;
  }

  /** A chain that the log has not declared yet: one that was made before, or a new one. @param {Kept} all @returns {OwnChain} */
  fresh(all) {
    const unused = all.chains.find((c) => c.secret && !c.seen);
    if (unused) return unused;
    const secret = newSecret();
    const chain = new Chain(secret, ownLinks);
    this.made.set(secret, chain);
    const own = { secret, commitment: chain.commitment, links: chain.links };
    all.chains.push(own);
    return own;
  }

  /**
   * What is remembered, without the secrets: the format parlour-memory-3.
   * @param {number} until the last event up to which it knows everything that was done here
   * @returns {Remembered}
   */
  exported(until) {
    const { table, person, since, epoch, chains, opened, heads, back, acts } = this.all;
    return {
      format: "parlour-memory-3",
      table,
      person,
      since,
      until,
      epoch,
      chains: chains.map(({ commitment, links }) => ({ commitment, links })),
      opened,
      heads,
      back,
      acts,
    };
  }
}

/**
 * Somebody is about to sit down at a table. Remembers it, and makes the chain of
 * their device, so that it takes part in the dice from the first throw on. An
 * attempt that is made again has the same chain.
 * @param {string} table
 * @param {{ since?: number, remote?: boolean, factory?: IDBFactory | null }} [where] as for a memory
 * @returns {Promise<{ dice?: import("../types").Chain }>} for the action; without a chain if this device has taken part before,
 *   or would forget it
 */
export async function sitting(table, where) {
  const memory = new Memory(table, 0, where);
  const dice = await memory.change((all) => {
    all.acts.push(["sit", ""]);
    if (!memory.kept || all.person) return null;
    if (!all.chains.length) all.acts.push(["take-part", ""]);
    const { commitment, links } = memory.fresh(all);
    return { commitment, links };
  });
  (await memory.db)?.close();
  return dice ? { dice } : {};
}

/** Something was wrong with a change, and not with the storage. */
class Mistake extends Error {}

/** Stores what a list has become. @param {IDBObjectStore} store @param {string} table @param {any[]} was @param {any[]} is */
function append(store, table, was, is) {
  let same = Math.min(was.length, is.length);
  while (same > 0 && was[same - 1] !== is[same - 1]) same--;
  if (same < was.length) store.delete(IDBKeyRange.bound(keyAt(table, same), table + "/:"));
  for (let i = same; i < is.length; i++) store.put(is[i], keyAt(table, i));
}
