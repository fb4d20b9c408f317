package engine

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/engine/encode"
)

type (
	codeAnswer struct {
		Actions     []string          `json:"actions"`
		Observation observationAnswer `json:"observation"`
	}
	observationAnswer struct {
		Size  int           `json:"size"`
		Parts []encode.Part `json:"parts"`
	}
	actAnswer struct {
		Move    string `json:"move,omitempty"` // if the actions complete a turn
		Actions []int  `json:"actions"`        // those of the turn that goes on
		Legal   []int  `json:"legal"`
		*State
		Observation []byte `json:"observation,omitempty"`
	}

	// A batch is many games of one set-up, each with the actions since its position.
	batch struct {
		Start     string   `json:"start"`     // the position that every game begins with
		Games     int      `json:"games"`     // how many games to begin
		Positions []string `json:"positions"` // the games, if they have begun
		Taken     [][]int  `json:"taken"`     // actions of the turn so far, by game
		Actions   []int    `json:"actions"`   // what to do now, by game
		Seed      uint64   `json:"seed"`      // of the throws until somebody has to choose
	}
	batchAnswer struct {
		Positions    []string    `json:"positions"`
		Taken        [][]int     `json:"taken"`
		Turns        string      `json:"turns"`        // the letter of the seat to act, by game
		Legal        []byte      `json:"legal"`        // 1 for each legal action, by game
		Observations []byte      `json:"observations"` // of the seat to act, by game
		Over         []batchOver `json:"over"`         // games that ended and began again
	}
	batchOver struct {
		Game     int           `json:"game"`
		Position string        `json:"position"`
		Result   *resultAnswer `json:"result"`
	}
)

// mostGames is the largest number of games in a batch.
const mostGames = 1 << 14

// codes remembers the codes of rules by their start.
var codes struct {
	sync.Mutex
	of map[string]*encode.Code
}

// codeOf returns the code for the rules of a match.
func codeOf(e *cabinet.Entry, m parlour.Match) *encode.Code {
	start := parlour.StartOf(m)
	if start == nil {
		start = m
	}
	key := start.String()
	codes.Lock()
	defer codes.Unlock()
	if c, ok := codes.of[key]; ok {
		return c
	}
	const most = 64
	if codes.of == nil || len(codes.of) >= most {
		codes.of = map[string]*encode.Code{}
	}
	c := encode.New(start, e.Board(start))
	codes.of[key] = c
	return c
}

// code describes the numbers of actions and observations.
func code(e *cabinet.Entry, m parlour.Match) *codeAnswer {
	c := codeOf(e, m)
	return &codeAnswer{c.Actions, observationAnswer{c.Size, c.Parts}}
}

// begun returns a turn after some of its actions.
func begun(c *encode.Code, m parlour.Match, taken []int) (*encode.Turn, error) {
	t, err := c.Begin(m)
	if err != nil {
		return nil, said(err)
	}
	for i, a := range taken {
		done, err := t.Act(a)
		switch {
		case err != nil:
			return nil, failed("bad-action", "%s", err)
		case done && i+1 < len(taken):
			return nil, failed("bad-action", "the turn is complete after %d of %d actions", i+1, len(taken))
		}
	}
	return t, nil
}

// act makes actions from the position.
func (q *request) act(e *cabinet.Entry, m parlour.Match) (any, error) {
	c, taken := codeOf(e, m), or(q.Actions)
	t, err := begun(c, m, taken)
	if err != nil {
		return nil, err
	}
	a := &actAnswer{Move: t.Move, Actions: []int{}, State: state(t.Match)}
	if t.Move == "" {
		a.Actions = append(a.Actions, taken...)
	} else if t, err = c.Begin(t.Match); err != nil {
		return nil, said(err)
	}
	a.Legal = t.AppendLegal([]int{})
	if q.Observe != nil {
		info, viewer := t.Match.Info(), max(t.Match.Turn().Seat, 0)
		if *q.Observe != "turn" {
			viewer = info.SeatOf(*q.Observe)
		}
		if viewer == parlour.Nobody {
			return nil, failed("bad-request", `"observe" has to be "turn" or the letter of a seat`)
		}
		a.Observation = c.AppendObservation(nil, t, viewer)
	}
	return a, nil
}

