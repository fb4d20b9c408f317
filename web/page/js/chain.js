// A device's own chain of links. Link n is the SHA-256 of a secret, and each
// link is the SHA-256 of the one after it; link 0 is the commitment. Who knows
// a link knows all before it, and none after it.

import { fromHex, sha256, toHex } from "./sha256.js";

/** The links of a device's chain. */
export const ownLinks = 512;

/** 32 random bytes in hex. */
export const newSecret = () => toHex(crypto.getRandomValues(new Uint8Array(32)));

export class Chain {
  /**
   * @param {string} secret 32 bytes in hex
   * @param {number} [links]
   */
  constructor(secret, links = ownLinks) {
    this.links = links;
    /** @type {string[]} */
    this.all = Array(links + 1);
    /** @type {Uint8Array} */
    let link = fromHex(secret);
    for (let k = links; k >= 0; k--) {
      link = sha256(link);
      this.all[k] = toHex(link);
    }
  }

  get commitment() {
    return this.all[0];
  }

  /** Opens a link, in hex. @param {number} k from 1 to the number of links */
  open(k) {
    if (!(k >= 1 && k <= this.links)) throw new RangeError(`a chain of ${this.links} links has no link ${k}`);
    return this.all[k];
  }
}
