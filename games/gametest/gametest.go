// Package gametest is the conformance suite for games: the laws that every game
// must keep, tested on the game's own positions and on random games.
//
//	func TestLaws(t *testing.T) {
//		gametest.Run(t, Game(), gametest.Config[Position]{
//			Setups: []parlour.Setup{{}, {Players: 2}},
//		})
//	}
//
// Besides the laws it runs worked scenarios, lines that a reader must refuse,
// perft tables and golden playthroughs from files.
package gametest

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/board"
	"parlour/phrase"
)

// Config says what the laws are tested on.
type Config[P comparable] struct {
	Setups   []parlour.Setup              // random games start from each; the zero Setup if there is none
	Lines    []string                     // further positions to test
	Games    int                          // random games from each Setup and line; 3 if zero
	MaxPlies int                          // every random game must be over after this many throws and moves; 100,000 if zero
	Places   func(parlour.Match) []string // see [Places]; if given, pieces, steps and effects must use these names
	Rotate   func(P) P                    // if given, gives every seat's men to the next seat; everything must rotate with it
}

// Places returns the names of the places of a game's board, for Config and Refusals.
func Places(boardOf func(parlour.Match) *board.Board) func(parlour.Match) []string {
	return func(m parlour.Match) (names []string) {
		for _, p := range boardOf(m).Places {
			names = append(names, p.Name)
		}
		return names
	}
}

// Soak reports whether PARLOUR_SOAK asks for a long test run. Times multiplies
// counts for it.
func Soak() bool { return os.Getenv("PARLOUR_SOAK") != "" }

// Times returns n, or n times more in a long test run.
func Times(n, more int) int {
	if Soak() {
		return n * more
	}
	return n
}

// Run tests the laws.
func Run[P comparable](t *testing.T, g parlour.Game, c Config[P]) {
	t.Helper()
	if len(c.Setups) == 0 && len(c.Lines) == 0 {
		c.Setups = []parlour.Setup{{}}
	}
	if c.Games == 0 {
		c.Games = 3
	}
	c.Games = Times(c.Games, 30)
	if c.MaxPlies == 0 {
		c.MaxPlies = 100_000
	}
	var starts []parlour.Match
	for _, s := range c.Setups {
		m, err := g.New(s)
		if err != nil {
			t.Fatalf("setup %+v: %v", s, err)
		}
		starts = append(starts, m)
	}
	for _, line := range c.Lines {
		m, err := g.Parse(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		starts = append(starts, m)
	}
	l := &laws[P]{game: g, config: c}
	for i, m := range starts {
		for n := range c.Games {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(n)))
			l.playout(t, m.Clone(), rng)
			if t.Failed() {
				return
			}
		}
		allocations[P](t, m)
	}
}

type laws[P comparable] struct {
	game   parlour.Game
	config Config[P]
	texts  []string // moves of other positions, to try here
	dice   string   // the last throw as it is played, "" for none
}

// playout plays one random game and tests the laws along the way: all of them
// on some positions, the cheap ones on every position.
func (l *laws[P]) playout(t *testing.T, m parlour.Match, rng *rand.Rand) {
	t.Helper()
	l.dice = ""
	for ply := range l.config.MaxPlies {
		full := ply < 40 || rng.IntN(16) == 0
		if full {
			l.position(t, m, rng)
			if t.Failed() {
				return
			}
		}
		turn := m.Turn()
		if turn.Over() {
			return
		}
		var mv parlour.Move
		if turn.Dice != 0 {
			mv = turn.Dice.Nth(rng.IntN(turn.Dice.Weight()))
			l.dice = thrown(m, turn.Dice, mv)
		} else {
			moves := m.Moves()
			if len(moves) == 0 {
				t.Errorf("%s: the list of moves is empty", m)
				return
			}
			mv = moves[rng.IntN(len(moves))]
			if full && len(l.texts) < 4000 {
				l.texts = append(l.texts, m.Text(mv))
			}
		}
		before := m.String()
		rules, p, _ := parlour.Typed[P](m)
		if err := m.Play(mv); err != nil {
			t.Errorf("%s: legal move %v is refused: %v", before, mv, err)
			return
		}
		if a, ok := rules.(parlour.Advancer[P]); ok {
			l.advance(t, m, a, p, mv)
		}
		if err := parlour.Check(m); err != nil {
			t.Errorf("%s\nplayed %v\n%s\nbreaks an invariant: %v", before, mv, m, err)
			return
		}
	}
	t.Errorf("the game is not over after %d plies: %s", l.config.MaxPlies, m)
}

