package proof_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/forge"
	"parlour/record"
	"parlour/table"
	"parlour/table/proof"
)

// inspect checks a file and returns its only report.
func inspect(t *testing.T, i proof.Inspection, text string) (report *proof.Report, err error) {
	t.Helper()
	i.Open = cabinet.Open
	i.Game = func(id string) (parlour.Game, record.Style) { e := cabinet.ByID(id); return e.Game, e.Style }
	err = i.Read(strings.NewReader(text), func(r *proof.Report) error { report = r; return nil })
	return report, err
}

// A log is compared with what others were shown, a record with the log.
func TestInspect(t *testing.T) {
	c := forge.Cases()[0]
	events, err := json.Marshal(map[string]any{"events": c.Events})
	if err != nil {
		t.Fatal(err)
	}
	text := forge.Record(c)
	edited := strings.Replace(text, " pass", " enter", 1)
	line := 1 + strings.Count(text[:strings.Index(text, " pass")], "\n")
	seen := proof.Inspection{Table: c.Table, Seen: proof.Seen{Memory: c.Memory}}
	log := proof.Inspection{Log: c.Events, Seen: seen.Seen}
	for name, want := range map[string]struct {
		with    proof.Inspection
		text    string
		verdict string
		line    int
	}{
		"a log":                       {proof.Inspection{Table: c.Table}, string(events), proof.NotGuaranteed, 0},
		"a log and a memory":          {seen, string(events), proof.Guaranteed, 0},
		"a log and a copy":            {proof.Inspection{Table: c.Table, Seen: proof.Seen{Events: c.Events}}, string(events), proof.NotGuaranteed, 0},
		"a record":                    {proof.Inspection{}, text, proof.NotGuaranteed, 0},
		"a record and its log":        {log, text, proof.Guaranteed, 0},
		"a record of earlier dice":    {log, strings.Replace(text, "\nG ", "\n# dice link 1 00\nG ", 1), proof.Guaranteed, 0},
		"an edited record":            {log, edited, proof.False, line},
		"a record that ends too soon": {log, text[:strings.LastIndex(text, "\nB ")] + text[strings.LastIndex(text, "\n="):], proof.False, strings.Count(text[:strings.LastIndex(text, "\nB ")], "\n") + 2},
	} {
		r, err := inspect(t, want.with, want.text)
		if err != nil || r.Verdict != want.verdict || r.Table != c.Table {
			t.Errorf("%s: %v, %v", name, r, err)
			continue
		}
		if got := r.Fault; (got != nil) != (want.line > 0) || got != nil && (got.Line != want.line || got.Code != proof.Edited) {
			t.Errorf("%s: %v, want line %d", name, got, want.line)
		}
	}
}

// Nothing is checked without the right table.
func TestInspectRefuses(t *testing.T) {
	c := forge.Cases()[0]
	list, err := json.Marshal(c.Events)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []proof.Inspection{{}, {Table: c.Table, Seen: proof.Seen{Memory: &proof.Memory{Table: "another"}}}} {
		_, err := inspect(t, i, string(list))
		if bad, ok := errors.AsType[*proof.TableError](err); !ok || bad.Table != i.Table {
			t.Errorf("table %q: %v", i.Table, err)
		}
	}
	for _, text := range []string{"", "[]", `{"format":"parlour-memory-9"}`} {
		if _, err := inspect(t, proof.Inspection{Table: c.Table}, text); err == nil {
			t.Errorf("%q was checked", text)
		}
	}
}

// FuzzChecker reads arbitrary text as events: it must not panic, and must not accept
// a throw of a device without an ask.
func FuzzChecker(f *testing.F) {
	cases := forge.Cases()
	join := func(list []json.RawMessage) (text string) {
		for _, e := range list {
			text += string(e) + "\n"
		}
		return text
	}
	f.Add(join(cases[0].Events))
	for _, e := range []string{
		`{"seq":2,"kind":"sit","by":1,"body":{"chair":99,"person":1}}`, `{"seq":2,"kind":"ask","body":{}}`, `{"seq":2,"kind":"void","body":{}}`, `{"seq":2,"kind":"ready","body":{}}`,
		`{"seq":2,"kind":"throw","body":{}}`, `{"seq":2,"kind":"throw","body":{"attempt":1}}`, `{"seq":2,"kind":"give-back","body":{"plies":-3}}`, `{"seq":2,"kind":"server","body":{}}`,
		`{"seq":2,"kind":"accept","body":{"seat":"?"}}`, `{"seq":2,"kind":"resign","body":{"seat":"z"}}`, `{"seq":2,"kind":"rule","body":{"text":"end","chair":-1}}`, `{"seq":2,"kind":"take-part","body":{"dice":{}}}`,
	} {
		f.Add(string(cases[0].Events[0]) + "\n" + e)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := proof.NewChecker("t", cabinet.Open)
		asks := strings.Count(text, `ask`)
		for line := range strings.Lines(text) {
			_ = c.AddJSON([]byte(line)) // errors must not affect what follows
		}
		r := c.Report()
		for _, throw := range r.Throws {
			if len(throw.Who) > 0 && asks == 0 {
				t.Fatalf("%+v", throw)
			}
		}
		_ = r.String()
	})
}

func ExampleChecker() {
	c := forge.Cases()[0]
	check := proof.NewChecker(c.Table, cabinet.Open)
	check.Remember(c.Memory)
	for _, e := range c.Events {
		if err := check.AddJSON(e); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(check.Report().Lines[0])
	// Output: All 15 throws were made with your device's help; nobody could know one before, and none was thrown away.
}

// Before the dice of this method, a bot could still move just after the person it stood
// in for had returned. A server cannot say so of what somebody saw happen: here it
// doubles in the name of person 2.
func TestSaw(t *testing.T) {
	f := forge.Begin("cube", table.Terms{Game: "backgammon", Position: "backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10 roll"})
	f.Early = true
	f.Sit(1, 2)
	f.Sit(2, 1)
	m := f.State.Match()
	info, turn := m.Info(), m.Turn()
	mv, err := m.Parse("double")
	if err == nil {
		err = m.Play(mv)
	}
	if err != nil {
		t.Fatal(err)
	}
	f.Add(table.Event{Kind: table.Move, Line: m.String(), Body: table.Body{Seat: info.Letter(turn.Seat), Move: "double"}})
	for i := range f.Events {
		f.Events[i].Schema = 2
	}
	last := int64(len(f.Events))
	for since, want := range map[int64]bool{0: false, 1: true, last: true, last + 1: false} {
		c := proof.NewChecker(f.ID, cabinet.Open)
		c.Saw(since)
		for _, e := range forge.JSON(f.Events) {
			if err := c.AddJSON(e); err != nil {
				t.Fatal(err)
			}
		}
		if got := c.Fault() != nil && c.Fault().Code == proof.Illegal && c.Fault().Event == last; got != want {
			t.Errorf("seen from event %d of %d on: %v", since, last, c.Fault())
		}
	}
}
