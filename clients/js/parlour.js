/**
 * Historic parlour games by their rulebooks, for programs.
 *
 * Eight games: Ludo by Kleefeld, by Parker, by the British leaflet and the Mensch
 * kind; Auto Race; Contact; checkers; backgammon. Rules, bots and notation are
 * those of the program parlour, which is here as WebAssembly.
 *
 *     import { Engine } from "parlour-games";
 *
 *     const engine = await Engine.start();
 *     const state = engine.game("parker").newInitialState({ players: 2 });
 *     while (!state.isTerminal()) state.applyAction(state.isChanceNode() ? state.throwDice() : await state.choose("casual"));
 *     console.log(state.result(), state.returns());
 *
 * @module
 */

/** The player of a state that waits for a throw, as in OpenSpiel. */
export const CHANCE = -1;

/** The player of a state in which the game is over, as in OpenSpiel. */
export const TERMINAL = -4;

/**
 * A question or an answer of the line protocol, docs/PROTOCOL.md of Parlour.
 * @typedef {{ [name: string]: any }} Message
 */

/**
 * A colour of a game.
 * @typedef {{ readonly letter: string, readonly name: string }} Seat
 */

/**
 * A choice of the rules: where a book is silent, or allows several ways.
 * @typedef {object} Option
 * @property {string} key
 * @property {string} default
 * @property {{ name: string, means: string }[]} values
 * @property {number} [min]
 * @property {number} [max]
 * @property {string} [needs]
 */

/**
 * How to set up a game. Whatever is left out is as the book has it.
 * @typedef {object} Setup
 * @property {number} [players]
 * @property {string} [colours] letters of the colours that play
 * @property {string} [first] letter of the seat that begins
 * @property {string} [seats] who owns the colours
 * @property {string} [mode]
 * @property {string} [preset]
 * @property {{ [key: string]: string | number }} [options]
 */

/**
 * Limits of a bot. Without them it plays as its level does.
 * @typedef {object} Limits
 * @property {number} [ms] the time to use
 * @property {number} [nodes] positions to evaluate
 * @property {number} [depth] moves to look ahead
 * @property {number} [seed] makes random choices repeatable
 */

/**
 * Something that an action does. See docs/PROTOCOL.md.
 * @typedef {object} Event
 * @property {string} kind
 * @property {string} means
 * @property {string} text in plain words
 * @property {string} [colour]
 * @property {string} [from]
 * @property {string} [to]
 * @property {string[]} [way]
 * @property {string} [becomes]
 * @property {{ [name: string]: string }} [args]
 */

/** The engine refuses a question, for example an illegal move. The message says why, for people. */
export class Refused extends Error {
  /** @param {Message} answer */
  constructor(answer) {
    super(answer.why);
    this.name = "Refused";
    /** A word for programs. @type {string} */
    this.code = answer.error;
    /** The rules that forbid it. @type {string[]} */
    this.clauses = answer.clauses ?? [];
    /** What would be legal. @type {string[]} */
    this.instead = answer.instead ?? [];
    /** Everything that is wrong with a position or a set-up. @type {string[]} */
    this.faults = answer.faults ?? [];
  }
}

/**
 * Returns an answer that is not an error.
 * @param {string} line
 * @returns {Message}
 */
function checked(line) {
  const answer = JSON.parse(line);
  if (answer.error) throw new Refused(answer);
  return answer;
}

/** What the program gives to its host. See cmd/local of Parlour. @typedef {{ ask: (line: string) => string, choose: (game: string, line: string) => Promise<string> }} Program */

/** Where the files of the program are. */
const files = new URL("./program/", import.meta.url);

