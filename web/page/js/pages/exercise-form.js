// A form in a study that makes an exercise of the position: a text and the moves
// that are right. The link has everything.

import { share } from "../lib/address.js";
import { copy, h, put, toast } from "../lib/dom.js";
import "../words/teacher-words.js";
import { t } from "../words/words.js";
import { most, read, write } from "./exercise-link.js";

/**
 * @param {string} game
 * @param {import("../types").Position} now
 */
export function exerciseForm(game, now) {
  if (now.needs !== "move" || !now.moves.length) return null;
  const text = h("textarea", { id: "exercise-text", rows: 3, maxlength: most.text, placeholder: t("exercise.text-hint") });
  const boxes = now.moves.map((m) => h("input", { type: "checkbox", value: m.move }));
  const link = h("p", { class: "link", role: "status" });
  const make = (/** @type {Event} */ e) => {
    e.preventDefault();
    const moves = boxes.filter((b) => b.checked).map((b) => b.value);
    const path = write({ game, position: now.position, moves, text: text.value });
    const { fault } = read(path.slice(path.indexOf("#")));
    if (fault) return toast(t(fault), "bad");
    put(link, h("a", { href: path }, t("exercise.open")));
    void copy(share(path), t("exercise.copied"));
  };
  return h(
    "details",
    { class: "exercise-form" },
    h("summary", {}, t("exercise.make")),
    h(
      "form",
      { class: "stack", onsubmit: make },
      h("label", { for: "exercise-text" }, t("exercise.text")),
      text,
      h(
        "fieldset",
        { class: "exercise-moves" },
        h("legend", {}, t("exercise.moves")),
        now.moves.map((m, i) => h("label", {}, boxes[i], h("span", {}, m.words || m.move, " ", h("small", {}, m.move)))),
      ),
      h("button", { class: "primary", type: "submit" }, t("exercise.link")),
      link,
    ),
  );
}
