package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/lab"
	"parlour/lab/sim"
	"parlour/phrase"
	"parlour/web/wire"
)

// The limits of the laboratory that no host changes.
const (
	labLine  = 32                     // experiments that wait or run
	labEach  = 8                      // of them of one address: a school plays behind one
	labSlice = time.Second            // that one is played before the next address has its turn
	labEvery = 400 * time.Millisecond // between two pieces of news
	labBatch = 60 * time.Millisecond  // of games between two looks at the clock
	labMoves = 50_000                 // moves after which a game is given up
)

// newLabBench returns where people wait for the laboratory.
func newLabBench() *bench {
	return &bench{
		most: labLine, each: labEach, own: 1, open: labLine, slice: labSlice,
		twice: &Error{Code: Limited, Message: "An experiment of yours is running already. Stop it, or wait for its end.", retry: 10},
		crowd: &Error{Code: Limited, Message: "Too many experiments from your address wait. Try again in a minute.", retry: 60},
		full:  &Error{Code: Busy, Message: "Too many people wait for the laboratory. Try again in a minute.", retry: 60},
	}
}

// slow are the players that think too long for a server with guests.
var slow = []string{"strong", "expert"}

// labTerms say what the laboratory plays of a game.
type labTerms struct {
	Bots    []string `json:"bots"`    // who may play
	Usual   []string `json:"usual"`   // who plays unless others are chosen
	Opening int      `json:"opening"` // random moves before the usual players begin
	Most    int      `json:"most"`    // games of an experiment; 0 where the server has no laboratory
	Seconds int      `json:"seconds"` // after which an experiment ends with what it has
}

func (s *Server) labTermsOf(e *cabinet.Entry) labTerms {
	bots := slices.DeleteFunc(slices.Clone(e.Bots), func(name string) bool { return slices.Contains(slow, name) })
	return labTerms{Bots: bots, Usual: e.Habit.Bots, Opening: e.Habit.Opening, Most: max(0, s.LabGames), Seconds: int(s.LabTime / time.Second)}
}

// labNews is what a stream of the laboratory says.
type labNews struct {
	Done    int         `json:"done"`
	Games   int         `json:"games"`
	Over    bool        `json:"over"`    // nothing comes after it
	Stopped bool        `json:"stopped"` // the time was up before all games were played
	Report  *sim.Report `json:"report"`
	Exact   *labExact   `json:"exact,omitempty"`
	Plots   labPlots    `json:"plots"`
	Command string      `json:"command"`       // repeats the experiment
	CSV     string      `json:"csv,omitempty"` // at the end
}

// labPlots are drawings.
type labPlots struct {
	Length string `json:"length"`
	Order  string `json:"order"`
	Seats  string `json:"seats"`
}

// labExact are numbers that were computed.
type labExact struct {
	Win   []float64 `json:"win"`
	Turns float64   `json:"turns"`
	SD    float64   `json:"sd"`
}

