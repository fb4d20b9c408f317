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
  "home.title": "Old board games, ready to play",
  "home.lead": "Open a box: play bots at once, or send friends a link. By the original rules, free, no account.",
  "home.lead-static":
    "Open a box: play bots, or together on one device. By the original rules, free, no account. Your games are kept on this device.",
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
  "play.starting": "Setting up the table…",
  "play.bot": "{level}bot",
  "play.bots": "{n} {level}bots",
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
};

/** Adds the texts of a page that few people open. @param {Record<string, string>} more */
export function addTexts(more) {
  Object.assign(english, more);
}

/**
 * Returns a text with its named places filled.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function t(key, args) {
  const text = english[key] ?? key;
  return args ? text.replace(/\{(\w+)\}/g, (_, k) => String(args[k] ?? "")) : text;
}

/** A part of a whole in hundredths. @param {number} part @param {number} [digits] */
export function percent(part, digits = 0) {
  return (
    (100 * part)
      .toFixed(digits)
      .replace(/^-(0(\.0+)?)$/, "$1")
      .replace("-", "\u2212") + "\u202f%"
  );
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
export const and = (names) => joined(names, " and ");

/** Joins choices as a sentence does. @param {string[]} choices */
export const or = (choices) => joined(choices, " or ");

/** @param {string[]} names @param {string} word before the last */
function joined(names, word) {
  return names.length > 1 ? names.slice(0, -1).join(", ") + word + names[names.length - 1] : (names[0] ?? "");
}