// advance tests that p becomes the position of m by mv, with the same turn and list
// of moves.
func (l *laws[P]) advance(t *testing.T, m parlour.Match, rules parlour.Advancer[P], p P, mv parlour.Move) {
	t.Helper()
	turn, list := rules.Advance(&p, mv, []parlour.Move{7})
	want := []parlour.Move{7}
	if m.Turn().Needs() == parlour.NeedMove {
		full, q, _ := parlour.Typed[P](m)
		want = full.AppendMoves(&q, want)
	}
	if _, q, _ := parlour.Typed[P](m); p != q || turn != m.Turn() || !slices.Equal(list, want) {
		t.Errorf("%s: Advance gives %+v, %v and %v, want %v and %v", m, p, turn, list, m.Turn(), want)
	}
}

// thrown returns a throw of dice as it is played, "" for a ballot.
func thrown(m parlour.Match, dice parlour.Dice, mv parlour.Move) string {
	if dice.Ballots() > 0 {
		return ""
	}
	for _, e := range m.Effects(mv) {
		if plays := e.Args["plays"]; plays != "" {
			return plays
		}
	}
	return m.Text(mv)
}

// position tests every law on one position.
func (l *laws[P]) position(t *testing.T, m parlour.Match, rng *rand.Rand) {
	t.Helper()
	line := m.String()
	rules, p, ok := parlour.Typed[P](m)
	if !ok {
		t.Fatalf("the position type of %s is not %T", m.Info().ID, p)
	}

	// The line reads back as the same position. After the end, a position may
	// remember more than its line says, such as who shared a tie.
	again, err := l.game.Parse(line)
	if err != nil {
		t.Errorf("the game refuses its own line: %v\n%s", err, line)
		return
	}
	if _, q, _ := parlour.Typed[P](again); q != p && !m.Turn().Over() || again.String() != line {
		t.Errorf("line reads back differently:\n%s\n%s\n%+v\n%+v", line, again, p, q)
		return
	}

	l.arranged(t, m)
	l.result(t, m)
	turn := m.Turn()
	if l.config.Places != nil {
		l.places(t, m, m.Pieces())
	}
	if turn.Needs() != parlour.NeedMove {
		if m.Moves() != nil {
			t.Errorf("%s: there are moves although none is due", line)
		}
		if turn.Dice != 0 {
			for throw := range turn.Dice.All() {
				l.effects(t, m, throw)
				text := m.Text(throw)
				if back, err := m.Parse(text); err != nil || back != throw {
					t.Errorf("%s: throw %s reads back as %v, %v", line, text, back, err)
				}
			}
		}
		return
	}
	l.moves(t, m, rules, p, rng)
	if l.config.Rotate != nil {
		l.rotation(t, rules, p)
	}
}

// arranged tests that a position taken apart can be put together again, and that
// every field has one of its values.
func (l *laws[P]) arranged(t *testing.T, m parlour.Match) {
	t.Helper()
	tray := parlour.TrayOf(m)
	if tray == nil {
		return
	}
	again, err := parlour.Arrange(m, parlour.Arranged(m))
	if err != nil || again.String() != m.String() {
		t.Fatalf("a position taken apart and put together:\n%s\n%v, %v", m, again, err)
	}
	for _, f := range parlour.FieldsOf(m) {
		if f.Values != nil && !slices.Contains(f.Values, f.Value) {
			t.Fatalf("%s: the field %s is %q, which is not one of %q", m, f.Name(), f.Value, f.Values)
		}
	}
}