// experiment reads an experiment of a query.
func (s *Server) experiment(q url.Values) (*lab.Experiment, error) {
	e := cabinet.ByID(q.Get("game"))
	if e == nil {
		return nil, fail(NotFound, "There is no such game.")
	}
	terms := s.labTermsOf(e)
	x := &lab.Experiment{Game: e.Info.ID, Bots: terms.Usual, Opening: terms.Opening, Games: 1000, Seed: uint64(rand.Uint32()), MaxMoves: labMoves,
		Setup: parlour.Setup{Mode: q.Get("mode"), Seats: q.Get("seats"), Colours: q.Get("colours"), First: q.Get("first"), Preset: q.Get("preset")}}
	for _, f := range []struct {
		name string
		into *int
		most int
	}{{"players", &x.Setup.Players, parlour.MaxSeats}, {"games", &x.Games, terms.Most}, {"opening", &x.Opening, 100}} {
		if text := q.Get(f.name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n > f.most {
				return nil, fail(BadRequest, fmt.Sprintf("The parameter %s is a whole number up to %d.", f.name, f.most))
			}
			*f.into = n
		}
	}
	if text := q.Get("seed"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return nil, fail(BadRequest, "The parameter seed is a whole number from 0.")
		}
		x.Seed = n
	}
	if text := q.Get("bots"); text != "" {
		x.Bots = strings.Split(text, ",")
		if q.Get("opening") == "" && !slices.Equal(x.Bots, terms.Usual) {
			x.Opening = 0
		}
	}
	for _, name := range x.Bots {
		if slices.Contains(slow, name) {
			return nil, fail(Refused, fmt.Sprintf("The laboratory of a server plays with %s; %s players think too long. The command parlour lab has time for them.", strings.Join(terms.Bots, ", "), name))
		}
	}
	for key, values := range q {
		if name, ok := strings.CutPrefix(key, "o."); ok {
			if x.Setup.Options == nil {
				x.Setup.Options = map[string]string{}
			}
			x.Setup.Options[name] = values[0]
		}
	}
	if _, _, _, err := x.Open(); err != nil {
		var setup *parlour.SetupError
		if errors.As(err, &setup) {
			return nil, err
		}
		return nil, fail(Refused, phrase.Sentence(err.Error()))
	}
	return x, nil
}

