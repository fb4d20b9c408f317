package table

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlour"
	"parlour/table/fair"
)

// FuzzTable lets people, devices, bots, time and the store do anything.
// Nothing may panic, no invariant may break, and the stored log must give the
// same state.
func FuzzTable(f *testing.F) {
	for seed := range uint64(12) {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, a, b uint64) { riot(t, rand.New(rand.NewPCG(a, b)), 300) })
}

func TestTable(t *testing.T) {
	for seed := range uint64(100) {
		riot(t, rand.New(rand.NewPCG(seed, 100)), 200)
	}
}

// A rioter does things at random.
type rioter struct {
	*desk
	rng    *rand.Rand
	kinds  []Kind
	tokens []string
	once   string                // secret of the last carry
	own    map[int64]*fair.Chain // chains of devices, by the event with which they took part
	phase  Phase                 // of the throw that is asked for
	since  time.Time             // when it began
}

func riot(t *testing.T, rng *rand.Rand, steps int) []Event {
	terms := Terms{
		Game:  pick(rng, "checkers", "kleefeld", "backgammon"),
		Clock: pick(rng, Clock{}, Clock{Kind: MoveClock, Seconds: 30}, Clock{Kind: FischerClock, Seconds: 60, Increment: 5}, Clock{Kind: DayClock, Days: 1}),
		Bots:  pick(rng, nil, []string{"gentle"}, []string{"", "strong"}),
		Chat:  rng.IntN(2) == 0, Help: pick(rng, NoHelp, Hints, Tutor), StandIn: pick(rng, "", "gentle"),
	}
	r := &rioter{
		desk: newDesk(t, terms), rng: rng, kinds: slices.Sorted(maps.Keys(rules)),
		tokens: []string{"", "ann", "bob", "cid", "dot", "eve"}, own: map[int64]*fair.Chain{},
	}
	r.house.Unlimited = rng.IntN(2) == 0
	if rng.IntN(8) == 0 {
		r.house.MostPlay = 40
	}
	r.kinds = append(r.kinds, "no-such-kind")
	for i := range r.s.chairs {
		if rng.IntN(6) > 0 {
			_, _ = r.ask(r.tokens[1+i], Action{Kind: Sit, Chair: i + 1, Seq: r.s.seq}) // a bot may sit there
		}
	}
	for range steps {
		r.step()
		r.check()
	}
	r.refold()
	return r.events
}

// RandomLog returns the log of a table where anything happened.
func RandomLog(t *testing.T, seed uint64, steps int) []Event {
	return riot(t, rand.New(rand.NewPCG(seed, 7)), steps)
}

func (r *rioter) step() {
	switch n := r.rng.IntN(20); {
	case n == 0:
		r.now = r.now.Add(time.Duration(r.rng.IntN(40_000)) * time.Millisecond)
	case n == 1:
		who := 1 + r.rng.IntN(6)
		r.away[who] = !r.away[who]
	case n == 2 && r.rng.IntN(6) == 0:
		r.epoch++
	case n == 3 && r.rng.IntN(6) == 0:
		r.outages = append(r.outages, Outage{From: r.now, To: r.now.Add(10 * time.Second)})
		r.now = r.now.Add(10 * time.Second)
	case n < 9:
		r.anything()
	case n < 11:
		r.takePart()
	case n < 13:
		r.open()
	default:
		r.sensible()
	}
	r.drive()
	if p, asked := r.s.Phase(); !asked || p != r.phase {
		r.phase, r.since = p, r.now
	}
	r.waited = r.now.Sub(r.since)
	r.drive()
}

// sensible makes the throw or move that is due, for a person or a bot.
func (r *rioter) sensible() {
	if r.s.BotsTurn() {
		var mv parlour.Move
		if moves := r.s.Match().Moves(); len(moves) > 0 {
			mv = pick(r.rng, moves...)
		}
		events, err := r.s.BotPlays(mv, r.moment())
		if err != nil && !errors.Is(err, ErrDice) { // the epoch has just risen
			r.t.Fatal(err)
		}
		for _, e := range events {
			r.put(e)
		}
		return
	}
	chair := r.s.TurnChair()
	if chair < 0 {
		return
	}
	who := r.s.chairs[chair].Person
	a := Action{Kind: Throw, Seq: r.s.seq, Next: r.rng.IntN(3)}
	m := r.s.Match()
	if moves := m.Moves(); len(moves) > 0 {
		a.Kind, a.Move, a.Next = Move, m.Text(pick(r.rng, moves...)), 0
	}
	_, _ = r.ask(r.tokenOf(who), a) // the game may be paused, or the dice not ready
}

// tokenOf returns the token of a person.
func (r *rioter) tokenOf(who int) string {
	for _, token := range r.tokens {
		if who != 0 && r.s.Whose(token) == who {
			return token
		}
	}
	return ""
}

// takePart lets a device take part, or say that it is there or not.
func (r *rioter) takePart() {
	who := 1 + r.rng.IntN(6)
	token := r.tokenOf(who)
	if r.rng.IntN(3) > 0 && r.s.dice.own[who] != nil {
		_ = r.signal(token, Action{Kind: pick(r.rng, Here, Here, Here, Away), Next: r.rng.IntN(4)}) // the person may have left
		return
	}
	c := fair.NewChain([32]byte{byte(len(r.events)), byte(len(r.events) >> 8), 7}, fair.MinOwnLinks)
	if _, err := r.ask(token, Action{Kind: TakePart, Dice: &Chain{Commitment: c.Commitment().String(), Links: c.Len()}}); err == nil {
		r.own[r.s.dice.own[who].seq] = c
	}
}

