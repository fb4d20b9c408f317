package forge_test

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/internal/forge"
	"parlour/internal/programs"
	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

// An attack is a way to make sixes fall while Ann plays honestly and Bob is an
// accomplice of the server.
type attack struct {
	name   string
	own    bool                         // the throws are Ann's, otherwise those of a bot
	throw  func(t *forge.Table, n int)  // makes throw n
	sixes  float64                      // the share of sixes to expect
	counts func(throws, d, w int) error // what the verifier has to count
}

// unbiased is the share of sixes where an attack gains nothing.
const unbiased = 1. / 6

// near reports whether a mean of n values is as expected, given the variance of one.
func near(mean, expected, variance float64, n int) bool {
	return math.Abs(mean-expected) <= 4.5*math.Sqrt(variance/float64(n))
}

func nothing(_, d, w int) error {
	if d+w > 0 {
		return fmt.Errorf("D = %d, W = %d; expected 0", d, w)
	}
	return nil
}

// discarded expects so many results for each throw that were known and not used.
func discarded(each float64) func(throws, d, w int) error {
	return func(throws, d, w int) error {
		if w > 0 || !near(float64(d)/float64(throws), each, each*(each+1), throws) {
			return fmt.Errorf("D = %d, W = %d for %d throws; expected D near %.0f", d, w, throws, each*float64(throws))
		}
		return nil
	}
}

// guess makes a throw of the bot as the server would, for a link of Ann that it has
// to guess.
func guess(t *forge.Table, epoch int64, link fair.Link, n, attempt int, bob fair.Link) bool {
	throw := fair.Throw{
		Table: t.ID, Epoch: epoch, Number: n, Attempt: attempt, Dice: "one", Link: link,
		Parts: []fair.Part{{Person: 1, Link: fair.Link{1}}, {Person: 2, Link: bob}},
	}
	return throw.N(6) == 5
}

// tries finds a chain of Bob with which the next throw would be a six, and takes part
// with it.
func tries(t *forge.Table, n, attempt int) {
	epoch, link := t.Next()
	for i := 0; ; i++ {
		secret := sha256.Sum256(fmt.Append(nil, t.ID, n, attempt, i))
		if guess(t, epoch, link, n, attempt, fair.NewChain(secret, fair.OwnLinks).Link(1)) {
			t.Do(2, t.Devices[2].TakePart(secret))
			return
		}
	}
}

// discards has a throw made again, by saying that the server was started again,
// until a six comes.
func discards(t *forge.Table, _ int) {
	for {
		t.Ask()
		t.Collect()
		if _, text := t.Would(2); text == "6" {
			break
		}
		t.Epoch++
	}
	t.Throw()
}

var attacks = []attack{
	{name: "none", throw: func(t *forge.Table, _ int) { t.Throw() }, sixes: unbiased, counts: nothing},
	{name: "an accomplice's chain found by trying before each ask", throw: func(t *forge.Table, n int) {
		tries(t, n, 1)
		t.Throw()
	}, sixes: unbiased, counts: nothing},
	{name: "the same between a void and the next ask", throw: func(t *forge.Table, n int) {
		t.Ask()
		t.Epoch++ // nobody has opened a link yet
		t.Do(2, t.Devices[2].TakePart(t.Secret()))
		tries(t, n, 2)
		t.Throw()
	}, sixes: unbiased, counts: nothing},
	{name: "numbers of an accomplice's chain skipped by trying", throw: func(t *forge.Table, n int) {
		epoch, link := t.Next()
		bob, next := t.Own(2)
		for i := next; i < next+30; i++ {
			if guess(t, epoch, link, n, 1, bob.Link(i)) {
				t.Says[2] = i
				break
			}
		}
		t.Throw()
	}, sixes: unbiased, counts: nothing},
	{name: "an accomplice falls silent unless a six comes", throw: func(t *forge.Table, _ int) {
		t.Ask()
		t.Open(1)
		if _, text := t.Would(2); text != "6" {
			t.Silent[2] = true
		}
		t.Throw()
	}, sixes: 11. / 36, counts: discarded(5. / 6)},
	{name: "results thrown away until a six comes", throw: discards, sixes: 1, counts: discarded(5)},
	{name: "Ann's own throws, none", own: true, throw: func(t *forge.Table, _ int) { t.Throw() }, sixes: unbiased, counts: nothing},
	{name: "Ann's own throws, thrown away until a six comes", own: true, throw: discards, sixes: 1, counts: discarded(5)},
	{name: "Ann cut off, and the server's chain found by trying", throw: func(t *forge.Table, n int) {
		t.Gone[1], t.Gone[2] = true, true
		defer func() { t.Gone[1], t.Gone[2], t.Pick = false, false, nil }()
		t.Epoch++
		epoch, i := t.Last(table.Server).Body.Epoch+1, 0
		t.Pick = func() (secret [32]byte) {
			for {
				i++
				secret = sha256.Sum256(fmt.Append(nil, t.ID, n, "server", i))
				throw := fair.Throw{Table: t.ID, Epoch: max(t.Epoch, epoch), Number: n, Attempt: 1, Dice: "one", Link: fair.NewChain(secret, fair.MinLinks).Link(1)}
				if throw.N(6) == 5 {
					return secret
				}
			}
		}
		t.Throw()
	}, sixes: 1, counts: func(throws, d, w int) error {
		if d > 0 || w != throws {
			return fmt.Errorf("D = %d, W = %d for %d throws; expected W for all", d, w, throws)
		}
		return nil
	}},
}

