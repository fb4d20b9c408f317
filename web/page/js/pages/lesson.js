// A lesson: one step at a time. A step shows a position, says one thing and asks
// for one action. What is wrong is answered with its reason; what is right goes
// on.

import { get } from "../lib/api.js";
import { h, put, speak } from "../lib/dom.js";
import { playNow } from "./home.js";
import { clauseName, firstRivals } from "../words/names.js";
import { play as sound } from "../lib/sound.js";
import { learned, rivals } from "../lib/store.js";
import { Trial } from "../board/trial.js";
import { labelled, t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["board-inks", "board", "lesson", "play"];

/** @typedef {import("../types").Course} Course */
/** @typedef {import("../types").LessonStep} LessonStep */

/** The name of the last page in the address. */
const last = "end";

/** @param {HTMLElement} root @param {string} id */
export async function lessonPage(root, id) {
  /** @type {Course} */
  const course = await get(`/api/games/${id}/lesson`);
  const lesson = new Lesson(root, course);
  addEventListener("hashchange", () => void lesson.show());
  addEventListener("keydown", (e) => lesson.key(e));
  await lesson.show();
}

class Lesson {
  /** @param {HTMLElement} root @param {Course} course */
  constructor(root, course) {
    this.course = course;
    this.title = t("learn.title", { game: course.title });
    this.dots = h("div", { class: "dots", role: "img" });
    this.heading = h("h2", { tabindex: -1 });
    this.says = h("p", { class: "says" });
    this.task = h("p", { class: "task" });
    this.praise = h("div", { class: "praise", role: "status" });
    this.row = h("div", { class: "row" });
    this.list = h("details", { class: "all-steps" }, h("summary", {}, t("learn.all")), h("ol", {}));
    this.trial = new Trial(course.game, {
      seat: course.seat,
      throws: () => this.step?.moves[0] ?? "",
      accepts: (told) => !!this.step?.moves.includes(told.move),
      other: () => this.other(),
      done: () => this.done(),
    });
    this.words = h("section", { class: "lesson-words" }, this.heading, this.says, this.task);
    this.frame = h(
      "div",
      { class: "lesson" },
      h("header", { class: "lesson-head" }, h("h1", {}, h("a", { href: "/g/" + course.game }, course.title)), this.dots),
      this.words,
      this.trial.root,
      h("div", { class: "lesson-foot" }, this.trial.controls, this.praise, this.row, this.list),
    );
    put(root, this.frame);
    this.first = true;
  }

  /** The step that the address names: the first that is not done if it names none. */
  get index() {
    const { steps } = this.course;
    const name = decodeURIComponent(location.hash.slice(1));
    if (name === last) return steps.length;
    const k = steps.findIndex((s) => s.id === name);
    if (k >= 0) return k;
    const done = learned.list(this.course.game);
    return Math.max(
      0,
      steps.findIndex((s) => !done.includes(s.id)),
    );
  }

  /** @type {LessonStep | undefined} */
  get step() {
    return this.course.steps[this.at ?? 0];
  }

  /** Shows the step that the address names. */
  async show() {
    const { steps } = this.course;
    this.at = this.index;
    this.finished = false;
    const step = steps[this.at];
    this.frame.classList.toggle("ended", !step);
    put(this.praise);
    this.overview();
    if (!step) return this.end();
    document.title = `${step.title} – ${this.title}`;
    put(this.heading, h("small", {}, t("learn.at", { n: this.at + 1, all: steps.length })), step.title);
    put(this.says, step.says);
    put(this.task, step.do);
    this.buttons();
    speak([step.title + ".", step.says, step.do, this.first ? t("told.board-key") : ""].filter(Boolean).join(" "));
    if (!this.first) this.heading.focus({ preventScroll: true });
    this.first = false;
    scrollTo({ top: 0, behavior: "instant" });
    await this.trial.open(step.position);
  }

  /** The dots, and the list of all steps. */
  overview() {
    const { steps, game } = this.course;
    const done = learned.list(game);
    const at = this.at ?? 0;
    this.dots.setAttribute("aria-label", t("learn.at", { n: Math.min(at + 1, steps.length), all: steps.length }));
    put(
      this.dots,
      steps.map((s, i) => h("i", { class: [done.includes(s.id) ? "did" : "", i === at ? "now" : ""].join(" ").trim() || null })),
    );
    put(
      /** @type {HTMLElement} */ (this.list.lastElementChild),
      steps.map((s, i) =>
        h(
          "li",
          {},
          h("a", { href: "#" + s.id, "aria-current": i === at ? "step" : null }, s.title),
          done.includes(s.id) ? h("small", {}, " " + t("learn.done")) : null,
        ),
      ),
    );
  }

  buttons() {
    const at = this.at ?? 0;
    put(
      this.row,
      at > 0 ? h("button", { class: "plain", onclick: () => this.go(at - 1) }, t("learn.back")) : null,
      this.finished || this.step?.asks === "throw"
        ? null
        : h("button", { class: "plain", onclick: () => void this.trial.showMe(this.step?.moves[0] ?? "") }, t("learn.show")),
      h(
        "button",
        { class: this.finished ? "primary" : "plain", onclick: () => this.go(at + 1) },
        t(this.finished ? "learn.next" : "learn.skip"),
      ),
    );
  }

  /** @param {number} i */
  go(i) {
    location.hash = this.course.steps[i]?.id ?? last;
  }

  /** A legal move that is not the one. */
  other() {
    this.trial.tell(h("p", {}, this.step?.hint ?? t("learn.not-here")));
  }

  /** The step is done. */
  done() {
    const step = this.step;
    if (!step) return;
    learned.add(this.course.game, step.id);
    sound("turn");
    this.finished = true;
    this.overview();
    put(
      this.praise,
      h("p", {}, step.praise),
      h(
        "p",
        { class: "clauses" },
        t("learn.clauses") + " ",
        step.clauses.map((id, i) => h("a", { href: `/g/${this.course.game}#${id.split("/")[1]}` }, clauseName(id, i))),
      ),
    );
    this.buttons();
    const next = /** @type {HTMLElement | null} */ (this.row.querySelector(".primary"));
    next?.focus({ preventScroll: true });
    this.praise.scrollIntoView({ block: "nearest" });
    next?.scrollIntoView({ block: "nearest" });
  }

  /** What to do after the last step. */
  end() {
    const { steps, game, title } = this.course;
    const n = steps.filter((s) => learned.list(game).includes(s.id)).length;
    const part = n < steps.length ? "-part" : "";
    document.title = this.title;
    put(this.heading, t("learn.end" + part, { game: title }));
    put(this.says, t(`learn.end${part}-lead`, { n, all: steps.length }));
    put(this.task);
    speak(this.says.textContent ?? "");
    put(
      this.row,
      h("button", { class: "primary", onclick: () => void this.play() }, t("learn.play")),
      h("a", { class: "button plain", href: "/new?game=" + game }, t("learn.table")),
      h("a", { class: "button plain", href: "/g/" + game, "aria-label": labelled(t("learn.rules"), title) }, t("learn.rules")),
      h("button", { class: "plain", onclick: () => this.again() }, t("learn.again")),
    );
    this.heading.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: "instant" });
  }

  async play() {
    const g = await get("/api/games/" + this.course.game);
    await playNow(g, firstRivals(g, rivals.get()));
  }

  again() {
    learned.forget(this.course.game);
    this.go(0);
  }

  /** Keys, wherever the focus is. @param {KeyboardEvent} e */
  key(e) {
    if (this.trial.asked(e)) return;
    const at = /** @type {HTMLElement} */ (e.target);
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || at.closest("input, select, dialog")) return;
    if (e.key === " " || e.key === "Enter") {
      if (at.closest("button, a, summary, [role=button]")) return;
      const main = /** @type {HTMLElement | null} */ (this.frame.querySelector("button.primary"));
      if (!main) return;
      e.preventDefault();
      main.click();
    } else if (e.key.startsWith("Arrow")) {
      const [place] = this.trial.board.hot.keys();
      if (!place) return;
      e.preventDefault();
      this.trial.board.focus(place);
    }
  }
}
