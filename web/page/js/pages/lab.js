// The laboratory: a game is played many times, and counted while it runs.

import { ask, query, share } from "../lib/address.js";
import { ensureToken, faultOf, get } from "../lib/api.js";
import { copy, h, put, speak } from "../lib/dom.js";
import { plot, widthOf } from "./findings.js";
import { Form } from "./new.js";
import { events } from "../lib/stream.js";
import { capital, number, t, word } from "../words/words.js";
import { seatWord } from "../words/names.js";

/** The style sheets of this page. */
export const styles = ["new", "lab"];

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").LabNews} LabNews */
/** @typedef {import("../types").Standing} Standing */

/** @param {HTMLElement} root */
export async function laboratory(root) {
  /** @type {GameInfo[]} */
  const games = await get("/api/games");
  const form = new Lab(root, games);
  await form.pick(query().get("game") ?? games[0].id, true);
}

/** How many games are done. @param {LabNews} n */
const amount = (n) => ({ done: n.done, games: n.games });

const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

class Lab extends Form {
  /** @param {HTMLElement} root @param {GameInfo[]} games */
  constructor(root, games) {
    super(root, games);
    this.count = 1000;
    this.seed = String(freshSeed());
    this.bot = "";
    /** @type {Record<string, string>} players of single seats, by letter */
    this.single = {};
    /** @type {AbortController | null} */
    this.running = null;
    this.result = h("div", { class: "lab-result" }, h("p", { class: "help" }, t("lab.empty")));
  }

  /** @param {string} id @param {boolean} [fromLink] */
  async pick(id, fromLink = false) {
    this.bot = "";
    this.single = {};
    if (fromLink) {
      const q = query();
      this.count = Number(q.get("games")) || this.count;
      this.seed = q.get("seed") ?? this.seed;
      this.asked = 0;
      const bots = (q.get("bots") ?? "").split(",");
      this.bot = bots[0];
      this.wanted = bots.length > 1 ? bots : null;
    }
    await super.pick(id, fromLink);
  }

  /** @param {URLSearchParams} q */
  begin(q) {
    this.setup?.read(q); // an experiment begins with the table of the book
  }

  /** Everything needed to repeat the run. */
  query() {
    const q = this.setup?.query() ?? new URLSearchParams();
    const each = (this.game?.seats ?? []).map((x) => this.single[x.letter] || this.bot);
    q.set("bots", each.every((b) => b === this.bot) ? this.bot : each.join(","));
    q.set("games", String(this.count));
    q.set("seed", this.seed);
    return q;
  }

  link() {
    return share(`/lab?${this.query()}`);
  }

