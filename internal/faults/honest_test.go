package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"parlour"
	"parlour/cabinet"
	clients "parlour/clients/go"
	"parlour/table"
	"parlour/table/proof"
)

// An accident is something that goes wrong in an honest game. At most one of phone,
// asleep and server is set.
type accident struct {
	name   string
	phone  func(*phone)         // befalls somebody's phone
	asleep func(*phone)         // befalls the phone of somebody whose turn is over
	server func(*hostage) error // befalls the server
}

var accidents = []accident{
	{name: "none"},
	{name: "connection dropped", phone: func(p *phone) { p.line.cut(rand.N(500 * time.Millisecond)) }},
	{name: "page reloaded", phone: func(p *phone) { p.stop(errReload) }},
	{name: "phone restarted", phone: func(p *phone) { p.stop(errCrash) }},
	{name: "phone locked", asleep: func(p *phone) { p.sleep(true) }},
	{name: "phone silent", asleep: func(p *phone) { p.sleep(false) }},
	{name: "server restarted", server: (*hostage).stop},
	{name: "server killed", server: (*hostage).kill},
	{name: "backup restored", server: (*hostage).restore},
}

// TestHonest plays honest games in which one kind of accident happens again and
// again. Every game goes on, and nobody is called a liar. Without accidents every
// throw is guaranteed for everybody. With -v it prints the table that
// docs/FAIR-DICE.md has.
func TestHonest(t *testing.T) {
	t.Parallel()
	limit := 20 * time.Minute // only ends games that hang
	if soak() {
		limit = time.Hour
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	shared := newHostage(t) // by all kinds of accidents that leave it alone
	all := make([]*campaign, len(accidents))
	var wg sync.WaitGroup
	for i, a := range accidents {
		c := &campaign{accident: a, index: i, server: shared, folder: t.TempDir()}
		if a.server != nil {
			c.server = newHostage(t)
		}
		all[i] = c
		wg.Go(func() {
			if err := c.play(ctx); err != nil {
				t.Errorf("%s: %v", a.name, err)
			}
		})
	}
	wg.Wait()
	rows := "| accident | happened | games | throws | D | W | W / others' throws | voids | press to throw, mean | longest |\n"
	for _, c := range all {
		for _, g := range c.games {
			if !t.Failed() {
				g.check(ctx, t, c)
			}
			g.close()
		}
		if n := c.happened.Load(); n == 0 && c.accident.name != "none" {
			t.Errorf("%s: it never happened", c.accident.name)
		}
		rows += c.row() + "\n"
	}
	t.Log(rows)
}

// A campaign is some games with one kind of accident, and what was measured there.
type campaign struct {
	accident accident
	index    int
	server   *hostage
	folder   string
	once     sync.Once
	ending   chan struct{} // closed by end
	calm     chan struct{} // closed when no accident befalls the server any more
	every    int64         // how many presses or moves there are to an accident
	seated   atomic.Int64  // games in which everybody sits
	happened atomic.Int64
	presses  atomic.Int64
	moves    atomic.Int64
	games    []*honestGame

	throws, voids, others       int
	players, discarded, without int
	waits                       []time.Duration
}

// play plays the games.
func (c *campaign) play(ctx context.Context) error {
	games, throws := 1, 12
	if c.every = 3; soak() {
		games, throws, c.every = 4, 1<<20, 16 // to the end
	}
	c.ending, c.calm, c.games = make(chan struct{}), make(chan struct{}), make([]*honestGame, games)
	var broken error
	go func() {
		defer close(c.calm)
		broken = c.disturb(ctx)
	}()
	errs := make([]error, games)
	var wg sync.WaitGroup
	for n := range games {
		g := &honestGame{campaign: c, until: throws, folder: filepath.Join(c.folder, fmt.Sprint(n))}
		c.games[n] = g
		wg.Go(func() { errs[n] = g.play(ctx, 2+(n+c.index)%2) })
	}
	wg.Wait()
	c.end()
	<-c.calm
	return errors.Join(append(errs, broken)...)
}

// end ends the accidents of the server, as soon as one game is over: a restored copy
// would bring it back.
func (c *campaign) end() { c.once.Do(func() { close(c.ending) }) }

// disturb lets accidents befall the server.
func (c *campaign) disturb(ctx context.Context) error {
	for {
		select {
		case <-c.ending:
			return nil
		case <-ctx.Done():
			return nil
		case <-c.server.wanted:
		}
		idle(ctx, rand.N(60*time.Millisecond))
		c.happened.Add(1)
		if err := errors.Join(c.accident.server(c.server), c.server.start()); err != nil {
			return err
		}
	}
}

// fate lets an accident happen every few times that somebody presses or moves. It
// comes a moment later, so that it meets a throw at any point.
func (c *campaign) fate(ctx context.Context, p *phone, moved bool) {
	a, late := c.accident, rand.N(60*time.Millisecond)
	steps := &c.presses
	if moved {
		steps = &c.moves
	}
	if c.seated.Load() < int64(len(c.games)) || steps.Add(1)%c.every != 0 {
		return
	}
	switch {
	case a.phone != nil && !moved:
		c.happened.Add(1)
		other := p.game.phones[rand.IntN(len(p.game.phones))]
		time.AfterFunc(late, func() { a.phone(other) })
	case a.asleep != nil && moved:
		c.happened.Add(1)
		idle(ctx, late)
		a.asleep(p)
	case a.server != nil && !moved:
		select {
		case c.server.wanted <- struct{}{}:
		default: // it is about to happen
		}
	}
}

// count adds what one player saw.
func (c *campaign) count(p *phone, r *proof.Report) {
	if p.chair == 1 {
		c.throws += len(r.Throws)
		c.voids += len(r.Voids)
	}
	c.others += len(r.Throws) - len(p.waits)
	c.players++
	c.discarded += r.Discarded
	c.without += r.Without
	c.waits = append(c.waits, p.waits...)
}

// row returns a row of the table of measurements. D and W are for each player.
func (c *campaign) row() string {
	var sum time.Duration
	for _, w := range c.waits {
		sum += w
	}
	n := float64(max(1, c.players))
	return fmt.Sprintf("| %s | %d | %d | %d | %.2f | %.2f | %.0f %% | %d | %.2f s | %.1f s |", c.accident.name, c.happened.Load(), len(c.games), c.throws,
		float64(c.discarded)/n, float64(c.without)/n, 100*float64(c.without)/float64(max(1, c.others)), c.voids,
		(sum / time.Duration(max(1, len(c.waits)))).Seconds(), slices.Max(append(c.waits, 0)).Seconds())
}

// A hostage is a server to which accidents happen.
type hostage struct {
	t      *testing.T
	dir    string // with its data
	backup string // an earlier copy of it, "" if there is none
	at     address
	p      *process
	wanted chan struct{} // an accident
}

func newHostage(t *testing.T) *hostage {
	h := &hostage{t: t, dir: t.TempDir(), wanted: make(chan struct{}, 1)}
	if err := h.start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.p.kill()
		if t.Failed() {
			t.Logf("the server said:\n%s", h.p.said())
		}
	})
	return h
}

