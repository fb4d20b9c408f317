package terminal

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/files"
	"parlour/record"
)

// record returns the record of the session.
func (g *session) record() *record.Record {
	r := &record.Record{Entries: slices.Clone(g.rec.Entries)}
	r.SetTag("Game", g.e.Info.ID)
	r.SetTag("Date", time.Now().Format(time.DateOnly))
	for seat, i := range g.e.Info.Seats {
		if g.start.Role(parlour.Seat(seat)).InPlay {
			who := g.names[seat]
			if who == Human && g.before != nil {
				who = cmp.Or(g.before.Player(i), who) // keep the name of the player before
			}
			r.SetPlayer(i.Letter, who)
		}
	}
	m, res := g.ref.Match(), g.ref.Result()
	r.Close(m)
	r.End = record.ResultText(m, &res)
	return r
}

// load replays a record into the session.
func (g *session) load(rec *record.Record) error {
	_, err := record.Follow(cabinet.Open, rec, func(e *record.Entry, m parlour.Match, mv parlour.Move) error {
		t := m.Turn()
		choice := t.Dice == 0 && g.bots[max(0, m.Role(t.Seat).Owner)] == nil
		return g.replayed(e, act{move: mv, choice: choice})
	}, func(_ int, e *record.Entry, _ parlour.Match) error {
		if e.Kind != record.Event {
			return nil
		}
		return g.replayed(e, act{said: e.Text, seat: g.e.Info.SeatOf(e.Seat)})
	})
	g.saved = len(g.acts)
	return err
}

func (g *session) replayed(e *record.Entry, a act) error {
	if err := g.do(a); err != nil {
		return record.Sentences.Wrong(e.Line, err, "record.fault-referee")
	}
	return nil
}

// save writes the game to a file. It overwrites another file only with force.
func (g *session) save(name string, force bool) error {
	if name == "" {
		if g.file == "" {
			return refuse("terminal.name-file")
		}
		name = g.file
	}
	if _, err := os.Lstat(name); err == nil && !force && name != g.file {
		return refuse("terminal.exists", "file", name)
	}
	if err := g.write(name); err != nil {
		return err
	}
	g.s.say("terminal.saved", "file", name)
	return nil
}

// write writes the game to a file. A failure leaves the old one.
func (g *session) write(name string) error {
	if err := files.Replace(name, 0o644, func(w io.Writer) error { return record.Write(w, g.record()) }); err != nil {
		return err
	}
	g.file, g.saved = name, len(g.acts)
	return nil
}

// autosave saves the game if the options ask for it. A failure is printed, and the
// game goes on.
func (g *session) autosave() {
	if g.opt.Autosave == "" || g.saved == len(g.acts) {
		return
	}
	if err := g.write(g.opt.Autosave); err != nil {
		fmt.Fprintln(g.s.Err, "parlour: not saved:", err)
	}
}

// keep saves an unfinished game that is not saved yet, so that nothing is lost when
// the input ends. If that fails it prints the record.
func (g *session) keep() error {
	if len(g.acts) == 0 || g.saved == len(g.acts) || g.ref.Result().Over {
		return nil
	}
	name := g.file
	if name == "" {
		name = fmt.Sprintf("parlour-%s-%s.txt", g.e.Info.ID, time.Now().Format("20060102-150405"))
	}
	if err := g.write(name); err != nil {
		g.s.printf("%s", g.record())
		return refuse("terminal.not-kept", "why", err)
	}
	g.s.say("terminal.kept", "file", name)
	return nil
}
