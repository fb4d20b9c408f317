package table

import (
	"errors"
	"slices"

	"parlour"
	"parlour/referee"
)

// mayPlay says why a person may not act for the chair in turn.
func (s *State) mayPlay(who int) error {
	switch chair := s.is.chair; {
	case s.is.status == Waiting:
		return bad("refused.open-chair")
	case s.chairs[chair].Person != who:
		return bad("refused.not-your-turn")
	case s.chairs[chair].Bot != "":
		return bad("refused.return-first")
	}
	return nil
}

// checkLength says why a game is too long to be played on.
func (q *ask) checkLength() error {
	if q.tooLong(q.House.MostPlay) {
		return bad("refused.too-long", "n", q.House.MostPlay)
	}
	return nil
}

func judgeMove(q *ask) (Event, error) {
	if err := q.checkLength(); err != nil {
		return Event{}, err
	}
	if err := q.mayPlay(q.who); err != nil {
		return Event{}, err
	}
	mv, err := q.readMove(q.a.Move)
	if q.is.turn.Needs() == parlour.NeedThrow {
		var r *parlour.Refusal
		if errors.As(err, &r) && r.Code != "bad-throw" {
			return Event{}, r
		}
		return Event{}, bad("refused.throw-due")
	}
	if err != nil {
		return Event{}, err
	}
	return q.move(mv), nil
}

// BotPlays returns the events of a bot whose turn it is. The move counts only
// where one is due; it must be legal.
func (s *State) BotPlays(mv parlour.Move, m *Moment) ([]Event, error) {
	if s.is.turn.Needs() != parlour.NeedThrow {
		return []Event{s.move(mv)}, nil
	}
	e, err := s.ask(0, 0, m)
	if err != nil {
		return nil, err
	}
	also, err := s.throwAtOnce(e)
	return append([]Event{e}, also...), err
}

// move returns the event of a legal move of the seat in turn.
func (s *State) move(mv parlour.Move) Event {
	return s.ready(Event{Kind: Move, Body: Body{Move: s.ref.Now().Text(mv)}}, mv)
}

// ready completes the event of a legal throw or move.
func (s *State) ready(e Event, mv parlour.Move) Event {
	info, now := s.game.Info(), s.ref.Now()
	e.play = prepared{now, mv, now.Next(mv)}
	e.Body.Seat, e.Line = info.Letter(s.is.turn.Seat), e.play.after.String()
	return e
}

// play folds a throw or a move, whose text is given. The stored line is the
// truth.
func (s *State) play(e *Event, text string) {
	s.plies = append(s.plies, ply{e.Kind == Throw, s.is.chair, e.Seq, s.leftAt(e.At)})
	if e.Kind == Throw || s.is.chair != s.undos.chair {
		s.undos.n = 0
	}
	s.asked, s.timeUp = 0, 0
	s.played = e.Seq
	now := s.ref.Now()
	if e.play.before == now && !s.is.result.Over { // it was judged here
		s.ref.Take(e.play.after)
		return
	}
	e.play = prepared{}
	mv, err := now.Parse(text)
	switch {
	case s.is.result.Over:
		err = referee.ErrOver
	case err == nil:
		e.play.before, e.play.move = now, mv
		s.ref.Take(now.Next(mv))
	}
	s.check(e, err)
}

func foldMove(s *State, e *Event) error {
	s.play(e, e.Body.Move)
	return nil
}

// tooLong reports whether the game has taken all its room and has to end.
func (s *State) tooLong(most int) bool { return s.usage.play >= most && s.is.status != Over }

func foldTooLong(s *State, e *Event) error {
	s.ref.Tie(referee.TooLong)
	s.played = e.Seq
	return nil
}

// speak makes an offer, an answer or a resignation for a seat of the person,
// after trying it.
func (q *ask) speak(try func(*referee.Referee, parlour.Seat) error) (Event, error) {
	chair := q.chair
	if chair < 0 {
		chair = slices.IndexFunc(q.chairs, func(c Place) bool { return c.Person == q.who })
	}
	if err := q.mine(q.who, chair); err != nil {
		return Event{}, err
	}
	seat := q.chairs[chair].Seats[0]
	trial := referee.New(q.ref.Now())
	if o := q.ref.Offered(); o != parlour.Nobody {
		if err := trial.Offer(o); err != nil {
			return Event{}, err
		}
	}
	if err := try(trial, seat); err != nil {
		return Event{}, err
	}
	info := q.game.Info()
	return Event{Line: trial.Now().String(), Body: Body{Chair: chair + 1, Seat: info.Letter(seat)}}, nil
}

