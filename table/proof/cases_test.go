package proof_test

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/internal/forge"
	"parlour/record"
	"parlour/table/proof"
)

// check verifies the events of a case.
func check(t *testing.T, c *forge.Case) *proof.Report {
	t.Helper()
	k := proof.NewChecker(c.Table, cabinet.Open)
	k.Remember(c.Memory)
	if c.Other != nil {
		if err := k.Compare(forge.JSON(c.Other)); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range forge.JSON(c.Events) {
		if err := k.AddJSON(e); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
	}
	return k.Report()
}

// TestHonest checks that an honest server is not accused of anything.
func TestHonest(t *testing.T) {
	for _, c := range forge.Honest() {
		t.Run(c.Name, func(t *testing.T) {
			r := check(t, &c)
			t.Logf("\n%s", r)
			if r.Fault != nil {
				t.Errorf("%s: %v", r.Fault.Code, r.Fault)
			}
		})
	}
}

// TestAttacks checks that every attack is reported with its code, at its
// event.
func TestAttacks(t *testing.T) {
	for _, c := range forge.Attacks() {
		t.Run(c.Name, func(t *testing.T) {
			r := check(t, &c)
			switch f := r.Fault; {
			case f == nil:
				t.Errorf("no fault is found; want %s at event %d\n%s", c.Code, c.Event, r)
			case f.Code != c.Code || f.Event != c.Event:
				t.Errorf("%s at event %d (%v); want %s at event %d", f.Code, f.Event, f, c.Code, c.Event)
			}
		})
	}
}

// verify checks a record in text form.
func verify(t *testing.T, text string, seen *proof.Memory) *proof.Report {
	t.Helper()
	rec, err := record.ReadOne(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := proof.Verify(cabinet.Open, rec, seen)
	if err != nil && r.Fault == nil {
		t.Fatal(err)
	}
	return r
}

// TestRecord checks that a record proves the same as its events.
func TestRecord(t *testing.T) {
	for _, c := range forge.Honest() {
		t.Run(c.Name, func(t *testing.T) {
			want := check(t, &c)
			text := forge.Record(c.Events)
			got := verify(t, text, c.Memory)
			if got.Fault != nil {
				t.Fatalf("%s: %v\n%s", got.Fault.Code, got.Fault, text)
			}
			for i := range want.Throws {
				want.Throws[i].Event = 0 // a record does not number its events
			}
			if !reflect.DeepEqual(got.Throws, want.Throws) || !reflect.DeepEqual(got.Counts, want.Counts) || got.Story != want.Story {
				t.Errorf("the record proves\n%s, the events\n%s", got, want)
			}
		})
	}
}

// TestRecordOfAttacks checks that a dishonest server gains nothing by showing
// the record instead of the events, except for what a record leaves out.
func TestRecordOfAttacks(t *testing.T) {
	hidden := map[string]string{
		// A record has no event numbers, no times, no senders of answers, and
		// nothing outside the game.
		"a pledge for another person": "", "a position that does not follow": "", "an event left out": proof.Illegal,
		"two logs for two people": "", "two games for two people": "", "an event with another time than in the other copy": "",
		"the log ends before what was shown": proof.MemoryAsked, "the server goes back behind what it showed": proof.MemoryAsked,
		// It always shows a throw under the round in force.
		"a throw under the round before": proof.WrongLink, "a throw of parlour-dice-1 after a round": proof.WrongLink,
	}
	for _, c := range forge.Attacks() {
		if code, ok := hidden[c.Name]; ok {
			c.Code = code
		}
		t.Run(c.Name, func(t *testing.T) {
			r := verify(t, forge.Record(c.Events), c.Memory)
			switch {
			case r.Fault == nil && c.Code != "":
				t.Errorf("no fault is found; want %s\n%s", c.Code, r)
			case r.Fault != nil && r.Fault.Code != c.Code:
				t.Errorf("%s (%v); want %s", r.Fault.Code, r.Fault, c.Code)
			}
		})
	}
}

// TestEditedRecords checks that every kind of proof line matters.
func TestEditedRecords(t *testing.T) {
	for _, c := range forge.Records() {
		t.Run(c.Name, func(t *testing.T) {
			r := verify(t, c.Text, c.Memory)
			if c.Other != nil {
				if r.Fault != nil {
					t.Errorf("%s without the other copy: %v", r.Fault.Code, r.Fault)
				}
				rec, err := record.ReadOne(strings.NewReader(c.Text))
				if err != nil {
					t.Fatal(err)
				}
				e := cabinet.ByID(r.Game)
				if err := r.CompareRecord(rec, forge.JSON(c.Other), e.Game, e.Style); err != nil {
					t.Fatal(err)
				}
			}
			switch {
			case r.Fault == nil:
				t.Errorf("no fault is found; want %s\n%s", c.Code, c.Text)
			case r.Fault.Code != c.Code:
				t.Errorf("%s (%v); want %s", r.Fault.Code, r.Fault, c.Code)
			}
		})
	}
}

// TestOtherGame checks that a record cannot name another game than its own.
func TestOtherGame(t *testing.T) {
	text := forge.Record(forge.Honest()[0].Events)
	if r := verify(t, strings.Replace(text, "@ Game: kleefeld", "@ Game: parker", 1), nil); r.Fault == nil || r.Fault.Code != proof.Illegal {
		t.Errorf("the fault is %v", r.Fault)
	}
}

// TestBadLines checks that malformed proof lines are refused.
func TestBadLines(t *testing.T) {
	c := forge.Honest()[0]
	text := forge.Record(c.Events)
	for _, line := range []string{"dice luck 2", "dice link 5", "dice link five " + strings.Repeat("a", 64), "dice link 5 x own 1", "dice round 1", "dice chair 9 open",
		"dice chair 1 cat 2", "dice part", "dice part -1", "dice pledge 1 1", "dice reveal 1", "dice device x", "dice round 2 1 1024 x 1 people one out - why low"} {
		bad := strings.Replace(text, "# dice link 5 ", "# "+line+"\n# dice link 5 ", 1)
		if r := verify(t, bad, nil); r.Fault == nil || r.Fault.Line == 0 {
			t.Errorf("%q passes: %v", line, r.Fault)
		}
	}
	bad := regexp.MustCompile(`(?m)^(# dice link 5 .*)$`).ReplaceAllString(text, "$1\n# dice part 1")
	if r := verify(t, bad, nil); r.Fault == nil {
		t.Error("a line between a link and its throw passes")
	}
	rec, err := record.ReadOne(strings.NewReader(strings.Replace(text, "parlour-dice-2", "trust-me", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := proof.Verify(cabinet.Open, rec, nil); err == nil || !strings.Contains(err.Error(), "no proof") {
		t.Errorf("an unknown method passes: %v", err)
	}
}