// lab answers GET /api/lab with Server-Sent Events: the games of an experiment
// are played while somebody listens.
func (s *Server) lab(w http.ResponseWriter, r *http.Request) error {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" {
		return fail(Forbidden, "The request comes from another site.")
	}
	if s.LabGames < 0 {
		return fail(NotFound, "This server has no laboratory.")
	}
	q := r.URL.Query()
	x, err := s.experiment(q)
	if err != nil {
		return err
	}
	width, err := number(r, "width")
	if err != nil {
		return err
	}
	address := addressKey(s.client(r))
	t, err := s.bench.sit(address, cmp.Or(tokenOf(r), address))
	if err != nil {
		return err
	}
	defer s.bench.leave(t)
	if !s.streams.enter(address) {
		return &Error{Code: Limited, Message: "Too many streams from this address.", retry: 30}
	}
	defer s.streams.leave(address)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	go func() { // a server that shuts down does not wait for games
		select {
		case <-s.closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	begin(w, "text/event-stream")
	p := &press{w: w, rc: http.NewResponseController(w)}
	if err := s.await(ctx, p, t); err != nil {
		return nil // nobody listens any more
	}
	run := &labRun{experiment: x, width: float64(min(width, 2000)), left: s.LabTime, yield: func() error {
		if s.bench.yield(t) {
			return s.await(ctx, p, t)
		}
		return nil
	}}
	if err := run.play(ctx, p); err != nil && ctx.Err() == nil {
		s.Log.ErrorContext(ctx, "an experiment failed", "game", x.Game, "err", err)
	}
	return nil
}

// await waits for the turn of a ticket and tells how many are before it.
func (s *Server) await(ctx context.Context, p *press, t *ticket) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-t.turn:
			return nil
		default:
		}
		if err := p.send("waiting", map[string]int{"ahead": s.bench.ahead(t)}); err != nil {
			return err
		}
		select {
		case <-t.turn:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// A press writes events to one reader.
type press struct {
	w  http.ResponseWriter
	rc *http.ResponseController
}

func (p *press) send(kind string, v any) error {
	data, err := wire.Marshal(v)
	if err != nil {
		return err
	}
	if err := p.rc.SetWriteDeadline(time.Now().Add(writeTime)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := fmt.Fprintf(p.w, "event: %s\ndata: %s\n\n", kind, data); err != nil {
		return err
	}
	return p.rc.Flush()
}

// A labRun is an experiment under way. It plays on one processor, a few games
// at a time, and lets those of other addresses have their turns; where there is
// no other processor it rests as long as it played, so that tables are never
// kept waiting.
type labRun struct {
	experiment *lab.Experiment
	width      float64
	left       time.Duration // that it may still play
	yield      func() error  // lets others have their turn, if it is time, and waits for the next
	entry      *cabinet.Entry
	match      parlour.Match
	bots       []string
	sum        *sim.Stats
}

func (l *labRun) play(ctx context.Context, p *press) (err error) {
	x := l.experiment
	if l.entry, l.match, l.bots, err = x.Open(); err != nil {
		return err
	}
	l.sum = sim.NewStats()
	batch, told := 1, time.Time{}
	for l.sum.Games < x.Games && l.left > 0 {
		begun := time.Now()
		part, err := l.entry.Sim(ctx, l.match, sim.Config{Games: min(batch, x.Games-l.sum.Games), First: l.sum.Games, Seed: x.Seed, Workers: 1, MaxMoves: x.MaxMoves, Opening: x.Opening}, l.bots)
		if err != nil {
			return err
		}
		l.sum.Add(part)
		took := time.Since(begun)
		if took < labBatch/2 {
			batch *= 2
		} else if took > labBatch {
			batch = max(1, batch/2)
		}
		if runtime.GOMAXPROCS(0) == 1 {
			if err := pause(ctx, took); err != nil {
				return err
			}
		}
		l.left -= time.Since(begun)
		if time.Since(told) >= labEvery && l.sum.Games < x.Games {
			told = time.Now()
			if err := p.send("progress", l.news(false)); err != nil {
				return err
			}
		}
		if err := l.yield(); err != nil {
			return err
		}
	}
	return p.send("done", l.news(true))
}

// pause waits, unless nobody listens any more.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// news tells what is known so far.
func (l *labRun) news(over bool) *labNews {
	x := l.experiment
	o := &lab.Outcome{Name: l.entry.Info.Title, Kind: lab.ByTable, Command: x.Command(), Bots: x.Bots,
		Found: l.sum.Report(l.match, x.Seed, l.bots), Turns: l.sum.Turns, Exact: l.entry.Exact(x.Setup)}
	length, order, seats := o.LengthPlot("Length of a game"), lab.SharePlot([]*lab.Outcome{o}), o.SeatPlot()
	order.Title, order.Groups[0].Name = "Who wins, by order of play", ""
	length.Width, order.Width, seats.Width = l.width, l.width, l.width
	n := &labNews{Done: l.sum.Games, Games: x.Games, Over: over, Stopped: over && l.sum.Games < x.Games, Report: o.Found, Command: o.Command,
		Plots: labPlots{string(length.AppendSVG(nil)), string(order.AppendSVG(nil)), string(seats.AppendSVG(nil))}}
	if o.Exact != nil {
		n.Exact = &labExact{o.Exact.Win, o.Exact.Turns, o.Exact.SD}
	}
	if over {
		var b bytes.Buffer
		if err := o.Found.WriteCSV(&b); err == nil { // a buffer takes everything
			n.CSV = b.String()
		}
	}
	return n
}

// findings are what the laboratory found of a game.
type findings struct {
	lab.Finding
	Plots findingPlots `json:"plots"`
}

// findingPlots are drawings of findings.
type findingPlots struct {
	Length  string `json:"length"`
	Wins    string `json:"wins"`
	Options string `json:"options"`
}

// findings answers GET /api/games/{game}/findings.
func (s *Server) findings(w http.ResponseWriter, r *http.Request) error {
	f := lab.Findings()[r.PathValue("game")]
	if f == nil {
		return fail(NotFound, "There is no such game.")
	}
	width, err := number(r, "width")
	if err != nil {
		return err
	}
	length, wins, options := f.Plots(float64(min(width, 2000)))
	w.Header().Set("Cache-Control", "public, max-age=60")
	writeJSON(w, http.StatusOK, findings{*f, findingPlots{string(length), string(wins), string(options)}})
	return nil
}