// moves tests the laws of the list of moves.
func (l *laws[P]) moves(t *testing.T, m parlour.Match, rules parlour.Full[P], p P, rng *rand.Rand) {
	t.Helper()
	line := m.String()
	list := m.Moves()
	if len(list) == 0 {
		t.Errorf("%s: the list of moves is empty", line)
		return
	}
	if !slices.Equal(list, m.Moves()) {
		t.Errorf("%s: the list of moves differs when asked twice", line)
	}
	raw := rules.AppendMoves(&p, nil)
	if !slices.Equal(raw, rules.AppendMoves(&p, nil)) {
		t.Errorf("%s: AppendMoves differs when asked twice", line)
	}
	a, b := slices.Sorted(slices.Values(raw)), slices.Sorted(slices.Values(list))
	if !slices.Equal(a, b) {
		t.Errorf("%s: AppendMoves and AppendMoveList differ: %d and %d moves", line, len(a), len(b))
		return
	}
	if len(slices.Compact(a)) != len(list) {
		t.Errorf("%s: a move is listed twice", line)
	}
	texts := map[string]bool{}
	next := map[string]bool{}
	for _, mv := range list {
		if mv == parlour.NoMove {
			t.Errorf("%s: the zero move is listed", line)
		}
		text := m.Text(mv)
		if texts[text] {
			t.Errorf("%s: two moves have the text %s", line, text)
		}
		texts[text] = true
		back, err := m.Parse(text)
		if err != nil || back != mv {
			t.Errorf("%s: %s reads back as %v, %v; want %v", line, text, back, err, mv)
			return
		}
		after := m.Clone()
		if err := after.Play(mv); err != nil {
			t.Errorf("%s: %s is refused: %v", line, text, err)
			return
		}
		if m.String() != line {
			t.Errorf("%s: playing %s on a clone changed the match", line, text)
		}
		next[after.String()] = true
		l.effects(t, m, mv)
	}

	// Moves that are not listed are refused, as bits and as text.
	for range 8 {
		mv := parlour.Move(rng.Uint64() >> rng.IntN(64))
		if !slices.Contains(list, mv) {
			if pr, ok := rules.(parlour.Prober[P]); (!ok || !pr.Legal(&p, mv)) && m.Clone().Play(mv) == nil {
				t.Errorf("%s: the move %#x is not listed but accepted", line, uint64(mv))
			}
		}
	}
	for range min(20, len(l.texts)) {
		text := l.texts[rng.IntN(len(l.texts))]
		mv, err := m.Parse(text)
		switch r, isRefusal := err.(*parlour.Refusal); {
		case err == nil && !slices.Contains(list, mv):
			if pr, ok := rules.(parlour.Prober[P]); !ok || !pr.Legal(&p, mv) {
				t.Errorf("%s: %s is accepted but not listed", line, text)
			}
		case err != nil && !isRefusal:
			t.Errorf("%s: %s is refused with a %T, not a *Refusal", line, text, err)
		case err != nil && r.Code == "":
			t.Errorf("%s: %s is refused without a code", line, text)
		case err != nil && texts[text]:
			t.Errorf("%s: %s is listed but refused: %v", line, text, err)
		}
	}
	l.steps(t, m, list)
	if l.config.Places != nil {
		l.points(t, m, rng)
	}
}

// points points at random places of the board. Whatever a player points at must
// be a step or a move, or be refused for a reason that has words. It must never
// be unreadable.
func (l *laws[P]) points(t *testing.T, m parlour.Match, rng *rand.Rand) {
	t.Helper()
	pieces, names := m.Pieces(), l.config.Places(m)
	var taken []string
	if next, _, err := parlour.NextSteps(m, nil); err == nil && rng.IntN(3) == 0 {
		taken = []string{next[rng.IntN(len(next))].Text}
	}
	for range 8 {
		from, to := pieces[rng.IntN(len(pieces))].Place, names[rng.IntN(len(names))]
		switch rng.IntN(4) {
		case 0:
			from = names[rng.IntN(len(names))]
		case 1:
			to = ""
		}
		text, err := parlour.Point(m, taken, from, to)
		var r *parlour.Refusal
		switch isRefusal := errors.As(err, &r); {
		case err == nil && text == "":
			t.Errorf("%s: after %q pointing from %q to %q is allowed, but it is not a move", m, taken, from, to)
		case err == nil:
		case !isRefusal || r.Code == "unreadable" || !phrase.English.Has(r.Code):
			t.Errorf("%s: after %q pointing from %q to %q is spelled %q and refused by %v", m, taken, from, to, text, err)
		case len(r.Clauses) == 0 && r.Code != "no-step" && r.Code != "no-step-from" && r.Code != "turn-complete":
			t.Errorf("%s: after %q pointing from %q to %q is spelled %q and refused without a clause: %v", m, taken, from, to, text, err)
		}
	}
}

