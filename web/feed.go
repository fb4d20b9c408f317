package web

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"parlour/hall"
)

// feedSecret makes of a token the secret of its feed. It opens nothing else,
// and nobody can find the token by it.
func feedSecret(token string) string {
	m := hmac.New(sha256.New, []byte(token))
	m.Write([]byte("parlour-feed"))
	return hex.EncodeToString(m.Sum(nil)[:tokenLen/2])
}

// feedKey is what is kept of a secret.
func feedKey(secret string) string {
	h := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(h[:])
}

// feedAnswer is the answer of POST /api/tables/{table}/feed.
type feedAnswer struct {
	URL string `json:"url"` // of the feed, one for all tables of the token; whoever has it can read it
}

// feedEnter answers POST /api/tables/{table}/feed.
func (s *Server) feedEnter(w http.ResponseWriter, r *http.Request) error {
	t, person, err := s.seated(r)
	if err != nil {
		return err
	}
	secret := feedSecret(tokenOf(r))
	if err := s.notices.follow(r.Context(), feedKey(secret), t.ID(), person); err != nil {
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
	feed := feedKey(feedSecret(tokenOf(r)))
	s.notices.shrink(t.ID(), func(t *noticeTable) {
		t.Feeds = slices.DeleteFunc(t.Feeds, func(f noticeFeed) bool { return f.Feed == feed })
	})
	s.notices.unfollow(feed, t.ID())
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// follow makes a feed follow a table, and notes at the table that it does.
func (n *notices) follow(ctx context.Context, feed, id string, person int) error {
	err := change(ctx, n, feedOf(feed), func(book *noticeBook) error {
		if *book == nil {
			*book = noticeBook{}
		}
		if _, ok := (*book)[id]; !ok && len(*book) >= mostFeedTables {
			return fail(Refused, fmt.Sprintf("A feed follows at most %d tables.", mostFeedTables))
		}
		(*book)[id] = person
		return nil
	})
	if err != nil {
		return err
	}
	return change(ctx, n, noticesOf(id), func(t *noticeTable) error {
		if f := (noticeFeed{person, feed}); !slices.Contains(t.Feeds, f) {
			t.Feeds, t.Changed = append(t.Feeds, f), time.Now().UTC()
			return nil
		}
		return errAsItWas
	})
}

// unfollow takes tables out of a feed. The feed stays, though it be empty, so
// that its readers do not stumble.
func (n *notices) unfollow(feed string, ids ...string) {
	ctx, cancel := context.WithTimeout(context.Background(), noticeTime)
	defer cancel()
	err := change(ctx, n, feedOf(feed), func(book *noticeBook) error {
		before := len(*book)
		for _, id := range ids {
			delete(*book, id)
		}
		if len(*book) == before {
			return errAsItWas
		}
		return nil
	})
	if err != nil {
		n.s.Log.Error("keeping a feed", "err", err)
	}
}

var errNoFeed = fail(NotFound, "There is no such feed.")

// followed returns the tables of a feed and the person at each.
func (n *notices) followed(ctx context.Context, feed string) (book noticeBook, err error) {
	raw, version, err := n.vault.Kept(ctx, feedOf(feed))
	switch {
	case err != nil:
		return nil, err
	case version == 0:
		return nil, errNoFeed
	}
	return book, json.Unmarshal(raw, &book)
}

// atom is a feed as RFC 4287 has it.
type atom struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Link    atomLink    `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`
}

// feed answers GET /feed/{feed}: the tables where the turn has come, the
// latest first.
func (s *Server) feed(w http.ResponseWriter, r *http.Request) error {
	secret, ok := strings.CutSuffix(r.PathValue("feed"), ".atom")
	key := feedKey(secret)
	if !ok || !wellFormed(secret) {
		return errNoFeed
	}
	tables, err := s.notices.followed(r.Context(), key)
	if err != nil {
		return err
	}
	base := s.base(r)
	out := atom{ID: "urn:sha256:" + key, Title: "Parlour: your turn", Author: "Parlour", Link: atomLink{base + "/"}}
	latest := s.started
	var ended []string
	for _, id := range slices.Sorted(maps.Keys(tables)) {
		t, err := s.Hall.Open(r.Context(), id)
		var a hall.Awaited
		if err == nil {
			a, err = t.Awaited(r.Context())
		}
		switch {
		case errors.Is(err, hall.ErrNotFound), err == nil && a.Over:
			ended = append(ended, id)
			continue
		case err != nil:
			return err
		case a.Person != tables[id]:
			continue
		}
		v, err := s.viewFor(r.Context(), t, "")
		if err != nil {
			return err
		}
		link := base + "/t/" + id
		if a.Since.After(latest) {
			latest = a.Since
		}
		out.Entries = append(out.Entries, atomEntry{
			ID: fmt.Sprintf("%s#turn-%d", link, a.Turn), Title: "Your turn: " + v.GameTitle,
			Updated: a.Since.UTC().Format(time.RFC3339), Link: atomLink{link}, Summary: v.Words,
		})
	}
	if ended != nil {
		s.notices.unfollow(key, ended...)
	}
	slices.SortStableFunc(out.Entries, func(a, b atomEntry) int { return strings.Compare(b.Updated, a.Updated) })
	out.Updated = latest.UTC().Format(time.RFC3339)
	body, err := xml.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "private, no-cache")
	return write(w, http.StatusOK, "application/atom+xml; charset=utf-8", append([]byte(xml.Header), body...))
}
