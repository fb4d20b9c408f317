package study

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"sync"
	"time"

	"parlour/cabinet"
	"parlour/internal/cache"
	"parlour/internal/line"
	"parlour/lab/analyse"
	"parlour/phrase"
	"parlour/record"
	"parlour/table"
	"parlour/web/wire"
)

// An Analysis is what the command parlour analyse finds in the record of a game.
type Analysis struct {
	Table string  `json:"table"`
	Seqs  []int64 `json:"seqs"` // by event of the report: the entry of the table's log; what was played elsewhere counts backwards from -1
	analyse.Report
}

// In puts an answer with an Analysis into a language.
func In(lang *phrase.Catalogue, answer *wire.Answer) (*wire.Answer, error) {
	if lang == phrase.English {
		return answer, nil
	}
	var a Analysis
	if err := json.Unmarshal(answer.Body, &a); err != nil {
		return nil, err
	}
	a.Report = *a.Report.In(lang)
	told, err := wire.NewAnswer(a)
	return &told, err
}

// Progress says how far the analysis of a game is.
type Progress struct {
	Done  int `json:"done"`  // throws and moves looked at
	All   int `json:"all"`   // of that many
	Ahead int `json:"ahead"` // games that come first
}

// The limits of analyses.
const (
	mostWaiting  = 32               // games that wait or are analysed
	mostOfOne    = 3                // of them of one address
	lookedAtOnce = 4                // games that take turns; each has advisers of some megabytes
	mostHands    = 4                // processors for one guest
	lookSlice    = time.Second      // how long a game is analysed before the next has its turn
	mostLooked   = 12_000           // throws and moves of a game
	patientFor   = 15 * time.Second // a guest who has not asked again for so long has gone
	keptAnalyses = 48 << 20         // bytes of finished analyses
	answerWithin = time.Second      // how long Ask waits for the end
	decimalsKept = 1e6
)

// Analyses analyse finished games, one at a time. Games that different addresses
// asked for take turns. Guests ask until the analysis is there.
type Analyses struct {
	line  line.Line                        // who is analysed now
	begun line.Line                        // who may begin; each has advisers of some megabytes
	done  cache.Cache[string, wire.Answer] // by table
	mu    sync.Mutex                       // taken before that of done
	of    map[string]*job                  // by table: waiting and under way
	ctx   context.Context
	now   func() time.Time
}

// A Game is a finished game.
type Game struct {
	Entry  *cabinet.Entry
	Record *record.Record
	Events []table.Event // the log of its table
	Seqs   []int64       // of a game without a table: the numbers of its throws and moves
}

// A job is the analysis of one game.
type job struct {
	table   string
	address string // of the guest who asked first
	entry   *cabinet.Entry
	rec     *record.Record
	seqs    []int64
	done    int          // throws and moves looked at
	asked   time.Time    // when somebody last asked for it
	place   *line.Ticket // where it waits to begin
	turn    *line.Ticket // then, where it waits for its turn; nil before
	ready   chan struct{}
	cancel  context.CancelFunc

	// The fields below are set before ready is closed.

	answer wire.Answer
	err    error
}

// NewAnalyses returns Analyses that work until ctx ends.
func NewAnalyses(ctx context.Context) *Analyses {
	return &Analyses{
		of: map[string]*job{}, ctx: ctx, now: time.Now,
		done:  cache.Cache[string, wire.Answer]{Most: keptAnalyses, Size: func(a wire.Answer) int { return len(a.Body) }},
		begun: line.Line{Places: lookedAtOnce, Hold: 1, Limits: line.Limits{All: mostWaiting, Each: mostOfOne}},
		line:  line.Line{Places: 1, Slice: lookSlice},
	}
}

var (
	analysesCrowd = &Busy{"busy.own-analyses", true, 10 * time.Second}
	analysesFull  = &Busy{"busy.analyses", false, 30 * time.Second}
)

// Ask returns the analysis of a table's game, or nil and how far it is. The
// first who asks loads the game.
func (a *Analyses) Ask(ctx context.Context, id, address string, load func() (Game, error)) (*wire.Answer, Progress, error) {
	if answer, ok := a.done.Get(id); ok {
		return &answer, Progress{}, nil
	}
	j := a.find(id)
	if j == nil {
		g, err := load()
		if err != nil {
			return nil, Progress{}, err
		}
		if g.Seqs == nil {
			g.Seqs = played(g.Events)
		}
		if j, err = a.enter(&job{table: id, address: address, entry: g.Entry, rec: g.Record, seqs: g.Seqs}); err != nil {
			return nil, Progress{}, err
		}
	}
	select {
	case <-j.ready:
	case <-time.After(answerWithin):
	case <-ctx.Done():
		return nil, Progress{}, ctx.Err()
	}
	p, ended := a.state(j)
	switch {
	case !ended:
		return nil, p, nil
	case j.err != nil:
		return nil, p, j.err
	}
	return &j.answer, p, nil
}

// find returns the job of a table, if there is one, and notes that a guest asks
// for it.
func (a *Analyses) find(id string) *job {
	a.mu.Lock()
	defer a.mu.Unlock()
	j := a.of[id]
	if j != nil {
		j.asked = a.now()
	}
	return j
}