// steps goes through the steps of a turn: they must lead to exactly the listed
// moves, name no other dice than those thrown, and take what the move takes: a
// step says so if it takes what stands where it ends.
func (l *laws[P]) steps(t *testing.T, m parlour.Match, list []parlour.Move) {
	t.Helper()
	if _, _, err := parlour.NextSteps(m, nil); err == parlour.ErrNotOffered {
		return
	}
	found := map[parlour.Move]bool{}
	gone := map[parlour.Move][]string{} // places of the pieces that a move takes
	visits, cut := 0, false
	var walk func(taken []string, dice string, way []parlour.Step)
	walk = func(taken []string, dice string, way []parlour.Step) {
		if visits++; visits > 3000 {
			cut = true
			return
		}
		next, end, err := parlour.NextSteps(m, taken)
		if err != nil {
			t.Errorf("%s: steps after %q: %v", m, taken, err)
			return
		}
		if end != parlour.NoMove {
			if !slices.Contains(list, end) {
				t.Errorf("%s: steps %q end in a move that is not listed", m, taken)
			}
			if !found[end] {
				found[end] = true
				for _, e := range m.Effects(end) {
					if e.Means == parlour.Takes {
						gone[end] = append(gone[end], e.From)
					}
				}
			}
			takes(t, m, end, way, gone[end])
		} else if len(next) == 0 {
			t.Errorf("%s: steps %q lead nowhere", m, taken)
		}
		for _, s := range next {
			if s.Means != "" && !slices.Contains(parlour.Meanings, s.Means) {
				t.Errorf("%s: step %+v has an unknown meaning", m, s)
			}
			used := dice + s.Dice
			if l.dice != "" && (len(used) > len(l.dice) || strings.Trim(used, l.dice) != "") {
				t.Errorf("%s: steps %q and %q use the dice %s of %s", m, taken, s.Text, used, l.dice)
			}
			walk(append(slices.Clone(taken), s.Text), used, append(slices.Clone(way), s))
		}
	}
	walk(nil, "", nil)
	if !cut && len(found) != len(list) {
		t.Errorf("%s: steps reach %d of %d moves", m, len(found), len(list))
	}
}

// takes tests what the steps of a move say about the pieces they take. Gone are
// the places of the pieces that the move takes.
func takes(t *testing.T, m parlour.Match, mv parlour.Move, way []parlour.Step, gone []string) {
	t.Helper()
	for _, s := range way {
		if s.Takes != "" && !slices.Contains(gone, s.Takes) {
			t.Errorf("%s: step %q takes what is on %s, but %s takes what is on %q", m, s.Text, s.Takes, m.Text(mv), gone)
		}
	}
	// A piece that is taken where it has just arrived is the mover's own, and taken when the turn ends.
	if len(way) == 1 && len(gone) == 1 && way[0].Takes == "" && gone[0] == way[0].To && slices.ContainsFunc(m.Pieces(), func(p parlour.Piece) bool { return p.Place == gone[0] }) {
		t.Errorf("%s: step %q does not say that it takes what is on %s", m, way[0].Text, gone[0])
	}
}

// effects tests that every effect has a meaning and names places of the board,
// and that the effects of a move are complete: applied to the pieces before,
// they give the pieces after. When a game ends, the board may be set up again
// for the next one.
func (l *laws[P]) effects(t *testing.T, m parlour.Match, mv parlour.Move) {
	t.Helper()
	effects := m.Effects(mv)
	var names []string
	if l.config.Places != nil {
		names = l.config.Places(m)
	}
	rules, p, _ := parlour.Typed[P](m)
	passer, _ := rules.(parlour.Passer[P])
	passes := slices.ContainsFunc(effects, func(e parlour.Effect) bool { return e.Means == parlour.Passes })
	if m.Turn().Dice == 0 && passes != (passer != nil && passer.Passes(&p, mv)) {
		t.Errorf("%s: the effects of %s say pass: %v, and the rules %v", m, m.Text(mv), passes, !passes)
	}
	ends := false
	for _, e := range effects {
		if !slices.Contains(parlour.Meanings, e.Means) {
			t.Errorf("%s: effect %+v has no meaning", m, e)
		}
		ends = ends || e.Means == parlour.Ends
		for _, place := range append([]string{e.From, e.To}, e.Way...) {
			if names != nil && place != "" && !slices.Contains(names, place) {
				t.Errorf("%s: effect %+v names %q, which is not on the board", m, e, place)
			}
		}
	}
	after := m.Clone()
	if err := after.Play(mv); err != nil || ends {
		return
	}
	if got, want := sorted(parlour.Apply(m.Pieces(), effects)), sorted(after.Pieces()); !slices.Equal(got, want) {
		t.Errorf("%s: the effects of %s leave the pieces\n%v\nthe move leaves\n%v", m, m.Text(mv), got, want)
	}
}

func sorted(pieces []parlour.Piece) []parlour.Piece {
	slices.SortFunc(pieces, func(a, b parlour.Piece) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Colour, b.Colour), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Face, b.Face))
	})
	return pieces
}

