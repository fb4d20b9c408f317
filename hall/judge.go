package hall

import (
	"crypto/subtle"
	. "parlour/table"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parlour"
	"parlour/referee"
)

// Limits of what people may send.
const (
	maxName   = 24
	maxChat   = 280
	vanished  = 2 * time.Minute // after this an absent host may be succeeded
	awayAfter = 20 * time.Second
)

// judge turns an action into the events it becomes, or says why not. It
// changes nothing.
func (t *Table) judge(who int, token string, a Action) ([]Event, Reply, error) {
	s := t.s
	chair := a.Chair - 1
	if a.Chair < 0 || chair >= len(s.chairs) {
		return nil, Reply{}, bad("there are %d chairs", len(s.chairs))
	}
	one := func(e Event, err error) ([]Event, Reply, error) {
		e.Kind = a.Kind
		if err != nil {
			return nil, Reply{}, err
		}
		return []Event{e}, Reply{}, nil
	}
	switch a.Kind {
	case Sit:
		events, reply, err := one(t.sitDown(who, token, chair, a))
		if err == nil && a.Part && chair >= 0 {
			events = append(events, s.takesPart(events[0].Body.Person, t.now())...)
		}
		return events, reply, err
	case Claim:
		return one(t.claim(token, a))
	}
	if who == 0 {
		return nil, Reply{}, ErrForbidden
	}
	host := who == s.host
	seated := s.seated(who)
	if !seated && !host {
		return nil, Reply{}, bad("you have no chair at this table; sit down first")
	}
	switch a.Kind {
	case Carry:
		once := t.onceFor(token, a.Key)
		return []Event{{Kind: Carry, Secret: &Secret{Once: hashOf(once)}}}, Reply{Once: once}, nil
	case Name:
		name, err := cleanName(a.Name)
		return one(Event{Body: Body{Name: name}}, err)
	case Stand:
		return one(Event{Body: Body{Chair: a.Chair}}, s.mine(who, chair))
	case Lock, SetChat:
		return one(Event{Body: Body{On: a.On}}, hostOnly(host))
	case SetHelp:
		help, err := helpOf(a.Text)
		if !host {
			err = ErrForbidden
		}
		return one(Event{Body: Body{Text: help}}, err)
	case Mute:
		return one(s.mute(host, chair, a))
	case SetChair:
		return one(t.setChair(host, chair, a))
	case HandOver:
		return one(t.handOver(who, host, a))
	case Emote, Chat:
		return one(t.say(who, a))
	}
	switch a.Kind {
	case StandIn:
		return one(t.standIn(who, host, chair, a))
	case Return:
		return one(s.comeBack(who, chair, a))
	case Pause, Resume:
		if s.paused == (a.Kind == Pause) || s.status() == Over {
			return nil, Reply{}, bad("the game is not to be %sd now", a.Kind)
		}
		if a.Kind == Pause {
			return one(Event{}, s.pause(who))
		}
		return one(Event{}, nil)
	case Rematch:
		return one(Event{}, bad("a rematch is made by the server"))
	case Pledge, Reveal: // also by somebody who stood up meanwhile
		return one(s.judgeRound(who, a, t.now()))
	}
	if !seated {
		return nil, Reply{}, ErrForbidden
	}
	if a.Kind == TakePart {
		return one(s.judgeRound(who, a, t.now()))
	}
	if a.Seq < s.played {
		return nil, Reply{}, ErrLate
	}
	if s.status() == Over {
		return nil, Reply{}, bad("the game is over")
	}
	if s.paused {
		return nil, Reply{}, bad("the game is paused")
	}
	switch a.Kind {
	case Throw, Move:
		return one(t.playFor(who, a))
	case Offer, Accept, Decline, Resign:
		return one(t.speak(who, chair, a))
	case AskBack, GiveBack, KeepBack:
		return one(t.back(who, a))
	case Rule:
		return one(t.rule(who, a))
	}
	return nil, Reply{}, bad("there is no action %q", a.Kind)
}

