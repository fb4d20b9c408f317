package forge_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"reflect"
	"testing"

	"parlour/cabinet"
	"parlour/internal/forge"
	"parlour/internal/programs"
	"parlour/table/proof"
)

// A said is what a verifier says of a case, in the form that all share.
type said struct {
	Fault     *proof.Fault  `json:"fault"`
	Throws    []proof.Throw `json:"throws"`
	Voids     []proof.Void  `json:"voids"`
	Discarded int           `json:"discarded"`
	Without   int           `json:"without"`
	Back      int           `json:"back"`
	Stale     bool          `json:"stale"`
	Verdict   string        `json:"verdict"`
}

// want returns what was said in the form of a case.
func (s *said) want() forge.Want {
	if s.Fault != nil {
		return forge.Want{Code: s.Fault.Code, Event: s.Fault.Event, Verdict: s.Verdict}
	}
	return forge.Want{D: s.Discarded, W: s.Without, Back: s.Back, Stale: s.Stale, Verdict: s.Verdict}
}

// check compares what a verifier says with what it has to say.
func check(t *testing.T, c *forge.Case, s said) {
	t.Helper()
	want := c.Want
	want.Needs = 0
	if got := s.want(); got != want {
		t.Errorf("%s: %+v; want %+v (%v)", c.Name, got, want, s.Fault)
	}
}

// ours returns what the Go verifier says.
func ours(t *testing.T, c *forge.Case) *proof.Report {
	t.Helper()
	k := proof.NewChecker(c.Table, cabinet.Open)
	k.Remember(c.Memory)
	for _, e := range c.Events {
		if err := k.AddJSON(e); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
	}
	return k.Report()
}

func TestGo(t *testing.T) {
	for _, c := range forge.Cases() {
		r := ours(t, &c)
		check(t, &c, said{r.Fault, r.Throws, r.Voids, r.Discarded, r.Without, r.Back, r.Stale, r.Verdict})
	}
}

// ask gives the cases to a program, one a line, that answers each line with a report.
func ask[Report, Case any](t *testing.T, cases []Case, name string, args ...string) (list []Report) {
	t.Helper()
	var in, errs bytes.Buffer
	enc := json.NewEncoder(&in)
	for i := range cases {
		if err := enc.Encode(&cases[i]); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(name, args...)
	cmd.Stdin, cmd.Stderr = &in, &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, &errs)
	}
	for line := range bytes.Lines(out) {
		var r Report
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("%s says %s: %v", name, line, err)
		}
		list = append(list, r)
	}
	if len(list) != len(cases) {
		t.Fatalf("%s answered %d of %d cases\n%s", name, len(list), len(cases), &errs)
	}
	return list
}

// agree compares the throws and voids that a verifier found with ours.
func agree(t *testing.T, c *forge.Case, s said) {
	t.Helper()
	r := ours(t, c)
	if r.Fault != nil {
		return // each stops at it in its own way
	}
	if !reflect.DeepEqual(s.Throws, r.Throws) || !reflect.DeepEqual(s.Voids, r.Voids) {
		t.Errorf("%s: the throws are\n%v, ours\n%v\nthe voids\n%v, ours\n%v", c.Name, s.Throws, r.Throws, s.Voids, r.Voids)
	}
}

// loadVerifier loads the Python verifier.
const loadVerifier = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("verify", "../../clients/python/example/verify-dice.py")
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
`

// python answers cases with it.
const python = loadVerifier + `
for line in sys.stdin:
    c = json.loads(line)
    print(json.dumps(verify.verify(c["table"], c["events"], c["memory"])))
`

// TestPython checks that the Python verifier, which shares no code with ours,
// agrees. It does not know which moves are legal.
func TestPython(t *testing.T) {
	cases := forge.Cases()
	for i, s := range ask[said](t, cases, programs.Find(t, "python3"), "-c", python) {
		if c := &cases[i]; c.Needs <= forge.Line {
			check(t, c, s)
			agree(t, c, s)
		}
	}
}
