// Who is "you". The server sends sentences in parts that leave open who reads
// them; here they get names, and "you" for the one person who plays on this
// device. On a screen for several people everybody goes by name.

import { chairOf, chairSeats, seatName } from "./names.js";
import { and, isolated, named, t } from "./words.js";

/** @typedef {import("../types").Part} Part */
/** @typedef {{ view: import("../types").View, latest?: import("../types").View | null, shared: boolean }} Reader what a State knows */

export class Voice {
  /** @param {Reader} reader */
  constructor(reader) {
    this.reader = reader;
  }

  /** Who reads, by the last view: a person who sits down is "you" from then on. */
  get you() {
    return (this.reader.latest ?? this.reader.view).you;
  }

  /** Whether somebody alone reads this. */
  get alone() {
    return !this.reader.shared && (this.you.chairs ?? []).length <= 1;
  }

  /** Whether a chair is the reader's. @param {number} chair from 0 */
  isYou(chair) {
    return this.alone && chair >= 0 && !!this.you.chairs?.includes(chair + 1);
  }

  /** The chair that a part is about, -1 for none. @param {Part} p */
  chair(p) {
    const v = this.reader.view;
    if (p.chair) return p.chair - 1;
    return p.seat ? chairOf(v, v.seats.find((s) => s.name === p.seat)?.letter ?? "") : -1;
  }

  /** What a chair is called in a sentence. @param {number} chair from 0 @param {string} otherwise if nobody sits there */
  name(chair, otherwise = "") {
    const v = this.reader.view;
    const own = v.chairs[chair]?.name;
    if (!own) return otherwise || chairSeats(v, chair);
    const twins = v.chairs.some((o, i) => i !== chair && o.name === own);
    const name = isolated(own);
    return twins ? t("table.twin", { name, seats: chairSeats(v, chair) }) : name;
  }

  /** The player of a seat at the beginning of a line. @param {string} letter */
  player(letter) {
    const v = this.reader.view;
    const chair = chairOf(v, letter);
    if (this.isYou(chair)) return t("voice.you");
    const seat = seatName(v, letter);
    return this.several(chair, this.name(chair, seat), seat);
  }

  /** A name with the seat that is meant, where somebody plays several. @param {number} chair @param {string} name @param {string} seat */
  several(chair, name, seat) {
    return (this.reader.view.chairs[chair]?.seats.length ?? 0) > 1 && name !== seat ? t("table.twin", { name, seats: seat }) : name;
  }

  /** @param {Part} p */
  part(p) {
    if (!p.seat && !p.chair && !p.person) return p.text;
    const chair = this.chair(p);
    if (this.isYou(chair) || (p.person && this.alone && p.person === this.you.person)) return p.you ?? "";
    if (!p.is || chair < 0) return p.text;
    const v = this.reader.view;
    const seat = p.seat ? seatName(v, v.seats.find((s) => s.name === p.seat)?.letter ?? "") : "";
    const name = seat ? this.several(chair, this.name(chair, seat), seat) : this.name(chair, p.text);
    return named(name, p.is);
  }

  /** A sentence for the reader. @param {Part[] | undefined} parts */
  say(parts) {
    return (parts ?? []).map((p) => this.part(p)).join("");
  }

  /** A sentence that goes on after a colon. Names keep their capital. @param {Part[] | undefined} parts */
  goesOn(parts) {
    const said = this.say(parts);
    const first = parts?.[0];
    const name = first?.is && this.part(first) !== first.you;
    return name ? said : said.charAt(0).toLowerCase() + said.slice(1);
  }

  /** What happened. @param {import("../types").TableEvent} e */
  tell(e) {
    return e.told ? this.say(e.told) : String(e.words ?? "");
  }
}

/** A throw as people say it: "a 6", "6 and 2". @param {string} digits */
export function thrownWords(digits) {
  return digits.length === 1 ? t("voice.one-die", { n: digits }) : and([...digits]);
}

/** The least milliseconds that a sentence stays. */
const least = 1500;

/** How fast sentences go by the setting for speed; none without animation. */
const hurry = { slow: 1.3, normal: 1, fast: 0.7, off: 0 };

/** Milliseconds that it takes to read a text. @param {string} text @param {keyof typeof hurry} speed */
export function readingTime(text, speed) {
  return Math.max(least, 400 + 45 * text.length) * hurry[speed];
}
