// What the server sends. The page reads it and knows no rules.

/** A piece of a sentence; what to write instead for the reader it is about is in you. */
export interface Part { text: string; you?: string; is?: "name" | "whose"; seat?: string; chair?: number; person?: number }
export interface Piece { place: string; colour: string; kind: string; face?: string }
/** What an effect or a step comes to, in words that hold for every game. */
export type Meaning = "moves" | "enters" | "takes" | "home" | "turns" | "changes" | "meets" | "throws" | "passes" | "accepts" | "ends" | "says";
export interface Effect { kind: string; means: Meaning; colour?: string; from?: string; to?: string; way?: string[]; becomes?: Piece; args?: Record<string, string> }
export interface StepNode { text: string; means?: Meaning; from?: string; to?: string; dice?: string; end?: string; next?: StepNode[]; more?: boolean }
export interface Clock { kind: string; seconds?: number; increment?: number; days?: number }
export interface Setup { mode?: string; players?: number; colours?: string; seats?: string; first?: string; preset?: string; options?: Record<string, string> }
export interface Terms { game: string; setup: Setup; position?: string; before?: { plays?: string[] }; bots?: string[]; clock?: Clock; chat?: boolean; listed?: boolean; standIn?: string; help?: string; pace?: string }
export interface Chain { commitment: string; links: number }
export interface LinkOf { person: number; link: string }
export interface DiceView {
  due?: string; method: string; part: number[];
  ask?: { number: number; attempt: number; seat: string; person?: number; who?: number[]; ready?: boolean };
}
/** A link that a device opened, for the ask with this head. */
export interface Opening { epoch: number; number: number; attempt: number; head: string; event: number; commitment: string; link: number; others: LinkOf[] }
/** What a device remembers of a table, in the format parlour-memory-3. */
export interface Remembered {
  format?: string; table: string; person: number; since: number; until?: number; epoch: number; chains: { commitment: string; links: number }[]; opened: Opening[];
  heads: [number, string][]; back: number[]; acts: [string, string][];
}
/** What the verifiers find. */
export interface DiceReport {
  table: string; events: number; moves: number; fault: { code: string; event: number; throw: number; text: string } | null; discarded: number; without: number;
  back: number; stale: boolean; verdict: "false" | "guaranteed" | "not-guaranteed"; lines: string[]; story: { event: number; code: string };
}
export interface Chair { seats: string[]; name?: string; bot?: string; person?: boolean; host?: boolean; away?: boolean; absent?: boolean; muted?: boolean; left?: number }
export interface You { person?: number; name?: string; chairs?: number[]; host?: boolean; undo?: boolean; links?: LinkOf[] }
export interface Result { reason: string; places: Record<string, number>; shares: Record<string, number>; stake: number }
export interface Seat { letter: string; name: string }
export interface Fact { seat?: string; label: string; value: string }
export interface View {
  table: string; seq: number; game: string; gameTitle: string; draw?: string; terms: Terms; rules: string; drift?: number;
  status: "waiting" | "playing" | "over"; position: string; turn: string; needs: "throw" | "move" | "over"; dice: DiceView;
  moves?: string[]; steps?: StepNode[]; chairs: Chair[]; you: You; locked?: boolean; paused?: boolean; chat?: boolean; help?: string;
  ties?: boolean; offer?: string; asked?: number; timeUp?: number; deadline?: string; now: string; result?: Result; throws: number;
  next?: string; levels: string[]; ratings?: Record<string, number>; made: string; pieces: Piece[]; seats: Seat[]; words: string; asks?: Part[]; ended?: Part[]; facts: Fact[]; setup: string[]; chosen: { option: string; means: string }[]; formats: { name: string; title: string; ending: string }[];
}
export interface Body {
  terms?: Terms; rules?: string; dice?: Chain; person?: number; chair?: number; seat?: string; name?: string; level?: string;
  epoch?: number; number?: number; attempt?: number; due?: string; opens?: number; who?: { person: number; chain: number; link: number }[]; parts?: LinkOf[]; why?: string;
  throw?: string; link?: string; move?: string; plies?: number; on?: boolean; text?: string; lasted?: number;
  from?: string; plays?: string[];
}
/** A throw or a move that was made before the game came to its table. */
export interface Played { seat: string; throw?: string; move?: string; words: string }

