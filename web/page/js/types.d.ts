// What the server sends and takes. Written by go test ./web -run Types -update; do not change it by hand.
export interface Acted { seq: number; throw?: string; once?: string; view?: View; }
export interface Action { kind: string; key: string; seq: number; chair?: number; move?: string; name?: string; dice?: Chain;
  next?: number; number?: number; attempt?: number; link?: string; level?: string; on?: boolean; text?: string; }
export interface Address { name: string; path: string; }
export interface Again { key: string; name: string; }
export interface Aim { says: string; position: string; moves: Told[]; }
export interface Analysis { table: string; seqs: number[]; game: string; unit: Labels; seats: string[]; begins: string[]; sides: Side[];
  events: Judged[]; turning: number[]; luck_share: number; }
export type Ask = "throw" | "move" | "choose";
export interface AskView { number: number; attempt: number; seat: string; person?: number; who: number[]; ready?: boolean; }
export interface Asked { person: number; chain: number; link: number; }
export interface BearerAnswer { token: string; }
export interface BearerAsk { bearer: boolean; }
export interface Before { line: string; plays: string[]; }
export interface Body { terms?: Terms; rules?: string; bots?: string[]; dice?: Chain; attempt?: number; epoch?: number; due?: string;
  opens?: number; who?: Asked[]; parts?: Opened[]; why?: string; person?: number; chair?: number; seat?: string; name?: string;
  level?: string; throw?: string; number?: number; link?: string; move?: string; from?: string; plays?: string[]; plies?: number;
  on?: boolean; text?: string; lasted?: number; }
export interface Brought { game?: string; position?: string; format?: string; games: BroughtGame[]; faults: string[]; }
export interface BroughtGame { number: number; game: string; title: string; names: string; about: string; end: string; plays: number; }
export interface Chain { commitment: string; links: number; }
export interface Chair { seats: string[]; name?: string; bot?: string; person?: boolean; host?: boolean; away?: boolean; absent?: boolean;
  muted?: boolean; left?: number; }
export interface Chances { players: number; win: number[]; }
export interface Change { was: number; is: number; by: number; low: number; high: number; }
export interface Choice { move: string; shares: number[]; error: number; errorText?: string; mark: string; values: string[];
  parts?: number[][]; }
export interface Chosen { option: string; means: string; }
export interface ClaimCode { claim: string; }
export interface Clause { id: string; rule: string; passage: string; }
export interface Clock { kind: string; seconds?: number; increment?: number; days?: number; }
export interface Course { game: string; title: string; seat: string; aim?: Aim; steps: LessonStep[]; }
export interface Created { table: string; join: string; watch: string; loopback?: boolean; }
export interface Creation { terms: Terms; chair: number; name: string; key: string; dice?: Chain; record?: string; }
export interface DiceFault { code: string; event: number; line?: number; throw: number; text: string; }
export interface DiceHeld { commitment: string; links: number; }
export interface DiceReport { table: string; game: string; events: number; moves: number; names: Record<number, string>;
  fault: DiceFault | null; throws: DiceThrow[]; voids: DiceVoid[]; discarded: number; without: number; unknown: number; elsewhere: number;
  back: number; stale: boolean; memory: boolean; verdict: string; lines: string[]; story: DiceStory; }
export interface DiceStory { event: number; code: string; }
export interface DiceThrow { number: number; event: number; attempt: number; who: number[]; person: number; }
export interface DiceView { due?: string; method: string; ask?: AskView; part: number[]; }
export interface DiceVoid { number: number; attempt: number; event: number; why: string; person: number; }
export interface EarlierPart { pieces: Piece[]; events: TableEvent[]; }
export interface Edit { options: Record<string, string>; start: boolean; pieces: Piece[]; fields: Record<string, string>; }
export interface EditField { key: string; label: string; value: string; values?: Value[]; most?: number; kept?: boolean; }
export interface Edited { position: string; faults: Fault[]; options: Record<string, string>; pieces: Piece[]; tray: Piece[];
  fields: EditField[]; chairs: string[][]; }
export interface Effect { kind: string; means: Meaning; colour?: string; from?: string; to?: string; way?: string[]; becomes?: Piece;
  args?: Record<string, string>; }
