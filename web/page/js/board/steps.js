// Walks the graph of steps that the server sends. Nothing here knows a rule or
// touches the page.

/** @typedef {import("../types").StepNode} StepNode */

/**
 * A place a piece can be taken to, by one step or by several in a row.
 * @typedef {object} Target
 * @property {string} place
 * @property {StepNode[]} chain
 * @property {boolean} through the piece cannot stay here but must go on
 */

/**
 * Asks for the steps after those taken, if the graph was too large to send.
 * @callback Asker
 * @param {string[]} taken
 * @returns {Promise<{ next: StepNode[], end: string }>}
 */

const longest = 8; // steps in a row by one piece

export class Composer {
  /**
   * @param {StepNode[] | undefined} steps
   * @param {string[]} moves
   * @param {Asker} ask
   */
  constructor(steps, moves, ask) {
    this.ask = ask;
    /** @type {StepNode} */
    this.root = { text: "", next: steps, more: !steps && moves.length > 0 };
    /** @type {StepNode[]} */
    this.taken = [];
    /** @type {number[]} how many steps each gesture took */
    this.gestures = [];
  }

  /** Fetches what the graph lacks at the present node. */
  async ready() {
    const node = this.node;
    if (!node.more || node.next) return;
    const more = await this.ask(this.taken.map((n) => n.text));
    node.next = more.next;
    node.end = more.end;
    node.more = false;
  }

  get node() {
    return this.taken[this.taken.length - 1] ?? this.root;
  }

  /** The steps that may follow. */
  get next() {
    return this.node.next ?? [];
  }

  /** The move, if the turn may end here. */
  get end() {
    return this.node.end ?? "";
  }

  /** Whether the turn ends here and cannot go on. */
  get complete() {
    return this.end !== "" && this.next.length === 0 && !this.node.more;
  }

  /** Places whose pieces may go now. */
  sources() {
    return new Set(this.next.filter((n) => n.from && n.to).map((n) => n.from ?? ""));
  }

  /** Places that are chosen by themselves: a step that begins and ends nowhere else. */
  picks() {
    return this.next.filter((n) => n.from && !n.to);
  }

  /** Steps that have no place: they are said in words. */
  words() {
    return this.next.filter((n) => !n.from && !n.to);
  }

  /**
   * Where the piece on a place may be taken.
   * @param {string} from
   * @param {StepNode} [at] the step after which, the last one taken if not given
   * @returns {Target[]}
   */
  targets(from, at = this.node) {
    /** @type {Map<string, { chain: StepNode[], key: string, through: boolean }[]>} */
    const found = new Map();
    const walk = (/** @type {StepNode} */ node, /** @type {string} */ at, /** @type {StepNode[]} */ chain) => {
      for (const n of node.next ?? []) {
        if (n.from !== at || !n.to || chain.length >= longest) continue;
        const longer = [...chain, n];
        const onward = n.next ?? [];
        const through = !n.end && onward.length > 0 && onward.every((m) => m.from === n.to && m.to);
        const list = found.get(n.to) ?? [];
        list.push({ chain: longer, key: ends(n), through });
        found.set(n.to, list);
        walk(n, n.to, longer);
      }
    };
    walk(at, from, []);
    /** @type {Target[]} */
    const targets = [];
    for (const [place, ways] of found) {
      const direct = ways.filter((w) => w.chain.length === 1);
      const stops = ways.filter((w) => !w.through);
      const choice = stops.length ? stops : ways;
      const best = choice.reduce((a, b) => (b.chain.length < a.chain.length ? b : a));
      // Several ways that come to different turns: the piece is led step by step.
      const same = choice.every((w) => w.key === best.key || w.chain.length > best.chain.length);
      if (same) targets.push({ place, chain: best.chain, through: best.through });
      else if (direct.length) targets.push({ place, chain: direct[0].chain, through: direct[0].through });
    }
    return targets;
  }

  /** Takes the steps of one gesture. @param {StepNode[]} chain */
  async take(chain) {
    for (const n of chain) this.taken.push(n);
    this.gestures.push(chain.length);
    await this.ready();
  }

  /** Takes steps that follow by themselves: they belong to the last gesture. @param {StepNode[]} chain */
  async follow(chain) {
    for (const n of chain) this.taken.push(n);
    if (this.gestures.length) this.gestures[this.gestures.length - 1] += chain.length;
    await this.ready();
  }

  /** The steps of each gesture, the first first. Steps before the first gesture followed from the throw. @returns {StepNode[][]} */
  parts() {
    let end = this.taken.length;
    return this.gestures
      .toReversed()
      .map((n) => this.taken.slice(end - n, (end -= n) + n))
      .reverse();
  }

  /** The steps without a choice that come next. */
  forced() {
    /** @type {StepNode[]} */
    const chain = [];
    for (let node = this.node; !node.end && !node.more && node.next?.length; node = chain[chain.length - 1]) {
      if (node.next.length > 1 && !settled(node)) break;
      chain.push(node.next[0]);
    }
    return chain;
  }

  /** Takes back the last gesture. */
  undo() {
    const n = this.gestures.pop() ?? 0;
    this.taken.length -= n;
  }
}

/** The dice that steps use up, as digits. @param {StepNode[]} chain */
export function diceOf(chain) {
  return chain.map((n) => n.dice ?? "").join("");
}

/** Whether all that can follow comes to the same move. @param {StepNode} n */
function settled(n) {
  const open = (/** @type {StepNode} */ m) => !!m.more || !!m.next?.some(open);
  return !open(n) && !ends(n).includes("\n");
}

/** @type {WeakMap<StepNode, string>} */
const known = new WeakMap();

/**
 * Names every end a node can come to, one below the other.
 * @param {StepNode} n
 * @returns {string}
 */
export function ends(n) {
  let key = known.get(n);
  if (key !== undefined) return key;
  const all = new Set();
  const walk = (/** @type {StepNode} */ m) => {
    if (m.end) all.add(m.end);
    for (const k of m.next ?? []) walk(k);
  };
  walk(n);
  key = [...all].sort().join("\n");
  known.set(n, key);
  return key;
}
