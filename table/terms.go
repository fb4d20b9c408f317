package table

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"parlour"
)

// What the others may choose when somebody's time is up.
const (
	RuleWait = "wait" // wait on
	RuleBot  = "bot"  // a bot stands in
	RuleEnd  = "end"  // the player has lost by time
)

// How much a table helps its players. Everybody sees what is allowed: it is
// among the terms, and a change of it is an event.
const (
	NoHelp = ""      // everybody thinks for themselves
	Hints  = "hints" // the player to move may ask for the best move
	Tutor  = "tutor" // hints, and a warning before a bad move
)

// The paces of bots. The hall says how long a calm bot takes.
const (
	Calm   = "calm"    // the pace of somebody who thinks; the same as ""
	Brisk  = "brisk"   // somebody in a hurry
	AtOnce = "at-once" // no pause at all
)

// Patience is how long a table waits for the devices of people.
type Patience struct {
	Answer time.Duration // to open their links; 20 s if zero
	Gone   time.Duration // the same if a device is not connected; 4 s if zero
}

// Emotes are what everybody may say.
var Emotes = []string{"hello", "well-played", "thanks", "oops", "wow", "knock", "good-luck", "goodbye"}

// Check says what is wrong with terms, and completes them.
func (t *Terms) Check(games Games) error {
	if t.Clock.Kind == "" {
		t.Clock.Kind = NoClock
	}
	g := games.Game(t.Game)
	if g == nil {
		return misuse("there is no game %q", t.Game)
	}
	if err := t.checkBefore(g); err != nil {
		return err
	}
	if err := t.Clock.check(); err != nil {
		return err
	}
	if _, ok := paces[t.Pace]; !ok {
		return misuse("the pace of bots is one of %s", strings.Join([]string{Calm, Brisk, AtOnce}, ", "))
	}
	help, err := helpOf(t.Help)
	if err != nil {
		return err
	}
	t.Help = help
	for _, level := range append([]string{t.StandIn}, t.Bots...) {
		if err := checkLevel(games, t.Game, level); level != "" && err != nil {
			return err
		}
	}
	return nil
}

// Same reports whether two tables were made with the same terms.
func (t *Terms) Same(o *Terms) bool {
	one, err := json.Marshal(t)
	if err != nil {
		return false
	}
	other, err := json.Marshal(o)
	return err == nil && bytes.Equal(one, other)
}

// helpOf reads a kind of help; "none" is NoHelp in words.
func helpOf(text string) (string, error) {
	switch text {
	case NoHelp, "none":
		return NoHelp, nil
	case Hints, Tutor:
		return text, nil
	}
	return "", misuse("help is %s", strings.Join([]string{"none", Hints, Tutor}, ", "))
}

// paces are the parts of the hall's pause that bots take.
var paces = map[string]float64{"": 1, Calm: 1, Brisk: 0.35, AtOnce: 0}

// What a pause is made of. It differs from the calm pause by at most half of
// vary.
const (
	forced = 0.55 // what has no choice takes this part of the time
	vary   = 0.6  // from the shortest pause to the longest, as a part of the mean
	regret = 5.5  // what a person may still undo is left alone for that many calm pauses: three seconds and the way to the page
)

// Pause returns how long a bot takes before it acts in m, thinking included,
// where a calm bot takes the given time. Like people, it is quicker where there
// is nothing to choose, and not the same every time: chance, from 0 to 1, says
// which of its paces it takes.
func (t *Terms) Pause(calm time.Duration, m parlour.Match, chance float64) time.Duration {
	d := float64(calm) * paces[t.Pace]
	if d <= 0 {
		return 0
	}
	if m.Turn().Needs() == parlour.NeedThrow || len(m.Moves()) == 1 {
		d *= forced
	}
	return time.Duration(d * (1 - vary/2 + vary*chance))
}

// Pause is [Terms.Pause] where the table stands now. A person who has just
// chosen a move has the time to undo it before a bot acts.
func (s *State) Pause(calm time.Duration, chance float64) time.Duration {
	d := s.terms.Pause(calm, s.ref.Now(), chance)
	if len(s.plies) == 0 {
		return d
	}
	last := s.plies[len(s.plies)-1]
	if d > 0 && s.mayUndo(s.chairs[last.chair].Person) && len(s.ref.Past(1).Moves()) > 1 {
		d = max(d, time.Duration(float64(calm)*regret))
	}
	return d
}

// mayHurry reports whether a person may end the pauses of the bots. Nobody may
// while another person can still undo their move.
func (s *State) mayHurry(who int) bool {
	return !slices.ContainsFunc(s.chairs, func(c Place) bool { return c.Person != 0 && c.Person != who && s.mayUndo(c.Person) })
}

// PersonsTurn reports whether the game waits for a person.
func (s *State) PersonsTurn() bool {
	return s.is.status == Playing && s.is.chair >= 0 && s.chairs[s.is.chair].Bot == ""
}
