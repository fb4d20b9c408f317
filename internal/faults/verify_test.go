package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"

	"parlour"
	"parlour/hall"
	"parlour/internal/programs"
	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

// verifier is a program in another language that shares no code with ours.
const verifier = "../../clients/python/example/verify-dice.py"

// verify runs the verifier and returns its output.
func verify(t *testing.T, input []byte, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(programs.Find(t, "python3"), append([]string{verifier}, args...)...)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestVerifierNumbers compares the derivation of throws in Python with ours,
// number by number.
func TestVerifierNumbers(t *testing.T) {
	rounds := 5_000
	if soak() {
		rounds = 1_000_000
	}
	rng := rand.New(rand.NewPCG(11, 12))
	var ask, want strings.Builder
	weights := []int{2, 6, 36, 156, 2400, 1 << 31, 1<<31 + 1, 3 << 30, 1<<32 - 1}
	for range rounds {
		var link fair.Link
		for i := range link {
			link[i] = byte(rng.Uint32())
		}
		weight := weights[rng.IntN(len(weights))]
		throw := fair.Throw{Table: hall.NewToken()[:16], Epoch: rng.Int64N(1 << 40), Number: 1 + rng.IntN(5000), Attempt: 1 + rng.IntN(3), Dice: "one", Link: link}
		for p := range rng.IntN(5) {
			throw.Parts = append(throw.Parts, fair.Part{Person: p + 1, Link: fair.Link{byte(rng.Uint32()), byte(p)}})
		}
		fmt.Fprintf(&ask, "%v %s %d %d %d %s %d", link, throw.Table, throw.Epoch, throw.Number, throw.Attempt, throw.Dice, weight)
		for _, p := range throw.Parts {
			fmt.Fprint(&ask, " ", p.Person, " ", p.Link)
		}
		fmt.Fprintln(&ask)
		fmt.Fprintln(&want, throw.N(weight))
	}
	got, err := verify(t, []byte(ask.String()), "--numbers")
	if err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	if got != want.String() {
		g, w := strings.Split(got, "\n"), strings.Split(want.String(), "\n")
		for i := range min(len(g), len(w)) {
			if g[i] != w[i] {
				t.Fatalf("number %d is %s in Python and %s here", i, g[i], w[i])
			}
		}
		t.Fatalf("Python made %d numbers of %d", len(g), len(w))
	}
}

// TestVerifierGames plays on a server, including a whole game, and lets the
// verifier check the events. Then it falsifies them.
func TestVerifierGames(t *testing.T) {
	p := server(t, t.TempDir())
	var at address
	at.set(p.base)
	ctx := context.Background()
	c := &crowd{at: &at, fail: func(err error) { t.Error(err) }, most: 60}
	whole := &crowd{at: &at, fail: c.fail}
	var wg sync.WaitGroup
	for i, terms := range []table.Terms{
		{Game: "kleefeld", Setup: parlour.Setup{Players: 2}, Bots: []string{"", "greedy"}},
		{Game: "parker", Setup: parlour.Setup{Players: 2}, Bots: []string{"", "greedy"}},
		{Game: "mensch", Setup: parlour.Setup{Players: 2}, Bots: []string{"", "greedy"}},
		{Game: "auto-race", Bots: []string{"", "greedy", "greedy", "greedy"}},
		{Game: "backgammon", Bots: []string{"", "greedy"}},
		{Game: "checkers", Setup: parlour.Setup{Options: map[string]string{"opening": "three-move"}}, Bots: []string{"", "greedy"}},
		{Game: "checkers", Setup: parlour.Setup{Options: map[string]string{"opening": "eleven-man"}}, Bots: []string{"", "greedy"}},
	} {
		wg.Go(func() {
			c := c
			if terms.Game == "kleefeld" {
				c = whole
			}
			if err := c.game(ctx, rand.New(rand.NewPCG(uint64(i), 6)), terms); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	throws := 0
	stranger := newClient(&at)
	for i, h := range append(whole.all(), c.all()...) {
		get := func(path string) []byte {
			a, err := stranger.insist(ctx, "GET", "/api/tables/"+h.table+path, nil)
			if err == nil {
				err = a.into(http.StatusOK, nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			return a.body
		}
		var events []byte
		for next := int64(0); ; {
			page := get(fmt.Sprintf("/events?since=%d", next))
			events = append(events, page...)
			var more struct{ Next int64 }
			if err := json.Unmarshal(page, &more); err != nil {
				t.Fatal(err)
			}
			if next = more.Next; next == 0 {
				break
			}
		}
		check := func(log []byte) (r proof.Report) {
			said, err := verify(t, log, "-", "--table", h.table, "--json")
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(said), &r); err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
			return r
		}
		if r := check(events); r.Fault != nil || r.Verdict != proof.NotGuaranteed {
			t.Errorf("events of %s: %+v", h.table, r.Fault)
		} else {
			throws += len(r.Throws)
		}
		if i > 0 && !soak() {
			continue
		}
		for name, forged := range map[string][]byte{
			"a throw":        swap(events, `"throw":"(\d+)"`, other),
			"a link":         swap(events, `"throw":"\d+","number":\d+,"link":"(\w)`, flip),
			"a part":         swap(events, `"parts":\[{"person":\d+,"link":"(\w)`, flip),
			"a chain":        swap(events, `"kind":"take-part".*?"commitment":"(\w)`, flip),
			"the server's":   swap(events, `"kind":"server".*?"commitment":"(\w)`, flip),
			"a number asked": swap(events, `"who":\[{"person":\d+,"chain":\d+,"link":(\d+)`, func(string) string { return "77" }),
		} {
			if forged == nil {
				t.Fatalf("%s: nothing to falsify in\n%s", name, events)
			}
			if r := check(forged); r.Verdict != proof.False {
				t.Errorf("%s of table %s was falsified, and the verifier says: %+v", name, h.table, r)
			}
		}
	}
	if throws < 120 { // a game of chance may be short
		t.Errorf("only %d throws were checked", throws)
	}
	t.Logf("%d throws of %d games", throws, 1+len(c.all()))
}

// swap changes the first group of a pattern.
func swap(text []byte, pattern string, change func(string) string) []byte {
	m := regexp.MustCompile(pattern).FindSubmatchIndex(text)
	if m == nil {
		return nil
	}
	return append(append(append([]byte(nil), text[:m[2]]...), change(string(text[m[2]:m[3]]))...), text[m[3]:]...)
}

// flip changes a digit into another digit.
func flip(s string) string {
	if s == "a" {
		return "b"
	}
	return "a"
}

// other changes a throw into another.
func other(s string) string {
	if s == "1" {
		return "2"
	}
	return "1"
}
