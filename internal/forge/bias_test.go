package forge_test

import (
	"crypto/sha256"
	"fmt"
	"math"
	"testing"

	"parlour"
	"parlour/internal/forge"
	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

// An attack is a way to make a bot throw sixes while Ann plays honestly and Bob is
// an accomplice of the server. It acts before a throw of the bot.
type attack struct {
	name   string
	throw  func(t *forge.Table, n int)
	sixes  [2]float64 // the share of sixes lies between these
	counts string     // what the verifier counts: "", "D" or "W"
}

var attacks = []attack{
	{"none", func(t *forge.Table, _ int) { t.Throw() }, [2]float64{0.12, 0.22}, ""},
	// Unseen: Bob tries chains until the next throw would be a six, for a link of Ann
	// that the server has to guess.
	{"chains found by trying", func(t *forge.Table, n int) {
		epoch, link := t.Next()
		var secret [32]byte
		for i := 0; ; i++ {
			secret = sha256.Sum256(fmt.Append(nil, t.ID, n, i))
			throw := fair.Throw{
				Table: t.ID, Epoch: epoch, Number: n, Attempt: 1, Dice: "one", Link: link,
				Parts: []fair.Part{{Person: 1, Link: fair.Link{1}}, {Person: 2, Link: fair.NewChain(secret, fair.OwnLinks).Link(1)}},
			}
			if throw.N(6) == 5 {
				break
			}
		}
		t.Do(2, t.Devices[2].TakePart(secret))
		t.Throw()
	}, [2]float64{0.12, 0.22}, ""},
	// Seen: the server knows the throw as soon as Ann has opened her link, and says
	// that it was started again unless it likes it.
	{"results thrown away", func(t *forge.Table, _ int) {
		for {
			t.Ask()
			t.Open(1)
			if _, text := t.Would(2); text == "6" {
				break
			}
			t.Epoch++
		}
		t.Throw()
	}, [2]float64{1, 1}, "D"},
	// Seen: Ann is cut off, and the server tries chains of its own.
	{"the victim cut off", func(t *forge.Table, n int) {
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
	}, [2]float64{1, 1}, "W"},
}

// TestBias measures what the best attacks gain in 1,000 throws of a bot, and what
// the verifier of the victim says to it: no gain without a count.
func TestBias(t *testing.T) {
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			throws, sixes, d, w := 0, 0, 0, 0
			for game := 0; throws < 1000; game++ {
				b := forge.New(fmt.Sprint("bias", game), "kleefeld", parlour.Setup{Players: 4}, "", "", "first", "first")
				b.Sit(1, 1)
				b.Sit(2, 2)
				for throws < 1000 && b.State.Turn().Needs() != parlour.NeedOver && len(b.Events) < 700 {
					if b.State.Turn().Needs() != parlour.NeedThrow || b.Thrower() != 0 {
						b.Play(1)
						continue
					}
					a.throw(b, b.Throws()+1)
					throws++
					if b.Last(table.Throw).Body.Throw == "6" {
						sixes++
					}
				}
				r := ours(t, &forge.Case{Name: a.name, Table: b.ID, Events: forge.JSON(b.Events), Memory: b.Memory(1)})
				if r.Fault != nil {
					t.Fatal(r.Fault)
				}
				d, w = d+r.Discarded, w+r.Without
				if (r.Verdict == proof.Guaranteed) != (a.counts == "") {
					t.Errorf("the verdict is %s", r.Verdict)
				}
			}
			share := float64(sixes) / float64(throws)
			t.Logf("%d throws, %.1f %% sixes, D = %d, W = %d", throws, 100*share, d, w)
			if share < a.sixes[0] || share > a.sixes[1] {
				t.Errorf("%.3f of the throws are sixes, expected %v", share, a.sixes)
			}
			if (d > 0) != (a.counts == "D") || (w > 0) != (a.counts == "W") {
				t.Errorf("D = %d, W = %d", d, w)
			}
			if a.counts == "D" && math.Abs(float64(d)/float64(throws)-5) > 1 {
				t.Errorf("%d results were thrown away for %d sixes; expected some five for each", d, throws)
			}
			if a.counts == "W" && w != throws {
				t.Errorf("W = %d for %d throws", w, throws)
			}
		})
	}
}
