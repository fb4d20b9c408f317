// One event as the page shows it: in the log, in words, by dice and on the board.

import { speak, toast } from "./dom.js";
import { played } from "./dice.js";
import { byHand } from "./effects.js";
import { quiet } from "./log.js";
import { isBallot, wordsOf } from "./names.js";
import { play as sound } from "./sound.js";

/** Shows what happened, and says it. @param {import("./table.js").Table} table @param {import("./types").TableEvent} e */
export async function show(table, e) {
  if (table.muted(e)) return;
  table.log.add(e);
  table.panels.event(e);
  const words = wordsOf(e);
  if (!quiet(e)) speak(words);
  if ((e.kind === "chat" || e.kind === "emote") && e.by !== table.view.you.person) toast(words, "said");
  switch (e.kind) {
    case "throw":
      table.dock.clearBoard();
      table.dock.says(words);
      sound("dice");
      await table.dice.roll(table.thrown, played(table.thrown, e.effects), isBallot(e), table.pace * 5);
      if (e.effects?.some((f) => f.from)) await table.board.play(e.effects, table.pace, sound);
      if (table.pace > 0) await new Promise((ok) => setTimeout(ok, table.pace * 2));
      break;
    case "move": {
      table.dock.clearBoard();
      table.dock.says(words);
      const own = table.previewed;
      table.previewed = false;
      const effects = own ? (e.effects ?? []).filter((f) => !byHand(f)) : (e.effects ?? []);
      await table.board.play(effects, table.pace, sound);
      table.dice.fade();
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
