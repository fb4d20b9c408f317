// Package opening holds opening books: what each first move of a game is worth, and
// how to answer it.
//
//	b := cabinet.ByID("checkers").Openings()
//	for _, l := range b.Find("octopus") {
//		fmt.Println(l.Key, l.Name, l.Path, l.Best())
//	}
//
// A book is made by a program of ours, with a Maker, and written to a text file
// that says by which command and how carefully it was made.
package opening

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"parlour"
	"parlour/learn/theory"
)

// A Book says what the first moves of a game are worth.
type Book struct {
	Game   parlour.Game
	Title  string        // of the whole: "The three-move ballots"
	About  string        // what it contains, in a sentence or two
	Unit   *theory.Unit  // of values
	Setup  parlour.Setup // how the game is set up before every line
	Unsaid string        // the move that lines leave out wherever it can be made: "roll"
	Made   Made
	Lines  []Line // each root is followed by the lines that go on from it

	// Fold returns a position line without what makes no difference to the
	// book, such as counters. Nil stands for no change.
	Fold func(line string) string

	once sync.Once
	at   map[string]int // the number of a line by its folded position
}

// Made says how the figures of a book came about.
type Made struct {
	Command string `json:"command"` // repeats it
	Date    string `json:"date"`
	Method  string `json:"method"` // how deep, in a sentence
}

// A Line is a position of the book: the throws and moves that lead to it, and
// what the moves from there are worth.
type Line struct {
	Key     string   // the name of its root: "12" for a ballot, "31" for a throw
	Level   int      // 0 for a root
	Name    string   // what players call it, if they do
	Group   string   // the roots that belong together
	Path    []string // throws and moves from the start
	Replies []Reply  // best first
}

// A Reply is a move and what it is worth to the player who makes it.
type Reply struct {
	Move  string  `json:"move"`
	Value float64 `json:"value"`
	Err   float64 `json:"err,omitempty"`   // the standard error of the value, if it comes from chance
	Depth int     `json:"depth,omitempty"` // moves searched ahead, if it comes from a search

	// Parts are what the value is made of, in the order of the unit, by seat.
	Parts [][]float64 `json:"parts,omitempty"`
}

// Best returns the best reply.
func (l *Line) Best() Reply {
	if len(l.Replies) == 0 {
		return Reply{}
	}
	return l.Replies[0]
}

// Match returns the position of a line.
func (b *Book) Match(l *Line) (parlour.Match, error) {
	m, err := b.Game.New(b.Setup)
	if err != nil {
		return nil, err
	}
	for _, text := range l.Path {
		if mv, err := m.Parse(b.Unsaid); err == nil {
			m = m.Next(mv)
		}
		mv, err := m.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join(l.Path, " "), err)
		}
		m = m.Next(mv)
	}
	return m, nil
}

// Value writes a value as the players of the game do: "+0.228".
func (b *Book) Value(v float64) string { return b.Unit.Change(v) }

// Loss writes how much less a reply is worth than the best one: "0.036". It is "" if
// that is too little to be seen.
func (b *Book) Loss(l *Line, r *Reply) string { return b.Unit.Loss(l.Best().Value - r.Value) }

// Roots returns the lines that others go on from.
func (b *Book) Roots() []*Line {
	var roots []*Line
	for i := range b.Lines {
		if b.Lines[i].Level == 0 {
			roots = append(roots, &b.Lines[i])
		}
	}
	return roots
}

// Under returns the lines of a root: first itself.
func (b *Book) Under(key string) (list []*Line) {
	for i := range b.Lines {
		if b.Lines[i].Key == key {
			list = append(list, &b.Lines[i])
		}
	}
	return list
}

// At returns the line that leads to the same position as m, or nil.
func (b *Book) At(m parlour.Match) *Line {
	b.once.Do(func() {
		b.at = map[string]int{}
		for i := range b.Lines {
			if m, err := b.Match(&b.Lines[i]); err == nil {
				if _, known := b.at[b.fold(m)]; !known {
					b.at[b.fold(m)] = i
				}
			}
		}
	})
	if i, ok := b.at[b.fold(m)]; ok {
		return &b.Lines[i]
	}
	return nil
}

func (b *Book) fold(m parlour.Match) string {
	if b.Fold == nil {
		return m.String()
	}
	return b.Fold(m.String())
}

// Find looks a line up by words: the key of a root, the throws and moves of a
// line, the throws alone, the moves that several lines begin with, or a part of
// a name. It returns every line that fits, in the order of the book.
func (b *Book) Find(words ...string) []*Line {
	words = strings.Fields(strings.Join(words, " "))
	if len(words) == 0 {
		return b.Roots()
	}
	text := strings.Join(words, " ")
	for _, fits := range []func(l *Line) bool{
		func(l *Line) bool { return l.Level == 0 && l.Key == text },
		func(l *Line) bool { return same(strings.Join(l.Path, " "), text) },
		func(l *Line) bool { return picks(l.Path, words) },
		func(l *Line) bool {
			return l.Level == 0 && len(words) < len(l.Path) && slices.EqualFunc(l.Path[:len(words)], words, same)
		},
		func(l *Line) bool {
			return l.Level == 0 && (contains(l.Name, text) || contains(l.Group, text))
		},
	} {
		var list []*Line
		for i := range b.Lines {
			if fits(&b.Lines[i]) {
				list = append(list, &b.Lines[i])
			}
		}
		if list != nil {
			return list
		}
	}
	return nil
}

// picks reports whether the words are some of a path in its order, among them
// the first and the last.
func picks(path, words []string) bool {
	if !same(path[0], words[0]) || !same(path[len(path)-1], words[len(words)-1]) {
		return false
	}
	i := 0
	for _, step := range path {
		if i < len(words) && same(step, words[i]) {
			i++
		}
	}
	return i == len(words)
}

// same reports whether two texts name the same moves: a capture may be written
// like a step, and the dice of a throw in any order.
func same(a, b string) bool {
	if len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0] {
		return true
	}
	return strings.ReplaceAll(a, "x", "-") == strings.ReplaceAll(b, "x", "-")
}

func contains(name, part string) bool {
	return name != "" && strings.Contains(strings.ToLower(name), strings.ToLower(part))
}
