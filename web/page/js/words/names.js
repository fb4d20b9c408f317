// Names for people: of seats, chairs and places.

import { t, capital, and, inEnglish, isolated, word } from "./text.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Sheet} Sheet */

/** The word for a seat or a colour by its name. @param {string} name */
export const seatWord = (name) => capital(word(name));

/** @param {View} v @param {string} letter */
export function seatName(v, letter) {
  const seat = v.seats.find((s) => s.letter === letter);
  return seat ? seatWord(seat.name) : letter;
}

/** The seats of a chair in words. @param {View} v @param {number} chair */
export function chairSeats(v, chair) {
  return and((v.chairs[chair]?.seats ?? []).map((s) => seatName(v, s)));
}

/** Who sits on a chair. @param {View} v @param {number} chair */
export function chairName(v, chair) {
  const c = v.chairs[chair];
  if (!c) return "";
  if (c.bot && !c.person) return t("table.bot-name", { name: isolated(c.name ?? ""), level: word(c.bot) });
  if (c.name) {
    const twins = v.chairs.some((o, i) => i !== chair && o.name === c.name);
    const name = isolated(c.name);
    return twins ? t("table.twin", { name, seats: chairSeats(v, chair) }) : name;
  }
  return t("table.free-chair");
}

/** What the game's book calls a draw. @param {View} v */
export const drawWord = (v) => v.draw ?? t("table.draw-word");

/** The level that is offered first for a chair without a bot: the middle one. @param {string[]} levels */
export function usualLevel(levels) {
  return Math.floor((levels.length - 1) / 2);
}

/**
 * Whom to play a game against: as last time, else the usual number of players at
 * the level of last time, else a middling one.
 * @param {import("../types").GameInfo} g
 * @param {import("../lib/store.js").Rivals} last
 */
export function rivalsOf(g, last) {
  const before = last.games?.[g.id];
  const size = g.sizes.find((s) => s.players === before?.players) ?? g.sizes[0];
  const levels = g.rivals.map((r) => r.level);
  return {
    size,
    level: [before?.level, last.level].find((l) => levels.includes(l ?? "")) ?? levels[usualLevel(levels)],
    tutor: !!before?.tutor,
  };
}

/**
 * Opponents for somebody who has just learned a game: the weakest, with the tutor,
 * unless they have played it before.
 * @param {import("../types").GameInfo} g
 * @param {import("../lib/store.js").Rivals} last
 */
export function firstRivals(g, last) {
  const usual = rivalsOf(g, last);
  return last.games?.[g.id] ? usual : { ...usual, level: g.rivals[0].level, tutor: true };
}

/** Opponents in a few words: "3 casual bots". @param {import("../types").GameInfo} g @param {number} n @param {string} level */
export function rivalWords(g, n, level) {
  const key = n === 1 ? "play.bot" : "play.bots";
  return g.rivals.length > 1 ? t(key + "-level", { n, level: word(level) }) : t(key, { n });
}

/**
 * A table in one line: who else sits there, and whose turn it is.
 * @param {View} v
 */
export function lineOf(v) {
  const own = v.you.chairs ?? [];
  const others = v.chairs.filter((c, i) => c.name && !own.includes(i + 1)).map((c) => isolated(c.name ?? ""));
  const turn = chairOf(v, v.turn);
  const yours = v.status === "playing" && !v.paused && own.includes(turn + 1) && !v.chairs[turn].bot;
  const who = v.chairs[turn]?.name;
  const now =
    v.status !== "playing" || v.paused || !who ? v.words : yours ? t("home.your-turn") : t("home.turn-of", { who: isolated(who) });
  return { others: others.length ? t("home.against", { who: others.join(", ") }) : "", yours, now };
}

/** Number of the chair that decides for a seat, -1 for none. @param {View} v @param {string} letter */
export function chairOf(v, letter) {
  return v.chairs.findIndex((c) => c.seats.includes(letter));
}

/** The numbers beside a seat, such as its pips. @param {View} v @param {string} letter @returns {string[]} */
export function factsOf(v, letter) {
  return v.facts.filter((f) => f.seat === letter).map((f) => t("fact.line", { value: f.value, label: f.label }));
}

/** A place of the board in a sentence. @param {Sheet | null | undefined} sheet @param {string} place */
export function placeName(sheet, place) {
  return sheet?.spoken[place] ?? place;
}

/** A piece in a sentence. @param {Sheet | null | undefined} sheet @param {import("../types").Piece} piece */
export function pieceName(sheet, piece) {
  return [sheet?.names[piece.kind] ?? piece.kind, piece.face].filter(Boolean).join(" ");
}

/**
 * A rule as the text of a link, without the code that books file it under. Ids are
 * English words, so other languages count the rules of a list.
 * @param {string} id "game/r-name"
 * @param {number} [i] its number in a list, from 0
 */
export function clauseName(id, i = 0) {
  if (!inEnglish()) return t("rule.link", { n: i + 1 });
  return capital((id.split("/")[1] ?? id).replace(/^r-/, "").replaceAll("-", " "));
}

/**
 * A value of an option as the text of a choice. Its names are English words, so other
 * languages say what it means.
 * @param {{ name: string, means?: string }} v
 */
export const valueName = (v) => (inEnglish() || !v.means ? v.name : capital(v.means));

/** How many may play: "2", "2 or 4", "2 to 4". @param {{ players: number[] }} g */
export function howMany(g) {
  const n = [...g.players].sort((a, b) => a - b);
  const least = n[0],
    most = n[n.length - 1];
  if (least === most) return String(least);
  return t(n.length > 2 && n.length === most - least + 1 ? "home.range" : "home.either", { least, most });
}

/** Who made a game, and when. @param {{ maker: string, year: string }} g */
export function makerOf(g) {
  return [g.maker === "unknown" ? t("home.maker-unknown") : capital(g.maker), g.year].filter(Boolean).join(", ");
}

/** Whether a throw draws a ballot and shows no dice. @param {{ dice?: string }} e */
export function isBallot(e) {
  return (e.dice ?? "").startsWith("draw");
}

/** How long a person's name may be: letters as people count them, and bytes. The table has the same limits. */
const longest = { letters: 24, bytes: 200 };

/** A name cut to the length that a table takes, never within a letter or an emoji. @param {string} text */
export function shortName(text) {
  const parts = Array.from(new Intl.Segmenter().segment(text), (s) => s.segment).slice(0, longest.letters);
  while (new TextEncoder().encode(parts.join("")).length > longest.bytes) parts.pop();
  return parts.join("");
}

/** @param {Event} e */
function shorten(e) {
  const field = /** @type {HTMLInputElement} */ (e.target);
  const short = shortName(field.value);
  if (short !== field.value && !(/** @type {InputEvent} */ (e).isComposing)) field.value = short;
}

/** The attributes of a field for a person's name, which stays as short as a table takes it. */
export const nameInput = { type: "text", autocomplete: "nickname", oninput: shorten, oncompositionend: shorten };
