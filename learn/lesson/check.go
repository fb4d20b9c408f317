package lesson

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parlour"
	"parlour/rulebook"
)

// The size of a course and of its texts. People read a step on a phone, with a
// board beside it.
const (
	fewest    = 8
	most      = 15
	titleSize = 32
	saysSize  = 210
	doSize    = 80
	aimSize   = 110
)

// slug reports whether s has the form of the ids of steps: words of small letters
// with hyphens between them.
func slug(s string) bool {
	for word := range strings.SplitSeq(s, "-") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
			return false
		}
	}
	return true
}

// Check compares a course with its game and its book and returns every fault.
func Check(c *Course, g parlour.Game, b *rulebook.Book) []error {
	k := &checker{c: c, book: b}
	if id := g.Info().ID; c.Game != id || b.ID != id {
		k.fault("the course is of %q and the book of %q, but the game is %q", c.Game, b.ID, id)
		return k.faults
	}
	if info := g.Info(); info.SeatOf(c.Seat) == parlour.Nobody {
		k.fault("the game has no seat %q", c.Seat)
	}
	if n := len(c.Steps); n < fewest || n > most {
		k.fault("it has %d steps; a course has %d to %d", n, fewest, most)
	}
	k.aim(g)
	seen := map[string]bool{}
	for i := range c.Steps {
		k.at = &c.Steps[i]
		if !slug(k.at.ID) || seen[k.at.ID] {
			k.fault("the id is not a word of its own")
		}
		seen[k.at.ID] = true
		k.texts()
		k.rules()
		if after := k.step(g, k.after); after != nil {
			k.after = after
			if i == 0 && !after.Result().Over {
				k.fault("the first step does not reach the aim: it ends no game")
			}
		}
	}
	return k.faults
}

// Position returns the line of the step with an index, also of one that goes on
// from the step before. It is for courses that Check found no fault with.
func (c *Course) Position(g parlour.Game, i int) (string, error) {
	if line := c.Steps[i].Position; line != "" || i == 0 {
		return line, nil
	}
	line, err := c.Position(g, i-1)
	if err != nil {
		return "", err
	}
	m, err := g.Parse(line)
	if err != nil {
		return "", err
	}
	mv, err := m.Parse(c.Steps[i-1].Moves[0])
	if err != nil {
		return "", err
	}
	return m.Next(mv).String(), nil
}

// A checker collects the faults of a course.
type checker struct {
	c      *Course
	book   *rulebook.Book
	at     *Step // nil for the course itself
	after  parlour.Match
	faults []error
}

func (k *checker) fault(format string, args ...any) {
	where := "lesson of " + k.c.Game
	if k.at != nil {
		where += ", step " + k.at.ID
	}
	k.faults = append(k.faults, fmt.Errorf(where+": "+format, args...))
}

// aim checks that the moves that show the aim are legal and end a game.
func (k *checker) aim(g parlour.Game) {
	a := &k.c.Aim
	if a.Says == "" && a.Position == "" && a.Moves == nil {
		return
	}
	if n := len([]rune(a.Says)); n == 0 || n > aimSize || !strings.HasSuffix(a.Says, ".") {
		k.fault("the aim is no sentence of at most %d letters: %q", aimSize, a.Says)
	}
	m, err := g.Parse(a.Position)
	if err != nil {
		k.fault("the aim: %v", err)
		return
	}
	for _, text := range a.Moves {
		mv, err := m.Parse(text)
		if err != nil {
			k.fault("the aim: %s: %v", text, err)
			return
		}
		if canonical := m.Text(mv); canonical != text {
			k.fault("the aim: %s is written %s", text, canonical)
		}
		m = m.Next(mv)
	}
	if !m.Result().Over {
		k.fault("the moves that show the aim do not end the game")
	}
}

// texts checks that the words are there and short.
func (k *checker) texts() {
	s := k.at
	for _, t := range []struct {
		name, text string
		most       int
	}{{"Title", s.Title, titleSize}, {"Says", s.Says, saysSize}, {"Do", s.Do, doSize}, {"Praise", s.Praise, saysSize}, {"Hint", s.Hint, saysSize}} {
		switch n := len([]rune(t.text)); {
		case n > t.most:
			k.fault("%s has %d letters, more than %d", t.name, n, t.most)
		case n == 0 && t.name != "Hint":
			k.fault("%s is empty", t.name)
		case n > 0 && t.name != "Title" && !strings.ContainsAny(t.text[len(t.text)-1:], ".!?"):
			k.fault("%s is not a sentence", t.name)
		}
	}
}