// seated reports whether the person sits on a chair.
func (s *state) seated(who int) bool {
	return who != 0 && slices.ContainsFunc(s.chairs, func(c Place) bool { return c.Person == who })
}

// mine says whether the chair is the person's.
func (s *state) mine(who, chair int) error {
	if chair < 0 {
		return bad("which chair?")
	}
	if s.chairs[chair].Person != who {
		return ErrForbidden
	}
	return nil
}

func hostOnly(host bool) error {
	if !host {
		return ErrForbidden
	}
	return nil
}

// cleanName makes a nickname of what somebody typed: one line of visible text.
func cleanName(name string) (string, error) {
	name = cleanText(name)
	if utf8.RuneCountInString(name) > maxName {
		return "", bad("a name has at most %d letters", maxName)
	}
	return name, nil
}

func cleanText(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "")
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

func (t *Table) sitDown(who int, token string, chair int, a Action) (Event, error) {
	s := t.s
	name, err := cleanName(a.Name)
	switch {
	case err != nil:
		return Event{}, err
	case token == "":
		return Event{}, ErrForbidden
	case s.locked && who != s.host && s.host != 0:
		return Event{}, bad("the table is locked")
	case chair >= 0 && s.chairs[chair].Person != 0:
		return Event{}, bad("somebody sits there")
	case chair >= 0 && s.chairs[chair].Bot != "" && who != s.host:
		return Event{}, bad("a bot sits there; the host can open the chair")
	case chair < 0 && s.host != 0:
		return Event{}, bad("which chair?")
	case who == 0 && len(s.people) >= mostPeople:
		return Event{}, ErrFull
	}
	e := Event{By: who, Body: Body{Chair: chair + 1, Person: who, Name: name}}
	if who == 0 {
		e.By = len(s.people) + 1
		e.Body.Person = e.By
		e.Secret = &Secret{Token: hashOf(token)}
		if name == "" {
			e.Body.Name = "Guest " + string(rune('A'+len(s.people)%26))
		}
	}
	return e, nil
}

// claim gives the chairs of whoever opened the single-use link to the holder
// of token.
func (t *Table) claim(token string, a Action) (Event, error) {
	if token == "" || a.Text == "" {
		return Event{}, ErrForbidden
	}
	h := hashOf(a.Text)
	for _, p := range t.s.people {
		if p.once != "" && subtle.ConstantTimeCompare([]byte(p.once), []byte(h)) == 1 {
			if other := t.s.whose(token); other != 0 && other != p.ID {
				return Event{}, bad("this device already plays here")
			}
			return Event{By: p.ID, Body: Body{Person: p.ID}, Secret: &Secret{Token: hashOf(token)}}, nil
		}
	}
	return Event{}, ErrForbidden
}

func (t *Table) setChair(host bool, chair int, a Action) (Event, error) {
	switch {
	case !host:
		return Event{}, ErrForbidden
	case chair < 0:
		return Event{}, bad("which chair?")
	case a.Level != "" && !t.hall.knows(t.s.terms.Game, a.Level):
		return Event{}, bad("there is no bot %q; the levels are %s", a.Level, strings.Join(t.hall.Shelf.Levels(t.s.terms.Game), ", "))
	}
	return Event{Body: Body{Chair: a.Chair, Level: a.Level}}, nil
}

// handOver makes the person on a chair host. A host who has vanished is
// succeeded by any person who sits and asks.
func (t *Table) handOver(who int, host bool, a Action) (Event, error) {
	s := t.s
	if host {
		if a.Chair == 0 || s.chairs[a.Chair-1].Person == 0 {
			return Event{}, bad("nobody sits there")
		}
		return Event{Body: Body{Person: s.chairs[a.Chair-1].Person}}, nil
	}
	if !s.seated(who) || !t.isAway(s.host, vanished) {
		return Event{}, ErrForbidden
	}
	return Event{Body: Body{Person: who}}, nil
}