  render() {
    const { game: g, setup } = this;
    if (!g || !setup) return;
    const terms = g.lab;
    document.title = `${t("lab.title")} – ${t("app")}`;
    if (!terms?.most) return void put(this.root, h("p", { class: "notice" }, t("lab.none")));
    if (!terms.bots.includes(this.bot)) this.bot = terms.usual[0] ?? terms.bots[0];
    if (this.wanted) {
      g.seats.forEach((x, i) => (this.single[x.letter] = this.wanted?.[i] === this.bot ? "" : (this.wanted?.[i] ?? "")));
      this.wanted = null;
    }
    history.replaceState(null, "", this.link());
    const seed = h("input", {
      id: "lab-seed",
      type: "text",
      inputmode: "numeric",
      pattern: "[0-9]{1,19}",
      required: true,
      value: this.seed,
      "aria-describedby": "lab-seed-help",
      onchange: (/** @type {Event} */ e) => {
        this.seed = /** @type {HTMLInputElement} */ (e.target).value.trim();
        history.replaceState(null, "", this.link());
      },
    });
    put(
      this.root,
      h(
        "form",
        {
          class: "new lab",
          onsubmit: (/** @type {Event} */ e) => {
            e.preventDefault();
            if (this.running) this.stop();
            else void this.run();
          },
        },
        h("header", { class: "hero" }, h("h1", {}, t("lab.title")), h("p", { class: "lead" }, t("lab.lead"))),
        h(
          "div",
          { class: "lab-grid" },
          h(
            "div",
            { class: "new-main" },
            h(
              "div",
              { class: "field" },
              h("label", { for: "lab-game" }, t("new.game")),
              h(
                "select",
                {
                  id: "lab-game",
                  onchange: (/** @type {Event} */ e) => {
                    this.stop();
                    void this.pick(/** @type {HTMLSelectElement} */ (e.target).value).then(() =>
                      document.getElementById("lab-game")?.focus(),
                    );
                  },
                },
                this.games.map((x) => h("option", { value: x.id, selected: x.id === g.id }, x.title)),
              ),
            ),
            this.tableFields(setup),
            this.faults.length
              ? h(
                  "div",
                  { class: "note", role: "alert" },
                  this.faults.map((f) => h("p", {}, capital(f) + ".")),
                )
              : null,
            this.playersField(g, terms.bots),
            h(
              "div",
              { class: "lab-numbers" },
              h(
                "div",
                { class: "field" },
                h("label", { for: "lab-games" }, t("lab.games")),
                h("input", {
                  id: "lab-games",
                  type: "number",
                  min: 1,
                  max: terms.most,
                  value: this.count,
                  "aria-describedby": "lab-games-help",
                  onchange: (/** @type {Event} */ e) => {
                    const field = /** @type {HTMLInputElement} */ (e.target);
                    this.count = Math.max(1, Math.min(terms.most, Math.round(Number(field.value)) || 1));
                    field.value = String(this.count);
                    history.replaceState(null, "", this.link());
                  },
                }),
                h("p", { class: "help", id: "lab-games-help" }, t("lab.games-help", { n: terms.most, seconds: terms.seconds })),
              ),
              h(
                "div",
                { class: "field" },
                h("label", { for: "lab-seed" }, t("lab.seed")),
                h(
                  "div",
                  { class: "row" },
                  seed,
                  h(
                    "button",
                    {
                      class: "plain small",
                      type: "button",
                      onclick: () => {
                        seed.value = this.seed = String(freshSeed());
                        history.replaceState(null, "", this.link());
                      },
                    },
                    t("lab.fresh"),
                  ),
                ),
                h("p", { class: "help", id: "lab-seed-help" }, t("lab.seed-help")),
              ),
            ),
            h("div", { class: "row" }, this.button()),
            this.optionsField(setup),
          ),
          h("section", { class: "lab-side", "aria-label": t("lab.result") }, this.result),
        ),
      ),
    );
  }

  /** @param {GameInfo} g */
  playersField(g, /** @type {string[]} */ bots) {
    const choose = (
      /** @type {string} */ id,
      /** @type {string} */ now,
      /** @type {string} */ none,
      /** @type {(v: string) => void} */ then,
    ) =>
      h(
        "select",
        {
          id,
          onchange: (/** @type {Event} */ e) => {
            then(/** @type {HTMLSelectElement} */ (e.target).value);
            history.replaceState(null, "", this.link());
          },
        },
        none ? h("option", { value: "", selected: !now }, none) : null,
        bots.map((b) => h("option", { value: b, selected: b === now }, capital(word(b)))),
      );
    const open =
      /** @type {HTMLDetailsElement | null} */ (this.root.querySelector("details.lab-each"))?.open ??
      Object.values(this.single).some(Boolean);
    return h(
      "div",
      { class: "field" },
      h("label", { for: "lab-bot" }, t("lab.players")),
      choose("lab-bot", this.bot, "", (v) => (this.bot = v)),
      bots.length > 1
        ? h(
            "details",
            { class: "question lab-each", open },
            h("summary", {}, t("lab.each")),
            this.seats.flat().map((letter) =>
              h(
                "div",
                { class: "chair-row" },
                h("label", { for: "lab-bot-" + letter }, seatWord(g.seats.find((x) => x.letter === letter)?.name ?? letter)),
                choose("lab-bot-" + letter, this.single[letter] ?? "", t("lab.as-all"), (v) => (this.single[letter] = v)),
              ),
            ),
          )
        : null,
    );
  }

