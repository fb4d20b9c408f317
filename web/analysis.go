package web

import (
	"context"
	"errors"
	"math"
	"net/http"
	"sync"
	"time"

	"parlour/cabinet"
	"parlour/hall"
	"parlour/lab/analyse"
	"parlour/phrase"
	"parlour/record"
	"parlour/table"
	"parlour/web/wire"
)

// analysis is the answer of GET /api/tables/{table}/analysis: what parlour
// analyse finds in the record of the game.
type analysis struct {
	Table string  `json:"table"`
	Seqs  []int64 `json:"seqs"` // by event of the report: the entry of the table's log
	analyse.Report
}

// progress is its answer while the game is being looked at.
type progress struct {
	Done  int `json:"done"`  // throws and moves looked at
	All   int `json:"all"`   // of so many
	Ahead int `json:"ahead"` // games that come first
}

// What analyses may take of a server.
const (
	mostWaiting  = 32               // games that wait or are looked at
	mostOfOne    = 3                // of them of one address
	lookedAtOnce = 4                // games that take turns; each has advisers of some megabytes
	lookSlice    = time.Second      // that a game is looked at before the next has its turn
	mostLooked   = 12_000           // throws and moves of a game
	patientFor   = 15 * time.Second // who has not asked again for so long does not wait any more
	keptAnalyses = 48 << 20         // bytes of those that are done
	answerWithin = time.Second      // how long a request waits for the end
	decimalsKept = 1e6
)

// analyses look at finished games, one at a time, so that they take one
// processor at most; games that different addresses asked for take turns.
// Whoever wants one asks until it is there.
type analyses struct {
	bench *bench
	mu    sync.Mutex
	of    map[string]*job // by table: waiting, under way and done
	kept  int             // bytes of those that are done
	ctx   context.Context
	now   func() time.Time
}

// A job is the analysis of one game.
type job struct {
	table   string
	address string // who asked first
	entry   *cabinet.Entry
	rec     *record.Record
	seqs    []int64
	done    int       // throws and moves looked at
	asked   time.Time // when somebody last asked for it
	ticket  *ticket
	ready   chan struct{}
	cancel  context.CancelFunc

	// What follows is set before ready is closed.

	drawing
	err error
}

func newAnalyses(ctx context.Context) *analyses {
	return &analyses{of: map[string]*job{}, ctx: ctx, now: time.Now, bench: &bench{
		most: mostWaiting, each: mostOfOne, open: lookedAtOnce, slice: lookSlice,
		crowd: &Error{Code: Limited, Message: "Games you asked for are being looked at; wait for them.", retry: 10},
		full:  &Error{Code: Busy, Message: "Many games wait to be looked at, try again later.", retry: 30},
	}}
}

// find returns the analysis of a table, if somebody has asked for it, and
// notes that somebody does.
func (a *analyses) find(id string) *job {
	a.mu.Lock()
	defer a.mu.Unlock()
	j := a.of[id]
	if j != nil {
		j.asked = a.now()
	}
	return j
}

// enter puts an analysis into the queue, or finds it there.
func (a *analyses) enter(j *job) (*job, error) {
	if other := a.find(j.table); other != nil {
		return other, nil
	}
	if len(j.seqs) > mostLooked {
		return nil, fail(Refused, "This game is too long to be looked at here. Take its record, and let parlour analyse look at it.")
	}
	t, err := a.bench.sit(j.address, "")
	if err != nil {
		return nil, err
	}
	j.ticket, j.asked, j.ready = t, a.now(), make(chan struct{})
	a.mu.Lock()
	other := a.of[j.table]
	if other == nil {
		a.of[j.table] = j
	}
	a.mu.Unlock()
	if other != nil { // somebody was quicker
		a.bench.leave(t)
		return other, nil
	}
	go a.work(j)
	return j, nil
}

// forget lets the analysis of a table go.
func (a *analyses) forget(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if j := a.of[id]; j != nil {
		a.drop(j)
	}
}

// len returns how many games wait or are looked at.
func (a *analyses) len() int { return a.bench.len() }

// drop takes an analysis out of the books; one under way ends.
func (a *analyses) drop(j *job) {
	delete(a.of, j.table)
	a.kept -= len(j.body)
	if j.cancel != nil {
		j.cancel()
	}
}

// work waits for the turn of a job and does it, if somebody still waits for it.
func (a *analyses) work(j *job) {
	defer a.bench.leave(j.ticket)
	for {
		wait, cancel := context.WithTimeout(a.ctx, patientFor)
		err := j.ticket.wait(wait)
		cancel()
		if !a.wanted(j) {
			j.err = errLeft
			close(j.ready)
			return
		}
		if err == nil {
			a.do(j)
			return
		}
	}
}

// wanted reports whether somebody still waits for a job. If nobody does it is
// forgotten.
func (a *analyses) wanted(j *job) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	kept := a.of[j.table] == j
	if kept && a.ctx.Err() == nil && !a.left(j) {
		return true
	}
	if kept {
		delete(a.of, j.table)
	}
	return false
}

// left reports whether nobody waits for a job any more.
func (a *analyses) left(j *job) bool { return a.now().Sub(j.asked) > patientFor }

var errLeft = &Error{Code: Busy, Message: "The game is not being looked at any more, ask again.", retry: 1}

