package record

import (
	"fmt"
	"slices"
	"strings"

	"parlour"
)

// Replay plays a record through its game and checks everything in it: that
// every throw and move is due and legal, that every position is as written, and
// that the result is the one reached. Open reads a position line; the Parse of
// a parlour.Game will do.
//
// Each, if not nil, is called after every entry with the current match, which
// it must not change; if it returns an error, the replay ends. Replay returns
// the match as far as it got, or nil if it did not begin. The error is an
// *Error, or the one from each.
func Replay(open func(line string) (parlour.Match, error), r *Record, each func(i int, e *Entry, m parlour.Match) error) (parlour.Match, error) {
	return Follow(open, r, nil, each)
}

// Follow is Replay with a second function, which is called before every throw
// and every move with the match at that moment. The functions may keep the
// matches, which do not change afterwards.
func Follow(open func(line string) (parlour.Match, error), r *Record, before func(e *Entry, m parlour.Match, mv parlour.Move) error, each func(i int, e *Entry, m parlour.Match) error) (parlour.Match, error) {
	if r.Start() == "" {
		return nil, &Error{Text: "the record must begin with a position"}
	}
	m, err := open(r.Start())
	if err != nil {
		return nil, &Error{Line: r.Entries[0].Line, Text: "the game cannot begin", Err: err}
	}
	p := player{open: open, m: m, info: m.Info(), before: before}
	if strings.HasSuffix(r.End, " repetition") {
		p.seen = map[any]int{}
	}
	p.saw()
	for i := range r.Entries {
		e := &r.Entries[i]
		if err := p.entry(e); err != nil {
			return p.m, err
		}
		if each != nil {
			if err := each(i, e, p.m); err != nil {
				return p.m, err
			}
		}
	}
	return p.m, p.end(r)
}

// A Summary says how a game of a record began and ended.
type Summary struct {
	Number   int    `json:"number"` // of the game in its file, from 1
	Game     string `json:"game"`
	Start    string `json:"start"`
	Lines    int    `json:"lines"` // throws and moves
	Position string `json:"position"`
	End      string `json:"end"` // as the record says it; "" if the game is not finished
}

