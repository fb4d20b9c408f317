// What somebody who does not see the board asks by a key: what has changed, what is
// in danger, and what stands where. The answers are spoken, and shown for a moment.

import { get } from "../lib/api.js";
import { standing } from "../board/standing.js";
import { h, speak, toast } from "../lib/dom.js";
import { openOverlay } from "../lib/overlay.js";
import { placeName, seatName } from "../words/names.js";
import { and, t } from "../words/words.js";
import { lineWords, linesOf, quiet } from "./log.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types").TableEvent} TableEvent */
/** @typedef {import("../types").View} View */

/** The letters of the seats that are played on this device. @param {View} v */
export function ownSeats(v) {
  return (v.you.chairs ?? []).flatMap((n) => v.chairs[n - 1]?.seats ?? []);
}

/**
 * The events since somebody's last turn: everything after the last throw or move of
 * their own that others have followed, or everything if they have not moved yet.
 * @param {TableEvent[]} events
 * @param {string[]} own letters of their seats
 */
export function sinceOwn(events, own) {
  const acts = (/** @type {TableEvent} */ e) => e.kind === "throw" || e.kind === "move";
  let from = events.length;
  // What they have done in the turn that goes on is not news to them.
  while (from > 0 && (!acts(events[from - 1]) || own.includes(events[from - 1].body.seat ?? ""))) from--;
  const last = events.findLastIndex((e, i) => i < from && acts(e) && own.includes(e.body.seat ?? ""));
  return events.slice(last + 1, from).filter((e) => acts(e) && !quiet(e));
}

/** Says what the others have done since the reader's last turn. @param {Table} table */
export function tellChanges(table) {
  const events = sinceOwn(table.events, ownSeats(table.view));
  const lines = linesOf(events).map((line) => lineWords(line, table.voice));
  toast(lines.length ? lines.join(". ") + "." : t("told.no-change"));
}

/** Says which of the reader's pieces others could take in their next turn. @param {Table} table */
export async function tellThreats(table) {
  const own = ownSeats(table.view);
  if (!own.length || table.view.status !== "playing") return toast(t("told.no-threats"));
  /** @type {import("../types").ThreatList} */
  const { threats } = await get(`/api/tables/${table.id}/threats?${own.map((s) => "seat=" + s).join("&")}`);
  const said = threats.map((x) =>
    t(x.of > 1 ? "told.threat-dice" : "told.threat", {
      place: placeName(table.board.sheet, x.place),
      who: table.voice.player(x.by),
      n: x.cases,
      of: x.of,
    }),
  );
  toast(said.length ? said.join(" ") : t("told.no-threats"));
}

/** Says what stands on the place that has the focus, or on the whole board. @param {Table} table @param {Element | null} at */
export function tellPlace(table, at) {
  toast(standing(table.board.sheet, table.view.pieces, (colour) => ownerOf(table, colour), at));
}

/** Who plays a colour. @param {Table} table @param {string} [colour] */
function ownerOf(table, colour = "") {
  return table.view.seats.some((s) => s.letter === colour) ? table.voice.player(colour) : colour;
}

/** Says to somebody who comes to a table what is played, what they play, and what is asked of them. @param {Table} table */
export function tellOpening(table) {
  const { view } = table;
  const own = ownSeats(view).map((s) => seatName(view, s));
  const asks = table.dock.spoken;
  speak(
    [view.gameTitle + ".", own.length ? t("told.you-play", { seats: and(own) }) : "", asks ? asks + "." : "", t("told.keys")]
      .filter(Boolean)
      .join(" "),
  );
}

/** Shows which keys there are. */
export function tellKeys() {
  const dialog = openOverlay(t("settings.keys"), h("p", { id: "keys-help" }, t("settings.keys-help")));
  dialog.setAttribute("aria-describedby", "keys-help");
}
