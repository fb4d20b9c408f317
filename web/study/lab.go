package study

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/line"
	"parlour/lab"
	"parlour/lab/sim"
	"parlour/phrase"
	"parlour/web/wire"
)

// The limits of the laboratory that no host changes.
const (
	labLine  = 32                     // experiments that wait or run
	labEach  = 8                      // of them of one address: a school plays behind one
	labSlice = time.Second            // how long one runs before the next address has its turn
	labEvery = 400 * time.Millisecond // between two pieces of news
	labBatch = 60 * time.Millisecond  // how long a batch of games takes, more or less
	labMoves = 50_000                 // moves after which a game is given up
	mostWide = 2000                   // width of a drawing
)

// LabConfig is what a host decides about the laboratory.
type LabConfig struct {
	Games int           // of one experiment; 20,000 if zero, negative for no laboratory
	Time  time.Duration // for one experiment; a minute if zero
	Slice time.Duration // how long one runs before the next address has its turn; a second if zero
}

// A Lab plays experiments for guests, one at a time.
type Lab struct {
	LabConfig
	line *line.Line
}

// NewLab returns a Lab.
func NewLab(c LabConfig) *Lab {
	c.Games, c.Time = cmp.Or(c.Games, 20_000), cmp.Or(c.Time, time.Minute)
	return &Lab{c, &line.Line{Places: 1, Slice: cmp.Or(c.Slice, labSlice), Limits: line.Limits{All: labLine, Each: labEach, Own: 1}}}
}

var (
	labTwice = &Busy{"busy.own-lab", true, 10 * time.Second}
	labCrowd = &Busy{"busy.address-lab", true, time.Minute}
	labFull  = &Busy{"busy.lab", false, time.Minute}
)

// Len returns how many experiments run or wait.
func (l *Lab) Len() int { return l.line.Len() }

// slow are the players that think too long for a server with guests.
var slow = []string{"strong", "expert"}

// LabTerms says what the laboratory plays of a game.
type LabTerms struct {
	Bots    []string `json:"bots"`    // who may play
	Usual   []string `json:"usual"`   // who plays unless others are chosen
	Opening int      `json:"opening"` // random moves before the usual players begin
	Most    int      `json:"most"`    // games of an experiment; 0 where the server has no laboratory
	Seconds int      `json:"seconds"` // after which an experiment ends with what it has

	// Measured says whether there are findings about the game.
	Measured bool `json:"measured"`
}

// Terms returns what the laboratory plays of a game.
func (l *Lab) Terms(e *cabinet.Entry) LabTerms {
	bots := slices.DeleteFunc(slices.Clone(e.Bots), func(name string) bool { return slices.Contains(slow, name) })
	return LabTerms{Bots: bots, Usual: e.Habit.Bots, Opening: e.Habit.Opening, Most: max(0, l.Games), Seconds: int(l.Time / time.Second), Measured: lab.Findings()[e.Info.ID] != nil}
}

// Usual returns the experiment with a game that is played if nothing else is
// chosen.
func (l *Lab) Usual(e *cabinet.Entry) *lab.Experiment {
	return &lab.Experiment{Game: e.Info.ID, Bots: e.Habit.Bots, Opening: e.Habit.Opening, Games: 1000, Seed: uint64(rand.Uint32()), MaxMoves: labMoves}
}

// Check says whether the laboratory can play an experiment.
func (l *Lab) Check(e *cabinet.Entry, x *lab.Experiment) error {
	for _, name := range x.Bots {
		if slices.Contains(slow, name) {
			return &Refusal{Code: "study.slow-bot", Args: parlour.Args{"levels": strings.Join(l.Terms(e).Bots, ", "), "level": name}}
		}
	}
	_, _, _, err := x.Open()
	var setup *parlour.SetupError
	if err == nil || errors.As(err, &setup) {
		return err
	}
	return &Refusal{Code: "study.no-experiment", Err: err}
}

// LabNews is what a guest learns about an experiment.
type LabNews struct {
	Done    int        `json:"done"`
	Games   int        `json:"games"`
	Over    bool       `json:"over"`    // nothing comes after it
	Stopped bool       `json:"stopped"` // the time was up before all games were played
	Report  sim.Report `json:"report"`
	Ends    []LabEnd   `json:"ends"` // how the games ended, most often first
	Exact   *LabExact  `json:"exact,omitempty"`
	Plots   LabPlots   `json:"plots"`
	Command string     `json:"command"`       // repeats the experiment
	CSV     string     `json:"csv,omitempty"` // at the end
}

// A LabEnd is a way in which games ended.
type LabEnd struct {
	Words string `json:"words"`
	Games int    `json:"games"`
}

// endWords puts the reasons why games ended into words.
func endWords(lang *phrase.Catalogue, reasons map[string]int) []LabEnd {
	ends := []LabEnd{}
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		ends = append(ends, LabEnd{lang.Reason(reason), reasons[reason]})
	}
	slices.SortStableFunc(ends, func(a, b LabEnd) int { return b.Games - a.Games })
	return ends
}

// LabPlots are drawings.
type LabPlots struct {
	Length string `json:"length"`
	Order  string `json:"order"`
	Seats  string `json:"seats"`
}

// LabExact are numbers that were computed, not counted.
type LabExact struct {
	Win   []float64 `json:"win"`
	Turns float64   `json:"turns"`
	SD    float64   `json:"sd"`
}

// A Place is where a guest waits for the laboratory.
type Place struct {
	lab    *Lab
	ticket *line.Ticket
}

