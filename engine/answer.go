package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/record"
	"parlour/rulebook"
)

// The answers, one type for each request.
type (
	// A failure says why a request cannot be answered.
	failure struct {
		Code    string       `json:"error"`
		Why     string       `json:"why"`               // words
		Clauses []string     `json:"clauses"`           // rules that forbid it
		Instead []string     `json:"instead,omitempty"` // what would be legal
		Faults  []string     `json:"faults,omitempty"`  // all faults of a position or a setup
		Args    parlour.Args `json:"args,omitempty"`    // named arguments of the code
	}

	gamesAnswer struct {
		Games []gameAnswer `json:"games"`
	}
	gameAnswer struct {
		ID      string         `json:"id"`
		Title   string         `json:"title"`
		Maker   string         `json:"maker"`
		Year    string         `json:"year"`
		Players []int          `json:"players"`
		Seats   []seatAnswer   `json:"seats"`
		Modes   []string       `json:"modes"`
		Presets []string       `json:"presets"`
		Bots    []string       `json:"bots"`
		Form    string         `json:"form"`
		Options []optionAnswer `json:"options"`
	}
	seatAnswer struct {
		Letter string `json:"letter"`
		Name   string `json:"name"`
	}
	optionAnswer struct {
		Key     string        `json:"key"`
		Default string        `json:"default"`
		Values  []valueAnswer `json:"values"`
		Min     *int          `json:"min,omitempty"`
		Max     *int          `json:"max,omitempty"`
		Needs   string        `json:"needs,omitempty"`
	}
	valueAnswer struct {
		Name  string `json:"name"`
		Means string `json:"means"`
	}

	positionAnswer struct {
		Position string `json:"position"`
	}
	// A State says how a position stands, the answer to "position".
	State struct {
		Position string        `json:"position"`
		Turn     string        `json:"turn"`
		Needs    parlour.Need  `json:"needs"`
		Dice     *string       `json:"dice"`
		Moves    []string      `json:"moves"`
		Result   *resultAnswer `json:"result"`
	}
	resultAnswer struct {
		Over   bool               `json:"over"`
		Reason string             `json:"reason"`
		Places map[string]int8    `json:"places"`
		Shares map[string]float64 `json:"shares"`
		Stake  int                `json:"stake"`
		Text   string             `json:"text"`
	}
	playAnswer struct {
		Position string  `json:"position"`
		Throw    string  `json:"throw,omitempty"`
		Move     string  `json:"move,omitempty"`
		Events   []event `json:"events"`
	}
	event struct {
		parlour.Effect
		Text string `json:"text"`
	}
	nextAnswer struct {
		Throw string `json:"throw,omitempty"`
		Move  string `json:"move,omitempty"`
		*State
	}
	throwsAnswer struct {
		Throws []weighted `json:"throws"`
		Weight int        `json:"weight"` // the sum of all weights
	}
	weighted struct {
		Throw  string `json:"throw"`
		Weight int    `json:"weight"`
	}
	whoAnswer struct {
		Who []whoSeat `json:"who"`
	}
	whoSeat struct {
		Letter string `json:"letter"`
		Owner  string `json:"owner"`
		Side   string `json:"side"`
	}
	// A Why says whether a move is legal and why not, the answer to "why".
	Why struct {
		Legal   bool         `json:"legal"`
		Move    string       `json:"move,omitempty"`
		Code    string       `json:"code,omitempty"`
		Why     string       `json:"why,omitempty"`
		Clauses []string     `json:"clauses"`
		Instead []string     `json:"instead,omitempty"`
		Args    parlour.Args `json:"args,omitempty"`
	}
	stepsAnswer struct {
		Steps []parlour.Step `json:"steps"`
		End   *string        `json:"end"`
	}
	moveAnswer struct {
		Move string `json:"move"`
	}
)

func (f *failure) Error() string { return f.Why }

// failed returns a failure with an empty list of clauses, which is easier to read
// than null.
func failed(code, format string, args ...any) *failure {
	return &failure{Code: code, Why: fmt.Sprintf(format, args...), Clauses: []string{}}
}

// lang is what programs are told in.
var lang = phrase.English

// said turns an error of a game into a failure.
func said(err error) *failure {
	var refusal *parlour.Refusal
	var position *parlour.PositionError
	var setup *parlour.SetupError
	var known *failure
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &refusal):
		f := failed(refusal.Code, "%s", lang.Say(refusal.Code, refusal.Args))
		f.Clauses = append(f.Clauses, refusal.Clauses...)
		f.Instead, f.Args = refusal.Instead, refusal.Args
		return f
	case errors.As(err, &position):
		f := failed("bad-position", "%s", err)
		for _, fault := range position.Faults {
			if f.Faults = append(f.Faults, fault.English()); fault.Clause != "" {
				f.Clauses = append(f.Clauses, fault.Clause)
			}
		}
		return f
	case errors.As(err, &setup):
		f := failed("bad-setup", "%s", err)
		for _, fault := range setup.Faults {
			f.Faults = append(f.Faults, fault.English())
		}
		return f
	case errors.Is(err, parlour.ErrNotOffered):
		return failed("not-offered", "%s", err)
	}
	return failed("failed", "%s", err)
}

