// Compares a log with what a device remembers of it, counts the throws that are
// not guaranteed for its owner, and puts the verdict into words.

import { and, inEnglish, t } from "../words/words.js";

/** @typedef {import("./verifier.js").Verifier} Verifier */
/** @typedef {import("./verifier.js").Fault} Fault */
/** @typedef {import("./verifier.js").Ask} Ask */
/** @typedef {import("./memory.js").Remembered} Memory */
/** @typedef {import("../types").Opening} Opening */
/**
 * A result that was known and not used, and why by the log.
 * @typedef {{ opening: { number: number }, void: import("./verifier.js").Voided | null }} Discarded
 */

/** Kinds of events that only a person's own device makes. */
const own = new Set([
  ...["ask", "move", "resign", "accept", "decline", "offer", "ask-back", "give-back", "keep-back", "rule"],
  ...["stand-in", "return", "sit", "stand", "take-part", "claim"],
]);

/**
 * How a log stands to the heads that a device has seen:
 *   continues  it contains the newest
 *   stale      it may still become one that contains it, or that went back
 *   back       the server lost events and says so by a higher epoch
 *   broken     it is another log
 * @param {Verifier} log
 * @param {Memory} memory
 * @returns {{ how: "continues" | "stale" | "back" | "broken", from: number, parts: number, event: number }} from is the last
 *   event that was seen like this before, parts the first one that was seen otherwise, 0 if none was; event is where the log
 *   breaks, or where it is certain that it went back
 */
export function compare(log, { heads, opened, epoch, person }) {
  const newest = heads.at(-1);
  if (!newest || log.heads[newest[0]] === newest[1]) return { how: "continues", from: newest?.[0] ?? 0, parts: 0, event: 0 };
  const from = heads.findLast(([seq, head]) => log.heads[seq] === head)?.[0] ?? 0;
  const seen = new Set(heads.map(([seq]) => seq));
  const highest = opened.reduce((n, o) => Math.max(n, o.epoch), epoch);
  let [calm, risen, parts] = [true, false, 0];
  for (let seq = from + 1; seq <= log.seq; seq++) {
    const step = log.steps[seq];
    // Before its first chain a server has no way to say that it went back, and no dice are at stake.
    if ((calm && step?.kind === "server" && step.epoch > highest) || (person && !highest)) risen = true;
    else if (!risen && !step?.passive) calm = false;
    if (seen.has(seq)) parts ||= seq;
    if (parts && risen) return { how: "back", from, parts, event: seq };
    if (parts && !calm) return { how: "broken", from, parts, event: seq };
  }
  return { how: "stale", from, parts, event: 0 };
}

/** Links of a person's device, by chain. @param {Memory} memory */
const highestOf = (memory) => (/** @type {string} */ commitment) =>
  memory.opened.reduce((n, o) => (o.commitment === commitment ? Math.max(n, o.link) : n), 0);

/**
 * Whether the owner's device opened the link that an ask names, as far as it
 * remembers: yes, no, no although it remembers later ones, or it is the chain
 * of another device.
 * @param {Ask} ask
 * @param {Memory} memory
 * @returns {"yes" | "no" | "forged" | "other"}
 */
function openedHere(ask, memory) {
  const mine = ask.who.find((w) => w.person === memory.person);
  if (!mine || !memory.chains.some((c) => c.commitment === mine.commitment)) return "other";
  const o = memory.opened.find((x) => x.head === ask.head);
  if (o?.commitment === mine.commitment && o.link === mine.link) return "yes";
  return highestOf(memory)(mine.commitment) >= mine.link ? "forged" : "no";
}

/** Whether a link of a person is in the log for an ask that has ended. @param {Ask} ask @param {number} person */
const came = (ask, person) => ask.parts.some((p) => p.person === person);

/**
 * Whether the log has links of a device's chain that the device does not
 * remember: its memory is older than the log. Nothing more may be opened of it.
 * @param {Verifier} log
 * @param {Memory} memory
 * @param {string} commitment
 */
export function forgotten(log, memory, commitment) {
  for (const ask of log.asks.values()) {
    if (
      came(ask, memory.person) &&
      ask.who.some((w) => w.person === memory.person && w.commitment === commitment) &&
      openedHere(ask, memory) === "no"
    )
      return true;
  }
  return false;
}

/**
 * The first thing in a log that contradicts what a device remembers, null if nothing does.
 * @param {Verifier} log
 * @param {Memory} memory
 * @returns {Fault | null}
 */
