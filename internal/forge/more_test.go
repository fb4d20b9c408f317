package forge_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/forge"
	"parlour/internal/programs"
	"parlour/table/proof"
)

// pythonVectors makes the numbers and story codes of the vectors in Python.
const pythonVectors = loadVerifier + `
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

// TestVectors checks that Python makes the same numbers and story codes as Go.
func TestVectors(t *testing.T) { vectors(t, programs.Find(t, "python3"), "-c", pythonVectors) }

func vectors(t *testing.T, name string, args ...string) {
	t.Helper()
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
	var want strings.Builder
	for _, x := range v.Numbers {
		fmt.Fprintln(&want, x.N)
	}
	for _, s := range v.Stories {
		for i := range s.Heads {
			fmt.Fprintln(&want, s.Heads[i], s.Codes[i])
		}
	}
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	if string(out) != want.String() || len(v.Numbers) < 40 {
		t.Errorf("%s makes\n%s\nwant\n%s", name, out, &want)
	}
}

// TestGaps checks that seven throws which a restored backup lost show in the gaps of
// the chain alone, without a memory.
func TestGaps(t *testing.T) {
	cases := forge.Cases()
	c := &cases[slices.IndexFunc(cases, func(c forge.Case) bool { return c.Name == "restored by seven throws" })]
	k := proof.NewChecker(c.Table, cabinet.Open)
	k.For(1)
	for _, e := range c.Events {
		if err := k.AddJSON(e); err != nil {
			t.Fatal(err)
		}
	}
	if r := k.Report(); r.Discarded != 7 || r.Verdict != proof.NotGuaranteed {
		t.Errorf("%d results, %s", r.Discarded, r.Verdict)
	}
	in, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(programs.Find(t, "python3"), "-c", loadVerifier+`