func (t *Table) say(who int, a Action) (Event, error) {
	text := cleanText(a.Text)
	switch {
	case a.Kind == Emote && !slices.Contains(Emotes, a.Text):
		return Event{}, bad("an emote is one of %s", strings.Join(Emotes, ", "))
	case t.s.person(who).muted:
		return Event{}, bad("the host has muted you")
	case a.Kind == Chat && !t.s.chat:
		return Event{}, bad("the host has not allowed free chat")
	case text == "":
		return Event{}, bad("nothing was said")
	case utf8.RuneCountInString(text) > maxChat:
		return Event{}, bad("say it in at most %d letters", maxChat)
	}
	return Event{Body: Body{Text: text, Name: t.s.person(who).Name}}, nil
}

// standIn lets a bot play for a person: for oneself at any time and of any
// level, for others when they are away and of the table's level.
func (t *Table) standIn(who int, host bool, chair int, a Action) (Event, error) {
	s := t.s
	if chair < 0 || s.chairs[chair].Person == 0 {
		return Event{}, bad("nobody sits there")
	}
	level := t.standInLevel()
	if s.chairs[chair].Person == who {
		level = or(a.Level, level)
	}
	switch person := s.chairs[chair].Person; {
	case !t.hall.knows(s.terms.Game, level):
		return Event{}, bad("there is no bot %q", level)
	case s.chairs[chair].Bot == level:
		return Event{}, bad("this bot plays there already")
	case person != who && !t.isAway(person, awayAfter):
		return Event{}, bad("who is here plays for themselves")
	}
	return Event{Body: Body{Chair: a.Chair, Level: level}}, nil
}

// comeBack lets a person play again instead of a bot.
func (s *state) comeBack(who, chair int, a Action) (Event, error) {
	err := s.mine(who, chair)
	if err == nil && s.chairs[chair].Bot == "" {
		err = bad("no bot plays for you")
	}
	return Event{Body: Body{Chair: a.Chair}}, err
}

// standInLevel is the bot of the table's choice, or the strongest: nobody
// should lose by being away.
func (t *Table) standInLevel() string {
	if t.s.terms.StandIn != "" {
		return t.s.terms.StandIn
	}
	if levels := t.hall.Shelf.Levels(t.s.terms.Game); len(levels) > 0 {
		return levels[len(levels)-1]
	}
	return ""
}

// playFor makes a throw or a move for the chair in turn, which is the person's.
func (t *Table) playFor(who int, a Action) (Event, error) {
	s := t.s
	turn, chair := s.turn(), s.turnChair()
	switch {
	case s.status() == Waiting:
		return Event{}, bad("a chair is open; the game goes on when everybody sits")
	case t.tooLong():
		return Event{}, bad("the game ends here: a table keeps %d throws and moves", t.hall.MostPlay)
	case s.chairs[chair].Person != who:
		return Event{}, bad("it is not your turn")
	case s.chairs[chair].Bot != "":
		return Event{}, bad("a bot stands in; return to your chair first")
	case a.Kind == Throw && turn.Needs() != parlour.NeedThrow:
		return Event{}, bad("no throw is due, choose a move")
	case a.Kind == Move && turn.Needs() == parlour.NeedThrow:
		return Event{}, bad("a throw is due")
	case a.Kind == Throw:
		return t.throw(who, a.Own)
	}
	m := s.ref.Match()
	mv, err := m.Parse(a.Move)
	if err != nil {
		return Event{}, err
	}
	return t.move(m, mv)
}

func (t *Table) move(m parlour.Match, mv parlour.Move) (Event, error) {
	info := m.Info()
	e := Event{Kind: Move, Body: Body{Seat: info.Letter(m.Turn().Seat), Move: m.Text(mv)}}
	after := m.Clone()
	if err := after.Play(mv); err != nil {
		return Event{}, err
	}
	e.Line = after.String()
	return e, nil
}