func (l *laws[P]) places(t *testing.T, m parlour.Match, pieces []parlour.Piece) {
	t.Helper()
	names := l.config.Places(m)
	for _, p := range pieces {
		if !slices.Contains(names, p.Place) {
			t.Errorf("%s: piece %+v is not on the board", m, p)
		}
	}
}

// result tests that a result agrees with the turn.
func (l *laws[P]) result(t *testing.T, m parlour.Match) {
	t.Helper()
	r := m.Result()
	if r.Over != m.Turn().Over() {
		t.Errorf("%s: result says over %v, turn says %v", m, r.Over, m.Turn().Over())
	}
	if !r.Over {
		return
	}
	if r.Reason == "" {
		t.Errorf("%s: over without a reason", m)
	}
	sum, first := 0.0, false
	for s := range m.Info().Seats {
		seat := parlour.Seat(s)
		if role := m.Role(seat); role.Side == seat && role.Owner == seat {
			sum += r.Share[s]
		}
		first = first || r.Place[s] == 1
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("%s: the shares add up to %v: %+v", m, sum, r)
	}
	if !first {
		t.Errorf("%s: over, but nobody has the first place: %+v", m, r)
	}
}

// rotation tests that the i-th move of a rotated position leads to the rotated
// position after the i-th move.
func (l *laws[P]) rotation(t *testing.T, rules parlour.Full[P], p P) {
	t.Helper()
	q := l.config.Rotate(p)
	list, turned := rules.AppendMoveList(&p, nil), rules.AppendMoveList(&q, nil)
	name := func(p P) string { return string(rules.AppendPosition(nil, &p)) }
	if len(list) != len(turned) {
		t.Errorf("%s has %d moves, but rotated %s has %d", name(p), len(list), name(q), len(turned))
		return
	}
	for i := range list {
		a, b := p, q
		rules.Play(&a, list[i])
		rules.Play(&b, turned[i])
		if l.config.Rotate(a) != b {
			t.Errorf("%s: move %d and its rotation lead to different positions:\n%s\n%s", name(p), i, name(a), name(b))
		}
	}
}

// allocations tests that a playout allocates nothing.
func allocations[P comparable](t *testing.T, m parlour.Match) {
	t.Helper()
	rules, start, _ := parlour.Typed[P](m)
	rng := rand.New(rand.NewPCG(7, 7))
	ps := make([]P, 1) // a value passed to an interface method by pointer lives on the heap
	moves := make([]parlour.Move, 0, 4096)
	var sink parlour.Result
	n := testing.AllocsPerRun(20, func() {
		ps[0] = start
		for range 200 {
			turn := rules.Turn(&ps[0])
			if turn.Over() {
				sink = rules.Result(&ps[0])
				return
			}
			if turn.Dice != 0 {
				rules.Play(&ps[0], turn.Dice.Nth(rng.IntN(turn.Dice.Weight())))
				continue
			}
			moves = rules.AppendMoves(&ps[0], moves[:0])
			rules.Play(&ps[0], moves[rng.IntN(len(moves))])
		}
	})
	_ = sink
	if n != 0 {
		t.Errorf("%s: a playout allocates %v times", m.Info().ID, n)
	}
}

// Describe returns the moves of a match as texts, in canonical order.
func Describe(m parlour.Match) []string {
	var texts []string
	for _, mv := range m.Moves() {
		texts = append(texts, m.Text(mv))
	}
	return texts
}

// HasArgs reports whether the refusal has all the arguments in want, written as
// "key=value; key=value". Tests compare arguments rather than sentences, so that
// the wording can improve without them.
func HasArgs(r *parlour.Refusal, want string) bool {
	for part := range strings.SplitSeq(want, "; ") {
		key, value, _ := strings.Cut(part, "=")
		if key != "" && r.Args[key] != value {
			return false
		}
	}
	return true
}

// MustParse reads a position line that must be valid.
func MustParse(t testing.TB, g parlour.Game, line string) parlour.Match {
	t.Helper()
	m, err := g.Parse(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return m
}

// Random plays a match at random until it is over, or for the given number of
// throws and moves. It calls before with each of them before playing it.
func Random(t testing.TB, m parlour.Match, seed uint64, most int, before func(parlour.Move)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 9))
	for range most {
		turn := m.Turn()
		if turn.Over() {
			return
		}
		var mv parlour.Move
		if turn.Dice != 0 {
			mv = turn.Dice.Nth(rng.IntN(turn.Dice.Weight()))
		} else {
			moves := m.Moves()
			mv = moves[rng.IntN(len(moves))]
		}
		before(mv)
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
}
