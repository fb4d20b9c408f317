//go:build !js

package web

import (
	"context"
	"net/http"
	"strings"

	"parlour/hall"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/notice"
	"parlour/web/notice/push"
	"parlour/web/show"
	"parlour/web/wire"
)

// newNotices begins to tell people that it is their turn.
func (s *Server) newNotices() *notice.Notices {
	c := notice.Config{Hall: s.Hall, Push: s.Push, Delay: s.test.noticeDelay, Log: s.Log, Contain: s.contain, Words: s.turnWords}
	c.Vault, _ = s.Hall.Store.(hall.Vault)
	if _, shared := s.Hall.Store.(hall.Shared); shared && c.Delay == 0 {
		c.Delay = hall.PresenceKnownAfter
	}
	return notice.New(c)
}

// turnWords returns the title of a table's game and says whose turn it is.
func (s *Server) turnWords(ctx context.Context, t *hall.Table) (title, words string, err error) {
	v, err := t.Brief(ctx)
	if err != nil {
		return "", "", err
	}
	title, words = show.Told(&v)
	return title, words, nil
}

// seated returns the table of a request and the person who asks, who must have
// a chair there.
func (s *Server) seated(r *http.Request) (*hall.Table, int, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, 0, err
	}
	you, err := t.You(r.Context(), tokenOf(r))
	if err != nil {
		return nil, 0, err
	}
	if len(you.Chairs) == 0 {
		return nil, 0, table.ErrForbidden
	}
	return t, you.Person, nil
}

// pushAnswer is the answer of GET /api/push/key.
type pushAnswer struct {
	Key string `json:"key"` // for applicationServerKey
}

// pushKey answers GET /api/push/key.
func (s *Server) pushKey(w http.ResponseWriter, _ *http.Request) error {
	key, err := s.reach.notices.Key()
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, pushAnswer{key})
	return nil
}

// pushEnter answers POST /api/tables/{table}/push.
func (s *Server) pushEnter(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.reach.notices.Key(); err != nil {
		return err
	}
	var sub push.Subscription
	if err := decode(w, r, &sub); err != nil {
		return err
	}
	if err := sub.Check(); err != nil {
		return fail(wire.Refused, phrase.Sentence(err.Error()))
	}
	t, person, err := s.seated(r)
	if err != nil {
		return err
	}
	if err := s.reach.notices.Subscribe(r.Context(), t, person, sub); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// pushLeaving is the body of DELETE /api/tables/{table}/push.
type pushLeaving struct {
	Endpoint string `json:"endpoint"` // of the browser that wants no more notices
}

// pushLeave answers DELETE /api/tables/{table}/push.
func (s *Server) pushLeave(w http.ResponseWriter, r *http.Request) error {
	var l pushLeaving
	if err := decode(w, r, &l); err != nil {
		return err
	}
	t, person, err := s.seated(r)
	if err != nil {
		return err
	}
	s.reach.notices.Unsubscribe(t.ID(), person, l.Endpoint)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// feedAnswer is the answer of POST /api/tables/{table}/feed.
type feedAnswer struct {
	URL string `json:"url"` // of the feed, one for all tables of the token; anyone who has it can read it
}

// feedEnter answers POST /api/tables/{table}/feed.
func (s *Server) feedEnter(w http.ResponseWriter, r *http.Request) error {
	t, person, err := s.seated(r)
	if err != nil {
		return err
	}
	secret, err := s.reach.notices.Follow(r.Context(), tokenOf(r), t.ID(), person)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, feedAnswer{s.base(r) + "/feed/" + secret + ".atom"})
	return nil
}

// feedLeave answers DELETE /api/tables/{table}/feed.
func (s *Server) feedLeave(w http.ResponseWriter, r *http.Request) error {
	t, _, err := s.seated(r)
	if err != nil {
		return err
	}
	s.reach.notices.Unfollow(tokenOf(r), t.ID())
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// feed answers GET /feed/{feed}: the tables where it is somebody's turn, the
// latest first.
func (s *Server) feed(w http.ResponseWriter, r *http.Request) error {
	secret, ok := strings.CutSuffix(r.PathValue("feed"), ".atom")
	if !ok {
		return notice.ErrNoFeed
	}
	body, err := s.reach.notices.Feed(r.Context(), secret, s.base(r))
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "private, no-cache")
	return write(w, http.StatusOK, "application/atom+xml; charset=utf-8", body)
}
