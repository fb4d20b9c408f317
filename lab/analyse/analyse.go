package analyse

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/internal/parallel"
	"parlour/learn/theory"
	"parlour/record"
)

// An Analyst asks advisers about positions and games.
type Analyst struct {
	Moves  bot.Adviser // judges moves
	Throws bot.Adviser // judges the luck of throws; asked often, so it may be a faster one
	Open   func(line string) (parlour.Match, error)
	Think  time.Duration // time limit for each question; 0 leaves it to the advisers
	// Progress, if not nil, is called after every throw and move. Nobody looks at
	// another one meanwhile.
	Progress func(done int)

	// Helpers work on records, too, each in a goroutine of its own. The report
	// does not depend on them, unless Think limits the time. Then, if there are fewer
	// positions than helpers, several processors search the same position.
	Helpers []*Analyst
}

// together lets programs search a position on as many processors as there are for
// each of some positions, if the time is limited.
func (a *Analyst) together(ctx context.Context, positions int) context.Context {
	b := bot.BoundsOf(ctx)
	if b.Threads = (1 + len(a.Helpers)) / max(1, positions); a.Think <= 0 || b.Threads < 2 {
		return ctx
	}
	return bot.Within(ctx, b)
}

// moves asks what each move is worth, within the time limit.
func (a *Analyst) moves(ctx context.Context, m parlour.Match) ([]bot.Opinion, error) {
	ctx, cancel := a.limit(ctx)
	defer cancel()
	return a.Moves.Moves(ctx, m)
}

// value asks what a position is worth, within the time limit.
func (a *Analyst) value(ctx context.Context, adviser bot.Adviser, m parlour.Match) (bot.Opinion, error) {
	ctx, cancel := a.limit(ctx)
	defer cancel()
	return adviser.Value(ctx, m)
}

func (a *Analyst) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if a.Think > 0 {
		return context.WithTimeout(ctx, a.Think)
	}
	return ctx, func() {}
}

// A Worth is what a position is worth, as the players of its game write it.
type Worth struct {
	Values []string    `json:"values"`          // by seat: "61.4 %", "+0.159", "wins in 19"
	Parts  [][]float64 `json:"parts,omitempty"` // what they are made of, in the order of the unit, by seat
}

// A Choice is a legal move and its value.
type Choice struct {
	Move      parlour.Move `json:"-"`
	Text      string       `json:"move"`
	Shares    []float64    `json:"shares"`              // of the result, by seat, after the move
	Error     float64      `json:"error"`               // what the player loses with it, compared with the best move, in the unit of the game
	ErrorText string       `json:"errorText,omitempty"` // the same as players write it, if there is something to write
	Mark      string       `json:"mark"`                // fine, doubtful, mistake or blunder
	Worth
}

// An Event is a throw or a move of a game.
type Event struct {
	Line    int       `json:"line,omitempty"` // of the file the record was read from
	Seat    string    `json:"seat"`           // who threw or moved
	Kind    string    `json:"kind"`           // throw or move
	Text    string    `json:"text"`           // the throw or the move
	Before  []float64 `json:"before"`         // shares of the result by seat: what the sides could expect before it
	After   []float64 `json:"after"`          // and after it
	Luck    []float64 `json:"luck,omitempty"` // of a throw, by seat, in the unit of the game
	Error   float64   `json:"error"`          // of a move, in the unit of the game
	Mark    string    `json:"mark,omitempty"` // of a move chosen from several: fine, doubtful, mistake or blunder
	Best    string    `json:"best,omitempty"` // the best move, if there was a choice
	Choices []Choice  `json:"choices,omitempty"`
	Moved   float64   `json:"moved"`            // how much luck or error changed the shares
	Change  string    `json:"change,omitempty"` // the luck of who threw, or the error, with its unit: "0.104 points"
	Worth             // after it
}

// A Side is the performance of a side in a game. Errors and luck are in the unit of
// the game.
type Side struct {
	Seats      string  `json:"seats"`      // letters of its seats
	Share      float64 `json:"share"`      // of the result, or what it could expect when the game stopped
	Choices    int     `json:"choices"`    // moves that it chose from several
	Errors     float64 `json:"errors"`     // what it lost with them, in total
	Mean       float64 `json:"mean"`       // per choice
	Luck       float64 `json:"luck"`       // what all throws brought it, its own and those of others
	Own        float64 `json:"own"`        // what its own throws brought it
	ErrorsText string  `json:"errorsText"` // as players write it
	MeanText   string  `json:"meanText"`
	LuckText   string  `json:"luckText"`
	OwnText    string  `json:"ownText"`
}

