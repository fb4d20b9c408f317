// An exercise that somebody made: a position, a text and the right moves. All of it
// is in the address, after the #; no server keeps it.

import { ApiError, get } from "../lib/api.js";
import { gone, h, put, speak } from "../lib/dom.js";
import { play as sound } from "../lib/sound.js";
import { Trial } from "../board/trial.js";
import "../words/teacher-words.js";
import { t } from "../words/words.js";
import { read } from "./exercise-link.js";

/** The style sheets of this page. */
export const styles = ["board-inks", "board", "lesson", "play"];

/** @typedef {import("../types").Position} Position */

/** @type {Trial | null} the board of the exercise that is open */
let board = null;

/** @param {HTMLElement} root */
export async function exercisePage(root) {
  addEventListener("hashchange", () => void show(root));
  addEventListener("keydown", (e) => board?.asked(e));
  await show(root);
}

/** @param {HTMLElement} root */
async function show(root) {
  board = null;
  document.title = `${t("exercise.title")} – ${t("app")}`;
  const { exercise, fault } = read(location.hash);
  if (!exercise) return put(root, gone(t(fault), t("exercise.bad")));
  const { game, position, moves, text } = exercise;
  const praise = h("div", { class: "praise", role: "status" });
  const row = h("div", { class: "row" });
  const trial = new Trial(game, {
    accepts: (told) => moves.includes(told.move),
    other: () => trial.tell(h("p", {}, t("exercise.other"))),
    done: () => done(),
  });
  const buttons = (/** @type {boolean} */ finished) =>
    put(
      row,
      finished
        ? h("button", { class: "primary", onclick: () => void again() }, t("exercise.again"))
        : h("button", { class: "plain", onclick: () => void trial.showMe(moves[0]) }, t("learn.show")),
      h("a", { class: "button plain", href: `/study?game=${game}&position=${encodeURIComponent(position)}` }, t("exercise.study")),
    );
  const done = () => {
    sound("turn");
    put(praise, h("p", {}, t("exercise.right")));
    buttons(true);
  };
  const again = async () => {
    put(praise);
    buttons(false);
    await trial.open(position);
  };
  /** @type {Position | null} */
  let now = null;
  try {
    now = await get(trial.at("", position));
  } catch (e) {
    if (!(e instanceof ApiError)) throw e;
    return put(root, gone(e.message, t("exercise.bad")));
  }
  const legal = now?.moves.map((m) => m.move) ?? [];
  const wrong = moves.filter((m) => !legal.includes(m));
  if (wrong.length) return put(root, gone(t("exercise.illegal", { moves: wrong.join(", ") }), t("exercise.bad")));
  put(
    root,
    h(
      "div",
      { class: "lesson exercise" },
      h(
        "section",
        { class: "lesson-words" },
        h("h1", {}, t("exercise.title")),
        h("blockquote", { class: "says" }, text || t("exercise.task")),
        h("p", { class: "help" }, t("exercise.whose")),
      ),
      trial.root,
      h("div", { class: "lesson-foot" }, trial.controls, praise, row),
    ),
  );
  board = trial;
  await again();
  speak([text || t("exercise.task"), t("told.board-key")].join(" "));
}