export function contradiction(log, memory) {
  /** @type {Fault[]} */
  const faults = [];
  const add = (/** @type {string} */ code, /** @type {number} */ event, /** @type {number} */ number, /** @type {string} */ text) =>
    void faults.push({ code, event, throw: number, text });
  const opened = new Map([...memory.opened].reverse().map((o) => [o.head, o])); // the first of several counts
  /** @type {Map<string, Set<string>>} heads of the asks that were answered, by what was asked for */
  const tried = new Map();
  const what = (/** @type {{ epoch: number, number: number, attempt: number }} */ o) => `${o.epoch} ${o.number} ${o.attempt}`;
  for (const o of memory.opened) tried.set(what(o), (tried.get(what(o)) ?? new Set()).add(o.head));
  for (const ask of log.asks.values()) {
    const o = opened.get(ask.head);
    const heads = tried.get(what(ask));
    if (heads && (heads.size > 1 || !heads.has(ask.head)))
      add("memory-story", ask.seq, ask.number, `Throw ${ask.number} was asked for in two ways: there are two logs.`);
    const v = ask.void;
    if (came(ask, memory.person) && openedHere(ask, memory) === "forged")
      add(
        "memory-link",
        ask.thrown || (v?.event ?? 0),
        ask.number,
        `Throw ${ask.number} has a link of yours that your device did not open for it.`,
      );
    if (v?.why === "silent" && v.person !== memory.person && o?.others.some((x) => x.person === v.person)) {
      add(
        "memory-silent",
        v.event,
        ask.number,
        `Person ${v.person} is said to have been silent for throw ${ask.number}, but your device has the link.`,
      );
    }
  }
  const { how, from, parts, event } = compare(log, memory);
  if (how === "broken") add("memory-story", event, 0, `Up to event ${event} the log is not the one that your device was shown before.`);
  // If the log no longer has what made this the person's device, or if it went back after this copy of a memory was made,
  // the memory does not know what was done from there on.
  const unknown = parts && from < memory.since ? parts : how === "back" && memory.format ? event : log.seq + 1;
  strange(log, memory, unknown - 1, add);
  return faults.sort((a, b) => a.event - b.event)[0] ?? null;
}

/**
 * Finds what was done in the owner's name and not sent from this device. When
 * the owner takes another device, this one knows no more.
 * @param {Verifier} log
 * @param {Memory} memory
 * @param {number} last the last event that it can know of
 * @param {(code: string, event: number, number: number, text: string) => void} add
 */
function strange(log, { person, since, until, acts }, last, add) {
  if (!since) return; // it does not know everything that was done here
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const act of acts) left.set(act.join("\n"), (left.get(act.join("\n")) ?? 0) + 1);
  const takes = (/** @type {string} */ kind, text = "") => {
    const key = kind + "\n" + text;
    const n = left.get(key) ?? 0;
    left.set(key, n - 1);
    return n > 0;
  };
  for (let seq = since; seq <= Math.min(last, until || last); seq++) {
    const step = log.steps[seq];
    if (step?.by !== person || !own.has(step.kind) || takes(step.kind, step.text)) continue;
    if (step.kind === "claim" && takes("carry")) return;
    return add(
      "memory-act",
      seq,
      0,
      step.kind === "claim"
        ? "Somebody took over your chairs, but your device gave nobody the link for that."
        : `The log has “${[step.kind, step.text].join(" ").trim()}” of yours, which your device did not send.`,
    );
  }
}

/**
 * What is not guaranteed for the owner of a memory.
 * @param {Verifier} log
 * @param {Memory} memory
 * @returns {{ discarded: Discarded[], without: number, back: number[], stale: boolean }}
 */
export function countsOf(log, memory) {
  const { how, from } = compare(log, memory);
  /** @type {Discarded[]} */
  const discarded = [];
  for (const opening of memory.opened) {
    const ask = log.asks.get(opening.head);
    if (ask?.thrown || (ask && ask === log.ask) || (how === "stale" && opening.event > from)) continue;
    discarded.push({ opening, void: ask?.void ?? null });
  }
  // What another device of the owner may have opened, and what this one opened and does not remember, because its memory is older.
  const held = new Set(memory.chains.map((c) => c.commitment));
  for (const ask of log.asks.values())
    if (
      ask.void &&
      (ask.who.some((w) => w.person === memory.person && !held.has(w.commitment)) ||
        (came(ask, memory.person) && openedHere(ask, memory) === "no"))
    )
      discarded.push({ opening: ask, void: ask.void });
  const heads = new Map(log.throws.map((x) => [x.event, ""]));
  for (const ask of log.asks.values()) if (ask.thrown && openedHere(ask, memory) === "yes") heads.set(ask.thrown, ask.head);
  const without = log.throws.filter((x) => x.good && !heads.get(x.event)).length + log.elsewhere;
  return { discarded, without, back: how === "back" ? [...memory.back, from] : memory.back, stale: how === "stale" };
}

