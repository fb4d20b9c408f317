package web

import (
	"sync/atomic"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/games/backgammon"
	"parlour/games/checkers"
	"parlour/table"
)

// asked counts what rules are asked for.
type asked struct {
	lines  atomic.Int64 // position lines to read
	parsed atomic.Int64 // moves to read
	lists  atomic.Int64 // lists of legal moves
}

// take returns the counts and begins again.
func (n *asked) take() [3]int64 {
	return [3]int64{n.lines.Swap(0), n.parsed.Swap(0), n.lists.Swap(0)}
}

// countedCheckers are the rules of checkers with a counter.
type countedCheckers struct {
	*checkers.Rules
	n *asked
}

func (r countedCheckers) AppendMoves(p *checkers.Position, dst []parlour.Move) []parlour.Move {
	r.n.lists.Add(1)
	return r.Rules.AppendMoves(p, dst)
}

func (r countedCheckers) AppendMoveList(p *checkers.Position, dst []parlour.Move) []parlour.Move {
	r.n.lists.Add(1)
	return r.Rules.AppendMoveList(p, dst)
}

func (r countedCheckers) ParseMove(p *checkers.Position, text string) (parlour.Move, error) {
	r.n.parsed.Add(1)
	return r.Rules.ParseMove(p, text)
}

// countedBackgammon are the rules of backgammon with a counter.
type countedBackgammon struct {
	*backgammon.Rules
	n *asked
}

func (r countedBackgammon) AppendMoves(p *backgammon.Position, dst []parlour.Move) []parlour.Move {
	r.n.lists.Add(1)
	return r.Rules.AppendMoves(p, dst)
}

func (r countedBackgammon) AppendMoveList(p *backgammon.Position, dst []parlour.Move) []parlour.Move {
	r.n.lists.Add(1)
	return r.Rules.AppendMoveList(p, dst)
}

func (r countedBackgammon) ParseMove(p *backgammon.Position, text string) (parlour.Move, error) {
	r.n.parsed.Add(1)
	return r.Rules.ParseMove(p, text)
}

// counting returns a game that counts what its rules are asked for.
func counting[P comparable, R, C parlour.Full[P]](n *asked, info parlour.Info, open func(parlour.Setup) (R, error), read func(string) (R, P, error), count func(R) C) parlour.Game {
	return parlour.Erase(info, func(s parlour.Setup) (C, error) {
		r, err := open(s)
		return count(r), err
	}, func(line string) (C, P, error) {
		n.lines.Add(1)
		r, p, err := read(line)
		return count(r), p, err
	})
}

// TestParsedOnce follows actions from the request to the streams of two people.
// The text of a move that a view offered is found there. Another spelling is
// parsed once. The legal moves of the new position are listed once, for everybody.
// Nobody reads a position line.
func TestParsedOnce(t *testing.T) {
	n := &asked{}
	games := map[string]parlour.Game{
		"checkers": counting(n, checkers.Game().Info(), checkers.New, checkers.Read, func(r *checkers.Rules) countedCheckers { return countedCheckers{r, n} }),
		"backgammon": counting(n, backgammon.Game().Info(), backgammon.New, backgammon.Read, func(r *backgammon.Rules) countedBackgammon {
			return countedBackgammon{r, n}
		}),
	}
	for id, game := range games {
		t.Run(id, func(t *testing.T) {
			e := cabinet.ByID(id)
			before := e.Game
			e.Game = game
			s := open(t, nil)
			t.Cleanup(func() { e.Game = before })
			ann, bob := s.person(), s.person()
			at := ann.create(table.Terms{Game: id})
			bob.must(at, table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
			people := []*person{ann, bob}
			streams := []*listener{ann.listen("/api/stream?t="+at, nil), bob.listen("/api/stream?t="+at, nil)}
			view := ann.view(at)
			for _, l := range streams {
				for _, h := l.table(); h.View.Seq < view.Seq; _, h = l.table() {
				}
			}
			n.take()
			for i := range 12 {
				who := 0
				if view.Turn == view.Chairs[1].Seats[0] {
					who = 1
				}
				a, want := table.Action{Kind: table.Throw, Seq: view.Seq, Key: key()}, [3]int64{}
				if view.Needs == parlour.NeedMove {
					a.Kind, a.Move = table.Move, view.Moves[0]
					if i%2 == 1 { // people may write it in another way
						a.Move, want[1] = " "+a.Move, 1
					}
				}
				if code, answer, _ := people[who].raw("POST", "/api/tables/"+at+"/actions", a, nil); code != 200 {
					t.Fatalf("%s %q: %d %s", a.Kind, a.Move, code, answer)
				}
				for _, l := range streams {
					_, h := l.table()
					for ; h.View.Turn == "" || h.View.Seq <= a.Seq; _, h = l.table() {
					}
					view = &h.View
				}
				if view.Needs == parlour.NeedMove {
					want[2] = 1
				}
				if got := n.take(); got != want {
					t.Errorf("%s %q: %d lines were read, %d moves parsed, %d lists made; want %v", a.Kind, a.Move, got[0], got[1], got[2], want)
				}
			}
		})
	}
}
