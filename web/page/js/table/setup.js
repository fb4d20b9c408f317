// What a table sets up before it is made: choices, the number of players,
// options of the rules, and who sits where. Nothing here touches the document.

import { local } from "../lib/address.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").OptionInfo} OptionInfo */
/** @typedef {GameInfo["setup"][number]} Choice */

export class Setup {
  /** @param {GameInfo} game */
  constructor(game) {
    this.game = game;
    /** @type {Record<string, string>} choices by key, where they are not the default */
    this.chosen = {};
    /** @type {Record<string, string>} options of the rules by key, where they are not the default */
    this.options = {};
    this.players = game.players[0] ?? 2;
  }

  /** Reads the settings of a link. @param {URLSearchParams} q */
  read(q) {
    // Older links say owners for seats.
    for (const c of this.game.setup) this.choose(c, q.get(c.key) ?? (c.key === "seats" ? q.get("owners") : null) ?? "");
    this.players = Number(q.get("players")) || this.players;
    for (const o of this.game.options ?? []) this.option(o, q.get("o." + o.key) ?? o.default);
  }

  /**
   * Reads the settings of a link to a new table. One that names only the game leaves the usual number of players.
   * @param {URLSearchParams} q
   */
  begin(q) {
    const named = [...q.keys()].some(
      (k) => k === "players" || k === "owners" || k.startsWith("o.") || this.game.setup.some((c) => c.key === k),
    );
    if (named) this.read(q);
    else this.fit(this.game.sizes[0]);
  }

  /** Sets the table for that many players. @param {GameInfo["sizes"][number]} size */
  fit({ setup }) {
    for (const c of this.game.setup) if (c.key !== "preset") this.choose(c, setup[c.key] ?? "");
    this.players = setup.players ?? this.game.players[0];
  }

  /** The settings for a link to a new table. Where the usual table differs from the default, the default is named too. */
  link() {
    const q = this.query();
    for (const c of this.game.setup) if (c.key in this.game.sizes[0].setup && !q.has(c.key)) q.set(c.key, c.values[0].name);
    return q;
  }

  /** The settings that differ from the default, for an address. */
  query() {
    const { options, ...rest } = this.terms();
    const q = new URLSearchParams({ game: this.game.id });
    for (const [k, v] of Object.entries(rest)) q.set(k, String(v));
    for (const [k, v] of Object.entries(options ?? {})) q.set("o." + k, v);
    return q;
  }

  /** @param {Choice} c @param {string} value */
  choose(c, value) {
    if (value === c.values[0].name || !c.values.some((v) => v.name === value)) delete this.chosen[c.key];
    else this.chosen[c.key] = value;
  }

  /** @param {OptionInfo} o @param {string} value */
  option(o, value) {
    if (value === o.default) delete this.options[o.key];
    else this.options[o.key] = value;
  }

  /** Whether the number of players is a choice of its own. */
  get asksPlayers() {
    return this.game.players.length > 1 && !this.chosen.seats && !this.game.setup.some((c) => c.key === "mode");
  }

  /** The setup as the server takes it: only what is not the default. @returns {import("../types").Setup} */
  terms() {
    return {
      ...this.chosen,
      ...(this.asksPlayers && this.players !== this.game.players[0] ? { players: this.players } : {}),
      ...(Object.keys(this.options).length ? { options: this.options } : {}),
    };
  }
}

/**
 * Who sits on the chairs when their number or the bots change: you are always
 * among them, and everybody else stays where they can.
 * @param {string[]} before who sat there
 * @param {number} count chairs
 * @param {string[]} levels of bots
 * @param {string} [level] of new bots
 */
export function seated(before, count, levels, level = levels[Math.floor(levels.length / 2)]) {
  const bot = level ? "bot " + level : local ? "here" : "open";
  const others = before.filter((c) => c !== "you");
  const like = others.every((c) => c === others[0]) ? (others[0] ?? bot) : bot; // new chairs are like the others
  const chairs = Array.from({ length: count }, (_, i) => {
    const c = before[i] ?? (i === 0 ? "you" : like);
    return c.startsWith("bot ") && !levels.includes(c.slice(4)) ? bot : c;
  });
  if (count && !chairs.includes("you")) chairs[0] = "you";
  return chairs;
}

/**
 * Whom all other chairs are for: "bots", "open" or "here"; "" if they differ. With
 * bots of one level, level is theirs.
 * @param {string[]} chairs
 */
export function against(chairs) {
  const others = chairs.filter((c) => c !== "you");
  const level = others[0]?.startsWith("bot ") && others.every((c) => c === others[0]) ? others[0].slice(4) : "";
  if (others.every((c) => c.startsWith("bot "))) return { kind: "bots", level };
  return { kind: others.every((c) => c === others[0]) ? others[0] : "", level };
}
