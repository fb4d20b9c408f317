package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour"
	"parlour/games/backgammon"
	"parlour/games/checkers"
	"parlour/games/contact"
	"parlour/games/race"
	"parlour/phrase"
	"parlour/table/fair"
)

// shelf has three games and two bots.
type shelf struct{}

func (shelf) Game(id string) parlour.Game {
	switch id {
	case "checkers":
		return checkers.Game()
	case "kleefeld":
		return race.KleefeldGame()
	case "backgammon":
		return backgammon.Game()
	case "contact":
		return contact.Game()
	}
	return nil
}

func (shelf) Levels(string) []string { return []string{"gentle", "strong"} }

// A desk is a table as plain data: a state, the log that made it, and the
// environment of the state.
type desk struct {
	t      *testing.T
	s      *State
	events []Event
	now    time.Time
	away   map[int]bool
	epoch  int64
	keys   int
	house  House
	secret byte

	outages []Outage
	here    map[int]int       // from which link on the devices that are there can open
	links   map[[3]int]string // what devices opened, by throw, attempt and person
	waited  time.Duration     // for links
}

func newDesk(t *testing.T, terms Terms) *desk {
	t.Helper()
	d := &desk{t: t, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), away: map[int]bool{}, here: map[int]int{}, links: map[[3]int]string{}, epoch: 1, house: House{Links: fair.MinLinks}.Complete()}
	if err := terms.Check(shelf{}); err != nil {
		t.Fatal(err)
	}
	e := Event{Table: "t", At: d.now, Kind: Created, Body: Body{Terms: &terms, Rules: "test"}}
	var err error
	if d.s, err = New(shelf{}, &e); err != nil {
		t.Fatal(err)
	}
	d.put(e)
	return d
}

func (d *desk) moment() *Moment {
	return &Moment{
		Now: d.now, Epoch: d.epoch, Outages: d.outages, House: &d.house,
		Away:   func(who int, _ time.Duration) bool { return d.away[who] },
		Here:   func(who int) (int, bool) { return d.here[who], d.here[who] > 0 },
		Links:  d.link,
		Waited: d.waited,
		Draw: func() (b [32]byte) {
			d.secret++
			b[0], b[1] = d.secret, byte(len(d.events))
			return b
		},
	}
}

// link returns what a device opened for the throw that is asked for.
func (d *desk) link(who int) (string, bool) {
	p, _ := d.s.Phase()
	link, ok := d.links[[3]int{p.Number, p.Attempt, who}]
	return link, ok
}

// signal lets a device tell something, as a hall does.
func (d *desk) signal(token string, a Action) error {
	from := a.From("t", token)
	who, err := d.s.Signal(&from, &a)
	switch {
	case err != nil:
		return err
	case a.Kind == Link:
		d.links[[3]int{a.Number, a.Attempt, who}] = a.Link
	case a.Kind == Here:
		d.here[who] = a.Next
	default:
		delete(d.here, who)
	}
	return nil
}

// put numbers, dates and folds an event, as a hall does.
func (d *desk) put(e Event) {
	d.t.Helper()
	if e.At.After(d.now) {
		d.now = e.At
	}
	e.Table, e.Seq, e.Schema, e.At = "t", d.s.seq+1, Schema, d.now
	if e.Line == "" {
		e.Line = d.s.Line()
	}
	if err := d.s.Apply(&e); err != nil {
		d.t.Fatalf("%s %+v: %v", e.Kind, e.Body, err)
	}
	d.events = append(d.events, e)
}

// drive does everything the table does by itself, except the bots' moves.
func (d *desk) drive() {
	d.t.Helper()
	for range 20 {
		due := d.s.Due(d.moment())
		if due.Kind == "" {
			return
		}
		d.write(due)
	}
	d.t.Fatal("the table never stops adding events")
}

// write writes what is due.
func (d *desk) write(due Due) {
	d.t.Helper()
	events, err := d.s.Write(due, d.moment())
	if err != nil {
		d.t.Fatal(err)
	}
	for _, e := range events {
		d.put(e)
	}
}

