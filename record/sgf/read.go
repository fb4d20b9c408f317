package sgf

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"parlour"
	"parlour/games/backgammon"
	"parlour/record/sheet"
)

// Sentences say what is wrong with an SGF file. What they quote is the same in every
// language.
var Sentences = parlour.Sentences{
	"sgf.fault-large":      "the file is too large",
	"sgf.fault-no-game":    "the file contains no game",
	"sgf.fault-other":      "{text} is another game; backgammon is GM[6]",
	"sgf.fault-throw":      "{text} is not a throw of a player",
	"sgf.fault-stake":      "{text} is not a stake at the beginning of a game",
	"sgf.fault-number":     "{text} is not a number",
	"sgf.fault-points":     "a match has at most 99 points",
	"sgf.fault-result":     "{text} is not a result",
	"sgf.fault-winner":     "{text} names no winner",
	"sgf.fault-player":     "{text} is not a player",
	"sgf.fault-play":       "{text} is not a play",
	"sgf.fault-step":       "{text} is not a play: {step}",
	"sgf.fault-properties": "the tree has no properties",
	"sgf.fault-tree":       "the tree is not closed",
	"sgf.fault-char":       "unexpected {text}",
	"sgf.fault-empty":      "{name} has no value",
	"sgf.fault-value":      "a value is not closed",
}

// maxSize limits the size of a file.
const maxSize = 16 << 20

// Read reads an SGF file: the main line of every tree is a game. Plays are not
// checked; sheet.Records plays them. The error is a *parlour.FileError, or one from r.
func Read(r io.Reader) (*Match, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxSize {
		return nil, Sentences.Wrong(1, nil, "sgf.fault-large")
	}
	s := &Match{Options: map[string]string{}}
	p := parser{text: string(data)}
	for {
		nodes, err := p.tree()
		if err != nil {
			return nil, err
		}
		if nodes == nil {
			break
		}
		if err := addGame(s, nodes); err != nil {
			return nil, err
		}
	}
	if len(s.Games) == 0 {
		return nil, Sentences.Wrong(1, nil, "sgf.fault-no-game")
	}
	return s, nil
}

// A property is a name with its values.
type property struct {
	name   string
	values []string
	line   int
}

type node []property

func (n node) find(name string) []string {
	for _, p := range n {
		if p.name == name {
			return p.values
		}
	}
	return nil
}

// addGame reads the nodes of one tree.
func addGame(s *Match, nodes []node) error {
	g := Game{Stake: 1, Winner: parlour.Nobody}
	root := nodes[0]
	if gm := root.find("GM"); gm != nil && gm[0] != "6" {
		return Sentences.Wrong(root[0].line, nil, "sgf.fault-other", "text", "GM["+gm[0]+"]")
	}
	if err := readRoot(s, &g, root); err != nil {
		return err
	}
	for _, n := range nodes {
		player := ""
		for _, p := range n {
			switch v := p.values[0]; p.name {
			case "B", "W":
				a, err := readAct(p.name, v, p.line)
				if err != nil {
					return err
				}
				g.Acts = append(g.Acts, a)
			case "PL":
				player = v
			case "DI":
				a, err := readAct(player, v, p.line)
				if err != nil || a.Kind != sheet.Played {
					return Sentences.Wrong(p.line, nil, "sgf.fault-throw", "text", "DI["+v+"]")
				}
				a.Play = ""
				g.Acts = append(g.Acts, a)
			case "CV":
				stake, err := strconv.Atoi(v)
				if err != nil || stake < 1 || stake > 1<<15 || stake&(stake-1) != 0 || len(g.Acts) > 0 {
					return Sentences.Wrong(p.line, nil, "sgf.fault-stake", "text", "CV["+v+"]")
				}
				g.Stake = stake
			}
		}
	}
	s.Games = append(s.Games, g)
	return nil
}

// readRoot reads what the first node says about the match and the game.
func readRoot(s *Match, g *Game, root node) error {
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > 1_000_000_000 {
			return -1
		}
		return n
	}
	for _, p := range root {
		v := p.values[0]
		switch p.name {
		case "PB":
			s.Players[backgammon.X] = v
		case "PW":
			s.Players[backgammon.O] = v
		case "MI":
			for _, field := range p.values {
				key, value, _ := strings.Cut(field, ":")
				n := number(value)
				if n < 0 {
					return Sentences.Wrong(p.line, nil, "sgf.fault-number", "text", "MI["+field+"]")
				}
				switch key {
				case "length":
					if s.Length = n; n > 99 {
						return Sentences.Wrong(p.line, nil, "sgf.fault-points")
					}
				case "ws":
					g.Score[backgammon.O] = n
				case "bs":
					g.Score[backgammon.X] = n
				}
			}
		case "RE":
			who, points, ok := strings.Cut(v, "+")
			if !ok {
				continue
			}
			points, g.Resigned = strings.CutSuffix(points, "R")
			if g.Points = number(points); g.Points < 1 {
				return Sentences.Wrong(p.line, nil, "sgf.fault-result", "text", "RE["+v+"]")
			}
			switch who {
			case "B":
				g.Winner = backgammon.X
			case "W":
				g.Winner = backgammon.O
			default:
				return Sentences.Wrong(p.line, nil, "sgf.fault-winner", "text", "RE["+v+"]")
			}
		}
	}
	readRules(s, g, root.find("RU"))
	return nil
}

