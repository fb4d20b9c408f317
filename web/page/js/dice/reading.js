// Whether all programs read an event alike. Some languages take "Body" for
// "body", true for 1 or null for nothing; then a server could show one game here
// and another elsewhere, under the same story code. So an event is read in one
// form, or not at all.

const text = "string";
const number = "number";
const truth = "boolean";

const chain = { commitment: text, links: number };

const terms = {
  game: text,
  setup: { mode: text, players: number, colours: text, seats: text, first: text, preset: text, options: new Map([["", text]]) },
  position: text,
  before: { line: text, plays: [text] },
  bots: [text],
  clock: { kind: text, seconds: number, increment: number, days: number },
  chat: truth,
  listed: truth,
  standIn: text,
  help: text,
  pace: text,
};

const body = {
  terms,
  rules: text,
  bots: [text],
  dice: chain,
  attempt: number,
  epoch: number,
  due: text,
  opens: number,
  who: [{ person: number, chain: number, link: number }],
  parts: [{ person: number, link: text }],
  why: text,
  person: number,
  chair: number,
  seat: text,
  name: text,
  level: text,
  throw: text,
  number,
  link: text,
  move: text,
  from: text,
  plays: [text],
  plies: number,
  on: truth,
  text,
  lasted: number,
};

const never = "never"; // no type is called so: a secret never leaves the server

const event = { seq: number, schema: number, at: text, kind: text, by: number, key: text, line: text, body, secret: never };

/** A time as RFC 3339 writes it. */
const time = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a text is a time, on a day that there is. @param {string} at */
function isTime(at) {
  const [year, month, day] = (time.exec(at) ?? []).slice(1, 4).map(Number);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 ? 28 + Number(leap) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

/** How many lists and objects may lie in each other. Not every program can read more. */
const deepest = 32;

/** Halves of characters. Other languages read each as the same mark. */
const halves = /[\ud800-\udfff]/gu;

/**
 * Whether lists and objects do not lie in each other too often, and no two names are read alike.
 * @param {any} x @param {number} [left]
 * @returns {boolean}
 */
function simple(x, left = deepest) {
  if (typeof x !== "object" || x === null) return true;
  const names = Object.keys(x);
  return (
    left > 0 &&
    new Set(names.map((name) => name.replace(halves, "\ufffd"))).size === names.length &&
    names.every((name) => simple(x[name], left - 1))
  );
}

/**
 * Whether every number is a whole one that all languages hold, and nothing is null unless it may be.
 * @param {any} x @param {boolean} [empty] whether it may be
 * @returns {boolean}
 */
function plain(x, empty = false) {
  if (typeof x === number) return Number.isSafeInteger(x) && !Object.is(x, -0);
  if (typeof x !== "object") return true;
  return x ? Object.values(x).every((one) => plain(one, empty)) : empty;
}

/** As programs do that do not tell the case of names. @param {string} name */
const folded = (name) => name.replace(/ſ/g, "s").toLowerCase();

/** @param {any} x @param {any} shape @returns {boolean} */
function fits(x, shape) {
  if (typeof shape === "string") return typeof x === shape && plain(x);
  if (typeof x !== "object" || x === null || Array.isArray(x) !== Array.isArray(shape)) return false;
  if (Array.isArray(shape)) return x.every((/** @type {any} */ one) => fits(one, shape[0]));
  if (shape instanceof Map) return Object.values(x).every((one) => fits(one, shape.get("")));
  const names = Object.keys(shape);
  return Object.entries(x).every(([name, one]) => {
    if (one === undefined) return true; // JSON has none
    const known = names.find((n) => n === name) ?? names.find((n) => folded(n) === folded(name));
    return known ? known === name && fits(one, shape[name]) : plain(one, shape === event); // the server adds some for its readers
  });
}

/** Whether an event can be read in one way only. @param {import("../types").TableEvent} e */
export const readable = (e) => simple(e) && fits(e, event) && (e.at === undefined || isTime(e.at));