// ask judges an action and folds the resulting events.
func (d *desk) ask(token string, a Action) (Reply, error) {
	d.t.Helper()
	d.keys++
	if a.Key == "" {
		a.Key = "key-" + time.Duration(d.keys).String()
	}
	if due := d.s.DueBefore(a.Kind, d.moment()); due.Kind != "" {
		d.write(due)
	}
	from := a.From("t", token)
	events, err := d.s.Judge(&from, &a, d.moment())
	if err != nil {
		return Reply{}, err
	}
	for _, e := range events {
		d.put(e)
	}
	return from.ReplyTo(events), nil
}

func (d *desk) do(token string, a Action) {
	d.t.Helper()
	if a.Seq == 0 {
		a.Seq = d.s.seq
	}
	if _, err := d.ask(token, a); err != nil {
		d.t.Fatalf("%s: %v", a.Kind, err)
	}
}

// refused checks that an action is refused with an error that contains the
// words, and changes nothing.
func (d *desk) refused(token string, a Action, words string) {
	d.t.Helper()
	if a.Seq == 0 {
		a.Seq = d.s.seq
	}
	before := d.s.View(1, d.moment())
	_, err := d.ask(token, a)
	if err == nil || !strings.Contains(phrase.English.Error(err), words) {
		d.t.Errorf("%s %+v: %v, want %q", a.Kind, a, err, words)
	}
	if after := d.s.View(1, d.moment()); !reflect.DeepEqual(before, after) {
		d.t.Errorf("a refused %s changed the table", a.Kind)
	}
}

// refold checks that the stored log gives the same state.
func (d *desk) refold() {
	d.t.Helper()
	text, err := json.Marshal(d.events)
	if err != nil {
		d.t.Fatal(err)
	}
	var events []Event
	if err := json.Unmarshal(text, &events); err != nil {
		d.t.Fatal(err)
	}
	for i := range events {
		events[i].Table = "t"
	}
	s, err := Fold(shelf{}, events)
	if err != nil {
		d.t.Fatal(err)
	}
	if s.drift != 0 {
		d.t.Errorf("a replay disagrees after event %d", s.drift)
	}
	for who := range len(d.s.people) + 2 {
		one, other := d.s.View(who, d.moment()), s.View(who, d.moment())
		if one.Match.Key() == other.Match.Key() { // each has rules of its own
			other.Match = one.Match
		}
		if !reflect.DeepEqual(one, other) {
			d.t.Fatalf("person %d sees a different table after a restart:%s", who, differ(one, other))
		}
	}
	for name, pair := range map[string][2]any{
		"people": {d.s.people, s.people}, "chairs": {d.s.chairs, s.chairs}, "tokens": {d.s.tokens, s.tokens}, "clocks": {d.s.left, s.left},
		"dice": {d.s.dice, s.dice}, "room": {d.s.usage, s.usage}, "keys": {d.s.done, s.done}, "plies": {d.s.plies, s.plies},
		"turn": {[2]any{d.s.turned, d.s.played}, [2]any{s.turned, s.played}},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			d.t.Errorf("the %s are %+v, after a restart %+v", name, pair[0], pair[1])
		}
	}
}

// differ names the fields in which two structs differ.
func differ(a, b any) (text string) {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if one, other := x.Field(i).Interface(), y.Field(i).Interface(); !reflect.DeepEqual(one, other) {
			text += fmt.Sprintf("\n%s: %+v, %+v", x.Type().Field(i).Name, one, other)
		}
	}
	return text
}

// couple seats Ann, the host, and Bob at a table of checkers.
func couple(t *testing.T, terms Terms) *desk {
	t.Helper()
	if terms.Game == "" {
		terms.Game = "checkers"
	}
	d := newDesk(t, terms)
	d.do("ann", Action{Kind: Sit, Chair: 1, Name: "Ann"})
	d.do("bob", Action{Kind: Sit, Chair: 2, Name: "Bob"})
	return d
}

