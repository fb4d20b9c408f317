package proof_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/forge"
	"parlour/record"
	"parlour/table/proof"
)

// inspect checks a file and returns its only report.
func inspect(t *testing.T, i proof.Inspection, text string) (*proof.Report, error) {
	t.Helper()
	i.Open = cabinet.Open
	i.Game = func(id string) (parlour.Game, record.Style) {
		e := cabinet.ByID(id)
		return e.Game, e.Style
	}
	var reports []*proof.Report
	err := i.Read(strings.NewReader(text), func(r *proof.Report) error {
		reports = append(reports, r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(reports) != 1 {
		t.Fatalf("%d reports", len(reports))
	}
	return reports[0], nil
}

// Events and the record made from them are both recognised and checked, with
// and without the memory of a device or another copy of the events.
func TestInspect(t *testing.T) {
	c := forge.Honest()[0]
	events, err := json.Marshal(map[string]any{"events": forge.JSON(c.Events)})
	if err != nil {
		t.Fatal(err)
	}
	copied, err := proof.ReadSeen(strings.NewReader(string(events)))
	if err != nil || len(copied.Events) != len(c.Events) {
		t.Fatalf("%d events, %v", len(copied.Events), err)
	}
	for _, text := range []string{string(events), forge.Record(c.Events)} {
		for _, seen := range []proof.Seen{{}, copied} {
			if r, err := inspect(t, proof.Inspection{Table: c.Table, Seen: seen}, text); err != nil || r.Fault != nil || r.Table != c.Table {
				t.Errorf("%.20s: %v, %v", text, r, err)
			}
		}
	}
	other := c.Events[: len(c.Events)-1 : len(c.Events)-1]
	short, err := proof.ReadSeen(strings.NewReader(string(forge.JSON(other)[0])))
	if err != nil || len(short.Events) != 1 {
		t.Errorf("one event: %v, %v", short, err)
	}
}

// Nothing is checked without the right table.
func TestInspectRefuses(t *testing.T) {
	c := forge.Honest()[0]
	list, err := json.Marshal(forge.JSON(c.Events))
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
