package forge_test

import (
	"testing"

	"parlour/internal/forge"
	"parlour/internal/programs"
)

// page runs the page's verifier in Node: a case per line, a report per line.
const page = `
import { createInterface } from "node:readline";
import { verify } from "../../web/page/test/verify.mjs";
for await (const line of createInterface({ input: process.stdin })) {
  const c = JSON.parse(line);
  console.log(JSON.stringify(verify(c.table, c.events, c.memory)));
}
`

// TestPage checks that the page's verifier agrees. What takes the rules of the
// games it leaves to the Go verifier, which the page runs beside it.
func TestPage(t *testing.T) {
	cases := forge.Cases()
	for i, s := range ask[said](t, cases, programs.Find(t, "node"), "--input-type=module", "-e", page, "-") {
		if c := &cases[i]; c.Needs == forge.Log {
			check(t, c, s)
			agree(t, c, s)
		}
	}
}

// pageVectors makes the numbers and story codes of the vectors with the page's
// code.
const pageVectors = `
import { readFileSync } from "node:fs";
import { numberOf } from "../../web/page/js/dice/fair.js";
import { Story } from "../../web/page/js/dice/story.js";
const v = JSON.parse(readFileSync("../../table/fair/testdata/vectors.json", "utf8"));
for (const x of v.numbers) console.log(numberOf(x.link, x.lines.join("\n"), x.weight));
for (const s of v.stories) {
  const story = new Story(s.table);
  for (const e of s.events) {
    story.add(e);
    console.log(story.head, story.code);
  }
}
`

func TestPageVectors(t *testing.T) {
	vectors(t, programs.Find(t, "node"), "--input-type=module", "-e", pageVectors, "-")
}
