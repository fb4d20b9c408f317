package terminal

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour"
	"parlour/cabinet"
	client "parlour/clients/go"
	"parlour/phrase"
	"parlour/table"
	"parlour/terminal/screen"
)

// A Visit says at which table to sit down or to watch.
type Visit struct {
	Link   string // of the table
	Name   string // how others see you; "" asks, or takes the user's name
	Seat   string // letter, name or number of the chair to take; "" for the first free one
	Watch  bool   // only watch
	Plain  bool   // line by line, without colours, only ASCII
	Stay   bool   // line by line: stay after the game, for another one
	Folder string // where to keep who you are at the table
}

// ErrBroken says that a check of a table's dice failed.
var ErrBroken = errors.New("a check of the table's dice failed; see above")

// Join sits down at a table of a server, or goes on there, and plays until the game
// is over or the player leaves. A player who asks for another game goes on at its
// table.
func Join(ctx context.Context, s Streams, v Visit) error {
	at, err := client.ParseAddress(v.Link)
	if err != nil {
		return err
	}
	d := &visitor{Visit: v, s: &s, in: bufio.NewReader(s.In)}
	d.Watch = d.Watch || at.Watch
	var broken error // at an earlier table
	for last := (*guest)(nil); ; {
		g, err := d.visit(ctx, at, last)
		if errors.Is(err, ErrBroken) {
			broken = err
		}
		if g == nil || g.next.Table == "" {
			return cmp.Or(err, broken)
		}
		at, last = g.next, g
	}
}

// A visitor goes from table to table.
type visitor struct {
	Visit
	s     *Streams
	in    *bufio.Reader
	typed chan string // what is typed; nil before somebody asks for it
}

// lines returns what is typed. From then on nobody else may read the input.
func (d *visitor) lines(ctx context.Context) <-chan string {
	if d.typed == nil {
		d.typed = make(chan string)
		go read(ctx, d.in, d.typed)
	}
	return d.typed
}

// visit visits a table until the game is over or the player leaves. Last is the
// table that the player comes from for another game, nil for none.
func (d *visitor) visit(ctx context.Context, at client.Address, last *guest) (*guest, error) {
	memory := client.NewMemory(at)
	if !d.Watch {
		var err error
		if memory, err = client.OpenMemory(d.Folder, at); errors.Is(err, client.ErrSeatInUse) {
			return nil, refuse("terminal.seat-open")
		} else if err != nil {
			return nil, err
		}
		defer memory.Close()
	}
	seats := []string{d.Seat}
	if last != nil {
		if seats = last.seats; memory.Token == "" {
			memory.Token, memory.Name = last.c.Token, last.name
		}
	}
	g := &guest{c: &client.Client{Server: at.Server, Token: memory.Token, Lang: d.s.lang().Tag()}, at: at, own: d.s.lang(), stay: d.Stay && !d.Watch, news: make(chan struct{}, 1)}
	view, err := g.c.View(ctx, at.Table)
	if errors.Is(err, client.ErrNotFound) {
		return nil, refuse("terminal.no-table", "table", at.Table, "server", at.Server)
	}
	if err != nil {
		return nil, err
	}
	if g.e = cabinet.ByID(view.Game); g.e == nil {
		return nil, refuse("terminal.unknown-game", "game", view.Game)
	}
	if g.match, err = g.e.Game.Parse(view.Position); err != nil {
		return nil, fmt.Errorf("this program cannot read the position of the table; a later version may: %w", err)
	}
	if !d.Watch {
		for _, d.Seat = range seats {
			if err := g.sit(ctx, d, view, memory); isFull(err) && last == nil && Is(d.s.In) && Is(d.s.Out) && !d.Plain {
				if !agree(d.s, d.in, d.s.prompt("terminal.watch-instead", "why", phrase.Sentence(d.s.lang().Error(err)))) {
					return nil, nil
				}
			} else if err != nil {
				return nil, err
			}
		}
	}
	g.name = memory.Name
	if g.t, err = client.Follow(ctx, client.Config{Client: g.c, Table: at.Table, Open: cabinet.Open, Memory: memory, Name: memory.Name}); err != nil {
		return nil, err
	}
	defer g.t.Close()
	here, cancel := context.WithCancel(ctx)
	defer cancel()
	go g.listen(here)
	if fullScreen(d.s, d.Plain) {
		if sc, err := screen.Open(); err == nil {
			return g, g.left(d.s, screen.Run(here, sc, g))
		}
	}
	return g, g.left(d.s, g.lines(here, d.s, d.lines(ctx), d.Plain))
}