export interface TableEvent {
  seq: number; schema: number; at: string; kind: string; by?: number; line: string; body: Body;
  words?: string | string[]; told?: Part[]; brief?: Part[]; effects?: Effect[]; notation?: string; dice?: string; pieces?: Piece[]; before?: Played[];
}
export interface Station {
  x: number; y: number; spots?: [number, number][]; first: [number, number]; stack: [number, number]; size: [number, number];
  man: number; room: number; turn?: number;
}
export interface Sheet {
  svg: string; viewBox: [number, number, number, number]; places: Record<string, Station>; lanes?: boolean; square?: boolean; pieces: Record<string, string>;
  names: Record<string, string>; spoken: Record<string, string>; choices: Record<string, string>; signs: Record<string, string>; sides: Record<string, number>; inks: Record<string, string>;
}
export interface Action {
  kind: string; key: string; seq: number; chair?: number; move?: string; name?: string; level?: string; on?: boolean; text?: string;
  dice?: Chain; number?: number; attempt?: number; link?: string; next?: number;
}
export interface Summary { table: string; game: string; status: string; listed: boolean; free: number; people: string[] | null; changed: string; deadline?: string; seq: number }
export interface OptionInfo { key: string; default: string; values?: { name: string; means: string }[]; min?: number; max?: number; needs?: string; rulings?: string[] }
export interface Luck { share: number; half: number; command: string }
export interface GameInfo {
  id: string; title: string; maker: string; year: string; players: number[]; setup: { key: "mode" | "seats" | "preset"; values: { name: string; means: string }[] }[];
  seats: Seat[]; levels: string[]; length?: number; luck?: Luck; form: string; lesson: number; pages: { name: string, path: string }[];
  sizes: { players: number; setup: Setup }[]; rivals: { level: string; rating: number; says: string }[]; minutes: number; pace: number; differs: string;
  options?: OptionInfo[]; clauses?: { id: string; rule: string; passage: string }[];
  rulings?: { id: string; question: string; decision: string; reason?: string; others?: string; options?: string[] }[];
  source?: string; kin: { title: string; games: string[] };
  stats?: { turns: number; sd: number; command: string; chances?: { players: number; win: number[] }[] };
  lab?: { bots: string[]; usual: string[]; opening: number; most: number; seconds: number; measured: boolean };
}
export interface Standing { name: string; bot?: string; games: number; wins: number; ties: number; share: number; low: number; high: number; pool: number }
export interface Spread { mean: number; sd: number; min: number; p5: number; p25: number; median: number; p75: number; p95: number; max: number }
export interface LabNews {
  done: number; games: number; over: boolean; stopped: boolean; command: string; csv?: string; ends: { words: string; games: number }[];
  report: {
    seed: number; games: number; unfinished: number; seats: Standing[] | null; order: Standing[] | null; reasons: Record<string, number>;
    turns: Spread; throws: Spread; moves: Spread; captures: Spread; stakes: Spread; passes: number; choices: number;
  };
  exact?: { win: number[]; turns: number; sd: number };
  plots: { length: string; order: string; seats: string };
}
export interface Change { was: number; is: number; by: number; low: number; high: number }
export interface Findings {
  game: string; command: string; games: number;
  tables: { name: string; kind: string; bots: string[]; order: Standing[]; turns: Spread; command: string }[];
  effects: { option: string; value: string; means?: string; with?: string; same: boolean; turns: Change; first: Change; captures: Change }[];
  plots: { length: string; wins: string; options: string };
}
export interface Opinion { seq: number; move: string; value: number; loss: number; mark: string; best: string; words: string; own: string; bestBrief: Part[]; ownBrief: Part[]; effects: Effect[]; better: Effect[] }
export interface Choice { move: string; shares: number[]; error: number }
export interface Judged {
  seat: string; kind: "throw" | "move"; text: string; before: number[]; after: number[]; luck?: number[]; error: number; mark?: string; best?: string;
  choices?: Choice[]; moved: number;
}
export interface SideSum { seats: string; share: number; choices: number; errors: number; mean: number; luck: number; own: number }
export interface Analysis { table: string; seqs: number[]; game: string; seats: string[]; sides: SideSum[]; events: Judged[]; turning: number[]; luck_share: number }
/** A move or a throw with what it does. */
export interface Told { move: string; words: string; told?: Part[]; effects: Effect[] }
/** A position without a table. */
export interface Position {
  position: string; turn: string; needs: "throw" | "move" | "over"; due?: string; thrown?: string; words: string; seats: Seat[]; facts: Fact[]; pieces: Piece[];
  moves: Told[]; steps?: StepNode[]; result?: Result;
}
/** A move that was tried in a position. */
export interface Tried { legal: boolean; error?: { code: string; message: string; why?: string; clauses?: string[]; instead?: string[] }; told?: Told; after?: Position }
export interface LessonStep {
  id: string; title: string; says: string; do: string; hint?: string; praise: string; position: string; asks: "throw" | "move" | "choose"; moves: string[];
  wrong: { move?: string; from?: string; to?: string; clause: string }[]; clauses: string[];
}
export interface Course { game: string; title: string; seat: string; steps: LessonStep[] }
export interface PuzzleGame { game: string; title: string; count: number; daily: number }
export interface PuzzleShelf { day: string; game: string; games: PuzzleGame[] }
export interface PuzzleTheme { code: string; words: string }
export interface PuzzleSet extends PuzzleGame { day: string; themes: PuzzleTheme[]; puzzles: { difficulty: number; themes: string[] }[] }
export interface PuzzleStep { move: string; words: string; value: number; throw?: boolean; position: string }
/** Values are thousandths of the unit, for the player in turn. */
export interface PuzzleSheet {
  game: string; title: string; number: number; count: number; position: string; turn: string; asks: string; difficulty: number; found: number; themes: PuzzleTheme[];
  unit: "share" | "points"; best: string[]; value: number; gap: number; half: number; proved: boolean; others: PuzzleStep[]; line: PuzzleStep[]; instead: PuzzleStep[];
}
export interface Example { position: string; move?: string; options?: string; note: string; shows: string[] }
/** Who is away, for whom a bot may stand in, and who watches. */
export interface Presence { table: string; away: number[]; absent: number[]; watchers: number; names: string[] }
export interface EditField { key: string; label: string; value: string; values?: { name: string; means: string }[]; most?: number; kept?: boolean }
/** A position that is set up by hand. */
export interface Edited { position: string; faults: { words: string; clause?: string }[]; options: Record<string, string>; pieces: Piece[]; tray: Piece[]; fields: EditField[]; chairs: string[][] }
export interface LookChoice { move: string; words: string; shares: number[]; error: number; mark: string; line?: string[]; effects: Effect[] }
export interface Look { position: string; stage: number; full: boolean; deeper: boolean; seats: string[]; shares?: number[]; choices: LookChoice[]; all: number }
export interface Rollout { position: string; move?: string; bots: string; games: number; seats: string[]; wins: number[]; half: number[]; over: boolean }
export interface BroughtGame { number: number; game: string; title: string; names: string; about: string; end: string; plays: number }
export interface Brought { game?: string; position?: string; format?: string; games: BroughtGame[]; faults: string[] }
export interface ToldFrame { seq: number; seat: string; kind: string; text: string; words: string; thrown: string; effects: Effect[]; pieces: Piece[]; position: string; begins: boolean }
export interface ToldGame extends BroughtGame { record: string; seats: Seat[]; players: Record<string, string>; frames: ToldFrame[]; formats: { name: string; title: string; ending: string }[] }
