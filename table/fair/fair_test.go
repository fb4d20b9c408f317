package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
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
			if !Follows(c.Link(k), c.Link(k-1)) || k > 1 && Follows(c.Link(k), c.Link(k-2)) {
				t.Fatalf("link %d of %d does not follow", k, n)
			}
		}
	}
}

func TestNumberByHand(t *testing.T) {
	link := Link{1, 2, 3}
	mac := hmac.New(sha256.New, link[:])
	mac.Write([]byte("parlour-dice-1\nabc\n7\nn1\nn2"))
	want := int(binary.BigEndian.Uint32(mac.Sum(nil)[:4]) % 6) // 2^32 mod 6 is 4: only four words are rejected
	if got := OldNumber(link, "abc", 7, []string{"n1", "n2"}, 6); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

// The messages are written out here as docs/FAIR-DICE.md specifies them.
func TestThrowByHand(t *testing.T) {
	server, device := NewChain([32]byte{1}, 64), NewChain([32]byte{2}, 64)
	nonce, own := device.Link(1), device.Link(2)
	for name, c := range map[string]struct {
		throw Throw
		msg   string
	}{
		"nobody takes part": {Throw{Table: "abc", Round: 2, Number: 7}, "parlour-dice-2\nabc\n2\n7"},
		"a bot throws":      {Throw{Table: "abc", Round: 2, Number: 7, Nonces: []Nonce{{3, nonce}}}, "parlour-dice-2\nabc\n2\n7\n3 " + hex.EncodeToString(nonce[:])},
		"a member throws": {Throw{Table: "abc", Round: 2, Number: 7, Nonces: []Nonce{{3, nonce}}, Own: &Nonce{3, own}},
			"parlour-dice-2\nabc\n2\n7\n3 " + hex.EncodeToString(nonce[:]) + "\nown 3 " + hex.EncodeToString(own[:])},
	} {
		for k := 1; k <= 20; k++ {
			link := server.Link(k)
			c.throw.Link = link
			mac := hmac.New(sha256.New, link[:])
			mac.Write([]byte(c.msg))
			const weight = 1 << 16 // no word is rejected
			want := int(binary.BigEndian.Uint32(mac.Sum(nil)[:4]) % weight)
			if got := c.throw.N(weight); got != want {
				t.Fatalf("%s: link %d makes %d, want %d", name, k, got, want)
			}
		}
	}
}

// TestEverythingCounts checks that each ingredient changes the throws.
func TestEverythingCounts(t *testing.T) {
	series := func(secret byte, table string, nonces ...string) (s [40]int) {
		c := NewChain([32]byte{secret}, 40)
		for i := range s {
			s[i] = OldNumber(c.Link(i+1), table, i+1, nonces, 36)
		}
		return s
	}
	a := series(1, "t", "x", "y")
	for name, b := range map[string][40]int{
		"secret": series(2, "t", "x", "y"),
		"table":  series(1, "u", "x", "y"),
		"nonce":  series(1, "t", "x", "z"),
		"order":  series(1, "t", "y", "x"),
	} {
		if a == b {
			t.Errorf("another %s gives the same throws", name)
		}
	}
	if a != series(1, "t", "x", "y") {
		t.Error("the same ingredients give different throws")
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
		f := (&Throw{Table: "even", Round: 1, Number: k, Link: c[k], Nonces: []Nonce{{1, c[n]}}}).N(6)
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
