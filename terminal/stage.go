package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/phrase"
	"parlour/terminal/screen"
)

// calm is how long a throw or a move of a bot stays on the screen at least.
const calm = 450 * time.Millisecond

// fullScreen reports whether the streams are a terminal that can show a full
// screen, and the player wants it.
func fullScreen(s *Streams, plain bool) bool {
	return !plain && Is(s.In) && Is(s.Out) && capable()
}

// A stage shows a session full-screen. One lock guards the session; everything that
// changes it publishes the scene.
type stage struct {
	pace  time.Duration
	scene atomic.Pointer[screen.Scene]
	news  chan struct{}
	wake  chan struct{}

	mu   sync.Mutex
	g    *session
	out  bytes.Buffer // what the session prints, for the note
	turn int64
	at   parlour.Match // the position of that turn
}

var _ screen.Game = (*stage)(nil)

func newStage(g *session, pace time.Duration) *stage {
	t := &stage{pace: pace, g: g, news: make(chan struct{}, 1), wake: make(chan struct{}, 1)}
	g.s.Out, g.s.Err = &t.out, &t.out
	t.publish()
	return t
}

// full plays the session full-screen.
func (g *session) full(ctx context.Context) error {
	s, err := screen.Open()
	if err != nil {
		fmt.Fprintln(g.s.Err, "parlour:", err)
		return g.run(ctx)
	}
	real := g.s
	t := newStage(g, calm)
	err = t.run(ctx, func(ctx context.Context) error { return screen.Run(ctx, s, t) })
	g.s = real
	return g.close(err)
}

