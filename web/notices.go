//go:build !js

package web

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"parlour"
	"parlour/hall"
	"parlour/language"
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

// turnWords says whose turn it is at a table.
func (s *Server) turnWords(ctx context.Context, tag string, t *hall.Table) (out notice.Said, err error) {
	v, err := t.Brief(ctx)
	if err != nil {
		return out, err
	}
	lang := cmp.Or(language.Match(s.languages(), tag), s.languages()[0]).Catalogue()
	out.Title, out.Words = show.Told(lang, &v)
	out.Head = lang.Say("notice.title", parlour.Args{"game": out.Title})
	return out, nil
}

// A player is somebody with a chair at a table.
type player struct {
	*hall.Table
	person int
}

// seated finds the table of a request and the person who asks, who must have a
// chair there.
func (s *Server) seated(r *request) (p player, err error) {
	if p.Table, err = s.open(r); err != nil {
		return p, err
	}
	you, err := p.You(r.Context(), r.token)
	if err == nil && len(you.Chairs) == 0 {
		err = table.ErrForbidden
	}
	p.person = you.Person
	return p, err
}

// pushAnswer is the answer of GET /api/push/key.
type pushAnswer struct {
	Key string `json:"key"` // for applicationServerKey
}

// pushKey answers GET /api/push/key.
func (s *Server) pushKey(r *request) (pushAnswer, error) {
	key, err := s.reach.notices.Key()
	return pushAnswer{key}, err
}

// pushEnter answers POST /api/tables/{table}/push.
func (s *Server) pushEnter(r *request, sub push.Subscription) (done nothing, err error) {
	if _, err := s.reach.notices.Key(); err != nil {
		return done, err
	}
	if err := sub.Check(); err != nil {
		return done, fail(wire.Refused, phrase.Sentence(err.Error()))
	}
	p, err := s.seated(r)
	if err != nil {
		return done, err
	}
	return done, s.reach.notices.Subscribe(r.Context(), p.Table, p.person, r.lang.Tag(), sub)
}

// pushLeaving is the body of DELETE /api/tables/{table}/push.
type pushLeaving struct {
	Endpoint string `json:"endpoint"` // of the browser that wants no more notices
}

// pushLeave answers DELETE /api/tables/{table}/push.
func (s *Server) pushLeave(r *request, p player, l pushLeaving) (nothing, error) {
	s.reach.notices.Unsubscribe(p.ID(), p.person, l.Endpoint)
	return nothing{}, nil
}

// feedAnswer is the answer of POST /api/tables/{table}/feed.
type feedAnswer struct {
	URL string `json:"url"` // of the feed, one for all tables of the token; anyone who has it can read it
}

// feedEnter answers POST /api/tables/{table}/feed.
func (s *Server) feedEnter(r *request, p player) (feedAnswer, error) {
	secret, err := s.reach.notices.Follow(r.Context(), r.token, p.ID(), p.person)
	return feedAnswer{r.base() + "/feed/" + secret + ".atom"}, err
}

// feedLeave answers DELETE /api/tables/{table}/feed.
func (s *Server) feedLeave(r *request, p player) (nothing, error) {
	s.reach.notices.Unfollow(r.token, p.ID())
	return nothing{}, nil
}

// feed answers GET /feed/{feed}: the tables where it is somebody's turn, the
// latest first.
func (s *Server) feed(r *request) error {
	secret, ok := strings.CutSuffix(r.PathValue("feed"), ".atom")
	if !ok {
		return notice.ErrNoFeed
	}
	body, err := s.reach.notices.Feed(r.Context(), r.lang.Tag(), r.lang.Say("notice.feed", nil), secret, r.base())
	if err != nil {
		return err
	}
	r.w.Header().Set("Cache-Control", "private, no-cache")
	return r.w.Send(http.StatusOK, "application/atom+xml; charset=utf-8", body)
}
