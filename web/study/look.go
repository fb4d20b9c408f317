package study

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/internal/line"
	"parlour/lab/analyse"
	"parlour/lab/sim"
	"parlour/learn/theory"
	"parlour/phrase"
)

// A Look is what is known about a position so far.
type Look struct {
	Position string        `json:"position"`
	Stage    int           `json:"stage"`  // counted from 1; each looks deeper than the one before
	Full     bool          `json:"full"`   // these are the numbers of the command parlour analyse
	Deeper   bool          `json:"deeper"` // it has looked deeper than that command does
	Unit     theory.Labels `json:"unit"`
	Seats    []string      `json:"seats"`            // letters of the seats in play, in the order of the shares
	Shares   []float64     `json:"shares,omitempty"` // of the result, by seat: what its side can expect, with the best move if one is due
	analyse.Worth
	Choices []Option `json:"choices"` // legal moves, best first
	All     int      `json:"all"`     // how many legal moves there are
}

// An Option is a legal move of a position and its value.
type Option struct {
	analyse.Choice
	Words   string           `json:"words"`
	Line    []string         `json:"line,omitempty"` // how the game may go on after it, until the next throw
	Effects []parlour.Effect `json:"effects"`        // what it does, piece by piece
}

// A Rollout is what came of playing a position out many times.
type Rollout struct {
	Position string    `json:"position"`
	Move     string    `json:"move,omitempty"` // the move that was made first
	Bots     string    `json:"bots"`           // who played
	Games    int       `json:"games"`          // finished so far
	Seats    []string  `json:"seats"`          // letters of the seats in play
	Wins     []float64 `json:"wins"`           // by seat: its share of the result, on average
	Half     []float64 `json:"half"`           // by seat: half of the 95 % confidence interval
	Over     bool      `json:"over"`           // no more games are played
}

// The limits of looking at positions.
const (
	lookLine    = 64 // positions that wait or are looked at
	lookEach    = 16 // of them of one address
	lookOwn     = 3  // of them of one token: a page that goes on may still have its last question open
	lookTurn    = 500 * time.Millisecond
	quickWithin = 200 * time.Millisecond // for the first numbers
	fullWithin  = 10 * time.Second       // for those of the command
	mostChoices = 40                     // moves that are sent
	linesOf     = 3                      // moves whose continuation is sent
	lineLong    = 6                      // moves of a continuation
	lineWithin  = 60 * time.Millisecond  // for each of them
	rollWithin  = 20 * time.Second       // for a rollout
	rollGames   = 2000                   // games of a rollout
	rollMoves   = 3000                   // moves after which a game is given up
)

// deeperWithin is how long each stage beyond the command's depth takes.
var deeperWithin = []time.Duration{2 * time.Second, 5 * time.Second, 10 * time.Second}

// Looks look at positions without a table, one at a time, for as long as
// somebody listens.
type Looks struct {
	line  line.Line
	spare func() int
}

// NewLooks returns Looks. spare says how many processors nobody needs more urgently;
// when a look goes deeper, it searches on so many, up to mostHands, and on one if
// there are none.
func NewLooks(spare func() int) *Looks {
	return &Looks{spare: spare, line: line.Line{Places: 1, Slice: lookTurn, Limits: line.Limits{All: lookLine, Each: lookEach, Own: lookOwn}}}
}

var (
	lookWait = &Busy{"busy.own-looks", true, 2 * time.Second}
	lookFull = &Busy{"busy.looks", false, 5 * time.Second}
)

// Len returns how many positions wait or are looked at.
func (l *Looks) Len() int { return l.line.Len() }

// At looks at a position, deeper and deeper. It sends "waiting" with the number
// of guests ahead, and "look" with a Look for every stage; the last is followed
// by "done". It ends early if ctx ends or send fails, because then nobody
// listens any more.
func (l *Looks) At(ctx context.Context, lang *phrase.Catalogue, g Guest, e *cabinet.Entry, m parlour.Match, send func(kind string, v any) error) error {
	t, err := l.line.Join(g)
	if err != nil {
		return busy(err, lookWait, lookWait, lookFull)
	}
	defer t.Leave()
	if err := await(ctx, t, send); err != nil {
		return busy(err, lookWait, lookWait, lookFull)
	}
	next := func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if t.Yield() {
			return await(ctx, t, send)
		}
		return nil
	}
	return safely(func() error {
		return (&looker{lang: lang, entry: e, match: m, spare: l.spare, send: send, next: next}).run(ctx)
	})
}

// safely turns a panic into an error.
func safely(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("an adviser panicked")
		}
	}()
	return f()
}

