package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/lab"
	"parlour/table"
	"parlour/web/study"
	"parlour/web/wire"
)

// experiment reads an experiment from a query.
func (s *Server) experiment(q url.Values) (*lab.Experiment, error) {
	e := cabinet.ByID(q.Get("game"))
	if e == nil {
		return nil, errNoGame
	}
	x := s.lab.Usual(e)
	usual := x.Bots
	x.Setup = parlour.Setup{Mode: q.Get("mode"), Seats: q.Get("seats"), Colours: q.Get("colours"), First: q.Get("first"), Preset: q.Get("preset")}
	for _, f := range []struct {
		name string
		into *int
		most int
	}{{"players", &x.Setup.Players, parlour.MaxSeats}, {"games", &x.Games, s.lab.Games}, {"opening", &x.Opening, 100}} {
		if text := q.Get(f.name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n > f.most {
				return nil, fail(wire.BadRequest, fmt.Sprintf("The parameter %s is a whole number up to %d.", f.name, f.most))
			}
			*f.into = n
		}
	}
	if text := q.Get("seed"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return nil, fail(wire.BadRequest, "The parameter seed is a whole number from 0.")
		}
		x.Seed = n
	}
	if text := q.Get("bots"); text != "" {
		x.Bots = strings.Split(text, ",")
		if q.Get("opening") == "" && !slices.Equal(x.Bots, usual) {
			x.Opening = 0
		}
	}
	for key, values := range q {
		if name, ok := strings.CutPrefix(key, "o."); ok {
			if x.Setup.Options == nil {
				x.Setup.Options = map[string]string{}
			}
			x.Setup.Options[name] = values[0]
		}
	}
	return x, s.lab.Check(e, x)
}

// experiments answers GET /api/lab with Server-Sent Events: the games of an
// experiment are played while somebody listens.
func (s *Server) experiments(w http.ResponseWriter, r *http.Request) error {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" {
		return errOtherSite
	}
	if s.lab.Games < 0 {
		return fail(wire.NotFound, "This server has no laboratory.")
	}
	x, err := s.experiment(r.URL.Query())
	if err != nil {
		return err
	}
	width, err := number(r, "width")
	if err != nil {
		return err
	}
	guest := s.guest(r)
	guest.Token = cmp.Or(guest.Token, guest.Address)
	place, err := s.lab.Enter(guest)
	if err != nil {
		return err
	}
	defer place.Leave()
	return s.streamed(w, r, "an experiment failed", func(ctx context.Context, send func(string, any) error) error {
		return place.Run(ctx, x, float64(width), send)
	})
}

// streamed answers with Server-Sent Events while f sends some. The context of f
// ends when the reader goes or the server shuts down. If f fails before it sends
// anything, the answer is its error.
func (s *Server) streamed(w http.ResponseWriter, r *http.Request, failed string, f func(ctx context.Context, send func(kind string, v any) error) error) error {
	rec, ctx, leave, err := s.opened(w, r)
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.life, cancel)() // a server that shuts down does not wait
	var begun bool
	var gone error // the reader
	err = f(ctx, func(kind string, v any) error {
		if !begun {
			begun = true
			begin(rec, "text/event-stream")
		}
		gone = sendEvent(rec, kind, v)
		return gone
	})
	switch {
	case err == nil || gone != nil || ctx.Err() != nil:
		return nil
	case !begun:
		return err
	}
	s.Log.ErrorContext(ctx, failed, "route", r.Pattern, "err", err)
	return nil
}

// sendEvent writes one Server-Sent Event.
func sendEvent(w *recorder, kind string, v any) error {
	data, err := wire.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, data); err != nil {
		return err
	}
	return w.FlushError()
}

// findings answers GET /api/games/{game}/findings.
func (s *Server) findings(w http.ResponseWriter, r *http.Request) error {
	width, err := number(r, "width")
	if err != nil {
		return err
	}
	f := study.FindingsOf(r.PathValue("game"), float64(width))
	switch {
	case f != nil:
	case cabinet.ByID(r.PathValue("game")) == nil:
		return errNoGame
	default:
		return fail(wire.NotFound, "Nobody has measured this game yet.")
	}
	w.Header().Set("Cache-Control", "public, max-age=60")
	writeJSON(w, http.StatusOK, f)
	return nil
}

// analysis answers GET /api/tables/{table}/analysis. Only finished games are
// analysed: nobody may learn about a running game what its players do not know.
func (s *Server) analysis(w http.ResponseWriter, r *http.Request) error {
	t, err := s.open(r)
	if err != nil {
		return err
	}
	answer, progress, err := s.analyses.Ask(r.Context(), t.ID(), s.guest(r).Address, func() (g study.Game, err error) {
		if err := s.turn(w, r); err != nil {
			return g, err
		}
		v, err := t.Brief(r.Context())
		if err != nil {
			return g, err
		}
		if v.Status != table.Over {
			return g, fail(wire.Refused, "The game is not over; it can be analysed when it is.")
		}
		rec, events, err := s.recordOf(r.Context(), s.guest(r), &v)
		w.(*recorder).rest() // the analysis takes turns of its own
		return study.Game{Entry: cabinet.ByID(v.Game), Record: rec, Events: events}, err
	})
	switch {
	case err != nil:
		return err
	case answer == nil:
		writeJSON(w, http.StatusAccepted, progress)
		return nil
	}
	return send(w, r, jsonType, *answer)
}

// advised finds the position on which the guest of a request may ask for advice
// of a kind, and the event it stands after.
func (s *Server) advised(r *http.Request, kind string) (*cabinet.Entry, parlour.Match, int64, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, nil, 0, err
	}
	g := s.guest(r)
	if g.Token == "" {
		return nil, nil, 0, errNoToken
	}
	m, seq, err := t.Advisable(r.Context(), g.Token, kind)
	if err != nil {
		return nil, nil, 0, err
	}
	if !s.limits.advice.Take(g.Token, 1) {
		return nil, nil, 0, limited(s.limits.advice)
	}
	if !s.limits.adviceFrom.Take(g.Address, 1) {
		return nil, nil, 0, limited(s.limits.adviceFrom)
	}
	e := cabinet.ByID(m.Info().ID)
	if e == nil {
		return nil, nil, 0, table.ErrNewer
	}
	return e, m, seq, nil
}

// hint answers GET /api/tables/{table}/hint.
func (s *Server) hint(w http.ResponseWriter, r *http.Request) error {
	e, m, seq, err := s.advised(r, table.Hints)
	if err != nil {
		return err
	}
	h, err := s.advisers.Hint(r.Context(), s.guest(r), e, m, seq)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, h)
	return nil
}

// opinion answers GET /api/tables/{table}/opinion: what a move would give away,
// for a tutor who warns before it is made.
func (s *Server) opinion(w http.ResponseWriter, r *http.Request) error {
	e, m, seq, err := s.advised(r, table.Tutor)
	if err != nil {
		return err
	}
	o, err := s.advisers.Opinion(r.Context(), s.guest(r), e, m, seq, r.URL.Query().Get("move"))
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, o)
	return nil
}

// guest returns the sender of a request.
func (s *Server) guest(r *http.Request) study.Guest {
	return study.Guest{Address: s.address(r), Token: tokenOf(r)}
}
