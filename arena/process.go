package arena

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"parlour"
	"parlour/bot"
)

// House returns a player of this house: sit returns the program for a seed.
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

// Begin makes the program anew: nothing is left of the last game.
func (h *house) Begin(seed uint64) {
	if p, err := h.sit(seed); err == nil {
		h.Player = p
	} else {
		h.err = err
	}
}

// Process returns a player that is a process of its own. It reads questions
// of the engine protocol from its standard input, one JSON object a line,
//
//	{"id":1,"position":"kleefeld G:-,-,-,5/Y:-,-,-,- G 3 - -","choose":"NAME","seed":1928,"ms":100}
//
// and answers each with a line {"id":1,"move":"5>8"} on its standard output.
// The field ms is there only where time is limited. What it writes to standard
// error goes to log. "parlour engine" is such a program.
func Process(name string, log io.Writer, command string, args ...string) Player {
	return Player{Name: name, New: func() (Seated, error) {
		cmd := exec.Command(command, args...)
		cmd.Stderr = log
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		p := &process{name: name, cmd: cmd, in: in, lines: make(chan answer)}
		go p.read(bufio.NewReader(out))
		return p, nil
	}}
}

// A process is a program that answers lines.
type process struct {
	name  string
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan answer
	seed  uint64
	id    int
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
	err   error
}

// read hands on what the program says until it is silent for good.
func (p *process) read(r *bufio.Reader) {
	defer close(p.lines)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return
		}
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			a = answer{err: fmt.Errorf("the answer %q is not JSON: %w", line, err)}
		}
		p.lines <- a
	}
}

func (p *process) Name() string { return p.name }

func (p *process) Begin(seed uint64) { p.seed = seed }

// patience is how much longer than its time a process is waited for.
const patience = 5 * time.Second

// Choose asks the program.
func (p *process) Choose(ctx context.Context, m parlour.Match) (parlour.Move, error) {
	p.id++
	q := question{ID: p.id, Position: m.String(), Choose: p.name, Seed: bot.Mix(p.seed, uint64(p.id))}
	wait, stop := time.Minute, ctx.Done()
	if end, ok := ctx.Deadline(); ok {
		left := time.Until(end)
		q.MS = max(1, left.Milliseconds())
		wait, stop = left+patience, nil // the program minds its time itself
	}
	line, err := json.Marshal(q)
	if err != nil {
		return parlour.NoMove, err
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		return parlour.NoMove, fmt.Errorf("the program does not listen: %w", err)
	}
	late := time.NewTimer(wait)
	defer late.Stop()
	for {
		select {
		case a, ok := <-p.lines:
			switch {
			case !ok:
				return parlour.NoMove, errors.New("the program has ended")
			case a.err != nil:
				return parlour.NoMove, a.err
			case a.ID != p.id:
				continue // an answer to something older
			case a.Error != "":
				return parlour.NoMove, fmt.Errorf("the program says %s: %s", a.Error, a.Why)
			}
			return m.Parse(a.Move)
		case <-stop:
			return parlour.NoMove, ctx.Err()
		case <-late.C:
			return parlour.NoMove, fmt.Errorf("no answer within %v", wait.Round(time.Millisecond))
		}
	}
}

// Close ends the program: first by the end of its input, then by force.
func (p *process) Close() error {
	_ = p.in.Close()
	done := make(chan error, 1)
	go func() {
		for range p.lines {
		}
		done <- p.cmd.Wait()
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return p.cmd.Process.Kill()
	}
}
