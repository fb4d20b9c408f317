// One event as the page shows it: in the log, in words, by dice and on the board.

import { buzz } from "./announce.js";
import { speak, toast } from "../lib/dom.js";
import { played } from "../board/dice.js";
import { byHand } from "../board/effects.js";
import { wait } from "../board/motion.js";
import { quiet } from "./log.js";
import { chairOf, isBallot } from "../words/names.js";
import { play as sound } from "../lib/sound.js";
import { settings } from "../lib/store.js";
import { readingTime } from "../words/voice.js";

/** Whether a throw decides something besides what can be moved, such as who begins. @param {import("../types").TableEvent} e */
export function decides(e) {
  return e.kind === "throw" && ((e.effects ?? []).some((f) => f.means === "says") || (e.told ?? []).filter((p) => p.is).length > 1);
}

/** Somebody knocks. @param {HTMLElement} dock */
function knocked(dock) {
  sound("knock");
  buzz([40, 60, 40]);
  dock.classList.remove("knocked");
  void dock.offsetWidth; // so that a second knock shakes it again
  dock.classList.add("knocked");
}

/**
 * Shows what happened, and says it. What a throw came to is said when the dice lie.
 * @param {import("./table.js").Table} table
 * @param {import("../types").TableEvent} e
 */
export async function show(table, e) {
  if (table.muted(e)) return;
  const words = table.voice.tell(e);
  if (e.kind === "throw" || e.kind === "move") {
    table.dock.goesOn();
    table.players.light(chairOf(table.view, e.body.seat ?? ""));
  }
  if (e.kind === "throw") {
    sound("dice");
    await table.dice.roll(table.thrown, played(table.thrown, e.effects), isBallot(e), table.pace * 5);
  }
  table.log.add(e);
  table.panels.event(e);
  if ((e.kind === "chat" || e.kind === "emote") && e.by !== table.view.you.person) toast(words, "said");
  else if (!quiet(e)) speak(words);
  if (e.kind === "emote" && e.body.text === "knock" && e.by !== table.view.you.person && table.state.own.length) knocked(table.dock.root);
  switch (e.kind) {
    case "throw":
      table.dock.says(words);
      if (e.effects?.some((f) => f.from)) await table.board.play(e.effects, table.pace, sound);
      if (table.pace > 0) await wait(decides(e) && !table.hurried ? readingTime(words, settings.speed) : table.pace * 2);
      break;
    case "move": {
      table.dock.says(words);
      const own = table.previewed;
      table.previewed = false;
      const effects = own ? (e.effects ?? []).filter((f) => !byHand(f)) : (e.effects ?? []);
      await table.board.play(effects, table.pace, sound);
      table.dice.fade();
      // The board does not show why somebody passes, so there is time to read it.
      if (table.pace > 0 && !table.hurried && e.effects?.some((f) => f.means === "passes")) await wait(readingTime(words, settings.speed));
      break;
    }
    case "give-back":
      table.board.last([]);
      if (table.state.thrown) table.dice.show(played(table.thrown, table.state.thrown.effects), isBallot(table.state.thrown));
      break;
  }
  if (e.pieces) table.board.set(e.pieces);
  if (e.kind === "move") table.board.last(e.effects ?? []);
}