// A looker looks at one position.
type looker struct {
	lang  *phrase.Catalogue
	entry *cabinet.Entry
	match parlour.Match
	spare func() int
	send  func(kind string, v any) error
	next  func() error // lets others have their turn, and says whether anybody still listens
	look  Look
}

func (l *looker) run(ctx context.Context) error {
	m := l.match
	l.look = Look{Position: m.String(), Choices: []Option{}}
	for s, info := range m.Info().Seats {
		if m.Role(parlour.Seat(s)).InPlay {
			l.look.Seats = append(l.look.Seats, info.Letter)
		}
	}
	a := l.entry.Analyst() // a new one, like the command's, which knows nothing of other positions
	if a == nil {
		return errNoOpinion
	}
	if m.Turn().Over() {
		if err := l.stage(ctx, a, true); err != nil {
			return err
		}
		return l.send("done", &l.look)
	}
	if m.Turn().Needs() == parlour.NeedMove {
		quick := analyse.Analyst{Moves: a.Throws, Throws: a.Throws, Think: quickWithin}
		if err := l.stage(ctx, &quick, false); err != nil {
			return err
		}
	}
	a.Think = 0
	within, stop := context.WithTimeout(ctx, fullWithin)
	err := l.stage(within, a, true)
	stop()
	if err != nil {
		return err
	}
	if err := l.lines(ctx, a); err != nil {
		return err
	}
	for _, d := range deeperWithin {
		begun := time.Now()
		a.Think = d
		// Ask at every stage: tables may have begun to think meanwhile.
		wide := bot.Within(bot.WholeTime(ctx), bot.Bounds{Threads: min(mostHands, max(1, l.spare()))})
		r, err := a.Assess(wide, m)
		if err != nil {
			return err
		}
		if time.Since(begun) < d/2 { // it can look no deeper
			break
		}
		l.look.Full, l.look.Deeper = false, true
		if err := l.tell(r); err != nil {
			return err
		}
		if err := l.next(); err != nil {
			return err
		}
	}
	return l.send("done", &l.look)
}

// stage asks an analyst and sends what it says.
func (l *looker) stage(ctx context.Context, a *analyse.Analyst, full bool) error {
	r, err := a.Assess(ctx, l.match)
	if err != nil {
		return err
	}
	l.look.Full = full && ctx.Err() == nil
	if err := l.tell(r); err != nil {
		return err
	}
	return l.next()
}

// tell sends an assessment. Continuations that are known stay.
func (l *looker) tell(r *analyse.Assessment) error {
	m, r := l.match, r.In(l.lang)
	lines := map[parlour.Move][]string{}
	for _, c := range l.look.Choices {
		lines[c.Move] = c.Line
	}
	l.look.Stage++
	l.look.All, l.look.Choices, l.look.Shares, l.look.Unit, l.look.Worth = len(r.Choices), []Option{}, l.inPlay(r.Shares), r.Unit.Labels, l.worth(r.Worth)
	for _, c := range r.Choices[:min(len(r.Choices), mostChoices)] {
		c.Shares, c.Worth, c.Error = l.inPlay(c.Shares), l.worth(c.Worth), rounded(c.Error)
		o := Option{Choice: c, Line: lines[c.Move]}
		o.Words, o.Effects = does(l.lang, l.entry, m, c.Move)
		l.look.Choices = append(l.look.Choices, o)
	}
	if len(l.look.Choices) > 0 {
		l.look.Shares = l.look.Choices[0].Shares
	}
	return l.send("look", &l.look)
}

// inPlay returns the shares of the seats in play.
func (l *looker) inPlay(shares []float64) (out []float64) {
	for s, v := range shares {
		if l.match.Role(parlour.Seat(s)).InPlay {
			out = append(out, rounded(v))
		}
	}
	return out
}

// worth returns what the position is worth to the seats in play.
func (l *looker) worth(w analyse.Worth) (out analyse.Worth) {
	for s, v := range w.Values {
		if l.match.Role(parlour.Seat(s)).InPlay {
			out.Values = append(out.Values, v)
		}
	}
	for _, part := range w.Parts {
		out.Parts = append(out.Parts, l.inPlay(part))
	}
	return out
}

func rounded(v float64) float64 { return math.Round(v*decimalsKept) / decimalsKept }

// lines finds out how the game may go on after the best moves, as far as no dice
// are thrown.
func (l *looker) lines(ctx context.Context, a *analyse.Analyst) error {
	found := false
	for i := range l.look.Choices[:min(len(l.look.Choices), linesOf)] {
		c := &l.look.Choices[i]
		line, err := l.line(ctx, a, l.match.Next(c.Move))
		if err != nil {
			return err
		}
		c.Line, found = line, found || line != nil
	}
	if !found {
		return nil
	}
	l.look.Stage++
	if err := l.send("look", &l.look); err != nil {
		return err
	}
	return l.next()
}

