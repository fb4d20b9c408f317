// The program that keeps the tables of this device: it is fetched, started in a
// worker and asked like a server. One tab at a time runs it.

import { base, place, programWords } from "./address.js";
import { h, put } from "./dom.js";
import { t } from "../words/words.js";

/** The lock that the tab with the program holds. Not every connection has locks; then the database tells tabs apart. */
const lock = "parlour-device";

/** How long a tab waits for the lock, because a page that is left may still hold it. */
const leaving = 2000;

/**
 * An answer as a server gives it if something is wrong.
 * @param {string} code
 * @param {string} message
 */
const refused = (code, message) =>
  new Response(JSON.stringify({ error: { code, message } }), { status: 503, headers: { "Content-Type": "application/json" } });

/** Why there is no program, in words for people. */
class Unable extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Requests to a worker, and its answers. */
export class Desk {
  /** @param {{ postMessage: (m: any, list?: any) => void }} worker */
  constructor(worker) {
    this.worker = worker;
    this.last = 0;
    /** @type {Map<string, { ok: (r: Response) => void, body?: ReadableStreamDefaultController<Uint8Array>, end: () => void }>} */
    this.open = new Map();
    /** @type {Unable | null} */
    this.ended = null;
    this.away = false; // a file that the program wanted could not be fetched
  }

  /** Like fetch. @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
  ask(path, { method = "GET", headers, body, signal } = {}) {
    if (this.ended) return Promise.resolve(refused(this.ended.code, this.ended.message));
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = String(++this.last);
    return new Promise((ok, no) => {
      const cancel = () => {
        const one = this.open.get(id);
        if (!one) return;
        one.end();
        this.worker.postMessage({ id, cancel: true });
        one.body?.error(signal?.reason);
        no(signal?.reason);
      };
      signal?.addEventListener("abort", cancel);
      this.open.set(id, {
        ok,
        end: () => {
          this.open.delete(id);
          signal?.removeEventListener("abort", cancel);
        },
      });
      this.worker.postMessage({
        id,
        method,
        path,
        header: Object.fromEntries(new Headers(headers)),
        body: typeof body === "string" ? new TextEncoder().encode(body) : undefined,
      });
    });
  }

  /**
   * Takes a part of an answer.
   * @param {{ id: string, status: number, header: Record<string, string>, body: Uint8Array, last: boolean }} part
   */
  part({ id, status, header, body, last }) {
    const one = this.open.get(id);
    if (!one) return;
    if (last) one.end();
    if (!one.body && status >= 500 && this.away) {
      one.end();
      return one.ok(refused("network", t("error.network")));
    }
    if (!one.body && status) {
      const empty = [204, 205, 304].includes(status);
      const stream = new ReadableStream({
        start: (c) => void (one.body = c),
        cancel: () => {
          one.end();
          this.worker.postMessage({ id, cancel: true });
        },
      });
      one.ok(new Response(empty ? null : stream, { status, headers: header }));
    }
    if (body?.length) one.body?.enqueue(body);
    if (last) one.body?.close();
  }

  /** Ends everything that is open. @param {Unable} why */
  end(why) {
    this.ended = why;
    for (const one of [...this.open.values()]) {
      one.end();
      if (one.body) one.body.error(why);
      else one.ok(refused(why.code, why.message));
    }
  }
}

/** @type {Promise<Desk> | undefined} */
let running;

/** Gives the lock back. */
let release = () => {};

/**
 * Like fetch. If the program cannot run the answer says why.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function ask(path, options) {
  try {
    return await (await (running ??= start())).ask(path, options);
  } catch (e) {
    if (e instanceof Unable) return refused(e.code, e.message);
    throw e;
  }
}

/** The address of a file of the program. @param {string} name */
const fileOf = (name) => `${base}/assets/${place.local}/local/${name}`;

/** Throws what people are told if the program cannot run here. */
function mustBeAble() {
  if (!place.local) throw new Unable("no-program", t("device.none"));
  if (typeof WebAssembly !== "object") throw new Unable("no-program", t("device.unable"));
}

async function start() {
  mustBeAble();
  if (typeof indexedDB !== "object" || !indexedDB) throw new Unable("no-program", t("device.unable"));
  /** @type {(why: Unable) => void} */
  let end = () => {};
  const [module, language] = await Promise.all([
    fetched(),
    programWords(),
    alone(() => {
      end(new Unable("elsewhere", t("device.elsewhere")));
      elsewhere();
    }),
  ]);
  void import("./offline.js").then((keep) => keep.playsHere());
  const desk = launched({ module, botDelay: 600, language }, (f) => (end = f));
  // Release the tables as soon as the page is closed. If the browser kept it
  // and shows it again, it starts again.
  addEventListener("pagehide", () => release());
  addEventListener("pageshow", (e) => e.persisted && location.reload());
  return desk;
}

/** @type {Promise<Desk> | undefined} */
let checking;