// close ends a session after the screen is gone: an unfinished game is saved.
func (g *session) close(err error) error {
	if errors.Is(err, errLeft) {
		return nil // abandoned
	}
	if g.ref.Result().Over {
		g.s.print(g.overWords())
	}
	if kept := g.keep(); kept != nil {
		return kept
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// run lets the bots play while show shows the game.
func (t *stage) run(ctx context.Context, show func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	failed := make(chan error, 1)
	go func() {
		defer cancel() // the screen ends with the bots if they fail
		failed <- t.bots(ctx)
	}()
	err := show(ctx)
	cancel()
	if f := <-failed; f != nil && !errors.Is(f, context.Canceled) {
		return f
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.g.abandoned {
		return errLeft
	}
	return err
}

// bots throws the dice and lets the bots play, whenever they are due.
func (t *stage) bots(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a bot failed: %v", r)
		}
	}()
	for {
		again, err := t.step(ctx)
		if err != nil {
			return err
		}
		if again {
			continue
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.wake:
		}
	}
}

// step makes the next throw or move that no person makes, and reports whether
// there was one.
func (t *stage) step(ctx context.Context) (bool, error) {
	t.mu.Lock()
	g := t.g
	m, turn := g.ref.Match(), g.ref.Turn()
	acts := len(g.acts)
	ref, p := g.ref, bot.Player(nil)
	var mv parlour.Move
	switch {
	case turn.Over():
		if !g.told {
			g.told = true
			g.autosave()
		}
		t.mu.Unlock()
		return false, nil
	case turn.Dice != 0 && g.opt.Manual:
		t.mu.Unlock()
		return false, nil
	case turn.Dice != 0:
		mv = turn.Dice.Nth(g.rand.Intn(turn.Dice.Weight()))
	default:
		if p = g.bots[max(0, m.Role(turn.Seat).Owner)]; p != nil {
			if r, ok := p.(bot.Rememberer); ok {
				r.Recall(ref.Before())
			}
			break
		}
		moves := m.Moves()
		if len(moves) != 1 || m.Text(moves[0]) != "pass" {
			g.autosave()
			t.mu.Unlock()
			return false, nil
		}
		mv = moves[0]
	}
	t.mu.Unlock()
	began := time.Now()
	if p != nil {
		var err error
		if mv, err = p.Choose(ctx, m); err != nil {
			return false, err
		}
	}
	if acts > 0 {
		if err := rest(ctx, t.pace-time.Since(began)); err != nil {
			return false, err
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if g.ref != ref || len(g.acts) != acts {
		return true, nil // taken back or resigned meanwhile
	}
	err := g.do(act{move: mv})
	t.publish()
	return true, err
}

// rest waits for a while.
func rest(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Scene returns what is shown now.
func (t *stage) Scene() *screen.Scene { return t.scene.Load() }

// News receives a value after a change.
func (t *stage) News() <-chan struct{} { return t.news }

// Do carries out what was typed or chosen.
func (t *stage) Do(ctx context.Context, line string) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.out.Reset()
	err := t.g.typed(ctx, line)
	t.publish()
	select {
	case t.wake <- struct{}{}:
	default:
	}
	if errors.Is(err, errLeft) {
		return "", screen.ErrLeave
	}
	return strings.TrimSpace(t.out.String()), err
}

// publish makes the scene of the session.
func (t *stage) publish() {
	g := t.g
	m, turn := g.ref.Match(), g.ref.Turn()
	if t.at == nil || t.at.String() != m.String() {
		t.at = m
		t.turn++
	}
	v := g.voice()
	sc := &screen.Scene{
		Title: g.e.Title(g.s.lang()), Lang: g.s.lang(), Board: g.e.BoardIn(g.s.lang(), m), Match: m, Turn: t.turn, Over: turn.Over(), Log: v.lines(g.said), Words: g.s.lang().Choices(g.e.Family),
		Leave: g.s.lang().Say("terminal.leave-ask", nil),
	}
	for i := len(g.said) - 1; i >= 0 && sc.Last == nil; i-- {
		if g.said[i].move {
			sc.Last = g.said[i].effects
		}
	}
	for seat, i := range g.e.Info.Seats {
		s := parlour.Seat(seat)
		if !g.start.Role(s).InPlay {
			continue
		}
		p := screen.Player{Letter: i.Letter, Name: g.s.lang().Word(i.Name), Turn: !turn.Over() && turn.Seat == s}
		if owner := m.Role(s).Owner; owner >= 0 {
			p.About = g.playerName(owner)
		}
		for _, f := range parlour.FactsOf(m) {
			if f.Seat == i.Letter {
				label, value := g.s.lang().Fact(f)
				p.About += " · " + value + " " + label
			}
		}
		sc.Players = append(sc.Players, p)
	}
	sc.Says = t.says(v, m, turn)
	owner := m.Role(turn.Seat).Owner
	human := owner >= 0 && g.bots[owner] == nil
	moves := m.Moves()
	passes := len(moves) == 1 && m.Text(moves[0]) == "pass"
	sc.Yours = human && turn.Dice == 0 && !passes || !turn.Over() && turn.Dice != 0 && g.opt.Manual
	if turn.Needs() == parlour.NeedMove && parlour.ThrownIn(m) != "" {
		sc.Dice = g.dice
		if sc.Dice == "" {
			sc.Dice = parlour.ThrownIn(m)
		}
	}
	if len(g.acts) == 0 || turn.Over() {
		sc.Leave = ""
	}
	sc.Actions = g.actions(m, turn, sc.Yours && turn.Dice == 0)
	t.scene.Store(sc)
	select {
	case t.news <- struct{}{}:
	default:
	}
}

// voice returns how the session speaks: to the one human, if there is only one.
func (g *session) voice() *voice {
	v := &voice{lang: g.s.lang()}
	m := g.ref.Match()
	for seat, i := range g.e.Info.Seats {
		s := parlour.Seat(seat)
		v.seats = append(v.seats, seatName{i.Letter, i.Name})
		if !g.start.Role(s).InPlay || m.Role(s).Owner != s {
			continue
		}
		c := chairName{}
		for other, o := range g.e.Info.Seats {
			if m.Role(parlour.Seat(other)).Owner == s {
				c.seats = append(c.seats, o.Letter)
			}
		}
		if g.bots[seat] == nil {
			v.you = append(v.you, len(v.chairs))
		}
		v.chairs = append(v.chairs, c)
	}
	return v
}

// says returns what has to be done, or how the game ended.
func (t *stage) says(v *voice, m parlour.Match, turn parlour.Turn) string {
	g := t.g
	if turn.Over() {
		return g.overWords()
	}
	letter := g.e.Info.Letter(turn.Seat)
	say := func(code string, args ...any) string { return g.s.lang().Say(code, parlour.ArgsOf(args...)) }
	switch owner := m.Role(turn.Seat).Owner; {
	case turn.Dice != 0 && g.opt.Manual:
		return say("terminal.type-throw", "who", v.player(letter), "form", turn.Dice.Form())
	case v.isYou(v.chairOf(letter)) && turn.Dice != 0:
		return say("terminal.you-throw")
	case turn.Dice != 0 || owner < 0 || g.bots[owner] != nil:
		return say("terminal.wait-"+string(turn.Needs()), "who", v.player(letter))
	}
	thrown := parlour.ThrownIn(m)
	return v.asks(letter, turn.Needs(), thrown, g.e.Asks(g.s.lang(), m, m.Moves()))
}

// actions returns what can be done besides moving.
func (g *session) actions(m parlour.Match, turn parlour.Turn, mine bool) (list []screen.Action) {
	lang := g.s.lang()
	chosen := false
	for _, a := range g.acts {
		chosen = chosen || a.choice
	}
	if mine {
		list = append(list, action(lang, 'h', "hint"))
	}
	if chosen {
		list = append(list, action(lang, 'u', "undo"))
	}
	if turn.Over() || !mine {
		return list
	}
	if agree, _ := parlour.Draws(m); agree {
		if g.ref.Offered() != parlour.Nobody && m.Role(g.answerer(m)).Side != g.ref.Offered() {
			list = append(list, action(lang, 'a', "accept", "draw", drawWord(lang, g.e)), action(lang, 'd', "decline"))
		} else if g.ref.Offered() == parlour.Nobody {
			list = append(list, action(lang, 'o', "offer", "draw", drawWord(lang, g.e)))
		}
	}
	return append(list, resigning(lang))
}

// action returns what a key does: a line, with a label of the same name.
func action(lang *phrase.Catalogue, key rune, line string, args ...any) screen.Action {
	return screen.Action{Key: key, Label: lang.Say("terminal.key-"+line, parlour.ArgsOf(args...)), Line: line}
}

// resigning is the action that resigns the game.
func resigning(lang *phrase.Catalogue) screen.Action {
	a := action(lang, 'r', "resign")
	a.Ask = lang.Say("terminal.resign-ask", nil)
	return a
}
