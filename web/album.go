package web

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/table"
)

// An event is an entry of a table's log with words for people.
type event struct {
	table.Event
	Words    string           `json:"words"`              // what happened, in English
	Effects  []parlour.Effect `json:"effects,omitempty"`  // throw, move: what happened piece by piece
	Notation string           `json:"notation,omitempty"` // throw, move: as a record writes it
	Dice     string           `json:"dice,omitempty"`     // throw: what was thrown, for checking it
	Pieces   []parlour.Piece  `json:"pieces,omitempty"`   // where the pieces lie after it, where that may have changed
}

// An album holds the log of one table in words, ready to be sent. Whoever
// watches the table shares it.
type album struct {
	mu     sync.Mutex
	used   time.Time
	entry  *cabinet.Entry
	seats  [][]string // letters of each chair
	names  map[int]string
	line   string            // the position after the last page
	pages  []json.RawMessage // event n is page n-1
	broken bool              // it cannot be continued
}

// maxPages is how many events all albums hold together, some 100 MiB.
const maxPages = 120_000

// albums are the albums of the tables that are looked at.
type albums struct {
	mu    sync.Mutex
	of    map[string]*album
	pages int
}

// get returns the album of a table.
func (a *albums) get(id string) *album {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of == nil {
		a.of = map[string]*album{}
	}
	al := a.of[id]
	if al == nil {
		al = &album{names: map[int]string{}}
		a.of[id] = al
	}
	al.used = time.Now()
	for a.pages > maxPages && len(a.of) > 1 {
		a.dropOldest()
	}
	return al
}

func (a *albums) dropOldest() {
	oldest := ""
	for id, al := range a.of {
		if oldest == "" || al.used.Before(a.of[oldest].used) {
			oldest = id
		}
	}
	a.drop(oldest)
}

// forget lets the album of a table go.
func (a *albums) forget(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of[id] != nil {
		a.drop(id)
	}
}

func (a *albums) drop(id string) {
	al := a.of[id]
	delete(a.of, id)
	al.mu.Lock()
	a.pages -= len(al.pages)
	al.broken = true
	al.mu.Unlock()
}

func (a *albums) grew(n int) {
	a.mu.Lock()
	a.pages += n
	a.mu.Unlock()
}

// eventsOf returns the events of a table after since up to last, as they are
// sent; last 0 for all there are.
func (s *Server) eventsOf(ctx context.Context, t *table.Table, since, last int64) ([]json.RawMessage, error) {
	for {
		al := s.albums.get(t.ID())
		pages, ok, err := s.read(ctx, al, t, last)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue // it was dropped meanwhile
		}
		to := int64(len(pages))
		if last > 0 {
			to = min(to, last)
		}
		return pages[min(max(since, 0), to):to], nil
	}
}

// eventAt returns one event of a table in words.
func (s *Server) eventAt(ctx context.Context, t *table.Table, seq int64) (ev event, err error) {
	pages, err := s.eventsOf(ctx, t, seq-1, seq)
	switch {
	case err != nil:
		return ev, err
	case seq < 1 || len(pages) == 0:
		return ev, fail(NotFound, "There is no such event.")
	}
	return ev, json.Unmarshal(pages[0], &ev)
}

func (s *Server) read(ctx context.Context, al *album, t *table.Table, last int64) (_ []json.RawMessage, ok bool, err error) {
	al.mu.Lock()
	defer al.mu.Unlock()
	if al.broken {
		return nil, false, nil
	}
	if at := int64(len(al.pages)); last == 0 || at < last {
		if al.entry == nil {
			if err := al.begin(ctx, t); err != nil {
				return nil, false, err
			}
		}
		events, err := t.Since(ctx, at)
		if err != nil {
			return nil, false, err
		}
		for i := range events {
			if err := al.add(&events[i]); err != nil {
				return nil, false, err
			}
		}
		if n := len(al.pages) - int(at); n > 0 {
			defer s.albums.grew(n)
		}
	}
	return al.pages, true, nil
}

