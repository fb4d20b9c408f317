package backgammon

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"parlour"
)

// corpusThrows are the throws in the order of the corpus.
var corpusThrows = func() (list [][2]uint8) {
	for a := uint8(1); a <= 6; a++ {
		for b := uint8(1); b <= a; b++ {
			list = append(list, [2]uint8{a, b})
		}
	}
	return
}()

// TestCorpus compares with GNU Backgammon 1.07: for 100 positions and all
// throws, the number of plays and a hash of the positions they lead to.
func TestCorpus(t *testing.T) {
	file, err := os.Open("testdata/legal_plays_gnubg107.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := mustNew(t, nil)
	lines := 0
	for in := bufio.NewScanner(file); in.Scan(); lines++ {
		var e struct {
			Pos      string
			Own, Opp []int
			N        []int
			H        []string
		}
		if err := json.Unmarshal(in.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		for _, turn := range []parlour.Seat{X, O} {
			p := Position{Turn: turn, Owner: parlour.Nobody, State: Moving}
			for i := range e.Own {
				p.Men[turn].set(i+1, e.Own[i])
				p.Men[1-turn].set(i+1, e.Opp[i])
			}
			if got := PositionID(&p); got != e.Pos {
				t.Fatalf("%s: Position ID %s", e.Pos, got)
			}
			for i, dice := range corpusThrows {
				p.Dice = dice
				n, h := hashPlays(r, &p)
				if n != e.N[i] || h != e.H[i] {
					t.Errorf("%s %v: %d plays %s, want %d %s", e.Pos, dice, n, h, e.N[i], e.H[i])
				}
			}
		}
	}
	if lines != 100 {
		t.Errorf("%d lines", lines)
	}
}

// hashPlays returns the number of plays, 0 for pass, and the hash of the sorted
// Position IDs they lead to, with the mover still to throw.
func hashPlays(r *Rules, p *Position) (int, string) {
	var ids []string
	for _, m := range r.AppendMoves(p, nil) {
		if m == pass {
			continue
		}
		next := *p
		own, opp := moved(p, m)
		next.Men[p.Turn], next.Men[1-p.Turn] = own, opp
		ids = append(ids, PositionID(&next))
	}
	slices.Sort(ids)
	sum := sha256.Sum256([]byte(strings.Join(ids, "\n")))
	return len(ids), hex.EncodeToString(sum[:8])
}

// moved returns the men of the mover and of the other side after a play,
// computed in the simplest way.
func moved(p *Position, m parlour.Move) (own, opp Men) {
	own, opp = p.Men[p.Turn], p.Men[1-p.Turn]
	net := netChange(m)
	for q := 1; q <= bar; q++ {
		own.set(q, own.At(q)+int(net[q]))
	}
	f := view(p)
	hits := f.hits(m)
	for q := 1; q <= 24; q++ {
		if hits>>q&1 != 0 {
			opp.set(bar-q, 0)
			opp.set(bar, opp.At(bar)+1)
		}
	}
	return own, opp
}

func mustNew(t testing.TB, options map[string]string) *Rules {
	t.Helper()
	r, err := New(parlour.Setup{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPerft counts plays one and two throws deep.
func TestPerft(t *testing.T) {
	r := mustNew(t, map[string]string{"doubling": "none"})
	for _, c := range []struct {
		men, id  string
		one, two int
	}{
		{"-b----E-C---eE---c-e----B-", "4HPwATDgc/ABMA", 447, 202782},
		{"-BBDA------bb-aA--AadadABA", "vF6QDQDbC4AIWg", 188, 55813},
		{"-FD--a--a----A---aaB-bbfaB", "/TYKIAK/B0BgYA", 36, 13218},
		{"-JCAAd-a-aaa------a-b--ca-", "HRNQyQP/uwIAAA", 71, 119422},
		{"b-A-AAbb------------b-----", "MADYwKQAAAAAAA", 57, 4108},
	} {
		_, p, err := Read("backgammon[doubling=none] XGID=" + c.men + ":0:0:1:00:0:0:0:0:0 throw")
		if err != nil {
			t.Fatal(err)
		}
		if got := PositionID(&p); got != c.id {
			t.Errorf("%s: Position ID %s, want %s", c.men, got, c.id)
		}
		if got := perft(r, p, 1); got != c.one {
			t.Errorf("%s: %d plays, want %d", c.men, got, c.one)
		}
		if got := perft(r, p, 2); got != c.two {
			t.Errorf("%s: %d plays at depth 2, want %d", c.men, got, c.two)
		}
	}
}

func perft(r *Rules, p Position, depth int) int {
	if p.State == Over || depth == 0 {
		return 1
	}
	n := 0
	var buf [1024]parlour.Move
	for _, d := range corpusThrows {
		q := p
		r.Play(&q, parlour.Move(d[0]*10+d[1]))
		moves := r.AppendMoves(&q, buf[:0])
		if depth == 1 {
			n += len(moves)
			continue
		}
		for _, m := range moves {
			next := q
			r.Play(&next, m)
			n += perft(r, next, depth-1)
		}
	}
	return n
}