export interface Error { code: string; reason?: string; args?: Record<string, string>; message: string; why?: string; told?: Part[];
  clauses?: string[]; instead?: string[]; expected?: string; faults?: Fault[]; }
export interface ErrorBody { error: Error | null; view?: View; }
export interface EventList { events: TableEvent[]; next?: number; }
export interface Example { position: string; move?: string; options?: string; note: string; shows: string[]; }
export interface Fact { seat?: string; label: string; value: string; }
export interface Fault { reason: string; args?: Record<string, string>; words: string; clause?: string; }
export interface FeedAnswer { url: string; }
export interface FindingPlots { length: string; wins: string; options: string; }
export interface Findings { game: string; command: string; games: number; tables: TableFinding[]; effects: Influence[];
  plots: FindingPlots; }
export interface Format { name: string; title: string; ending: string; }
export interface Game { id: string; title: string; maker: string; year: string; players: number[]; modes: string[]; presets: string[];
  setup: SetupChoice[]; seats: Seat[]; sizes: Size[]; levels: string[]; rivals: Rival[]; length: number; minutes: number; pace: number;
  kin: Kin; differs: string; says: string; luck: Luck; form: string; lesson: number; pages: Address[]; formats: Format[]; }
export interface GameInfo { id: string; title: string; maker: string; year: string; players: number[]; modes: string[]; presets: string[];
  setup: SetupChoice[]; seats: Seat[]; sizes: Size[]; levels: string[]; rivals: Rival[]; length: number; minutes: number; pace: number;
  kin: Kin; differs: string; says: string; luck: Luck; form: string; lesson: number; pages: Address[]; formats: Format[]; source: string;
  options: OptionInfo[]; clauses: Clause[]; rulings: Ruling[]; stats: Statistics; lab: LabTerms; }
export interface HealthAnswer { status: string; reason?: string; node: string; store: string; events: string; bus: string; rules: string; }
export interface Hint { seq: number; move?: string; words: string; value?: string; brief?: Part[]; next?: string; nextBrief?: Part[];
  less?: string; choices: number; effects?: Effect[]; }
export interface HookAsked { url: string; style?: string; }
export interface HookList { hooks: HookTold[]; }
export interface HookMade { id: string; secret: string; }
export interface HookTold { id: string; host: string; style: string; made: string; }
export interface Influence { option: string; value: string; means?: string; with?: string; trial: number; against: number; same: boolean;
  turns: Change; first: Change; captures: Change; stake: Change; }
export interface Judged { line?: number; seat: string; kind: string; text: string; before: number[]; after: number[]; luck?: number[];
  error: number; mark?: string; best?: string; choices?: Choice[]; moved: number; change?: string; values: string[]; parts?: number[][]; }
export interface Keys { p256dh: string; auth: string; }
export interface Kin { title: string; games: string[]; }
export type Kind = "table" | "player" | "line" | "option";
export interface LabEnd { words: string; games: number; }
export interface LabExact { win: number[]; turns: number; sd: number; }
export interface LabNews { done: number; games: number; over: boolean; stopped: boolean; report: Report; ends: LabEnd[]; exact?: LabExact;
  plots: LabPlots; command: string; csv?: string; }
export interface LabPlots { length: string; order: string; seats: string; }
export interface LabTerms { bots: string[]; usual: string[]; opening: number; most: number; seconds: number; measured: boolean; }
export interface Labels { name: string; heading: string; about: string; parts?: string[]; ticks: Tick[]; }
export interface LessonStep { id: string; title: string; says: string; do: string; hint?: string; praise: string; position: string;
  asks: Ask; moves: string[]; wrong: Mistake[]; clauses: string[]; }
export interface Look { position: string; stage: number; full: boolean; deeper: boolean; unit: Labels; seats: string[]; shares?: number[];
  values: string[]; parts?: number[][]; choices: LookChoice[]; all: number; }
export interface LookChoice { move: string; shares: number[]; error: number; errorText?: string; mark: string; values: string[];
  parts?: number[][]; words: string; line?: string[]; effects: Effect[]; }
