package pdn

import (
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"parlour"
	"parlour/games/checkers"
	"parlour/record"
)

// Games reads a file game by game. A game with an error comes with a *parlour.FileError
// and contains everything up to that place. Reading continues with the next
// game unless the file itself is broken.
func Games(r io.Reader) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		l := newLexer(r)
		var raw rawGame
		for n := 1; ; {
			t, err := l.next()
			if err != nil {
				g, _ := raw.play()
				bad := Sentences.Wrong(t.line, err, "pdn.fault-rest")
				bad.Game = n
				yield(g, bad)
				return
			}
			if raw.before(t) {
				g, e := raw.play()
				err = nil
				if e != nil {
					e.Game = n
					err = e
				}
				if !yield(g, err) {
					return
				}
				n++
				raw = rawGame{}
			}
			if t.kind == endOfFile {
				return
			}
			raw.add(t)
		}
	}
}

// A rawGame is a game as it is written, before any move is played.
type rawGame struct {
	line   int
	tags   record.Tags
	items  []item
	result string // the token, "" if there is none
	ended  bool
	warned []string
}

// An item is a move or something between moves.
type item struct {
	kind itemKind
	text string
	line int
}

type itemKind uint8

const (
	moveItem itemKind = iota
	commentItem
	glyphItem
)

// before reports whether there is a game that ends before the token: at the end
// of the file, at a tag after moves, and at anything but a comment after a
// result.
func (r *rawGame) before(t token) bool {
	if len(r.tags) == 0 && len(r.items) == 0 {
		return false
	}
	return t.kind == endOfFile || t.kind == tagToken && (len(r.items) > 0 || r.ended) || t.kind == word && r.ended
}

func (r *rawGame) add(t token) {
	if r.line == 0 {
		r.line = t.line
	}
	switch t.kind {
	case tagToken:
		r.tags = append(r.tags, record.Tag{Name: t.name, Value: t.text})
	case comment:
		if t.text != "" {
			r.items = append(r.items, item{commentItem, t.text, t.line})
		}
	case word:
		r.addWord(t.text, t.line)
	}
}

// addWord sorts a word: a result, a move number, a glyph or a move.
func (r *rawGame) addWord(text string, line int) {
	if _, ok := winners[text]; ok {
		r.result, r.ended = text, true
		return
	}
	if dot := strings.LastIndexByte(text, '.'); dot > 0 && strings.Trim(text[:dot], "0123456789.") == "" {
		text = text[dot+1:] // the number may be attached to the move
		if _, ok := winners[text]; ok {
			r.result, r.ended = text, true
			return
		}
	}
	move := strings.TrimRight(text, "!?+#*.")
	switch {
	case text == "" || strings.Trim(text, ".") == "":
	case text[0] == '$' || move == "":
		r.items = append(r.items, item{glyphItem, text, line})
	case text[0] < '0' || text[0] > '9':
		r.warned = append(r.warned, "the words "+text+" are among the moves")
		r.items = append(r.items, item{commentItem, text, line})
	default:
		cut := remark(text)
		glued := text[cut:]
		move, glyphs := text[:cut], ""
		if bare := strings.TrimRight(move, "!?+#*."); bare != move {
			move, glyphs = bare, strings.ReplaceAll(move[len(bare):], ".", "")
		}
		r.items = append(r.items, item{moveItem, move, line})
		if glyphs != "" {
			r.items = append(r.items, item{glyphItem, glyphs, line})
		}
		if glued != "" {
			r.items = append(r.items, item{commentItem, glued, line})
		}
	}
}

// remark returns where a remark attached to a move begins: at the first letter
// that is not a separator followed by a digit.
func remark(text string) int {
	for i, c := range text {
		letter := c|32 >= 'a' && c|32 <= 'z' || c >= 0x80
		digit := i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9'
		if letter && !(c|32 == 'x' && digit) {
			return i
		}
	}
	return len(text)
}

// play replays the game as it is written.
func (r *rawGame) play() (*Game, *parlour.FileError) {
	options := record.Tag{}
	for _, t := range r.tags {
		if t.Name == "Rules" {
			options = t
		}
	}
	if options.Name == "" && slices.ContainsFunc(r.items, item.isHuff) {
		options.Value = "huff=yes"
	}
	g, err := r.playBy(options.Value)
	if err != nil && errors.Is(err.Err, errQuiet) && options.Name == "" {
		// The file does not limit quiet play, so read the game without a limit.
		quiet := strings.TrimPrefix(options.Value+",quiet=0", ",")
		g, err = r.playBy(quiet)
		g.warn("the game continued after it was drawn by the quiet count")
	}
	return g, err
}

// errQuiet says that a game cannot continue because it is drawn by the quiet
// count.
var errQuiet = Sentences.Wrong(0, nil, "pdn.fault-quiet")

