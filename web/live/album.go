package live

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"parlour"
	"parlour/cabinet"
	"parlour/hall"
	"parlour/internal/cache"
	"parlour/internal/line"
	"parlour/phrase"
	"parlour/record"
	"parlour/table"
	"parlour/table/proof"
	"parlour/web/show"
	"parlour/web/wire"
)

// An album is the log of one table in the words of a language, encoded once for all
// who read it. A reader keeps the number of the last event it has and takes what follows, a
// little at a time.
//
// Its lock is held for moments only, and no other lock is taken meanwhile.
type album struct {
	id     string
	filler chan struct{} // a lock with a timeout: hold it to add events
	lang   *phrase.Catalogue

	mu    sync.Mutex
	pages []json.RawMessage // event n is page n-1

	// The holder of filler owns the fields below.

	entry *cabinet.Entry
	seats [][]string // letters of each chair
	names map[int]string
	bots  []string      // names of bots by chair, of a rematch
	now   parlour.Match // after the last page, nil if its line cannot be read; it must not be changed
	line  string        // the same as text
}

const (
	// mostAlbums is how many bytes all albums may hold together. A single album
	// may be larger than that.
	mostAlbums = 64 << 20

	// mostFillers is how many albums may be read from the store at the same
	// time, because a log is in memory twice meanwhile. One address reads one.
	mostFillers = 2

	pageOverhead  = 48 // bytes of a page in memory, besides its text
	albumOverhead = 512

	mostDecoded  = 4 << 20 // bytes of events that were decoded lately
	eventDecoded = 4 << 10 // bytes of one, about
)

// An albumKey names an album.
type albumKey struct {
	id   string
	lang *phrase.Catalogue
}

func newAlbums() cache.Cache[albumKey, *album] {
	return cache.Cache[albumKey, *album]{Most: mostAlbums, Size: func(*album) int { return albumOverhead }}
}

// albumOf returns the album of a table, whatever is in it.
func (b *Broadcaster) albumOf(ctx context.Context, r Reader, id string) (*album, error) {
	key := albumKey{id, cmp.Or(r.Lang, phrase.English)}
	return b.albums.Fill(ctx, key, line.Block(r.Address), func(context.Context) (*album, error) {
		return &album{id: id, lang: key.lang, filler: make(chan struct{}, 1), names: map[int]string{}}, nil
	})
}

// drop drops the albums of a deleted table.
func (b *Broadcaster) drop(id string) {
	b.albums.DeleteFunc(func(key albumKey) bool { return key.id == id })
}

// len returns the number of the last event in the album.
func (al *album) len() int64 {
	al.mu.Lock()
	defer al.mu.Unlock()
	return int64(len(al.pages))
}

// after returns the events after since up to last: at most that many bytes, but
// at least one event. The list is a copy, so that it does not keep the rest of
// the album in memory.
func (al *album) after(since, last int64, most int) (pages []json.RawMessage, size int) {
	al.mu.Lock()
	defer al.mu.Unlock()
	to := min(last, int64(len(al.pages)))
	since = min(max(since, 0), to)
	for n, page := range al.pages[since:to] {
		if n > 0 && size+len(page) > most {
			to = since + int64(n)
			break
		}
		size += len(page)
	}
	return slices.Clone(al.pages[since:to]), size
}

// album returns the album of a table with its events up to last at least, or
// with all its events if last is 0. An empty album is filled when it is the turn of
// the guest.
func (b *Broadcaster) album(ctx context.Context, r Reader, id string, last int64) (*album, error) {
	al, err := b.albumOf(ctx, r, id) // before opening the table, so that a deletion in between drops it
	if err != nil {
		return nil, err
	}
	switch n := al.len(); {
	case last > 0 && n >= last:
		return al, nil
	case n > 0:
		return al, b.fill(ctx, al, last)
	}
	return al, b.fillers.Do(ctx, r.Guest, func() error { return b.fill(ctx, al, last) })
}