func (l *looker) line(ctx context.Context, a *analyse.Analyst, m parlour.Match) (texts []string, err error) {
	think := *a
	think.Think = lineWithin
	for len(texts) < lineLong && m.Turn().Needs() == parlour.NeedMove {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		list, err := think.Position(ctx, m)
		if err != nil || len(list) == 0 || throws(m.Effects(list[0].Move)) {
			return texts, err
		}
		texts, m = append(texts, list[0].Text), m.Next(list[0].Move)
	}
	return texts, nil
}

// throws reports whether a move only asks for the dice, which is nothing to show.
func throws(effects []parlour.Effect) bool {
	return slices.ContainsFunc(effects, func(e parlour.Effect) bool { return e.Means == parlour.Throws })
}

// Rollout plays a position out many times, after a move if it is not "". It
// sends "waiting" as At does, and "rollout" with a Rollout from time to time;
// the last one is over.
func (l *Looks) Rollout(ctx context.Context, g Guest, e *cabinet.Entry, m parlour.Match, move string, send func(kind string, v any) error) error {
	r := Rollout{Position: m.String(), Bots: rolloutLevel(e)}
	if move != "" {
		mv, err := m.Parse(move)
		if err != nil {
			return err
		}
		r.Move, m = m.Text(mv), m.Next(mv)
	}
	if m.Turn().Over() {
		return &Refusal{Code: "study.over"}
	}
	t, err := l.line.Join(g)
	if err != nil {
		return busy(err, lookWait, lookWait, lookFull)
	}
	defer t.Leave()
	if err := await(ctx, t, send); err != nil {
		return busy(err, lookWait, lookWait, lookFull)
	}
	return safely(func() error { return l.roll(ctx, t, e, m, &r, send) })
}

// rolloutLevel returns the level that plays games out: one that plays fast, and whose
// games differ even without dice.
func rolloutLevel(e *cabinet.Entry) string {
	switch {
	case len(e.Levels) == 0:
		return e.Bots[0]
	case e.Luck.Share == 0 || len(e.Levels) < 3:
		return e.Levels[min(1, len(e.Levels)-1)]
	}
	return e.Levels[2]
}

func (l *Looks) roll(ctx context.Context, t *line.Ticket, e *cabinet.Entry, m parlour.Match, r *Rollout, send func(kind string, v any) error) error {
	const (
		batch     = 4  // games whose mean is one sample for the interval
		rollFirst = 10 // samples before anything is told
	)
	bots := slices.Repeat([]string{r.Bots}, len(m.Info().Seats))
	var seats []int
	for s, info := range m.Info().Seats {
		if m.Role(parlour.Seat(s)).InPlay {
			seats, r.Seats = append(seats, s), append(r.Seats, info.Letter)
		}
	}
	sum, squares := make([]float64, len(seats)), make([]float64, len(seats))
	ends, told := time.Now().Add(rollWithin), time.Now()
	for n := 0; ; n++ {
		last := n > 0 && (r.Games >= rollGames || time.Now().After(ends))
		if last || n == rollFirst || n > rollFirst && time.Since(told) > 500*time.Millisecond {
			told, r.Over = time.Now(), last
			r.Wins, r.Half = intervals(sum, squares, n)
			if err := send("rollout", r); err != nil || last {
				return err
			}
			if t.Yield() {
				if err := await(ctx, t, send); err != nil {
					return err
				}
			}
		}
		part, err := e.Sim(ctx, m, sim.Config{Games: batch, First: n * batch, Seed: 1928, Workers: 1, MaxMoves: rollMoves, Quick: true}, bots)
		if err != nil {
			return err
		}
		r.Games += part.Games
		for i, s := range seats {
			mean := float64(part.Seats[s].Pool) / sim.Whole / float64(max(1, part.Games-part.Unfinished))
			sum[i] += mean
			squares[i] += mean * mean
		}
	}
}

// intervals returns the means of n samples and half of their 95 % confidence
// intervals.
func intervals(sum, squares []float64, n int) (means, half []float64) {
	for i := range sum {
		mean := sum[i] / float64(n)
		spread := math.Max(0, squares[i]/float64(n)-mean*mean)
		means = append(means, rounded(mean))
		half = append(half, rounded(1.96*math.Sqrt(spread/float64(cmp.Or(n-1, 1)))))
	}
	return means, half
}
