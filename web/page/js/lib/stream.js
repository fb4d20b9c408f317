// One stream of events that reconnects by itself. It reads Server-Sent Events by
// fetch, because that also shows the heartbeats: a silent connection is dropped.

import { ask } from "./address.js";
import { name } from "./store.js";

const silence = 40_000; // heartbeats come every 15 s
const shortest = 400; // before it connects again, unless the server says otherwise

/**
 * @typedef {object} Listener
 * @property {(data: any) => void} table
 * @property {(data: any) => void} presence
 * @property {() => void} open a stream begins: until it says otherwise, everybody is here and nobody watches
 * @property {(up: boolean) => void} link
 */

export class Stream {
  /**
   * @param {Map<string, number>} tables the last event known of each table
   * @param {Listener} on
   */
  constructor(tables, on) {
    this.tables = tables;
    this.on = on;
    this.wait = shortest;
    this.stopped = false;
    /** @type {AbortController | null} */
    this.abort = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.hurry = () => this.again(0);
    this.shown = () => document.visibilityState === "visible" && !this.up && this.again(0);
    /** @type {boolean | undefined} unknown until the first attempt, which may fail as well */
    this.up = undefined;
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.shown);
    this.run();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    this.abort?.abort();
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.shown);
  }

  /** Connects again after a while. @param {number} ms */
  again(ms) {
    if (this.stopped) return;
    clearTimeout(this.timer);
    const old = this.abort;
    this.abort = null; // so that the old one ends without a word
    old?.abort();
    this.timer = setTimeout(() => this.run(), ms);
  }

  async run() {
    const abort = new AbortController();
    this.abort = abort;
    let quiet = setTimeout(() => abort.abort(), silence);
    try {
      const called = name.get();
      const query = [
        ...[...this.tables].map(([id, seq]) => `t=${id}:${seq}`),
        ...(called ? ["name=" + encodeURIComponent(called)] : []),
      ].join("&");
      const res = await ask("/api/stream?" + query, { signal: abort.signal, headers: { Accept: "text/event-stream" }, cache: "no-store" });
      if (!res.ok || !res.body) throw new Error("stream " + res.status);
      this.wait = shortest;
      this.on.open();
      this.set(true);
      for await (const e of events(res.body, () => {
        clearTimeout(quiet);
        quiet = setTimeout(() => abort.abort(), silence);
      }))
        this.event(e);
    } catch {
      // Whatever broke the way, the answer is to connect again.
    }
    clearTimeout(quiet);
    if (this.stopped || this.abort !== abort) return;
    this.set(false);
    this.again(this.wait * (0.5 + Math.random())); // not all pages at the same moment
    this.wait = Math.min(this.wait * 1.7, 8000);
  }

  /** @param {boolean} up */
  set(up) {
    if (this.up === up) return;
    this.up = up;
    this.on.link(up);
  }

  /** @param {{ kind: string, data: any }} e */
  event({ kind, data }) {
    if (kind === "retry") {
      this.wait = Math.min(data || shortest, 8000);
    } else if (kind === "table") {
      const seq = Math.max(data.view?.seq ?? 0, ...(data.events ?? []).map((/** @type {any} */ e) => e.seq));
      if (seq > (this.tables.get(data.table) ?? 0)) this.tables.set(data.table, seq);
      this.on.table(data);
    } else if (kind === "presence") {
      this.on.presence(data);
    }
  }
}

/**
 * Reads the events of an answer. Data is JSON. The wait that a server asks for
 * before somebody connects again comes as an event of the kind "retry".
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} [alive] called for whatever comes, heartbeats included
 * @returns {AsyncGenerator<{ kind: string, data: any }>}
 */
export async function* events(body, alive = () => {}) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    alive();
    text += decoder.decode(value, { stream: true });
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (/** @type {string} */ name) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1].trimEnd();
      const retry = field("retry");
      if (retry) yield { kind: "retry", data: Number(retry) };
      const data = field("data");
      if (data) yield { kind: field("event") ?? "message", data: JSON.parse(data) };
    }
  }
}