/**
 * Like ask, but of a program that keeps no tables, so that every tab may have one.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function askChecks(path, options) {
  try {
    mustBeAble();
    checking ??= fetched().then((module) =>
      launched({ module, checks: true }, (end) => addEventListener("pagehide", () => end(new Unable("network", t("device.away"))))),
    );
    const desk = await checking;
    if (desk.ended) throw desk.ended;
    return await desk.ask(path, options);
  } catch (e) {
    checking = undefined; // another time, perhaps
    if (e instanceof Unable) return refused(e.code, e.message);
    throw e;
  }
}

/**
 * Starts a program in a worker, which ends with the page.
 * @param {{ module: WebAssembly.Module, botDelay?: number, checks?: boolean, language?: string }} how
 * @param {(end: (why: Unable) => void) => void} [ends] is told how to end it
 * @returns {Promise<Desk>}
 */
function launched(how, ends = () => {}) {
  const worker = new Worker(new URL("../../worker.js", import.meta.url));
  const desk = new Desk(worker);
  return new Promise((ok, no) => {
    addEventListener("pagehide", () => worker.terminate());
    const end = (/** @type {Unable} */ why) => {
      worker.terminate();
      desk.end(why);
      no(why);
    };
    ends(end);
    worker.onerror = (e) => end(new Unable("failed", t("device.failed", { why: e.message })));
    worker.onmessage = ({ data: m }) => {
      if (m.id) return desk.part(m);
      if (m.file) return void file(desk, m.file);
      if (m.ready) return ok(desk);
      if (m.failed)
        end(
          new Unable(
            "failed",
            m.name === "QuotaExceededError" || m.name === "SecurityError" || m.name === "InvalidStateError"
              ? t("device.refused")
              : t("device.failed", { why: m.failed }),
          ),
        );
    };
    worker.postMessage({ start: { loader: new URL(fileOf("wasm_exec.js"), location.href).href, ...how } });
  });
}

/**
 * A file that was compressed by gzip, unless the host has unpacked it on its way.
 * @param {Response} res
 */
async function unpacked(res) {
  if (!res.ok || !res.body) return res;
  const [look, body] = res.body.tee();
  const reader = look.getReader();
  const first = (await reader.read()).value;
  void reader.cancel();
  const packed = first?.[0] === 0x1f && first[1] === 0x8b;
  return new Response(packed ? body.pipeThrough(new DecompressionStream("gzip")) : body, {
    headers: { "Content-Type": "application/wasm" },
  });
}

/** Compiles the program while it comes. */
async function fetched() {
  const res = await (place.static ? fetch(fileOf("local.wasm.gz")).then(unpacked) : fetch(fileOf("local.wasm"))).catch(() => null);
  if (!res) throw new Unable("network", t("device.away"));
  if (!res.ok) throw new Unable("no-program", t("device.changed"));
  try {
    return await (res.headers.get("Content-Type") === "application/wasm"
      ? WebAssembly.compileStreaming(res)
      : WebAssembly.compile(await res.arrayBuffer()));
  } catch (e) {
    throw new Unable("failed", t("device.failed", { why: String(e) }));
  }
}

/** Gives the program a file. @param {Desk} desk @param {string} name */
async function file(desk, name) {
  const { worker } = desk;
  try {
    const res = await fetch(fileOf(name)).catch((e) => {
      desk.away = true;
      throw e;
    });
    desk.away = false;
    if (!res.ok) throw new Error(String(res.status));
    const data = new Uint8Array(await res.arrayBuffer());
    worker.postMessage({ file: name, data }, [data.buffer]);
  } catch (e) {
    worker.postMessage({ file: name, error: String(e) });
  }
}

/**
 * Waits until this tab alone runs the program, and calls a function if another
 * takes it over.
 * @param {() => void} lost
 */
async function alone(lost) {
  if (!navigator.locks) return;
  const taking = sessionStorage.getItem("parlour.take") === "1";
  sessionStorage.removeItem("parlour.take");
  await new Promise((ok, no) => {
    const options = taking ? { steal: true } : { signal: AbortSignal.timeout(leaving) };
    let held = false;
    navigator.locks
      .request(lock, options, () => {
        held = true;
        ok(undefined);
        return new Promise((/** @type {(done: void) => void} */ go) => (release = go));
      })
      .catch(() => {
        if (held) return lost();
        elsewhere();
        no(new Unable("elsewhere", t("device.elsewhere")));
      });
  });
}

/** Says that another tab has the tables, and offers to take them. */
function elsewhere() {
  const dialog = h("dialog", { class: "sheet-dialog small-dialog", "aria-label": t("device.elsewhere") });
  put(
    dialog,
    h("p", {}, t("device.elsewhere")),
    h("p", { class: "help" }, t("device.elsewhere-help")),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          class: "primary",
          onclick: () => {
            sessionStorage.setItem("parlour.take", "1");
            location.reload();
          },
        },
        t("device.take"),
      ),
      h("a", { class: "button plain", href: "/" }, t("nav.home")),
    ),
  );
  dialog.addEventListener("cancel", (e) => e.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
}
