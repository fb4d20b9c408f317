package screen

import (
	"context"
	"errors"
	"fmt"

	"github.com/gdamore/tcell/v2"

	"parlour/phrase"
)

// Open takes over the terminal of this process.
func Open() (tcell.Screen, error) {
	s, err := tcell.NewScreen()
	if err != nil {
		return nil, fmt.Errorf("this terminal cannot show a full screen, so add --plain: %w", err)
	}
	if err := s.Init(); err != nil {
		return nil, fmt.Errorf("this terminal cannot show a full screen, so add --plain: %w", err)
	}
	return s, nil
}

// Run shows a game until the player leaves or ctx ends, and restores the terminal
// then. The screen must be initialized.
func Run(ctx context.Context, s tcell.Screen, g Game) error {
	defer s.Fini() // also while a panic ends the program
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.EnableMouse(tcell.MouseButtonEvents)
	s.EnablePaste()
	v := newView(s, g)
	events, quit := make(chan tcell.Event, 16), make(chan struct{})
	defer close(quit)
	go s.ChannelEvents(events, quit)
	v.look()
	for !v.left {
		v.draw()
		s.Show()
		v.rest()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-g.News():
			v.look()
		case done := <-v.done:
			done()
		case e, ok := <-events:
			if !ok {
				return nil
			}
			v.event(ctx, e)
		}
	}
	return nil
}

// do carries out a line in the background, so that the screen stays alive. A line
// that comes meanwhile waits; the same line again is a key that was pressed twice.
func (v *view) do(ctx context.Context, line string) {
	if v.busy {
		if line != v.doing {
			v.after = func() { v.do(ctx, line) }
		}
		return
	}
	v.busy, v.doing = true, line
	go func() {
		says, err := "", fmt.Errorf("%q could not be carried out", line)
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%q could not be carried out: %v", line, r)
			}
			v.done <- func() { v.answered(says, err) }
		}()
		says, err = v.g.Do(ctx, line)
	}()
}

// answered shows what became of a line, and begins with the one that waits.
func (v *view) answered(says string, err error) {
	next := v.after
	v.busy, v.after = false, nil
	switch {
	case errors.Is(err, ErrLeave):
		v.left = true
	case err != nil:
		v.tell(phrase.Sentence(v.scene.lang().Error(err)), true)
		v.begin() // what was composed is not played
	case says != "":
		v.tell(says, false)
	}
	v.look()
	if next != nil && err == nil {
		next()
	}
}

// rest tells those who posted an interrupt that all events before it are handled and
// shown.
func (v *view) rest() {
	if v.busy || len(v.g.News()) > 0 {
		return
	}
	for _, f := range v.calls {
		f()
	}
	v.calls = nil
}

// look takes over the scene.
func (v *view) look() {
	v.scene = v.g.Scene()
	if v.scene.Turn != v.turnAt || v.scene.Yours != v.mine {
		v.turnAt, v.mine = v.scene.Turn, v.scene.Yours
		v.begin()
		if v.mine && v.bad {
			v.tell("", false)
		}
	}
	if v.scene.Alarm == "" {
		v.alarmed = ""
	}
}

func (v *view) event(ctx context.Context, e tcell.Event) {
	switch e := e.(type) {
	case *tcell.EventResize:
		v.s.Sync()
	case *tcell.EventKey:
		v.key(ctx, e)
	case *tcell.EventMouse:
		v.mouse(ctx, e)
	case *tcell.EventInterrupt:
		if f, ok := e.Data().(func()); ok {
			v.calls = append(v.calls, f)
		}
	}
}
