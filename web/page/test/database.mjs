// A browser's database in memory, for tests: transactions that write follow each
// other, and nothing of one that is given up is kept.

/** A request whose answer comes in a later turn of the loop. */
class Asked {
  constructor(f) {
    this.f = f;
    this.onsuccess = null;
  }
}

const keys = (m) => [...m.keys()].sort((a, b) => (a < b ? -1 : 1));

/** Whether a key is one of a range. */
const within = (range) => (key) => !range || (key >= range.from && key <= range.to);

globalThis.IDBKeyRange ??= { bound: (from, to) => ({ from, to }) };

class Transaction {
  constructor(db, mode, durability) {
    this.db = db;
    this.mode = mode;
    this.durability = durability;
    this.requests = [];
    this.error = null;
    this.over = false;
  }

  objectStore(name) {
    const ask = (f) => {
      if (this.over) throw new Error("TransactionInactiveError");
      const one = new Asked(() => f(this.data[name]));
      this.requests.push(one);
      return one;
    };
    return {
      get: (key) => ask((m) => structuredClone(m.get(key))),
      put: (value, key) => {
        const copy = structuredClone(value);
        return ask((m) => {
          if (this.db.factory.full) throw new Error("QuotaExceededError");
          m.set(key, copy);
        });
      },
      delete: (key) => ask((m) => [...m.keys()].filter(key.from ? within(key) : (k) => k === key).forEach((k) => m.delete(k))),
      getAll: (range) =>
        ask((m) =>
          keys(m)
            .filter(within(range))
            .map((k) => structuredClone(m.get(k))),
        ),
      getAllKeys: (range) => ask((m) => keys(m).filter(within(range))),
    };
  }

  abort() {
    this.over = true;
  }

  async run() {
    const { stores } = this.db;
    this.data = Object.fromEntries(Object.entries(stores).map(([name, m]) => [name, new Map(m)]));
    try {
      await null; // the caller makes its first requests
      while (this.requests.length && !this.over) {
        const one = this.requests.shift();
        one.result = one.f();
        one.onsuccess?.();
        await null;
      }
    } catch (e) {
      this.error = e;
      this.over = true;
    }
    const { lost } = this.db.factory;
    if (this.over) return this.onabort?.();
    this.over = true;
    if (this.mode === "readwrite" && lost !== "before") {
      Object.assign(stores, this.data);
      this.db.factory.writes.push(this.durability);
    }
    if (!lost) return this.oncomplete?.();
    this.db.closing = true;
    this.error = new DOMException("Connection to Indexed Database server lost.", "UnknownError");
    this.onabort?.();
  }
}

export class Database {
  constructor() {
    this.full = false;
    this.broken = false;
    /** @type {"" | "before" | "after"} the connection is lost before or after a change is stored */
    this.lost = "";
    /** @type {string[]} how durable each transaction was */
    this.writes = [];
    this.stores = {};
    this.queue = Promise.resolve();
  }

  open() {
    const asked = {};
    const factory = this;
    queueMicrotask(() => {
      if (this.broken) return asked.onerror?.();
      asked.result = {
        factory,
        stores: this.stores,
        closing: false,
        close() {},
        createObjectStore: (name) => void (this.stores[name] ??= new Map()),
        transaction(_, mode, { durability } = {}) {
          if (this.closing) throw new DOMException("The database connection is closing.", "InvalidStateError");
          const t = new Transaction(this, mode, durability);
          factory.queue = factory.queue.then(() => t.run());
          return t;
        },
      };
      asked.onupgradeneeded?.();
      asked.onsuccess?.();
    });
    return asked;
  }
}
