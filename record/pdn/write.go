package pdn

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"parlour/games/checkers"
)

// standard are the tags that are always written, in this order.
var standard = []string{"Event", "Site", "Date", "Round", "Black", "White", "Result", "GameType", "Winner"}

// derived are the tags that repeat what the other fields of a Game say.
var derived = []string{"Result", "GameType", "Winner", "FEN", "SetUp", "Termination", "Rules", "Position"}

// Write writes games without checking their moves.
func Write(w io.Writer, games ...Game) error {
	b := bufio.NewWriter(w)
	for i := range games {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.Write(games[i].Append(nil))
	}
	return b.Flush()
}

// String returns the text of the game.
func (g *Game) String() string { return string(g.Append(nil)) }

// Append appends the text of the game.
func (g *Game) Append(dst []byte) []byte {
	for _, name := range standard {
		value := g.Tag(name)
		switch {
		case name == "Result":
			value = resultOf(g.Winner)
		case name == "GameType":
			value = "21"
		case name == "Winner":
			value = map[string]string{"B": "Black", "W": "White"}[g.Winner]
		case value == "" && name == "Date":
			value = "????.??.??"
		case value == "":
			value = "?"
		}
		if value != "" {
			dst = appendTag(dst, name, value)
		}
	}
	dst = appendStart(dst, g.Start)
	if g.Reason != "" {
		dst = appendTag(dst, "Termination", g.Reason)
	}
	for _, t := range g.Tags {
		if !slices.Contains(standard, t.Name) && !slices.Contains(derived, t.Name) && goodName(t.Name) {
			dst = appendTag(dst, t.Name, t.Value)
		}
	}
	return g.appendMoves(append(dst, '\n'))
}

// appendStart appends the tags that say where the game began, if it is not the
// usual set-up: a FEN and the options of the rules or, if those are not enough,
// the whole position line.
func appendStart(dst []byte, line string) []byte {
	tag, rest, _ := strings.Cut(line, " ")
	fen, _, _ := strings.Cut(rest, " ")
	_, options, _ := strings.Cut(strings.TrimSuffix(tag, "]"), "[")
	if m, err := start("", options); err == nil && m.String() == line {
		fen = ""
	}
	if fen != "" {
		dst = appendTag(dst, "SetUp", "1")
		dst = appendTag(dst, "FEN", fen)
	}
	if options != "" {
		dst = appendTag(dst, "Rules", options)
	}
	if m, err := start(fen, options); err == nil && m.String() != line {
		dst = appendTag(dst, "Position", line)
	}
	return dst
}

// goodName reports whether a tag can be written and read back.
func goodName(name string) bool {
	return name != "" && strings.TrimSpace(name) == name && !strings.ContainsAny(name, "\"]\n\r")
}

func appendTag(dst []byte, name, value string) []byte {
	dst = append(dst, '[')
	dst = append(dst, name...)
	dst = append(dst, ` "`...)
	dst = append(dst, escape.Replace(value)...)
	return append(dst, "\"]\n"...)
}

// A paper collects words and breaks lines between them.
type paper struct {
	dst []byte
	col int
}

const width = 78

func (p *paper) put(w string) {
	switch {
	case p.col == 0:
	case p.col+1+len(w) > width:
		p.dst = append(p.dst, '\n')
		p.col = 0
	default:
		p.dst = append(p.dst, ' ')
		p.col++
	}
	p.dst = append(p.dst, w...)
	p.col += len(w)
}

// comment puts words in braces. Words that would read like a huff get a dot.
func (p *paper) comment(words string) {
	words = strings.Join(strings.Fields(strings.ReplaceAll(words, "}", ")")), " ")
	if words == "" {
		return
	}
	if (item{kind: commentItem, text: words}).isHuff() {
		words += "."
	}
	for w := range strings.FieldsSeq("{" + words + "}") {
		p.put(w)
	}
}

func (g *Game) appendMoves(dst []byte) []byte {
	p := paper{dst: dst}
	p.comment(g.Comment)
	black := true // to move
	if m, err := checkers.Game().Parse(g.Start); err == nil {
		black = m.Turn().Seat != checkers.White
	}
	number, bare := 1, true // bare: the next move needs its number
	for i := range g.Moves {
		m := &g.Moves[i]
		text := m.Text
		if text == "compel" {
			p.put("{compel}")
			black, bare = !black, true
			p.after(m)
			continue
		}
		if square, move, ok := strings.Cut(text, " "); ok && square[0] == 'h' {
			p.put("{huff " + square[1:] + "}")
			text, bare = move, true
		}
		switch {
		case black:
			p.put(strconv.Itoa(number) + ".")
		case bare:
			p.put(strconv.Itoa(number) + "...")
		}
		p.put(text)
		bare = p.after(m)
		if !black {
			number++
		}
		black = !black
	}
	p.put(resultOf(g.Winner))
	return append(p.dst, '\n')
}

// after adds what follows a move, and reports whether anything does.
func (p *paper) after(m *Move) bool {
	for w := range strings.FieldsSeq(m.Glyphs) {
		if strings.Trim(w, "!?+#") == "" || w[0] == '$' && strings.Trim(w[1:], "0123456789") == "" {
			p.put(w)
		}
	}
	p.comment(m.Comment)
	return m.Comment != ""
}