// left says how things are when the guest leaves.
func (g *guest) left(s *Streams, err error) error {
	state := g.t.State()
	if text := g.alarm(&state); text != "" {
		fmt.Fprintln(s.Err, text)
		return ErrBroken
	}
	if state.Throws > 0 && g.t.Report().Memory {
		s.print(phrase.Sentence(g.checked(&state)))
	}
	if state.View.Result != nil {
		return nil
	}
	if len(state.View.You.Chairs) > 0 && state.Err == nil {
		s.say("terminal.come-back", "link", g.at)
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return cmp.Or(state.Err, err)
}

// isFull reports whether an error says that nobody else can sit down.
func isFull(err error) bool {
	var r *parlour.Refusal
	return errors.As(err, &r) && (r.Code == "terminal.no-chair" || r.Code == "terminal.taken-full")
}

// sit takes a chair, or goes on where this device sits already.
func (g *guest) sit(ctx context.Context, d *visitor, view *client.View, memory *client.Memory) error {
	s := d.s
	if g.c.Token == "" {
		if err := g.c.Register(ctx); err != nil {
			return err
		}
		memory.Token = g.c.Token
	}
	if g.at.Claim != "" {
		claim := table.Action{Kind: table.Claim, Text: g.at.Claim}
		if err := memory.Claim(claim); err != nil {
			return err
		}
		if _, err := g.c.Act(ctx, g.at.Table, claim); err != nil {
			return refuse("terminal.no-claim", "why", s.lang().Error(err))
		}
		return nil
	}
	if len(view.You.Chairs) > 0 && d.Seat == "" {
		s.say("terminal.go-on-as", "name", view.You.Name)
		return nil
	}
	chair, err := freeChair(s.lang(), view, g.e, d.Seat)
	if err != nil || chair == 0 {
		return err
	}
	name := cmp.Or(d.Name, memory.Name)
	if name == "" && Is(s.In) && Is(s.Out) && !d.Plain {
		s.printf("%s", s.prompt("terminal.your-name", "name", userName()))
		if name, err = d.in.ReadString('\n'); err != nil {
			return refuse("terminal.no-answer")
		}
	}
	memory.Name = cmp.Or(strings.TrimSpace(name), userName())
	sit := table.Action{Kind: table.Sit, Chair: chair, Name: memory.Name, Seq: view.Seq}
	if err := memory.Sit(&sit, view); err != nil {
		return err
	}
	_, err = g.c.Act(ctx, g.at.Table, sit)
	if errors.Is(err, client.ErrLate) { // the table has moved on: look again
		if view, err = g.c.View(ctx, g.at.Table); err == nil {
			return g.sit(ctx, d, view, memory)
		}
	}
	if err != nil {
		return refuse("terminal.no-sit", "why", s.lang().Error(err))
	}
	return nil
}

// freeChair returns the number of the chair to take, from 1; 0 if it is the reader's
// already.
func freeChair(lang *phrase.Catalogue, view *client.View, e *cabinet.Entry, want string) (int, error) {
	var free []string
	chosen, first := 0, 0
	for i, c := range view.Chairs {
		var names, own []string // in English, which anybody may type, and in the language
		for _, letter := range c.Seats {
			names, own = append(names, phrase.English.Word(e.Colour(letter))), append(own, lang.Word(e.Colour(letter)))
		}
		names = append(names, own...)
		open := !c.Person && c.Bot == ""
		if open {
			free = append(free, lang.And(own))
			if first == 0 {
				first = i + 1
			}
		}
		same := func(name string) bool { return strings.EqualFold(name, want) }
		if want == "" || strconv.Itoa(i+1) != want && !slices.ContainsFunc(names, same) && !slices.ContainsFunc(c.Seats, same) {
			continue
		}
		switch {
		case slices.Contains(view.You.Chairs, i+1):
			return 0, nil
		case !open:
			code := "terminal.taken"
			if len(free) == 0 && !slices.ContainsFunc(view.Chairs[i:], func(c table.ChairView) bool { return !c.Person && c.Bot == "" }) {
				code = "terminal.taken-full"
			}
			return 0, refuse(code, "seats", lang.And(own), "name", c.Name)
		}
		chosen = i + 1
	}
	switch {
	case chosen > 0:
		return chosen, nil
	case first == 0:
		return 0, refuse("terminal.no-chair")
	case want != "":
		return 0, refuse("terminal.no-seat", "text", want, "free", strings.Join(free, ", "))
	}
	return first, nil
}

// userName returns a name for somebody who gave none.
func userName() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return cmp.Or(os.Getenv("USER"), "Guest")
}

// agree asks a question.
func agree(s *Streams, in *bufio.Reader, question string) bool {
	s.printf("%s", question)
	line, err := in.ReadString('\n')
	return err == nil && strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "y")
}