// TestRoles compares who may do what with a table written by hand: s for a
// stranger, w for somebody who has left, p for a player, h for the host.
func TestRoles(t *testing.T) {
	may := map[Kind]string{
		Sit: "swph", Claim: "swph",
		Stand: "ph", Name: "ph", Carry: "ph", HandOver: "ph", StandIn: "ph", Return: "ph", Emote: "ph", Chat: "ph", Pause: "ph", Resume: "ph",
		SetChair: "h", Lock: "h", SetChat: "h", SetHelp: "h", Mute: "h",
		Throw: "ph", Move: "ph", Offer: "ph", Accept: "ph", Decline: "ph", Resign: "ph", AskBack: "ph", GiveBack: "ph", KeepBack: "ph", Rule: "ph", TakePart: "ph",
		Created: "", Earlier: "", TimeUp: "", Held: "", TooLong: "", Rematch: "", Server: "", Ask: "", Ready: "", Void: "", oldCommit: "", oldRound: "", oldPledge: "", oldReveal: "",
	}
	if len(may) != len(rules) {
		t.Errorf("%d kinds are declared, %d are listed here", len(rules), len(may))
	}
	for kind, who := range may {
		for letter, token := range map[string]string{"s": "stranger", "w": "wim", "p": "bob", "h": "ann"} {
			d := couple(t, Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 4}, Chat: true})
			d.do("wim", Action{Kind: Sit, Chair: 3})
			d.do("wim", Action{Kind: Stand, Chair: 3})
			q := ask{State: d.s, Moment: d.moment(), a: &Action{Kind: kind, Seq: d.s.seq}, who: d.s.Whose(token), chair: -1}
			r := rules[kind]
			allowed := r.judge != nil && r.who != nobody && q.may(&r) == nil
			if allowed != strings.Contains(who, letter) {
				t.Errorf("%s by %s: allowed is %v", kind, token, allowed)
			}
			from := q.a.From("t", token)
			q.from = &from
			if _, err := d.s.Judge(&from, q.a, d.moment()); err == nil && !allowed {
				t.Errorf("%s by %s was accepted", kind, token)
			}
		}
	}
}

// If the player has not seen the latest move, or the game is over or paused,
// the actions of the game are refused, and no others.
func TestMoments(t *testing.T) {
	states := map[string]func(d *desk) (seq int64){
		"moved on": func(d *desk) int64 { d.do("ann", Action{Kind: Move, Move: "11-15"}); return d.s.seq - 1 },
		"paused":   func(d *desk) int64 { d.do("ann", Action{Kind: Pause}); return d.s.seq },
		"over":     func(d *desk) int64 { d.do("ann", Action{Kind: Resign}); return d.s.seq },
	}
	for words, bring := range states {
		for kind, r := range rules {
			if r.judge == nil || r.who == nobody {
				continue
			}
			d := couple(t, Terms{})
			seq := bring(d)
			a := Action{Kind: kind, Seq: seq}
			from := a.From("t", "ann")
			_, err := d.s.Judge(&from, &a, d.moment())
			refused := err != nil && strings.Contains(phrase.English.Error(err), words)
			if r.when == inFlight && !refused {
				t.Errorf("%s: a %s gives %v", words, kind, err)
			}
			if r.when == always && refused && kind != TakePart && kind != Pause {
				t.Errorf("%s: a %s is refused too", words, kind)
			}
		}
	}
}

// TestMove plays and checks that the fold reuses the judge's work, and that the
// event keeps it in memory.
func TestMove(t *testing.T) {
	d := couple(t, Terms{})
	d.refused("bob", Action{Kind: Move, Move: "22-18"}, "not your turn")
	d.refused("ann", Action{Kind: Throw}, "no throw is due")
	was := d.s.ref.Now()
	d.do("ann", Action{Kind: Move, Move: "11-15"})
	e := d.events[len(d.events)-1].Public()
	if e.Line != d.s.Line() || e.Body.Move != "11-15" || e.Body.Seat == "" {
		t.Errorf("%+v", e)
	}
	if before, mv := e.Play(); before != was || before.Text(mv) != "11-15" || e.After() != d.s.ref.Now() {
		t.Errorf("the event keeps %s in %v, then %v", before.Text(mv), before, e.After())
	}
	var refusal *parlour.Refusal
	if _, err := d.ask("bob", Action{Kind: Move, Move: "1-5", Seq: d.s.seq}); !errors.As(err, &refusal) {
		t.Errorf("an illegal move: %v", err)
	}
	d.refold()
}