func resign(r *referee.Referee, seat parlour.Seat) error { return r.Resign(seat, referee.Resigned) }

func judgeOffer(q *ask) (Event, error)   { return q.speak((*referee.Referee).Offer) }
func judgeAccept(q *ask) (Event, error)  { return q.speak((*referee.Referee).Accept) }
func judgeDecline(q *ask) (Event, error) { return q.speak((*referee.Referee).Decline) }
func judgeResign(q *ask) (Event, error)  { return q.speak(resign) }

// foldSpoken folds what somebody said by speak. It was allowed when it was written.
func (s *State) foldSpoken(e *Event, do func(*referee.Referee, parlour.Seat) error) error {
	_ = do(s.ref, s.seatOf(e.Body.Seat))
	s.played = e.Seq
	return nil
}

func foldOffer(s *State, e *Event) error   { return s.foldSpoken(e, (*referee.Referee).Offer) }
func foldAccept(s *State, e *Event) error  { return s.foldSpoken(e, (*referee.Referee).Accept) }
func foldDecline(s *State, e *Event) error { return s.foldSpoken(e, (*referee.Referee).Decline) }

func foldResign(s *State, e *Event) error {
	err := s.foldSpoken(e, resign)
	s.gone = e.Seq
	s.check(e, nil)
	return err
}

// A take-back never undoes chance: only moves after the last throw come back,
// in games without dice any number. The last move of all comes back without
// asking: until somebody acts on it, nobody has learned anything by it.

// mostUndo is how often a player may undo before somebody else has played.
const mostUndo = 5

// undos counts how often a chair has undone since somebody else played.
type undos struct{ chair, n int }

// lastOwn reports whether the last thing that happened in the game was a move
// that the person made, and on which chair.
func (s *State) lastOwn(who int) (chair int, ok bool) {
	if len(s.plies) == 0 || who == 0 || s.timeUp != 0 {
		return 0, false
	}
	last := s.plies[len(s.plies)-1]
	c := s.chairs[last.chair]
	asked := s.dice.open != nil || s.dice.voids > 0
	return last.chair, !last.throw && !asked && last.seq == s.played && c.Person == who && c.Bot == ""
}

// mayUndo reports whether a person may take back the last move without asking.
func (s *State) mayUndo(who int) bool {
	chair, ok := s.lastOwn(who)
	return ok && s.is.status == Playing && !s.paused && (s.undos.chair != chair || s.undos.n < mostUndo)
}

// undone reports whether a give-back was its own player's, without asking.
func (s *State) undone(e *Event) bool {
	return e.By != 0 && e.Body.Chair != 0 && s.chairs[e.Body.Chair-1].Person == e.By
}

func judgeAskBack(q *ask) (Event, error) {
	own, plies := q.ownBack(q.who)
	switch {
	case plies == 0:
		return Event{}, bad("refused.no-own-back")
	case !q.othersPlay(q.who):
		return Event{}, misuse("there is nobody to ask; against bots, send give-back")
	}
	return Event{Body: Body{Chair: own + 1}}, nil
}

func foldAskBack(s *State, e *Event) error { s.asked = e.Body.Chair; return nil }

func judgeGiveBack(q *ask) (Event, error) {
	asker := q.asked - 1
	own, plies := q.ownBack(q.who)
	last, mine := q.lastOwn(q.who)
	mine = mine && (asker < 0 || asker == last) // otherwise it answers somebody who asks
	switch {
	case mine && q.mayUndo(q.who):
		asker, plies = last, 1
	case mine && q.othersPlay(q.who) && asker < 0:
		return Event{}, bad("refused.undone-enough")
	case asker < 0 && !q.othersPlay(q.who):
		asker = own // bots agree at once
	case asker < 0:
		return Event{}, bad("refused.nobody-asks")
	case q.chairs[asker].Person == q.who:
		return Event{}, bad("refused.others-agree")
	default:
		plies = q.pliesBack(asker)
	}
	if plies == 0 {
		return Event{}, bad("refused.no-back")
	}
	return Event{Line: q.ref.Past(plies).String(), Body: Body{Chair: asker + 1, Plies: plies}}, nil
}

