package record

import (
	"errors"
	"slices"
	"strconv"
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
// the match as far as it got, or nil if it did not begin. The error is a
// *parlour.FileError, or the one from each.
func Replay(open func(line string) (parlour.Match, error), r *Record, each func(i int, e *Entry, m parlour.Match) error) (parlour.Match, error) {
	return Follow(open, r, nil, each)
}

// Follow is Replay with a second function, which is called before every throw
// and every move with the match at that moment. The functions may keep the
// matches, which do not change afterwards.
func Follow(open func(line string) (parlour.Match, error), r *Record, before func(e *Entry, m parlour.Match, mv parlour.Move) error, each func(i int, e *Entry, m parlour.Match) error) (parlour.Match, error) {
	if r.Start() == "" {
		return nil, Sentences.Wrong(0, nil, "record.fault-no-start")
	}
	m, err := open(r.Start())
	if err != nil {
		return nil, Sentences.Wrong(r.Entries[0].Line, err, "record.fault-begin")
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
	fail := func(err error, code string, args ...any) *parlour.FileError {
		return Sentences.Wrong(e.Line, err, code, args...)
	}
	switch e.Kind {
	case Check:
		now := p.m.String()
		if e.Text == now {
			return nil
		}
		c, err := p.open(e.Text)
		if err != nil {
			return fail(err, "record.fault-unread", "position", now)
		}
		if c.String() != now {
			return fail(nil, "record.fault-position", "text", e.Text, "position", now)
		}
	case Event:
		s := p.info.SeatOf(e.Seat)
		if s == parlour.Nobody && e.Seat != "-" {
			return fail(nil, "record.fault-seat", "seat", e.Seat, "seats", letters(&p.info))
		}
		if e.Text == "retire" {
			next := p.m.Clone()
			if err := parlour.Retire(next, s); errors.Is(err, parlour.ErrNotOffered) {
				return fail(nil, "record.fault-retire", "seat", e.Seat)
			} else if err != nil {
				return fail(err, "record.fault-retire", "seat", e.Seat)
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
				return fail(nil, "record.fault-off", "throw", e.Throw, "moves", p.legal())
			}
		case e.Move != "":
			return p.move(e, fail)
		case e.Throw == "":
			return fail(nil, "record.fault-nothing")
		}
	}
	return nil
}

type failing func(err error, code string, args ...any) *parlour.FileError

func (p *player) throw(e *Entry, fail failing) error {
	t := p.m.Turn()
	if t.Needs() != parlour.NeedThrow {
		return p.instead(fail(nil, "record.fault-no-throw"))
	}
	if !p.actor(e.Seat, t) {
		return p.instead(fail(nil, "record.fault-thrower", "seat", e.Seat))
	}
	mv, err := p.m.Parse(e.Throw)
	if err != nil {
		return fail(err, "record.fault-throw", "throw", e.Throw)
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
		return p.instead(fail(nil, "record.fault-no-move"))
	}
	if !p.actor(e.Seat, t) {
		return p.instead(fail(nil, "record.fault-turn", "seat", e.Seat))
	}
	mv, err := p.m.Parse(e.Move)
	if err != nil {
		return fail(err, "record.fault-move", "move", e.Move, "moves", p.legal())
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

// instead adds to an error what the match is waiting for.
func (p *player) instead(e *parlour.FileError) error {
	t := p.m.Turn()
	due := Sentences.Fault("record.fault-due-nothing")
	switch t.Needs() {
	case parlour.NeedThrow:
		due = Sentences.Fault("record.fault-due-throw", "seat", SeatText(&p.info, t), "expected", t.Dice.Form())
	case parlour.NeedMove:
		due = Sentences.Fault("record.fault-due-move", "seat", SeatText(&p.info, t), "moves", p.legal())
	}
	e.Faults = append(e.Faults, due)
	return e
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
	fail := func(code string, args ...any) *parlour.FileError {
		return Sentences.Wrong(line, nil, code, append(args, "end", strconv.Quote(r.End))...)
	}
	if res := p.m.Result(); res.Over {
		if want := EndText(p.m); r.End != want {
			return fail("record.fault-end", "want", strconv.Quote(want))
		}
		return nil
	}
	words := strings.Fields(r.End)
	reason := words[len(words)-1]
	if !slices.Contains(TableReasons, reason) {
		early := fail("record.fault-early-end")
		p.instead(early)
		early.Faults = append(early.Faults, Sentences.Fault("record.fault-reasons", "reasons", strings.Join(TableReasons, ", ")))
		return early
	}
	switch words[0] {
	case "win":
		if len(words) != 3 || !p.sideText(words[1]) {
			return fail("record.fault-result", "form", "win SEAT REASON")
		}
	case "draw":
		if len(words) != 2 {
			return fail("record.fault-result", "form", "draw REASON")
		}
	case "tie":
		if len(words) != 3 {
			return fail("record.fault-result", "form", "tie SEATS REASON")
		}
		for s := range strings.SplitSeq(words[1], ",") {
			if !p.sideText(s) {
				return fail("record.fault-end-seat", "text", strconv.Quote(s), "seats", letters(&p.info))
			}
		}
	default:
		return fail("record.fault-no-result")
	}
	if reason == "repetition" && p.most < 2 {
		return fail("record.fault-repetition")
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