func TestChairs(t *testing.T) {
	d := couple(t, Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 4}, Bots: []string{"", "", "", "gentle"}})
	d.refused("cid", Action{Kind: Sit, Chair: 1}, "somebody sits there")
	d.refused("cid", Action{Kind: Sit, Chair: 9}, "4 chairs")
	d.refused("cid", Action{Kind: Sit}, "say which chair")
	d.refused("", Action{Kind: Sit, Chair: 3}, "may not")
	d.refused("cid", Action{Kind: Sit, Chair: 3, Name: strings.Repeat("x", 25)}, "24 letters")
	d.do("ann", Action{Kind: SetChair, Chair: 3, Level: "gentle"})
	d.refused("cid", Action{Kind: Sit, Chair: 3}, "a bot sits there")
	d.refused("ann", Action{Kind: SetChair, Chair: 3, Level: "perfect"}, "gentle, strong")
	d.do("ann", Action{Kind: SetChair, Chair: 3})
	d.do("ann", Action{Kind: Lock, On: true})
	d.refused("cid", Action{Kind: Sit, Chair: 3}, "locked")
	d.do("ann", Action{Kind: Lock})
	d.do("cid", Action{Kind: Sit, Chair: 3, Name: "  C\u200bid\n "})
	if v := d.s.View(3, d.moment()); v.Status != Playing || v.You.Name != "Cid" || len(v.You.Chairs) != 1 || v.You.Chairs[0] != 3 {
		t.Errorf("%+v", v.You)
	}
	d.refused("bob", Action{Kind: StandIn, Chair: 3}, "away")
	d.away[3] = true
	d.do("bob", Action{Kind: StandIn, Chair: 3, Level: "gentle"})
	if c := d.s.chairs[2]; c.Bot != "strong" || c.Person != 3 {
		t.Errorf("%+v: others choose no level", c)
	}
	d.do("cid", Action{Kind: Return, Chair: 3})
	d.refused("cid", Action{Kind: Return, Chair: 3}, "no bot plays for you")
	d.refused("bob", Action{Kind: Stand, Chair: 3}, "may not")
	d.refused("bob", Action{Kind: HandOver}, "may not")
	d.away[1] = true
	d.do("bob", Action{Kind: HandOver})
	if d.s.host != 2 {
		t.Errorf("the host is %d", d.s.host)
	}
	d.refold()
}

func TestCarryAndClaim(t *testing.T) {
	d := couple(t, Terms{})
	takesPart := func(n byte) Action {
		return Action{Kind: TakePart, Dice: &Chain{Commitment: fair.Link{n}.String(), Links: 64}}
	}
	d.do("bob", takesPart(1))
	reply, err := d.ask("bob", Action{Kind: Carry, Key: "carry-key-1"})
	if err != nil || reply.Once == "" {
		t.Fatal(reply, err)
	}
	d.refused("ann", Action{Kind: Claim, Text: reply.Once}, "already plays here")
	d.refused("tab", Action{Kind: Claim, Text: reply.Once + "x"}, "may not")
	d.do("tab", Action{Kind: Claim, Text: reply.Once})
	d.refused("tub", Action{Kind: Claim, Text: reply.Once}, "may not")
	if d.s.Whose("tab") != 2 || d.s.Whose("bob") != 0 {
		t.Errorf("tab is %d, bob %d", d.s.Whose("tab"), d.s.Whose("bob"))
	}
	d.do("tab", takesPart(2)) // the other device need not wait
	d.refused("tab", takesPart(3), "once in 10 seconds")
	d.refold()
}

