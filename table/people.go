package table

import (
	"cmp"
	"crypto/subtle"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Limits of what people may send.
const (
	maxName      = 24  // letters, as people count them
	maxNameBytes = 200 // so that a letter cannot carry any number of accents
	maxChat      = 280
)

// How long somebody must be silent before others may act for them.
const (
	LeftAfter = 3 * time.Second  // others see that they are away; a page that reloads takes less
	AwayAfter = 20 * time.Second // a bot may stand in for them
	vanished  = 2 * time.Minute  // a host may be succeeded
)

// A Person is somebody who holds a token of the table.
type Person struct {
	ID       int
	Name     string
	token    string    // SHA-256, hex
	once     string    // SHA-256 of a single-use secret, hex; "" if none is open
	takes    int       // how often a device took part in the dice
	took     time.Time // when one last did
	silences int       // how often in a row one did not open its link
	silent   time.Time // when that last was
	acted    time.Time // when the person, or a device for them, last did anything here
	muted    bool      // by the host
	used     usage
}

// person returns the person with the given id, or nil. People are numbered from
// 1 in the order in which they came.
func (s *State) person(id int) *Person {
	if id < 1 || id > len(s.people) || s.people[id-1].ID != id {
		return nil
	}
	return &s.people[id-1]
}

// NameOf returns the nickname of a person, "" if there is no such person.
func (s *State) NameOf(id int) (name string) {
	if p := s.person(id); p != nil {
		name = p.Name
	}
	return name
}

// Whose returns the person who holds the token, 0 for a stranger. Tokens are
// found by their hashes, so the time it takes says nothing about a token.
func (s *State) Whose(token string) int { return s.tokens[hashOf(token)] }

// Seated reports whether the person sits on a chair.
func (s *State) Seated(who int) bool {
	return who != 0 && slices.ContainsFunc(s.chairs, func(c Place) bool { return c.Person == who })
}

// mine says why the chair is not the person's.
func (s *State) mine(who, chair int) error {
	if chair < 0 {
		return misuse("say which chair")
	}
	if s.chairs[chair].Person != who {
		return ErrForbidden
	}
	return nil
}

// checkOccupied says why nobody sits on the chair that an action names.
func (q *ask) checkOccupied() error {
	if q.chair < 0 || q.chairs[q.chair].Person == 0 {
		return bad("refused.nobody-there")
	}
	return nil
}

// CleanName returns a nickname as a table would take it, "" if it would not.
func CleanName(name string) string {
	name, err := cleanName(name)
	if err != nil {
		return ""
	}
	return name
}

// cleanName makes a nickname of what somebody typed: one line of visible text.
func cleanName(name string) (string, error) {
	name = cleanText(name)
	switch n := letters(name); {
	case n > maxName:
		return "", bad("refused.name-long", "most", maxName, "n", n)
	case len(name) > maxNameBytes:
		return "", bad("refused.name-bytes", "n", maxNameBytes)
	}
	return name, nil
}

func cleanText(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "")
	}
	var b strings.Builder
	symbol := false // the last rune is part of an emoji
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case r == joiner && symbol:
			if next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(joiner):]); next == utf8.RuneError || !unicode.Is(unicode.So, next) {
				continue
			}
		case !unicode.IsGraphic(r):
			continue
		}
		// A skin tone or a variation selector belongs to the emoji before it.
		symbol = unicode.Is(unicode.So, r) || symbol && unicode.In(r, unicode.Sk, unicode.Mn)
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// joiner makes one emoji of several, such as a family.
const joiner = '\u200d'

func judgeSit(q *ask) (Event, error) {
	name, err := cleanName(q.a.Name)
	switch {
	case err != nil:
		return Event{}, err
	case q.from.Hash == "":
		return Event{}, ErrForbidden
	case q.locked && q.who != q.host && q.host != 0:
		return Event{}, bad("refused.locked")
	case q.chair >= 0 && q.chairs[q.chair].Person != 0:
		return Event{}, bad("refused.taken")
	case q.chair >= 0 && q.chairs[q.chair].Bot != "" && q.who != q.host:
		return Event{}, bad("refused.bot-there")
	case q.chair < 0 && q.host != 0:
		return Event{}, misuse("say which chair")
	case q.who == 0 && len(q.people) >= mostPeople:
		return Event{}, ErrFull
	}
	e := Event{By: q.who, Body: Body{Chair: q.a.Chair, Person: q.who, Name: name}}
	if q.who == 0 {
		e.By = len(q.people) + 1
		e.Body.Person = e.By
		e.Body.Name = cmp.Or(name, "Guest "+string(rune('A'+len(q.people)%26)))
		e.Secret = &Secret{Token: q.from.Hash}
	}
	return e, nil
}