// TestBias measures what the best attacks gain, and what the verifiers of the victim say
// to it: no gain without a count. With PARLOUR_SOAK it makes 1,000 throws of each, for
// the table in docs/FAIR-DICE.md.
func TestBias(t *testing.T) {
	rows, games := make([]string, len(attacks)), make([][]forge.Case, len(attacks))
	t.Run("attacks", func(t *testing.T) {
		for i, a := range attacks {
			t.Run(a.name, func(t *testing.T) {
				t.Parallel()
				rows[i], games[i] = a.measure(t)
			})
		}
	})
	all := slices.Concat(games...)
	for _, said := range [][]said{
		ask[said](t, all, programs.Find(t, "node"), "--input-type=module", "-e", page, "-"),
		ask[said](t, all, programs.Find(t, "python3"), "-c", python),
	} {
		for i := range all {
			check(t, &all[i], said[i])
		}
	}
	t.Logf("\n| attack | sixes | D | W |\n| --- | --- | --- | --- |\n%s", strings.Join(rows, "\n"))
}

// measure plays a series, and returns what is known of it and its games.
func (a *attack) measure(t *testing.T) (row string, games []forge.Case) {
	series := 200
	if os.Getenv("PARLOUR_SOAK") != "" {
		series = 1000
	}
	throws, sixes, d, w := 0, 0, 0, 0
	for game := 0; throws < series; game++ {
		b := forge.New(fmt.Sprint("bias", game), "kleefeld", parlour.Setup{Players: 4}, "", "", "first", "first")
		b.Sit(1, 1)
		b.Sit(2, 2)
		for throws < series && b.State.Turn().Needs() != parlour.NeedOver && len(b.Events) < 700 {
			if due := b.State.Turn().Needs() == parlour.NeedThrow; !due || b.Thrower() != map[bool]int{true: 1, false: 0}[a.own] {
				b.Play(1)
				continue
			}
			a.throw(b, b.Throws()+1)
			throws++
			if b.Last(table.Throw).Body.Throw == "6" {
				sixes++
			}
		}
		c := forge.Case{Name: a.name, Table: b.ID, Events: forge.JSON(b.Events), Memory: b.Memory(1)}
		r := ours(t, &c)
		c.Want = forge.Want{D: r.Discarded, W: r.Without, Back: r.Back, Verdict: r.Verdict}
		games = append(games, c)
		if r.Fault != nil {
			t.Fatal(r.Fault)
		}
		d, w = d+r.Discarded, w+r.Without
		if (r.Verdict == proof.Guaranteed) != (r.Discarded+r.Without == 0) {
			t.Errorf("the verdict is %s with D = %d and W = %d", r.Verdict, r.Discarded, r.Without)
		}
	}
	share := float64(sixes) / float64(throws)
	if !near(share, a.sixes, a.sixes*(1-a.sixes), throws) {
		t.Errorf("%.3f of the throws are sixes, expected %.3f", share, a.sixes)
	}
	if err := a.counts(throws, d, w); err != nil {
		t.Error(err)
	}
	return fmt.Sprintf("| %s | %.0f %% | %d | %d |", a.name, 100*share, d, w), games
}