export interface Luck { share: number; half: number; command: string; }
export type Meaning = "moves" | "enters" | "takes" | "home" | "turns" | "changes" | "meets" | "throws" | "passes" | "accepts" | "ends" | "says";
export interface Mistake { move?: string; from?: string; to?: string; clause: string; }
export interface MoveList { seq: number; moves: Told[]; }
export type Need = "throw" | "move" | "over";
export interface Opened { person: number; link: string; }
export interface Opening { epoch: number; number: number; attempt: number; head: string; event: number; commitment: string; link: number;
  others: Opened[]; }
export interface Opinion { seq: number; move: string; value: string; bestValue: string; loss: string; mark: string; best: string;
  words: string; own: string; bestBrief: Part[]; ownBrief: Part[]; effects: Effect[]; better: Effect[]; }
export interface OptionInfo { key: string; title: string; default: string; values: Value[]; min?: number; max?: number; needs?: string;
  rulings: string[]; }
export interface Part { text: string; you?: string; is?: string; seat?: string; chair?: number; person?: number; }
export interface Piece { place: string; colour: string; kind: string; face?: string; }
export interface PieceAnswer { name: string; svg: string; }
export interface Played { seat: string; throw?: string; move?: string; words: string; }
export interface Position { position: string; turn: string; needs: Need; due?: string; thrown?: string; words: string; seats: Seat[];
  facts: Fact[]; pieces: Piece[]; moves: Told[]; steps?: StepNode[]; result?: Result; }
export interface Presence { table: string; away: number[]; absent: number[]; watchers: number; names: string[]; }
export interface ProofOf { table: string; events: TableEvent[]; memory?: TableEvent; since?: number; }
export interface PushAnswer { key: string; }
export interface PushLeaving { endpoint: string; }
export interface PuzzleGame { game: string; title: string; count: number; daily: number; }
export interface PuzzleSet { game: string; title: string; count: number; daily: number; day: string; themes: PuzzleTheme[];
  puzzles: PuzzleShort[]; }
export interface PuzzleSheet { game: string; title: string; number: number; count: number; position: string; turn: string; asks: string;
  difficulty: number; found: number; themes: PuzzleTheme[]; unit: string; best: string[]; value: number; valueText: string; gap: number;
  gapText: string; half: number; halfText: string; proved: boolean; others: PuzzleStep[]; line: PuzzleStep[]; instead: PuzzleStep[]; }
export interface PuzzleShelf { day: string; game: string; games: PuzzleGame[]; }
export interface PuzzleShort { difficulty: number; themes: string[]; }
export interface PuzzleStep { move: string; words: string; value: number; throw?: boolean; valueText: string; lossText: string;
  position: string; }
export interface PuzzleTheme { code: string; words: string; }
export interface ReadableFormat { title: string; endings: string[]; }
export interface ReadableThings { positions: string[]; formats: ReadableFormat[]; }
export interface Remembered { format: string; table: string; person: number; since: number; until: number; epoch: number;
  chains: DiceHeld[]; opened: Opening[]; heads: [number, string][]; back: number[]; acts: string[][]; }
export interface Report { game: string; position: string; seed: number; games: number; unfinished: number; seats: Standing[];
  order: Standing[]; reasons: Record<string, number>; throws: Spread; moves: Spread; turns: Spread; captures: Spread; stakes: Spread;
  passes: number; choices: number; }
export interface Result { reason: string; places: Record<string, number>; shares: Record<string, number>; stake: number; }
export interface Rival { level: string; rating: number; says: string; }
export interface Rollout { position: string; move?: string; bots: string; games: number; seats: string[]; wins: number[]; half: number[];
  over: boolean; }
export interface Ruling { id: string; question: string; decision: string; reason?: string; others?: string; options: string[]; }
export interface Saving { format: string; record: string; start: string; plays: string[]; }
export interface Seat { letter: string; name: string; }
export interface Setup { mode?: string; players?: number; colours?: string; seats?: string; first?: string; preset?: string;
  options?: Record<string, string>; }
