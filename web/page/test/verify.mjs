// Checks the dice of a log with the page's own verifier, in Node:
//
//	node web/page/test/verify.mjs TABLE EVENTS [SEEN]
//
// EVENTS is the answer of GET /api/tables/TABLE/events, a list of events, or an
// event a line. SEEN is what a device remembers, or another copy of the events.
// It prints {fault, throws, verdict} as JSON; exit code 1 if there is a fault.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Verifier } from "../js/verifier.js";

/** Reads a memory, or events in any of the forms in which a server gives them. */
export function parse(text) {
  let data;
  try {
    data = [JSON.parse(text)];
  } catch {
    data = text.split("\n").filter((l) => l.trim()).map((l) => JSON.parse(l));
  }
  return data[0]?.format ? data[0] : data.flatMap((d) => d.events ?? d);
}

/** The dice of a throw, for logs whose events do not name them. */
function diceOf(e, created, line) {
  const game = created.body.terms.game;
  if (game === "backgammon") return / open\b/.test(line) ? "each" : "two";
  if (game === "parker") return "two";
  if (game === "checkers") return created.line.includes("opening=eleven-man") ? "draw 2400" : "draw three-move";
  return "one";
}

/** Checks a log; seen is a memory or another copy. */
export function verify(table, events, seen, live = false) {
  const v = new Verifier(table, Array.isArray(seen) ? { copy: seen } : { memory: seen ?? null, live });
  let line = "";
  for (const e of events) {
    v.add(e.kind === "throw" && !e.dice ? { ...e, dice: diceOf(e, events[0], line) } : e);
    line = e.line ?? "";
  }
  v.finish();
  return v;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href && process.argv[3]) {
  const [table, events, seen] = process.argv.slice(2);
  const report = verify(table, parse(readFileSync(events, "utf8")), seen ? parse(readFileSync(seen, "utf8")) : null).report();
  console.log(JSON.stringify(report));
  process.exitCode = report.fault ? 1 : 0;
}
