// A device's own chain of links. Link n is the SHA-256 of a secret, and each
// link is the SHA-256 of the one after it; link 0 is the commitment. Who knows
// a link knows all before it, and none after it.

import { fromHex, isLink, sha256, toHex } from "../lib/sha256.js";

/** The links of a device's chain. */
export const ownLinks = 4096;

/** How many links a chain may have. */
export const lengths = { device: [64, 65536], server: [1024, 65536] };

/** 32 random bytes in hex. */
export const newSecret = () => toHex(crypto.getRandomValues(new Uint8Array(32)));

export class Chain {
  /**
   * @param {string} secret 32 bytes in hex
   * @param {number} [links]
   */
  constructor(secret, links = ownLinks) {
    this.links = links;
    /** @type {Uint8Array[]} */
    this.all = Array(links + 1);
    /** @type {Uint8Array} */
    let link = fromHex(secret);
    for (let k = links; k >= 0; k--) this.all[k] = link = sha256(link);
  }

  get commitment() {
    return toHex(this.all[0]);
  }

  /** Opens a link, in hex. @param {number} k from 1 to the number of links */
  open(k) {
    if (!(k >= 1 && k <= this.links)) throw new RangeError(`a chain of ${this.links} links has no link ${k}`);
    return toHex(this.all[k]);
  }
}

/** A chain of somebody else: what it promised, and the last link of it that is known. */
export class Promised {
  /** @param {string} commitment @param {number} links @param {number} seq the event that declared it */
  constructor(commitment, links, seq) {
    this.commitment = commitment;
    this.links = links;
    this.seq = seq;
    this.named = 0; // the highest number that an ask has named
    this.at = 0;
    this.last = commitment;
  }

  /**
   * Whether a text is the link with a number.
   * @param {number} k
   * @param {string} text
   */
  fits(k, text) {
    if (!isLink(text) || !(k >= 1 && k <= this.links)) return false;
    const known = k > this.at ? { at: this.at, last: this.last } : { at: 0, last: this.commitment };
    /** @type {Uint8Array} */
    let link = fromHex(text);
    for (let i = known.at; i < k; i++) link = sha256(link);
    if (toHex(link) !== known.last) return false;
    if (k > this.at) {
      this.at = k;
      this.last = text;
    }
    return true;
  }
}
