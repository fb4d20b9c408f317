// A turn that is being composed: the steps taken, the piece in hand, and what a
// touch of the board means. It goes by what the server says of the steps and of
// the moves. Nothing here touches the page.

import { byHand, verdict } from "./effects.js";
import { Composer, diceOf, ends } from "./steps.js";

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

export class Turn extends Composer {
  /**
   * @param {StepNode[] | undefined} steps
   * @param {string[]} moves
   * @param {import("./steps.js").Asker} ask
   */
  constructor(steps, moves, ask) {
    super(steps, moves, ask);
    this.chosen = ""; // the place of the piece in hand
    this.stuck = ""; // the place of a piece without a move that was touched
    this.smallFirst = false; // a tap on a piece plays the smaller of two dice first
    /** @type {Map<string, Told>} what each move does */
    this.told = new Map();
  }

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
