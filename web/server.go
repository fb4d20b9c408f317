package web

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parlour/hall"
	"parlour/internal/cache"
	"parlour/internal/line"
	"parlour/language"
	"parlour/table"
	"parlour/web/address"
	"parlour/web/exchange"
	"parlour/web/live"
	"parlour/web/show"
	"parlour/web/study"
	"parlour/web/wire"
)

// Config is what a server needs. Hall is required.
type Config struct {
	address.Settings

	Hall          *hall.Hall
	Log           *slog.Logger         // the default logger if nil
	Watchers      int                  // streams that may watch one table; 2000 if zero
	Limits        Limits               // zero fields have their defaults
	Push          *Sender              // sends notices to browsers; nil for none
	LabGames      int                  // games of one experiment; 20,000 if zero, negative for no laboratory
	LabTime       time.Duration        // for one experiment; a minute if zero
	PublicMetrics bool                 // everybody may read /metrics, not only at the private address
	Alone         bool                 // one person uses the server: lists show all tables
	Languages     []*language.Language // what people are offered, the usual one first; English alone if nil
	Local         func() Program       // the program for tables on devices; nil, or it returns nil, if there is none

	test tuning
}

// A Program is the program that keeps tables on a device. It serves its files
// under /assets/{hash}/local/. See page.Program.
type Program interface {
	http.Handler
	Hash() string
	Sums() map[string]string // a hash of each file
}

// tuning holds times that tests shorten. Zero stands for the usual time.
type tuning struct {
	presence    time.Duration // how often to check who is away
	noticeDelay time.Duration // before a notice is sent
	labSlice    time.Duration // how long an experiment runs before another address has its turn
}

// A Server answers requests. It is an http.Handler, safe for use by many
// goroutines.
type Server struct {
	Config
	handler      http.Handler
	limits       limits
	metrics      counts
	streams      line.Room // open streams
	answers      line.Room // answers being written
	bodies       line.Room // bodies being read
	large        line.Room // requests with a large body, until they are answered
	work         line.Line // requests that compute
	live         *live.Broadcaster
	boards       *cache.Cache[string, encoded[show.BoardData]]
	checks       *cache.Cache[string, bool]
	lists        *cache.Cache[listKey, listPage]
	records      *cache.Cache[recordKey, written]
	gamePictures sync.Map // func() (small, error) by game and kind of drawing
	reach        reach
	analyses     *study.Analyses
	advisers     *study.Advisers
	lab          *study.Lab
	looks        *study.Looks
	desk         *study.Desk
	started      time.Time
	writeTime    time.Duration // for one message of a stream
	answerTime   time.Duration // for any other answer
	bodyTime     time.Duration // for a client to send a body
	healthTime   time.Duration // for a check of health
	draining     atomic.Bool
	life         context.Context // ends when the server closes
	end          context.CancelFunc
}

// New makes a server.
func New(c Config) *Server {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	c.Limits = c.Limits.or(DefaultLimits)
	s := &Server{Config: c, limits: newLimits(c.Limits, time.Now), started: time.Now()}
	s.writeTime, s.answerTime, s.bodyTime, s.healthTime = writeTime, answerTime, bodyTime, healthTime
	s.streams.Limits = line.Limits{All: c.Limits.AllStreams, Each: c.Limits.Streams}
	s.answers.Limits = line.Limits{All: c.Limits.AllAnswers, Each: c.Limits.Answers}
	s.bodies.Limits, s.work.Limits = s.answers.Limits, s.answers.Limits
	s.large.Limits = line.Limits{All: c.Limits.AllAnswers / 25, Each: c.Limits.Answers / 25}
	s.work.Places = max(4, 2*runtime.GOMAXPROCS(0)) // some wait for the store
	s.work.Hold = s.work.Places / 2
	s.live = live.New(live.Config{Hall: c.Hall, Log: c.Log, Watchers: c.Watchers, Presence: c.test.presence, Contain: s.contain})
	s.checks = &cache.Cache[string, bool]{Most: 1 << 20, Fresh: healthFresh, Size: func(bool) int { return 1 }}
	s.lists = &cache.Cache[listKey, listPage]{Most: mostLists, Fresh: listFresh, Size: func(p listPage) int { return len(p.body) }}
	s.boards = &cache.Cache[string, encoded[show.BoardData]]{Most: mostBoards, Size: func(a encoded[show.BoardData]) int { return len(a.Body) }}
	s.records = &cache.Cache[recordKey, written]{Most: mostRecords, Size: func(w written) int { return len(w.body) }}
	s.reach = s.newReach()
	s.life, s.end = context.WithCancel(context.Background())
	s.analyses, s.advisers = study.NewAnalyses(s.life), study.NewAdvisers()
	s.looks, s.desk = study.NewLooks(c.Hall.Spare), study.NewDesk()
	s.lab = study.NewLab(study.LabConfig{Games: c.LabGames, Time: c.LabTime, Slice: c.test.labSlice})
	s.metrics.begin(routes())
	s.handler = s.build()
	return s
}

