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
export declare const CHANCE = -1;
/** The player of a state in which the game is over, as in OpenSpiel. */
export declare const TERMINAL = -4;
export type Message = {
    [name: string]: any;
};
export type Seat = {
    readonly letter: string;
    readonly name: string;
};
export type Option = {
    key: string;
    default: string;
    values: {
        name: string;
        means: string;
    }[];
    min?: number;
    max?: number;
    needs?: string;
};
export type Setup = {
    players?: number;
    /**
     * letters of the colours that play
     */
    colours?: string;
    /**
     * letter of the seat that begins
     */
    first?: string;
    /**
     * who owns the colours
     */
    seats?: string;
    mode?: string;
    preset?: string;
    options?: {
        [key: string]: string | number;
    };
};
export type Limits = {
    /**
     * the time to use
     */
    ms?: number;
    /**
     * positions to evaluate
     */
    nodes?: number;
    /**
     * moves to look ahead
     */
    depth?: number;
    /**
     * makes random choices repeatable
     */
    seed?: number;
};
export type Event = {
    kind: string;
    means: string;
    /**
     * in plain words
     */
    text: string;
    colour?: string;
    from?: string;
    to?: string;
    way?: string[];
    becomes?: string;
    args?: {
        [name: string]: string;
    };
};
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
export declare class Refused extends Error {
    /** A word for programs. @type {string} */
    code: string;
    /** The rules that forbid it. @type {string[]} */
    clauses: string[];
    /** What would be legal. @type {string[]} */
    instead: string[];
    /** Everything that is wrong with a position or a set-up. @type {string[]} */
    faults: string[];
    /** @param {Message} answer */
    constructor(answer: Message);
}
export type Program = {
    ask: (line: string) => string;
    choose: (game: string, line: string) => Promise<string>;
};
/** The engines of all games, running. */
export declare class Engine {
    #private;
    /** Use Engine.start. @param {Program} program */
    constructor(program: Program);
    /**
     * Starts the program. That takes a fraction of a second and 40 MB of memory; one
     * engine is enough for most programs. A bot that thinks keeps its thread busy, so
     * pages should start the engine in a worker.
     * @param {{ program?: string | URL }} [options] program is the address of the folder with the files, if it is not beside this module
     * @returns {Promise<Engine>}
     */
    static start({ program }?: {
        program?: string | URL;
    }): Promise<Engine>;
    /** Lets go of the program, so that its memory can be used again. */
    close(): void;
    /**
     * Asks a question of the protocol. To ask for a move of a bot, use choose.
     * @param {Message} question
     * @returns {Message}
     * @throws {Refused} if the answer is an error
     */
    ask(question: Message): Message;
    /**
     * Asks a bot of a game for its move.
     * @param {string} game
     * @param {Message} question with the fields position and choose
     * @returns {Promise<Message>}
     * @throws {Refused} if the answer is an error
     */
    choose(game: string, question: Message): Promise<Message>;
    /** All games. @returns {Game[]} */
    games(): Game[];
    /**
     * The game with an id, such as "backgammon".
     * @param {string} id
     * @returns {Game}
     */
    game(id: string): Game;
    /**
     * The state of a position line, PDN FEN, XGID or GNU Backgammon id.
     * @param {string} position
     * @returns {State}
     */
    state(position: string): State;
    /**
     * The throws of dice, of which a position waits for one.
     * @param {string} dice
     * @param {string} position
     * @returns {{ throws: { throw: string, weight: number }[], weight: number }}
     */
    throws(dice: string, position: string): {
        throws: {
            throw: string;
            weight: number;
        }[];
        weight: number;
    };
}
/** A game and what can be chosen about it. */
export declare class Game {
    /** @readonly */
    engine: Engine;
    /** @type {string} @readonly */
    id: string;
    /** @type {string} @readonly */
    title: string;
    /** @type {string} @readonly */
    maker: string;
    /** @type {string} @readonly */
    year: string;
    /** How many may play, the default first. @type {readonly number[]} @readonly */
    players: readonly number[];
    /** @type {readonly Seat[]} @readonly */
    seats: readonly Seat[];
    /** @type {readonly string[]} @readonly */
    modes: readonly string[];
    /** @type {readonly string[]} @readonly */
    presets: readonly string[];
    /** The players for State.choose. @type {readonly string[]} @readonly */
    bots: readonly string[];
    /** How moves are written. @type {string} @readonly */
    form: string;
    /** @type {readonly Option[]} @readonly */
    options: readonly Option[];
    /** @param {Engine} engine @param {Message} answer */
    constructor(engine: Engine, answer: Message);
    /**
     * Sets up a game.
     * @param {Setup} [setup]
     * @returns {State}
     */
    newInitialState(setup?: Setup): State;
    /**
     * The state that State.serialize wrote.
     * @param {string} text
     * @returns {State}
     */
    deserializeState(text: string): State;
}
export type Who = {
    owners: string[];
    player: Map<string, number>;
};
/** Who takes part: the players in their order, and the player of each seat. @typedef {{ owners: string[], player: Map<string, number> }} Who */
/**
 * A position of a game, and what it waits for.
 *
 * A player is a person or bot who decides: the owner of two colours is one player. Actions
 * are texts in the notation of the game; throws are actions of CHANCE.
 */
