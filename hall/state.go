package hall

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/maphash"
	. "parlour/table"
	"slices"
	"time"

	"parlour"
	"parlour/referee"
)

// A Shelf knows the games and their bots.
type Shelf interface {
	// Game returns the game with the given id, or nil.
	Game(id string) parlour.Game
	// Levels returns the names of the bots of a game, gentlest first.
	Levels(id string) []string
	// Player returns a bot. It gets no seed of any dice.
	Player(id, level string) (Player, error)
	// Revision names the rules as this program plays them.
	Revision() string
}

// A Person is somebody who holds a token of the table.
type Person struct {
	ID    int
	Name  string
	token string    // SHA-256, hex
	once  string    // SHA-256 of a single-use secret, hex; "" if none is open
	part  bool      // a device asked to take part in the dice, and was not left out since
	asks  int       // how often one did
	outs  int       // how often one was left out because it did not answer
	asked time.Time // when one last did
	acted time.Time // when the person, or a device for them, last did anything here
	muted bool      // by the host
	used  usage
}

// A state is the fold over a table's log.
type state struct {
	id       string
	seq      int64
	terms    Terms
	rules    string // revision it is played under
	game     parlour.Game
	ref      *referee.Referee
	chairs   []Place
	people   []Person
	tokens   map[string]int // person by SHA-256 of the token, hex
	joined   time.Time      // for the rate at which newcomers sit down
	usage    usage          // of the log's room, without what hosts changed
	hostKept int            // which is this
	host     int
	locked   bool
	chat     bool
	help     string // what is allowed now
	paused   bool
	next     string // table of the rematch
	made     time.Time
	last     time.Time // time of the last event
	played   int64     // last event that changed the game, for judging what is late
	drift    int64     // event after which the stored line disagreed with a replay, 0 if none
	asked    int       // chair plus one that asks to take back, 0 for none

	dice  rounds
	under int64 // the store's epoch when the log was read

	left    []time.Duration // clock of each chair
	running time.Time       // since when the clock of the chair in turn runs
	timeUp  int             // chair plus one whose time is up, 0 for none

	turned   int64     // event that began the turn
	turnedAt time.Time // when

	plies []ply // throws and moves so far, for taking back

	keys map[uint64]struct{} // hashes of all keys used here, so that a new one needs no look into the store
}

// A ply remembers what a take-back must know of a throw or move.
type ply struct {
	throw bool
	chair int
}

func newState(shelf Shelf, first *Event) (*state, error) {
	t := first.Body.Terms
	if first.Kind != Created || t == nil {
		return nil, fmt.Errorf("the log does not begin with the making of the table")
	}
	g := shelf.Game(t.Game)
	if g == nil {
		return nil, fmt.Errorf("there is no game %q", t.Game)
	}
	s := &state{tokens: map[string]int{}, keys: map[uint64]struct{}{}, id: first.Table, terms: *t, rules: first.Body.Rules, game: g, chat: t.Chat, help: t.Help, made: first.At, dice: rounds{old: first.Body.Dice != nil}}
	m, err := s.open(*t)
	if err != nil {
		return nil, err
	}
	s.ref = referee.New(m)
	s.chairs = Chairs(m)
	for i := range s.chairs {
		if i < len(t.Bots) {
			s.chairs[i].Bot = t.Bots[i]
		}
	}
	s.left = make([]time.Duration, len(s.chairs))
	for i := range s.left {
		s.left[i] = t.Clock.First()
	}
	return s, nil
}

// open sets up the match of the terms.
func (s *state) open(t Terms) (parlour.Match, error) {
	if t.Position != "" {
		return s.game.Parse(t.Position)
	}
	return s.game.New(t.Setup)
}