/**
 * Reads a file of the program.
 * @param {URL} url
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function read(url) {
  if (url.protocol === "file:") {
    // Not imported, because browsers have no such module.
    return new Uint8Array(await /** @type {any} */ (globalThis).process.getBuiltinModule("node:fs").promises.readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}; expected a file of the program`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/**
 * Compiles the program, once.
 * @param {URL} folder
 */
function compile(folder) {
  let module = compiled.get(folder.href);
  if (!module) {
    module = (async () => {
      // The loader defines globalThis.Go.
      await import(/* @vite-ignore */ new URL("wasm_exec.js", folder).href);
      let bytes = await read(new URL("local.wasm.gz", folder));
      // A server may have told the browser that the file is compressed: then it is unpacked already.
      if (bytes[0] === 0x1f && bytes[1] === 0x8b)
        bytes = new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
      return WebAssembly.compile(bytes);
    })();
    compiled.set(folder.href, module);
    module.catch(() => compiled.delete(folder.href)); // so that the next start tries again
  }
  return module;
}

/** The engines of all games, running. */
export class Engine {
  /** @type {Program | null} */
  #program;
  /** @type {Map<string, Game>} */
  #games;
  /** Throws by their dice. @type {Map<string, Message>} */
  #dice = new Map();

  /** Use Engine.start. @param {Program} program */
  constructor(program) {
    this.#program = program;
    this.#games = new Map(this.ask({ games: true }).games.map((/** @type {any} */ g) => [g.id, new Game(this, g)]));
  }

  /**
   * Starts the program. That takes a fraction of a second and 40 MB of memory; one
   * engine is enough for most programs. A bot that thinks keeps its thread busy, so
   * pages should start the engine in a worker.
   * @param {{ program?: string | URL }} [options] program is the address of the folder with the files, if it is not beside this module
   * @returns {Promise<Engine>}
   */
  static async start({ program } = {}) {
    const folder = program ? new URL(`${String(program).replace(/\/$/, "")}/`) : files;
    const module = await compile(folder);
    const scope = /** @type {any} */ (globalThis);
    const go = new scope.Go();
    const instance = await WebAssembly.instantiate(module, go.importObject);
    return new Promise((ok, no) => {
      const before = scope.parlourHost;
      scope.parlourHost = {
        file: (/** @type {string} */ name) => read(new URL(name, folder)),
        engine: (/** @type {Program["ask"]} */ ask, /** @type {Program["choose"]} */ choose) => ok(new Engine({ ask, choose })),
      };
      go.run(instance).then(() => no(new Error("the program has ended")), no);
      scope.parlourHost = before; // it has been read
    });
  }

  /** Lets go of the program, so that its memory can be used again. */
  close() {
    this.#program = null;
  }

  #running() {
    if (!this.#program) throw new Error("the engine is closed");
    return this.#program;
  }

  /**
   * Asks a question of the protocol. To ask for a move of a bot, use choose.
   * @param {Message} question
   * @returns {Message}
   * @throws {Refused} if the answer is an error
   */
  ask(question) {
    if ("choose" in question) throw new TypeError("a bot takes time: use Engine.choose or State.choose");
    return checked(this.#running().ask(JSON.stringify(question)));
  }

  /**
   * Asks a bot of a game for its move.
   * @param {string} game
   * @param {Message} question with the fields position and choose
   * @returns {Promise<Message>}
   * @throws {Refused} if the answer is an error
   */
  async choose(game, question) {
    return checked(await this.#running().choose(game, JSON.stringify(question)));
  }

  /** All games. @returns {Game[]} */
  games() {
    return [...this.#games.values()];
  }

  /**
   * The game with an id, such as "backgammon".
   * @param {string} id
   * @returns {Game}
   */
  game(id) {
    const game = this.#games.get(id);
    if (!game) throw new RangeError(`no game ${JSON.stringify(id)}; the games are ${[...this.#games.keys()].join(", ")}`);
    return game;
  }

  /**
   * The state of a position line, PDN FEN, XGID or GNU Backgammon id.
   * @param {string} position
   * @returns {State}
   */
  state(position) {
    const answer = this.ask({ position });
    return new State(this.game(/** @type {RegExpMatchArray} */ (answer.position.match(/^[^ []+/))[0]), answer);
  }

  /**
   * The throws of dice, of which a position waits for one.
   * @param {string} dice
   * @param {string} position
   * @returns {{ throws: { throw: string, weight: number }[], weight: number }}
   */
  throws(dice, position) {
    let known = this.#dice.get(dice);
    if (!known) this.#dice.set(dice, (known = this.ask({ position, throws: true })));
    return /** @type {any} */ (known);
  }
}

/** A game and what can be chosen about it. */
export class Game {
  /** @param {Engine} engine @param {Message} answer */
  constructor(engine, answer) {
    /** @readonly */
    this.engine = engine;
    /** @type {string} @readonly */
    this.id = answer.id;
    /** @type {string} @readonly */
    this.title = answer.title;
    /** @type {string} @readonly */
    this.maker = answer.maker;
    /** @type {string} @readonly */
    this.year = answer.year;
    /** How many may play, the default first. @type {readonly number[]} @readonly */
    this.players = answer.players;
    /** @type {readonly Seat[]} @readonly */
    this.seats = answer.seats;
    /** @type {readonly string[]} @readonly */
    this.modes = answer.modes;
    /** @type {readonly string[]} @readonly */
    this.presets = answer.presets;
    /** The players for State.choose. @type {readonly string[]} @readonly */
    this.bots = answer.bots;
    /** How moves are written. @type {string} @readonly */
    this.form = answer.form;
    /** @type {readonly Option[]} @readonly */
    this.options = answer.options;
  }

  /**
   * Sets up a game.
   * @param {Setup} [setup]
   * @returns {State}
   */
  newInitialState(setup = {}) {
    return this.deserializeState(this.engine.ask({ ...setup, new: this.id }).position);
  }

  /**
   * The state that State.serialize wrote.
   * @param {string} text
   * @returns {State}
   */
  deserializeState(text) {
    return new State(this, this.engine.ask({ position: text }));
  }
}

/** Who takes part: the players in their order, and the player of each seat. @typedef {{ owners: string[], player: Map<string, number> }} Who */

/**
 * A position of a game, and what it waits for.
 *
 * A player is a person or bot who decides: the owner of two colours is one player. Actions
 * are texts in the notation of the game; throws are actions of CHANCE.
 */
export class State {
  /** @type {Message} */
  #answer;
  /** @type {Who | undefined} */
  #known;

  /** Use Engine.state or Game.newInitialState. @param {Game} game @param {Message} answer @param {Who} [who] */
  constructor(game, answer, who) {
    /** @readonly */
    this.game = game;
    this.#answer = answer;
    this.#known = who;
  }

  /** The position line: everything that the rules need to go on. @returns {string} */
  get position() {
    return this.#answer.position;
  }

  toString() {
    return this.position;
  }

  serialize() {
    return this.position;
  }

  clone() {
    return new State(this.game, this.#answer, this.#known);
  }

  /** @returns {Who} */
  #who() {
    if (!this.#known) {
      /** @type {{ letter: string, owner: string }[]} */
      const seats = this.game.engine.ask({ position: this.position, who: true }).who;
      const owners = [...new Set(seats.map((s) => s.owner))];
      this.#known = { owners, player: new Map(seats.map((s) => [s.letter, owners.indexOf(s.owner)])) };
    }
    return this.#known;
  }

  /** How many players take part. */
  numPlayers() {
    return this.#who().owners.length;
  }

  /** The name of the colour with which a player is called, such as "green". @param {number} player */
  playerName(player) {
    const letter = this.#who().owners[player];
    const seat = this.game.seats.find((s) => s.letter === letter);
    if (!seat) throw new RangeError(`no player ${player}; there are ${this.numPlayers()}`);
    return seat.name;
  }

  /** The player who moves, CHANCE or TERMINAL. @returns {number} */
  currentPlayer() {
    if (this.isTerminal()) return TERMINAL;
    return this.isChanceNode() ? CHANCE : /** @type {number} */ (this.#who().player.get(this.#answer.turn));
  }

  /** The player whose throw is due, or null if no throw is due or it is nobody's. */
  thrower() {
    return (this.isChanceNode() ? this.#who().player.get(this.#answer.turn) : null) ?? null;
  }

  /** Whether the state waits for a throw. */
  isChanceNode() {
    return this.#answer.needs === "throw";
  }

  /** Whether the game is over. */
  isTerminal() {
    return this.#answer.needs === "over";
  }

  /** The legal moves in the order of the rules, or the possible throws. @returns {string[]} */
  legalActions() {
    return this.isChanceNode() ? this.#throws().throws.map((t) => t.throw) : [...this.#answer.moves];
  }

  #throws() {
    if (!this.isChanceNode()) throw new Error(`no throw is due at ${this.position}`);
    return this.game.engine.throws(this.#answer.dice, this.position);
  }

  /** The possible throws with their probabilities. @returns {[string, number][]} */
  chanceOutcomes() {
    const { throws, weight } = this.#throws();
    return throws.map((t) => [t.throw, t.weight / weight]);
  }

  /** The possible throws with their integer weights. @returns {[string, number][]} */
  chanceWeights() {
    return this.#throws().throws.map((t) => [t.throw, t.weight]);
  }

  /**
   * A throw of the dice that are due. It is not made yet.
   * @param {() => number} [random] numbers from 0 to less than 1
   * @returns {string}
   */
  throwDice(random = Math.random) {
    const { throws, weight } = this.#throws();
    let left = Math.floor(random() * weight);
    for (const t of throws) if ((left -= t.weight) < 0) return t.throw;
    throw new RangeError("random gave a number that is not from 0 to less than 1");
  }

  /** @param {string} action */
  #question(action) {
    return { position: this.position, [this.isChanceNode() ? "throw" : "move"]: action };
  }

  /**
   * The state after an action; this one stays as it is.
   * @param {string} action
   * @returns {State}
   * @throws {Refused} if the action is illegal
   */
  child(action) {
    return new State(this.game, this.game.engine.ask({ ...this.#question(action), next: true }), this.#who());
  }

  /**
   * Makes a throw or a move, and returns its canonical text.
   * @param {string} action
   * @returns {string}
   * @throws {Refused} if the action is illegal; then nothing changes
   */
  applyAction(action) {
    const throws = this.isChanceNode();
    const who = this.#who();
    this.#answer = this.game.engine.ask({ ...this.#question(action), next: true });
    this.#known = who;
    return throws ? this.#answer.throw : this.#answer.move;
  }

  /** Why a text is not a legal move, in words; null if it is one. @param {string} action @returns {string | null} */
  whyNot(action) {
    const answer = this.game.engine.ask({ position: this.position, why: action });
    return answer.legal ? null : answer.why;
  }

  /** What an action does, piece by piece, also in words. @param {string} action @returns {Event[]} */
  events(action) {
    return this.game.engine.ask(this.#question(action)).events;
  }

  /**
   * Composes a turn of several parts: which steps may follow the steps taken so far,
   * and the move if the turn may end here, otherwise null.
   * @param {string[]} [taken]
   * @returns {{ steps: { text: string, from?: string, to?: string, means?: string }[], end: string | null }}
   */
  steps(taken = []) {
    return /** @type {any} */ (this.game.engine.ask({ position: this.position, steps: taken }));
  }

  /**
   * The move that a bot of the game chooses. See Game.bots.
   * @param {string} [bot]
   * @param {Limits} [limits]
   * @returns {Promise<string>}
   */
  async choose(bot = "expert", limits = {}) {
    return (await this.game.engine.choose(this.game.id, { position: this.position, choose: bot, ...limits })).move;
  }

  /** How much of the win each player has, zeros until the game is over. @returns {number[]} */
  shares() {
    const { result } = this.#answer;
    return this.#who().owners.map((owner) => result?.shares[owner] ?? 0);
  }

  /**
   * The return of each player, zeros until the game is over. They add up to zero.
   * A single winner gets the stake of the game: 1, or more where games are played
   * for points. A tie of all is 0.
   * @returns {number[]}
   */
  returns() {
    const { result } = this.#answer;
    const shares = this.shares();
    const n = shares.length;
    const total = shares.reduce((sum, share) => sum + share, 0);
    if (!result || n < 2 || !total) return shares.map(() => 0);
    return shares.map((share) => (result.stake * ((n * share) / total - 1)) / (n - 1));
  }

  /** The result as records write it, such as "win G home"; null until the game is over. @returns {string | null} */
  result() {
    return this.#answer.result?.text ?? null;
  }
}

/** A record is not a record, or does not keep the rules. */
export class RecordError extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = "RecordError";
  }
}

/**
 * A line of a record. A line with a throw and its move is two entries; "said" is
 * something that happened at the table.
 * @typedef {{ kind: "position" | "throw" | "move" | "said" | "comment", text: string, seat: string, line: number }} Entry
 */

/** A game as text: tags, entries and the result, "" if it was not finished. */
export class GameRecord {
  constructor() {
    /** @type {Map<string, string>} */
    this.tags = new Map();
    /** @type {Entry[]} */
    this.entries = [];
    this.end = "";
  }

  /**
   * Plays the record by the rules and yields the state after every action.
   * @param {Engine} engine
   * @returns {Generator<State, void, void>}
   * @throws {RecordError} at the first line that does not fit
   */
  *replay(engine) {
    /** @type {State | null} */
    let state = null;
    for (const e of this.entries) {
      const fault = (/** @type {string} */ why, /** @type {ErrorOptions} */ options = {}) =>
        new RecordError(`line ${e.line}: ${why}`, options);
      /** @type {State | null} */
      let next = null;
      try {
        if (e.kind === "position") {
          const here = engine.state(e.text);
          if (!state) next = here;
          else if (here.position !== state.position) throw fault(`the position is ${here}, expected ${state}`);
        } else if (e.kind === "throw" || e.kind === "move") {
          if (!state) throw fault("expected a position before the first action");
          if ((e.kind === "throw") !== state.isChanceNode()) throw fault(`a ${e.kind} is not due at ${state}`);
          next = state.child(e.text);
        }
      } catch (err) {
        throw err instanceof Refused ? fault(err.message, { cause: err }) : err;
      }
      if (next) yield (state = next);
    }
    if (state && this.end && state.isTerminal() && this.end !== state.result())
      throw new RecordError(`the result is ${state.result()}, not ${this.end}`);
  }
}

/**
 * Reads the records of a text. See docs/RECORD.md of Parlour for the format.
 * @param {string} text
 * @returns {GameRecord[]}
 */
export function readRecords(text) {
  /** @type {GameRecord[]} */
  const records = [];
  let record = new GameRecord();
  const finish = (/** @type {string} */ end) => {
    if (!record.entries.some((e) => e.kind !== "comment")) return;
    record.end = end;
    records.push(record);
    record = new GameRecord();
  };
  text.split("\n").forEach((whole, i) => {
    const line = whole.trim();
    const [word, rest] = cut(line);
    if (!line || word === "end") finish(rest);
    else record.entries.push(...entries(record, i + 1, word, rest));
  });
  finish("");
  return records;
}

/** Cuts a text at its first space. @param {string} text @returns {[string, string]} */
function cut(text) {
  const at = text.indexOf(" ");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * Reads a line of a game.
 * @param {GameRecord} record
 * @param {number} line
 * @param {string} word
 * @param {string} rest
 * @returns {Entry[]}
 */
function entries(record, line, word, rest) {
  const [first, more] = cut(rest);
  const entry = (/** @type {Entry["kind"]} */ kind, /** @type {string} */ text, seat = "") => ({ kind, text, seat, line });
  switch (word) {
    case "@": {
      const at = rest.indexOf(":");
      if (at < 0) throw new RecordError(`line ${line}: expected a tag such as @ Event: words`);
      record.tags.set(rest.slice(0, at).trim(), rest.slice(at + 1).trim());
      return [];
    }
    case "=":
    case "start":
    case "last":
      return [entry("position", rest)];
    case "#":
      return [entry("comment", rest)];
    case "!":
      return [entry("said", rest)];
    case "moves":
      return rest.split(/\s+/).map((move) => entry("move", move));
  }
  if (!rest || word.length > 2) throw new RecordError(`line ${line}: expected a seat with its throw or move`);
  if (first === "throw") return [entry("throw", more, word)];
  if (more === "off") return [entry("throw", first, word)];
  if (/^\d+$/.test(first) && more) return [entry("throw", first, word), entry("move", more, word)];
  return [entry("move", rest, word)];
}
