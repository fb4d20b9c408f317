package gametest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour"
	"parlour/rulebook"
)

// Refusals says what the law of true refusals is tested on: no refusal claims a
// duty, a limit or a count that the legal moves of the same position contradict.
//
// A game declares, for each code of its refusals, what the sentence claims. The
// test plays random games in random options, asks for moves that are not legal
// there, and compares each claim with the list of legal moves. A sentence about
// a duty must claim something about every legal move, and a sentence about a
// limit must claim something at all.
type Refusals struct {
	Book      *rulebook.Book
	Sentences map[string]string                        // of the game, by code
	Claims    map[string]Claim                         // by code
	Words     []string                                 // texts to try in every position
	Lines     []string                                 // positions to test besides those of random games
	Random    func(*rand.Rand) string                  // if given, makes further positions; they may be invalid
	Vary      func(rng *rand.Rand, text string) string // if given, changes a legal move into one to ask for
	Places    func(parlour.Match) []string
	Setups    int // how many random set-ups; 40 if zero
	Plies     int // how long each of their games may last; 400 if zero
}

// A Legal is a legal move of the position in which something was refused.
type Legal struct {
	Text    string
	Effects []parlour.Effect
}

// Means reports whether the move has an effect of that meaning.
func (l *Legal) Means(meaning parlour.Meaning) bool {
	return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool { return e.Means == meaning })
}

// Count counts the effects of a kind.
func (l *Legal) Count(kinds ...string) (n int) {
	for _, e := range l.Effects {
		if slices.Contains(kinds, e.Kind) {
			n++
		}
	}
	return n
}

// A Refused is a text that was refused in a position.
type Refused struct {
	Match parlour.Match
	Text  string
	Args  parlour.Args
	Legal []Legal
}

// Next returns the steps that may follow the given ones, none if those cannot
// be made.
func (r *Refused) Next(taken ...string) []parlour.Step {
	next, _, _ := parlour.NextSteps(r.Match, taken)
	return next
}

// A Claim is what a refusal says about the position besides that the text is no
// legal move.
type Claim struct {
	duty  bool // about every legal move
	holds func(*Refused) (wrong string)
}

// Spelling is the claim of a refusal that speaks only of the text.
var Spelling Claim

// Every claims that every legal move is like this.
func Every(is func(*Refused, *Legal) bool) Claim {
	return Claim{duty: true, holds: func(r *Refused) string {
		for i := range r.Legal {
			if !is(r, &r.Legal[i]) {
				return r.Legal[i].Text + " is legal too"
			}
		}
		return ""
	}}
}

// No claims that no legal move is like this.
func No(is func(*Refused, *Legal) bool) Claim {
	return Claim{holds: func(r *Refused) string {
		for i := range r.Legal {
			if is(r, &r.Legal[i]) {
				return r.Legal[i].Text + " is legal"
			}
		}
		return ""
	}}
}

// Some claims that there is a legal move like this.
func Some(is func(*Refused, *Legal) bool) Claim {
	return Claim{holds: func(r *Refused) string {
		if slices.ContainsFunc(r.Legal, func(l Legal) bool { return is(r, &l) }) {
			return ""
		}
		return "no such move is legal"
	}}
}

// Fact claims something about the position that the legal moves do not show.
func Fact(what string, holds func(*Refused) bool) Claim {
	return Claim{holds: func(r *Refused) string {
		if holds(r) {
			return ""
		}
		return "it is not so that " + what
	}}
}

// Duty makes a fact the claim of a sentence about a duty, where the duty is not
// one of whole moves.
func Duty(c Claim) Claim {
	c.duty = true
	return c
}

// Both claims several things.
func Both(all ...Claim) (c Claim) {
	for _, one := range all {
		c.duty = c.duty || one.duty
	}
	c.holds = func(r *Refused) string {
		for _, one := range all {
			if wrong := one.holds(r); wrong != "" {
				return wrong
			}
		}
		return ""
	}
	return c
}

// common are the claims of the refusals that all games share.
var common = map[string]Claim{
	"unreadable": Spelling,
	"over":       Fact("the game is over", func(r *Refused) bool { return r.Match.Turn().Over() }),
	"bad-throw":  Fact("a throw is due", func(r *Refused) bool { return r.Match.Turn().Needs() == parlour.NeedThrow }),
	"no-move-due": Fact("no move is due", func(r *Refused) bool {
		return r.Match.Turn().Needs() != parlour.NeedMove
	}),
	"not-legal": Spelling,
	"no-step": Fact("no step goes there", func(r *Refused) bool {
		return !slices.ContainsFunc(r.Next(), func(s parlour.Step) bool { return s.From == r.Args["from"] && s.To == r.Args["to"] })
	}),
	"no-step-from": Fact("no step begins there", func(r *Refused) bool {
		return !slices.ContainsFunc(r.Next(), func(s parlour.Step) bool { return s.From == r.Args["from"] })
	}),
}

