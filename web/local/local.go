// Package local is a whole server in a program without a network, such as the
// worker of a web page. Requests come and answers go as messages.
//
//	p, err := local.Open(ctx, local.Config{Port: port})
//	p.Answer(ctx, local.Request{Method: "GET", Path: "/api/games"}, func(part local.Part) { ... })
//
// Tables, judge, dice, bots and views are those of every other server, and so is
// the handler that answers. Only the page, pictures for link previews and notices
// are missing.
package local

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"parlour"
	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/hall/keyed"
	"parlour/language"
	"parlour/web"
	"parlour/web/wire"
)

// Config is what a program needs. Port is required.
type Config struct {
	Port     keyed.Port
	Log      *slog.Logger
	BotDelay time.Duration
	Language []byte // in which it speaks, as language.Read reads it; nil for English

	// For tests, which compare what two programs do. Nil and zero stand for what
	// the program uses.

	Now     func() time.Time
	Random  func() [32]byte // for the dice
	Seed    func() uint64   // for bots
	BotTime time.Duration
}

// limits bound what is under way at a time, and so the memory it takes. Nobody
// else waits for the one person who uses the program, so nothing is limited by
// rate.
var limits = func() web.Limits {
	l := web.NoLimits
	l.AllStreams, l.AllAnswers = 16, 64
	return l
}()

// A Program answers requests. It is safe for use by many goroutines.
type Program struct {
	hall   *hall.Hall
	server *web.Server
}

// botTime is how long a bot may think. A person who plays alone waits for every
// bot, and a slow phone needs a while for what a server does at once.
const botTime = 1500 * time.Millisecond

// Open starts a program with the tables in the database.
func Open(ctx context.Context, c Config) (*Program, error) {
	now := c.Now
	if now == nil {
		now = time.Now
	}
	h, err := hall.New(ctx, hall.Config{
		Store: keyed.New(told{c.Port}, now), Bus: &hall.Local{}, Shelf: games{shelf.Cabinet{Seed: c.Seed}, c.Log}, Log: c.Log,
		Now: c.Now, Random: c.Random, BotDelay: c.BotDelay, BotTime: cmp.Or(c.BotTime, botTime),
	})
	if err != nil {
		return nil, err
	}
	config := web.Config{Hall: h, Log: c.Log, Limits: limits, Alone: true}
	if c.Language != nil {
		l, err := language.Read(c.Language)
		if err != nil {
			return nil, err
		}
		config.Languages = []*language.Language{l}
	}
	return &Program{h, web.New(config)}, nil
}

// Close ends the program once what it is doing is durable.
func (p *Program) Close() {
	p.server.Close()
	p.hall.Close()
}

// told is a database whose faults people understand: what is not stored has not
// happened, and they can try again.
type told struct{ keyed.Port }

func (p told) Write(ctx context.Context, c keyed.Change) (bool, error) {
	ok, err := p.Port.Write(ctx, c)
	if err != nil {
		err = &wire.Error{Code: wire.Internal, Reason: "error.not-stored", Args: parlour.Args{"why": strings.TrimSuffix(err.Error(), ".")}}
	}
	return ok, err
}

// games are the games of the cabinet. A table is opened when the files that its
// bots need are here, so that they do not think while they wait for them.
type games struct {
	shelf.Cabinet
	log *slog.Logger
}

// Game returns a game. If a file cannot be read people still play, but bots make
// the first move they find.
func (g games) Game(id string) parlour.Game {
	if err := ready(id); err != nil {
		g.log.Error("reading the files of bots", "game", id, "err", err)
	}
	return g.Cabinet.Game(id)
}

// A Request is a request of HTTP.
type Request struct {
	Method string
	Path   string // with the query
	Header map[string]string
	Body   []byte
}

// A Part is a piece of an answer. The first has the status and the header, the
// last says so; a stream has many.
type Part struct {
	Status int
	Header map[string]string
	Body   []byte
	Last   bool
}

// Answer answers a request and returns after the last part. If ctx ends, so does
// a stream.
func (p *Program) Answer(ctx context.Context, r Request, send func(Part)) {
	w := &writer{send: send, header: http.Header{}}
	defer w.end()
	req, err := r.http(ctx)
	if err != nil {
		w.header.Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":{"code":"bad-request","message":"This is not a request."}}`)
		return
	}
	p.server.ServeHTTP(w, req)
}

// http returns the request as the handler takes it.
func (r *Request) http(ctx context.Context) (*http.Request, error) {
	u, err := url.ParseRequestURI(r.Path)
	if err != nil {
		return nil, err
	}
	if u.Host != "" || !strings.HasPrefix(u.Path, "/") {
		return nil, &url.Error{Op: "parse", URL: r.Path, Err: url.InvalidHostError(u.Host)}
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, u.RequestURI(), bytes.NewReader(r.Body))
	if err != nil {
		return nil, err
	}
	req.RemoteAddr = "127.0.0.1:1"
	for name, value := range r.Header {
		req.Header.Set(name, value)
	}
	return req, nil
}

// A writer cuts an answer into parts.
type writer struct {
	send   func(Part)
	header http.Header
	status int
	begun  bool // the first part is sent
	body   []byte
}

func (w *writer) Header() http.Header { return w.header }

func (w *writer) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *writer) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.body = append(w.body, b...)
	return len(b), nil
}

// Flush sends what was written.
func (w *writer) Flush() { w.part(false) }

func (w *writer) end() {
	w.WriteHeader(http.StatusOK)
	w.part(true)
}

func (w *writer) part(last bool) {
	part := Part{Body: w.body, Last: last}
	w.body = nil
	if !w.begun {
		w.begun = true
		part.Status, part.Header = w.status, map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(w.header)) {
			part.Header[name] = strings.Join(w.header[name], ", ")
		}
	}
	w.send(part)
}
