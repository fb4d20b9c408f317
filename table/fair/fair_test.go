package fair

import (
	"crypto/sha256"
	"math"
	"strings"
	"testing"
)

func TestChain(t *testing.T) {
	for _, n := range []int{1, 5, 31, 32, 33, 64, 100, 128, 129, 250, 256, 1000, 1024} {
		secret := [32]byte{byte(n)}
		// The chain the slow way: all links from the last to the first.
		want := make([]Link, n+1)
		want[n] = sha256.Sum256(secret[:])
		for k := n - 1; k >= 0; k-- {
			want[k] = sha256.Sum256(want[k+1][:])
		}
		c := NewChain(secret, n)
		for k := range want {
			if c.Link(k) != want[k] {
				t.Fatalf("link %d of %d differs", k, n)
			}
		}
		for i := range want { // and in another order
			if k := i * 389 % (n + 1); c.Link(k) != want[k] {
				t.Fatalf("link %d of %d differs", k, n)
			}
		}
		for k := 1; k <= n; k++ {
			if !Leads(c.Link(k), c.Link(0), k) || k > 1 && Leads(c.Link(k), c.Link(k-2), 1) {
				t.Fatalf("link %d of %d does not follow", k, n)
			}
		}
	}
}

// The message is written out here as docs/FAIR-DICE.md specifies it.
func TestThrowByHand(t *testing.T) {
	server, device := NewChain([32]byte{1}, 64), NewChain([32]byte{2}, 64)
	part := device.Link(1)
	for msg, throw := range map[string]Throw{
		"parlour-dice-3\nabc\n9\n7\n2\none": {Table: "abc", Epoch: 9, Number: 7, Attempt: 2, Dice: "one"},
		"parlour-dice-3\nabc\n9\n7\n1\ndraw three-move\n3 " + part.String(): {
			Table: "abc", Epoch: 9, Number: 7, Attempt: 1, Dice: "draw three-move", Parts: []Part{{3, part}}},
	} {
		for k := 1; k <= 20; k++ {
			throw.Link = server.Link(k)
			const weight = 1 << 16 // no word is rejected
			want := int(words(throw.Link, msg)[0] % weight)
			if got := throw.N(weight); got != want {
				t.Fatalf("%q: link %d makes %d, want %d", msg, k, got, want)
			}
		}
	}
}

// TestEverythingCounts checks that each ingredient changes the throw.
func TestEverythingCounts(t *testing.T) {
	c := NewChain([32]byte{1}, 4)
	throw := Throw{Table: "t", Epoch: 1, Number: 1, Attempt: 1, Dice: "one", Link: c.Link(1), Parts: []Part{{1, c.Link(2)}, {2, c.Link(3)}}}
	seen := map[int]string{throw.N(1 << 30): "nothing"}
	for name, change := range map[string]func(*Throw){
		"table":   func(t *Throw) { t.Table = "u" },
		"epoch":   func(t *Throw) { t.Epoch++ },
		"number":  func(t *Throw) { t.Number++ },
		"attempt": func(t *Throw) { t.Attempt++ },
		"dice":    func(t *Throw) { t.Dice = "two" },
		"link":    func(t *Throw) { t.Link[0]++ },
		"person":  func(t *Throw) { t.Parts = []Part{{1, c.Link(2)}, {3, c.Link(3)}} },
		"part":    func(t *Throw) { t.Parts = []Part{{1, c.Link(2)}, {2, c.Link(4)}} },
		"parts":   func(t *Throw) { t.Parts = t.Parts[:1] },
	} {
		other := throw
		change(&other)
		n := other.N(1 << 30)
		if seen[n] != "" {
			t.Errorf("changing the %s gives the same throw as changing %s", name, seen[n])
		}
		seen[n] = name
	}
}

// No other spelling of a link is one.
func TestParseLink(t *testing.T) {
	text := Link{0xab, 1}.String()
	if l, ok := ParseLink(text); !ok || l != (Link{0xab, 1}) {
		t.Errorf("%s is not read", text)
	}
	for _, bad := range []string{"", text[1:], text + "0", strings.ToUpper(text), " " + text[1:], strings.Replace(text, "0", "g", 1)} {
		if _, ok := ParseLink(bad); ok {
			t.Errorf("%q is read as a link", bad)
		}
	}
}

// TestEven checks the throws of one long chain for evenness and for
// independence of neighbours by chi-square. A fair die exceeds the bounds once
// in a million runs, and the seed is fixed.
func TestEven(t *testing.T) {
	const n = 200_000
	c := links([32]byte{42}, n)
	var faces [6]float64
	var pairs [36]float64
	last := 0
	for k := 1; k <= n; k++ {
		f := (&Throw{Table: "even", Epoch: 1, Number: k, Attempt: 1, Dice: "one", Link: c[k], Parts: []Part{{1, c[n]}}}).N(6)
		faces[f]++
		pairs[last*6+f]++
		last = f
	}
	chi := func(counts []float64) (x float64) {
		e := float64(n) / float64(len(counts))
		for _, c := range counts {
			x += (c - e) * (c - e) / e
		}
		return x
	}
	if x := chi(faces[:]); x > 35.9 { // 5 degrees of freedom
		t.Errorf("chi-square of the faces is %.1f", x)
	}
	if x := chi(pairs[:]); x > 94.2 { // 35 degrees of freedom
		t.Errorf("chi-square of neighbours is %.1f", x)
	}
	if math.IsNaN(chi(faces[:])) {
		t.Error("no throws")
	}
}