export interface SetupAnswer { chairs: string[][]; faults: string[]; }
export interface SetupChoice { key: SetupKey; values: Value[]; }
export type SetupKey = "mode" | "seats" | "preset";
export interface Sheet { svg: string; viewBox: [number, number, number, number]; places: Record<string, Station>; lanes?: boolean;
  square?: boolean; pieces: Record<string, string>; names: Record<string, string>; spoken: Record<string, string>;
  choices: Record<string, string>; signs: Record<string, string>; sides: Record<string, number>; inks: Record<string, string>; }
export interface Side { seats: string; share: number; choices: number; errors: number; mean: number; luck: number; own: number;
  errorsText: string; meanText: string; luckText: string; ownText: string; }
export interface Size { players: number; setup: Setup; }
export interface Spread { mean: number; sd: number; min: number; p5: number; p25: number; median: number; p75: number; p95: number;
  max: number; }
export interface Standing { name: string; bot?: string; games: number; wins: number; ties: number; share: number; low: number;
  high: number; pool: number; }
export interface Station { x: number; y: number; label?: string; spots?: [number, number][]; first: [number, number];
  stack: [number, number]; size: [number, number]; man: number; room: number; turn?: number; }
export interface Statistics { turns: number; sd: number; command: string; chances?: Chances[]; }
export type Status = "waiting" | "playing" | "over";
export interface StepList { seq?: number; next: StepNode[]; end?: string; }
export interface StepNode { text: string; means?: Meaning; from?: string; to?: string; takes?: string; dice?: string; end?: string;
  next?: StepNode[]; more?: boolean; }
export interface Subscription { endpoint: string; keys: Keys; }
export interface Summary { table: string; game: string; status: Status; listed: boolean; free: number; people: string[]; changed: string;
  deadline?: string; seq: number; }
export interface TableEvent { seq: number; schema: number; at: string; kind: string; by?: number; key?: string; line: string; body: Body;
  words: string; told: Part[]; brief?: Part[]; effects?: Effect[]; notation?: string; dice?: string; pieces?: Piece[]; before?: Played[]; }
export interface TableFinding { name: string; kind: Kind; bots: string[]; games: number; order: Standing[]; seats: Standing[];
  turns: Spread; captures: number; reasons: Record<string, number>; lengths?: Record<number, number>; win?: number[]; command: string; }
export interface Terms { game: string; setup: Setup; position?: string; before?: Before; bots?: string[]; clock: Clock; chat?: boolean;
  listed?: boolean; standIn?: string; help?: string; pace?: string; }
export interface Threat { place: string; by: string; cases: number; of: number; }
export interface ThreatList { seq: number; threats: Threat[]; }
export interface Tick { share: number; text: string; }
export interface Told { move: string; words: string; told?: Part[]; effects: Effect[]; }
export interface ToldFrame { seq: number; seat: string; kind: string; text: string; words: string; thrown: string; effects: Effect[];
  pieces: Piece[]; position: string; begins: boolean; }
export interface ToldGame { number: number; game: string; title: string; names: string; about: string; end: string; plays: number;
  record: string; seats: Seat[]; players: Record<string, string>; frames: ToldFrame[]; formats: Format[]; }
export interface Tried { legal: boolean; error?: Error; told?: Told; after?: Position; }
export interface Value { name: string; means: string; }
export interface Verdict { legal: boolean; move: string; error?: Error; }
export interface View { table: string; seq: number; game: string; terms: Terms; rules: string; drift?: number; status: Status;
  position: string; turn: string; needs: Need; dice: DiceView; moves?: string[]; steps?: StepNode[]; pieces: Piece[]; chairs: Chair[];
  you: You; locked?: boolean; paused?: boolean; chat?: boolean; help?: string; ties?: boolean; offer?: string; asked?: number;
  timeUp?: number; deadline?: string; now: string; result?: Result; throws: number; next?: string; levels: string[]; made: string;
  gameTitle: string; seats: Seat[]; words: string; draw?: string; asks?: Part[]; ended?: Part[]; order?: Record<string, number>;
  ranked?: string; facts: Fact[]; formats: Format[]; setup: string[]; chosen: Chosen[]; ratings?: Record<string, number>; }
export interface You { person?: number; name?: string; chairs?: number[]; host?: boolean; links?: Opened[]; undo?: boolean; back?: boolean; }
