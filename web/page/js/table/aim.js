// The first play of a game on this device begins with its aim: a sentence, and the
// last moves of a game, again and again. What to say and to show comes with the
// lesson of the game.

import { ApiError, get } from "../lib/api.js";
import { h, put } from "../lib/dom.js";
import { still, wait } from "../board/motion.js";
import { openOverlay } from "../lib/overlay.js";
import { aims, learned, mine } from "../lib/store.js";
import { tellOpening } from "./describe.js";
import { t } from "../words/words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types").Aim} Aim */

/** How long the end of a game stays before it begins again, in milliseconds. */
const rest = 1500;

export class FirstPlay {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const game = table.view.game;
    const others = mine.list().some((m) => m.game === game && m.table !== table.id);
    this.wanted = !table.watching && !others && !aims.list().includes(game) && !learned.list(game).length;
    /** @type {HTMLDialogElement | undefined} */
    this.dialog = undefined;
  }

  /** Whether a clock runs against the person here. */
  get hurries() {
    const { clock } = this.table.view.terms;
    return !!clock && clock.kind !== "none" && this.table.myTurn();
  }

  /** Shows the aim as soon as the person plays, but not while their clock runs. */
  async look() {
    const { view, state } = this.table;
    if (this.hurries) return this.dialog?.close();
    if (!this.wanted || view.status !== "playing" || !state.own.length) return;
    this.wanted = false;
    try {
      const game = (await get("/api/games")).find((/** @type {{ id: string }} */ g) => g.id === view.game);
      const course = game?.lesson ? await get(`/api/games/${view.game}/lesson`) : null;
      if (course?.aim && !this.hurries) await this.open(course.aim, course.seat);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      this.wanted = e.code === "network"; // it is shown when the server can be reached
    }
  }

  /** @param {Aim} aim @param {string} seat */
  async open(aim, seat) {
    const { view } = this.table;
    const { Trial } = await import("../board/trial.js");
    const trial = new Trial(view.game, { seat });
    trial.frame.className = "aim-board";
    trial.frame.setAttribute("aria-hidden", "true");
    trial.frame.inert = true;
    await trial.open(aim.position);
    if (this.hurries) return;
    const dialog = openOverlay(t("aim.title", { game: view.gameTitle }), h("p", { id: "aim-says" }, aim.says), trial.frame);
    dialog.classList.add("aim");
    dialog.setAttribute("aria-describedby", "aim-says");
    put(/** @type {HTMLElement} */ (dialog.querySelector(".sheet-end button")), t("aim.play"));
    dialog.addEventListener("close", () => {
      trial.opening++; // ends what is shown
      aims.add(view.game);
      tellOpening(this.table); // what was said below the dialog was not heard
    });
    this.dialog = dialog;
    while (dialog.open) {
      await trial.demonstrate(aim.moves);
      if (still()) return trial.board.last(aim.moves[aim.moves.length - 1]?.effects ?? []);
      await wait(rest);
      trial.board.set(trial.now?.pieces ?? []);
    }
  }
}
