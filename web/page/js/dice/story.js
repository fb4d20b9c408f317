// The story code: a short number for the log so far. Two people who were shown
// the same events have the same code.

import { bytes, fromHex, sha256, toHex } from "../lib/sha256.js";

/** The fields of an event that anybody may see and that never change. */
const fields = /** @type {const} */ (["at", "body", "by", "kind", "line", "schema", "seq"]);

/** Whether a text has a byte for each character. @param {string} text */
const simple = (text) => /^[\0-\x7f]*$/.test(text);

/** @param {any} value @returns {string} */
function encode(value) {
  switch (typeof value) {
    case "string":
      return (simple(value) ? value.length : bytes(value).length) + ":" + value;
    case "number":
      return `i${BigInt(value)}e`;
    case "boolean":
      return value ? "i1e" : "i0e";
  }
  if (Array.isArray(value)) return "l" + value.map(encode).join("") + "e";
  const keys = Object.keys(value).filter((k) => value[k] !== undefined);
  return (
    "d" +
    keys
      .sort(keys.every(simple) ? undefined : byBytes)
      .map((k) => encode(k) + encode(value[k]))
      .join("") +
    "e"
  );
}

/** The order of two names by their bytes, which differs from that of their UTF-16 units. @param {string} a @param {string} b */
function byBytes(a, b) {
  const [x, y] = [a, b].map((s) => toHex(bytes(s)));
  return x < y ? -1 : Number(x > y);
}

/**
 * An event in bencode, without what the server adds for the reader's comfort.
 * @param {import("../types").TableEvent} e
 */
export function bencode(e) {
  /** @type {Record<string, unknown>} */
  const plain = {};
  for (const f of fields) if (e[f] !== undefined && !(f === "by" && !e.by)) plain[f] = e[f];
  return encode(plain);
}

export class Story {
  /** @param {string} table */
  constructor(table) {
    this.seq = 0;
    this.head = toHex(sha256(bytes("parlour-story-1\n" + table)));
  }

  /** Goes on by one event. @param {import("../types").TableEvent} e */
  add(e) {
    const event = bytes(bencode(e));
    const data = new Uint8Array(32 + event.length);
    data.set(fromHex(this.head));
    data.set(event, 32);
    this.head = toHex(sha256(data));
    this.seq++;
  }

  get code() {
    return codeOf(this.head);
  }
}

/** A head as four groups of four digits. @param {string} head hex */
export function codeOf(head) {
  const digits = (BigInt("0x" + head.slice(0, 16)) % 10n ** 16n).toString().padStart(16, "0");
  return digits.replace(/(?<=\d)(?=(\d{4})+$)/g, " ");
}