// do looks at a game and keeps what was found.
func (a *analyses) do(j *job) {
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	a.mu.Lock()
	j.cancel = cancel
	a.mu.Unlock()
	var d drawing
	report, err := look(ctx, j, func(done int) {
		a.mu.Lock()
		if j.done = done; a.left(j) {
			cancel()
		}
		a.mu.Unlock()
		if a.bench.yield(j.ticket) {
			j.ticket.wait(ctx) // the analyst looks at ctx next
		}
	})
	if err == nil {
		d.body, err = wire.Marshal(analysis{j.table, j.seqs, *report})
		d.tag = tagOf(d.body)
	}
	var told *Error
	switch {
	case ctx.Err() != nil:
		err = errLeft
	case err != nil && !errors.As(err, &told):
		err = fail(Refused, phrase.Sentence("this game cannot be looked at: "+phrase.English.Error(err)))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	j.drawing, j.err, j.cancel = d, err, nil
	j.rec, j.entry, j.seqs = nil, nil, nil
	switch {
	case a.of[j.table] != j: // the table was deleted meanwhile
	case err != nil:
		delete(a.of, j.table)
	default:
		a.kept += len(d.body)
		a.shrink(j)
	}
	close(j.ready)
}

// shrink drops those that were asked for longest ago until the rest may be
// kept. The last one is kept in any case.
func (a *analyses) shrink(last *job) {
	for a.kept > keptAnalyses {
		var oldest *job
		for _, j := range a.of {
			if j != last && len(j.body) > 0 && (oldest == nil || j.asked.Before(oldest.asked)) {
				oldest = j
			}
		}
		if oldest == nil {
			return
		}
		a.drop(oldest)
	}
}

// look analyses a game. A panic is an error of this game alone.
func look(ctx context.Context, j *job, done func(int)) (r *analyse.Report, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("an adviser panicked")
		}
	}()
	a := j.entry.Analyst()
	if a == nil {
		return nil, fail(Refused, "Nobody has an opinion on this game.")
	}
	a.Progress = done
	if r, err = a.Record(ctx, j.rec); err != nil {
		return nil, err
	}
	round(r)
	return r, nil
}

// round leaves out decimals that mean nothing.
func round(r *analyse.Report) {
	short := func(list ...[]float64) {
		for _, l := range list {
			for i := range l {
				l[i] = math.Round(l[i]*decimalsKept) / decimalsKept
			}
		}
	}
	for i := range r.Events {
		e := &r.Events[i]
		short(e.Before, e.After, e.Luck)
		for k := range e.Choices {
			c := &e.Choices[k]
			short(c.Shares)
			c.Error = math.Round(c.Error*decimalsKept) / decimalsKept
		}
		e.Error, e.Moved = math.Round(e.Error*decimalsKept)/decimalsKept, math.Round(e.Moved*decimalsKept)/decimalsKept
	}
}

// state tells how far a job is, or that it has ended.
func (a *analyses) state(j *job) (p progress, ended bool) {
	select {
	case <-j.ready:
		return p, true
	default:
	}
	a.mu.Lock()
	j.asked = a.now()
	p = progress{Done: j.done, All: len(j.seqs)}
	a.mu.Unlock()
	if p.Done == 0 {
		p.Ahead = a.bench.ahead(j.ticket)
	}
	return p, false
}

// analysis answers GET /api/tables/{table}/analysis. It is for finished games
// alone: of a running one nobody learns what the players do not know.
func (s *Server) analysis(w http.ResponseWriter, r *http.Request) error {
	t, err := s.open(r)
	if err != nil {
		return err
	}
	j := s.analyses.find(t.ID())
	if j == nil {
		if j, err = s.newJob(r, t); err != nil {
			return err
		}
	}
	wait := time.NewTimer(answerWithin)
	defer wait.Stop()
	select {
	case <-j.ready:
	case <-wait.C:
	case <-r.Context().Done():
		return r.Context().Err()
	}
	p, ended := s.analyses.state(j)
	switch {
	case !ended:
		writeJSON(w, http.StatusAccepted, p)
		return nil
	case j.err != nil:
		return j.err
	}
	return send(w, r, j.tag, jsonType, j.body)
}

// newJob puts a table's game into the queue, if it is over.
func (s *Server) newJob(r *http.Request, t *hall.Table) (*job, error) {
	v, err := t.Brief(r.Context())
	if err != nil {
		return nil, err
	}
	if v.Status != table.Over {
		return nil, fail(Refused, "The game is not over; it is looked at when it is.")
	}
	rec, events, err := s.recordOf(r.Context(), &v)
	if err != nil {
		return nil, err
	}
	return s.analyses.enter(&job{table: t.ID(), address: addressKey(s.client(r)), entry: cabinet.ByID(v.Game), rec: rec, seqs: played(events)})
}

// played returns the entries of a log that are throws and moves of the game as
// it was played in the end, without what was taken back.
func played(events []table.Event) (seqs []int64) {
	for i := range events {
		switch e := &events[i]; e.Kind {
		case table.Throw, table.Move:
			seqs = append(seqs, e.Seq)
		case table.GiveBack:
			seqs = seqs[:max(0, len(seqs)-e.Body.Plies)]
		}
	}
	return seqs
}