// apply folds one further event into the state. Events come from the log, so
// they were valid when they were written; where a replay disagrees with the
// stored line the line wins and the state says so.
func (s *state) apply(e *Event) error {
	if e.Schema > Schema {
		return ErrNewer
	}
	if e.Seq != s.seq+1 {
		return fmt.Errorf("event %d follows event %d", e.Seq, s.seq)
	}
	b := &e.Body
	chair := b.Chair - 1
	if b.Chair != 0 && (chair < 0 || chair >= len(s.chairs)) {
		return fmt.Errorf("event %d names chair %d of %d", e.Seq, b.Chair, len(s.chairs))
	}
	before, ticked := s.turnChair(), s.ticking()
	var was Place
	if chair >= 0 {
		was = s.chairs[chair]
	}
	if s.stalled() {
		s.running = e.At // nobody is charged while the game waits for the dice
	}
	switch e.Kind {
	case Created:
		// Folded by newState.
	case Sit:
		s.sit(e, chair)
	case Stand:
		s.chairs[chair].Person, s.chairs[chair].Bot = 0, ""
	case Name:
		if p := s.person(e.By); p != nil {
			p.Name = b.Name
		}
	case SetChair:
		s.chairs[chair].Person, s.chairs[chair].Bot = 0, b.Level
	case Lock:
		s.locked = b.On
	case Mute:
		if p := s.person(b.Person); p != nil {
			p.muted = b.On
		}
	case TooLong:
		s.ref.Tie(referee.TooLong)
		s.played = e.Seq
	case SetChat:
		s.chat = b.On
	case SetHelp:
		s.help = b.Text
	case HandOver:
		s.host = b.Person
	case Carry:
		if p := s.person(e.By); p != nil && e.Secret != nil {
			p.once = e.Secret.Once
		}
	case Claim:
		if p := s.person(b.Person); p != nil && e.Secret != nil {
			delete(s.tokens, p.token)
			p.token, p.once = e.Secret.Token, ""
			s.tokens[p.token] = p.ID
		}
		if s.dice.force.member(b.Person) != nil {
			s.dice.close(e) // the other device does not have the secrets
		}
	case Throw:
		s.foldThrow(e)
		s.play(e)
	case Move:
		s.play(e)
	case Offer, Accept, Decline, Resign:
		s.judge(e)
	case AskBack:
		s.asked = b.Chair
	case KeepBack:
		s.asked = 0
	case GiveBack:
		s.takeBack(e)
	case Pause:
		s.stopClock(e.At)
		s.paused = true
	case Resume:
		s.paused = false
		s.running = e.At
	case StandIn:
		s.chairs[chair].Bot = b.Level
	case Return:
		s.chairs[chair].Bot = ""
	case TimeUp:
		s.left[chair], s.timeUp = 0, b.Chair
	case Rule:
		s.ruleOn(e)
	case Held:
		if !s.running.IsZero() {
			s.running = s.running.Add(b.Lasted)
		}
	case Commit:
		// Of parlour-dice-1, by which nothing is thrown any more.
	case TakePart, Round, Pledge, Reveal:
		if err := s.foldRound(e); err != nil {
			return err
		}
	case Rematch:
		s.next = b.Text
	case Emote, Chat:
	default:
		return ErrNewer
	}
	switch e.Kind {
	case Sit, Stand, SetChair, StandIn, Return, Rule:
		if chair >= 0 {
			s.foldChair(e, chair, was)
		}
	}
	if p := s.person(e.By); p != nil {
		p.acted = e.At
	}
	s.seq, s.last = e.Seq, e.At
	s.count(e)
	if e.Key != "" {
		s.keys[maphash.String(seed, e.Key)] = struct{}{}
	}
	switch after := s.turnChair(); {
	case after != before || e.Kind == Created || s.running.IsZero():
		s.passClock(before, after, e.At)
	case ticked && s.stalled():
		s.left[after] = max(0, s.left[after]-e.At.Sub(s.running))
		s.running = e.At
	}
	if s.turns(e, before) {
		s.turned, s.turnedAt = e.Seq, e.At
	}
	return nil
}