func foldSit(s *State, e *Event) error {
	b := &e.Body
	p := s.person(b.Person)
	if p == nil {
		s.people = append(s.people, Person{ID: b.Person})
		p = &s.people[len(s.people)-1]
		if e.Secret != nil && e.Secret.Token != "" {
			p.token = e.Secret.Token
			s.tokens[p.token] = p.ID
		}
		if s.host == 0 {
			s.host = p.ID
		}
	}
	if b.Name != "" {
		p.Name = b.Name
	}
	if b.Chair > 0 {
		s.chairs[b.Chair-1] = Place{Seats: s.chairs[b.Chair-1].Seats, Person: p.ID}
	}
	return nil
}

func judgeStand(q *ask) (Event, error) {
	return Event{Body: Body{Chair: q.a.Chair}}, q.mine(q.who, q.chair)
}

func foldStand(s *State, e *Event) error {
	c := &s.chairs[e.Body.Chair-1]
	c.Person, c.Bot = 0, ""
	return nil
}

func judgeName(q *ask) (Event, error) {
	name, err := cleanName(q.a.Name)
	return Event{Body: Body{Name: name}}, err
}

func foldName(s *State, e *Event) error {
	if p := s.person(e.By); p != nil {
		p.Name = e.Body.Name
	}
	return nil
}

// judgeCarry opens a single-use link that carries the person's chairs to
// another device.
func judgeCarry(q *ask) (Event, error) {
	return Event{Secret: &Secret{Once: hashOf(q.from.Once)}}, nil
}

func foldCarry(s *State, e *Event) error {
	if p := s.person(e.By); p != nil && e.Secret != nil {
		p.once = e.Secret.Once
	}
	return nil
}

// judgeClaim gives the chairs of the person who made a single-use link to the holder
// of the token.
func judgeClaim(q *ask) (Event, error) {
	if q.from.Hash == "" || q.a.Text == "" {
		return Event{}, ErrForbidden
	}
	h := hashOf(q.a.Text)
	for i := range q.people {
		p := &q.people[i]
		if p.once == "" || subtle.ConstantTimeCompare([]byte(p.once), []byte(h)) != 1 {
			continue
		}
		if q.who != 0 && q.who != p.ID {
			return Event{}, bad("refused.plays-here")
		}
		return Event{By: p.ID, Body: Body{Person: p.ID}, Secret: &Secret{Token: q.from.Hash}}, nil
	}
	return Event{}, ErrForbidden
}

func foldClaim(s *State, e *Event) error {
	if p := s.person(e.Body.Person); p != nil && e.Secret != nil {
		delete(s.tokens, p.token)
		p.token, p.once = e.Secret.Token, ""
		s.tokens[p.token] = p.ID
	}
	if p := s.person(e.Body.Person); p != nil {
		p.took = time.Time{} // the other device takes part at once
	}
	delete(s.dice.own, e.Body.Person) // it does not have the secrets
	return nil
}

func judgeSetChair(q *ask) (Event, error) {
	if q.chair < 0 {
		return Event{}, misuse("say which chair")
	}
	if err := q.level(q.a.Level); q.a.Level != "" && err != nil {
		return Event{}, err
	}
	return Event{Body: Body{Chair: q.a.Chair, Level: q.a.Level}}, nil
}

func foldSetChair(s *State, e *Event) error {
	c := &s.chairs[e.Body.Chair-1]
	c.Person, c.Bot = 0, e.Body.Level
	return nil
}

// level says why a bot does not exist.
func (s *State) level(name string) error { return checkLevel(s.games, s.terms.Game, name) }

func checkLevel(games Games, game, name string) error {
	levels := games.Levels(game)
	if !slices.Contains(levels, name) {
		return misuse("there is no bot %q; the levels are %s", name, strings.Join(levels, ", "))
	}
	return nil
}

// judgeSwitch is for what the host turns on and off.
func judgeSwitch(q *ask) (Event, error) { return Event{Body: Body{On: q.a.On}}, nil }

func foldLock(s *State, e *Event) error    { s.locked = e.Body.On; return nil }
func foldSetChat(s *State, e *Event) error { s.chat = e.Body.On; return nil }
func foldSetHelp(s *State, e *Event) error { s.help = e.Body.Text; return nil }

