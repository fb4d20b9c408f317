package forge_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/internal/forge"
	"parlour/record"
	"parlour/table/proof"
)

// A said is a verifier's report in the form that all share.
type said struct {
	Fault *struct {
		Code  string `json:"code"`
		Event int64  `json:"event"`
		Text  string `json:"text"`
	} `json:"fault"`
	Throws  []proof.Throw `json:"throws"`
	Verdict []string      `json:"verdict"`
}

// fault returns the code and the event of the fault.
func (s *said) fault() string {
	if s.Fault == nil {
		return "no fault"
	}
	return fmt.Sprintf("%s at event %d", s.Fault.Code, s.Fault.Event)
}

// page runs the page's verifier in Node: one case per input line, one report
// per output line.
const page = `
import { createInterface } from "node:readline";
import { verify } from "../../web/page/test/verify.mjs";
for await (const line of createInterface({ input: process.stdin })) {
  const c = JSON.parse(line);
  console.log(JSON.stringify(verify(c.table, c.events, c.other ?? c.memory ?? null).report()));
}
`

// python runs the Python verifier for each line of arguments.
const python = `
import contextlib, importlib.util, io, json, sys
spec = importlib.util.spec_from_file_location("verify", "../../examples/verify-dice.py")
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
for line in sys.stdin:
    sys.argv = ["verify-dice.py", *json.loads(line)]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        verify.main()
    print(out.getvalue().strip())
`

// ask runs a program that answers each line with a report.
func ask(t *testing.T, lines [][]byte, name string, args ...string) []said {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stdin = bytes.NewReader(bytes.Join(lines, []byte("\n")))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, &errs)
	}
	var list []said
	for line := range bytes.Lines(out) {
		var s said
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatalf("%s says %s: %v", name, line, err)
		}
		list = append(list, s)
	}
	if len(list) != len(lines) {
		t.Fatalf("%s answered %d of %d cases\n%s", name, len(list), len(lines), &errs)
	}
	return list
}

