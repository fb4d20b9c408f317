// The end of a game: who won, who came where, and a few figures.

import { faultOf, get } from "../lib/api.js";
import { h, put, speak } from "../lib/dom.js";
import { name } from "../lib/store.js";
import { quiet } from "./log.js";
import { chairOf, chairSeats, drawWord, factsOf } from "../words/names.js";
import { and, t } from "../words/words.js";

/** @typedef {import("../types").Analysis} Report */
/** @typedef {import("../types").View} View */
/** @typedef {import("../types").TableEvent} TableEvent */

/** Chairs in the order of their places. @param {View} v @returns {{ chair: number, place: number }[]} */
export function placesOf(v) {
  return v.chairs
    .map((c, chair) => ({ chair, place: Math.min(...c.seats.map((l) => (v.order ?? v.result?.places)?.[l] ?? 99)) }))
    .sort((a, b) => a.place - b.place);
}

/** Whether the first place is shared by sides that played against each other. @param {View} v */
function drawn(v) {
  const first = Object.entries(v.result?.places ?? {}).filter(([, place]) => place === 1);
  return first.length > 1 && first.some(([l]) => (v.result?.shares[l] ?? 0) < 1);
}

/**
 * The end in one sentence, to the person who reads it: who won, and why.
 * @param {View} v
 * @param {import("../words/voice.js").Voice} voice
 */
export function headline(v, voice) {
  const places = placesOf(v);
  const first = places.filter((p) => p.place === 1);
  const own = places.find((p) => voice.isYou(p.chair));
  const names = and(first.map((p) => voice.name(p.chair)));
  const why = voice.goesOn(v.ended);
  const because = (/** @type {string} */ says) => (why ? t("end.because", { says, why }) : says);
  if (!first.length) return v.words;
  if (drawn(v)) return because(t(own?.place === 1 ? "end.you-draw" : "end.draw", { draw: drawWord(v), who: names }));
  if (own?.place === 1) {
    const others = first.filter((p) => p !== own).map((p) => voice.name(p.chair));
    return t("end.you-win" + (others.length ? "-with" : "") + (why ? "-because" : ""), { who: and(others), why });
  }
  const wins = because(t(first.length > 1 ? "end.win" : "end.wins", { who: names }));
  if (own && own.place < 5 && v.chairs.length > 2 && !places.some((p) => p !== own && p.place === own.place))
    return t("end.you-came", { place: t("end.place-" + own.place), who: wins });
  return wins;
}

/**
 * A kind word to somebody who lost, about what they did in this game.
 * @param {import("./table.js").Table} table
 */
function consolation({ view: v, voice, events }) {
  const places = placesOf(v);
  const own = places.find((p) => voice.isYou(p.chair));
  if (!own || outcome(v, voice) !== "lost") return "";
  const { captures, turns } = figuresOf(events, v);
  const took = v.chosen.length ? 0 : captures[own.chair]; // by other rules than the book's, a capture may be no merit
  if (took > 0 && took === Math.max(...captures)) return t(took === 1 ? "end.took-one" : "end.took-most", { n: took });
  if (own.place === 2 && v.chairs.length > 2 && places[1].chair === own.chair)
    return t("end.next-to", { n: v.chairs.length, who: voice.name(places[0].chair) });
  const rounds = Math.ceil(turns / v.chairs.length);
  return rounds < 5 ? t("end.short") : t("end.held-out", { n: rounds });
}

/**
 * What the end is to the reader: "won" or "lost", and "over" for a draw, for
 * those who watch, and where several people look at one screen.
 * @param {View} v
 * @param {import("../words/voice.js").Voice} voice
 * @returns {"won" | "lost" | "over"}
 */
export function outcome(v, voice) {
  const own = placesOf(v).find((p) => voice.isYou(p.chair));
  if (!own || drawn(v)) return "over";
  return own.place === 1 ? "won" : "lost";
}

/**
 * What can be counted in the log of a game: its turns, its minutes, and what
 * each chair took from others.
 * @param {TableEvent[]} events
 * @param {View} v
 */
export function figuresOf(events, v) {
  const captures = v.chairs.map(() => 0);
  const played = events.filter((e) => e.kind === "throw" || e.kind === "move");
  let turns = 0;
  let last = "";
  for (const e of played) {
    const seat = e.body.seat ?? "";
    if (seat !== last) turns++;
    last = seat;
    const chair = v.chairs.findIndex((c) => c.seats.includes(seat));
    if (e.kind === "move" && chair >= 0) captures[chair] += (e.effects ?? []).filter((f) => f.means === "takes").length;
  }
  const span = played.length ? Date.parse(played[played.length - 1].at) - Date.parse(played[0].at) : 0;
  return { turns, minutes: Math.max(1, Math.round(span / 60000)), captures };
}