func TestClockArithmetic(t *testing.T) {
	d := couple(t, Terms{Clock: Clock{Kind: FischerClock, Seconds: 60, Increment: 2}})
	d.now = d.now.Add(10 * time.Second)
	d.do("ann", Action{Kind: Move, Move: "11-15"})
	if d.s.left[0] != 52*time.Second || d.s.deadline().Sub(d.now) != time.Minute {
		t.Errorf("left %v, deadline in %v", d.s.left, d.s.deadline().Sub(d.now))
	}
	d.refused("bob", Action{Kind: Pause}, "your clock runs")
	d.now = d.now.Add(20 * time.Second)
	d.do("ann", Action{Kind: Pause})
	d.now = d.now.Add(time.Hour)
	d.do("ann", Action{Kind: Resume})
	if left := d.s.deadline().Sub(d.now); left != 40*time.Second {
		t.Errorf("after a pause %v are left", left)
	}
	d.outages = []Outage{{From: d.now.Add(5 * time.Second), To: d.now.Add(35 * time.Second)}}
	d.now = d.now.Add(40 * time.Second)
	d.drive()
	if e := d.events[len(d.events)-1]; e.Kind != Held || e.Body.Lasted != 30*time.Second || d.s.deadline().Sub(d.now) != 30*time.Second {
		t.Errorf("%+v, deadline in %v", e, d.s.deadline().Sub(d.now))
	}
	d.now = d.now.Add(30 * time.Second)
	d.drive()
	if e := d.events[len(d.events)-1]; e.Kind != TimeUp || d.s.timeUp != 2 {
		t.Errorf("%+v", e)
	}
	d.refused("bob", Action{Kind: Pause}, "time is up")
	d.refused("bob", Action{Kind: Rule, Text: RuleWait}, "the others choose")
	d.refused("ann", Action{Kind: Rule, Text: "mercy"}, "choose wait, bot or end")
	d.do("ann", Action{Kind: Rule, Text: RuleEnd})
	if v := d.s.View(0, d.moment()); v.Status != Over || v.Result.Reason != "time" {
		t.Errorf("%+v", v.Result)
	}
	d.refold()
}

// What somebody has acted on since comes back only if the others agree.
func TestTakeBackPlies(t *testing.T) {
	d := couple(t, Terms{})
	d.refused("ann", Action{Kind: AskBack}, "nothing of yours")
	start := d.s.Line()
	d.do("ann", Action{Kind: Move, Move: "11-15"})
	d.do("bob", Action{Kind: Move, Move: "22-18"})
	d.refused("ann", Action{Kind: GiveBack}, "nobody asks")
	d.do("ann", Action{Kind: AskBack})
	d.refused("ann", Action{Kind: GiveBack}, "the others have to agree")
	d.do("bob", Action{Kind: KeepBack})
	d.do("ann", Action{Kind: AskBack})
	d.do("bob", Action{Kind: GiveBack}) // allows what ann asks for, though bob moved last
	if d.s.Line() != start || d.s.TurnChair() != 0 {
		t.Errorf("%s, chair %d", d.s.Line(), d.s.TurnChair())
	}
	d.refold()
}

// Nobody comes back into the game because others take moves back.
func TestTakeBackAfterLeaving(t *testing.T) {
	d := couple(t, Terms{Game: "contact", Setup: parlour.Setup{Mode: "three"}})
	d.do("cem", Action{Kind: Sit, Chair: 3, Name: "Cem"})
	move := func(who string) {
		d.do(who, Action{Kind: Move, Move: d.s.Match().Text(d.s.Match().Moves()[0])})
	}
	move("ann")
	move("bob")
	d.do("cem", Action{Kind: Resign, Chair: 3})
	d.refused("ann", Action{Kind: AskBack}, "nothing of yours")
	move("ann")
	d.do("ann", Action{Kind: GiveBack})
	d.refold()
}