// write writes a file for the Python program and returns its name.
func write(t *testing.T, data []byte, name ...any) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), fmt.Sprint(name...))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// ours returns the Go verifier's report.
func ours(t *testing.T, c *forge.Case) (s said) {
	t.Helper()
	k := proof.NewChecker(c.Table, cabinet.Open)
	k.Remember(c.Memory)
	if err := k.Compare(forge.JSON(c.Other)); err != nil {
		t.Fatal(err)
	}
	for _, e := range forge.JSON(c.Events) {
		if err := k.AddJSON(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := json.Unmarshal(marshal(t, k.Report()), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// seen writes what somebody else was shown to a file and returns the arguments
// for it.
func seen(t *testing.T, memory *proof.Memory, other []json.RawMessage) []string {
	switch {
	case memory != nil:
		return []string{"--seen", write(t, marshal(t, memory), "memory.json")}
	case other != nil:
		return []string{"--seen", write(t, marshal(t, other), "other.json")}
	}
	return nil
}

// plain removes the line about the fault from a verdict, because each verifier
// words it differently.
func plain(verdict []string) []string {
	return slices.DeleteFunc(slices.Clone(verdict), func(s string) bool { return strings.HasPrefix(s, "Broken at ") })
}

// TestVerifiers gives honest and dishonest logs to the three verifiers, in Go,
// on the page and in Python, which share no code. They must report the same
// fault at the same event and agree on every throw before it.
func TestVerifiers(t *testing.T) {
	cases := slices.Concat(forge.Honest(), forge.Exposed(), forge.Attacks())
	var forPage, forPython [][]byte
	for i, c := range cases {
		forPage = append(forPage, c.JSON())
		var other []json.RawMessage
		if c.Other != nil {
			other = forge.JSON(c.Other)
		}
		args := []string{write(t, marshal(t, forge.JSON(c.Events)), "events", i, ".json"), "--table", c.Table, "--json"}
		forPython = append(forPython, marshal(t, append(args, seen(t, c.Memory, other)...)))
	}
	pages := ask(t, forPage, "node", "--input-type=module", "-e", page, "-")
	pythons := ask(t, forPython, "python3", "-c", python)
	for i, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			want := "no fault"
			if c.Code != "" {
				want = fmt.Sprintf("%s at event %d", c.Code, c.Event)
			}
			us := ours(t, &c)
			if us.fault() != want {
				t.Errorf("ours: %s; want %s", us.fault(), want)
			}
			for _, v := range []struct {
				name string
				says said
			}{{"the page's", pages[i]}, {"Python's", pythons[i]}} {
				if v.says.fault() != want {
					if c.Rules {
						continue // it does not know the rules
					}
					t.Errorf("%s: %s (%+v); want %s", v.name, v.says.fault(), v.says.Fault, want)
					continue
				}
				if !reflect.DeepEqual(v.says.Throws, us.Throws) {
					t.Errorf("%s has the throws\n%v, ours\n%v", v.name, v.says.Throws, us.Throws)
				}
				if got, want := plain(v.says.Verdict), us.Verdict; !slices.Equal(got, want) {
					t.Errorf("%s has the verdict\n%s\nours\n%s", v.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		})
	}
}

// TestVerifiersOfRecords does the same with records, which the page does not
// read.
func TestVerifiersOfRecords(t *testing.T) {
	cases := forge.Records()
	for _, c := range forge.Honest() {
		cases = append(cases, forge.RecordCase{Name: c.Name, Text: forge.Record(c.Events), Memory: c.Memory})
	}
	var lines [][]byte
	for i, c := range cases {
		var other []json.RawMessage
		if c.Other != nil {
			other = forge.JSON(c.Other)
		}
		args := []string{write(t, []byte(c.Text), "record", i, ".txt"), "--json"}
		lines = append(lines, marshal(t, append(args, seen(t, c.Memory, other)...)))
	}
	pythons := ask(t, lines, "python3", "-c", python)
	for i, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			rec, err := record.ReadOne(strings.NewReader(c.Text))
			if err != nil {
				t.Fatal(err)
			}
			us, err := proof.Verify(cabinet.Open, rec, c.Memory)
			if err != nil && us.Fault == nil {
				t.Fatal(err)
			}
			if e := cabinet.ByID(us.Game); c.Other != nil {
				if err := us.CompareRecord(rec, forge.JSON(c.Other), e.Game, e.Style); err != nil {
					t.Fatal(err)
				}
			}
			code := ""
			if us.Fault != nil {
				code = us.Fault.Code
			}
			says := pythons[i]
			theirs := ""
			if says.Fault != nil {
				theirs = says.Fault.Code
			}
			if code != c.Code || theirs != c.Code {
				t.Errorf("ours: %q, Python's: %q (%+v); want %q", code, theirs, says.Fault, c.Code)
				return
			}
			if c.Code == "" && (!reflect.DeepEqual(says.Throws, us.Throws) || !slices.Equal(says.Verdict, us.Verdict)) {
				t.Errorf("Python has\n%s\nours\n%s", strings.Join(says.Verdict, "\n"), strings.Join(us.Verdict, "\n"))
			}
		})
	}
}

// TestExposed checks the reports on a server that gains all it can without
// breaking the protocol.
func TestExposed(t *testing.T) {
	for _, c := range forge.Exposed() {
		t.Run(c.Name, func(t *testing.T) {
			us := ours(t, &c)
			if us.Fault != nil {
				t.Fatalf("%+v", us.Fault)
			}
			text := strings.Join(us.Verdict, "\n")
			if strings.Contains(text, "fair") {
				t.Errorf("the verdict says that it is fair:\n%s", text)
			}
			sixes := 0
			for _, e := range c.Events {
				if e.Body.Throw == "6" {
					sixes++
				}
			}
			t.Logf("%d sixes in %d throws, %d events\n%s", sixes, len(us.Throws), len(c.Events), text)
			if strings.HasPrefix(c.Name, "refusing") {
				if !strings.Contains(text, "rounds began again because person 2 did not answer.") {
					t.Errorf("the person who refused is not named:\n%s", text)
				}
				return
			}
			if sixes != len(us.Throws) || sixes < 40 {
				t.Errorf("%d sixes in %d throws: the attack gains less than it could", sixes, len(us.Throws))
			}
			for _, throw := range us.Throws {
				if slices.Contains(throw.Members, 1) {
					t.Fatalf("throw %d is reported as guaranteed to person 1", throw.Number)
				}
			}
		})
	}
}

// pageVectors makes the numbers and story codes of the vectors with the page's
// code.
const pageVectors = `
import { readFileSync } from "node:fs";
import { numberOf } from "../../web/page/js/fair.js";
import { Story } from "../../web/page/js/story.js";
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

// pythonVectors does the same in Python.
const pythonVectors = `
import importlib.util, json
spec = importlib.util.spec_from_file_location("verify", "../../examples/verify-dice.py")
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
with open("../../table/fair/testdata/vectors.json", encoding="utf-8") as f:
    v = json.load(f)
for x in v["numbers"]:
    print(verify.number(x["link"], "\n".join(x["lines"]), x["weight"]))
for s in v["stories"]:
    head = verify.first_head(s["table"])
    for e in s["events"]:
        head = verify.next_head(head, e)
        print(head.hex(), verify.code(head))
`

// TestVectors checks that the page and Python make the same numbers and story
// codes as Go.
func TestVectors(t *testing.T) {
	data, err := os.ReadFile("../../table/fair/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Numbers []struct{ N int }
		Stories []struct{ Heads, Codes []string }
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, x := range v.Numbers {
		want = append(want, fmt.Sprint(x.N))
	}
	for _, s := range v.Stories {
		for i := range s.Heads {
			want = append(want, s.Heads[i]+" "+s.Codes[i])
		}
	}
	if len(want) < 50 {
		t.Fatalf("there are only %d vectors", len(want))
	}
	for _, cmd := range []*exec.Cmd{exec.Command("node", "--input-type=module", "-e", pageVectors, "-"), exec.Command("python3", "-c", pythonVectors)} {
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", cmd.Path, err)
		}
		got := strings.Split(strings.TrimSpace(string(out)), "\n")
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Errorf("%s: vector %d differs: %v, want %v", cmd.Path, i, got[min(i, len(got)-1):][:1], want[min(i, len(want)-1):][:1])
				break
			}
		}
	}
}

// TestVerifiersAgree changes honest logs at random and checks that the three
// verifiers find the same fault, whatever it is.
func TestVerifiersAgree(t *testing.T) {
	n := 400
	if os.Getenv("PARLOUR_SOAK") != "" {
		n = 10_000
	}
	rng := rand.New(rand.NewPCG(3, 4))
	logs := forge.Honest()
	var cases []forge.Case
	var forPage, forPython [][]byte
	dir := t.TempDir()
	for i := range n {
		c := logs[rng.IntN(len(logs))]
		c.Events = forge.Spoil(rng, c.Events)
		c.Name = fmt.Sprintf("%s, spoiled %d", c.Name, i)
		if rng.IntN(3) > 0 {
			c.Memory = nil
		}
		cases = append(cases, c)
		forPage = append(forPage, c.JSON())
		path := func(name string, v any) string {
			file := filepath.Join(dir, fmt.Sprint(name, i, ".json"))
			if err := os.WriteFile(file, marshal(t, v), 0o600); err != nil {
				t.Fatal(err)
			}
			return file
		}
		args := []string{path("events", forge.JSON(c.Events)), "--table", c.Table, "--json"}
		if c.Memory != nil {
			args = append(args, "--seen", path("memory", c.Memory))
		}
		forPython = append(forPython, marshal(t, args))
	}
	pages := ask(t, forPage, "node", "--input-type=module", "-e", page, "-")
	pythons := ask(t, forPython, "python3", "-c", python)
	found := map[string]int{}
	for i, c := range cases {
		us := ours(t, &c)
		if us.Fault != nil {
			found[us.Fault.Code]++
			if us.Fault.Code == proof.Illegal || us.Fault.Code == proof.WrongOwn {
				continue // only the rules tell what is due and who has to throw; the other verifiers do not know them
			}
		}
		if a, b := pages[i].fault(), pythons[i].fault(); a != us.fault() || b != us.fault() {
			t.Errorf("%s: ours finds %s, the page %s, Python %s", c.Name, us.fault(), a, b)
		}
	}
	t.Logf("faults found: %v", found)
	if len(found) < 12 {
		t.Errorf("only %d kinds of faults occurred: %v", len(found), found)
	}
}