func (h *hostage) start() error {
	p, err := start(executable, h.dir)
	if err == nil {
		h.p = p
		h.at.set(p.base)
	}
	return err
}

func (h *hostage) stop() error {
	err := h.p.cmd.Process.Signal(syscall.SIGTERM)
	<-h.p.done
	return err
}

func (h *hostage) kill() error {
	h.p.kill()
	return nil
}

// restore kills the server. Every other time it copies the data folder, and the
// next time it puts that copy in its place.
func (h *hostage) restore() error {
	h.p.kill()
	if h.backup != "" {
		h.dir, h.backup = h.backup, ""
		return nil
	}
	h.backup = filepath.Join(h.t.TempDir(), "copy")
	return os.CopyFS(h.backup, os.DirFS(h.dir))
}

// A line connects a phone with the server, wherever that is now.
type line struct {
	at *address

	mu    sync.Mutex
	conns map[*lineConn]bool
	down  bool
	awake chan struct{} // closed unless the phone sleeps
}

func newLine(at *address) *line {
	l := &line{at: at, conns: map[*lineConn]bool{}, awake: make(chan struct{})}
	close(l.awake)
	return l
}

// A lineConn passes nothing on while its phone sleeps.
type lineConn struct {
	net.Conn
	line *line
	once sync.Once
	done chan struct{}
}

var errLine = errors.New("no connection")

func (l *line) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	if err := l.wait(ctx.Done()); err != nil {
		return nil, err
	}
	var d net.Dialer
	raw, err := d.DialContext(ctx, network, strings.TrimPrefix(l.at.get(), "http://"))
	if err != nil {
		return nil, err
	}
	c := &lineConn{Conn: raw, line: l, done: make(chan struct{})}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down {
		raw.Close()
		return nil, errLine
	}
	l.conns[c] = true
	return c, nil
}