// Until somebody acts, a player undoes the last move without asking.
func TestUndo(t *testing.T) {
	d := couple(t, Terms{})
	ann, bob := d.s.Whose("ann"), d.s.Whose("bob")
	undo := func() [2]bool { return [2]bool{d.s.You(ann).Undo, d.s.You(bob).Undo} }
	start := d.s.Line()
	if undo() != [2]bool{} {
		t.Errorf("before the first move: %v", undo())
	}
	d.do("ann", Action{Kind: Move, Move: "11-15"})
	if undo() != [2]bool{true, false} {
		t.Errorf("after a move: %v", undo())
	}
	d.refused("bob", Action{Kind: GiveBack}, "nobody asks")
	d.do("ann", Action{Kind: AskBack}) // who has asked may still just do it
	d.do("ann", Action{Kind: GiveBack})
	if d.s.Line() != start || d.s.TurnChair() != 0 || d.s.asked != 0 || undo() != [2]bool{} {
		t.Errorf("%s, chair %d, asked %d, %v", d.s.Line(), d.s.TurnChair(), d.s.asked, undo())
	}

	// The other side acts: it moves, or says something about the game.
	d.do("ann", Action{Kind: Move, Move: "11-15"})
	d.do("bob", Action{Kind: Offer})
	d.refused("ann", Action{Kind: GiveBack}, "nobody asks")
	d.do("ann", Action{Kind: Decline})
	if undo() != [2]bool{} {
		t.Errorf("after an offer: %v", undo())
	}
	d.do("bob", Action{Kind: Move, Move: "22-18"})
	if undo() != [2]bool{false, true} {
		t.Errorf("after an answer: %v", undo())
	}
	d.refused("ann", Action{Kind: GiveBack}, "nobody asks")
	d.do("ann", Action{Kind: Pause})
	if undo() != [2]bool{} {
		t.Errorf("in a pause: %v", undo())
	}
	d.do("ann", Action{Kind: Resume})

	// Nobody plays with the others by moving to and fro.
	for range mostUndo {
		d.do("bob", Action{Kind: GiveBack})
		d.do("bob", Action{Kind: Move, Move: "22-18"})
	}
	d.refused("bob", Action{Kind: GiveBack}, "cannot take back any more")
	if undo() != [2]bool{} {
		t.Errorf("after %d times: %v", mostUndo, undo())
	}
	d.do("ann", Action{Kind: Move, Move: "15x22"})
	d.refold()
}

// Dice that have fallen stay, and so does what was decided before them.
func TestUndoEndsWithAThrow(t *testing.T) {
	d := couple(t, Terms{Game: "backgammon", Setup: parlour.Setup{Options: map[string]string{"match": "1"}}})
	d.drive()
	token := map[int]string{d.s.Whose("ann"): "ann", d.s.Whose("bob"): "bob"}
	for moved := 0; moved < 6; {
		who := d.s.chairs[d.s.is.chair].Person
		m := d.s.Match()
		if d.s.is.turn.Needs() == parlour.NeedThrow {
			d.do(token[who], Action{Kind: Throw})
			d.refused(token[who], Action{Kind: GiveBack}, "nobody asks")
			continue
		}
		line, move := d.s.Line(), m.Text(m.Moves()[0])
		d.do(token[who], Action{Kind: Move, Move: move})
		if !d.s.You(who).Undo {
			t.Fatalf("%s cannot be undone", move)
		}
		d.do(token[who], Action{Kind: GiveBack})
		if d.s.Line() != line {
			t.Errorf("%s, not %s", d.s.Line(), line)
		}
		d.do(token[who], Action{Kind: Move, Move: move})
		moved++
	}
	d.refold()
}

// While a throw is due, a double that the rules do not allow is refused with
// its rule, and other moves because a throw is due.
func TestMoveBeforeThrow(t *testing.T) {
	d := couple(t, Terms{Game: "backgammon", Setup: parlour.Setup{Options: map[string]string{"doubling": "none"}}})
	d.drive()
	token := map[int]string{d.s.Whose("ann"): "ann", d.s.Whose("bob"): "bob"}
	who := token[d.s.chairs[d.s.is.chair].Person]
	_, err := d.ask(who, Action{Kind: Move, Move: "double"})
	var r *parlour.Refusal
	if !errors.As(err, &r) || r.Code != "backgammon.no-doubling" {
		t.Errorf("a double is answered by %v", err)
	}
	d.refused(who, Action{Kind: Move, Move: "31"}, "a throw is due")
	d.refused(who, Action{Kind: Move, Move: "hello"}, "a throw is due")
}