// begin learns which chairs the table has.
func (al *album) begin(ctx context.Context, t *table.Table) error {
	v, err := t.View(ctx, "")
	if err != nil {
		return err
	}
	for _, c := range v.Chairs {
		al.seats = append(al.seats, c.Seats)
	}
	al.entry = cabinet.ByID(v.Game)
	if al.entry == nil {
		return table.ErrNewer
	}
	return nil
}

// add puts the next event into words.
func (al *album) add(e *table.Event) error {
	if e.Seq != int64(len(al.pages))+1 {
		return table.ErrConflict
	}
	out := event{Event: e.Public()}
	switch e.Kind {
	case table.Throw, table.Move:
		al.play(&out)
	default:
		out.Words = al.words(e)
	}
	switch e.Kind {
	case table.Created, table.Move, table.GiveBack, table.Resign, table.Rule:
		if m, err := al.entry.Game.Parse(e.Line); err == nil {
			out.Pieces = m.Pieces()
		}
	}
	if e.Body.Name != "" && (e.Kind == table.Sit || e.Kind == table.Name) {
		al.names[or(e.Body.Person, e.By)] = e.Body.Name
	}
	al.line = e.Line
	page, err := marshal(&out)
	if err == nil {
		al.pages = append(al.pages, page)
	}
	return err
}

func or[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}

// play tells what a throw or a move did.
func (al *album) play(e *event) {
	text := or(e.Body.Throw, e.Body.Move)
	e.Notation = e.Body.Seat + " " + text
	if e.Kind == table.Throw {
		e.Notation = e.Body.Seat + " throw " + text
	}
	e.Words = e.Notation
	m, err := al.entry.Game.Parse(al.line)
	if err != nil {
		return
	}
	mv, err := m.Parse(text)
	if err != nil {
		return
	}
	e.Dice = m.Turn().Dice.String()
	e.Effects = m.Effects(mv)
	e.Words = or(tell(al.entry, e.Effects), e.Notation)
}

// tell says what a throw or a move does, a sentence for each effect.
func tell(e *cabinet.Entry, effects []parlour.Effect) string {
	var says []string
	for _, ef := range effects {
		says = append(says, strings.TrimSuffix(sentence(e.Say(ef)), "."))
	}
	return strings.Join(says, ". ")
}

// words says what happened at the table.
func (al *album) words(e *table.Event) string {
	b := &e.Body
	say := func(code string) string { return phrase.English.Say("table."+code, nil) }
	args := parlour.Args{
		"who": or(al.names[or(b.Person, e.By)], say("somebody")), "name": b.Name, "level": b.Level, "text": b.Text, "kind": string(e.Kind),
		"seat": seatWord(al.entry, b.Seat), "seats": al.chairWords(b.Chair),
	}
	code := string(e.Kind)
	switch e.Kind {
	case table.Sit:
		args["who"] = or(b.Name, args["who"])
		if b.Chair == 0 {
			code = "sit-host"
		}
	case table.SetChair:
		if b.Level == "" {
			code = "chair-open"
		}
	case table.Lock:
		if !b.On {
			code = "unlock"
		}
	case table.Created:
		if b.Terms != nil && b.Terms.Help != "" {
			code = "created-" + b.Terms.Help
		}
	case table.SetHelp:
		code = "help-" + b.Text
	case table.SetChat:
		if !b.On {
			code = "forbid-chat"
		}
	case table.Rule:
		code = "rule-" + b.Text
	case table.Emote:
		args["text"] = say("say-" + b.Text)
	}
	if !phrase.English.Has("table." + code) {
		code = "not-in-words"
	}
	return phrase.English.Say("table."+code, args)
}

// chairWords names the seats of a chair, a number plus one.
func (al *album) chairWords(chair int) string {
	if chair < 1 || chair > len(al.seats) {
		return ""
	}
	var names []string
	for _, letter := range al.seats[chair-1] {
		names = append(names, seatWord(al.entry, letter))
	}
	return and(names)
}
