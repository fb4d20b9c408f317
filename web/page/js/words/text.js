// The texts that every page needs, and how texts are put together. The first
// page needs no others; words.js has them.

/** @type {Record<string, string>} */
const english = {
  app: "Parlour",
  "nav.home": "Games",
  "nav.new": "New table",
  "nav.settings": "Settings",
  "nav.sound-on": "Sound is on",
  "nav.sound-off": "Sound is off",
  "update.ready": "A new version is ready.",
  "update.reload": "Reload",
  "update.later": "Later",
  "home.title": "Board games for the whole family",
  "home.lead": "Open a box and play at once, or send a link and play together. Free, no account, no ads.",
  "home.lead-static": "Open a box: play bots, or together on one device. Free, no account, no ads. Your games are kept on this device.",
  "home.online": "With others",
  "home.online-help": "To play with others by a link, go to",
  "home.play": "Play now",
  "home.play-label": "Play now: {game}, against {who}",
  "home.table": "Create a table",
  "home.rules": "Rules",
  "home.friends": "With friends",
  "home.learn": "Learn in three minutes",
  "home.about": "More about {game}",
  "home.close": "Close",
  "home.search": "Find a game",
  "home.by-players": "Players",
  "home.by-minutes": "Length",
  "home.by-luck": "Luck",
  "home.minutes-15": "Up to 15 min",
  "home.minutes-30": "Up to 30 min",
  "home.minutes-more": "Longer",
  "home.luck-none": "No luck",
  "home.luck-some": "Luck and skill",
  "home.luck-all": "Pure luck",
  "home.found": "Boxes left: {n}.",
  "home.found-none": "No game is like that.",
  "home.all": "Show all",
  "home.more-learn": "Learn",
  "home.more-puzzles": "Puzzles",
  "home.more-study": "Study",
  "home.more-rules": "Rules",
  "home.more-openings": "Openings",
  "home.more-print": "Print",
  "home.mine": "My tables",
  "home.open": "Open tables",
  "home.running": "Games in progress",
  "home.away": "You can play on this device meanwhile.",
  "home.none-open": "Nobody is waiting right now. Create a table and share its link.",
  "home.none-running": "No public game is in progress.",
  "home.players": "{n} players",
  "home.range": "{least}–{most}",
  "home.either": "{least} or {most}",
  "home.maker-unknown": "Maker unknown",
  "home.length": "{n}\u00a0min",
  "home.luck": "Luck",
  "home.luck-help": "How much of the swings in the players' chances comes from the dice, in games between casual players.",
  "home.join": "Join",
  "home.watch": "Watch",
  "home.your-turn": "your turn",
  "home.turn-of": "{who}’s turn",
  "home.against": "with {who}",
  "home.forget": "Remove {game} from my tables on this device",
  "home.forgotten": "Removed from this device",
  "home.undo": "Undo",
  "home.free": "free chairs: {n}",
  "play.title": "Play {game}",
  "play.continue": "Continue {game}",
  "play.starting": "Setting up the table…",
  "play.bot": "bot",
  "play.bots": "{n} bots",
  "play.bot-level": "{level} bot",
  "play.bots-level": "{n} {level} bots",
  "play.against": "vs {who}",
  "play.change": "Choose opponents: {game}, now vs {who}",
  "table.free-chair": "Free chair",
  "table.twin": "{name} ({seats})",
  "table.bot-name": "{name} ({level} bot)",
  "table.qr": "QR code for the link to this table",
  "settings.sound": "Sound",
  "lab.title": "Laboratory",
  "lab.teaser": "plays a game thousands of times and shows who wins, how long it lasts and what its options change.",
  "gone.title": "Page not found",
  "gone.page": "This page does not exist. The address may be mistyped.",
  "device.here": "on this device",
  "device.all": "All tables on this device",
  "error.title": "That did not work",
  "error.network": "The server cannot be reached right now.",
  "error.unknown": "Something went wrong. Try again.",
  "table.draw-word": "draw",
  "rule.link": "Rule {n}",
  "fact.line": "{value} {label}",
  "label.line": "{label}: {value}",
};

