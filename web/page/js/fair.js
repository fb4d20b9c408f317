// Checking the dice. Each throw opens a link of a chain that was committed
// before anybody sat down; the link, the table, the number of the throw and the
// nonces give the throw. SHA-256 is written out here, because browsers offer
// theirs only on secure pages and a game on a home network is on plain http.

/** @typedef {import("./types").TableEvent} TableEvent */

const K = new Uint32Array(64);
const H0 = new Uint32Array(8);
{
  // The constants of SHA-256: fractions of the roots of the first primes.
  let n = 0;
  for (let p = 2; n < 64; p++) {
    let prime = true;
    for (let d = 2; d * d <= p; d++) if (p % d === 0) prime = false;
    if (!prime) continue;
    const fraction = (/** @type {number} */ x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
    if (n < 8) H0[n] = fraction(Math.sqrt(p));
    K[n++] = fraction(Math.cbrt(p));
  }
}

/** @param {Uint8Array} data @returns {Uint8Array} */
export function sha256(data) {
  const size = Math.ceil((data.length + 9) / 64) * 64;
  const padded = new Uint8Array(size);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(size - 4, data.length << 3);
  const hash = H0.slice();
  const w = new Uint32Array(64);
  const turn = (/** @type {number} */ x, /** @type {number} */ by) => (x >>> by) | (x << (32 - by));
  for (let at = 0; at < size; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15];
      const b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (hash[i] += x));
  }
  const out = new Uint8Array(32);
  const ov = new DataView(out.buffer);
  hash.forEach((x, i) => ov.setUint32(4 * i, x));
  return out;
}

/** @param {Uint8Array} key @param {Uint8Array} message */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = new Uint8Array(64 + message.length);
  inner.set(block.map((b) => b ^ 0x36));
  inner.set(message, 64);
  const outer = new Uint8Array(96);
  outer.set(block.map((b) => b ^ 0x5c));
  outer.set(sha256(inner), 64);
  return sha256(outer);
}

/** @param {string} text */
export const bytes = (text) => new TextEncoder().encode(text);
/** @param {string} hex */
export const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (x) => parseInt(x, 16));
/** @param {Uint8Array} data */
export const toHex = (data) => Array.from(data, (x) => x.toString(16).padStart(2, "0")).join("");

/**
 * The number from 0 to weight-1 that a link gives.
 * @param {Uint8Array} link
 * @param {string} table
 * @param {number} number
 * @param {string[]} nonces
 * @param {number} weight
 */
export function numberOf(link, table, number, nonces, weight) {
  const message = ["parlour-dice-1", table, String(number), ...nonces].join("\n");
  const limit = Math.floor(2 ** 32 / weight) * weight;
  for (let again = 0; ; again++) {
    const mac = hmac(link, bytes(again ? message + "\n" + again : message));
    const words = new DataView(mac.buffer);
    for (let i = 0; i < 32; i += 4) {
      const w = words.getUint32(i);
      if (w < limit) return w % weight;
    }
  }
}

const barred = [3, 13, 26, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171];

/** How many equal ways some dice can fall. @param {string} dice */
export function weightOf(dice) {
  if (dice === "one") return 6;
  if (dice === "two" || dice === "each") return 36;
  if (dice === "draw three-move") return 174 - barred.length;
  return Number(dice.replace("draw ", ""));
}

/** The throw that falls for a number. @param {string} dice @param {number} i */
export function throwOf(dice, i) {
  const a = Math.floor(i / 6) + 1;
  const b = (i % 6) + 1;
  if (dice === "two") return String(Math.max(a, b) * 10 + Math.min(a, b));
  if (dice === "each") return String(a * 10 + b);
  let n = i + 1;
  if (dice === "draw three-move") for (const x of barred) if (x <= n) n++;
  return String(n);
}

/**
 * @typedef {object} Checked
 * @property {number} number
 * @property {string} thrown
 * @property {string} dice
 * @property {boolean} good
 * @property {number} seq
 * @property {string} link
 */

/** Follows the log of a table and checks each throw as it falls. */
export class Verifier {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {Map<number, string>} nonces by person */
    this.nonces = new Map();
    /** @type {number[]} person on each chair, 0 for none */
    this.chairs = [];
    /** @type {import("./types").Chain[]} */
    this.chains = [];
    /** @type {Map<number, string>} links by the number of their throw */
    this.links = new Map();
    /** @type {Checked[]} */
    this.throws = [];
  }

  /** The first throw that is wrong, if any. */
  get bad() {
    return this.throws.find((c) => !c.good);
  }

  /** @param {TableEvent} e @returns {Checked | null} */
  add(e) {
    const b = e.body;
    const chair = (b.chair ?? 0) - 1;
    switch (e.kind) {
      case "created":
      case "commit":
        if (b.dice) this.chains.push(b.dice);
        break;
      case "sit":
        if (b.person && b.nonce) this.nonces.set(b.person, b.nonce);
        if (chair >= 0) this.chairs[chair] = b.person ?? 0;
        break;
      case "stand":
      case "chair":
        if (chair >= 0) this.chairs[chair] = 0;
        break;
      case "throw":
        return this.check(e);
    }
    return null;
  }

  /** @param {TableEvent} e */
  check(e) {
    const b = e.body;
    const n = b.number ?? 0;
    const chain = this.chains.findLast((c) => c.first <= n);
    const link = fromHex(b.link ?? "");
    /** @type {Checked} */
    const out = { number: n, thrown: b.throw ?? "", dice: e.dice ?? "", good: false, seq: e.seq, link: b.link ?? "" };
    if (chain && link.length === 32) {
      const before = n === chain.first ? chain.commitment : this.links.get(n - 1);
      const follows = before !== undefined && toHex(sha256(link)) === before;
      /** @type {string[]} */
      const nonces = [];
      const count = chain.bots?.length ?? 0;
      for (let i = 0; i < count; i++) {
        const nonce = this.chairs[i] ? this.nonces.get(this.chairs[i]) : chain.bots?.[i];
        if (nonce !== undefined) nonces.push(nonce);
      }
      const value = (/** @type {string} */ dice) => throwOf(dice, numberOf(link, this.table, n, nonces, weightOf(dice)));
      out.good = follows && out.dice !== "" && value(out.dice) === out.thrown;
    }
    this.links.set(n, b.link ?? "");
    this.throws.push(out);
    return out;
  }
}
