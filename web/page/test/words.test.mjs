// Every text that the page asks for exists, once.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { and, capital, labelled, named, percent, speak, t } from "../js/words/words.js";
import "../js/words/study-words.js";
import "../js/words/teacher-words.js";

const folder = new URL("../js/", import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), "utf8");

test("no text is missing", () => {
  for (const name of readdirSync(folder, { recursive: true }).filter((f) => f.endsWith(".js"))) {
    for (const [, key] of read(name).matchAll(/\bt\("([^"]+)"[,)]/g)) assert.notEqual(t(key), key, `${name} asks for ${key}`);
  }
});

test("the first page needs no other texts than its own", () => {
  const own = new Set([...read("words/text.js").matchAll(/^ {2}"([^"]+)":/gm)].map(([, key]) => key));
  for (const name of [
    "main.js",
    "pages/home.js",
    "words/names.js",
    "lib/api.js",
    "lib/dom.js",
    "lib/store.js",
    "lib/address.js",
    "lib/offline.js",
  ]) {
    assert.doesNotMatch(read(name), /from "[^"]*\/words\.js"/, name);
    for (const [, key] of read(name).matchAll(/\bt\("([^"]+)"[,)]/g))
      assert.ok(own.has(key), `${name} asks for ${key}, which is not in text.js`);
  }
});

test("no text is written twice", () => {
  const keys = [
    ...(read("words/text.js") + read("words/words.js") + read("words/study-words.js") + read("words/teacher-words.js")).matchAll(
      /^ {2}"([^"]+)":/gm,
    ),
  ].map(([, key]) => key);
  assert.ok(keys.length > 100);
  assert.deepEqual(
    keys.filter((k, i) => keys.indexOf(k) !== i),
    [],
  );
});

test("texts are filled, joined and counted", () => {
  assert.equal(t("replay.at", { n: 3, all: 7 }), "Move 3 of 7");
  assert.equal(and(["Ann", "Ben", "Cay"]), "Ann, Ben and Cay");
  assert.deepEqual([and(["Ann"]), and([])], ["Ann", ""]);
  assert.equal(capital("the bar"), "The bar");
  assert.equal(labelled("Help", "none"), "Help: none");
  assert.deepEqual([percent(0.125, 1), percent(-0.5), percent(-0.0001)], ["12.5\u202f%", "\u221250\u202f%", "0\u202f%"]);
});

test("a letter is left out before a vowel", () => {
  speak({ tag: "en-GB", texts: {}, words: {}, forms: { de: { plain: "de {name}", vowel: "d’{name}" } } });
  const names = ["Ruth", "Ada", "Éva", "Yves", "Yann", "\u2068Ada\u2069"];
  assert.deepEqual(
    names.map((name) => named(name, "de")),
    ["de Ruth", "d’Ada", "d’Éva", "d’Yves", "de Yann", "d’\u2068Ada\u2069"],
  );
});