// A bot leaves a person the time to undo what they chose, but no time where
// there was no choice.
func TestBotsWaitForRegrets(t *testing.T) {
	d := newDesk(t, Terms{Game: "checkers", Bots: []string{"", "gentle"}})
	d.do("ann", Action{Kind: Sit, Chair: 1})
	d.do("ann", Action{Kind: Move, Move: "11-15"})
	if p := d.s.Pause(600*time.Millisecond, 0.5); p < 3*time.Second || p > 4*time.Second {
		t.Errorf("after a choice a bot acts after %v", p)
	}
	if p := d.s.Pause(0, 0.5); p != 0 {
		t.Errorf("a bot at once takes %v", p)
	}
	events, err := d.s.BotPlays(d.s.Match().Moves()[0], d.moment())
	if err != nil {
		t.Fatal(err)
	}
	d.put(events[0])
	if p := d.s.Pause(time.Second, 0.5); p != time.Second {
		t.Errorf("after a bot: %v", p)
	}
}

// Nobody hurries the bots while somebody else can still undo their move.
func TestHurry(t *testing.T) {
	d := couple(t, Terms{Game: "checkers"})
	d.do("ann", Action{Kind: Move, Move: "11-15"})
	ann, bob := d.signal("ann", Action{Kind: Hurry}), d.signal("bob", Action{Kind: Hurry})
	if ann != nil || !errors.Is(bob, ErrLate) {
		t.Errorf("Ann, who has just moved, is told %v, and Bob %v", ann, bob)
	}
}

// The clock runs on as if the move had not been made: nobody gains time by
// moving and undoing.
func TestUndoAndTheClock(t *testing.T) {
	for _, k := range []Clock{{Kind: FischerClock, Seconds: 60, Increment: 5}, {Kind: MoveClock, Seconds: 60}} {
		d := couple(t, Terms{Clock: k})
		for range 2 {
			d.now = d.now.Add(10 * time.Second)
			d.do("ann", Action{Kind: Move, Move: "11-15"})
			d.now = d.now.Add(5 * time.Second)
			d.do("ann", Action{Kind: GiveBack})
		}
		if left, other := d.s.deadline().Sub(d.now), d.s.left[1]; left != 30*time.Second || other != 60*time.Second {
			t.Errorf("%s: %v of 30s are left, and %v of a minute for the other", k.Kind, left, other)
		}
		d.do("ann", Action{Kind: Move, Move: "11-15"})
		if left := d.s.deadline().Sub(d.now); left != time.Minute {
			t.Errorf("%s: the other has %v", k.Kind, left)
		}
		d.refold()
	}
}

// Only some games allow an agreed tie.
func TestTies(t *testing.T) {
	for game, ties := range map[string]bool{"checkers": true, "kleefeld": false, "backgammon": false} {
		if v := newDesk(t, Terms{Game: game}).s.Brief((&desk{}).moment()); v.Ties != ties {
			t.Errorf("%s: %v", game, v.Ties)
		}
	}
}

// Every declared kind is complete, and every field it takes is one of Action.
func TestDeclarations(t *testing.T) {
	fields := map[string]bool{}
	for i := range reflect.TypeFor[Action]().NumField() {
		name, _, _ := strings.Cut(reflect.TypeFor[Action]().Field(i).Tag.Get("json"), ",")
		fields[name] = true
	}
	for kind, r := range rules {
		for name := range strings.FieldsSeq(r.takes) {
			if !fields[name] {
				t.Errorf("%s takes %q, which is not a field of Action", kind, name)
			}
		}
		if (r.judge == nil) != (r.who == nobody && kind != Rematch) {
			t.Errorf("%s: somebody may ask for it, or nobody judges it", kind)
		}
	}
}

// TestDocs compares the table of actions in docs/API.md with the declared
// ones.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../docs/API.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "| kind | fields |")
	if !ok {
		t.Fatal("the table of actions is not found")
	}
	quoted := regexp.MustCompile("`([a-z-]+)`")
	names := func(cell string) (list []string) {
		for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
			list = append(list, m[1])
		}
		slices.Sort(list)
		return list
	}
	told := map[Kind]bool{}
	for line := range strings.Lines(rest) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			if len(told) > 0 {
				break
			}
			continue
		}
		fields := map[string]bool{}
		for _, kind := range names(cells[1]) {
			r := rules[Kind(kind)]
			if r.judge == nil && !Kind(kind).Signal() {
				t.Errorf("there is no action %s", kind)
			}
			told[Kind(kind)] = true
			for f := range strings.FieldsSeq(r.takes + " " + signals[Kind(kind)]) {
				fields[f] = true
			}
		}
		before, _, _ := strings.Cut(cells[2], ":") // what follows are values
		if want := slices.Sorted(maps.Keys(fields)); !slices.Equal(names(before), want) {
			t.Errorf("%s: the fields are %v, the text has %v", strings.TrimSpace(cells[1]), want, names(before))
		}
	}
	for kind, r := range rules {
		if r.who != nobody && !told[kind] {
			t.Errorf("docs/API.md does not mention %s", kind)
		}
	}
}