// A Report is the analysis of a game.
type Report struct {
	Game    string        `json:"game"`
	Unit    theory.Labels `json:"unit"`
	Letters []string      `json:"seats"`  // letters of the seats, in the order of the shares
	Begins  []string      `json:"begins"` // by seat: what the game was worth at first, as players write it
	Sides   []Side        `json:"sides"`
	Events  []Event       `json:"events"`
	Turning []int         `json:"turning"`    // indexes of the three events that changed the shares most, in order
	Luck    float64       `json:"luck_share"` // how much of all changes came from throws
}

// Position returns the legal moves of a position, best first.
func (a *Analyst) Position(ctx context.Context, m parlour.Match) ([]Choice, error) {
	list, err := a.moves(ctx, m)
	if err != nil {
		return nil, err
	}
	return a.choices(m, list), nil
}

// An Assessment says what a position is worth: its moves if one is due, and
// otherwise what each seat can expect.
type Assessment struct {
	Choices  []Choice     `json:"choices,omitempty"` // best first
	Position string       `json:"position"`
	Unit     *theory.Unit `json:"unit"`
	Shares   []float64    `json:"shares,omitempty"` // of the result, by seat
	Worth
}

// Assess says what a position is worth.
func (a *Analyst) Assess(ctx context.Context, m parlour.Match) (*Assessment, error) {
	r := &Assessment{Position: m.String(), Unit: a.Moves.Unit(m)}
	ctx = a.together(ctx, 1)
	if m.Turn().Needs() == parlour.NeedMove {
		var err error
		if r.Choices, err = a.Position(ctx, m); err == nil {
			r.Worth = r.Choices[0].Worth
		}
		return r, err
	}
	v, err := a.value(ctx, a.Throws, m)
	r.Shares = slices.Clone(v.Shares[:len(m.Info().Seats)])
	r.Worth = worth(r.Unit, m, &v)
	return r, err
}

// worth writes an opinion on a position of m, or on a move in it.
func worth(u *theory.Unit, m parlour.Match, o *bot.Opinion) Worth {
	w := Worth{Parts: o.Detail.Parts}
	for s := range m.Info().Seats {
		text := u.Text(o.Shares[s])
		if v := o.Detail.Verdict; v != nil {
			if parlour.Seat(s) != m.Turn().Seat {
				t := v.Turned()
				v = &t
			}
			text = v.String()
		}
		w.Values = append(w.Values, text)
	}
	return w
}

// lost returns what a move gives away against the best one, in the unit and in words.
func lost(u *theory.Unit, seat parlour.Seat, best, played *bot.Opinion) (float64, string) {
	v := max(0, u.Less(best.Shares[seat], played.Shares[seat]))
	was, is := best.Detail.Verdict, played.Detail.Verdict
	switch {
	case was != nil && is != nil && was.Result == is.Result:
		return 0, ""
	case was != nil && was.Result == theory.Wins:
		return v, "the win"
	case is != nil && is.Result == theory.Loses && was != nil:
		return v, "the draw"
	}
	return v, u.Loss(v)
}

// choices turns opinions into choices, best first.
func (a *Analyst) choices(m parlour.Match, list []bot.Opinion) []Choice {
	seat, u := m.Turn().Seat, a.Moves.Unit(m)
	slices.SortStableFunc(list, func(x, y bot.Opinion) int {
		return cmp.Or(cmp.Compare(y.Shares[seat], x.Shares[seat]), rank(&y)-rank(&x))
	})
	out := make([]Choice, len(list))
	for i := range list {
		out[i] = choice(u, m, &list[0], &list[i])
	}
	return out
}

// choice judges a move by the best one.
func choice(u *theory.Unit, m parlour.Match, best, o *bot.Opinion) Choice {
	seat := m.Turn().Seat
	c := Choice{
		Move: o.Move, Text: m.Text(o.Move), Shares: slices.Clone(o.Shares[:len(m.Info().Seats)]),
		Mark: u.Mark(best.Shares[seat] - o.Shares[seat]), Worth: worth(u, m, o),
	}
	c.Error, c.ErrorText = lost(u, seat, best, o)
	return c
}

// rank orders moves that are proved to be equally good: a quick win is best.
func rank(o *bot.Opinion) int {
	if o.Detail.Verdict == nil {
		return 0
	}
	return o.Detail.Verdict.Rank()
}

