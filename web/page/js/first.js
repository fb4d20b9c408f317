// Throws by parlour-dice-1, the method of tables made before there were rounds.
// Such a throw follows from links that were published, but a server could have
// chosen the links when it knew everybody's nonce: it is guaranteed for nobody.

import { firstMessageOf } from "./fair.js";
import { isLink, linkBefore } from "./sha256.js";

/** @typedef {import("./types").TableEvent} TableEvent */
/** @typedef {(code: string, text: string) => never} Fail */

export class FirstDice {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {{ first: number, links: number, last: string, bots: string[] }[]} */
    this.chains = [];
    /** @type {Map<number, string>} nonces by person */
    this.nonces = new Map();
  }

  /** A chain is committed. @param {import("./types").Chain} c @param {number} throws @param {Fail} fail */
  commit(c, throws, fail) {
    const end = this.chains.at(-1);
    const next = end ? end.first + end.links : 1;
    if (!isLink(c.commitment) || !(c.links >= 1 && c.links <= 1 << 20)) fail("short-chain", `A chain of ${c.links} links is committed.`);
    if (c.first !== next || c.first <= throws) fail("round-number", `A chain begins with throw ${c.first}; expected throw ${next}.`);
    this.chains.push({ first: c.first, links: c.links, last: c.commitment, bots: c.bots ?? [] });
  }

  /**
   * Checks that a throw opened the next link, and returns the message it was made of.
   * @param {TableEvent} e
   * @param {Map<number, { person: number }>} chairs
   * @param {Fail} fail
   */
  message(e, chairs, fail) {
    const n = e.body.number ?? 0;
    const link = e.body.link ?? "";
    const chain = this.chains.find((c) => c.first <= n && n < c.first + c.links);
    if (!chain) return fail("wrong-link", `Throw ${n} lies in no chain that was committed.`);
    if (!isLink(link) || linkBefore(link) !== chain.last) fail("wrong-link", `The link of throw ${n} does not follow the one before it.`);
    chain.last = link;
    const nonces = chain.bots.map((bot, i) => {
      const person = chairs.get(i + 1)?.person;
      return person ? (this.nonces.get(person) ?? "") : bot;
    });
    return firstMessageOf(this.table, n, nonces);
  }
}
