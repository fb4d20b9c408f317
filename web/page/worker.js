// The worker in which the program of this device runs. It has no network: the
// page gives it the program and the files of bots. Everything is kept in the
// browser's database, in one store of keys and values; what the program has
// acknowledged is there.
//
// The page sends
//   { start: { loader, module, botDelay, checks, language } }   once; a program that only checks games has no database
//   { id, method, path, header, body }        a request
//   { id, cancel: true }                      ends it
//   { file: name, data } or { file: name, error }   answers { file: name }
// and gets
//   { ready: true } or { failed: message }
//   { id, status, header, body, last }        a part of an answer
//   { file: name }                            the program needs a file

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const all = /** @type {any} */ (scope);

/** A request as a promise. @template T @param {IDBRequest<T>} r @returns {Promise<T>} */
const done = (r) =>
  new Promise((ok, no) => {
    r.onsuccess = () => ok(r.result);
    r.onerror = () => no(r.error);
  });

/** The keys that begin with a prefix and are not less than another key. @param {string} prefix @param {string} [from] */
const span = (prefix, from = "") => IDBKeyRange.bound(from > prefix ? from : prefix, prefix + "\uffff", false, true);

/** The database with the tables of this device. */
class Database {
  /** @param {IDBDatabase} db */
  constructor(db) {
    this.db = db;
  }

  /** @param {IDBFactory} factory @param {string} [name] */
  static async open(factory, name = "parlour") {
    const asked = factory.open(name, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("pairs"); // of the program
      asked.result.createObjectStore("own"); // of this worker
    };
    return new Database(await done(asked));
  }

  /** The token of the person who uses this device. It is made once and kept beside the tables. @returns {Promise<string>} */
  token() {
    return new Promise((ok, no) => {
      const change = this.db.transaction("own", "readwrite", { durability: "strict" });
      const store = change.objectStore("own");
      const kept = store.get("token");
      let token = "";
      kept.onsuccess = () => {
        token = kept.result ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
        if (!kept.result) store.put(token, "token");
      };
      change.oncomplete = () => ok(token);
      change.onabort = () => no(change.error);
    });
  }

  /** @param {string} prefix @param {string} from @returns {Promise<[string, Uint8Array][]>} */
  async read(prefix, from) {
    const store = this.db.transaction("pairs").objectStore("pairs");
    const range = span(prefix, from);
    const [keys, values] = await Promise.all([done(store.getAllKeys(range)), done(store.getAll(range))]);
    return keys.map((key, i) => [String(key), values[i]]);
  }

  /**
   * Makes a change as a whole, or not at all. It is on the disk when this returns.
   * @param {{ has: string, lacks: string[], drop: string[], put: [string, Uint8Array][] }} change
   * @returns {Promise<boolean>}
   */
  write({ has, lacks, drop, put }) {
    return new Promise((ok, no) => {
      const change = this.db.transaction("pairs", "readwrite", { durability: "strict" });
      const store = change.objectStore("pairs");
      let fits = true;
      change.oncomplete = () => ok(fits);
      change.onabort = () => (fits ? no(change.error ?? new Error("The browser gave the change up.")) : ok(false));
      const needs = [...(has ? [{ key: has, there: true }] : []), ...lacks.map((key) => ({ key, there: false }))];
      const make = () => {
        for (const prefix of drop) store.delete(span(prefix));
        for (const [key, value] of put) store.put(value, key);
      };
      let open = needs.length;
      if (!open) make();
      for (const { key, there } of needs) {
        const found = store.getKey(key);
        found.onsuccess = () => {
          if (!fits) return;
          if ((found.result !== undefined) !== there) {
            fits = false;
            change.abort();
          } else if (--open === 0) {
            make();
          }
        };
      }
    });
  }
}
all.Database = Database; // for tests

/** @type {Map<string, { ok: (data: Uint8Array) => void, no: (e: Error) => void }>} */
const files = new Map();
/** @type {((m: any) => void) | undefined} */
let handle;
let token = "";

/** The words of an error, for people. @param {any} e */
const wordsOf = (e) => e?.message || e?.name || String(e);

/** For a program that keeps nothing. */
const nothing = { token: async () => "", read: async () => [], write: async () => true };

/** @param {{ loader: string, module: WebAssembly.Module, botDelay?: number, checks?: boolean, language?: string }} start */
async function begin({ loader, module, botDelay, checks, language }) {
  const db = checks ? nothing : await Database.open(indexedDB);
  token = await db.token();
  scope.importScripts(loader);
  // The program gets no way out, even where no policy forbids it.
  for (const name of [
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "EventSource",
    "WebTransport",
    "importScripts",
    "BroadcastChannel",
    "Worker",
    "caches",
  ]) {
    try {
      Object.defineProperty(all, name, { value: undefined, configurable: false, writable: false });
    } catch {
      /* the policy of the page forbids it anyway */
    }
  }
  all.parlourHost = {
    botDelay,
    language,
    read: (/** @type {string} */ prefix, /** @type {string} */ from) => db.read(prefix, from),
    write: (/** @type {any} */ change) => db.write(change),
    file: (/** @type {string} */ name) =>
      new Promise((ok, no) => {
        files.set(name, { ok, no });
        scope.postMessage({ file: name });
      }),
    send: (/** @type {string} */ id, /** @type {any} */ part) => scope.postMessage({ id, ...part }, [part.body.buffer]),
    failed: (/** @type {string} */ message) => scope.postMessage({ failed: message }),
    ready: (/** @type {(m: any) => void} */ f) => {
      handle = f;
      scope.postMessage({ ready: true });
    },
  };
  const go = new all.Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await go.run(instance);
  scope.postMessage({ failed: "The program of this device has ended." });
}

scope.onmessage = ({ data: m }) => {
  if (m.start) return void begin(m.start).catch((e) => scope.postMessage({ failed: wordsOf(e), name: e?.name }));
  if (m.file) {
    const waiting = files.get(m.file);
    files.delete(m.file);
    return void (m.error ? waiting?.no(new Error(m.error)) : waiting?.ok(m.data));
  }
  if (m.header && token) m.header.Authorization = "Bearer " + token;
  handle?.(m);
};