// fill adds the events that an album does not have.
func (b *Broadcaster) fill(ctx context.Context, al *album, last int64) error {
	select {
	case al.filler <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-al.filler }()
	at := al.len()
	if last > 0 && at >= last { // somebody else has added them
		return nil
	}
	t, err := b.c.Hall.Open(ctx, al.id)
	if err != nil {
		return err
	}
	if al.entry == nil {
		if err := al.begin(ctx, t); err != nil {
			return err
		}
	}
	events, err := t.Since(ctx, at)
	if err != nil {
		return err
	}
	grown, err := al.add(at, events)
	b.albums.Grow(albumKey{al.id, al.lang}, func(o *album) bool { return o == al }, grown)
	return err
}

// add puts events into words. The first of them has the number at+1.
func (al *album) add(at int64, events []table.Event) (grown int, err error) {
	pages := make([]json.RawMessage, 0, len(events))
	for i := range events {
		var page json.RawMessage
		if e := &events[i]; e.Seq != at+int64(i)+1 {
			err = hall.ErrConflict
		} else {
			page, err = al.page(e)
		}
		if err != nil {
			break
		}
		pages = append(pages, page)
		grown += len(page) + pageOverhead
	}
	al.mu.Lock()
	defer al.mu.Unlock()
	al.pages = append(al.pages, pages...)
	return grown, err
}

// An eventKey names an event.
type eventKey struct {
	albumKey
	seq int64
}

// Event returns one event of a table, without the game before it.
func (b *Broadcaster) Event(ctx context.Context, r Reader, id string, seq int64) (ev wire.Event, err error) {
	if seq < 1 {
		return ev, ErrNoEvent
	}
	al, err := b.album(ctx, r, id, seq)
	if err != nil {
		return ev, err
	}
	return b.decoded.Fill(ctx, eventKey{albumKey{id, al.lang}, seq}, line.Block(r.Address), func(context.Context) (ev wire.Event, err error) {
		pages, _ := al.after(seq-1, seq, 0)
		if len(pages) == 0 {
			return ev, ErrNoEvent
		}
		err = json.Unmarshal(pages[0], &ev)
		ev.Before, ev.Body.Terms = nil, nil // they may be large
		return ev, err
	})
}

// Log returns the events of a table up to last, as anybody may see them.
func (b *Broadcaster) Log(ctx context.Context, g line.Guest, id string, last int64) ([]table.Event, error) {
	al, err := b.album(ctx, Reader{Guest: g}, id, last)
	if err != nil {
		return nil, err
	}
	pages, _ := al.after(0, last, math.MaxInt)
	events := make([]table.Event, len(pages))
	for i, page := range pages {
		if err := json.Unmarshal(page, &events[i]); err != nil {
			return nil, err
		}
		events[i].Table = id
	}
	return events, nil
}

// Record returns the record of a table up to the event of a view, and the events it
// is made of.
func (b *Broadcaster) Record(ctx context.Context, g line.Guest, v *table.View) (*record.Record, []table.Event, error) {
	e := cabinet.ByID(v.Game)
	if e == nil {
		return nil, nil, table.ErrNewer
	}
	events, err := b.Log(ctx, g, v.Table, v.Seq)
	if err != nil {
		return nil, nil, err
	}
	rec, err := proof.Record(events, e.Game, e.Style)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range v.Chairs {
		who := c.Name
		if c.Bot != "" && !c.Person {
			who = table.BotTitle(c.Name, c.Bot)
		}
		for _, letter := range c.Seats {
			rec.SetPlayer(letter, who)
		}
	}
	return rec, events, nil
}

// An EventList is a part of the log of a table. Call Done when it is written.
type EventList struct {
	Events []json.RawMessage `json:"events"`
	Next   int64             `json:"next,omitempty"` // there are more: use it as since

	Done func() `json:"-"`
}

// List returns the events of a table after since, encoded and in order: at most
// that many bytes, but at least one event if there is any.
func (b *Broadcaster) List(ctx context.Context, r Reader, id string, since int64, most int) (l EventList, err error) {
	al, err := b.album(ctx, r, id, 0)
	if err != nil {
		return l, err
	}
	last := al.len()
	l.Events, l.Done = b.reading.take(al, since, last, most)
	if to := since + int64(len(l.Events)); to < last {
		l.Next = to
	}
	return l, nil
}

