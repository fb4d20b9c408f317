package terminal

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"parlour"
	"parlour/cabinet"
	client "parlour/clients/go"
	"parlour/internal/files"
	"parlour/phrase"
	"parlour/table"
	"parlour/terminal/screen"
)

// A guest is somebody at a table of a server, to play or to watch. It takes the same
// lines as a game in the terminal, and shows the same.
type guest struct {
	t    *client.Table
	c    *client.Client
	at   client.Address
	e    *cabinet.Entry
	name string            // how others see this guest
	stay bool              // line by line: stay after the game
	own  *phrase.Catalogue // the language of the guest; English if nil
	news chan struct{}

	mu    sync.Mutex // guards what follows
	seen  *client.View
	came  time.Time     // when that view came
	match parlour.Match // of the view that was seen last

	// Set by the line that leaves for another game: its table, and the chairs to
	// take there.
	next  client.Address
	seats []string
}

var _ screen.Game = (*guest)(nil)

func (g *guest) lang() *phrase.Catalogue { return cmp.Or(g.own, phrase.English) }

// say returns a sentence of the catalogue.
func (g *guest) say(code string, args ...any) string {
	return g.lang().Say(code, parlour.ArgsOf(args...))
}

// position returns the position of a state.
func (g *guest) position(s *client.State) parlour.Match {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.seen == nil || !g.seen.Now.Equal(s.View.Now) {
		g.came = time.Now()
	}
	if g.seen == nil || g.seen.Position != s.View.Position {
		if m, err := g.e.Game.Parse(s.View.Position); err == nil {
			g.match = m
		}
	}
	g.seen = s.View
	return g.match
}

// voice returns how the table speaks to this guest.
func (g *guest) voice(v *client.View) *voice {
	out := &voice{lang: g.lang(), person: v.You.Person}
	for _, s := range v.Seats {
		out.seats = append(out.seats, seatName{s.Letter, s.Name})
	}
	for _, c := range v.Chairs {
		out.chairs = append(out.chairs, chairName{c.Seats, c.Name})
	}
	for _, c := range v.You.Chairs {
		out.you = append(out.you, c-1)
	}
	return out
}

// behind are kinds of events behind the scenes, those of earlier dice included.
var behind = []table.Kind{table.Carry, table.TakePart, table.Server, table.Ask, table.Ready, "commit", "round", "pledge", "reveal"}

// hidden reports whether an event is not worth a word. After most voids the next
// event says what happened.
func hidden(e *client.Event) bool {
	return slices.Contains(behind, e.Kind) || e.Kind == table.Void && e.Body.Why != table.WhySilent && e.Body.Why != table.WhyRestart
}

// sayings returns what events say for the log.
func sayings(events []client.Event) (said []saying) {
	for i := range events {
		e := &events[i]
		if hidden(e) {
			continue
		}
		told := e.Told
		if told == nil {
			told = []phrase.Part{{Text: e.Words}}
		}
		said = append(said, saying{throw: e.Kind == table.Throw, move: e.Kind == table.Move, seat: e.Body.Seat, brief: e.Brief, told: told, effects: e.Effects})
		for _, b := range e.Before {
			said = append(said, saying{seat: b.Seat, told: []phrase.Part{{Text: b.Words}}})
		}
	}
	return said
}

// says returns what has to be done, or for whom everybody waits.
func (g *guest) says(s *client.State, v *voice, m parlour.Match) string {
	view := s.View
	switch {
	case view.Result != nil || view.Status != table.Playing || view.Paused:
		return phrase.Sentence(view.Words)
	case !s.Mine():
		return g.say("terminal.wait-"+string(view.Needs), "who", v.player(view.Turn))
	case view.Needs == parlour.NeedThrow && view.Dice.Ask != nil:
		return phrase.Sentence(g.say("error.throwing"))
	}
	thrown := ""
	if view.Needs == parlour.NeedMove {
		thrown = parlour.ThrownIn(m)
	}
	return v.asks(view.Turn, view.Needs, thrown, view.Asks)
}

// alarm returns what must not be overlooked.
func (g *guest) alarm(s *client.State) string {
	if s.Fault == nil {
		return ""
	}
	return g.say("terminal.alarm", "why", fmt.Sprintf("%s (%s)", s.Fault.Error(), s.Fault.Code))
}

// mostLog is how many events of a long game the screen shows.
const mostLog = 1500

