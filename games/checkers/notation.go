package checkers

import (
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// A path is the squares a piece touches, including the first and the last. No
// capture is longer than the twelve pieces it can take.
type path struct {
	squares [13]int8
	n       int
}

func (w *path) push(square int) { w.squares[w.n] = int8(square); w.n++ }

// all returns the squares.
func (w *path) all() []int8 { return w.squares[:w.n] }

// board returns the stand on which m is made, without the piece it huffs.
func (p *Position) board(m parlour.Move) Stand {
	if h, ok := Huffed(m); ok {
		return p.Stand.without(Of(h))
	}
	return p.Stand
}

// paths calls yield for every path of the move m, the first in order first,
// until yield returns false. The stand is the one on which m is made.
func (s *Stand) paths(side parlour.Seat, m parlour.Move, yield func(*path) bool) {
	var w path
	w.push(From(m))
	if Taken(m) == 0 {
		w.push(To(m))
		yield(&w)
		return
	}
	c := capturing(s, side)
	c.pick(From(m) - 1)
	c.empty |= Of(From(m))
	var walk func(at int, left Squares) bool
	walk = func(at int, left Squares) bool {
		if left == 0 {
			return at != To(m)-1 || yield(&w)
		}
		for d := c.lo; d < c.hi; d++ {
			h := hops[at][d]
			if left&h.over == 0 || c.empty&h.land == 0 {
				continue
			}
			w.push(h.land.first() + 1)
			ok := walk(h.land.first(), left&^h.over)
			w.n--
			if !ok {
				return false
			}
		}
		return true
	}
	walk(From(m)-1, Taken(m))
}

// leastPath returns the canonical path of m, the first in order.
func (s *Stand) leastPath(side parlour.Seat, m parlour.Move) (least path) {
	s.paths(side, m, func(w *path) bool {
		least = *w
		return false
	})
	return least
}

// AppendMove appends the canonical text of m: "11-15", "18x25", "22x13x6", "h22
// 1-6" or "compel". A capture is written short unless that would also name
// another capture, or it returns to where it began.
// [checkers/r-path-short] [checkers/r-path-full]
func (r *Rules) AppendMove(dst []byte, p *Position, m parlour.Move) []byte {
	if m == compel {
		return append(dst, "compel"...)
	}
	if h, ok := Huffed(m); ok {
		dst = append(dst, 'h')
		dst = strconv.AppendInt(dst, int64(h), 10)
		dst = append(dst, ' ')
	}
	sep := byte('-')
	if Taken(m) != 0 {
		sep = 'x'
		if From(m) == To(m) || r.shared(p, m) {
			board := p.board(m)
			least := board.leastPath(p.Mover, m)
			return appendSquares(dst, least.all(), sep)
		}
	}
	return appendSquares(dst, []int8{int8(From(m)), int8(To(m))}, sep)
}

func appendSquares(dst []byte, squares []int8, sep byte) []byte {
	for i, n := range squares {
		if i > 0 {
			dst = append(dst, sep)
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return dst
}

// ends are the bits that the short form of a capture shows.
const ends = squareMask | squareMask<<toShift | huffMask

// shared reports whether another legal capture has the short form of m.
func (r *Rules) shared(p *Position, m parlour.Move) bool {
	var buf [96]parlour.Move
	for _, o := range r.AppendMoves(p, buf[:0]) {
		if o != m && o&ends == m&ends && Taken(o) != 0 {
			return true
		}
	}
	return false
}

// said is a move as somebody wrote it.
type said struct {
	compel  bool
	huffs   bool // if set, huff is the square
	huff    int
	squares []int
}

// results are the tokens that end a game in PDN. They are never moves.
var results = []string{"1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"}

// glyphs may follow a move.
const glyphs = "!?+#*"

// listen reads the text of a move. Ok is false if it cannot be read. Between
// squares it accepts a hyphen, x or colon, whether or not the move is a
// capture. It ignores a remark attached to the move.
func listen(text string) (s said, ok bool) {
	rest := strings.TrimSpace(text)
	if strings.EqualFold(strings.TrimRight(rest, glyphs+" "), "compel") {
		return said{compel: true}, true
	}
	if h := huffWord(rest); h > 0 {
		n, after, ok := digits(strings.TrimLeft(rest[h:], " "))
		if !ok {
			return s, false
		}
		s.huffs, s.huff = true, n
		rest = strings.TrimLeft(after, " ")
		rest = strings.TrimLeft(strings.TrimPrefix(rest, ","), " ")
		if rest == "" {
			return s, true
		}
	}
	for {
		n, after, ok := digits(rest)
		if !ok {
			return s, false
		}
		s.squares = append(s.squares, n)
		rest = strings.TrimLeft(after, " ")
		if rest == "" || !strings.ContainsRune("-xX:", rune(rest[0])) {
			rest = after
			break
		}
		next := strings.TrimLeft(rest[1:], " ")
		if next == "" || next[0] < '0' || next[0] > '9' {
			rest = after
			break
		}
		rest = next
	}
	rest = strings.TrimLeft(rest, glyphs)
	if glued := rest != "" && isLetter(rest[0]); !glued && strings.Trim(rest, glyphs+" ") != "" {
		return s, false
	}
	return s, len(s.squares) > 1
}

// huffWord returns the length of the word before the huffed square.
func huffWord(text string) int {
	for _, w := range []string{"huff", "h"} {
		if len(text) >= len(w) && strings.EqualFold(text[:len(w)], w) {
			return len(w)
		}
	}
	return 0
}

func isLetter(b byte) bool { return b|32 >= 'a' && b|32 <= 'z' || b >= 0x80 }

// digits reads the number of a square and returns what follows it. Old files
// write "17-03", so zeros in front are ignored; they are never written.
func digits(text string) (n int, rest string, ok bool) {
	i := 0
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	digits := strings.TrimLeft(text[:i], "0")
	if digits == "" && i > 0 {
		digits = "0"
	}
	n, ok = number(digits)
	return n, text[i:], ok
}

// ParseMove reads a move in any spelling: with any separator between squares,
// by any of its paths, and in the short form if that names only one move. The
// error is a *parlour.Refusal.
func (r *Rules) ParseMove(p *Position, text string) (parlour.Move, error) {
	if t := r.Turn(p); t.Seat == parlour.Nobody || t.Dice != 0 {
		return parlour.NoMove, &parlour.Refusal{Code: "no-move-due"}
	}
	trimmed := strings.TrimSpace(text)
	if slices.Contains(results, trimmed) {
		return parlour.NoMove, r.refuse(p, "result", parlour.Args{"text": trimmed}, []string{"resign", "draw-agreed"}, nil)
	}
	s, ok := listen(text)
	if !ok {
		return parlour.NoMove, &parlour.Refusal{
			Code:    "unreadable",
			Args:    parlour.Args{"text": text, "expected": info.Form},
			Instead: r.texts(p, r.AppendMoveList(p, nil)),
		}
	}
	legal := r.AppendMoveList(p, nil)
	if s.compel {
		if p.Huff != 0 {
			return compel, nil
		}
		return parlour.NoMove, r.noOffence(p)
	}
	mark := parlour.Move(0)
	if s.huffs {
		if err := r.whyNotHuff(p, s); err != nil {
			return parlour.NoMove, err
		}
		mark = huffBit | parlour.Move(s.huff-1)<<huffedShift
	}
	same := legal[:0:0] // the moves that begin with the same huff
	for _, m := range legal {
		if m&huffMask == mark && m != compel {
			same = append(same, m)
		}
	}
	board := p.board(mark)
	if len(s.squares) == 2 {
		return r.parseShort(p, &board, s.squares, same)
	}
	taken, err := r.follow(p, &board, s.squares, same)
	if err != nil {
		return parlour.NoMove, err
	}
	for _, m := range same {
		if From(m) == s.squares[0] && To(m) == s.squares[len(s.squares)-1] && Taken(m) == taken {
			return m, nil
		}
	}
	return parlour.NoMove, r.whyNot(p, &board, s.squares, same)
}

// parseShort finds the move that two squares name.
func (r *Rules) parseShort(p *Position, board *Stand, squares []int, same []parlour.Move) (parlour.Move, error) {
	var named []parlour.Move
	for _, m := range same {
		if From(m) == squares[0] && To(m) == squares[1] {
			if Taken(m).Len() < 2 { // the two squares are the full path
				return m, nil
			}
			named = append(named, m)
		}
	}
	switch len(named) {
	case 0:
		return parlour.NoMove, r.whyNot(p, board, squares, same)
	case 1:
		return named[0], nil
	}
	return parlour.NoMove, r.refuse(p, "ambiguous", parlour.Args{
		"from": strconv.Itoa(squares[0]),
		"to":   strconv.Itoa(squares[1]),
		"ways": strings.Join(r.texts(p, named), " or "),
	}, []string{"r-path-short", "r-path-full"}, named)
}

// texts returns the canonical texts of moves.
func (r *Rules) texts(p *Position, moves []parlour.Move) []string {
	var all []string
	for _, m := range moves {
		all = append(all, string(r.AppendMove(nil, p, m)))
	}
	return all
}

// LooksLikeFEN reports whether a line is meant as a FEN of checkers, valid or
// not: B:W21-32:B1-12.
func LooksLikeFEN(line string) bool {
	line = strings.TrimLeft(line, "\" ")
	return len(line) > 1 && strings.ContainsRune("BWbw", rune(line[0])) && line[1] == ':'
}