// open lets a device open its link for the throw that is asked for.
func (r *rioter) open() {
	o := r.s.dice.open
	if o == nil {
		return
	}
	a := pick(r.rng, o.Who...)
	if c := r.own[a.Chain]; c != nil {
		_ = r.signal(r.tokenOf(a.Person), Action{Kind: Link, Number: o.Number, Attempt: o.Attempt, Link: c.Link(a.Link).String()}) // the person may have left
	}
}

// anything sends an action of any kind with any fields.
func (r *rioter) anything() {
	rng := r.rng
	a := Action{
		Kind: pick(rng, r.kinds...), Seq: pick(rng, r.s.seq, r.s.seq, r.s.seq, 0, 1<<40), Chair: rng.IntN(7) - 1,
		Move: pick(rng, "", "11-15", "enter", "off", "double", "x"), Name: pick(rng, "", "Zoë", "\xff\n"), Level: pick(rng, "", "gentle", "strong", "god"),
		Text: pick(rng, "", "hello", RuleWait, RuleBot, RuleEnd, Hints, "none", r.once), On: rng.IntN(2) == 0,
		Next: rng.IntN(3) - 1, Number: rng.IntN(4), Attempt: rng.IntN(3), Link: pick(rng, "", fair.Link{1}.String()),
		Dice: pick(rng, nil, &Chain{}, &Chain{Commitment: fair.Link{3}.String(), Links: fair.MinOwnLinks}),
	}
	token := pick(rng, r.tokens...)
	if rng.IntN(2) == 0 {
		token = r.tokenOf(r.s.host)
	}
	switch { // cases that random fields would rarely hit
	case r.s.paused && rng.IntN(3) == 0:
		a.Kind = Resume
	case r.s.timeUp > 0 && rng.IntN(2) == 0:
		a.Kind, a.Text = Rule, pick(rng, RuleWait, RuleBot, RuleEnd)
	case r.once != "" && rng.IntN(4) == 0:
		a.Kind, a.Text = Claim, r.once
	case r.s.ref.Offered() != parlour.Nobody && rng.IntN(2) == 0:
		a.Kind, a.Chair = pick(rng, Accept, Decline), 0
	case r.s.asked > 0 && rng.IntN(2) == 0:
		a.Kind = pick(rng, KeepBack, GiveBack)
	case a.Chair > 0 && a.Chair <= len(r.s.chairs) && r.s.chairs[a.Chair-1].Bot != "" && rng.IntN(3) == 0:
		a.Kind, token = Return, r.tokenOf(r.s.chairs[a.Chair-1].Person)
	}
	who, host, people, line := r.s.Whose(token), r.s.host, len(r.s.people), r.s.Line()
	n := len(r.events)
	reply, err := r.ask(token, a)
	if reply.Once != "" {
		r.once = reply.Once
	}
	done := r.events[n:]
	for len(done) > 0 && rules[done[0].Kind].who == nobody && done[0].Kind != Ask { // events the table adds itself come first
		done = done[1:]
	}
	switch role := rules[a.Kind].who; {
	case err != nil && (len(done) > 0 || len(r.s.people) != people || r.s.Line() != line):
		r.t.Fatalf("a refused %s changed the table: %v", a.Kind, err)
	case err != nil:
	case role == nobody, role == hosts && who != host, role > anybody && who == 0, token == "":
		r.t.Fatalf("%s by person %d was accepted; the host is %d", a.Kind, who, host)
	}
}

// check checks the invariants of every state.
func (r *rioter) check() {
	s := r.s
	bad := func(what string, args ...any) {
		r.t.Helper()
		r.t.Fatalf("after event %d: "+what, append([]any{s.seq}, args...)...)
	}
	if s.drift != 0 {
		bad("the position differs from that of a replay")
	}
	if e := r.events[len(r.events)-1]; e.Line != s.Line() {
		bad("the log has %q, the state %q", e.Line, s.Line())
	}
	if s.host != 0 && s.person(s.host) == nil || s.asked < 0 || s.asked > len(s.chairs) || s.timeUp < 0 || s.timeUp > len(s.chairs) {
		bad("host %d, asked %d, time up %d", s.host, s.asked, s.timeUp)
	}
	for i, c := range s.chairs {
		if c.Person != 0 && s.person(c.Person) == nil {
			bad("chair %d has an unknown person", i+1)
		}
		if s.left[i] < 0 {
			bad("chair %d has %v left", i+1, s.left[i])
		}
	}
	if len(s.tokens) > len(s.people) {
		bad("%d tokens of %d people", len(s.tokens), len(s.people))
	}
	if s.is.status == Playing && (s.is.chair < 0 || slices.ContainsFunc(s.chairs, func(c Place) bool { return c.Free() })) {
		bad("a game is being played without players")
	}
	if o := s.dice.open; o != nil && (s.is.turn.Needs() != parlour.NeedThrow || s.is.status != Playing || s.paused || o.Person != s.thrower()) {
		bad("a throw is asked for that is not due: %+v", o)
	}
	if due := s.Due(r.moment()); due.Kind != "" {
		bad("a %s is due", due.Kind)
	}
	s.Wake(r.moment(), time.Second)
	v := s.View(1, r.moment())
	if v.Status == Playing && v.Needs == parlour.NeedMove && len(v.Moves) == 0 {
		bad("nobody can move")
	}
}

func pick[T any](rng *rand.Rand, list ...T) (x T) {
	if len(list) == 0 {
		return x
	}
	return list[rng.IntN(len(list))]
}