// readRules reads the options that RU names.
func readRules(s *Match, g *Game, values []string) {
	text := strings.Join(values, ":")
	if s.Length > 0 {
		if !strings.Contains(text, "Crawford") {
			s.Options["crawford"] = "no"
		}
		g.Crawford = strings.Contains(text, "CrawfordGame")
	} else if strings.Contains(text, "Jacoby") {
		s.Options["jacoby"] = "yes"
	}
	if strings.Contains(text, "NoCube") {
		s.Options["doubling"] = "none"
	}
}

// readAct reads the value of B or W.
func readAct(who, v string, line int) (a Act, err error) {
	a.Line = line
	switch who {
	case "B":
		a.Seat = backgammon.X
	case "W":
		a.Seat = backgammon.O
	default:
		return a, Sentences.Wrong(line, nil, "sgf.fault-player", "text", strconv.Quote(who))
	}
	switch v {
	case "double":
		a.Kind = sheet.Doubles
		return a, nil
	case "take":
		a.Kind = sheet.Takes
		return a, nil
	case "drop":
		a.Kind = sheet.Drops
		return a, nil
	}
	if len(v) < 2 || len(v) > 10 || len(v)%2 != 0 || v[0] < '1' || v[0] > '6' || v[1] < '1' || v[1] > '6' {
		return a, Sentences.Wrong(line, nil, "sgf.fault-play", "text", who+"["+v+"]")
	}
	a.Dice = [2]int{int(v[0] - '0'), int(v[1] - '0')}
	var parts []string
	for i := 2; i < len(v); i += 2 {
		from, to, ok := readPair(a.Seat, v[i], v[i+1])
		if !ok {
			return a, Sentences.Wrong(line, nil, "sgf.fault-step", "text", who+"["+v+"]", "step", v[i:i+2])
		}
		a.Steps = append(a.Steps, [2]int{from, to})
		parts = append(parts, fmt.Sprintf("%d/%d", from, to))
	}
	if a.Play = strings.Join(parts, " "); a.Play == "" {
		a.Play = "pass"
	}
	return a, nil
}

// readPair reads two letters as a step in the mover's numbering. Letters count
// from white's home or from the mover's; men move towards home.
func readPair(s parlour.Seat, c, d byte) (from, to int, ok bool) {
	if c < 'a' || c > 'y' || d < 'a' || d > 'z' || d == 'y' {
		return 0, 0, false
	}
	for _, turned := range [2]bool{s == backgammon.X, s != backgammon.X} {
		from, to = place(c, turned), place(d, turned)
		if from > to && (c != 'y' || to >= 19) && (d != 'z' || from <= 6) {
			return from, to, true
		}
	}
	return 0, 0, false
}

func place(c byte, turned bool) int {
	switch {
	case c == 'y':
		return sheet.Bar
	case c == 'z':
		return sheet.Off
	case turned:
		return sheet.Bar - int(c-'a') - 1
	}
	return int(c-'a') + 1
}

// A parser splits an SGF text into trees, nodes and properties.
type parser struct {
	text    string
	at      int
	lines   int // ends of lines before counted
	counted int
}

func (p *parser) line() int {
	p.lines += strings.Count(p.text[p.counted:p.at], "\n")
	p.counted = p.at
	return p.lines + 1
}

func (p *parser) fail(code string, args ...any) error {
	return Sentences.Wrong(p.line(), nil, code, args...)
}

// skip goes to the next character that is not a space and returns it, or 0 at
// the end.
func (p *parser) skip() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n\v\f", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// tree reads the main line of the next tree, or nil if there is none.
func (p *parser) tree() ([]node, error) {
	for p.at < len(p.text) && p.text[p.at] != '(' {
		p.at++
	}
	if p.at == len(p.text) {
		return nil, nil
	}
	var nodes []node
	depth, main := 0, true // main: not in a variation
	for {
		switch c := p.skip(); c {
		case '(':
			depth++
			p.at++
		case ')':
			depth--
			p.at++
			if main = false; depth == 0 {
				if len(nodes) == 0 || len(nodes[0]) == 0 {
					return nil, p.fail("sgf.fault-properties")
				}
				return nodes, nil
			}
		case ';':
			p.at++
			n, err := p.node()
			if err != nil {
				return nil, err
			}
			if main {
				nodes = append(nodes, n)
			}
		case 0:
			return nil, p.fail("sgf.fault-tree")
		default:
			return nil, p.fail("sgf.fault-char", "text", strconv.QuoteRune(rune(c)))
		}
	}
}

func (p *parser) node() (n node, err error) {
	for {
		c := p.skip()
		if c < 'A' || c > 'Z' {
			return n, nil
		}
		start := p.at
		for p.at < len(p.text) && p.text[p.at] >= 'A' && p.text[p.at] <= 'Z' {
			p.at++
		}
		prop := property{name: p.text[start:p.at], line: p.line()}
		for p.skip() == '[' {
			v, err := p.value()
			if err != nil {
				return nil, err
			}
			prop.values = append(prop.values, v)
		}
		if prop.values == nil {
			return nil, p.fail("sgf.fault-empty", "name", prop.name)
		}
		n = append(n, prop)
	}
}

// value reads a value in brackets. A backslash escapes the character after it.
func (p *parser) value() (string, error) {
	var b strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == ']':
			p.at++
			return b.String(), nil
		case c == '\\' && p.at+1 < len(p.text):
			p.at++
			b.WriteByte(p.text[p.at])
		default:
			b.WriteByte(c)
		}
	}
	return "", p.fail("sgf.fault-value")
}
