// SHA-256 and HMAC, written out because browsers offer theirs only on secure
// pages, and a game on a home network is on plain http.

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

const w = new Uint32Array(64);

/** @param {number} x @param {number} by */
const turn = (x, by) => (x >>> by) | (x << (32 - by));

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
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    hash[0] += a;
    hash[1] += b;
    hash[2] += c;
    hash[3] += d;
    hash[4] += e;
    hash[5] += f;
    hash[6] += g;
    hash[7] += h;
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
export function fromHex(hex) {
  const out = new Uint8Array(hex.length >> 1);
  for (let i = 0; i < out.length; i++) out[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return out;
}

/** @param {Uint8Array} data */
export function toHex(data) {
  let out = "";
  for (const x of data) out += (x < 16 ? "0" : "") + x.toString(16);
  return out;
}

/** Whether a text is a link or a commitment: 32 bytes in lower-case hex. @param {unknown} text */
export const isLink = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/** The link before a link, in hex. @param {string} link */
export const linkBefore = (link) => toHex(sha256(fromHex(link)));