// wait waits until the phone is awake.
func (l *line) wait(done <-chan struct{}) error {
	l.mu.Lock()
	awake := l.awake
	l.mu.Unlock()
	select {
	case <-awake:
		return nil
	case <-done:
		return errLine
	}
}

func (c *lineConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if e := c.line.wait(c.done); e != nil {
		return 0, e
	}
	return n, err
}

func (c *lineConn) Write(b []byte) (int, error) {
	if err := c.line.wait(c.done); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}

func (c *lineConn) Close() error {
	c.once.Do(func() {
		close(c.done)
		c.line.mu.Lock()
		defer c.line.mu.Unlock()
		delete(c.line.conns, c)
	})
	return c.Conn.Close()
}

// set takes the line down, which breaks all connections, or up.
func (l *line) set(down bool) {
	l.mu.Lock()
	l.down = down
	conns := slices.Collect(maps.Keys(l.conns))
	l.mu.Unlock()
	for _, c := range conns {
		if down {
			c.Close()
		}
	}
}

// cut takes the line down for a while.
func (l *line) cut(d time.Duration) {
	l.set(true)
	time.AfterFunc(d, func() { l.set(false) })
}

// sleep keeps what is sent in either direction until wake is called.
func (l *line) sleep() (wake func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	awake := make(chan struct{})
	l.awake = awake
	return func() { close(awake) }
}

// Why a program on a phone is stopped.
var (
	errReload = errors.New("reload") // it says goodbye and stores everything
	errCrash  = errors.New("crash")  // it does neither
)

// A phone plays for a person, with the real device.
type phone struct {
	game   *honestGame
	chair  int
	client *clients.Client
	line   *line
	folder string // of the memory
	copies int

	mu    sync.Mutex
	leave func(error) // ends what the owner does, see stop

	table  *clients.Table // while the game is looked at after its end
	memory *clients.Memory

	wish  time.Time // when the owner pressed for the throw that has not fallen
	waits []time.Duration
}

// stop stops the program, which its owner starts again.
func (p *phone) stop(why error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.leave != nil {
		p.leave(why)
	}
}

// sleep lets the phone sleep while its owner does something else, and wakes it.
func (p *phone) sleep(goodbye bool) {
	d := time.Second + rand.N(time.Second)
	if soak() {
		d = 5*time.Second + rand.N(55*time.Second)
	}
	if goodbye {
		_, _ = p.client.Act(context.Background(), p.game.id, table.Action{Kind: table.Away})
	}
	defer p.line.sleep()()
	idle(p.game.ctx, d)
}

// play starts the program again and again until the game is finished.
func (p *phone) play(ctx context.Context) error {
	for {
		visit, leave := context.WithCancelCause(ctx)
		p.mu.Lock()
		p.leave = leave
		p.mu.Unlock()
		err := p.visit(visit)
		why := context.Cause(visit)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("the game does not go on: %w\n%s", err, p.where())
		case why == nil:
			return err
		}
		if why == errCrash {
			p.line.set(true)
			if err := p.copyMemory(); err != nil {
				return err
			}
		}
		p.close()
		p.line.set(false)
	}
}

// where says what the program sees.
func (p *phone) where() string {
	if p.table == nil {
		return "not at the table"
	}
	s := p.table.State()
	return fmt.Sprintf("up %v, stale %v, mine %v, %d of %d events, %d throws, dice %+v, ask %+v, fault %v, err %v\n%s",
		s.Up, s.Stale, s.Mine(), len(s.Events), s.View.Seq, s.Throws, s.View.Dice, s.View.Dice.Ask, s.Fault, s.Err, p.table.Report())
}

// copyMemory goes on with the files as they are at this moment. The heads are
// written first, so they are copied last.
func (p *phone) copyMemory() error {
	p.copies++
	into := fmt.Sprintf("%s-%d", p.folder, p.copies)
	if err := os.MkdirAll(into, 0o700); err != nil {
		return err
	}
	names, err := os.ReadDir(p.folder)
	if err != nil {
		return err
	}
	for _, suffix := range []string{".json", ".heads"} {
		for _, n := range names {
			if !strings.HasSuffix(n.Name(), suffix) {
				continue
			}
			data, err := os.ReadFile(filepath.Join(p.folder, n.Name()))
			if err == nil {
				err = os.WriteFile(filepath.Join(into, n.Name()), data, 0o600)
			}
			if err != nil {
				return err
			}
		}
	}
	p.folder = into
	return nil
}

