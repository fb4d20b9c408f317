package faults

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"parlour"
	"parlour/hall"
	"parlour/table"
	"parlour/table/fair"
)

// verifier is a program in another language that shares no code with ours.
const verifier = "../../examples/verify-dice.py"

// verify runs the verifier and returns its output.
func verify(input []byte, args ...string) (string, error) {
	cmd := exec.Command("python3", append([]string{verifier}, args...)...)
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
		id, throw, weight := hall.NewToken()[:16], 1+rng.IntN(5000), weights[rng.IntN(len(weights))]
		var nonces []string
		for range rng.IntN(5) {
			nonces = append(nonces, hall.NewToken()[:4+rng.IntN(20)])
		}
		fmt.Fprintln(&ask, hex.EncodeToString(link[:]), id, throw, weight, strings.Join(nonces, " "))
		fmt.Fprintln(&want, fair.OldNumber(link, id, throw, nonces, weight))
	}
	got, err := verify([]byte(ask.String()), "--numbers")
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
// verifier check the records and the events. Then it falsifies them.
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
		record, events := get("/record"), []byte(nil)
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
		said, err := verify(record, "-")
		if err != nil {
			t.Errorf("record of %s: %s\n%s", h.table, said, record)
			continue
		}
		for _, m := range regexp.MustCompile(`(?m)^(\d+) throws? `).FindAllStringSubmatch(said, -1) {
			n, _ := strconv.Atoi(m[1])
			throws += n
		}
		if again, err := verify(events, "-", "--table", h.table); err != nil || again != said {
			t.Errorf("events of %s: %s, want %s", h.table, again, said)
		}
		if i > 0 && !soak() {
			continue
		}
		for name, forged := range map[string][]byte{
			"a throw":     swap(record, `(?m)^# dice link \d+ [^\n]+\n\S+ (?:throw )?(\d+)`, other),
			"a link":      swap(record, `(?m)^# dice link \d+ (\w)`, flip),
			"a pledge":    swap(record, `(?m)^# dice pledge \d+ \d+ \d+ (\w)`, flip),
			"a nonce":     swap(record, `(?m)^# dice reveal \d+ \d+ (\w)`, flip),
			"an own link": swap(record, `(?m)^# dice link \d+ \w+ own \d+ (\w)`, flip),
			"the round":   swap(record, `(?m)^# dice round \d+ \d+ \d+ (\w)`, flip),
			"the table":   swap(record, `(?m)^@ Table: (\w)`, flip),
			"a lost link": swap(record, `(?m)^(# dice link 1 [^\n]+\n)`, func(string) string { return "" }),
		} {
			if forged == nil {
				t.Fatalf("%s: nothing to falsify in\n%s", name, record)
			}
			if said, err := verify(forged, "-"); err == nil {
				t.Errorf("%s of table %s was falsified, and the verifier says: %s", name, h.table, said)
			}
		}
	}
	if throws < 200 {
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