// lines plays line by line: one line for each thing that happens, and commands as
// text. It ends with the input, or with the game unless the player may want another.
// What happens is printed while a command waits for the server; the next one comes
// after it.
func (g *guest) lines(ctx context.Context, s *Streams, typed <-chan string, plain bool) error {
	type answer struct {
		says string
		err  error
	}
	p := &printer{g: g, s: s, plain: plain, up: true, asked: -1}
	var done chan answer // of the command that is carried out; nil for none
	var asked int64      // what the player was asked when it began
	for {
		changed := g.t.Changed()
		state := g.t.State()
		if err := p.print(&state); err != nil {
			return err
		}
		if state.Err != nil || state.View.Result != nil && !g.stay {
			return state.Err
		}
		input := typed
		if done != nil {
			input = nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		case line, ok := <-input:
			switch {
			case !ok && len(state.View.You.Chairs) > 0:
				return nil
			case !ok:
				typed = nil // who watches need not type anything
				continue
			case line == "quit" || line == "q":
				return nil
			}
			doing := make(chan answer, 1)
			done, asked = doing, p.asked
			go func() {
				says, err := g.Do(ctx, line)
				doing <- answer{says, err}
			}()
		case a := <-done:
			done = nil
			if errors.Is(a.err, screen.ErrLeave) {
				return nil
			}
			if a.err != nil {
				a.says = phrase.Sentence(g.lang().Error(a.err))
			}
			if a.says != "" {
				s.print(a.says)
			}
			if p.asked == asked {
				p.asked = -1
			}
		}
	}
}

// A printer prints what happens at a table.
type printer struct {
	g      *guest
	s      *Streams
	plain  bool
	events int   // printed so far
	asked  int64 // the event at which the player was asked to act last
	drawn  int64 // the event at which the board was shown last
	up     bool
	over   bool // the player was told what can be done after the game
	alarm  string
	said   string

	discarded int  // results of which the player was told that they were thrown away
	without   bool // the player was told of throws that were made without them
	stale     bool // the player was told that the state is an older one
}

// dice says what the title of the screen does, when it gets worse: the first throw
// that was made without the player, each that was thrown away, an older state.
func (p *printer) dice(s *client.State) {
	r := p.g.t.Report()
	if r.Memory && s.Fault == nil && (r.Discarded > p.discarded || r.Without > 0 && !p.without) {
		p.s.print(phrase.Sentence(p.g.checked(s)))
	}
	p.discarded, p.without = max(p.discarded, r.Discarded), p.without || r.Without > 0
	if s.Stale && !p.stale {
		p.s.print(phrase.Sentence(p.g.say("terminal.stale")))
	}
	p.stale = s.Stale
}

func (p *printer) print(s *client.State) error {
	v := p.g.voice(s.View)
	if p.events == 0 {
		p.s.say("terminal.joined", "game", p.g.e.Title(p.g.lang()), "server", p.g.at.Server)
	}
	fresh := s.Events[min(p.events, len(s.Events)):] // a server that went back has fewer
	p.events = len(s.Events)
	for _, one := range sayings(fresh) {
		if !one.quiet() {
			p.s.print(v.line([]saying{one}))
		}
	}
	p.dice(s)
	if text := p.g.alarm(s); text != p.alarm {
		p.alarm = text
		p.s.print("!!! " + p.g.say("terminal.alarm-line", "alarm", text))
	}
	if p.up != s.Up && s.Err == nil {
		p.up = s.Up
		p.s.say(map[bool]string{true: "terminal.connected", false: "terminal.disconnected"}[s.Up])
	}
	if s.Err != nil {
		return nil
	}
	if at := playedAt(s.Events); s.Mine() && p.asked != at {
		p.asked = at
		m := p.g.position(s)
		if onlyPass(m) {
			return nil
		}
		if len(m.Moves()) > 0 && p.drawn != at {
			p.drawn = at
			if err := Show(p.s.Out, p.g.lang(), p.g.e, m, lastMove(s.Events), p.plain); err != nil {
				return err
			}
		}
		says := p.g.says(s, v, m)
		if i := v.chairOf(s.View.Turn); clocked(s.View) && i >= 0 {
			says = p.g.say("terminal.left", "says", says, "time", clockText(p.g.remains(s.View, i, time.Now())))
		}
		p.s.print(says)
		return nil
	}
	if says := p.g.says(s, v, p.g.position(s)); !s.Mine() && says != p.said && (s.View.Status != table.Playing || len(s.View.You.Chairs) > 0) {
		p.said = says
		p.s.print(says)
	}
	if s.View.Result != nil && p.g.stay && !p.over {
		p.over = true
		p.s.say("terminal.again")
	}
	return nil
}