// noClause are codes of refusals that break no rule of a book.
var noClause = []string{"unreadable", "over", "bad-throw", "no-move-due", "not-legal", "no-step", "no-step-from"}

var (
	duties   = regexp.MustCompile(`\b(must|have to|has to)\b|\{has/have\} to\b`)
	limits   = regexp.MustCompile(`\b(only|cannot|may not|no|none|nobody|never|nothing|not|goes)\b`)
	argument = regexp.MustCompile(`\{([a-z-]+)[|}]`)
)

// Run tests the law and reports how much it checked.
func (c Refusals) Run(t *testing.T, g parlour.Game) {
	t.Helper()
	for _, fault := range c.weak() {
		t.Errorf("the claim is weaker than the sentence: %s", fault)
	}
	w := &witness{config: c, game: g, seen: map[string]int{}, wrong: map[string]int{}}
	rng := rand.New(rand.NewPCG(1928, 4))
	setups := 0
	if c.Setups == 0 {
		c.Setups = 40
	}
	for range Times(c.Setups, 20) {
		m, err := g.New(RandomSetup(rng, g.Info(), c.Book))
		if err != nil {
			continue // options that exclude each other
		}
		setups++
		w.playout(t, m, rng)
	}
	for range Times(1, 10) {
		for _, line := range c.Lines {
			w.position(t, MustParse(t, g, line), rng)
		}
	}
	for n := 0; c.Random != nil && n < Times(1500, 40); n++ {
		if m, err := g.Parse(c.Random(rng)); err == nil {
			w.position(t, m, rng)
		}
	}
	var unseen []string
	for code := range c.Claims {
		if w.seen[code] == 0 {
			unseen = append(unseen, code)
		}
	}
	slices.Sort(unseen)
	t.Logf("%s: %d set-ups, %d positions, %d refusals of %d kinds checked; not met: %s", g.Info().ID, setups, w.positions, w.refusals, len(w.seen), strings.Join(unseen, " "))
	if w.refusals < 1000 {
		t.Errorf("only %d refusals were checked", w.refusals)
	}
	for _, code := range slices.Sorted(maps.Keys(w.wrong)) {
		t.Errorf("%s was wrong %d times of %d", code, w.wrong[code], w.seen[code])
	}
}

// weak lists the claims that are weaker than their sentences.
func (c *Refusals) weak() (faults []string) {
	for _, code := range slices.Sorted(maps.Keys(c.Claims)) {
		claim := c.Claims[code]
		switch sentence, ok := c.Sentences[code]; {
		case !ok:
			faults = append(faults, code+" has no sentence")
		case duties.MatchString(sentence) && !claim.duty:
			faults = append(faults, code+" speaks of a duty")
		case limits.MatchString(sentence) && claim.holds == nil:
			faults = append(faults, code+" sets a limit")
		}
	}
	return faults
}

// RandomSetup returns a set-up of a game with random options, some of which may
// exclude each other.
func RandomSetup(rng *rand.Rand, info parlour.Info, book *rulebook.Book) (s parlour.Setup) {
	if len(info.Players) > 0 {
		s.Players = info.Players[rng.IntN(len(info.Players))]
	}
	if len(info.Modes) > 0 {
		s.Mode, s.Players = info.Modes[rng.IntN(len(info.Modes))], 0
	}
	if len(info.Owners) > 0 && rng.IntN(3) > 0 {
		if s.Seats = info.Owners[rng.IntN(len(info.Owners))]; s.Seats != "" {
			s.Players = 0
		}
	}
	s.Options = map[string]string{}
	often := []int{0, 1, 3, 6}[rng.IntN(4)] // how often, of 12, an option differs
	for _, o := range book.Options {
		if rng.IntN(12) < often {
			s.Options[o.Key] = o.Values[rng.IntN(len(o.Values))].Name
		}
	}
	if len(book.Options) > 0 {
		o := book.Options[rng.IntN(len(book.Options))]
		s.Options[o.Key] = o.Values[rng.IntN(len(o.Values))].Name
	}
	return s
}

// A witness collects refusals and compares them with the legal moves.
type witness struct {
	config    Refusals
	game      parlour.Game
	texts     []string // legal moves of other positions
	positions int
	refusals  int
	seen      map[string]int
	wrong     map[string]int
}