func judgeSetHelp(q *ask) (Event, error) {
	help, err := helpOf(q.a.Text)
	return Event{Body: Body{Text: help}}, err
}

// judgeHandOver makes the person on a chair host. A host who has vanished is
// succeeded by any person who sits and asks.
func judgeHandOver(q *ask) (Event, error) {
	if q.who != q.host {
		if !q.Seated(q.who) || !q.Away(q.host, vanished) {
			return Event{}, ErrForbidden
		}
		return Event{Body: Body{Person: q.who}}, nil
	}
	if err := q.checkOccupied(); err != nil {
		return Event{}, err
	}
	return Event{Body: Body{Person: q.chairs[q.chair].Person}}, nil
}

func foldHandOver(s *State, e *Event) error { s.host = e.Body.Person; return nil }

// Absent returns the person whom an action takes to be away, 0 for nobody.
func (s *State) Absent(a *Action) int {
	switch chair := a.Chair - 1; {
	case a.Kind == HandOver:
		return s.host
	case a.Kind == StandIn && chair >= 0 && chair < len(s.chairs):
		return s.chairs[chair].Person
	}
	return 0
}

// judgeStandIn lets a bot play for a person: for yourself at any time and at
// any level, for others while they are away and at the table's level.
func judgeStandIn(q *ask) (Event, error) {
	if err := q.checkOccupied(); err != nil {
		return Event{}, err
	}
	c := &q.chairs[q.chair]
	level := q.standInLevel()
	if c.Person == q.who {
		level = cmp.Or(q.a.Level, level)
	}
	if err := q.level(level); err != nil {
		return Event{}, err
	}
	switch {
	case c.Bot == level:
		return Event{}, bad("refused.same-bot")
	case c.Person != q.who && !q.Away(c.Person, AwayAfter):
		return Event{}, bad("refused.not-away")
	}
	return Event{Body: Body{Chair: q.a.Chair, Level: level}}, nil
}

func foldStandIn(s *State, e *Event) error {
	s.chairs[e.Body.Chair-1].Bot = e.Body.Level
	return nil
}

// standInLevel is the bot of the table's choice, or the strongest: nobody
// should lose by being away.
func (s *State) standInLevel() string {
	if s.terms.StandIn != "" {
		return s.terms.StandIn
	}
	if levels := s.games.Levels(s.terms.Game); len(levels) > 0 {
		return levels[len(levels)-1]
	}
	return ""
}

// judgeReturn lets a person play again instead of a bot.
func judgeReturn(q *ask) (Event, error) {
	err := q.mine(q.who, q.chair)
	if err == nil && q.chairs[q.chair].Bot == "" {
		err = bad("refused.no-stand-in")
	}
	return Event{Body: Body{Chair: q.a.Chair}}, err
}

func foldReturn(s *State, e *Event) error {
	s.chairs[e.Body.Chair-1].Bot = ""
	return nil
}

func judgeEmote(q *ask) (Event, error) {
	old := q.a.Text == "hurry" // what pages of earlier releases send for a knock
	if !old && !slices.Contains(Emotes, q.a.Text) {
		return Event{}, misuse("an emote is one of %s", strings.Join(Emotes, ", "))
	}
	e, err := q.say()
	if old {
		e.Body.Text = "knock"
	}
	return e, err
}

func judgeChat(q *ask) (Event, error) {
	if !q.chat {
		return Event{}, bad("refused.no-chat")
	}
	return q.say()
}

func (q *ask) say() (Event, error) {
	text, p := cleanText(q.a.Text), q.person(q.who)
	switch {
	case p.muted:
		return Event{}, bad("refused.muted")
	case text == "":
		return Event{}, bad("refused.empty")
	case utf8.RuneCountInString(text) > maxChat:
		return Event{}, bad("refused.message-long", "n", maxChat)
	}
	return Event{Body: Body{Text: text, Name: p.Name}}, nil
}

// judgeMute lets the host silence somebody on a chair, or let them speak again.
func judgeMute(q *ask) (Event, error) {
	if err := q.checkOccupied(); err != nil {
		return Event{}, err
	}
	person := q.chairs[q.chair].Person
	if person == q.host {
		return Event{}, bad("refused.mute-host")
	}
	return Event{Body: Body{Chair: q.a.Chair, Person: person, On: q.a.On}}, nil
}

func foldMute(s *State, e *Event) error {
	if p := s.person(e.Body.Person); p != nil {
		p.muted = e.Body.On
	}
	return nil
}
