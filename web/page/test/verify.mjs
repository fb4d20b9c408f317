// Checks the dice of a log with the page's own verifier, in Node:
//
//	node web/page/test/verify.mjs TABLE EVENTS [MEMORY]
//
// EVENTS is the answer of GET /api/tables/TABLE/events, a list of events, or an
// event a line. MEMORY is what a device remembers. It prints a report as JSON.
// Exit code 0 if every throw is guaranteed for the owner of the memory, 1 if
// there is a fault, 3 otherwise.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { report } from "../js/dice/recall.js";
import { Verifier } from "../js/dice/verifier.js";

/** Reads events in any of the forms in which a server gives them. */
export function parse(text) {
  let data;
  try {
    data = [JSON.parse(text)];
  } catch {
    data = text
      .split("\n")
      .filter((l) => l.trim())
      .map((l) => JSON.parse(l));
  }
  return data.flatMap((d) => d.events ?? d);
}

/** Checks a log. chairs are the seats of each, as a view names them. */
export function verify(table, events, memory = null, chairs = []) {
  const log = new Verifier(table);
  log.shown({ seq: 0, position: "", chairs: chairs.map((seats) => ({ seats })) });
  for (const e of events) log.add(e);
  return report(log, memory);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href && process.argv[3]) {
  const [table, events, memory] = process.argv.slice(2);
  const found = verify(table, parse(readFileSync(events, "utf8")), memory ? JSON.parse(readFileSync(memory, "utf8")) : null);
  console.log(JSON.stringify(found));
  process.exitCode = { false: 1, guaranteed: 0 }[found.verdict] ?? 3;
}