export declare class State {
    #private;
    /** @readonly */
    game: Game;
    /** Use Engine.state or Game.newInitialState. @param {Game} game @param {Message} answer @param {Who} [who] */
    constructor(game: Game, answer: Message, who?: Who);
    /** The position line: everything that the rules need to go on. @returns {string} */
    get position(): string;
    toString(): string;
    serialize(): string;
    clone(): State;
    /** How many players take part. */
    numPlayers(): number;
    /** The name of the colour with which a player is called, such as "green". @param {number} player */
    playerName(player: number): string;
    /** The player who moves, CHANCE or TERMINAL. @returns {number} */
    currentPlayer(): number;
    /** The player whose throw is due, or null if no throw is due or it is nobody's. */
    thrower(): number | null;
    /** Whether the state waits for a throw. */
    isChanceNode(): boolean;
    /** Whether the game is over. */
    isTerminal(): boolean;
    /** The legal moves in the order of the rules, or the possible throws. @returns {string[]} */
    legalActions(): string[];
    /** The possible throws with their probabilities. @returns {[string, number][]} */
    chanceOutcomes(): [string, number][];
    /** The possible throws with their integer weights. @returns {[string, number][]} */
    chanceWeights(): [string, number][];
    /**
     * A throw of the dice that are due. It is not made yet.
     * @param {() => number} [random] numbers from 0 to less than 1
     * @returns {string}
     */
    throwDice(random?: () => number): string;
    /**
     * The state after an action; this one stays as it is.
     * @param {string} action
     * @returns {State}
     * @throws {Refused} if the action is illegal
     */
    child(action: string): State;
    /**
     * Makes a throw or a move, and returns its canonical text.
     * @param {string} action
     * @returns {string}
     * @throws {Refused} if the action is illegal; then nothing changes
     */
    applyAction(action: string): string;
    /** Why a text is not a legal move, in words; null if it is one. @param {string} action @returns {string | null} */
    whyNot(action: string): string | null;
    /** What an action does, piece by piece, also in words. @param {string} action @returns {Event[]} */
    events(action: string): Event[];
    /**
     * Composes a turn of several parts: which steps may follow the steps taken so far,
     * and the move if the turn may end here, otherwise null.
     * @param {string[]} [taken]
     * @returns {{ steps: { text: string, from?: string, to?: string, means?: string }[], end: string | null }}
     */
    steps(taken?: string[]): {
        steps: {
            text: string;
            from?: string;
            to?: string;
            means?: string;
        }[];
        end: string | null;
    };
    /**
     * The move that a bot of the game chooses. See Game.bots.
     * @param {string} [bot]
     * @param {Limits} [limits]
     * @returns {Promise<string>}
     */
    choose(bot?: string, limits?: Limits): Promise<string>;
    /** How much of the win each player has, zeros until the game is over. @returns {number[]} */
    shares(): number[];
    /**
     * The return of each player, zeros until the game is over. They add up to zero.
     * A single winner gets the stake of the game: 1, or more where games are played
     * for points. A tie of all is 0.
     * @returns {number[]}
     */
    returns(): number[];
    /** The result as records write it, such as "win G home"; null until the game is over. @returns {string | null} */
    result(): string | null;
}
/** A record is not a record, or does not keep the rules. */
export declare class RecordError extends Error {
    /** @param {string} message @param {ErrorOptions} [options] */
    constructor(message: string, options?: ErrorOptions);
}
export type Entry = {
    kind: "position" | "throw" | "move" | "said" | "comment";
    text: string;
    seat: string;
    line: number;
};
/**
 * A line of a record. A line with a throw and its move is two entries; "said" is
 * something that happened at the table.
 * @typedef {{ kind: "position" | "throw" | "move" | "said" | "comment", text: string, seat: string, line: number }} Entry
 */
/** A game as text: tags, entries and the result, "" if it was not finished. */
export declare class GameRecord {
    /** @type {Map<string, string>} */
    tags: Map<string, string>;
    /** @type {Entry[]} */
    entries: Entry[];
    end: string;
    constructor();
    /**
     * Plays the record by the rules and yields the state after every action.
     * @param {Engine} engine
     * @returns {Generator<State, void, void>}
     * @throws {RecordError} at the first line that does not fit
     */
    replay(engine: Engine): Generator<State, void, void>;
}
/**
 * Reads the records of a text. See docs/RECORD.md of Parlour for the format.
 * @param {string} text
 * @returns {GameRecord[]}
 */
export declare function readRecords(text: string): GameRecord[];