c = json.load(sys.stdin)
print(verify.verify(c["table"], c["events"], None, 1)["discarded"])`)
	cmd.Stdin = bytes.NewReader(in)
	if out, err := cmd.Output(); err != nil || string(out) != "7\n" {
		t.Errorf("Python says %s (%v)", out, err)
	}
}

// TestOneReading checks that no event passes that two programs could read
// differently: a server could show two games with the same story code.
func TestOneReading(t *testing.T) {
	c := forge.Cases()[0]
	var names, texts []string
	before := func(s, text string) func(string) string {
		return func(e string) string { return strings.Replace(e, s, text+s, 1) }
	}
	for name, change := range map[string]func(event string) string{
		"a second body":        before(`"body":`, `"Body":{"name":"Eve"},`),
		"a name twice":         before(`"kind":`, `"kind":"chat",`),
		"a field of the body":  func(e string) string { return strings.Replace(e, `"chair":`, `"Chair":`, 1) },
		"a letter that folds":  func(e string) string { return strings.Replace(e, `"link":`, `"lin`+"\u212a"+`":`, 1) },
		"a fraction":           func(e string) string { return strings.Replace(e, `"number":1,`, `"number":1.0,`, 1) },
		"a power":              func(e string) string { return strings.Replace(e, `"number":1,`, `"number":1e0,`, 1) },
		"a number too large":   func(e string) string { return strings.Replace(e, `"body":{`, `"body":{"x":9007199254740992,`, 1) },
		"a zero below zero":    func(e string) string { return strings.Replace(e, `"body":{`, `"body":{"x":-0,`, 1) },
		"nothing":              func(e string) string { return strings.Replace(e, `"body":{`, `"body":{"x":null,`, 1) },
		"twice in what nobody": func(e string) string { return strings.Replace(e, `"body":{`, `"body":{"x":{"a":1,"a":2},`, 1) },
		"a secret":             before(`"kind":`, `"secret":{},`),
		"a secret of no form":  before(`"kind":`, `"Secret":5,`),
		"a field is nothing":   before(`"kind":`, `"key":null,`),
		"very deep":            before(`"kind":`, `"x":`+strings.Repeat("[", 32)+strings.Repeat("]", 32)+","),
		"deeper than Python": func(e string) string {
			return strings.Replace(e, `"body":{`, `"body":{"x":`+strings.Repeat("[", 900)+strings.Repeat("]", 900)+",", 1)
		},
		"halves of characters": func(e string) string { return strings.Replace(e, `"body":{`, `"body":{"\ud800":1,"\ud801":2,`, 1) },
		"a day in no calendar": func(e string) string { return strings.Replace(e, `"at":"2026-01-02T`, `"at":"2026-02-29T`, 1) },
	} {
		k := proof.NewChecker(c.Table, cabinet.Open)
		var lines [][]byte
		found, changed := false, false
		for _, raw := range c.Events {
			text := change(string(raw))
			changed = changed || text != string(raw)
			lines = append(lines, []byte(text))
			found = found || k.AddJSON([]byte(text)) != nil
		}
		if !changed || !found {
			t.Errorf("%s: the log passes (%v), with the story code %s", name, changed, k.Report().Story.Code)
		}
		names, texts = append(names, name), append(texts, string(bytes.Join(lines, []byte("\n"))))
	}
	names, texts = append(names, ""), append(texts, string(bytes.Join(raws(c.Events), []byte("\n")))) // as it is, it can be read
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(programs.Find(t, "python3"), "-c", pythonReads, c.Table)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if (line == "refused") != (names[i] != "") {
			t.Errorf("%q: Python says %s", names[i], line)
		}
	}
	for i, line := range ask[string](t, texts, programs.Find(t, "node"), "--input-type=module", "-e", pageReads, "-", c.Table) {
		// A browser does not see some.
		if blind := []string{"a name twice", "a fraction", "a power", "twice in what nobody"}; (line == "refused") != (names[i] != "") && !slices.Contains(blind, names[i]) {
			t.Errorf("%q: the page says %s", names[i], line)
		}
	}
}

func raws(events []json.RawMessage) (list [][]byte) {
	for _, e := range events {
		list = append(list, e)
	}
	return list
}

// pageReads tries to check logs with the page's verifier.
const pageReads = `
import { createInterface } from "node:readline";
import { parse, verify } from "../../web/page/test/verify.mjs";
for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(verify(process.argv.at(-1), parse(JSON.parse(line))).verdict === "false" ? "refused" : "read"));
`

// pythonReads tries to check logs in Python.
const pythonReads = loadVerifier + `
for text in json.load(sys.stdin):
    try:
        print("read" if verify.verify(sys.argv[1], verify.read_json(text))["verdict"] != "false" else "refused")
    except (AttributeError, KeyError, IndexError, RecursionError, TypeError, ValueError):
        print("refused")
`

// TestCommandOfPython checks the exit codes and the options.
func TestCommandOfPython(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, v any) string {
		data, err := json.Marshal(v)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	table := forge.New("python", "kleefeld", parlour.Setup{Players: 2})
	table.Sit(1, 1)
	table.Sit(2, 2)
	table.Play(10)
	whole := forge.JSON(table.Events)
	log := write("log.json", map[string]any{"events": whole})
	other := table.Fork()
	table.Play(2)
	other.Gone[1] = true
	other.Play(2)
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{log, 3, "No contradiction"},
		{log + " --person 1", 3, "No contradiction"},
		{log + " --seen " + write("memory.json", table.Memory(1)), 3, "older than the memory"},
		{write("longer.json", forge.JSON(table.Events)) + " --seen " + filepath.Join(dir, "memory.json"), 0, "nobody could know one before"},
		{write("other.json", forge.JSON(other.Events)) + " --seen " + filepath.Join(dir, "longer.json"), 1, "(memory-story)"},
		{log + " --seen " + filepath.Join(dir, "longer.json"), 3, "older than the memory"},
	} {
		cmd := exec.Command(programs.Find(t, "python3"), append([]string{"../../clients/python/example/verify-dice.py", "--table", "python"}, strings.Fields(c.args)...)...)
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != c.code || !strings.Contains(string(out), c.says) {
			t.Errorf("%s: exit code %d, %s; want %d and %q", c.args, cmd.ProcessState.ExitCode(), out, c.code, c.says)
		}
	}
}
