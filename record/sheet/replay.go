package sheet

import (
	"fmt"
	"maps"
	"math/bits"
	"strconv"
	"strings"

	"parlour"
	"parlour/games/backgammon"
)

// A Reader follows the replay of a sheet. A match is one parlour.Match; in a
// session every game is one.
type Reader interface {
	Begin(m parlour.Match)                   // m is at its start
	Move(m parlour.Match, mv parlour.Move)   // m is about to play mv
	End(m parlour.Match, quits parlour.Seat) // m is as far as the sheet goes; quits gave up at the table
}

// Replay plays a sheet through the rules. Options that the sheet does not name
// have their defaults, unless the acts need others. Replay does not change the
// sheet.
func (s *Match) Replay(to Reader) error {
	var first error
	for _, extra := range s.guesses() {
		options := extra
		maps.Copy(options, s.options())
		// Try first without the reader, so that it sees only options that fit.
		err := s.replay(options, nil)
		if err == nil {
			return s.replay(options, to)
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// guesses are the options that a file may imply without saying so, likely ones
// first.
func (s *Match) guesses() (list []map[string]string) {
	keys := []string{"resign=yes", "dead-cube=allowed", "crawford=no"}
	if s.Length == 0 {
		keys = []string{"resign=yes", "jacoby=yes"}
	}
	for set := range 1 << len(keys) {
		guess := map[string]string{}
		for i, k := range keys {
			if set>>i&1 != 0 {
				key, value, _ := strings.Cut(k, "=")
				guess[key] = value
			}
		}
		list = append(list, guess)
	}
	return list
}

// options returns the options without which the acts could not have happened.
func (s *Match) options() map[string]string {
	o := map[string]string{"match": strconv.Itoa(s.Length)}
	ties := 0
	for i := range s.Games {
		g := &s.Games[i]
		if g.Resigned {
			o["resign"] = "yes"
		}
		if n := bits.Len(uint(g.Stake)) - 1; n > ties {
			ties = n
			o["auto-doubles"] = strconv.Itoa(ties)
		}
		first, answers := true, 0
		for _, a := range g.Acts {
			switch {
			case a.Kind == Played:
				if first && a.Dice[0] == a.Dice[1] {
					o["opening"] = "fresh"
				}
				first, answers = false, 0
			case a.Kind == Doubles:
				if answers++; answers == 2 && o["beavers"] == "" {
					o["beavers"] = "yes"
				} else if answers == 3 {
					o["beavers"] = "raccoon"
				}
				if a.Stake > 1024 {
					o["cube-max"] = "15"
				}
			}
		}
	}
	maps.Copy(o, s.Options)
	return o
}

// replay plays the games with the given options.
func (s *Match) replay(options map[string]string, to Reader) error {
	var m parlour.Match
	for i := range s.Games {
		g := &s.Games[i]
		if m == nil || s.Length == 0 {
			var err error
			if m, err = g.begin(options); err != nil {
				return inGame(i+1, err)
			}
			if to != nil {
				to.Begin(m)
			}
		}
		if g.Winner == parlour.Nobody && i < len(s.Games)-1 {
			return inGame(i+1, Sentences.Wrong(0, nil, "sheet.fault-unfinished"))
		}
		p := replayer{m: m, to: to, game: g, last: i == len(s.Games)-1 || s.Length == 0}
		if err := p.play(); err != nil {
			return inGame(i+1, err)
		}
		if to != nil && (p.last || m.Turn().Over()) {
			to.End(m, p.quits)
		}
		if m.Turn().Over() && s.Length > 0 && i < len(s.Games)-1 {
			return inGame(i+1, Sentences.Wrong(0, nil, "sheet.fault-over-match"))
		}
	}
	return nil
}

// begin opens the match that begins with this game.
func (g *Game) begin(options map[string]string) (parlour.Match, error) {
	r, err := backgammon.New(parlour.Setup{Options: options})
	if err != nil {
		return nil, err
	}
	p := r.Start()
	p.Score = [2]int32{int32(g.Score[backgammon.X]), int32(g.Score[backgammon.O])}
	p.Crawford = g.Crawford && options["crawford"] != "no"
	return backgammon.Game().Parse(string(r.AppendPosition(nil, &p)))
}

// A replayer plays one game of a sheet.
type replayer struct {
	m     parlour.Match
	to    Reader
	game  *Game
	last  bool
	quits parlour.Seat
}

func (p *replayer) position() backgammon.Position {
	_, q, _ := parlour.Typed[backgammon.Position](p.m)
	return q
}

// do plays a throw or a choice by its text.
func (p *replayer) do(text string) error {
	mv, err := p.m.Parse(text)
	if err != nil {
		return Sentences.Wrong(0, err, "sheet.fault-play", "text", text)
	}
	if p.to != nil {
		p.to.Move(p.m, mv)
	}
	return p.m.Play(mv)
}

func (p *replayer) play() error {
	p.quits = parlour.Nobody
	before := p.position()
	if want := [2]int32{int32(p.game.Score[backgammon.X]), int32(p.game.Score[backgammon.O])}; before.Score != want {
		return Sentences.Wrong(0, nil, "sheet.fault-score", "score", score(before.Score), "want", score(want))
	}
	for range bits.Len(uint(p.game.Stake)) - 1 {
		if err := p.do("11"); err != nil {
			return err
		}
	}
	for i := range p.game.Acts {
		if err := p.act(&p.game.Acts[i]); err != nil {
			return &parlour.FileError{Line: p.game.Acts[i].Line, Act: i + 1, Err: err}
		}
	}
	return p.finish(&before)
}

func (p *replayer) act(a *Act) error {
	q := p.position()
	if q.State == backgammon.Over {
		return Sentences.Wrong(0, nil, "sheet.fault-over")
	}
	if a.Kind == Played {
		return p.played(a)
	}
	if q.Actor() != a.Seat || q.State == backgammon.Open {
		return Sentences.Wrong(0, nil, "sheet.fault-turn", "seat", letter(a.Seat))
	}
	switch a.Kind {
	case Doubles:
		word := "double"
		switch q.State {
		case backgammon.Doubled:
			word = "beaver"
		case backgammon.Beavered:
			word = "raccoon"
		}
		if a.Stake != 0 && a.Stake != 2*q.Stake() && q.State < backgammon.Doubled {
			return Sentences.Wrong(0, nil, "sheet.fault-double", "n", a.Stake, "stake", q.Stake())
		}
		return p.do(word)
	case Takes:
		return p.do("take")
	}
	return p.do("drop")
}

// played makes a throw with its play, and whatever must come before it.
func (p *replayer) played(a *Act) error {
	q := p.position()
	larger, smaller := max(a.Dice[0], a.Dice[1]), min(a.Dice[0], a.Dice[1])
	if q.State == backgammon.Open {
		x, o := larger, smaller
		if x == o {
			x, o = 2, 1 // only who begins is known
		}
		if a.Seat == backgammon.O {
			x, o = o, x
		}
		if err := p.do(strconv.Itoa(10*x + o)); err != nil {
			return err
		}
		q = p.position()
	}
	if q.State == backgammon.Pick {
		word := "keep"
		if larger == smaller {
			word = "rethrow"
		}
		if err := p.do(word); err != nil {
			return err
		}
		q = p.position()
	}
	if q.State == backgammon.Beavered || q.State == backgammon.Raccooned {
		// Some files leave out that a beaver was taken; the throw shows it.
		if err := p.do("take"); err != nil {
			return err
		}
		q = p.position()
	}
	if q.Turn != a.Seat {
		return Sentences.Wrong(0, nil, "sheet.fault-turn", "seat", letter(a.Seat))
	}
	if q.State == backgammon.Roll {
		if err := p.do("roll"); err != nil {
			return err
		}
		q = p.position()
	}
	if q.State == backgammon.Throw {
		if err := p.do(strconv.Itoa(larger*10 + smaller)); err != nil {
			return err
		}
	}
	if a.Play != "" {
		return p.do(a.Play)
	}
	// Some files leave out a turn in which nothing can be played.
	if moves := p.m.Moves(); len(moves) > 0 && p.m.Text(moves[0]) == "pass" {
		return p.do("pass")
	}
	return nil
}

// finish lets the loser give up if the acts do not end the game, and compares
// the result.
func (p *replayer) finish(before *backgammon.Position) error {
	g := p.game
	q := p.position()
	ended := q.State == backgammon.Over || q.State == backgammon.Open && q.Score != before.Score
	if !ended && g.Winner != parlour.Nobody {
		loser := 1 - g.Winner
		n := g.Points / q.Stake()
		if q.Turn == loser && (q.State == backgammon.Roll || q.State == backgammon.Moving) {
			if err := p.do("resign " + strconv.Itoa(n)); err != nil {
				return err
			}
			if err := p.do("accept"); err != nil {
				return err
			}
			q, ended = p.position(), true
		} else if p.last {
			p.quits = loser
			return nil
		} else {
			// A side gave up a game of a match while it was the other side's turn, which
			// a position cannot express.
			return Sentences.Wrong(0, nil, "sheet.fault-given-up")
		}
	}
	if g.Winner == parlour.Nobody {
		if !ended {
			return nil
		}
		return Sentences.Wrong(0, nil, "sheet.fault-no-result")
	}
	if won := q.Score[g.Winner] - before.Score[g.Winner]; int(won) != g.Points {
		return Sentences.Wrong(0, nil, "sheet.fault-points", "seat", letter(g.Winner), "n", won, "want", g.Points)
	}
	return nil
}

// score writes a score as people do.
func score(points [2]int32) string { return fmt.Sprintf("%d–%d", points[0], points[1]) }

func letter(s parlour.Seat) string {
	info := backgammon.Game().Info()
	return info.Letter(s)
}