// Close ends every stream, so that a graceful shutdown does not wait for them.
func (s *Server) Close() {
	s.end()
	s.live.Close()
	s.reach.close()
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// build makes the mux of the routes.
func (s *Server) build() http.Handler {
	mux := http.NewServeMux()
	for _, rt := range routes() {
		if rt.only != nil && !rt.only(s) {
			continue
		}
		h := rt.handle.handler
		if catchAll(rt.pattern) {
			h = otherwise(mux, h)
		}
		if rt.limit == byTurn && rt.handle.body == nil { // or it takes its turn in decode
			h = byTurns(h)
		}
		if rt.events != nil {
			h = headless(h)
		}
		if rt.limit != free {
			h = within(h)
		}
		mux.Handle(rt.pattern, s.answer(&rt, h))
	}
	origins := http.NewCrossOriginProtection()
	origins.SetDenyHandler(s.answer(&route{pattern: "cross-origin"}, within(func(*Server, *request) error { return errOtherSite })))
	named := s.named(s.sharing(origins.Handler(mux)), func(r *http.Request) bool {
		return s.Foreign(r) && !s.Proxied(r) // a proxy knows which names are ours
	})
	return exchange.Secured(versioned(named))
}

// named refuses requests that name a foreign host.
func (s *Server) named(next http.Handler, foreign func(*http.Request) bool) http.Handler {
	refuse := s.answer(&route{pattern: "foreign-host"}, within(func(*Server, *request) error { return errOtherName }))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if foreign(r) {
			refuse.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

var (
	errOtherSite = fail(wire.Forbidden, "The request comes from another site.")
	errOtherName = fail(wire.Forbidden, "The server does not know the name of the host in this request. Whoever runs it can set the name with --public-url, or name a proxy on the same machine with --trusted-proxies.")
)

// answer wraps a handler: it recovers from panics, answers errors, counts and logs. It is
// no error of ours if the client goes before it has its answer.
func (s *Server) answer(rt *route, h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, asked *http.Request) {
		start := time.Now()
		rec := exchange.NewWriter(w, asked, s.answerTime)
		r := s.newRequest(rec, exchange.Number(w, asked, s.Proxied(asked)), rt)
		ctx := r.Context()
		if !wordless(rt.pattern) {
			s.noteLanguage(w.Header(), r.language)
		}
		defer rec.End()
		defer func() {
			took := time.Since(start)
			s.metrics.served(rt.pattern, rec.Status(), took, rec.Flushed())
			if !s.Log.Enabled(ctx, slog.LevelDebug) {
				return
			}
			// The query and the headers are not logged, because they may hold
			// secrets. The name of a feed is a secret, too,
			// also where there is no feed.
			path := r.URL.Path
			if before, _, found := strings.Cut(path, "/feed/"); found {
				path = before + "/feed/"
			}
			s.Log.DebugContext(ctx, "request", "route", rt.pattern, "path", path, "status", rec.Status(), "ms", float64(took.Microseconds())/1000, tableOf(r.Request))
		}()
		if err := s.guarded(r, h); err != nil && !rec.Lost() {
			e := errorOf(r.lang, err)
			if e.Code == wire.Forbidden && e != errOtherSite && e != errOtherName && r.token == "" {
				e = errNoToken
			}
			s.metrics.errors.Add(e.Code)
			if e.Code == wire.Internal {
				s.Log.ErrorContext(ctx, "request", "route", rt.pattern, "err", err, tableOf(r.Request))
			}
			if !rec.Begun() {
				writeError(rec, e)
			}
		}
	})
}

// tableOf names the table of a request in a log entry, if it has one.
func tableOf(r *http.Request) slog.Attr {
	if id := r.PathValue("table"); table.IsID(id) {
		return slog.String("table", id)
	}
	return slog.Attr{} // left out
}

// guarded runs a handler. A panic becomes an error.
func (s *Server) guarded(r *request, h handler) (err error) {
	defer func() {
		if p := recover(); p != nil {
			s.metrics.panics.Add(1)
			s.Log.ErrorContext(r.Context(), "a handler panicked", "panic", fmt.Sprint(p), "stack", string(debug.Stack()), tableOf(r.Request))
			err = errInternal
		}
	}()
	return h(s, r)
}

// within applies the limits to a handler.
func within(h handler) handler {
	return func(s *Server, r *request) error {
		if e := s.check(r); e != nil {
			return e
		}
		r.w.Count(&s.answers, r.address, func(err error) error {
			e := errorOf(r.lang, err)
			writeError(r.w, e)
			return e
		})
		if r.Body != nil && r.Body != http.NoBody {
			b := r.w.Body(&s.bodies, r.address, s.bodyTime)
			defer b.End()
			r.Body = b
		}
		if r.route.most > maxBody && (r.ContentLength > maxBody || r.ContentLength < 0) {
			leave, err := s.large.Enter(line.Guest{Address: r.address}, r.w.DismissAll)
			if err != nil {
				r.w.Stop()
				return exchange.Crowded(err)
			}
			defer leave()
		}
		return h(s, r)
	}
}

// contain is deferred: it recovers from a panic and logs it.
func (s *Server) contain(what string, args ...any) {
	if p := recover(); p != nil {
		s.metrics.panics.Add(1)
		s.Log.Error(what+" panicked", append(args, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))...)
	}
}