// answer answers a request.
func (q *request) answer() (any, error) {
	switch {
	case q.Games != nil:
		return games(), nil
	case q.Batch != nil:
		return q.Batch.play()
	case q.New != nil:
		return q.set()
	}
	e, m, err := cabinet.Parse(*q.Position)
	if err != nil {
		return nil, said(err)
	}
	switch {
	case q.Throw != nil:
		return q.play(e, m, parlour.NeedThrow, *q.Throw)
	case q.Move != nil:
		return q.play(e, m, parlour.NeedMove, *q.Move)
	case q.Throws != nil:
		return throws(m)
	case q.Who != nil:
		return who(m), nil
	case q.Why != nil:
		return why(m, *q.Why), nil
	case q.Steps != nil:
		return steps(m, *q.Steps)
	case q.Code != nil:
		return code(e, m), nil
	case q.Actions != nil:
		return q.act(e, m)
	case q.Choose != nil:
		return q.choose(e, m)
	}
	return state(m), nil
}

func games() *gamesAnswer {
	a := &gamesAnswer{}
	for _, e := range cabinet.Games() {
		i := &e.Info
		g := gameAnswer{ID: i.ID, Title: i.Title, Maker: i.Maker, Year: i.Year, Players: i.Players,
			Modes: list(i.Modes), Presets: list(i.Presets), Bots: e.Bots, Form: i.Form, Options: []optionAnswer{}}
		for _, s := range i.Seats {
			g.Seats = append(g.Seats, seatAnswer{s.Letter, s.Name})
		}
		for j := range e.Book.Options {
			g.Options = append(g.Options, option(&e.Book.Options[j]))
		}
		a.Games = append(a.Games, g)
	}
	return a
}

func option(o *rulebook.Option) optionAnswer {
	a := optionAnswer{Key: o.Key, Default: o.Default, Needs: o.Needs, Values: []valueAnswer{}}
	for _, v := range o.Values {
		a.Values = append(a.Values, valueAnswer{v.Name, v.Means})
	}
	if o.Max != 0 {
		a.Min, a.Max = &o.Min, &o.Max
	}
	return a
}

// list returns l, or an empty list for nil, which JSON writes as [].
func list(l []string) []string {
	if l == nil {
		return []string{}
	}
	return l
}

// set sets up a game.
func (q *request) set() (any, error) {
	e := cabinet.ByID(*q.New)
	if e == nil {
		return nil, failed("no-such-game", "there is no game %q; the games are %s", short(*q.New), strings.Join(cabinet.IDs(), ", "))
	}
	s := parlour.Setup{
		Mode: or(q.Mode), Players: or(q.Players), Colours: or(q.Colours), Seats: or(q.Seats),
		First: or(q.First), Preset: or(q.Preset),
	}
	for k, v := range q.Options {
		if s.Options == nil {
			s.Options = map[string]string{}
		}
		s.Options[k] = string(v)
	}
	m, err := e.Game.New(s)
	if err != nil {
		return nil, said(err)
	}
	return &positionAnswer{m.String()}, nil
}

