// Whether the dice can be trusted: every event is checked before it is shown,
// what this device remembers is kept, and what it owes is sent.

import { local } from "../lib/address.js";
import { Awake } from "../lib/wakelock.js";
import { Device, plays } from "./device.js";
import { h, put } from "../lib/dom.js";
import { Memory } from "./memory.js";
import { countsOf, faultText, sentences } from "./recall.js";
import { able, Rules } from "./whole-game.js";
import { Verifier } from "./verifier.js";
import { t } from "../words/words.js";

/** @typedef {import("../types").View} View */

export class Witness {
  /**
   * @param {View} view
   * @param {boolean} tv a big screen: nobody plays on it
   * @param {() => void} changed called when something has become known of the dice
   * @param {() => void} more shows everything about the dice
   */
  constructor(view, tv, changed, more) {
    this.id = view.table;
    this.tv = tv;
    this.more = more;
    this.verifier = new Verifier(this.id);
    this.verifier.shown({ ...view, seq: 0 });
    const known = () => {
      this.warn();
      changed();
    };
    this.device = new Device(this.id, this.verifier, known);
    this.rules = new Rules(this.id, () => {
      this.device.fault ??= this.rules.fault; // then it takes no further part
      known();
    });
    this.awake = new Awake();
    /** Whether a fault is shown. Before that, the page makes sure that it has the whole log. */
    this.sure = false;
    this.unfinished = 0;
    this.thrown = false; // whether the game has dice
    this.viewed = 0; // the last event that the server has shown the state after
    this.warning = h("div", { class: "dice-warning", hidden: true, role: "alert" });
    if (tv) return;
    const { device } = this;
    document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? device.leave() : void device.run()));
    addEventListener("pagehide", () => device.leave());
  }

  /** What does not hold, null if nothing is wrong. */
  get fault() {
    return this.verifier.fault ?? this.device.fault;
  }

  /** What this device remembers, as it was stored last; null before that has been read. */
  get memory() {
    const { memory } = this.device;
    return memory?.known ? memory.all : null;
  }

  /** Checks an event before it is shown. @param {import("../types").TableEvent} e */
  check(e) {
    this.verifier.add(e);
    this.rules.events.push(e);
  }

  /** Some events have been checked: says what is wrong, and does what this device owes. @param {View} view */
  checked(view) {
    this.viewed = Math.max(this.viewed, view.seq);
    this.thrown ||= !!view.dice.due || view.throws > 0;
    this.remembers(view);
    this.verifier.shown(view);
    this.warn();
    this.device.look(view);
    this.rules.since = this.memory?.since ?? 0;
    if (this.device.memory) this.rules.look(this.verifier.fallen, view.status === "over" || !!view.result);
    this.awake.keep(!this.tv && view.status === "playing" && plays(view));
  }

  /** Makes sure that there is a memory if somebody plays on this device. @param {View} view */
  remembers(view) {
    const { device } = this;
    const person = this.tv ? 0 : (view.you.person ?? 0);
    if (device.memory?.person === (person || undefined)) return;
    const { seq, steps } = this.verifier;
    const least = steps.findLastIndex((s) => s?.kind === "claim" && s.person === person) + 1;
    device.memory = person ? new Memory(this.id, person, { since: seq + 1, least, remote: !local }) : null;
    device.joined = false;
    void device.memory?.unfinished().then((n) => (this.unfinished = n));
  }

  /** Says what is wrong, and keeps saying it. */
  warn() {
    const fault = this.fault;
    if (!fault || !this.sure || !this.warning.hidden) return;
    this.warning.hidden = false;
    put(
      this.warning,
      h("p", {}, h("strong", {}, t(this.thrown ? "dice.warning" : "dice.warning-log", { n: fault.event })), " ", faultText(fault)),
      this.tv || !this.thrown ? null : h("button", { class: "small", onclick: this.more }, t("dice.more")),
    );
  }

  /**
   * The dice in one sentence, and how good they are.
   * @param {(id: number) => string} name
   * @returns {{ says: string, lines: string[], how: "good" | "good waits" | "calm" | "warn" | "bad" | "", brief?: string }}
   *   brief is for small screens
   */
  says(name) {
    const { verifier, memory, fault } = this;
    const lines = sentences(verifier, memory, fault, name);
    const says = lines.slice(0, 2).join(" ");
    if (fault) return { says, lines, how: "bad" };
    if (this.viewed > verifier.seq) return { says: t("dice.ahead"), lines: [t("dice.ahead")], how: "warn" };
    if (!memory || !verifier.fallen) return { says, lines, how: "" };
    const { discarded, without, back, stale } = countsOf(verifier, memory);
    const counted = stale || back.length || without || discarded.length || !memory.since;
    const { rules } = this;
    const offered = local || able(); // a server without the program is no reason to worry, and none to be certain
    const failed = rules.why ? t("dice.rules-failed", { why: rules.why }) : "";
    const due = failed || (!offered || (!local && rules.unknown) ? t("dice.rules-unknown") : "");
    if (rules.checked) lines.push(t("dice.rules-good", { n: rules.checked }));
    if (due) lines.push(offered || failed ? due : t("dice.rules-none"));
    const calm = !counted && !failed && due && !offered;
    return {
      says: (counted || calm ? [says, due] : [due, says]).filter(Boolean).join(" "),
      lines,
      how: calm ? "calm" : counted || due ? "warn" : rules.waits(verifier.fallen) ? "good waits" : "good",
      brief: counted ? "" : calm ? t("dice.helped") : due || t("dice.fair"),
    };
  }
}