// Words.

/** What does not hold. The details are English; other languages say what kind of fault it is. @param {Fault} fault */
export const faultText = (fault) => (inEnglish() ? fault.text : t("dice.fault-" + fault.code));

/** A text for one or for several. @param {string} key @param {number} n @param {Record<string, any>} [args] */
const counted = (key, n, args) => t(n === 1 ? key + "-one" : key, { n, ...args });

/** Whom the server blames for a result that was not used. @param {Discarded} d @param {(id: number) => string} name */
function causeOf({ void: v }, name) {
  if (!v) return t("dice.cause-back");
  if (v.why === "silent") return t("dice.cause-silent", { who: name(v.person) });
  if (v.why === "restart") return t("dice.cause-restart");
  return v.person
    ? t("dice.cause-by", { what: t("dice.void-" + v.why), who: name(v.person) })
    : t("dice.cause", { what: t("dice.void-" + v.why) });
}

/** A result that was not used, as a sentence. @param {Discarded} d @param {Verifier} log @param {(id: number) => string} name */
export function discardedWords(d, log, name) {
  return t(log.fallen >= d.opening.number ? "dice.again" : "dice.dropped", { n: d.opening.number, cause: causeOf(d, name) });
}

/**
 * The verdict in plain words, a line each.
 * @param {Verifier} log
 * @param {Memory | null} memory
 * @param {Fault | null} fault
 * @param {(id: number) => string} [name]
 */
export function sentences(log, memory, fault, name = (id) => t("dice.person", { n: id })) {
  if (fault) return [t("dice.broken", { event: fault.event, text: faultText(fault).replace(/\.$/, ""), code: fault.code })];
  const lines = [];
  const throws = log.fallen;
  if (memory) {
    const { discarded, without, back, stale } = countsOf(log, memory);
    if (stale) lines.push(t("dice.stale"));
    else if (!memory.since) lines.push(t("dice.not-kept"));
    else if (throws && !discarded.length && !without && !back.length) lines.push(counted("dice.guaranteed", throws));
    if (discarded.length === 1) lines.push(t("dice.discarded-one", { again: discardedWords(discarded[0], log, name) }));
    else if (discarded.length)
      lines.push(t("dice.discarded", { n: discarded.length, again: discarded.map((d) => discardedWords(d, log, name)).join("; ") }));
    if (without) lines.push(counted("dice.without", without));
    if (back.length) lines.push(counted("dice.back", back.length, { events: and(back.map(String)) }));
  } else if (throws) {
    lines.push(counted("dice.checked", throws));
  }
  const unknown = log.throws.filter((x) => !x.method).length;
  if (log.elsewhere) lines.push(counted("dice.elsewhere", log.elsewhere));
  if (unknown) lines.push(counted("dice.unknown", unknown));
  if (!throws) lines.push(t("dice.none"));
  return lines;
}

/**
 * Everything as data, as every verifier prints it.
 * @param {Verifier} log
 * @param {Memory | null} memory
 */
export function report(log, memory) {
  const faults = [log.fault, memory && contradiction(log, memory)].filter((f) => f !== null);
  const fault = faults.sort((a, b) => a.event - b.event)[0] ?? null;
  const counts = memory
    ? countsOf(log, memory)
    : { discarded: [], without: log.elsewhere + log.throws.filter((x) => x.good && !x.who.length).length, back: [], stale: false };
  const good = log.throws.filter((x) => x.good);
  const guaranteed = memory?.since && good.length && !counts.discarded.length && !counts.without && !counts.back.length && !counts.stale;
  return {
    table: log.table,
    game: log.game,
    events: log.seq,
    moves: log.moves,
    names: Object.fromEntries(log.names),
    fault,
    throws: good.map((x) => ({ number: x.number, event: x.event, attempt: x.attempt, who: x.who.map((w) => w.person), person: x.person })),
    voids: log.voids,
    discarded: counts.discarded.length,
    without: counts.without,
    unknown: good.filter((x) => !x.method).length,
    elsewhere: log.elsewhere,
    back: counts.back.length,
    stale: counts.stale && !fault,
    memory: !!memory,
    verdict: fault ? "false" : guaranteed ? "guaranteed" : "not-guaranteed",
    lines: sentences(log, memory, fault),
    story: { event: log.seq, code: log.story.code },
  };
}