func (w *witness) playout(t *testing.T, m parlour.Match, rng *rand.Rand) {
	t.Helper()
	most := w.config.Plies
	if most == 0 {
		most = 400
	}
	every := 1 + rng.IntN(6)
	for ply := range most {
		turn := m.Turn()
		if turn.Over() {
			return
		}
		var mv parlour.Move
		if turn.Dice != 0 {
			mv = turn.Dice.Nth(rng.IntN(turn.Dice.Weight()))
			if rng.IntN(8) == 0 {
				w.position(t, m, rng)
			}
		} else {
			moves := m.Moves()
			mv = moves[rng.IntN(len(moves))]
			text := m.Text(mv)
			if len(w.texts) < 2000 {
				w.texts = append(w.texts, text)
			} else {
				w.texts[rng.IntN(len(w.texts))] = text
			}
			if ply%every == 0 {
				w.position(t, m, rng)
			}
		}
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
}

var number = regexp.MustCompile(`[0-9]+`)

// position asks for many moves in one position.
func (w *witness) position(t *testing.T, m parlour.Match, rng *rand.Rand) {
	t.Helper()
	w.positions++
	var legal []Legal
	if m.Turn().Needs() == parlour.NeedMove {
		for _, mv := range m.Moves() {
			legal = append(legal, Legal{m.Text(mv), m.Effects(mv)})
		}
	}
	try := func(text string) {
		_, err := m.Parse(text)
		w.judge(t, m, text, legal, err)
	}
	for _, text := range w.config.Words {
		if rng.IntN(3) == 0 {
			try(text)
		}
	}
	if len(legal) == 0 {
		return
	}
	for range 6 {
		if len(w.texts) > 0 {
			try(w.texts[rng.IntN(len(w.texts))])
		}
		// A legal move with another number in it, a part of one, two of them.
		text := legal[rng.IntN(len(legal))].Text
		switch parts := strings.Fields(text); rng.IntN(6) {
		case 0:
			if len(parts) > 1 {
				try(strings.Join(parts[:len(parts)-1], " "))
			}
		case 1:
			other := strings.Fields(legal[rng.IntN(len(legal))].Text)
			try(strings.Join(append(parts[:1:1], other[0]), " "))
		case 2:
			if w.config.Vary != nil {
				try(w.config.Vary(rng, text))
			}
		default:
			if all := number.FindAllStringIndex(text, -1); len(all) > 0 {
				at := all[rng.IntN(len(all))]
				n, _ := strconv.Atoi(text[at[0]:at[1]])
				try(text[:at[0]] + strconv.Itoa(max(0, n+rng.IntN(13)-6)) + text[at[1]:])
			}
		}
	}
	pieces, names := m.Pieces(), w.config.Places(m)
	for range 6 {
		from, to := pieces[rng.IntN(len(pieces))].Place, names[rng.IntN(len(names))]
		if rng.IntN(4) == 0 {
			to = ""
		}
		text, err := parlour.Point(m, nil, from, to)
		if text == "" {
			text = from + " to " + to
		}
		w.judge(t, m, text, legal, err)
	}
}

// judge compares one refusal with the legal moves.
func (w *witness) judge(t *testing.T, m parlour.Match, text string, legal []Legal, err error) {
	t.Helper()
	r, ok := err.(*parlour.Refusal)
	if !ok {
		return // it is allowed
	}
	w.refusals++
	w.seen[r.Code]++
	wrong := w.config.contradiction(&Refused{m, text, r.Args, legal}, r)
	if wrong == "" {
		return
	}
	if w.wrong[r.Code]++; w.wrong[r.Code] < 4 {
		t.Errorf("%s\n%s is refused: %v\n%s", m, text, r, wrong)
	}
}

// contradiction tells what is wrong with a refusal, or returns "".
func (c *Refusals) contradiction(x *Refused, r *parlour.Refusal) string {
	claim, ok := c.Claims[r.Code]
	if !ok {
		if claim, ok = common[r.Code]; !ok {
			return "nobody has declared what this refusal claims"
		}
	}
	if len(r.Clauses) == 0 && !slices.Contains(noClause, r.Code) {
		return "it names no clause"
	}
	for _, id := range r.Clauses {
		if c.Book.Clause(id) == nil && c.Book.Ruling(id) == nil {
			return "the book has no " + id
		}
	}
	for _, field := range argument.FindAllStringSubmatch(c.Sentences[r.Code], -1) {
		if r.Args[field[1]] == "" {
			return fmt.Sprintf("the argument %s of %q is missing", field[1], c.Sentences[r.Code])
		}
	}
	for _, instead := range r.Instead {
		if !slices.ContainsFunc(x.Legal, func(l Legal) bool { return l.Text == instead }) {
			if _, err := x.Match.Parse(instead); err != nil {
				return instead + " is offered instead, but is not legal"
			}
		}
	}
	if claim.holds == nil {
		return ""
	}
	return claim.holds(x)
}
