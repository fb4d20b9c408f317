// Dice that roll, and what is left of a throw.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, leftOf } from "../js/board/dice.js";
import { thrownWords } from "../js/words/voice.js";
import { t } from "../js/words/words.js";

/** As much of an element as dice need. */
class Element {
  constructor(name) {
    this.name = name;
    this.children = [];
    this.attributes = {};
    this.classList = { add() {}, remove() {}, toggle() {} };
  }
  setAttribute(key, value) {
    this.attributes[key] = value;
  }
  append(...children) {
    for (const c of children) this.children.push(Object.assign(c, { parent: this }));
  }
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }
  remove() {
    this.parent.children = this.parent.children.filter((c) => c !== this);
  }
  addEventListener() {}
  contains() {
    return false;
  }
  querySelectorAll(which) {
    return this.children.filter((c) => "." + c.attributes.class === which);
  }
}
globalThis.Node = Element;
globalThis.HTMLInputElement = class {};
globalThis.document = { createElementNS: (_, name) => new Element(name), createElement: (name) => new Element(name) };

test("dice that roll stay, and show one face after another", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const dice = new Dice(new Element("div"));
  dice.tumble(2);
  const first = dice.root.children;
  assert.equal(first.length, 2);
  const pips = () => dice.root.children.map((die) => die.querySelectorAll(".die-pip").length);
  const seen = new Set();
  for (let i = 0; i < 60; i++) {
    context.mock.timers.tick(100);
    assert.deepEqual(dice.root.children, first, "a new element would begin its motion again");
    for (const n of pips()) assert.ok(n >= 1 && n <= 6, `a face with ${n} pips`);
    seen.add(pips().join());
  }
  assert.ok(seen.size > 5, `${seen.size} faces`);
  dice.rest();
  assert.equal(dice.since, 0);
  assert.notDeepEqual(dice.root.children, first);
});

test("after the first die the heading says what is left", () => {
  assert.equal(leftOf("31", "3"), "1");
  assert.equal(leftOf("3333", "33"), "33");
  assert.equal(leftOf("31", ""), "", "nothing was played yet");
  assert.equal(leftOf("31", "31"), "", "nothing is left");
  assert.equal(t("table.your-rest", { throw: thrownWords(leftOf("31", "1")) }), "Now play a 3");
});

test("dice that can be thrown show no throw", () => {
  const dice = new Dice(new Element("div"));
  const all = (el) => [el, ...(el.children ?? []).flatMap(all)];
  const drawn = (what) => all(dice.root).filter((el) => el.attributes?.class === what).length;
  dice.show("52");
  assert.deepEqual([drawn("die"), drawn("die-pip"), drawn("die-mark")], [2, 7, 0]);
  dice.offer({ does() {}, label: "Throw", throws: true }, 2);
  assert.deepEqual([drawn("die"), drawn("die-pip"), drawn("die-mark")], [2, 0, 2]);
});
