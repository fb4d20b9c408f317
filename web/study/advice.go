package study

import (
	"cmp"
	"context"
	"slices"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/cache"
	"parlour/internal/line"
	"parlour/lab/analyse"
	"parlour/phrase"
	"parlour/web/wire"
)

// An Opinion is what a move is worth.
type Opinion struct {
	Seq       int64         `json:"seq"`       // the last event that changed the position
	Move      string        `json:"move"`      // in canonical spelling
	Value     string        `json:"value"`     // what the player may expect after it, as players say it: "61.4 %", "+0.159 points"
	BestValue string        `json:"bestValue"` // and after the best move
	Loss      string        `json:"loss"`      // what it gives away against the best move; "" for nothing
	Mark      string        `json:"mark"`      // fine, doubtful, mistake or blunder
	Best      string        `json:"best"`      // the best move
	Words     string        `json:"words"`     // what that does
	Own       string        `json:"own"`       // what the move itself does
	BestBrief []phrase.Part `json:"bestBrief"` // what the best move does, in a few words, as the log says it
	OwnBrief  []phrase.Part `json:"ownBrief"`  // and the move itself

	Effects []parlour.Effect `json:"effects"` // of the move, piece by piece
	Better  []parlour.Effect `json:"better"`  // of the best move
}

// The limits of advice.
const (
	adviceWithin = 1500 * time.Millisecond // for thinking about a position
	adviceQueue  = 3 * time.Second         // for waiting while others ask
	adviceLine   = 64                      // positions that wait or are thought about
	adviceEach   = 16                      // of them of one address
	adviceOwn    = 2                       // of them of one token
	keptAdvice   = 4 << 20                 // bytes of advice that is kept
	choiceSize   = 512                     // bytes of one move in it, about
)

// Advisers have opinions on positions of running games. They think about one
// position at a time.
type Advisers struct {
	line line.Line
	of   map[string]*analyse.Analyst              // by game; owned by the guest who is served
	kept cache.Cache[string, *analyse.Assessment] // by position
}

// NewAdvisers returns Advisers.
func NewAdvisers() *Advisers {
	return &Advisers{
		of:   map[string]*analyse.Analyst{},
		kept: cache.Cache[string, *analyse.Assessment]{Most: keptAdvice, Size: func(r *analyse.Assessment) int { return choiceSize * len(r.Choices) }},
		line: line.Line{Places: 1, Limits: line.Limits{All: adviceLine, Each: adviceEach, Own: adviceOwn}},
	}
}

var adviceFull = &Busy{"busy.advice", false, 5 * time.Second}

// choices returns what a position is worth where a move is due.
func (a *Advisers) choices(ctx context.Context, g Guest, e *cabinet.Entry, m parlour.Match) (*analyse.Assessment, error) {
	position := m.String()
	if r, ok := a.kept.Get(position); ok {
		return r, nil
	}
	t, err := a.line.Join(g)
	if err != nil {
		return nil, busy(err, lookWait, lookWait, adviceFull)
	}
	defer t.Leave()
	wait, cancel := context.WithTimeout(ctx, adviceQueue)
	defer cancel()
	if err := t.Wait(wait); err != nil {
		return nil, busy(err, lookWait, lookWait, adviceFull)
	}
	one := a.of[e.Info.ID]
	if one == nil {
		if one = e.Analyst(); one == nil {
			return nil, errNoOpinion
		}
		a.of[e.Info.ID] = one
	}
	think, stop := context.WithTimeout(ctx, adviceWithin)
	defer stop()
	r, err := one.Assess(think, m)
	if err != nil {
		return nil, err
	}
	a.kept.Put(position, line.Block(g.Address), r)
	return r, nil
}

// Hint returns the best move of a position. Seq is the event it stands after.
func (a *Advisers) Hint(ctx context.Context, lang *phrase.Catalogue, g Guest, e *cabinet.Entry, m parlour.Match, seq int64) (wire.Hint, error) {
	h := wire.Hint{Seq: seq}
	switch {
	case e.NoLevels != "":
		h.Words = phrase.Sentence(e.WhyNoLevels(lang))
	case m.Turn().Needs() == parlour.NeedThrow:
		h.Words = phrase.Sentence(lang.Say("hint.throw", nil))
	case len(m.Moves()) == 1:
		h.Words, h.Choices = phrase.Sentence(lang.Say("hint.only", nil)), 1
	default:
		r, err := a.choices(ctx, g, e, m)
		if err != nil {
			return h, err
		}
		best, next := r.Choices[0], r.Choices[1]
		h.Move, h.Value, h.Choices = best.Text, lang.Worth(r.Unit.Named(best.Values[m.Turn().Seat])), len(r.Choices)
		h.Words, h.Effects = does(lang, e, m, best.Move)
		h.Next, h.Less = next.Text, lang.Worth(r.Unit.Named(next.ErrorText))
		_, then := does(lang, e, m, next.Move)
		h.Brief, h.NextBrief = brief(lang, e, m, h.Effects), brief(lang, e, m, then)
	}
	return h, nil
}

// Opinion returns what a move would give away. Seq is the event the position
// stands after.
func (a *Advisers) Opinion(ctx context.Context, lang *phrase.Catalogue, g Guest, e *cabinet.Entry, m parlour.Match, seq int64, move string) (Opinion, error) {
	mv, err := m.Parse(move)
	if err != nil {
		return Opinion{}, err
	}
	if m.Turn().Needs() != parlour.NeedMove {
		return Opinion{}, &Refusal{Code: "refused.throw-due"}
	}
	r, err := a.choices(ctx, g, e, m)
	if err != nil {
		return Opinion{}, err
	}
	i := slices.IndexFunc(r.Choices, func(c analyse.Choice) bool { return c.Move == mv })
	if i < 0 {
		return Opinion{}, &Refusal{Code: "study.no-judge-move"}
	}
	c, best := r.Choices[i], r.Choices[0]
	seat := m.Turn().Seat
	says := func(text string) string { return lang.Worth(r.Unit.Named(text)) }
	o := Opinion{Seq: seq, Move: c.Text, Value: says(c.Values[seat]), BestValue: says(best.Values[seat]), Loss: says(c.ErrorText), Mark: c.Mark, Best: best.Text}
	o.Own, o.Effects = does(lang, e, m, mv)
	o.Words, o.Better = does(lang, e, m, best.Move)
	o.OwnBrief, o.BestBrief = wire.List(brief(lang, e, m, o.Effects)), wire.List(brief(lang, e, m, o.Better))
	return o, nil
}

// errNoOpinion says that a game has no analyst.
var errNoOpinion = &Refusal{Code: "study.no-judge"}

// does tells what a move does, in words and piece by piece.
func does(lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match, mv parlour.Move) (string, []parlour.Effect) {
	effects := wire.List(m.Effects(mv))
	return cmp.Or(e.Tell(lang, effects), m.Text(mv)), effects
}

// brief tells the effects of a move as the log does, in a few words.
func brief(lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match, effects []parlour.Effect) []phrase.Part {
	return e.Line(lang, e.Info.Seats[m.Turn().Seat].Letter, effects)
}