// Scene returns what is shown now.
func (g *guest) Scene() *screen.Scene {
	s := g.t.State()
	view := s.View
	m, v := g.position(&s), g.voice(view)
	said := sayings(s.Events[max(0, len(s.Events)-mostLog):])
	sc := &screen.Scene{
		Title: g.say("terminal.at", "game", g.e.Title(g.lang()), "server", host(g.at.Server)), Lang: g.lang(), Board: g.e.BoardIn(g.lang(), m), Match: m, Over: view.Result != nil, Log: v.lines(said),
		Words: g.lang().Choices(g.e.Family), Says: g.says(&s, v, m), Yours: s.Mine(), Turn: playedAt(s.Events), Alarm: g.alarm(&s),
	}
	if s.Accepted {
		sc.Alarm = ""
	}
	for i := len(said) - 1; i >= 0 && sc.Last == nil; i-- {
		if said[i].move {
			sc.Last = said[i].effects
		}
	}
	if view.Needs == parlour.NeedMove && parlour.ThrownIn(m) != "" {
		sc.Dice = parlour.ThrownIn(m)
		for i := len(said) - 1; i >= 0; i-- {
			if said[i].throw {
				sc.Dice = played(parlour.ThrownIn(m), said[i].effects)
				break
			}
		}
	}
	switch {
	case s.Err != nil:
		sc.Status, sc.Yours = phrase.Sentence(s.Err.Error()), false
	case !s.Up:
		sc.Status = g.say("terminal.lost")
	case s.Fault != nil:
		sc.Status = g.say("terminal.unsure")
	case s.Stale:
		sc.Status = g.say("terminal.stale")
	case s.Throws > 0:
		sc.Status = g.checked(&s)
	}
	for i := range view.Chairs {
		sc.Players = append(sc.Players, g.chair(view, v, i))
	}
	sc.Actions = g.actions(&s)
	return sc
}

// checked says in a few words what the checks of the dice have found so far.
func (g *guest) checked(s *client.State) string {
	said := g.lang().Say("terminal.checked", parlour.Args{"throws": g.lang().Count("throws", strconv.Itoa(s.Throws))})
	r := g.t.Report()
	if !r.Memory {
		return said
	}
	if r.Without > 0 {
		said += ", " + g.say("terminal.without", "n", r.Without)
	}
	if r.Discarded > 0 {
		said += ", " + g.say("terminal.discarded", "n", r.Discarded)
	}
	return said
}

// remember writes what the device remembers of the dice to a file.
func (g *guest) remember(file string) (string, error) {
	var b bytes.Buffer
	if err := g.t.Export(&b); err != nil {
		return "", err
	}
	if err := files.WriteFile(file, b.Bytes(), 0o600); err != nil {
		return "", err
	}
	return g.say("terminal.written", "file", file), nil
}

// playedAt returns the number of the last event that may have changed the position.
func playedAt(events []client.Event) int64 {
	for i := len(events) - 1; i >= 0; i-- {
		switch events[i].Kind {
		case table.Throw, table.Move, table.GiveBack, table.Resign, table.Rule, table.Created:
			return events[i].Seq
		}
	}
	return 0
}

// chair describes a chair.
func (g *guest) chair(view *client.View, v *voice, i int) screen.Player {
	c := &view.Chairs[i]
	p := screen.Player{Letter: c.Seats[0], Name: v.name(i, g.say("terminal.free-chair")), Turn: view.Status == table.Playing && slices.Contains(c.Seats, view.Turn)}
	about := []string{v.seatsOf(i)}
	if slices.Contains(v.you, i) {
		about = append(about, g.say("terminal.this-is-you"))
	}
	if c.Bot != "" {
		about = append(about, g.say("terminal.bot", "level", c.Bot))
	}
	if len(c.Seats) == 1 && view.Status != table.Waiting {
		for _, f := range view.Facts {
			if f.Seat == c.Seats[0] {
				about = append(about, f.Value+" "+f.Label)
			}
		}
	}
	if c.Away {
		about = append(about, g.say("terminal.away"))
	}
	if clocked(view) {
		about = append(about, clockText(g.remains(view, i, time.Now())))
	}
	p.About = strings.Join(about, " · ")
	return p
}

