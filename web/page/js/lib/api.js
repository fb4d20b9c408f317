// Talking to the server, or to the program of this device.

import { ask as fetched } from "./address.js";
import { t } from "../words/text.js";

/** An error the server, or the way to it, gave. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ why?: string, told?: import("../types").Part[], clauses?: string[], instead?: string[], expected?: string }} [more]
   * @param {import("../types").View} [view]
   */
  constructor(code, message, more = {}, view) {
    super(message);
    this.code = code;
    this.why = more.why ?? "";
    this.told = more.told;
    this.clauses = more.clauses ?? [];
    this.instead = more.instead ?? [];
    this.expected = more.expected ?? "";
    this.view = view;
  }
}

/** What went wrong, in words. @param {unknown} e */
export const faultOf = (e) => (e instanceof Error ? e.message : t("error.unknown"));

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {boolean} [keepalive] whether it outlives the page
 * @returns {Promise<any>}
 */
async function ask(method, path, body, keepalive) {
  let res;
  try {
    res = await fetched(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      ...(keepalive ? { keepalive } : {}),
    });
  } catch {
    throw new ApiError("network", t("error.network"));
  }
  if (res.status === 204) return null;
  const data = await res.json().catch(() => null);
  if (res.ok) return data;
  const e = data?.error ?? {};
  throw new ApiError(e.code ?? "internal", e.message ?? t("error.unknown"), e, data?.view);
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {any} body */
export const post = (path, body) => ask("POST", path, body);

/** @param {string} path @param {any} body */
export const remove = (path, body) => ask("DELETE", path, body);

/**
 * Reads the events of a table after the one numbered since, page by page.
 * @param {string} table
 * @param {number} since
 * @returns {Promise<import("../types").TableEvent[]>}
 */
export async function eventsOf(table, since) {
  const all = [];
  for (let from = since; ;) {
    const page = await get(`/api/tables/${table}/events?since=${from}`);
    all.push(...page.events);
    if (!page.next) return all;
    from = page.next;
  }
}

/** @type {Promise<void> | null} */
let token = null;

/** Makes sure that this browser has a token. */
export function ensureToken() {
  token ??= post("/api/token", {}).catch((e) => {
    token = null;
    throw e;
  });
  return token;
}

/** Random hex digits, for keys. */
export function random() {
  const b = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(b, (x) => x.toString(16).padStart(2, "0")).join("");
}

/**
 * Tells a table something that is told again or soon outdated, so that nobody waits for the answer.
 * @param {string} table
 * @param {Partial<import("../types").Action>} action
 * @param {boolean} [last] whether the page may be gone before it is sent
 */
export async function tell(table, action, last = false) {
  await ask("POST", `/api/tables/${table}/actions`, { key: random(), ...action }, last).catch((e) => {
    if (!(e instanceof ApiError)) throw e;
  });
}

/** Waits, or until the device is connected again. @param {number} ms */
function pause(ms) {
  return new Promise((ok) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      ok(undefined);
    };
    const timer = setTimeout(go, ms);
    addEventListener("online", go);
  });
}

/**
 * Makes an action at a table. Where the way to the server fails it is sent
 * again with the same key, which the table applies once.
 * @param {string} table
 * @param {Partial<import("../types").Action>} action
 * @param {boolean} [view] whether the answer should have the view
 * @param {() => void} [cut] called each time that the server cannot be reached; with it the action is never given up for that
 * @returns {Promise<{ seq: number, throw?: string, once?: string, view?: import("../types").View }>}
 */
export async function act(table, action, view = false, cut = undefined) {
  await ensureToken();
  const body = { key: random(), ...action };
  for (let tries = 0; ; tries++) {
    try {
      return await post(`/api/tables/${table}/actions${view ? "?view=1" : ""}`, body);
    } catch (e) {
      const code = e instanceof ApiError ? e.code : "";
      if (code === "network" && cut) cut();
      else if (tries > 5 || !["network", "busy", "limited"].includes(code)) throw e;
      await pause(Math.min(300 * 2 ** tries, 4000));
    }
  }
}