// Summarise replays a record and sums it up.
func Summarise(open func(line string) (parlour.Match, error), r *Record, number int) (*Summary, error) {
	s := &Summary{Number: number, Start: r.Start(), End: r.End}
	m, err := Replay(open, r, func(_ int, e *Entry, _ parlour.Match) error {
		if e.Kind == Play {
			s.Lines++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.Game, s.Position = m.Info().ID, m.String()
	return s, nil
}

// A player replays entries.
type player struct {
	open   func(string) (parlour.Match, error)
	m      parlour.Match
	info   parlour.Info
	before func(*Entry, parlour.Match, parlour.Move) error // may be nil
	seen   map[any]int                                     // how often each position with a choice has occurred, by key; nil if not needed
	most   int                                             // how often the current position has
}

// saw counts the position for the draw by repetition.
func (p *player) saw() {
	if p.seen == nil || p.m.Turn().Needs() != parlour.NeedMove {
		return
	}
	k := p.m.Key()
	p.seen[k]++
	p.most = p.seen[k]
}

func (p *player) entry(e *Entry) error {
	fail := func(err error, format string, args ...any) error {
		return &Error{Line: e.Line, Text: fmt.Sprintf(format, args...), Err: err}
	}
	switch e.Kind {
	case Check:
		now := p.m.String()
		if e.Text == now {
			return nil
		}
		c, err := p.open(e.Text)
		if err != nil {
			return fail(err, "the position cannot be read; expected %s", now)
		}
		if c.String() != now {
			return fail(nil, "the position is %s; expected %s", e.Text, now)
		}
	case Event:
		s := p.info.SeatOf(e.Seat)
		if s == parlour.Nobody && e.Seat != "-" {
			return fail(nil, "there is no seat %s; expected one of %s", e.Seat, letters(&p.info))
		}
		if e.Text == "retire" {
			next := p.m.Clone()
			if err := parlour.Retire(next, s); err != nil {
				return fail(err, "%s cannot retire", e.Seat)
			}
			p.m = next
		}
	case Play:
		if e.Throw != "" {
			if err := p.throw(e, fail); err != nil {
				return err
			}
		}
		switch {
		case e.Move == "off" && e.Throw != "":
			if p.m.Turn().Needs() == parlour.NeedMove {
				return fail(nil, "the throw %s is not part of a throw-off; expected one of its moves: %s", e.Throw, p.legal())
			}
		case e.Move != "":
			return p.move(e, fail)
		case e.Throw == "":
			return fail(nil, "the line has neither a throw nor a move")
		}
	}
	return nil
}

type failing func(err error, format string, args ...any) error

func (p *player) throw(e *Entry, fail failing) error {
	t := p.m.Turn()
	if t.Needs() != parlour.NeedThrow {
		return fail(nil, "no throw is due; expected %s", p.due())
	}
	if !p.actor(e.Seat, t) {
		return fail(nil, "%s does not throw here; expected %s", e.Seat, p.due())
	}
	mv, err := p.m.Parse(e.Throw)
	if err != nil {
		return fail(err, "the throw %s is not possible", e.Throw)
	}
	return p.play(e, mv)
}

// play makes a throw or a move that has been read.
func (p *player) play(e *Entry, mv parlour.Move) error {
	if p.before != nil {
		if err := p.before(e, p.m, mv); err != nil {
			return err
		}
	}
	p.m = p.m.Next(mv)
	p.saw()
	return nil
}

func (p *player) move(e *Entry, fail failing) error {
	t := p.m.Turn()
	if t.Needs() != parlour.NeedMove {
		return fail(nil, "no move is due; expected %s", p.due())
	}
	if !p.actor(e.Seat, t) {
		return fail(nil, "it is not %s's turn; expected %s", e.Seat, p.due())
	}
	mv, err := p.m.Parse(e.Move)
	if err != nil {
		return fail(err, "%s cannot be played; expected one of %s", e.Move, p.legal())
	}
	return p.play(e, mv)
}

// actor reports whether the seat as written is the one to act.
func (p *player) actor(seat string, t parlour.Turn) bool {
	return seat == "" || seat == SeatText(&p.info, t) || seat == p.info.Letter(t.Seat)
}

// SeatText returns how a record writes who acts: the letter of the seat, or "-"
// if nobody in particular throws, as in an opening throw or a ballot, and if
// the game is over.
func SeatText(info *parlour.Info, t parlour.Turn) string {
	if t.Dice == parlour.OneEach || t.Dice.Ballots() > 0 {
		return "-"
	}
	return info.Letter(t.Seat)
}

// due says what the match is waiting for.
func (p *player) due() string {
	t := p.m.Turn()
	switch t.Needs() {
	case parlour.NeedThrow:
		return fmt.Sprintf("a throw of %s (%s)", SeatText(&p.info, t), t.Dice.Form())
	case parlour.NeedMove:
		return fmt.Sprintf("a move of %s: %s", SeatText(&p.info, t), p.legal())
	}
	return "nothing more, the game is over"
}

// legal lists the first legal moves.
func (p *player) legal() string {
	const most = 12
	var texts []string
	moves := p.m.Moves()
	for _, mv := range moves[:min(len(moves), most)] {
		texts = append(texts, p.m.Text(mv))
	}
	if len(moves) > most {
		texts = append(texts, "...")
	}
	return strings.Join(texts, ", ")
}

// end checks the result.
func (p *player) end(r *Record) error {
	if r.End == "" {
		return nil
	}
	line := 0
	if n := len(r.Entries); n > 0 && r.Entries[n-1].Line > 0 {
		line = r.Entries[n-1].Line + 1
	}
	fail := func(format string, args ...any) error {
		return &Error{Line: line, Text: fmt.Sprintf(format, args...)}
	}
	if res := p.m.Result(); res.Over {
		if want := EndText(p.m); r.End != want {
			return fail("the result is %q; expected %q", r.End, want)
		}
		return nil
	}
	words := strings.Fields(r.End)
	reason := words[len(words)-1]
	if !slices.Contains(TableReasons, reason) {
		return fail("the result is %q although the game is not over; expected %s, or a result with one of the reasons %s", r.End, p.due(), strings.Join(TableReasons, ", "))
	}
	switch words[0] {
	case "win":
		if len(words) != 3 || !p.sideText(words[1]) {
			return fail("%q is not a result; expected win SEAT REASON", r.End)
		}
	case "draw":
		if len(words) != 2 {
			return fail("%q is not a result; expected draw REASON", r.End)
		}
	case "tie":
		if len(words) != 3 {
			return fail("%q is not a result; expected tie SEATS REASON", r.End)
		}
		for s := range strings.SplitSeq(words[1], ",") {
			if !p.sideText(s) {
				return fail("%q has an unknown seat in %q; the seats are %s", r.End, s, letters(&p.info))
			}
		}
	default:
		return fail("%q is not a result; expected win, draw or tie", r.End)
	}
	if reason == "repetition" && p.most < 2 {
		return fail("the result is %q, but the last position has not been repeated", r.End)
	}
	return nil
}

// sideText reports whether s consists of letters of seats.
func (p *player) sideText(s string) bool {
	for i := range len(s) {
		if p.info.SeatOf(s[i:i+1]) == parlour.Nobody {
			return false
		}
	}
	return s != ""
}

func letters(info *parlour.Info) string {
	var l []string
	for _, s := range info.Seats {
		l = append(l, s.Letter)
	}
	return strings.Join(l, ", ")
}