/**
 * The reader's language, as the server has it: its texts, the words for colours and
 * levels, and how sentences name people. English needs none of it.
 * @typedef {{ plain: string, vowel?: string }} Form such as "de {name}", "d’{name}"
 * @typedef {{ tag: string, texts: Record<string, string>, words: Record<string, string>, forms: Record<string, Form> }} Language
 */

/** @type {Language} */
const own = { tag: "en-GB", texts: {}, words: {}, forms: { whose: { plain: "{name}'s" } } };

/** Speaks another language from now on. @param {Language} language */
export function speak(language) {
  Object.assign(own, language);
}

/** Whether the page speaks English. */
export const inEnglish = () => own.tag.startsWith("en");

/** The language of dates and numbers: that of the system for those who read English. */
export const locale = () => (inEnglish() ? undefined : own.tag);

/** Adds the texts of a page that few people open. @param {Record<string, string>} more */
export function addTexts(more) {
  Object.assign(english, more);
}

/**
 * Returns a text with its named places filled. A place may choose a word by a
 * number, {n|plural:game/games}, or name somebody in a form, {who|de}.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function t(key, args) {
  const text = own.texts[key] ?? english[key] ?? key;
  if (!args) return text;
  return text.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, k, filter) => {
    const value = String(args[k] ?? "");
    if (!filter) return value;
    return filter.startsWith("plural:") ? plural(Number(value), filter.slice("plural:".length)) : named(value, filter);
  });
}

/** One of the forms of a word, of which the last is for other numbers. @param {number} n @param {string} forms */
function plural(n, forms) {
  const all = forms.split("/");
  const category = new Intl.PluralRules(own.tag).select(n);
  return category === "one" ? all[0] : category === "many" && all.length > 2 ? all[1] : all[all.length - 1];
}

/** Finds a name that begins with a vowel: Ada and Yves, not Yann. */
const vowel = /^(?!y[aeiouyàâäáéèêëíîïóôöúùûüæœ])[aeiouyàâäáéèêëíîïóôöúùûüæœ]/i;

/** A name in a form of the language. @param {string} name @param {string} form */
export function named(name, form) {
  const f = own.forms[form];
  if (!f) return name;
  const bare = name.replace(/^[\u2068"'(]+/, "");
  const text = f.vowel && vowel.test(bare) ? f.vowel : f.plain;
  return text.replace("{name}", () => name);
}

/** A label and what belongs to it, with the colon of the language. @param {string} label @param {string} value */
export const labelled = (label, value) => t("label.line", { label, value });

/** The word for a colour, a seat or a level. @param {string} key */
export const word = (key) => own.words[key] ?? key;

/** A name that a sentence in another direction cannot pull apart. @param {string} name */
export function isolated(name) {
  const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name);
  return name && rightToLeft !== (globalThis.document?.dir === "rtl") ? `\u2068${name}\u2069` : name;
}

/** A number with so many digits after the point, or comma, and a real minus. @param {number} n @param {number} [digits] */
export function number(n, digits = 0) {
  const text = new Intl.NumberFormat(own.tag, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }).format(
    n,
  );
  return text.replace("-", /[1-9]/.test(text) ? "\u2212" : "");
}

/** A part of a whole in hundredths. @param {number} part @param {number} [digits] */
export function percent(part, digits = 0) {
  return number(100 * part, digits) + "\u202f%";
}

/** A part of the result with its sign. @param {number} part */
export function signed(part) {
  return (part > 0.0005 ? "+" : "") + percent(part, 1);
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Joins names as a sentence does. @param {string[]} names */
export const and = (names) => new Intl.ListFormat(own.tag, { type: "conjunction" }).format(names);

/** Joins choices as a sentence does. @param {string[]} choices */
export const or = (choices) => new Intl.ListFormat(own.tag, { type: "disjunction" }).format(choices);
