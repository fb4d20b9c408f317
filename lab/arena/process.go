package arena

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"parlour"
	"parlour/bot"
)

// House returns one of our programs as a player: sit returns it for a seed.
func House(name string, sit func(seed uint64) (bot.Player, error)) Player {
	return Player{Name: name, New: func() (Seated, error) {
		h := &house{sit: sit}
		h.Begin(0)
		return h, h.err
	}}
}

type house struct {
	bot.Player
	sit func(uint64) (bot.Player, error)
	err error
}

// Recall tells the program how the game went so far.
func (h *house) Recall(past []parlour.Match) {
	if r, ok := h.Player.(bot.Rememberer); ok {
		r.Recall(past)
	}
}

// Begin makes a new program, so that nothing is left of the last game.
func (h *house) Begin(seed uint64) {
	if p, err := h.sit(seed); err == nil {
		h.Player = p
	} else {
		h.err = err
	}
}

// Process returns a player that is a separate process. It reads requests of the
// engine protocol from its standard input, one JSON object per line,
//
//	{"id":1,"position":"kleefeld G:-,-,-,5/Y:-,-,-,- G 3 - -","choose":"NAME","seed":1928,"ms":100}
//
// and answers each with a line {"id":1,"move":"5>8"} on its standard output.
// The field ms is present only if time is limited. What the process writes to
// standard error goes to log. "parlour engine" is such a program.
func Process(name string, log io.Writer, command string, args ...string) Player {
	return Player{Name: name, New: func() (Seated, error) {
		p, err := open(log, command, args)
		if err != nil {
			return nil, err
		}
		return &process{program: p, name: name}, nil
	}}
}

// A process is a program that speaks the engine protocol.
type process struct {
	*program
	name string
	seed uint64
	id   int
}

type question struct {
	ID       int    `json:"id"`
	Position string `json:"position"`
	Choose   string `json:"choose"`
	Seed     uint64 `json:"seed"`
	MS       int64  `json:"ms,omitempty"`
}

type answer struct {
	ID    int    `json:"id"`
	Move  string `json:"move"`
	Error string `json:"error"`
	Why   string `json:"why"`
}

func (p *process) Name() string { return p.name }

func (p *process) Begin(seed uint64) { p.seed = seed }

// Choose asks the program.
func (p *process) Choose(ctx context.Context, m parlour.Match) (parlour.Move, error) {
	p.id++
	q := question{ID: p.id, Position: m.String(), Choose: p.name, Seed: bot.Mix(p.seed, uint64(p.id)), MS: left(ctx)}
	line, err := json.Marshal(q)
	if err != nil {
		return parlour.NoMove, err
	}
	if err := p.say(line); err != nil {
		return parlour.NoMove, err
	}
	for {
		line, err := p.hear(ctx)
		if err != nil {
			return parlour.NoMove, err
		}
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			return parlour.NoMove, fmt.Errorf("the answer %q is not JSON: %w", line, err)
		}
		switch {
		case a.ID != p.id: // the answer to an earlier request
		case a.Error != "":
			return parlour.NoMove, fmt.Errorf("the program answered with the error %s: %s", a.Error, a.Why)
		default:
			return m.Parse(a.Move)
		}
	}
}