// speak makes an offer, an answer or a resignation for a seat of the person.
func (t *Table) speak(who, chair int, a Action) (Event, error) {
	s := t.s
	if chair < 0 {
		chair = slices.IndexFunc(s.chairs, func(c Place) bool { return c.Person == who })
	}
	if err := s.mine(who, chair); err != nil {
		return Event{}, err
	}
	seat := s.chairs[chair].Seats[0]
	trial := referee.New(s.ref.Match())
	if o := s.ref.Offered(); o != parlour.Nobody {
		if err := trial.Offer(o); err != nil {
			return Event{}, bad("%v", err)
		}
	}
	var err error
	switch a.Kind {
	case Offer:
		err = trial.Offer(seat)
	case Accept:
		err = trial.Accept(seat)
	case Decline:
		err = trial.Decline(seat)
	case Resign:
		err = trial.Resign(seat, referee.Resigned)
	}
	if err != nil {
		return Event{}, bad("%v", err)
	}
	info := s.game.Info()
	return Event{Line: trial.Match().String(), Body: Body{Chair: chair + 1, Seat: info.Letter(seat)}}, nil
}

// back asks to take back, agrees or refuses. What was played by chance is
// never taken back: only moves after the last throw, in games without dice any
// number.
func (t *Table) back(who int, a Action) (Event, error) {
	s := t.s
	own, plies := s.ownBack(who)
	if a.Kind == AskBack {
		switch {
		case plies == 0:
			return Event{}, bad("there is nothing of yours to take back since the last throw")
		case !s.othersPlay(who):
			return Event{}, bad("there is nobody to ask; give-back takes back against bots")
		}
		return Event{Body: Body{Chair: own + 1}}, nil
	}
	asker := s.asked - 1
	switch {
	case a.Kind == GiveBack && asker < 0 && !s.othersPlay(who):
		asker = own // bots agree at once
	case asker < 0:
		return Event{}, bad("nobody asks to take back")
	case a.Kind == KeepBack:
		return Event{}, nil
	case s.chairs[asker].Person == who:
		return Event{}, bad("the others have to agree")
	default:
		plies = s.pliesBack(asker)
	}
	if plies == 0 {
		return Event{}, bad("there is nothing to take back since the last throw")
	}
	return Event{Line: s.ref.Past(plies).String(), Body: Body{Chair: asker + 1, Plies: plies}}, nil
}

// ownBack returns the chair of the person that moved last, and the plies that
// take it back; 0 plies if there is nothing to take back.
func (s *state) ownBack(who int) (chair, plies int) {
	for i, c := range s.chairs {
		if n := s.pliesBack(i); c.Person == who && n > 0 && (plies == 0 || n < plies) {
			chair, plies = i, n
		}
	}
	return chair, plies
}

// othersPlay reports whether another person sits at the table.
func (s *state) othersPlay(who int) bool {
	return slices.ContainsFunc(s.chairs, func(c Place) bool { return c.Person != 0 && c.Person != who })
}

// pliesBack counts the plies that take a chair back to its last own move, 0 if
// a throw has fallen since or it has not moved.
func (s *state) pliesBack(chair int) int {
	for n, i := 1, len(s.plies)-1; i >= 0; n, i = n+1, i-1 {
		if s.plies[i].throw {
			return 0
		}
		if s.plies[i].chair == chair {
			return n
		}
	}
	return 0
}

// rule is the choice of the others when somebody's time is up.
func (t *Table) rule(who int, a Action) (Event, error) {
	s := t.s
	switch {
	case s.timeUp == 0:
		return Event{}, bad("nobody's time is up")
	case s.chairs[s.timeUp-1].Person == who && s.othersPlay(who):
		return Event{}, bad("the others choose")
	case a.Text == RuleWait:
		return Event{Body: Body{Chair: s.timeUp, Text: a.Text}}, nil
	case a.Text == RuleBot:
		return Event{Body: Body{Chair: s.timeUp, Text: a.Text, Level: t.standInLevel()}}, nil
	case a.Text == RuleEnd:
		trial := referee.New(s.ref.Match())
		if err := trial.Resign(s.chairs[s.timeUp-1].Seats[0], referee.Time); err != nil {
			return Event{}, bad("%v", err)
		}
		return Event{Line: trial.Match().String(), Body: Body{Chair: s.timeUp, Text: a.Text}}, nil
	}
	return Event{}, bad("choose %s, %s or %s", RuleWait, RuleBot, RuleEnd)
}