// again leaves for another game: players sit down at its table one chair further on,
// as on the page.
func (g *guest) again(ctx context.Context, v *client.View) error {
	next := v.Next
	switch {
	case v.Result == nil:
		return refuse("refused.not-over")
	case len(v.You.Chairs) == 0 && next == "":
		return refuse("terminal.no-next")
	case len(v.You.Chairs) > 0:
		var err error
		if next, err = g.c.Rematch(ctx, g.at.Table, cmp.Or(g.name, v.You.Name)); err != nil {
			return err
		}
	}
	at, err := client.ParseAddress(g.at.Server + "/t/" + next) // checks the name
	if err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.next = at
	for _, c := range v.You.Chairs {
		g.seats = append(g.seats, strconv.Itoa(c%len(v.Chairs)+1))
	}
	return screen.ErrLeave
}

// actions returns what can be done besides moving.
func (g *guest) actions(s *client.State) (list []screen.Action) {
	v := s.View
	switch {
	case s.Err != nil:
		return nil
	case v.Result != nil && v.Next != "":
		return []screen.Action{{Key: 'p', Label: g.say("terminal.key-rematch-go"), Line: "rematch"}}
	case len(v.You.Chairs) == 0:
		return nil
	case v.Result != nil:
		return []screen.Action{action(g.lang(), 'p', "rematch")}
	}
	own := func(letter string) bool {
		return slices.ContainsFunc(v.You.Chairs, func(c int) bool { return slices.Contains(v.Chairs[c-1].Seats, letter) })
	}
	if s.Mine() && v.Needs == parlour.NeedMove && v.Help != "" {
		list = append(list, action(g.lang(), 'h', "hint"))
	}
	if v.Status != table.Playing {
		return list
	}
	switch {
	case v.Asked != 0 && !slices.Contains(v.You.Chairs, v.Asked):
		list = append(list, action(g.lang(), 'y', "give"), action(g.lang(), 'n', "keep"))
	case v.You.Undo:
		list = append(list, action(g.lang(), 'u', "undo"))
	}
	switch {
	case v.Offer != "" && !own(v.Offer):
		list = append(list, action(g.lang(), 'a', "accept", "draw", drawWord(g.lang(), g.e)), action(g.lang(), 'd', "decline"))
	case v.Ties && v.Offer == "":
		list = append(list, action(g.lang(), 'o', "offer", "draw", drawWord(g.lang(), g.e)))
	}
	return append(list, resigning(g.lang()))
}

// News receives a value after a change.
func (g *guest) News() <-chan struct{} { return g.news }

// listen turns changes of the table into news, and so every second of a clock that
// runs. It passes where nothing else can be done.
func (g *guest) listen(ctx context.Context) {
	passed := int64(0)
	for {
		changed := g.t.Changed()
		select {
		case g.news <- struct{}{}:
		default:
		}
		s := g.t.State()
		m := g.position(&s)
		if at := playedAt(s.Events); s.Mine() && onlyPass(m) && at != passed {
			passed = at
			go func() { _ = g.act(ctx, table.Action{Kind: table.Move, Move: "pass"}, s.View.Position) }() // if it fails, the player can still pass
		}
		var tick <-chan time.Time
		if !s.View.Deadline.IsZero() && s.View.Status == table.Playing && !s.View.Paused {
			tick = time.After(time.Second)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick:
		case <-changed:
		}
	}
}

// onlyPass reports whether nothing can be played but a pass.
func onlyPass(m parlour.Match) bool {
	moves := m.Moves()
	return len(moves) == 1 && m.Text(moves[0]) == "pass"
}