// playBy replays the game with the given options.
func (r *rawGame) playBy(options string) (*Game, *parlour.FileError) {
	g := &Game{Line: r.line, Tags: r.tags, Warnings: slices.Clone(r.warned)}
	if err := otherGame(g.Tag("GameType")); err != nil {
		err.Line = r.line
		return g, err
	}
	if value := g.Tag("Result"); value != "" && r.result != "" && value != r.result {
		g.warn("the tag says %s, but the moves end with %s", value, r.result)
	}
	m, err := start(g.Tag("FEN"), options)
	if line := g.Tag("Position"); line != "" {
		m, err = checkers.Game().Parse(line)
	}
	if err != nil {
		return g, record.Sentences.Wrong(r.line, err, "record.fault-begin")
	}
	g.Start = m.String()
	p := replay{g: g, m: m}
	for _, it := range r.items {
		if err := p.item(it); err != nil {
			return g, record.Sentences.Wrong(it.line, err, "record.fault-play", "move", it.text)
		}
	}
	if p.huff != "" {
		g.say("huff " + p.huff)
	}
	r.judge(g, m)
	return g, nil
}

// start sets up a game.
func start(fen, options string) (parlour.Match, error) {
	if fen == "" {
		fen = "B" + usualSetUp
		if slices.Contains(strings.Split(options, ","), "first=white") {
			fen = "W" + usualSetUp
		}
	}
	tag := "checkers"
	if options != "" {
		tag += "[" + options + "]"
	}
	return checkers.Game().Parse(tag + " " + fen)
}

// usualSetUp is the FEN of the usual set-up without the side to move.
const usualSetUp = ":W21-32:B1-12"

// isHuff reports whether a comment may mean a huff or compel.
func (it item) isHuff() bool {
	square, ok := strings.CutPrefix(it.text, "huff ")
	return it.kind == commentItem && (it.text == "compel" || ok && square != "" && strings.Trim(square, "0123456789") == "")
}

// A replay plays a game item by item.
type replay struct {
	g    *Game
	m    parlour.Match
	huff string // square to be huffed before the next move, "" for none
}

func (p *replay) item(it item) error {
	switch {
	case it.kind == glyphItem:
		if n := len(p.g.Moves); n > 0 {
			p.g.Moves[n-1].Glyphs = join(p.g.Moves[n-1].Glyphs, it.text)
		}
	case it.isHuff() && p.offence():
		if it.text == "compel" {
			return p.move("compel", it.line)
		}
		p.huff = strings.TrimPrefix(it.text, "huff ")
	case it.kind == commentItem:
		p.g.say(it.text)
	case p.huff != "":
		text := "h" + p.huff + " " + it.text
		p.huff = ""
		return p.move(text, it.line)
	default:
		return p.move(it.text, it.line)
	}
	return nil
}

// offence reports whether the side to move may huff or compel.
func (p *replay) offence() bool {
	_, pos, ok := parlour.Typed[checkers.Position](p.m)
	return ok && pos.Offence()
}

func (p *replay) move(text string, line int) error {
	if res := p.m.Result(); res.Reason == "quiet" {
		return errQuiet
	}
	m, err := p.m.Parse(text)
	if err != nil {
		return err
	}
	p.g.Moves = append(p.g.Moves, Move{Text: p.m.Text(m), Line: line})
	return p.m.Play(m)
}

// say adds words after the last move.
func (g *Game) say(words string) {
	if n := len(g.Moves); n > 0 {
		g.Moves[n-1].Comment = join(g.Moves[n-1].Comment, words)
		return
	}
	g.Comment = join(g.Comment, words)
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

// judge decides winner and reason. A finished position overrides the Winner
// tag, which overrides the result.
func (r *rawGame) judge(g *Game, m parlour.Match) {
	token := r.result
	if _, ok := winners[g.Tag("Result")]; token == "" && ok {
		token = g.Tag("Result")
	}
	g.Winner = winners[token]
	switch tag := strings.ToLower(g.Tag("Winner")); tag {
	case "black":
		g.Winner = "B"
	case "white":
		g.Winner = "W"
	case "draw":
		g.Winner = "draw"
	}
	if t := g.Tag("Termination"); slices.Contains(reasons, t) {
		g.Reason = t
	}
	res := m.Result()
	if !res.Over {
		return
	}
	won := "draw"
	if s := res.Winner(); s != parlour.Nobody {
		won = "BW"[s : s+1]
	}
	if g.Winner != "" && g.Winner != won {
		g.warn("the result %s contradicts the last position, which is %s by %s", token, resultOf(won), res.Reason)
	}
	g.Winner, g.Reason = won, res.Reason
}