// Nobody can have seen an event that has not happened.
func TestSeqBeyondTheLog(t *testing.T) {
	d := couple(t, Terms{})
	for _, a := range []Action{{Kind: Move, Move: "11-15"}, {Kind: Emote, Text: "hello"}} {
		for _, seq := range []int64{d.s.seq + 1, 1 << 60} {
			a.Seq = seq
			if _, err := d.ask("ann", a); !errors.Is(err, ErrLate) {
				t.Errorf("%s after event %d of %d: %v", a.Kind, seq, d.s.seq, err)
			}
		}
	}
	d.do("ann", Action{Kind: Move, Move: "11-15"})
}

// carried opens a table of checkers that goes on with a game of two kings who went
// to and fro, and plays on.
func carried(t *testing.T, plays ...string) *desk {
	t.Helper()
	b := &Before{Line: "W:WK32:BK1", Plays: plays}
	if m, err := checkers.Game().Parse(b.Line); err == nil {
		b.Line = m.String()
	}
	m, err := b.Each(checkers.Game(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	terms := Terms{Game: "checkers", Position: m.String(), Before: b}
	if err := terms.Check(shelf{}); err != nil {
		t.Fatal(err)
	}
	events, err := b.Events(checkers.Game())
	if err != nil {
		t.Fatal(err)
	}
	terms.Before = nil
	d := newDesk(t, terms)
	for _, e := range events {
		d.put(e)
	}
	if !d.s.Continues(b) || d.s.Continues(nil) || d.s.Continues(&Before{Plays: plays[1:]}) {
		t.Error("the table does not know what it continues")
	}
	d.do("ann", Action{Kind: Sit, Chair: 1, Name: "Ann"})
	d.do("bob", Action{Kind: Sit, Chair: 2, Name: "Bob"})
	return d
}

// Positions of the part that was played elsewhere count for repetition, and cannot
// be taken back.
func TestRepetitionBefore(t *testing.T) {
	d := carried(t, "32-27", "1-6", "27-32", "6-1", "32-27", "1-6", "27-32")
	if v := d.s.View(0, d.moment()); v.Status != Playing {
		t.Fatalf("the game is %s", v.Status)
	}
	d.refused("bob", Action{Kind: AskBack}, "nothing of yours")
	for _, who := range []string{"ann", "bob"} {
		if _, err := d.ask(who, Action{Kind: Move, Move: "6-1", Seq: d.s.seq}); err == nil {
			break
		}
	}
	if v := d.s.View(0, d.moment()); v.Status != Over || v.Result.Reason != "repetition" {
		t.Errorf("after the third time the game is %s, %+v", v.Status, v.Result)
	}
	d.refold()
	over := Terms{Game: "checkers", Before: &Before{Line: d.s.Line(), Plays: []string{"32-27", "1-6", "27-32", "6-1", "32-27", "1-6", "27-32", "6-1"}}}
	over.Position = over.Before.Line
	if err := over.Check(shelf{}); err == nil || !strings.Contains(err.Error(), "over") {
		t.Errorf("a game that was drawn by repetition: %v", err)
	}
}

// A table that an earlier release made with the earlier part in its terms opens.
func TestBeforeInTerms(t *testing.T) {
	b := &Before{Line: "W:WK32:BK1", Plays: []string{"32-27"}}
	m, err := b.Each(checkers.Game(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, Terms{Game: "checkers", Position: m.String(), Before: &Before{Line: "W:WK32:BK1", Plays: b.Plays}})
	if d.s.Line() != m.String() || BeforeOf(d.events) != nil {
		t.Errorf("it stands at %s", d.s.Line())
	}
	d.refold()
}
