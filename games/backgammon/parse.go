package backgammon

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// A leg is one written step of a man from one place to the next.
type leg struct{ from, to int }

// A written is a play as somebody wrote it, before it is looked up.
type written struct {
	legs  []leg
	net   [bar + 1]int8 // by how many men each place changes
	named uint32        // points where a man is said to land
}

// readAs holds the words that can be read, including alternative spellings.
var readAs = func() map[string]parlour.Move {
	words := map[string]parlour.Move{
		"redouble":    double,
		"no move":     pass,
		"cannot move": pass,
		"no play":     pass,
		"-":           pass,
	}
	for i, name := range wordNames[1:] {
		words[name] = parlour.Move(i+1) << wordBits
	}
	return words
}()

// ParseMove reads a play or another choice. A play may be written in many ways:
// its parts in any order, with or without stars and points in between, man by
// man or step by step.
func (r *Rules) ParseMove(p *Position, text string) (parlour.Move, error) {
	clean := cleaned(text)
	legal := r.AppendMoves(p, nil)
	if m, ok := readAs[clean]; ok {
		if p.State == Doubled || p.State == Beavered || p.State == Raccooned {
			switch clean {
			case "pass":
				m = drop
			case "accept":
				m = take
			}
		}
		if slices.Contains(legal, m) {
			return m, nil
		}
		return parlour.NoMove, r.whyNotWord(p, m)
	}
	w, ok := readPlay(clean)
	if !ok {
		return parlour.NoMove, &parlour.Refusal{
			Code:    "unreadable",
			Args:    parlour.Args{"text": text, "expected": info.Form},
			Clauses: []string{"backgammon/play-text"},
			Instead: r.texts(p, nil),
		}
	}
	if p.State != Moving || p.Resign != 0 {
		return parlour.NoMove, r.whyNoPlay(p)
	}
	f := view(p)
	best, fewest := []parlour.Move(nil), maxSteps+1
	for _, m := range legal {
		if m>>wordBits != 0 || netChange(m) != w.net {
			continue
		}
		hits := f.hits(m)
		if w.named&f.blots&^hits != 0 {
			continue
		}
		switch n := bits.OnesCount32(hits &^ w.named); {
		case n < fewest:
			best, fewest = append(best[:0], m), n
		case n == fewest:
			best = append(best, m)
		}
	}
	switch len(best) {
	case 0:
		return parlour.NoMove, r.whyNotPlay(p, &w)
	case 1:
		return best[0], nil
	}
	return parlour.NoMove, &parlour.Refusal{
		Code:    "backgammon.ambiguous",
		Args:    parlour.Args{"text": text},
		Clauses: []string{"backgammon/play-text"},
		Instead: r.texts(p, best),
	}
}

// cleaned returns a text in lower case, with single spaces.
func cleaned(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// readPlay reads a play; text is in lower case.
func readPlay(text string) (w written, ok bool) {
	parts := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' })
	for _, s := range parts {
		n := 1
		s = strings.TrimRight(s, "*")
		if head, count, found := strings.Cut(s, "("); found {
			if len(count) != 2 || count[0] < '1' || count[0] > '9' || count[1] != ')' {
				return w, false
			}
			s, n = head, int(count[0]-'0')
		}
		places := strings.Split(s, "/")
		if len(places) < 2 || len(places) > maxSteps+1 {
			return w, false
		}
		var at []int
		for _, t := range places {
			p, ok := readPlace(strings.TrimRight(t, "*"))
			if !ok {
				return w, false
			}
			at = append(at, p)
		}
		for range n {
			for i := range at[1:] {
				w.legs = append(w.legs, leg{at[i], at[i+1]})
			}
		}
	}
	if len(w.legs) == 0 || len(w.legs) > allMen {
		return w, false
	}
	for _, l := range w.legs {
		w.net[l.from]--
		w.net[l.to]++
		w.named |= 1 << l.to & onPoints
	}
	return w, true
}

func readPlace(s string) (int, bool) {
	switch s {
	case "bar":
		return bar, true
	case "off":
		return off, true
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= off && n <= bar && s[0] != '+' && s[0] != '-'
}

// texts returns the canonical texts of the moves, or of all legal moves if the
// list is nil.
func (r *Rules) texts(p *Position, moves []parlour.Move) []string {
	if t := r.Turn(p); t.Seat == parlour.Nobody || t.Dice != 0 {
		return nil
	}
	var list []string
	for _, m := range r.AppendMoveList(p, nil) {
		if moves == nil || slices.Contains(moves, m) {
			list = append(list, string(r.AppendMove(nil, p, m)))
		}
	}
	return list
}