// enter puts an analysis into the queue, or finds it there.
func (a *Analyses) enter(j *job) (*job, error) {
	if other := a.find(j.table); other != nil {
		return other, nil
	}
	if len(j.seqs) > mostLooked {
		return nil, &Refusal{Code: "study.long-analysis"}
	}
	t, err := a.begun.Join(Guest{Address: j.address})
	if err != nil {
		return nil, busy(err, analysesCrowd, analysesCrowd, analysesFull)
	}
	j.place, j.asked, j.ready = t, a.now(), make(chan struct{})
	a.mu.Lock()
	other := a.of[j.table]
	if other == nil {
		a.of[j.table] = j
	}
	a.mu.Unlock()
	if other != nil { // somebody was faster
		t.Leave()
		return other, nil
	}
	go a.work(j)
	return j, nil
}

// Forget drops the analysis of a deleted table.
func (a *Analyses) Forget(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if j := a.of[id]; j != nil {
		delete(a.of, id)
		if j.cancel != nil {
			j.cancel()
		}
	}
	a.done.Delete(id)
}

// Len returns how many games wait or are analysed.
func (a *Analyses) Len() int { return a.begun.Len() }

// work waits for the turn of a job and does it, if a guest still wants it.
func (a *Analyses) work(j *job) {
	defer j.place.Leave()
	for {
		wait, cancel := context.WithTimeout(a.ctx, patientFor)
		err := j.place.Wait(wait)
		cancel()
		if full := errors.Is(err, line.ErrFull); full || !a.stillWanted(j) {
			a.mu.Lock()
			defer a.mu.Unlock()
			if j.err = errLeft; full {
				j.err = analysesFull
			}
			if a.of[j.table] == j {
				delete(a.of, j.table)
			}
			close(j.ready)
			return
		}
		if err == nil {
			a.do(j)
			return
		}
	}
}

// stillWanted reports whether a guest still wants a job, and drops it if not.
func (a *Analyses) stillWanted(j *job) bool {
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

// left reports whether all guests who asked for a job have gone.
func (a *Analyses) left(j *job) bool { return a.now().Sub(j.asked) > patientFor }

var errLeft = &Busy{"busy.stopped", false, time.Second}

// do analyses a game and keeps the result.
func (a *Analyses) do(j *job) {
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	turn, err := a.line.Join(Guest{Address: j.address})
	if err == nil {
		defer turn.Leave()
	}
	a.mu.Lock()
	j.cancel, j.turn = cancel, turn
	a.mu.Unlock()
	if err == nil {
		err = turn.Wait(ctx)
	}
	var answer wire.Answer
	var report *analyse.Report
	if err == nil {
		report, err = look(ctx, j, func(done int) {
			a.mu.Lock()
			if j.done = done; a.left(j) {
				cancel()
			}
			a.mu.Unlock()
			if turn.Yield() {
				turn.Wait(ctx) // if ctx ends, the analyst stops
			}
		})
	}
	if err == nil {
		answer, err = wire.NewAnswer(Analysis{j.table, j.seqs, *report})
	}
	var told *Refusal
	switch {
	case ctx.Err() != nil:
		err = errLeft
	case err != nil && !errors.As(err, &told):
		err = &Refusal{Code: "study.cannot-analyse", Err: err}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	j.answer, j.err, j.cancel = answer, err, nil
	j.rec, j.entry, j.seqs = nil, nil, nil
	switch {
	case a.of[j.table] != j: // the table was deleted meanwhile
	default:
		if delete(a.of, j.table); err == nil {
			a.done.Put(j.table, line.Block(j.address), answer)
		}
	}
	close(j.ready)
}

// look analyses a game. A panic ends this analysis only.
func look(ctx context.Context, j *job, done func(int)) (r *analyse.Report, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("an adviser panicked")
		}
	}()
	a := j.entry.Analysts(min(mostHands, (runtime.GOMAXPROCS(0)+1)/2))
	if a == nil {
		return nil, errNoOpinion
	}
	a.Progress = done
	if r, err = a.Record(ctx, j.rec); err != nil {
		return nil, err
	}
	round(r)
	return r, nil
}

// round drops decimals that mean nothing.
func round(r *analyse.Report) {
	short := func(lists ...[]float64) {
		for _, l := range lists {
			for i := range l {
				l[i] = rounded(l[i])
			}
		}
	}
	for i := range r.Events {
		e := &r.Events[i]
		short(e.Before, e.After, e.Luck)
		short(e.Parts...)
		for k := range e.Choices {
			c := &e.Choices[k]
			short(c.Shares)
			short(c.Parts...)
			c.Error = rounded(c.Error)
		}
		e.Error, e.Moved = rounded(e.Error), rounded(e.Moved)
	}
}

// state returns how far a job is, or that it has ended.
func (a *Analyses) state(j *job) (p Progress, ended bool) {
	select {
	case <-j.ready:
		return p, true
	default:
	}
	a.mu.Lock()
	j.asked = a.now()
	p = Progress{Done: j.done, All: len(j.seqs)}
	waits := cmp.Or(j.turn, j.place)
	a.mu.Unlock()
	if p.Done == 0 {
		p.Ahead = waits.Ahead()
	}
	return p, false
}

// played returns the numbers of the events that are throws and moves of the game,
// without what was taken back. What was played elsewhere counts backwards from -1.
func played(events []table.Event) (seqs []int64) {
	if b := table.BeforeOf(events); b != nil {
		for _, play := range b.Plays {
			if !table.Retires(play) {
				seqs = append(seqs, 0)
			}
		}
		for i := range seqs {
			seqs[i] = int64(i - len(seqs))
		}
	}
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