// Read reads an experiment with a game from a query.
func (l *Lab) Read(e *cabinet.Entry, q url.Values) (*lab.Experiment, error) {
	x := l.Usual(e)
	usual := x.Bots
	x.Setup = parlour.Setup{Mode: q.Get("mode"), Seats: q.Get("seats"), Colours: q.Get("colours"), First: q.Get("first"), Preset: q.Get("preset")}
	for _, f := range []struct {
		name string
		into *int
		most int
	}{{"players", &x.Setup.Players, parlour.MaxSeats}, {"games", &x.Games, l.Games}, {"opening", &x.Opening, 100}} {
		if text := q.Get(f.name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n > f.most {
				return nil, badQuery(fmt.Sprintf("The parameter %s is a whole number up to %d.", f.name, f.most))
			}
			*f.into = n
		}
	}
	if text := q.Get("seed"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return nil, badQuery("The parameter seed is a whole number from 0.")
		}
		x.Seed = n
	}
	if text := q.Get("bots"); text != "" {
		x.Bots = strings.Split(text, ",")
		if q.Get("opening") == "" && !slices.Equal(x.Bots, usual) {
			x.Opening = 0
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
	return x, l.Check(e, x)
}

func badQuery(message string) error { return &wire.Error{Code: wire.BadRequest, Message: message} }

// Enter takes a place for a guest.
func (l *Lab) Enter(g Guest) (*Place, error) {
	t, err := l.line.Join(g)
	if err != nil {
		return nil, busy(err, labTwice, labCrowd, labFull)
	}
	return &Place{l, t}, nil
}

// Leave gives the place back.
func (p *Place) Leave() { p.ticket.Leave() }

// Run waits for the guest's turn and plays an experiment. It sends "waiting"
// with the number of guests ahead, "progress" and "done" with LabNews. It ends
// early if ctx ends or send fails, because then nobody listens any more.
func (p *Place) Run(ctx context.Context, lang *phrase.Catalogue, x *lab.Experiment, width float64, send func(kind string, v any) error) error {
	if err := await(ctx, p.ticket, send); err != nil {
		return busy(err, labTwice, labCrowd, labFull)
	}
	run := &labRun{lang: lang, experiment: x, width: min(width, mostWide), left: p.lab.Time, send: send, yield: func() error {
		if p.ticket.Yield() {
			return await(ctx, p.ticket, send)
		}
		return nil
	}}
	return run.play(ctx)
}

// A labRun is an experiment under way. It uses one processor, plays a few games
// at a time and lets other addresses have their turns. If there is only one
// processor it rests as long as it played, so that tables need not wait.
type labRun struct {
	lang       *phrase.Catalogue
	experiment *lab.Experiment
	width      float64
	left       time.Duration // that it may still play
	send       func(kind string, v any) error
	yield      func() error // lets others have their turn, if it is time, and waits for the next
	entry      *cabinet.Entry
	match      parlour.Match
	bots       []string
	sum        *sim.Stats
}

func (l *labRun) play(ctx context.Context) (err error) {
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
			if err := l.send("progress", l.news(false)); err != nil {
				return err
			}
		}
		if err := l.yield(); err != nil {
			return err
		}
	}
	return l.send("done", l.news(true))
}

// pause waits, unless ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// news tells what is known so far.
func (l *labRun) news(over bool) *LabNews {
	x := l.experiment
	o := &lab.Outcome{Name: l.entry.Title(l.lang), Kind: lab.ByTable, Command: x.Command(), Bots: x.Bots,
		Found: l.sum.Report(l.match, x.Seed, l.bots), Turns: l.sum.Turns, Exact: l.entry.Exact(x.Setup)}
	length, order, seats := o.LengthPlot(l.lang), lab.SharePlot(l.lang, []*lab.Outcome{o}), o.SeatPlot(l.lang, l.entry.Board(l.match).Ink)
	order.Title, order.Groups[0].Name = l.lang.Say("plot.by-order", nil), ""
	length.Width, order.Width, seats.Width = l.width, l.width, l.width
	n := &LabNews{Done: l.sum.Games, Games: x.Games, Over: over, Stopped: over && l.sum.Games < x.Games, Report: *o.Found, Ends: endWords(l.lang, o.Found.Reasons), Command: o.Command,
		Plots: LabPlots{string(length.AppendSVG(nil)), string(order.AppendSVG(nil)), string(seats.AppendSVG(nil))}}
	if o.Exact != nil {
		n.Exact = &LabExact{o.Exact.Win, o.Exact.Turns, o.Exact.SD}
	}
	if over {
		var b bytes.Buffer
		if err := o.Found.WriteCSV(&b); err == nil { // writing to a buffer never fails
			n.CSV = b.String()
		}
	}
	return n
}

// Findings are what the laboratory found about a game, with drawings.
type Findings struct {
	lab.Finding
	Plots FindingPlots `json:"plots"`
}

// FindingPlots are drawings of findings.
type FindingPlots struct {
	Length  string `json:"length"`
	Wins    string `json:"wins"`
	Options string `json:"options"`
}

// FindingsOf returns what the laboratory found about a game, with drawings of a
// width, or nil if nobody has measured the game.
func FindingsOf(lang *phrase.Catalogue, game string, width float64) *Findings {
	f := lab.Findings()[game]
	if f == nil {
		return nil
	}
	f = f.In(lang)
	length, wins, options := f.Plots(lang, min(width, mostWide))
	return &Findings{*f, FindingPlots{string(length), string(wins), string(options)}}
}