// close stops the program.
func (p *phone) close() {
	if p.table != nil {
		p.table.Close()
		p.table = nil
	}
	if p.memory != nil {
		p.memory.Close()
		p.memory = nil
	}
}

// visit runs the program until the game is finished. Then it stays at the table.
func (p *phone) visit(ctx context.Context) (err error) {
	g := p.game
	if p.memory, err = clients.OpenMemory(p.folder, clients.Address{Server: p.client.Server, Table: g.id}); err != nil {
		return err
	}
	for p.table == nil {
		// It lives on when the visit ends: a program that crashes must not see that.
		p.table, err = clients.Follow(g.ctx, clients.Config{Client: p.client, Table: g.id, Open: cabinet.Open, Memory: p.memory})
		if lost := new(clients.Unreachable); err != nil && !errors.As(err, &lost) {
			return err
		}
		if idle(ctx, time.Millisecond); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	t := p.table
	for {
		s, err := t.Wait(ctx, func(s *clients.State) bool { return s.Fault != nil || g.finished(s) || g.begun(s) && s.Mine() })
		switch {
		case err != nil:
			return err
		case s.Fault != nil:
			return fmt.Errorf("an honest server is called a liar: %v", s.Fault)
		case g.finished(&s):
			g.campaign.end()
			select {
			case <-g.campaign.calm:
			case <-ctx.Done():
				return ctx.Err()
			}
			if v, err := p.client.View(ctx, g.id); err == nil && v.Seq == int64(len(s.Events)) {
				return nil
			}
			idle(ctx, 20*time.Millisecond)
			continue
		}
		changed := t.Changed()
		if s.View.Needs == parlour.NeedThrow {
			if p.wish.IsZero() {
				p.wish = time.Now()
				g.campaign.fate(ctx, p, false)
			}
			if err = t.Throw(ctx); err == nil {
				p.fell()
				if s := t.State(); !s.Mine() { // there was nothing to move
					g.campaign.fate(ctx, p, true)
				}
			}
		} else {
			p.fell() // the program was stopped before it saw that
			if err = t.Act(ctx, table.Action{Kind: table.Move, Move: s.View.Moves[rand.IntN(len(s.View.Moves))]}); err == nil {
				g.campaign.fate(ctx, p, true)
			}
		}
		switch {
		case err == nil:
		case errors.Is(err, clients.ErrLate), errors.Is(err, clients.ErrNoThrow), errors.Is(err, clients.ErrDice):
			select { // look again
			case <-changed:
			case <-ctx.Done():
			case <-time.After(50 * time.Millisecond):
			}
		default:
			return err
		}
	}
}

// fell notes that the throw that the owner pressed for has fallen.
func (p *phone) fell() {
	if !p.wish.IsZero() {
		p.waits = append(p.waits, time.Since(p.wish))
		p.wish = time.Time{}
	}
}

// An honestGame is one table.
type honestGame struct {
	campaign *campaign
	folder   string
	until    int // throws, after which it is finished
	ctx      context.Context
	id       string
	phones   []*phone
}

// play plays a game of some people and a bot.
func (g *honestGame) play(ctx context.Context, people int) error {
	g.ctx = ctx
	terms := table.Terms{Game: "auto-race", Setup: parlour.Setup{Players: people + 1}, Bots: make([]string, people+1), Pace: table.AtOnce}
	terms.Bots[people] = "greedy"
	for i := range people {
		p := &phone{game: g, chair: i + 1, line: newLine(&g.campaign.server.at), folder: filepath.Join(g.folder, fmt.Sprint("phone", i+1))}
		p.client = &clients.Client{Server: "http://127.0.0.1", HTTP: &http.Client{Transport: &http.Transport{DialContext: p.line.dial}}}
		g.phones = append(g.phones, p)
		if err := insist(ctx, func() error { return p.client.Register(ctx) }); err != nil {
			return err
		}
		if err := insist(ctx, func() (err error) {
			if i == 0 {
				g.id, err = p.client.Make(ctx, terms, 1, "Player 1")
				return err
			}
			_, err = p.client.Act(ctx, g.id, table.Action{Kind: table.Sit, Chair: p.chair, Name: fmt.Sprint("Player ", p.chair)})
			return err
		}); err != nil {
			return err
		}
	}
	g.campaign.seated.Add(1)
	ctx, stop := context.WithCancel(ctx) // when one player fails, the others would wait for ever
	defer stop()
	var wg sync.WaitGroup
	errs := make([]error, people)
	for i, p := range g.phones {
		wg.Go(func() {
			if errs[i] = p.play(ctx); errs[i] != nil {
				errs[i] = fmt.Errorf("table %s, player %d: %w", g.id, i+1, errs[i])
				stop()
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// insist repeats something while the server cannot be reached.
func insist(ctx context.Context, do func() error) error {
	for {
		err := do()
		if lost := new(clients.Unreachable); !errors.As(err, &lost) || ctx.Err() != nil {
			return err
		}
		idle(ctx, 5*time.Millisecond)
	}
}

// begun reports whether everybody sits and takes part: nobody throws before.
func (g *honestGame) begun(s *clients.State) bool {
	return s.Throws > 0 || len(s.View.Dice.Part) == len(g.phones)
}

// finished reports whether there is nothing more to play, and no bot has to act.
func (g *honestGame) finished(s *clients.State) bool {
	v := s.View
	if int64(len(s.Events)) != v.Seq || !s.Up {
		return false
	}
	if v.Status == table.Over {
		return true
	}
	bot := slices.ContainsFunc(v.Chairs, func(c table.ChairView) bool { return c.Bot != "" && slices.Contains(c.Seats, v.Turn) })
	return s.Throws >= g.until && v.Needs == parlour.NeedThrow && v.Dice.Ask == nil && !bot
}

func (g *honestGame) close() {
	for _, p := range g.phones {
		p.close()
	}
}

// log returns the log as the server gives it to anybody.
func (g *honestGame) log(ctx context.Context) (text []byte, events int64, err error) {
	stranger := newClient(&g.campaign.server.at)
	for next := int64(0); ; {
		a, err := stranger.insist(ctx, "GET", fmt.Sprintf("/api/tables/%s/events?since=%d", g.id, next), nil)
		var page struct {
			Next   int64
			Events []json.RawMessage
		}
		if err == nil {
			err = a.into(http.StatusOK, &page)
		}
		if err != nil {
			return nil, 0, err
		}
		text, events = append(text, a.body...), events+int64(len(page.Events))
		if next = page.Next; next == 0 {
			return text, events, nil
		}
	}
}

// check compares what everybody's device says with what parlour verify and the
// program in Python say about the log and the exported memory.
func (g *honestGame) check(ctx context.Context, t *testing.T, c *campaign) {
	t.Helper()
	log, events, err := g.log(ctx)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(g.folder, "log.json")
	if err := os.WriteFile(file, log, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range g.phones {
		s, err := p.table.Wait(ctx, func(s *clients.State) bool { return int64(len(s.Events)) >= events })
		r := p.table.Report()
		var memory bytes.Buffer
		if err := errors.Join(err, p.table.Export(&memory)); err != nil {
			t.Fatal(err)
		}
		if s.Fault != nil || r.Verdict == proof.False || r.Stale || !r.Memory {
			t.Errorf("table %s, player %d: %s", g.id, p.chair, r)
		}
		// On a busy machine a throw may take longer than a sign of life counts.
		if c.accident.name == "none" && r.Verdict != proof.Guaranteed && slices.Max(append(p.waits, 0)) < 10*time.Second {
			t.Errorf("table %s, player %d: nothing happened, but not everything is guaranteed: %s", g.id, p.chair, r)
		}
		c.count(p, r)
		if !soak() && p.chair > 1 {
			continue // the programs need longer than the game
		}
		seen := filepath.Join(g.folder, fmt.Sprintf("memory%d.json", p.chair))
		if err := os.WriteFile(seen, memory.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		args := []string{file, "--table", g.id, "--seen", seen, "--json"}
		own, err := exec.Command(executable, append([]string{"verify"}, args...)...).Output()
		python, err2 := verify(t, nil, args...)
		for _, said := range []struct {
			by   string
			text []byte
			err  error
		}{{"parlour verify", own, err}, {"verify-dice.py", []byte(python), err2}} {
			var again proof.Report
			if err := json.Unmarshal(said.text, &again); err != nil {
				t.Fatalf("%s: %v, %v\n%s", said.by, err, said.err, said.text)
			}
			if again.Verdict != r.Verdict || again.Discarded != r.Discarded || again.Without != r.Without || again.Back != r.Back {
				t.Errorf("table %s, player %d: the device says\n%s\n%s says\n%s", g.id, p.chair, r, said.by, said.text)
			}
		}
	}
}