// frame returns what stands before and after the events in JSON.
func (l *EventList) frame() (before, after string) {
	if l.Next > 0 {
		return `{"events":[`, fmt.Sprintf("],\"next\":%d}\n", l.Next)
	}
	return `{"events":[`, "]}\n"
}

// Size returns how many bytes WriteJSON writes.
func (l *EventList) Size() int {
	before, after := l.frame()
	size := len(before) + len(after) + max(0, len(l.Events)-1)
	for _, event := range l.Events {
		size += len(event)
	}
	return size
}

// WriteJSON writes the list without copying the events.
func (l *EventList) WriteJSON(w io.Writer) error {
	before, after := l.frame()
	if _, err := io.WriteString(w, before); err != nil {
		return err
	}
	if err := wire.Join(w, l.Events); err != nil {
		return err
	}
	_, err := io.WriteString(w, after)
	return err
}

// begin learns which chairs the table has.
func (al *album) begin(ctx context.Context, t *hall.Table) error {
	v, err := t.Brief(ctx)
	if err != nil {
		return err
	}
	al.seats = nil
	for _, c := range v.Chairs {
		al.seats = append(al.seats, c.Seats)
	}
	al.entry = cabinet.ByID(v.Game)
	if al.entry == nil {
		return table.ErrNewer
	}
	return nil
}

// page puts the next event into words.
func (al *album) page(e *table.Event) (json.RawMessage, error) {
	out := wire.Event{Event: e.Public()}
	before, mv := al.follow(e)
	if e.Kind == table.Created {
		al.bots = e.Body.Bots
		if b := e.Body.Terms.Before; b != nil { // an earlier release made the table
			out.Before = al.before(b)
		}
	}
	switch e.Kind {
	case table.Earlier:
		out.Told, out.Before = al.tell(e), al.before(&table.Before{Line: e.Body.From, Plays: e.Body.Plays})
	case table.Throw, table.Move:
		al.play(&out, before, mv)
	default:
		out.Told = al.tell(e)
	}
	out.Words = phrase.Text(out.Told)
	switch e.Kind {
	case table.Created, table.Move, table.GiveBack, table.Resign, table.Rule:
		if al.now != nil {
			out.Pieces = al.now.Pieces()
		}
	}
	if e.Body.Name != "" && (e.Kind == table.Sit || e.Kind == table.Name) {
		al.names[cmp.Or(e.Body.Person, e.By)] = e.Body.Name
	}
	page, err := wire.Marshal(&out)
	return bytes.Clone(page), err // its buffer is larger than the page
}

// follow makes the position after an event the present one. Of a throw or a move
// it returns the position before and the move, nil if they are not known. An event
// that happened just now brings all that with it; one from the store is played
// again.
func (al *album) follow(e *table.Event) (before parlour.Match, mv parlour.Move) {
	was, line := al.now, al.line
	before, mv = e.Play()
	al.now, al.line = e.After(), e.Line
	if al.now != nil {
		return before, mv
	}
	if was != nil && (e.Kind == table.Throw || e.Kind == table.Move) {
		if read, err := was.Parse(cmp.Or(e.Body.Throw, e.Body.Move)); err == nil {
			before, mv, was = was, read, was.Next(read)
			line = was.String()
		}
	}
	if al.now = was; was == nil || line != e.Line {
		al.now, _ = al.entry.Game.Parse(e.Line)
	}
	return before, mv
}

// before puts into words what was played of the game before it came to the table.
func (al *album) before(b *table.Before) (list []wire.Played) {
	info := al.entry.Info
	_, err := b.Each(al.entry.Game, nil, func(m parlour.Match, mv parlour.Move) error {
		turn, text := m.Turn(), m.Text(mv)
		one := wire.Played{Seat: info.Letter(turn.Seat), Move: text}
		if turn.Needs() == parlour.NeedThrow {
			one.Throw, one.Move = text, ""
		}
		if one.Words = text; len(m.Effects(mv)) > 0 {
			one.Words = al.entry.Tell(al.lang, m.Effects(mv))
		}
		list = append(list, one)
		return nil
	})
	if err != nil {
		return nil // the rules have changed since; the position stands
	}
	return list
}