// rules checks that the clauses are in the book.
func (k *checker) rules() {
	if len(k.at.Teaches) == 0 {
		k.fault("it teaches no clause")
	}
	for _, id := range k.at.Teaches {
		k.known(id)
	}
}

func (k *checker) known(id string) {
	if id := k.c.Game + "/" + id; k.book.Clause(id) == nil && k.book.Ruling(id) == nil {
		k.fault("%s is no rule of the book", id)
	}
}

// step checks the position and the moves. It returns the match after the first
// right move, nil if there is none.
func (k *checker) step(g parlour.Game, before parlour.Match) (after parlour.Match) {
	s, m := k.at, before
	if s.Position != "" {
		var err error
		if m, err = g.Parse(s.Position); err != nil {
			k.fault("%v", err)
			return nil
		}
		if m.String() != s.Position {
			k.fault("the position is written as %q, want %q", s.Position, m)
		}
	}
	if m == nil {
		k.fault("no position goes before")
		return nil
	}
	legal := texts(m)
	needs, moves := m.Turn().Needs(), len(legal)
	switch {
	case s.Asks == Throw && (needs != parlour.NeedThrow || len(s.Moves) != 1):
		k.fault("it asks for a throw, but the position needs %s and %d throws are named", needs, len(s.Moves))
	case s.Asks == Move && moves != 1:
		k.fault("it asks for the only move, but there are %d: %q", moves, legal)
	case s.Asks == Choose && moves < 2:
		k.fault("it asks for a choice, but there are %d moves", moves)
	case s.Asks != Throw && s.Asks != Move && s.Asks != Choose:
		k.fault("it asks for %q", s.Asks)
	case (s.Asks == Choose && len(s.Moves) < moves) != (s.Hint != ""):
		k.fault("a hint is for legal moves that are not right: %d of %d are right, the hint is %q", len(s.Moves), moves, s.Hint)
	}
	if len(s.Moves) == 0 {
		k.fault("no move is right")
	}
	for i, text := range s.Moves {
		mv, err := m.Parse(text)
		if err != nil {
			k.fault("%s: %v", text, err)
			continue
		}
		if canonical := m.Text(mv); canonical != text {
			k.fault("%s is written %s", text, canonical)
		}
		if s.Asks != Throw && !composed(m, nil, text) {
			k.fault("nobody can compose %s on the board", text)
		}
		k.shows(text, m.Effects(mv))
		if i == 0 {
			after = m.Next(mv)
		}
	}
	for _, w := range s.Wrong {
		k.wrong(m, w)
	}
	return after
}

// shows checks that a right move has the effects that the step is about.
func (k *checker) shows(text string, effects []parlour.Effect) {
	for _, kind := range k.at.Shows {
		if !slices.ContainsFunc(effects, func(e parlour.Effect) bool { return e.Kind == kind || string(e.Means) == kind }) {
			k.fault("%s does not show %q", text, kind)
		}
	}
}

// wrong checks that a mistake is refused by the clause it names.
func (k *checker) wrong(m parlour.Match, w Wrong) {
	k.known(w.Clause)
	var err error
	what := w.Move
	if w.From != "" {
		what = w.From + " to " + w.To
		_, err = parlour.Point(m, nil, w.From, w.To)
	} else {
		_, err = m.Parse(w.Move)
	}
	var r *parlour.Refusal
	switch {
	case err == nil:
		k.fault("%s is said to be wrong, but it is legal", what)
	case !errors.As(err, &r):
		k.fault("%s: %v", what, err)
	case !slices.Contains(r.Clauses, k.c.Game+"/"+w.Clause):
		k.fault("%s is refused by %q, not by %s", what, r.Clauses, w.Clause)
	}
}

// texts returns the legal moves.
func texts(m parlour.Match) (list []string) {
	for _, mv := range m.Moves() {
		list = append(list, m.Text(mv))
	}
	return list
}

// composed reports whether steps lead to a move.
func composed(m parlour.Match, taken []string, text string) bool {
	next, end, err := parlour.NextSteps(m, taken)
	if err != nil {
		return false
	}
	if end != parlour.NoMove && m.Text(end) == text {
		return true
	}
	for _, s := range next {
		if composed(m, append(taken[:len(taken):len(taken)], s.Text), text) {
			return true
		}
	}
	return false
}
