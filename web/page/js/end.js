// The end of a game: who won, who came where, and a few figures.

import { h } from "./dom.js";
import { chairSeats } from "./names.js";
import { and, t } from "./words.js";

/** @typedef {import("./types").View} View */
/** @typedef {import("./types").TableEvent} TableEvent */

/** Chairs in the order of their places. @param {View} v @returns {{ chair: number, place: number }[]} */
export function placesOf(v) {
  return v.chairs.map((c, chair) => ({ chair, place: Math.min(...c.seats.map((l) => v.result?.places[l] ?? 99)) })).sort((a, b) => a.place - b.place);
}

/** Whether the first place is shared by sides that played against each other. @param {View} v */
function tied(v) {
  const first = Object.entries(v.result?.places ?? {}).filter(([, place]) => place === 1);
  return first.length > 1 && first.some(([l]) => (v.result?.shares[l] ?? 0) < 1);
}

/**
 * The end in one sentence, to the person who reads it.
 * @param {View} v
 * @param {import("./voice.js").Voice} voice
 */
export function headline(v, voice) {
  const places = placesOf(v);
  const first = places.filter((p) => p.place === 1);
  const own = places.find((p) => voice.isYou(p.chair));
  const names = and(first.map((p) => voice.name(p.chair)));
  if (!first.length) return v.words;
  if (tied(v)) return own?.place === 1 ? t("end.you-tie") : t("end.tie", { who: names });
  if (own?.place === 1) return first.length > 1 ? t("end.you-win-with", { who: and(first.filter((p) => p !== own).map((p) => voice.name(p.chair))) }) : t("end.you-win");
  if (own && own.place > 1 && own.place < 5 && v.chairs.length > 2) return t("end.you-came", { place: t("end.place-" + own.place), who: t(first.length > 1 ? "end.win" : "end.wins", { who: names }) });
  return t(first.length > 1 ? "end.win" : "end.wins", { who: names });
}

/** Whether the reader has won. @param {View} v @param {import("./voice.js").Voice} voice */
export function won(v, voice) {
  return !tied(v) && placesOf(v).some((p) => p.place === 1 && voice.isYou(p.chair));
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

/** The event that asks for another game, if there is one. @param {TableEvent[]} events */
export function askedAgain(events) {
  return events.findLast((e) => e.kind === "rematch");
}

/** @type {WeakMap<object, number>} when a victory was first shown */
const shown = new WeakMap();

/** How long paper stays in the air, in milliseconds. */
const air = 3000;

/** Paper in the air. It falls once, however often the page is drawn anew. @param {object} state */
function flourish(state) {
  const now = performance.now();
  const since = now - (shown.get(state) ?? (shown.set(state, now), now));
  if (since > air) return null;
  const box = h("div", { class: "flourish", "aria-hidden": "true" });
  box.style.setProperty("--since", Math.round(since) + "ms");
  for (let i = 0; i < 14; i++) {
    const bit = h("i");
    bit.style.setProperty("--n", String(i));
    box.append(bit);
  }
  return box;
}

/** The places, the figures and, for a winner, some paper in the air. @param {import("./table.js").Table} table */
export function ending(table) {
  const v = table.view;
  const { turns, minutes, captures } = figuresOf(table.events, v);
  const some = captures.some((n) => n > 0);
  return h("div", { class: "ending" },
    won(v, table.voice) ? flourish(table.state) : null,
    h("p", { class: "help reason" }, v.words),
    h("ol", { class: "standings", "aria-label": t("table.standings") }, placesOf(v).map(({ chair, place }) => h("li", { class: place === 1 ? "first" : "" },
      h("span", { class: "place" }, place < 99 ? place : "–"), v.chairs[chair].seats.map((l) => table.icon(l)),
      h("strong", {}, table.voice.isYou(chair) ? t("voice.you") : table.voice.name(chair)),
      h("small", {}, [chairSeats(v, chair), some ? t(captures[chair] === 1 ? "end.capture" : "end.captures", { n: captures[chair] }) : ""].filter(Boolean).join(" · "))))),
    h("p", { class: "help figures" }, t(turns === 1 ? "end.turn" : "end.turns", { n: turns }), " · ", t(minutes === 1 ? "end.minute" : "end.minutes", { n: minutes })));
}