  button() {
    return h(
      "button",
      { class: "primary lab-run", type: "submit", disabled: this.faults.length > 0 },
      t(this.running ? "lab.stop" : "lab.run"),
    );
  }

  /** Shows on the button whether games are running. */
  busy() {
    const old = this.root.querySelector(".lab-run");
    if (!old) return;
    old.textContent = t(this.running ? "lab.stop" : "lab.run");
  }

  stop() {
    this.running?.abort();
    this.running = null;
    this.busy();
  }

  /** Runs the games and shows the results as they come. */
  async run() {
    const control = new AbortController();
    this.running = control;
    this.busy();
    const q = this.query();
    const link = this.link();
    const bar = h("progress", { max: this.count, value: 0, "aria-label": t("lab.result") });
    const line = h("p", { class: "help" }, t("lab.begun"));
    const body = h("div", { class: "lab-body" });
    put(this.result, bar, line, body);
    this.result.scrollIntoView({ block: "nearest" });
    speak(t("lab.begun"));
    q.set("width", String(widthOf(this.result)));
    /** @type {LabNews | null} */
    let last = null;
    let spoken = 0;
    try {
      await ensureToken();
      const res = await ask("/api/lab?" + q, { signal: control.signal });
      if (!res.ok || !res.body) {
        const data = await res.json().catch(() => null);
        throw new Error(data?.error?.message ?? t("error.unknown"));
      }
      for await (const { kind, data } of events(res.body)) {
        if (kind === "waiting") {
          line.textContent = t("lab.waiting", { n: data.ahead });
          continue;
        }
        last = /** @type {LabNews} */ (data);
        bar.max = last.games;
        bar.value = last.done;
        line.textContent = t("lab.progress", { done: last.done, games: last.games });
        this.show(body, last, link);
        const quarter = Math.floor((4 * last.done) / last.games);
        if (quarter > spoken && quarter < 4) speak(t("lab.part", { n: 25 * quarter }));
        spoken = Math.max(spoken, quarter);
      }
      if (!last?.over) throw new Error(last ? t("lab.lost", amount(last)) : t("error.network"));
      const said = last.stopped
        ? t("lab.stopped", amount(last))
        : t("lab.done", {
            n: last.done,
            share: number((last.report.order?.[0]?.share ?? 0) * 100, 1),
            turns: number(last.report.turns.mean, 1),
          });
      line.textContent = said;
      speak(said);
    } catch (e) {
      const text = control.signal.aborted
        ? last
          ? t("lab.stopped-you", amount(last))
          : t("lab.empty")
        : e instanceof TypeError
          ? t("error.network")
          : faultOf(e);
      put(line, text);
      if (!control.signal.aborted) line.className = "note";
      speak(text);
    }
    bar.hidden = true;
    if (this.running === control) this.running = null;
    this.busy();
  }