/**
 * The figures of a game that only its analysis knows: the luck of each side if
 * there are dice, what changed the chances most, and the best move of a chair.
 * That is the move whose next best choice would have given away most.
 * @param {Report} r
 * @param {string[]} seats of the chair
 * @param {(seq: number) => boolean} told whether an event is worth a word
 */
export function highlightsOf(r, seats, told) {
  const dice = r.events.some((e) => e.luck && e.moved > 0);
  const turning = r.turning.reduce((best, i) => (best < 0 || r.events[i].moved > r.events[best].moved ? i : best), -1);
  let [best, most, gain] = [-1, 0, ""];
  r.events.forEach((e, i) => {
    const next = e.choices?.[1];
    if (!next || next.mark === "fine" || next.error <= most || e.text !== e.best || !seats.includes(e.seat) || !told(r.seqs[i])) return;
    [best, most, gain] = [i, next.error, next.errorText ?? ""];
  });
  return { luck: dice ? r.sides.map((s) => ({ seats: s.seats, luck: s.luckText })) : [], turning, best, gain };
}

/** The event that asks for another game, if there is one. @param {TableEvent[]} events */
export function askedAgain(events) {
  return events.findLast((e) => e.kind === "rematch");
}

/** @type {WeakMap<object, number>} when a victory was first shown */
const shown = new WeakMap();

/** How long paper stays in the air, in milliseconds. */
const air = 1500;

/** How many bits of paper there are. */
const bits = 44;

/**
 * Paper in the air: thrown up from the middle, each bit on a way of its own. It
 * falls once, however often the page is drawn again.
 * @param {object} state
 */
function flourish(state) {
  const now = performance.now();
  const since = now - (shown.get(state) ?? (shown.set(state, now), now));
  if (since > air) return null;
  const chance = random(7);
  const box = h("div", { class: "flourish", "aria-hidden": "true" });
  box.style.setProperty("--since", Math.round(since) + "ms");
  for (let i = 0; i < bits; i++) {
    const bit = h("i");
    const set = (/** @type {string} */ name, /** @type {number} */ low, /** @type {number} */ high, unit = "") =>
      bit.style.setProperty(name, (low + (high - low) * chance()).toFixed(2) + unit);
    set("--aside", -48, 48, "vw");
    set("--up", 18, 52, "vh");
    set("--spin", -900, 900, "deg");
    set("--hue", 0, 360);
    set("--late", 0, 260, "ms");
    set("--size", 0.45, 0.85, "rem");
    box.append(bit);
  }
  return box;
}

/**
 * Numbers from 0 to 1 that look like chance and are the same each time, so that paper does not jump when the page is drawn again.
 * @param {number} seed
 */
function random(seed) {
  return () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
}

/** @type {WeakMap<object, HTMLElement>} what was found out about a game, or the button that asks for it */
const studies = new WeakMap();

/**
 * Luck and the best move. An analysis takes the server seconds, so it is made
 * only when somebody asks for it.
 * @param {import("./table.js").Table} table
 */
function studyOf(table) {
  const old = studies.get(table.state);
  if (old) return old;
  const box = h("div", { class: "study" });
  studies.set(table.state, box);
  const offer = (/** @type {string} */ fault = "") =>
    put(
      box,
      fault ? h("p", { class: "help", role: "status" }, fault) : null,
      h("button", { class: "small", onclick: () => void study() }, t(table.view.throws ? "end.study" : "end.study-still")),
    );
  const study = async () => {
    const words = h("p", { class: "help", role: "status" }, t("analysis.asking"));
    put(box, words);
    try {
      const { analysisOf } = await import("../pages/analysis.js");
      put(
        box,
        highlights(
          table,
          await analysisOf(
            () => get(`/api/tables/${table.id}/analysis`),
            (said) => put(words, said),
          ),
        ),
      );
      speak(t("analysis.ready"));
    } catch (e) {
      offer(faultOf(e));
    }
  };
  offer();
  return box;
}