// Record analyses every throw and move of a record. An error comes from the record,
// an adviser or ctx, and there is no report then.
func (a *Analyst) Record(ctx context.Context, rec *record.Record) (*Report, error) {
	var list []step
	m, err := record.Follow(a.Open, rec, func(e *record.Entry, m parlour.Match, mv parlour.Move) error {
		list = append(list, step{len(list), e.Line, m, mv})
		return ctx.Err()
	}, nil)
	if err != nil {
		return nil, err
	}
	start, err := a.Open(rec.Start())
	if err != nil {
		return nil, err
	}
	r := &Report{}
	if r.Events, err = a.events(ctx, list); err != nil {
		return nil, err
	}
	return r, a.sum(ctx, r, start, m)
}

// A step is a throw or a move of a record, before it is made.
type step struct {
	at   int // among all steps
	line int
	m    parlour.Match
	mv   parlour.Move
}

// parts cuts steps into what one worker does at a time: the steps up to a throw, and
// no more than four. An adviser answers a question sooner if it has just answered the
// one before, such as whether to double after a play.
func parts(list []step) (all [][]step) {
	const most = 4
	from := 0
	for i := range list {
		if i+1-from == most || i+1 == len(list) || list[i].m.Turn().Dice != 0 {
			all = append(all, list[from:i+1])
			from = i + 1
		}
	}
	return all
}

// events analyses the steps of a record, together with the helpers.
func (a *Analyst) events(ctx context.Context, list []step) ([]Event, error) {
	events, todo := make([]Event, len(list)), parts(list)
	analysts := make(chan *Analyst, 1+len(a.Helpers)) // one for each worker
	for _, one := range append([]*Analyst{a}, a.Helpers...) {
		analysts <- one
	}
	var mu sync.Mutex // guards done
	done := 0
	err := parallel.Do(a.together(ctx, len(list)), cap(analysts), len(todo), func(ctx context.Context, numbers iter.Seq[int]) error {
		own := <-analysts
		for i := range numbers {
			for _, s := range todo[i] {
				ev, err := own.event(ctx, s.m, s.mv)
				if err = cmp.Or(err, ctx.Err()); err != nil {
					return err
				}
				ev.Line = s.line
				events[s.at] = ev
				if a.Progress != nil {
					mu.Lock()
					done++
					a.Progress(done)
					mu.Unlock()
				}
			}
		}
		return nil
	})
	return events, err
}

// event analyses a throw or a move before it is made.
func (a *Analyst) event(ctx context.Context, m parlour.Match, mv parlour.Move) (Event, error) {
	turn, info := m.Turn(), m.Info()
	ev := Event{Seat: record.SeatText(&info, turn), Text: m.Text(mv)}
	if turn.Dice != 0 {
		ev.Kind = Throw
		return ev, a.throw(ctx, m, mv, &ev)
	}
	ev.Kind = Move
	list, err := a.moves(ctx, m)
	if err != nil {
		return ev, err
	}
	choices := a.choices(m, list)
	best := &choices[0]
	played := best
	if i := slices.IndexFunc(choices, func(c Choice) bool { return c.Move == mv }); i >= 0 {
		played = &choices[i]
	} else { // legal but not listed, such as a part of a turn
		o, err := a.after(ctx, m, mv)
		if err != nil {
			return ev, err
		}
		c := choice(a.Moves.Unit(m), m, &list[0], &o)
		played = &c
	}
	ev.Before, ev.After, ev.Worth = best.Shares, played.Shares, played.Worth
	if len(list) > 1 {
		ev.Best, ev.Error, ev.Mark, ev.Choices = best.Text, played.Error, played.Mark, choices
		ev.Change = a.Moves.Unit(m).Named(played.ErrorText)
		ev.Moved = moved(m, best.Shares, played.Shares)
	}
	return ev, nil
}

// throw analyses a throw before it is made.
func (a *Analyst) throw(ctx context.Context, m parlour.Match, mv parlour.Move, ev *Event) error {
	info, u := m.Info(), a.Throws.Unit(m)
	mean, fell, err := a.throws(ctx, m, mv)
	if err != nil {
		return err
	}
	n := len(info.Seats)
	ev.Before, ev.After, ev.Worth = slices.Clone(mean[:n]), slices.Clone(fell.Shares[:n]), worth(u, m.Next(mv), &fell)
	ev.Luck = make([]float64, n)
	for s := range ev.Luck {
		ev.Luck[s] = u.Less(fell.Shares[s], mean[s])
	}
	ev.Change = u.Named(u.Change(ev.Luck[max(0, info.SeatOf(ev.Seat))]))
	ev.Moved = moved(m, ev.Before, ev.After)
	return nil
}

