package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/record"
)

// A Replayer replays recorded games and prints one line for each of them.
type Replayer struct {
	Streams
	Boards bool // show the board after every line of the record
	Step   bool // show the boards, and wait for Enter after each
	Plain  bool // no colours, only ASCII

	keys *bufio.Reader
}

// ErrQuit ends a replay because the reader asked to quit.
var ErrQuit = errors.New("quit")

// Game replays a record and checks every throw, move, position and result in
// it. Number is the number that its line begins with.
func (r *Replayer) Game(number int, rec *record.Record) error {
	e, _, err := cabinet.Parse(rec.Start())
	if err != nil {
		return record.Sentences.Wrong(rec.Entries[0].Line, err, "record.fault-begin")
	}
	boards := r.Boards || r.Step
	throws, moves := 0, 0
	var last []parlour.Effect
	m, err := record.Follow(cabinet.Open, rec, func(en *record.Entry, m parlour.Match, mv parlour.Move) error {
		if m.Turn().Dice != 0 {
			throws++
		} else {
			moves++
		}
		if boards {
			last = m.Effects(mv)
			r.printf("%s %s: %s\n", en.Seat, m.Text(mv), Spoken(r.lang(), e, m, mv))
		}
		return nil
	}, func(_ int, en *record.Entry, m parlour.Match) error {
		if !boards {
			return nil
		}
		return r.show(e, en, m, last)
	})
	if err != nil {
		return err
	}
	end := rec.End
	if end == "" {
		end = record.EndText(m)
	}
	if end == "" {
		end = r.lang().Say("terminal.not-over", parlour.Args{"stands": cabinet.Stands(r.lang(), m)})
	}
	r.say("terminal.replayed", "n", number, "game", e.Info.ID, "throws", r.lang().Count("throws", strconv.Itoa(throws)), "moves", r.lang().Count("moves", strconv.Itoa(moves)), "end", end)
	return nil
}

// show prints what an entry says and the board after it, and waits for Enter
// if the reader steps through the game.
func (r *Replayer) show(e *cabinet.Entry, en *record.Entry, m parlour.Match, last []parlour.Effect) error {
	switch en.Kind {
	case record.Comment:
		r.print("#", en.Text)
		return nil
	case record.Event:
		r.print("!", en.Seat, en.Text)
	}
	if err := Show(r.Out, r.lang(), e, m, last, r.Plain); err != nil {
		return err
	}
	if !r.Step {
		return nil
	}
	if r.keys == nil {
		r.keys = bufio.NewReader(r.In)
	}
	fmt.Fprint(r.Out, r.prompt("terminal.step"))
	key, err := r.keys.ReadString('\n')
	if err != nil && err != io.EOF {
		return err
	}
	if err == io.EOF || strings.TrimSpace(key) == "q" {
		r.print()
		return ErrQuit
	}
	return nil
}