func (s *state) sit(e *Event, chair int) {
	b := &e.Body
	p := s.person(b.Person)
	if p == nil {
		s.people = append(s.people, Person{ID: b.Person})
		p = &s.people[len(s.people)-1]
		if e.Secret != nil {
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
	if chair >= 0 {
		s.chairs[chair] = Place{Seats: s.chairs[chair].Seats, Person: p.ID}
	}
}

// play makes a throw or a move. The stored line is the truth.
func (s *state) play(e *Event) {
	text := e.Body.Move
	if e.Kind == Throw {
		text = e.Body.Throw
	}
	s.plies = append(s.plies, ply{e.Kind == Throw, s.turnChair()})
	s.asked, s.timeUp = 0, 0
	s.played = e.Seq
	m := s.ref.Match()
	mv, err := m.Parse(text)
	if err == nil {
		err = s.ref.Play(mv)
	}
	s.check(e, err)
}

// check compares the position with the stored line and goes on from the line
// where they differ.
func (s *state) check(e *Event, err error) {
	if err == nil && s.ref.Match().String() == e.Line {
		return
	}
	if m, err := s.game.Parse(e.Line); err == nil {
		s.ref = referee.New(m)
		s.plies = nil
		if s.drift == 0 {
			s.drift = e.Seq
		}
	}
}

func (s *state) judge(e *Event) {
	seat := s.seatOf(e.Body.Seat)
	s.played = e.Seq
	switch e.Kind {
	case Offer:
		_ = s.ref.Offer(seat) // it was allowed when it was written
	case Accept:
		_ = s.ref.Accept(seat)
	case Decline:
		_ = s.ref.Decline(seat)
	case Resign:
		_ = s.ref.Resign(seat, referee.Resigned)
		s.check(e, nil)
	}
}

func (s *state) takeBack(e *Event) {
	for range e.Body.Plies {
		if s.ref.Undo() && len(s.plies) > 0 {
			s.plies = s.plies[:len(s.plies)-1]
		}
	}
	s.asked, s.played = 0, e.Seq
	s.check(e, nil)
}

func (s *state) ruleOn(e *Event) {
	chair := s.timeUp - 1
	s.timeUp = 0
	if chair < 0 {
		return
	}
	s.played = e.Seq
	switch e.Body.Text {
	case RuleWait:
		s.left[chair] = s.terms.Clock.First()
		s.running = e.At
	case RuleBot:
		s.chairs[chair].Bot = e.Body.Level
		s.left[chair] = s.terms.Clock.First()
		s.running = e.At
	case RuleEnd:
		_ = s.ref.Resign(s.chairs[chair].Seats[0], referee.Time)
		s.check(e, nil)
	}
}

// seed makes the hashes of keys unlike those of any other run.
var seed = maphash.MakeSeed()

// used reports whether the key may have been used; false is certain.
func (s *state) used(key string) bool {
	_, ok := s.keys[maphash.String(seed, key)]
	return ok
}

// person returns the person with the given id, or nil. People are numbered from
// 1 in the order in which they came.
func (s *state) person(id int) *Person {
	if id < 1 || id > len(s.people) || s.people[id-1].ID != id {
		return nil
	}
	return &s.people[id-1]
}

// whose returns the person who holds the token, 0 for a stranger. Tokens are
// found by their hashes, so that the time it takes says nothing of a token.
func (s *state) whose(token string) int {
	if token == "" {
		return 0
	}
	return s.tokens[hashOf(token)]
}

func hashOf(secret string) string {
	h := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(h[:])
}

// turn says who has to act, nobody when the match is over.
func (s *state) turn() parlour.Turn { return s.ref.Turn() }

// chairOf returns the chair that decides for a seat, -1 if none.
func (s *state) chairOf(seat parlour.Seat) int {
	return slices.IndexFunc(s.chairs, func(c Place) bool { return slices.Contains(c.Seats, seat) })
}

// turnChair returns the chair that has to act, -1 when the match is over.
func (s *state) turnChair() int {
	t := s.turn()
	if t.Over() {
		return -1
	}
	return s.chairOf(t.Seat)
}

func (s *state) seatOf(letter string) parlour.Seat {
	info := s.game.Info()
	return info.SeatOf(letter)
}

// status tells where the table stands.
func (s *state) status() Status {
	switch {
	case s.ref.Result().Over:
		return Over
	case slices.ContainsFunc(s.chairs, func(c Place) bool { return c.Free() }):
		return Waiting
	}
	return Playing
}

// line is the present position.
func (s *state) line() string { return s.ref.Match().String() }