// Do carries out a line.
func (g *guest) Do(ctx context.Context, line string) (string, error) {
	s := g.t.State()
	m := g.position(&s)
	if s.Err != nil && line != "log" && !strings.HasPrefix(line, "dice") {
		return "", s.Err
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
	var refused error
	if s.Mine() {
		switch s.View.Needs {
		case parlour.NeedThrow:
			if line == "throw" || line == "" {
				return "", g.t.Throw(ctx)
			}
		case parlour.NeedMove:
			var mv parlour.Move
			if mv, refused = readMove(m, line); refused == nil {
				return "", g.act(ctx, table.Action{Kind: table.Move, Move: m.Text(mv)}, s.View.Position)
			}
		}
	}
	if word == "rematch" {
		return "", g.again(ctx, s.View)
	}
	if says, err, ok := g.tell(ctx, &s, m, word, rest); ok {
		return says, err
	}
	if a, ok := g.action(&s, word, rest); ok {
		return "", g.act(ctx, a, s.View.Position)
	}
	switch {
	case refused != nil:
		return "", refused
	case word == "":
		return g.says(&s, g.voice(s.View), m), nil
	case word == "throw":
		return "", refuse("refused.no-throw-due")
	}
	switch {
	case len(s.View.You.Chairs) == 0:
		return "", refuse("terminal.watching")
	case !s.Mine() && s.View.Status == table.Playing:
		return "", refuse("terminal.not-turn", "says", g.says(&s, g.voice(s.View), m))
	}
	return "", refuse("terminal.no-such", "text", line)
}

// act does something at the table. If something else happened there first, it tries
// again; a move only if the position is still the one it was chosen in.
func (g *guest) act(ctx context.Context, a table.Action, position string) error {
	for tries := 0; ; tries++ {
		s := g.t.State()
		a.Seq = s.View.Seq
		if a.Kind == table.Move && tries > 0 && s.View.Position != position {
			return client.ErrLate
		}
		err := g.t.Act(ctx, a)
		if !errors.Is(err, client.ErrLate) || tries == 5 {
			return err
		}
		// The stream tells soon what happened.
		soon, cancel := context.WithTimeout(ctx, 2*time.Second)
		_, _ = g.t.Wait(soon, func(s *client.State) bool { return s.View.Seq > a.Seq })
		cancel()
	}
}

// tell answers lines that only ask.
func (g *guest) tell(ctx context.Context, s *client.State, m parlour.Match, word, rest string) (says string, err error, ok bool) {
	switch word {
	case "?", "help":
		return helpText(g.lang(), "terminal.guest-help", g.e), nil, true
	case "board":
		var b strings.Builder
		err := Show(&b, g.lang(), g.e, m, nil, true)
		return b.String(), err, true
	case "position":
		return s.View.Position, nil, true
	case "log":
		return strings.Join(g.voice(s.View).lines(sayings(s.Events)), "\n"), nil, true
	case "clock":
		return g.clocks(s.View), nil, true
	case "dice":
		if rest != "" {
			says, err := g.remember(rest)
			return says, err, true
		}
		return strings.TrimSpace(g.t.Report().String()), nil, true
	case "moves":
		var list []string
		if s.View.Result == nil { // a number stands for a move of this list, so it is not the server's
			for i, mv := range m.Moves() {
				list = append(list, fmt.Sprintf("%4d  %s", i+1, m.Text(mv)))
			}
		}
		return cmp.Or(strings.Join(list, "\n"), cabinet.Stands(g.lang(), m)), nil, true
	case "why":
		mv, err := m.Parse(rest)
		if err != nil {
			return "", err, true
		}
		return g.lang().Say("terminal.legal", parlour.Args{"move": m.Text(mv), "does": Spoken(g.lang(), g.e, m, mv)}) + ".", nil, true
	case "hint":
		h, err := g.c.Hint(ctx, g.at.Table)
		if err != nil || h.Move == "" {
			return h.Words, err, true
		}
		return g.say("terminal.hint-you", "move", h.Move, "does", h.Words, "worth", h.Value), nil, true
	case "go":
		if s.Fault != nil {
			g.t.GoOn()
			return g.say("terminal.no-promise"), nil, true
		}
	}
	return "", nil, false
}

// action returns the action that a word asks for.
func (g *guest) action(s *client.State, word, rest string) (a table.Action, ok bool) {
	kinds := map[string]table.Kind{
		"offer": table.Offer, "accept": table.Accept, "decline": table.Decline, "resign": table.Resign, "give": table.GiveBack, "keep": table.KeepBack,
		"say": table.Chat, "pause": table.Pause, "resume": table.Resume, "stand": table.Stand,
	}
	if word == "undo" {
		if s.View.You.Undo {
			return table.Action{Kind: table.GiveBack}, true
		}
		return table.Action{Kind: table.AskBack}, true
	}
	a.Kind = kinds[word]
	switch a.Kind {
	case "":
		return a, false
	case table.Chat:
		a.Text = rest
	case table.Offer, table.Accept, table.Decline, table.Resign, table.Stand:
		if len(s.View.You.Chairs) > 0 {
			a.Chair = s.View.You.Chairs[0]
		}
	}
	return a, true
}

// host returns the name of the server for people.
func host(server string) string {
	if u, err := url.Parse(server); err == nil {
		return u.Host
	}
	return server
}

// lastMove returns the effects of the last move.
func lastMove(events []client.Event) []parlour.Effect {
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].Kind == table.Move {
			return events[i].Effects
		}
	}
	return nil
}
