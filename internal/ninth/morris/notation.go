package morris

import (
	"slices"
	"strings"

	"parlour"
)

// AppendMove appends the canonical text of m: "d6", "a7-d7", "d6xb4" or
// "a7-d7xb4".
func (r *Rules) AppendMove(dst []byte, _ *Position, m parlour.Move) []byte {
	if from := From(m); from >= 0 {
		dst = append(append(dst, names[from]...), '-')
	}
	dst = append(dst, names[To(m)]...)
	if taken := Taken(m); taken >= 0 {
		dst = append(append(dst, 'x'), names[taken]...)
	}
	return dst
}

// said is a move as somebody wrote it.
type said struct {
	from, to, taken string // names; from and taken may be empty
}

// listen reads the text of a move. Capitals and blanks do not matter. It
// reports false for what has not the form of a move.
func listen(text string) (s said, ok bool) {
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	move, taken, takes := strings.Cut(text, "x")
	s.to = move
	if from, to, slides := strings.Cut(move, "-"); slides {
		s.from, s.to = from, to
		if !looksLikePoint(from) {
			return s, false
		}
	}
	if takes {
		s.taken = taken
		if !looksLikePoint(taken) {
			return s, false
		}
	}
	return s, looksLikePoint(s.to)
}

// looksLikePoint reports whether a name is a letter and a digit.
func looksLikePoint(name string) bool {
	return len(name) == 2 && name[0] >= 'a' && name[0] <= 'z' && name[1] >= '0' && name[1] <= '9'
}

// pointOf returns the point of a name, or -1.
func pointOf(name string) int { return slices.Index(names[:], name) }

// ParseMove reads a move. The error is a *parlour.Refusal.
func (r *Rules) ParseMove(p *Position, text string) (parlour.Move, error) {
	if r.Turn(p).Over() {
		return parlour.NoMove, &parlour.Refusal{Code: "no-move-due"}
	}
	legal := r.AppendMoveList(p, nil)
	s, ok := listen(text)
	if !ok {
		return parlour.NoMove, &parlour.Refusal{
			Code:    "unreadable",
			Args:    parlour.Args{"text": text, "expected": info.Form},
			Instead: r.texts(p, legal),
		}
	}
	m := moveOf(pointOf(s.from), pointOf(s.to), pointOf(s.taken))
	if named := s.known(); named && slices.Contains(legal, m) {
		return m, nil
	}
	return parlour.NoMove, r.whyNot(p, s, legal)
}

// known reports whether the board has all points that were named.
func (s *said) known() bool { return s.unknown() == "" }

// unknown returns the first name that is no point of the board, or "".
func (s *said) unknown() string {
	for _, name := range []string{s.from, s.to, s.taken} {
		if name != "" && pointOf(name) < 0 {
			return name
		}
	}
	return ""
}

// texts returns the canonical texts of moves.
func (r *Rules) texts(p *Position, moves []parlour.Move) []string {
	var all []string
	for _, m := range moves {
		all = append(all, string(r.AppendMove(nil, p, m)))
	}
	return all
}
