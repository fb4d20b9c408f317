package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/analyse"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/live"
)

// A hint is the answer of GET /api/tables/{table}/hint.
type hint struct {
	Seq     int64   `json:"seq"`            // the last event that changed the position
	Move    string  `json:"move,omitempty"` // the best move, "" where there is nothing to choose
	Words   string  `json:"words"`          // what it does, or why there is no hint
	Value   float64 `json:"value"`          // the share of the result that the player may expect after it
	Next    string  `json:"next,omitempty"` // the second best move
	Less    float64 `json:"less"`           // how much less it is worth
	Choices int     `json:"choices"`        // legal moves
}

// An opinion is the answer of GET /api/tables/{table}/opinion.
type opinion struct {
	Seq   int64   `json:"seq"`   // the last event that changed the position
	Move  string  `json:"move"`  // in canonical spelling
	Value float64 `json:"value"` // the share of the result that the player may expect after it
	Loss  float64 `json:"loss"`  // what it gives away against the best move
	Mark  string  `json:"mark"`  // fine, inaccurate or mistake
	Best  string  `json:"best"`  // the best move
	Words string  `json:"words"` // what that does
}

// How long advisers think about a position, and how long people wait for them
// while others ask.
const (
	adviceWithin = 1500 * time.Millisecond
	adviceQueue  = 3 * time.Second
	adviceLine   = 64 // positions that wait or are looked at
	adviceEach   = 16 // of them of one address
	adviceOwn    = 2  // of them of one token
	keptAdvice   = 512
)

// advisers have opinions on positions of running games, on one after the
// other, so that they take one processor at most. Addresses take turns.
type advisers struct {
	bench *bench
	of    map[string]*analyse.Analyst // by game; belongs to the one who is served
	mu    sync.Mutex
	kept  map[string][]analyse.Choice // by position
}

func newAdvisers() *advisers {
	wait := &Error{Code: Limited, Message: "Positions you asked about are being looked at; wait for them.", retry: 2}
	return &advisers{of: map[string]*analyse.Analyst{}, kept: map[string][]analyse.Choice{}, bench: &bench{
		most: adviceLine, each: adviceEach, own: adviceOwn, twice: wait, crowd: wait,
		full: &Error{Code: Busy, Message: "Many people ask for advice, try again later.", retry: 5},
	}}
}

// choices returns the legal moves of a position where a move is due, best
// first, for a token at an address.
func (a *advisers) choices(ctx context.Context, address, token string, e *cabinet.Entry, m parlour.Match) ([]analyse.Choice, error) {
	line := m.String()
	a.mu.Lock()
	list := a.kept[line]
	a.mu.Unlock()
	if list != nil {
		return list, nil
	}
	t, err := a.bench.sit(address, token)
	if err != nil {
		return nil, err
	}
	defer a.bench.leave(t)
	wait, cancel := context.WithTimeout(ctx, adviceQueue)
	defer cancel()
	if err := t.wait(wait); err != nil {
		return nil, err
	}
	one := a.of[e.Info.ID]
	if one == nil {
		if one = e.Analyst(); one == nil {
			return nil, fail(Refused, "Nobody has an opinion on this game.")
		}
		a.of[e.Info.ID] = one
	}
	think, stop := context.WithTimeout(ctx, adviceWithin)
	defer stop()
	if list, err = one.Position(think, m); err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.kept) >= keptAdvice {
		clear(a.kept)
	}
	a.kept[line] = list
	return list, nil
}

// advised finds the position on which the person of a request may ask for an
// opinion of the given kind.
func (s *Server) advised(r *http.Request, kind string) (*cabinet.Entry, parlour.Match, int64, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, nil, 0, err
	}
	token := tokenOf(r)
	if token == "" {
		return nil, nil, 0, errNoToken
	}
	m, seq, err := t.Advisable(r.Context(), token, kind)
	if err != nil {
		return nil, nil, 0, err
	}
	if !s.limits.advice.take(token) {
		return nil, nil, 0, limited(s.limits.advice)
	}
	if !s.limits.adviceFrom.take(addressKey(s.client(r))) {
		return nil, nil, 0, limited(s.limits.adviceFrom)
	}
	e := cabinet.ByID(m.Info().ID)
	if e == nil {
		return nil, nil, 0, table.ErrNewer
	}
	return e, m, seq, nil
}

// hint answers GET /api/tables/{table}/hint.
func (s *Server) hint(w http.ResponseWriter, r *http.Request) error {
	e, m, seq, err := s.advised(r, table.Hints)
	if err != nil {
		return err
	}
	h := hint{Seq: seq}
	switch {
	case e.NoLevels != "":
		h.Words = phrase.Sentence(e.NoLevels)
	case m.Turn().Needs() == parlour.NeedThrow:
		h.Words = "Throw: there is nothing to choose before the dice have fallen."
	case len(m.Moves()) == 1:
		h.Words, h.Choices = "There is only one move.", 1
	default:
		list, err := s.advisers.choices(r.Context(), addressKey(s.client(r)), tokenOf(r), e, m)
		if err != nil {
			return err
		}
		seat := m.Turn().Seat
		best, next := list[0], list[1]
		h.Move, h.Words, h.Value, h.Choices = best.Move, does(e, m, best.Move), best.Shares[seat], len(list)
		h.Next, h.Less = next.Move, next.Error
	}
	writeJSON(w, http.StatusOK, h)
	return nil
}

// opinion answers GET /api/tables/{table}/opinion: what a move would give
// away, for a tutor who warns before it is made.
func (s *Server) opinion(w http.ResponseWriter, r *http.Request) error {
	e, m, seq, err := s.advised(r, table.Tutor)
	if err != nil {
		return err
	}
	mv, err := m.Parse(r.URL.Query().Get("move"))
	if err != nil {
		return err
	}
	if m.Turn().Needs() != parlour.NeedMove {
		return fail(Refused, "A throw is due.")
	}
	text := m.Text(mv)
	list, err := s.advisers.choices(r.Context(), addressKey(s.client(r)), tokenOf(r), e, m)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(c analyse.Choice) bool { return c.Move == text })
	if i < 0 {
		return fail(Refused, "Nobody has an opinion on this move.")
	}
	c := list[i]
	writeJSON(w, http.StatusOK, opinion{
		Seq: seq, Move: text, Value: c.Shares[m.Turn().Seat], Loss: c.Error, Mark: analyse.MarkOf(c.Error), Best: list[0].Move, Words: does(e, m, list[0].Move),
	})
	return nil
}

// does tells in words what a move does.
func does(e *cabinet.Entry, m parlour.Match, move string) string {
	mv, err := m.Parse(move)
	if err != nil {
		return move
	}
	return cmp.Or(live.Tell(e, m.Effects(mv)), move)
}
