package web

import (
	"context"
	"net/http"
	"reflect"

	"parlour/cabinet"
	"parlour/hall"
	"parlour/table"
	"parlour/web/exchange"
	"parlour/web/study"
	"parlour/web/wire"
)

// experiments answers GET /api/lab with Server-Sent Events: the games of an
// experiment are played while somebody listens.
func (s *Server) experiments(r *request) error {
	guest, err := r.thinker()
	if err != nil {
		return err
	}
	if s.lab.Games < 0 {
		return tell(wire.NotFound, "error.no-lab")
	}
	e := cabinet.ByID(r.URL.Query().Get("game"))
	if e == nil {
		return errNoGame
	}
	x, err := s.lab.Read(e, r.URL.Query())
	if err != nil {
		return err
	}
	width, err := r.number("width")
	if err != nil {
		return err
	}
	place, err := s.lab.Enter(guest)
	if err != nil {
		return err
	}
	defer place.Leave()
	return s.streamed(r, "an experiment failed", func(ctx context.Context, send func(string, any) error) error {
		return place.Run(ctx, r.lang, x, float64(width), send)
	})
}

// findings answers GET /api/games/{game}/findings.
func (s *Server) findings(r *request, e *cabinet.Entry) (*study.Findings, error) {
	width, err := r.number("width")
	if err != nil {
		return nil, err
	}
	f := study.FindingsOf(r.lang, e.Info.ID, float64(width))
	if f == nil {
		return nil, tell(wire.NotFound, "error.not-measured")
	}
	return f, nil
}

// analysis answers GET /api/tables/{table}/analysis. Only finished games are
// analysed: nobody may learn about a running game what its players do not know.
func (s *Server) analysis(r *request, t *hall.Table) (analysed, error) {
	return s.analysed(r, t.ID(), func() (g study.Game, err error) {
		if err := s.turn(r); err != nil {
			return g, err
		}
		v, err := t.Brief(r.Context())
		if err != nil {
			return g, err
		}
		if v.Status != table.Over {
			return g, tell(wire.Refused, "error.not-over")
		}
		rec, events, err := s.live.Record(r.Context(), r.guest(), &v)
		r.w.Release() // the analysis takes turns of its own
		return study.Game{Entry: cabinet.ByID(v.Game), Record: rec, Events: events}, err
	})
}

// analysed is an analysis, or how far it is.
type analysed struct {
	*wire.Answer
	study.Progress
}

func (analysed) holds() reflect.Type { return reflect.TypeFor[study.Analysis]() }

func (a analysed) send(r *request) error {
	if a.Answer == nil {
		r.w.SendJSON(http.StatusAccepted, a.Progress)
		return nil
	}
	return r.w.SendTagged(exchange.JSON, *a.Answer)
}

func (s *Server) analysed(r *request, key string, read func() (study.Game, error)) (a analysed, err error) {
	if a.Answer, a.Progress, err = s.analyses.Ask(r.Context(), key, r.address, read); a.Answer == nil || err != nil {
		return a, err
	}
	a.Answer, err = study.In(r.lang, a.Answer)
	return a, err
}

// advised finds the position on which the guest of a request may ask for advice
// of a kind.
func advised(kind string) func(*Server, *request) (position, error) {
	return func(s *Server, r *request) (p position, err error) {
		t, err := s.open(r)
		if err != nil {
			return p, err
		}
		if r.token == "" {
			return p, errNoToken
		}
		if p.Match, p.table.Seq, err = t.Advisable(r.Context(), r.token, kind); err != nil {
			return p, err
		}
		if !s.limits.advice.Take(r.token, 1) {
			return p, limited(s.limits.advice)
		}
		if !s.limits.adviceFrom.Take(r.address, 1) {
			return p, limited(s.limits.adviceFrom)
		}
		if p.Entry = cabinet.ByID(p.Match.Info().ID); p.Entry == nil {
			err = table.ErrNewer
		}
		return p, err
	}
}

// hint answers GET /api/tables/{table}/hint.
func (s *Server) hint(r *request, p position) (wire.Hint, error) {
	return s.advisers.Hint(r.Context(), r.lang, r.guest(), p.Entry, p.Match, p.table.Seq)
}

// opinion answers GET /api/tables/{table}/opinion: what a move would give away,
// for a tutor who warns before it is made.
func (s *Server) opinion(r *request, p position) (study.Opinion, error) {
	return s.advisers.Opinion(r.Context(), r.lang, r.guest(), p.Entry, p.Match, p.table.Seq, r.URL.Query().Get("move"))
}
