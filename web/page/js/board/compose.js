// A turn that is being composed: it walks the graph of steps that the server sends,
// and says which piece is in hand and what a touch of the board means. Nothing here
// knows a rule or touches the page.

import { byHand, verdict } from "./effects.js";

/** @typedef {import("../types").StepNode} StepNode */
/** @typedef {import("../types").Effect} Effect */
/** @typedef {import("../types").Piece} Piece */
/** @typedef {{ move: string, words: string, told?: import("../types").Part[], effects?: Effect[] }} Told what a move does */

/**
 * What a touch comes to: steps to take, in addition or instead of the last
 * gesture, a piece to pick up or put down, the only way to the place that was
 * touched, a question why not, or nothing.
 * @typedef {{ does: "take" | "instead" | "lead", chain: StepNode[] } | { does: "lift", place: string }
 *   | { does: "lower" } | { does: "why", from: string, to: string } | { does: "nothing" }} Touch
 */

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

export class Turn {
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
    this.chosen = ""; // the place of the piece in hand
    this.stuck = ""; // the place of a piece without a move that was touched
    this.smallFirst = false; // a tap on a piece plays the smaller of two dice first
    /** @type {Map<string, Told>} what each move does */
    this.told = new Map();
  }

  // The steps.

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

  // The hand.

  /** What taking a piece somewhere does, if that ends the turn. @param {StepNode[]} chain */
  tells(chain) {
    const end = chain[chain.length - 1]?.end;
    return end ? this.told.get(end) : undefined;
  }

  /**
   * What touching a place means.
   * @param {string} place "" for beside the board
   * @param {boolean} occupied whether a piece stands there
   * @returns {Touch}
   */
  touch(place, occupied) {
    if (!place) return { does: "lower" };
    if (place === this.chosen) return { does: "lower" };
    if (this.chosen) {
      const chain = this.backs(this.chosen).get(place) ?? this.targets(this.chosen).find((x) => x.place === place)?.chain;
      if (chain) return { does: "take", chain };
    }
    const pick = this.picks().find((n) => n.from === place);
    if (pick) return { does: "take", chain: [pick] };
    if (this.sources().has(place)) return { does: "lift", place };
    const further = this.further(place);
    if (further) return { does: "instead", chain: further };
    if (!occupied && !this.chosen && !this.stuck) {
      const ways = this.leading(place);
      return ways.length === 1 ? { does: "lead", chain: ways[0] } : { does: "nothing" };
    }
    if (this.stuck && this.stuck !== place) return { does: "why", from: this.stuck, to: place };
    if (this.chosen) return { does: "why", from: this.chosen, to: place };
    if (!occupied || this.complete) return { does: "nothing" };
    this.stuck = place;
    return { does: "why", from: place, to: "" };
  }

  /**
   * What dropping a piece on a place means. Beside the board a piece that can move goes back.
   * @param {string} from
   * @param {string} to "" for beside the board
   * @returns {Touch}
   */
  drop(from, to) {
    if (!to && this.sources().has(from)) return { does: "nothing" };
    const target = this.targets(from).find((x) => x.place === to);
    return target ? { does: "take", chain: target.chain } : { does: "why", from, to };
  }

  /** The only way that a piece can go, null if there are several. @param {string} place @returns {StepNode[] | null} */
  only(place) {
    const ways = this.targets(place).filter((x) => !x.through);
    return ways.length === 1 ? ways[0].chain : null;
  }

  /**
   * The way that a tap on a piece alone means: the only one, or the one that
   * uses the fewest dice and of these the one that is played first. Null if the
   * player has to say where to.
   * @param {string} place
   * @returns {StepNode[] | null}
   */
  first(place) {
    return this.only(place) ?? this.byDie(place);
  }

  /**
   * The way of a piece by the die that is played first. Null if dice do not tell its ways apart.
   * @param {string} place
   * @returns {StepNode[] | null}
   */
  byDie(place) {
    const ways = this.targets(place)
      .filter((x) => !x.through)
      .map((x) => ({ chain: x.chain, dice: diceOf(x.chain) }));
    if (!ways.length || ways.some((w) => !w.dice)) return null;
    const pips = (/** @type {string} */ dice) => [...dice].reduce((sum, d) => sum + Number(d), 0);
    const worth = (/** @type {string} */ dice) => (this.smallFirst ? -1 : 1) * pips(dice) - 100 * dice.length;
    const most = Math.max(...ways.map((w) => worth(w.dice)));
    const best = ways.filter((w) => worth(w.dice) === most);
    return best.length === 1 ? best[0].chain : null;
  }

  /** Whether a turn from here is made of several dice. Then a tap on a piece plays a die. */
  get several() {
    return (this.root.next ?? []).some((n) => n.dice && (n.more || n.next?.some((m) => m.dice)));
  }

  /**
   * What a tap on a piece plays at once, null if it only picks the piece up.
   * @param {string} place
   * @param {boolean} atOnce whether the player wants one tap to be enough
   */
  tapped(place, atOnce) {
    return atOnce ? this.first(place) : this.several ? this.byDie(place) : null;
  }

  /**
   * The ways of a piece that lead back to where it stands, by the place where it
   * turns. Only places on which it cannot stay count: the others mean to go there.
   * @param {string} from
   * @returns {Map<string, StepNode[]>}
   */
  backs(from) {
    const stays = new Set(
      this.targets(from)
        .filter((x) => !x.through)
        .map((x) => x.place),
    );
    return new Map(
      this.next.flatMap((n) => {
        const back = n.from === from && n.to && !stays.has(n.to) ? n.next?.find((m) => m.from === n.to && m.to === from) : undefined;
        return back ? [[n.to ?? "", [n, back]]] : [];
      }),
    );
  }

  /**
   * The way that leads the piece just moved on with more dice, where that is one
   * step and not two: a second tap on the piece means it. It replaces the last
   * gesture.
   * @param {string} place
   * @returns {StepNode[] | null}
   */
  further(place) {
    const last = this.parts().at(-1) ?? [];
    const from = last[0]?.from;
    if (!from || this.complete || last.at(-1)?.to !== place || this.sources().has(place)) return null;
    const before = this.taken[this.taken.length - last.length - 1] ?? this.root;
    const more = this.targets(from, before).filter((x) => !x.through && diceOf(x.chain).length > diceOf(last).length);
    return more.length === 1 ? more[0].chain : null;
  }

  /** Every way that leads to a place now. @param {string} place */
  leading(place) {
    return [...this.sources()].flatMap((from) =>
      this.targets(from)
        .filter((x) => x.place === place && !x.through)
        .map((x) => x.chain),
    );
  }

  /** The place of the only piece that can go, "" if there are several or something else can be done. */
  get lone() {
    const from = [...this.sources()];
    return from.length === 1 && this.next.every((n) => n.from && n.to) ? from[0] : "";
  }

  /** The steps that follow by themselves now. None if the piece just moved could also be led further. */
  get tail() {
    return this.complete || this.further(this.node.to ?? "") ? [] : this.forced();
  }

  /** The dice used up so far. */
  get used() {
    return diceOf(this.taken);
  }

  /** The ways of the pieces moved so far, as effects. @param {string} colour of the player in turn @returns {Effect[]} */
  ways(colour) {
    const told = [...this.told.values()].flatMap((m) => m.effects ?? []);
    return this.taken.flatMap(({ from, to }) => {
      if (!from || !to) return [];
      const way = told.find((e) => byHand(e) && e.from === from && e.to === to)?.way ?? [to];
      return [/** @type {Effect} */ ({ kind: "", means: "moves", colour, from, to, way })];
    });
  }

  /** Takes a piece into the hand. @param {string} place */
  lift(place) {
    this.chosen = place;
    this.stuck = "";
  }

  /** Puts the piece in hand down. Reports whether there was one. */
  lower() {
    const held = this.chosen !== "" || this.stuck !== "";
    this.chosen = this.stuck = "";
    return held;
  }

  /**
   * Whether the turn is confirmed before it is sent: one of several gestures,
   * or one in which pieces meet.
   * @param {"auto" | "always" | "never"} confirm
   */
  asks(confirm) {
    if (confirm === "never" || !this.complete) return !this.complete;
    if (confirm === "always") return true;
    return this.gestures.length > 1 || verdict(this.told.get(this.end)?.effects ?? []) !== "";
  }

  /** The only step, if it is to pass. */
  get mustPass() {
    return this.next.length === 1 && this.next[0].means === "passes" ? this.next[0] : undefined;
  }

  /**
   * The pieces that the steps so far have taken, as effects of a move that they
   * lead to. A turn that is complete has taken all that its move takes.
   * @returns {Effect[]}
   */
  taking() {
    if (!this.taken.length || this.node.more) return [];
    const effects = this.told.get(ends(this.node).split("\n")[0])?.effects ?? [];
    return effects.filter((e) => e.means === "takes" && e.from && (this.complete || this.taken.some((n) => n.takes === e.from)));
  }

  /** Whether the turn can only end in one way, and takes no piece on it that the steps so far have not taken. */
  get harmless() {
    const effects = this.node.more ? undefined : this.told.get(ends(this.node))?.effects;
    const taken = this.taking().length;
    return !!effects && effects.filter((e) => e.means === "takes").length === taken;
  }

  /** What to mark on the board: places, signs at them, and pieces as they would lie there. */
  marks() {
    /** @type {Map<string, import("./marks.js").Mark>} */
    const hot = new Map();
    /** @type {Map<string, string>} */
    const signs = new Map();
    /** @type {Map<string, Piece>} */
    const ghosts = new Map();
    for (const p of this.sources()) hot.set(p, "source");
    for (const n of this.picks()) hot.set(n.from ?? "", "source");
    if (!this.chosen) return { hot, signs, ghosts };
    hot.set(this.chosen, "chosen");
    const backs = this.backs(this.chosen);
    for (const x of this.targets(this.chosen)) {
      if (x.place === this.chosen) continue;
      hot.set(x.place, backs.has(x.place) ? "back" : x.through ? "through" : "target");
      const effects = this.tells(x.chain)?.effects ?? [];
      const sign = verdict(effects);
      if (sign) signs.set(x.place, sign);
      const turned = effects.find((e) => e.means === "turns")?.becomes;
      if (turned) ghosts.set(x.place, turned);
    }
    return { hot, signs, ghosts };
  }
}

/** The dice that steps use up, as digits. @param {StepNode[]} chain */
function diceOf(chain) {
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