// after returns what the sides can expect after a move.
func (a *Analyst) after(ctx context.Context, m parlour.Match, mv parlour.Move) (bot.Opinion, error) {
	next := m.Clone()
	if err := next.Play(mv); err != nil {
		return bot.Opinion{}, err
	}
	o, err := a.value(ctx, a.Moves, next)
	if v := o.Detail.Verdict; v != nil && next.Turn().Seat != m.Turn().Seat {
		t := v.Turned()
		o.Detail.Verdict = &t
	}
	o.Move = mv
	return o, err
}

// throws returns what the sides can expect on average over all throws, and what
// they can expect after the actual one.
func (a *Analyst) throws(ctx context.Context, m parlour.Match, fell parlour.Move) (mean bot.Shares, after bot.Opinion, err error) {
	d := m.Turn().Dice
	if d.Ballots() > 0 { // a deck of openings, which is not luck
		next := m.Clone()
		if err := next.Play(fell); err != nil {
			return mean, after, err
		}
		after, err = a.value(ctx, a.Throws, next)
		return after.Shares, after, err
	}
	whole := float64(d.Weight())
	for t, weight := range d.All() {
		next := m.Clone()
		if err := next.Play(t); err != nil {
			return mean, after, err
		}
		v, err := a.value(ctx, a.Throws, next)
		if err != nil {
			return mean, after, err
		}
		for s := range mean {
			mean[s] += v.Shares[s] * float64(weight) / whole
		}
		if t == fell {
			after = v
		}
	}
	return mean, after, nil
}

// moved returns how much of the result passed from some sides to others.
func moved(m parlour.Match, from, to []float64) (sum float64) {
	for s := range parlour.Seat(len(m.Info().Seats)) {
		if m.Role(s).Side == s { // each side once
			sum += max(0, to[s]-from[s])
		}
	}
	return sum
}

// sum adds up the events of a game from start to m.
func (a *Analyst) sum(ctx context.Context, r *Report, start, m parlour.Match) error {
	info := m.Info()
	u := a.Moves.Unit(m)
	r.Game, r.Unit = info.ID, u.Labels
	if len(r.Events) > 0 {
		for _, share := range r.Events[0].Before {
			r.Begins = append(r.Begins, u.Text(share))
		}
	}
	last, err := a.value(ctx, a.Throws, m)
	if err != nil {
		return err
	}
	where := map[parlour.Seat]int{} // index in r.Sides, by side
	by := make([]int, len(info.Seats))
	for s := range info.Seats {
		r.Letters = append(r.Letters, info.Seats[s].Letter)
		side := m.Role(parlour.Seat(s)).Side
		if began := start.Role(parlour.Seat(s)); !began.InPlay || began.Owner == parlour.Nobody {
			continue
		}
		i, known := where[side]
		if !known {
			i = len(r.Sides)
			where[side] = i
			r.Sides = append(r.Sides, Side{Share: last.Shares[s]})
		}
		r.Sides[i].Seats += info.Seats[s].Letter
		by[s] = i
	}
	var ups Ups
	for i := range r.Events {
		ev := &r.Events[i]
		ups.add(ev)
		if ev.Kind == Throw {
			for side, i := range where {
				r.Sides[i].Luck += ev.Luck[side]
			}
			if s := info.SeatOf(ev.Seat); s >= 0 {
				r.Sides[by[s]].Own += ev.Luck[s]
			}
			continue
		}
		if s := info.SeatOf(ev.Seat); s >= 0 && ev.Choices != nil {
			r.Sides[by[s]].Choices++
			r.Sides[by[s]].Errors += ev.Error
		}
	}
	for i := range r.Sides {
		s := &r.Sides[i]
		s.Mean = s.Errors / float64(max(1, s.Choices))
		s.ErrorsText, s.MeanText, s.LuckText, s.OwnText = u.Amount(s.Errors), u.Amount(s.Mean), u.Change(s.Luck), u.Change(s.Own)
	}
	r.Luck = ups.Luck()
	r.Turning = turning(r.Events)
	return nil
}

// turning returns the three events that changed the shares most.
func turning(events []Event) []int {
	list := make([]int, 0, len(events))
	for i := range events {
		if events[i].Moved > 0 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(x, y int) int { return cmp.Compare(events[y].Moved, events[x].Moved) })
	list = list[:min(3, len(list))]
	slices.Sort(list)
	return list
}