// play makes the next action of every game, and begins those again that end.
func (b *batch) play() (any, error) {
	e, start, err := cabinet.Parse(b.Start)
	if err != nil {
		return nil, said(err)
	}
	c, n := codeOf(e, start), b.Games
	if b.Positions != nil {
		n = len(b.Positions)
	}
	switch {
	case n < 1 || n > mostGames:
		return nil, failed("bad-request", "a batch has 1 to %d games, not %d", mostGames, n)
	case b.Positions != nil && (b.Games != 0 || len(b.Taken) != n || len(b.Actions) != n):
		return nil, failed("bad-request", `a batch has "taken" and "actions" for each of its "positions", or only "games" to begin`)
	case b.Positions == nil && len(b.Taken)+len(b.Actions) > 0:
		return nil, failed("bad-request", `"taken" and "actions" belong to "positions"`)
	}
	turns := make([]*encode.Turn, n)
	a := &batchAnswer{Positions: make([]string, n), Taken: make([][]int, n), Legal: make([]byte, n*len(c.Actions)), Observations: make([]byte, n*c.Size), Over: []batchOver{}}
	letters := make([]string, n)
	ends := make([]*batchOver, n)
	bad := make([]error, n)
	each(n, func(i int) {
		if turns[i], a.Taken[i], ends[i], bad[i] = b.one(e, c, start, i); bad[i] != nil {
			return
		}
		t := turns[i]
		m := t.Match
		info, seat := m.Info(), m.Turn().Seat
		a.Positions[i], letters[i] = m.String(), info.Letter(seat)
		for _, action := range t.Legal() {
			a.Legal[i*len(c.Actions)+action] = 1
		}
		c.AppendObservation(a.Observations[i*c.Size:i*c.Size:(i+1)*c.Size], t, seat)
	})
	for i := range n {
		if bad[i] != nil {
			f := said(bad[i])
			f.Why = fmt.Sprintf("game %d: %s", i, f.Why)
			return nil, f
		}
		if ends[i] != nil {
			a.Over = append(a.Over, *ends[i])
		}
	}
	a.Turns = strings.Join(letters, "")
	return a, nil
}

// one makes the next action of one game. It returns the turn after it, in which
// somebody has to choose, with its actions so far, and how the game ended before.
func (b *batch) one(e *cabinet.Entry, c *encode.Code, start parlour.Match, i int) (t *encode.Turn, taken []int, over *batchOver, err error) {
	m := start
	if b.Positions != nil {
		if m, err = e.Game.Parse(b.Positions[i]); err != nil {
			return nil, nil, nil, err
		}
		taken = append(append(make([]int, 0, len(b.Taken[i])+1), b.Taken[i]...), b.Actions[i])
		if t, err = begun(c, m, taken); err != nil {
			return nil, nil, nil, err
		}
		if t.Move == "" {
			return t, taken, nil, nil
		}
		m = t.Match
	}
	rand := bot.NewRand(bot.Mix(b.Seed, uint64(i)))
	for {
		for m.Turn().Needs() == parlour.NeedThrow {
			d := m.Turn().Dice
			m = m.Next(d.Nth(rand.Intn(d.Weight())))
		}
		if m.Turn().Needs() == parlour.NeedMove {
			break
		}
		if over != nil {
			return nil, nil, nil, failed("bad-position", "the game is over before anybody can choose")
		}
		over = &batchOver{i, m.String(), state(m).Result}
		m = start
	}
	t, err = c.Begin(m)
	return t, []int{}, over, err
}

// each calls f for every number below n, on all processors. It panics if f does.
func each(n int, f func(i int)) {
	var wg sync.WaitGroup
	var bug atomic.Value
	workers := min(n, runtime.GOMAXPROCS(0))
	for w := range workers {
		wg.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					bug.Store(fmt.Sprint(v))
				}
			}()
			for i := w; i < n; i += workers {
				f(i)
			}
		})
	}
	wg.Wait()
	if v := bug.Load(); v != nil {
		panic(v)
	}
}