/** @param {import("./table.js").Table} table @param {Report} r */
function highlights(table, r) {
  const { view: v, voice } = table;
  const places = placesOf(v);
  const told = (/** @type {number} */ seq) => table.events.find((e) => e.seq === seq);
  const { chair } = places.find((p) => voice.isYou(p.chair)) ?? places[0];
  const { luck, turning, best, gain } = highlightsOf(r, v.chairs[chair].seats, (seq) => {
    const e = told(seq);
    return !!e && !quiet(e);
  });
  const who = (/** @type {number} */ c) => (voice.isYou(c) ? t("voice.you") : voice.name(c));
  const side = (/** @type {string} */ seats) => and([...new Set([...seats].map((l) => chairOf(v, l)))].map(who));
  const moment = (/** @type {number} */ i, /** @type {string} */ more, own = false) => {
    const what = voice.say(told(r.seqs[i])?.brief) || r.events[i].text;
    return h(
      "a",
      { href: `/t/${v.table}/replay?at=${r.seqs[i]}` },
      t("end.moment", { what: own ? what : t("voice.ask-as", { who: voice.player(r.events[i].seat), ask: what }), more }),
    );
  };
  const line = (/** @type {string} */ label, /** @type {any} */ what) => [h("dt", {}, label), h("dd", {}, what)];
  return h(
    "dl",
    {},
    luck.length
      ? line(
          t("analysis.sum.luck"),
          luck.map((x) => h("span", {}, side(x.seats) + " " + x.luck)),
        )
      : null,
    line(
      t("end.turning"),
      turning < 0
        ? t("analysis.no-turning")
        : moment(turning, t(r.events[turning].luck ? "end.by-luck" : "end.by-error", { n: r.events[turning].change ?? "" })),
    ),
    best < 0
      ? null
      : line(
          voice.isYou(chair) ? t("end.your-best") : t("end.best", { who: voice.name(chair) }),
          moment(best, t("end.next-best", { n: gain }), true),
        ),
  );
}

/** For a winner, some paper in the air; for somebody who lost, a kind word. @param {import("./table.js").Table} table */
export function verdict(table) {
  const words = consolation(table);
  return [outcome(table.view, table.voice) === "won" ? flourish(table.state) : null, words ? h("p", { class: "reason" }, words) : null];
}

/**
 * The end as strangers read it on a picture: who won against whom, of what game, and in how many turns.
 * @param {import("./table.js").Table} table
 */
export function shared(table) {
  const { view: v, voice } = table;
  const places = placesOf(v);
  const me = name.get() ? undefined : places.find((p) => voice.isYou(p.chair)); // what strangers call a guest says nothing
  const names = (/** @type {boolean} */ won) =>
    and(places.flatMap((p) => ((p.place === 1) === won && p !== me ? [voice.name(p.chair)] : [])));
  const [who, whom] = [names(true), names(false)];
  let title = v.words;
  if (drawn(v)) title = t(me?.place === 1 ? "end.i-draw" : "end.draw", { draw: drawWord(v), who });
  else if (me && me.place > 1 && who) title = t("end.i-lost", { who });
  else if (whom) title = t(me ? "end.i-beat" : places.filter((p) => p.place === 1).length > 1 ? "end.beat" : "end.beats", { who, whom });
  const { turns } = figuresOf(table.events, v);
  return { title, words: turns ? t(turns === 1 ? "end.game-turn" : "end.game-turns", { game: v.gameTitle, n: turns }) : v.gameTitle };
}

/** The places and the figures of the game. @param {import("./table.js").Table} table */
export function ending(table) {
  const v = table.view;
  const { turns, minutes, captures } = figuresOf(table.events, v);
  const some = captures.some((n) => n > 0);
  return h(
    "div",
    { class: "ending" },
    h(
      "ol",
      { class: "standings", "aria-label": t("table.standings") },
      placesOf(v).map(({ chair, place }) =>
        h(
          "li",
          { class: place === 1 ? "first" : "" },
          h("span", { class: "place" }, place < 99 ? place : "–"),
          v.chairs[chair].seats.map((l) => table.icon(l)),
          h("strong", {}, h("bdi", {}, table.voice.isYou(chair) ? t("voice.you") : table.voice.name(chair))),
          h(
            "small",
            {},
            [
              chairSeats(v, chair),
              ...(v.chairs[chair].seats.length === 1 ? factsOf(v, v.chairs[chair].seats[0]) : []),
              some ? t(captures[chair] === 1 ? "end.capture" : "end.captures", { n: captures[chair] }) : "",
            ]
              .filter(Boolean)
              .join(" · "),
          ),
        ),
      ),
    ),
    v.ranked ? h("p", { class: "help" }, v.ranked) : null,
    turns
      ? h(
          "p",
          { class: "help figures" },
          t(turns === 1 ? "end.turn" : "end.turns", { n: turns }),
          " · ",
          t(minutes === 1 ? "end.minute" : "end.minutes", { n: minutes }),
        )
      : null,
    turns && v.levels.length && !table.tv ? studyOf(table) : null,
  );
}