  /** @param {HTMLElement} body @param {LabNews} n @param {string} link */
  show(body, n, link) {
    const r = n.report;
    put(
      body,
      h("div", { class: "plots" }, plot(n.plots.length), plot(n.plots.order), plot(n.plots.seats)),
      h("h2", {}, t("lab.wins")),
      shares("lab.order", r.order ?? [], n.exact?.win),
      shares("lab.seat", r.seats ?? [], undefined, (l) => seatWord(this.game?.seats.find((x) => x.letter === l)?.name ?? l)),
      h("h2", {}, t("lab.length")),
      h(
        "div",
        { class: "wide-table narrow", tabindex: 0, role: "region", "aria-label": t("lab.length") },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["lab.a-game", "lab.mean", "lab.sd", "lab.median", "lab.nine"].map((k) => h("th", { scope: "col" }, t(k))),
            ),
          ),
          h(
            "tbody",
            {},
            /** @type {const} */ (["turns", "throws", "moves", "captures", "stakes"]).map((k) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, t("lab.figure." + k)),
                h("td", {}, number(r[k].mean, 1)),
                h("td", {}, number(r[k].sd, 1)),
                h("td", {}, r[k].median),
                h("td", {}, t("lab.between", { low: r[k].p5, high: r[k].p95 })),
              ),
            ),
            n.exact
              ? h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, t("lab.figure.turns"), " (", t("lab.exact"), ")"),
                  h("td", {}, number(n.exact.turns, 2)),
                  h("td", {}, number(n.exact.sd, 2)),
                  h("td", {}),
                  h("td", {}),
                )
              : null,
          ),
        ),
      ),
      h("h2", {}, t("lab.ends")),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("lab.reason")), h("th", { scope: "col" }, t("lab.games")))),
        h(
          "tbody",
          {},
          n.ends.map((e) => h("tr", {}, h("th", { scope: "row" }, capital(e.words)), h("td", {}, e.games))),
        ),
      ),
      n.over ? this.again(n, link) : null,
    );
  }

  /** How to repeat the run, and how to download it. @param {LabNews} n @param {string} link */
  again(n, link) {
    const name = `parlour-${this.game?.id}-${this.seed}`;
    const file = (/** @type {string} */ text, /** @type {string} */ type, /** @type {string} */ ext, /** @type {string} */ label) =>
      h("a", { class: "button small", download: `${name}${ext}`, href: URL.createObjectURL(new Blob([text], { type })) }, label);
    const { plots, csv, ...data } = n;
    return h(
      "div",
      { class: "again" },
      h("h2", {}, t("lab.again")),
      h("p", { class: "help" }, t("lab.again-lead")),
      h("p", {}, h("code", { class: "command" }, n.command)),
      h(
        "div",
        { class: "row" },
        h("button", { class: "small", type: "button", onclick: () => copy(link, t("new.copied")) }, t("lab.link")),
        h("button", { class: "small", type: "button", onclick: () => copy(n.command, t("new.copied")) }, t("lab.command")),
      ),
      h(
        "div",
        { class: "row", role: "group", "aria-label": t("lab.download") },
        file(JSON.stringify(data, null, 2), "application/json", ".json", "JSON"),
        file(csv ?? "", "text/csv", ".csv", "CSV"),
        file(plots.length, "image/svg+xml", "-length.svg", "SVG: " + t("lab.length")),
        file(plots.order, "image/svg+xml", "-order.svg", "SVG: " + t("lab.order")),
        file(plots.seats, "image/svg+xml", "-seats.svg", "SVG: " + t("lab.seat")),
      ),
    );
  }
}

/**
 * @param {string} head
 * @param {Standing[]} list
 * @param {number[] | undefined} exact
 * @param {(name: string) => string} [name]
 */
function shares(head, list, exact, name = (x) => x) {
  return h(
    "div",
    { class: "wide-table narrow", tabindex: 0, role: "region", "aria-label": t(head) },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [head, "lab.wins", "lab.share", "lab.interval", ...(exact ? ["lab.exact"] : [])].map((k) => h("th", { scope: "col" }, t(k))),
        ),
      ),
      h(
        "tbody",
        {},
        list.map((s, i) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, name(s.name)),
            h("td", {}, s.wins + (s.ties ? ` (+${s.ties})` : "")),
            h("td", {}, number(100 * s.share, 1) + " %"),
            h("td", {}, t("lab.between", { low: number(100 * s.low, 1), high: number(100 * s.high, 1) })),
            exact ? h("td", {}, number((exact[i] ?? 0) * 100, 2) + " %") : null,
          ),
        ),
      ),
    ),
  );
}
