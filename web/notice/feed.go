package notice

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
	"slices"
	"strings"
	"time"

	"parlour/hall"
)

// secretLen is the number of bytes in the secret of a feed.
const secretLen = 16

// feedSecret derives the secret of a feed from a token. The secret gives no
// other right, and nobody can find the token from it.
func feedSecret(token string) string {
	m := hmac.New(sha256.New, []byte(token))
	m.Write([]byte("parlour-feed"))
	return hex.EncodeToString(m.Sum(nil)[:secretLen])
}

// feedKey is what is kept of a secret.
func feedKey(secret string) string {
	h := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(h[:])
}

// A book is a feed: the person at each table it follows.
type book map[string]int

// Follow puts a table into the feed of a token and returns the secret of the
// feed, by which anybody can read it.
func (n *Notices) Follow(ctx context.Context, token, id string, person int) (secret string, err error) {
	secret = feedSecret(token)
	return secret, n.follow(ctx, feedKey(secret), id, person)
}

// follow makes a feed follow a table, and notes at the table that it does.
func (n *Notices) follow(ctx context.Context, feed, id string, person int) error {
	err := change(ctx, n, feedOf(feed), func(b *book) error {
		if *b == nil {
			*b = book{}
		}
		if _, ok := (*b)[id]; !ok && len(*b) >= mostFeedTables {
			return ErrFeedFull
		}
		(*b)[id] = person
		return nil
	})
	if err != nil {
		return err
	}
	return change(ctx, n, keptOf(id), func(k *kept) error {
		if f := (follower{person, feed}); !slices.Contains(k.Feeds, f) {
			k.Feeds, k.Changed = append(k.Feeds, f), time.Now().UTC()
			return nil
		}
		return errSame
	})
}

// Unfollow takes a table out of the feed of a token.
func (n *Notices) Unfollow(token, id string) {
	feed := feedKey(feedSecret(token))
	n.shrink(id, func(k *kept) {
		k.Feeds = slices.DeleteFunc(k.Feeds, func(f follower) bool { return f.Feed == feed })
	})
	n.leave(feed, id)
}

// leave takes tables out of a feed. An empty feed stays, so that those who read
// it get no error.
func (n *Notices) leave(feed string, ids ...string) {
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	err := change(ctx, n, feedOf(feed), func(b *book) error {
		before := len(*b)
		for _, id := range ids {
			delete(*b, id)
		}
		if len(*b) == before {
			return errSame
		}
		return nil
	})
	if err != nil {
		n.c.Log.Error("take tables out of a feed", "err", err)
	}
}

// followed returns the tables of a feed and the person at each.
func (n *Notices) followed(ctx context.Context, feed string) (b book, err error) {
	raw, version, err := n.c.Vault.Kept(ctx, feedOf(feed))
	switch {
	case err != nil:
		return nil, err
	case version == 0:
		return nil, ErrNoFeed
	}
	return b, json.Unmarshal(raw, &b)
}

// atom is a feed in the form of RFC 4287.
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

// Feed returns the Atom feed with a secret: the tables where it is the person's
// turn, the latest first, in a language. Its links begin with base, the address of the server.
func (n *Notices) Feed(ctx context.Context, lang, title, secret, base string) ([]byte, error) {
	if raw, err := hex.DecodeString(secret); err != nil || len(raw) != secretLen {
		return nil, ErrNoFeed
	}
	key := feedKey(secret)
	tables, err := n.followed(ctx, key)
	if err != nil {
		return nil, err
	}
	out := atom{ID: "urn:sha256:" + key, Title: title, Author: "Parlour", Link: atomLink{base + "/"}}
	latest := n.started
	var ended []string
	for _, id := range slices.Sorted(maps.Keys(tables)) {
		t, err := n.c.Hall.Open(ctx, id)
		var a hall.Awaited
		if err == nil {
			a, err = t.Awaited(ctx)
		}
		switch {
		case errors.Is(err, hall.ErrNotFound), err == nil && a.Over:
			ended = append(ended, id)
			continue
		case err != nil:
			return nil, err
		case a.Person != tables[id]:
			continue
		}
		said, err := n.c.Words(ctx, lang, t)
		if err != nil {
			return nil, err
		}
		link := base + "/t/" + id
		if a.Since.After(latest) {
			latest = a.Since
		}
		out.Entries = append(out.Entries, atomEntry{
			ID: fmt.Sprintf("%s#turn-%d", link, a.Turn), Title: said.Head,
			Updated: a.Since.UTC().Format(time.RFC3339), Link: atomLink{link}, Summary: said.Words,
		})
	}
	if ended != nil {
		n.leave(key, ended...)
	}
	slices.SortStableFunc(out.Entries, func(a, b atomEntry) int { return strings.Compare(b.Updated, a.Updated) })
	out.Updated = latest.UTC().Format(time.RFC3339)
	body, err := xml.MarshalIndent(out, "", "  ")
	return append([]byte(xml.Header), body...), err
}