// Earlier returns the throws and moves of an event of the kind Earlier as if they
// had been made at the table, for a replay, and where the pieces were before. Their
// number is 0.
func (b *Broadcaster) Earlier(ctx context.Context, r Reader, t *hall.Table, seq int64) (pieces []parlour.Piece, list []wire.Event, err error) {
	e, err := b.Event(ctx, r, t.ID(), seq)
	if err != nil {
		return nil, nil, err
	}
	if e.Kind != table.Earlier {
		return nil, nil, ErrNoEvent
	}
	al := &album{id: t.ID(), lang: cmp.Or(r.Lang, phrase.English)}
	if err := al.begin(ctx, t); err != nil {
		return nil, nil, err
	}
	if m, err := al.entry.Game.Parse(e.Body.From); err == nil {
		pieces = m.Pieces()
	}
	info := al.entry.Info
	before := table.Before{Line: e.Body.From, Plays: e.Body.Plays}
	_, err = before.Each(al.entry.Game, nil, func(m parlour.Match, mv parlour.Move) error {
		turn := m.Turn()
		out := wire.Event{Event: table.Event{Schema: e.Schema, At: e.At, Kind: table.Move, Body: table.Body{Seat: info.Letter(turn.Seat), Move: m.Text(mv)}}}
		if turn.Needs() == parlour.NeedThrow {
			out.Kind, out.Body.Throw, out.Body.Move = table.Throw, out.Body.Move, ""
		}
		al.play(&out, m, mv)
		out.Words = phrase.Text(out.Told)
		after := m.Next(mv)
		out.Line = after.String()
		if out.Kind == table.Move {
			out.Pieces = after.Pieces()
		}
		list = append(list, out)
		return nil
	})
	return pieces, list, err
}

// play describes a throw or a move that was made in m, which is nil if the rules
// do not know it.
func (al *album) play(e *wire.Event, m parlour.Match, mv parlour.Move) {
	text := cmp.Or(e.Body.Throw, e.Body.Move)
	e.Notation = e.Body.Seat + " " + text
	if e.Kind == table.Throw {
		e.Notation = e.Body.Seat + " throw " + text
	}
	e.Told = []phrase.Part{{Text: e.Notation}}
	if m == nil {
		return
	}
	e.Dice = m.Turn().Dice.String()
	e.Effects = m.Effects(mv)
	if len(e.Effects) > 0 {
		e.Told, e.Brief = al.entry.Told(al.lang, e.Effects), al.entry.Line(al.lang, e.Body.Seat, e.Effects)
	}
}

// tell describes any other event.
func (al *album) tell(e *table.Event) []phrase.Part {
	b := &e.Body
	person := cmp.Or(b.Person, e.By)
	say := func(code string) string { return al.lang.Say("table."+code, nil) }
	args := parlour.Args{
		"who": cmp.Or(al.names[person], say("somebody")), "name": b.Name, "level": b.Level, "text": b.Text, "kind": string(e.Kind),
		"seat": al.entry.Colour(b.Seat), "seats": al.chairWords(b.Chair),
	}
	switch e.Kind {
	case table.SetChair:
		args["name"] = table.BotName(al.id, al.bots, b.Chair-1)
	case table.Sit:
		args["who"] = cmp.Or(b.Name, args["who"])
	case table.Emote:
		args["text"] = say("say-" + b.Text)
	}
	code := al.lang.AtTable(al.entry.Family, e.Phrase())
	if !al.lang.Has(code) {
		code = "table.not-in-words"
	}
	return al.lang.Parts(code, args, map[string]phrase.Part{"who": {Person: person}, "seats": {Chair: b.Chair}})
}

// chairWords names the seats of a chair; chairs count from 1.
func (al *album) chairWords(chair int) string {
	if chair < 1 || chair > len(al.seats) {
		return ""
	}
	return show.SeatNames(al.lang, al.entry, al.seats[chair-1])
}