// or returns what p points to, or the zero value.
func or[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// short cuts an input to quote it in a message.
func short(s string) string {
	const most = 60
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

// state says what a position is waiting for.
func state(m parlour.Match) *State {
	info, turn := m.Info(), m.Turn()
	a := &State{Position: m.String(), Turn: info.Letter(turn.Seat), Needs: turn.Needs(), Moves: []string{}}
	if turn.Dice != 0 {
		d := turn.Dice.String()
		a.Dice = &d
	}
	for _, mv := range m.Moves() {
		a.Moves = append(a.Moves, m.Text(mv))
	}
	if res := m.Result(); res.Over {
		r := &resultAnswer{Over: true, Reason: res.Reason, Stake: res.Stake, Text: record.ResultText(m, &res),
			Places: map[string]int8{}, Shares: map[string]float64{}}
		for s := range info.Seats {
			if res.Place[s] != 0 {
				r.Places[info.Seats[s].Letter] = res.Place[s]
				r.Shares[info.Seats[s].Letter] = res.Share[s]
			}
		}
		a.Result = r
	}
	return a
}

// due returns a failure if the position is not waiting for what is wanted.
func due(m parlour.Match, want parlour.Need) *failure {
	turn, info := m.Turn(), m.Info()
	needs := turn.Needs()
	seat := ""
	if turn.Seat != parlour.Nobody {
		seat = lang.Word(info.Seats[turn.Seat].Name)
	}
	switch {
	case needs == want:
		return nil
	case needs == parlour.NeedOver:
		return said(&parlour.Refusal{Code: "over"})
	case needs == parlour.NeedThrow:
		return failed("throw-due", "%s has to throw first: %s", seat, turn.Dice.Form())
	}
	f := failed("move-due", "no throw is due: %s has to move", seat)
	f.Instead = state(m).Moves
	return f
}

// dueFor is due with what the rules say about a text that asks for a move while
// a throw is due.
func dueFor(m parlour.Match, want parlour.Need, text string) *failure {
	if m.Turn().Needs() == parlour.NeedThrow && want == parlour.NeedMove {
		var r *parlour.Refusal
		if _, err := m.Parse(text); errors.As(err, &r) && r.Code != "bad-throw" {
			return said(r)
		}
	}
	return due(m, want)
}

// play makes a throw or a move.
func (q *request) play(e *cabinet.Entry, m parlour.Match, want parlour.Need, text string) (any, error) {
	if f := dueFor(m, want, text); f != nil {
		return nil, f
	}
	mv, err := m.Parse(text)
	if err != nil {
		return nil, said(err)
	}
	a := playAnswer{Events: []event{}}
	if want == parlour.NeedThrow {
		a.Throw = m.Text(mv)
	} else {
		a.Move = m.Text(mv)
	}
	brief := or(q.Next)
	if !brief {
		for _, ef := range m.Effects(mv) {
			a.Events = append(a.Events, event{ef, e.Say(lang, ef)})
		}
	}
	if err := m.Play(mv); err != nil {
		return nil, said(err)
	}
	if brief {
		return &nextAnswer{a.Throw, a.Move, state(m)}, nil
	}
	a.Position = m.String()
	return &a, nil
}

// throws lists what may be thrown, with weights.
func throws(m parlour.Match) (any, error) {
	if f := due(m, parlour.NeedThrow); f != nil {
		return nil, f
	}
	dice := m.Turn().Dice
	a := &throwsAnswer{Weight: dice.Weight()}
	for t, w := range dice.All() {
		a.Throws = append(a.Throws, weighted{m.Text(t), w})
	}
	return a, nil
}

// who lists the seats that take part.
func who(m parlour.Match) *whoAnswer {
	info := m.Info()
	a := &whoAnswer{Who: []whoSeat{}}
	for s := range info.Seats {
		if r := m.Role(parlour.Seat(s)); r.InPlay {
			a.Who = append(a.Who, whoSeat{info.Seats[s].Letter, info.Letter(r.Owner), info.Letter(r.Side)})
		}
	}
	return a
}

func why(m parlour.Match, text string) *Why {
	f := dueFor(m, parlour.NeedMove, text)
	if f == nil {
		mv, err := m.Parse(text)
		if err == nil {
			return &Why{Legal: true, Move: m.Text(mv), Clauses: []string{}}
		}
		f = said(err)
	}
	return &Why{Code: f.Code, Why: f.Why, Clauses: f.Clauses, Instead: f.Instead, Args: f.Args}
}

func steps(m parlour.Match, taken []string) (any, error) {
	if f := due(m, parlour.NeedMove); f != nil {
		return nil, f
	}
	next, end, err := parlour.NextSteps(m, taken)
	if err != nil {
		return nil, said(err)
	}
	a := &stepsAnswer{Steps: next}
	if next == nil {
		a.Steps = []parlour.Step{}
	}
	if end != parlour.NoMove {
		text := m.Text(end)
		a.End = &text
	}
	return a, nil
}

// choose lets a program choose a move. Without a seed it is random each time.
func (q *request) choose(e *cabinet.Entry, m parlour.Match) (any, error) {
	if f := due(m, parlour.NeedMove); f != nil {
		return nil, f
	}
	seed := rand.Uint64()
	if q.Seed != nil {
		seed = *q.Seed
	}
	p, err := e.Player(*q.Choose, seed)
	if err != nil {
		return nil, failed("no-such-player", "%s", err)
	}
	ctx, cancel := q.limits()
	defer cancel()
	mv, err := p.Choose(ctx, m)
	if err != nil {
		return nil, said(err)
	}
	return &moveAnswer{m.Text(mv)}, nil
}

// limits are those of a choice. With a time, programs use all of it.
func (q *request) limits() (context.Context, context.CancelFunc) {
	ctx := bot.Within(context.Background(), bot.Bounds{Nodes: or(q.Nodes), Depth: or(q.Depth), Threads: or(q.Threads), Hash: or(q.Hash)})
	if q.MS == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(bot.WholeTime(ctx), time.Duration(*q.MS)*time.Millisecond)
}