func foldGiveBack(s *State, e *Event) error {
	chair := e.Body.Chair - 1
	for range e.Body.Plies {
		if !s.ref.Undo() || len(s.plies) == 0 {
			continue
		}
		last := s.plies[len(s.plies)-1]
		s.plies = s.plies[:len(s.plies)-1]
		// The clock goes on as if the move had not been made.
		if s.undone(e) && last.chair == chair && s.is.chair != chair && s.terms.Clock.First() > 0 && !s.running.IsZero() {
			s.left[chair] = max(0, last.left-e.At.Sub(s.running))
		}
	}
	if s.undone(e) {
		if s.undos.chair != chair {
			s.undos = undos{chair: chair}
		}
		s.undos.n++
	}
	s.asked, s.played = 0, e.Seq
	s.check(e, nil)
	return nil
}

func judgeKeepBack(q *ask) (Event, error) {
	if q.asked == 0 {
		return Event{}, bad("refused.nobody-asks")
	}
	return Event{}, nil
}

func foldKeepBack(s *State, e *Event) error { s.asked = 0; return nil }

// ownBack returns the chair of the person that moved last, and the plies that
// take it back; 0 plies if there is nothing to take back.
func (s *State) ownBack(who int) (chair, plies int) {
	for i, c := range s.chairs {
		if n := s.pliesBack(i); c.Person == who && n > 0 && (plies == 0 || n < plies) {
			chair, plies = i, n
		}
	}
	return chair, plies
}

// othersPlay reports whether another person sits at the table.
func (s *State) othersPlay(who int) bool {
	return slices.ContainsFunc(s.chairs, func(c Place) bool { return c.Person != 0 && c.Person != who })
}

// pliesBack counts the plies that take a chair back to its last own move, 0 if
// a throw has fallen since, somebody has left the game, or it has not moved.
func (s *State) pliesBack(chair int) int {
	for n, i := 1, len(s.plies)-1; i >= 0; n, i = n+1, i-1 {
		if s.plies[i].throw || s.plies[i].seq < s.gone {
			return 0
		}
		if s.plies[i].chair == chair {
			return n
		}
	}
	return 0
}

// judgeRematch refuses: a rematch is a table of its own, which the server makes.
func judgeRematch(*ask) (Event, error) { return Event{}, misuse("a rematch is made by the server") }

func foldRematch(s *State, e *Event) error { s.next = e.Body.Text; return nil }

// Again returns the terms of a rematch that a person may ask for, and the names
// of bots by chair: the same game, with the bots one chair further on. People sit
// down there themselves.
func (s *State) Again(who int) (t Terms, names []string, err error) {
	switch {
	case !s.Seated(who):
		return Terms{}, nil, ErrForbidden
	case s.is.status != Over:
		return Terms{}, nil, bad("refused.not-over")
	}
	t = s.terms
	t.Chat, t.Help = s.chat, s.help
	if t.Before != nil { // play the whole game again
		t.Position, t.Before = t.Before.Line, nil
	}
	t.Bots = make([]string, len(s.chairs))
	names = make([]string, len(s.chairs))
	for i, c := range s.chairs {
		next := (i + 1) % len(s.chairs)
		names[next] = s.BotName(i) // also where nobody sits: a bot may come later
		if c.Person == 0 {
			t.Bots[next] = c.Bot
		}
	}
	return t, names, nil
}

// Advisable says why a person may not ask for help of a kind now. Only the
// player to move may, and only where the table allows it: nobody learns about a
// running game what the players do not know.
func (s *State) Advisable(who int, kind string) error {
	switch {
	case !s.Seated(who):
		return ErrForbidden
	case s.is.status == Over:
		return bad("over")
	case s.help == NoHelp:
		return bad("refused.no-help")
	case kind == Tutor && s.help != Tutor:
		return bad("refused.no-tutor")
	case s.paused:
		return bad("refused.paused")
	}
	return s.mayPlay(who)
}
