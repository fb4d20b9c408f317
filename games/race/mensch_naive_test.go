package race

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The plain Mensch is a second program for the same rules, written only for
// comparison. It works on the text of a line with maps and slices, square by
// square, and shares nothing with the engine.
type plain struct {
	tag     string
	opts    map[string]string
	colours string         // present, in seat order
	men     map[byte][]int // progress by colour
	turn    byte
	throw   int
	tries   int
	rank    []byte
	seats   string
}

type plainMove struct {
	colour     byte // 0 for a pass
	from, to   int
	captured   byte
	huffColour byte
	huffFrom   int
}

const plainColours = "YGRK"

func plainStart(c byte) int { return 10 * strings.IndexByte(plainColours, c) }

func (n *plain) option(key, def string) string {
	if v, ok := n.opts[key]; ok {
		return v
	}
	return def
}

func readPlain(line string) *plain {
	f := strings.Split(line, " ")
	n := &plain{tag: f[0], opts: map[string]string{}, men: map[byte][]int{}, turn: f[2][0]}
	if _, list, ok := strings.Cut(f[0], "["); ok {
		for kv := range strings.SplitSeq(strings.TrimSuffix(list, "]"), ",") {
			k, v, _ := strings.Cut(kv, "=")
			n.opts[k] = v
		}
	}
	for block := range strings.SplitSeq(f[1], "/") {
		c := block[0]
		n.colours += string(c)
		for place := range strings.SplitSeq(block[2:], ",") {
			n.men[c] = append(n.men[c], plainProgress(c, place))
		}
	}
	n.throw, _ = strconv.Atoi(f[3])
	if f[5] != "-" {
		for kv := range strings.SplitSeq(f[5], ";") {
			switch k, v, _ := strings.Cut(kv, "="); k {
			case "rank":
				n.rank = []byte(strings.ReplaceAll(v, ",", ""))
			case "seats":
				n.seats = v
			case "tries":
				n.tries, _ = strconv.Atoi(v)
			}
		}
	}
	return n
}

func plainProgress(c byte, place string) int {
	if place == "-" {
		return -1
	}
	if i := strings.Index("abcd", place); i >= 0 {
		return 40 + i
	}
	a, _ := strconv.Atoi(place)
	return (a - plainStart(c) + 40) % 40
}

func plainPlace(c byte, q int) string {
	switch {
	case q < 0:
		return "-"
	case q >= 40:
		return "abcd"[q-40 : q-39]
	}
	return strconv.Itoa((plainStart(c) + q) % 40)
}

func (n *plain) line() string {
	var blocks, flags []string
	for i := range n.colours {
		c := n.colours[i]
		men := slices.Sorted(slices.Values(n.men[c]))
		var places []string
		for _, q := range men {
			places = append(places, plainPlace(c, q))
		}
		blocks = append(blocks, string(c)+":"+strings.Join(places, ","))
	}
	if len(n.rank) > 0 {
		flags = append(flags, "rank="+strings.Join(strings.Split(string(n.rank), ""), ","))
	}
	if n.seats != "" {
		flags = append(flags, "seats="+n.seats)
	}
	if n.tries > 0 {
		flags = append(flags, fmt.Sprintf("tries=%d", n.tries))
	}
	throw, flag := "-", "-"
	if n.throw > 0 {
		throw = strconv.Itoa(n.throw)
	}
	if flags != nil {
		flag = strings.Join(flags, ";")
	}
	return fmt.Sprintf("%s %s %c %s - %s", n.tag, strings.Join(blocks, "/"), n.turn, throw, flag)
}

func (n *plain) owner(c byte) byte {
	if n.seats == "" {
		return c
	}
	return n.seats[strings.IndexByte(plainColours, c)]
}

func (n *plain) neutral() byte {
	if i := strings.IndexByte(n.seats, 'n'); i >= 0 {
		return plainColours[i]
	}
	return 0
}

func (n *plain) home(c byte) bool {
	for _, q := range n.men[c] {
		if q < 40 {
			return false
		}
	}
	return true
}

func (n *plain) done(c byte) bool {
	return n.home(c) && (n.neutral() == 0 || n.home(n.neutral()))
}

// on counts the pieces of c at progress q.
func (n *plain) on(c byte, q int) (k int) {
	for _, x := range n.men[c] {
		if x == q {
			k++
		}
	}
	return k
}

// square returns whose pieces are on a circuit square, and how many.
func (n *plain) square(a int) (byte, int) {
	for i := range n.colours {
		c := n.colours[i]
		if k := n.on(c, (a-plainStart(c)+40)%40); k > 0 {
			return c, k
		}
	}
	return 0, 0
}

func (n *plain) takes(c, v byte) bool {
	m := n.turn
	switch {
	case v == c:
		return false
	case c == m:
		return n.owner(v) != n.owner(m) || n.option("kin", "safe") == "hit"
	default:
		return v != m || n.option("nown", "safe") == "hit"
	}
}

func (n *plain) land(c byte, q int) (how string, victim byte) {
	if q >= 40 {
		if n.on(c, q) > 0 {
			return "no", 0
		}
		return "quiet", 0
	}
	switch v, k := n.square((plainStart(c) + q) % 40); {
	case k == 0:
		return "quiet", 0
	case v == c:
		if n.option("barrier", "no") == "yes" && k == 1 {
			return "quiet", 0
		}
		return "no", 0
	case k > 1 || !n.takes(c, v):
		return "no", 0
	default:
		return "capture", v
	}
}

func (n *plain) clear(c byte, p, q int) bool {
	for x := min(p, q) + 1; x < max(p, q); x++ {
		if x < 40 {
			if _, k := n.square((plainStart(c) + x) % 40); k > 1 && n.option("barrier", "no") == "yes" {
				return false
			}
		} else if n.option("noskip", "no") == "yes" && n.on(c, x) > 0 {
			return false
		}
	}
	return true
}

func (n *plain) allow3(c byte) bool {
	if n.option("tries", "1") != "3" || n.on(c, -1) == 0 {
		return false
	}
	k := 0
	for _, q := range n.men[c] {
		if q >= 0 && q < 40 {
			return false
		}
		if q >= 40 {
			k++
		}
	}
	for q := 43; q > 43-k; q-- {
		if n.on(c, q) != 1 {
			return false
		}
	}
	return true
}

func (n *plain) free() bool {
	if n.home(n.turn) || n.option("neutral", "capture") == "free" {
		return true
	}
	if n.option("neutral", "capture") == "table" {
		for i := range n.colours {
			if c := n.colours[i]; c != n.neutral() && n.home(c) {
				return true
			}
		}
	}
	return false
}

func (n *plain) raw(c byte) (moves []plainMove) {
	d := n.throw
	forward := func(p int) (plainMove, bool) {
		q := p + d
		if q > 43 || !n.clear(c, p, q) {
			return plainMove{}, false
		}
		how, v := n.land(c, q)
		return plainMove{colour: c, from: p, to: q, captured: v}, how != "no"
	}
	if d == 6 && n.on(c, -1) > 0 {
		how, v := n.land(c, 0)
		enter := n.on(c, 0) == 0 && how != "no"
		if n.option("barrier", "no") == "yes" && n.on(c, 0) == 1 {
			_, can := forward(0)
			switch n.option("apair", "never") {
			case "stuck":
				enter = enter || !can
			case "may":
				enter = true
			}
		}
		if enter {
			moves = append(moves, plainMove{colour: c, from: -1, to: 0, captured: v})
		}
	}
	for p := 0; p <= 43; p++ {
		if n.on(c, p) == 0 {
			continue
		}
		if m, ok := forward(p); ok {
			moves = append(moves, m)
		}
		q := p - d
		if n.option("back", "no") == "yes" && (p <= 39 || n.option("homeback", "no") == "yes") && q >= 1 && q <= 39 && n.clear(c, p, q) {
			if how, v := n.land(c, q); how == "capture" {
				moves = append(moves, plainMove{colour: c, from: p, to: q, captured: v})
			}
		}
	}
	return moves
}

func (n *plain) duty(c byte, list []plainMove) ([]plainMove, bool) {
	d := n.throw
	if n.on(c, -1) > 0 && n.on(c, 0) > 0 {
		x := 0
		for {
			var left []plainMove
			found := false
			for _, m := range list {
				if m.from == -1 && n.option("apair", "never") == "may" {
					left = append(left, m)
				}
				if m.from == x && m.to == x+d {
					left = append(left, m)
					found = true
				}
			}
			if found {
				return left, true
			}
			if n.option("chain", "free") != "block" || x+d > 43 || n.on(c, x+d) == 0 || !n.clear(c, x, x+d) {
				break
			}
			x += d
		}
	}
	for _, m := range list {
		if m.from == -1 {
			return []plainMove{m}, true
		}
	}
	return nil, false
}

func plainCaptures(list []plainMove) (caps []plainMove) {
	for _, m := range list {
		if m.captured != 0 {
			caps = append(caps, m)
		}
	}
	return caps
}

func (n *plain) legal() []plainMove {
	m := n.turn
	must := n.option("must", "no") == "yes"
	var own0 []plainMove
	if !n.home(m) {
		own0 = n.raw(m)
	}
	own := own0
	left, binds := n.duty(m, own0)
	if binds {
		own = left
		if must && n.option("prio", "duty") == "capture" {
			own = nil
			for _, x := range own0 {
				if slices.Contains(left, x) || x.captured != 0 {
					own = append(own, x)
				}
			}
		}
	}
	var neu []plainMove
	if c := n.neutral(); c != 0 && (!binds || n.option("nprio", "duty") == "choice") && !n.home(c) {
		neu = n.raw(c)
		if n.option("nduty", "off") == "on" {
			if left, ok := n.duty(c, neu); ok {
				neu = left
			}
		}
		if !n.free() {
			neu = plainCaptures(neu)
		}
	}
	list := slices.Concat(own, neu)
	if len(own) == 0 {
		if len(neu) == 0 || !n.home(m) && len(plainCaptures(neu)) == len(neu) {
			list = append(list, plainMove{})
		}
	} else if n.option("lone", "move") == "pass" && !must && !binds && len(plainCaptures(own)) == len(own) {
		list = append(list, plainMove{})
	}
	if !must {
		return list
	}
	owed := plainCaptures(own)
	if n.option("nmust", "own") == "all" {
		owed = plainCaptures(slices.Concat(own, neu))
	}
	if n.option("backmust", "yes") == "no" {
		owed = slices.DeleteFunc(owed, func(x plainMove) bool { return x.to < x.from })
	}
	if len(owed) == 0 {
		return list
	}
	if n.option("huff", "auto") == "strict" {
		return plainCaptures(list)
	}
	type origin struct {
		colour byte
		from   int
	}
	var failed []origin
	for _, x := range owed {
		if o := (origin{x.colour, x.from}); x.from >= 0 && !slices.Contains(failed, o) {
			failed = append(failed, o)
		}
	}
	if failed == nil {
		return list
	}
	var marked []plainMove
	for _, x := range list {
		mark := func(o origin) {
			x.huffColour, x.huffFrom = o.colour, o.from
			marked = append(marked, x)
		}
		switch o := (origin{x.colour, x.from}); {
		case x.captured != 0:
			marked = append(marked, x)
		case x.colour != 0 && slices.Contains(failed, o):
			mark(o)
		case n.option("pick", "player") == "player":
			for _, o := range failed {
				mark(o)
			}
		default:
			best := origin{0, -1}
			for _, want := range []byte{m, n.neutral()} {
				for _, o := range failed {
					if best.colour != m && o.colour == want && (best.colour != want || o.from > best.from) ||
						best.colour == m && o.colour == m && o.from > best.from {
						best = o
					}
				}
			}
			mark(best)
		}
	}
	return marked
}

func (n *plain) text(m plainMove) string {
	prefix := func(c byte) string {
		if c != n.turn {
			return string(c) + ":"
		}
		return ""
	}
	t := "pass"
	if m.colour != 0 {
		t = prefix(m.colour)
		switch {
		case m.from < 0:
			t += "enter"
		case m.to > m.from:
			t += plainPlace(m.colour, m.from) + ">" + plainPlace(m.colour, m.to)
		default:
			t += plainPlace(m.colour, m.from) + "<" + plainPlace(m.colour, m.to)
		}
	}
	if m.captured != 0 {
		t += "x" + string(m.captured)
	}
	if m.huffColour != 0 {
		t += "!" + prefix(m.huffColour) + plainPlace(m.huffColour, m.huffFrom)
	}
	return t
}

func (n *plain) over() bool {
	neutral, home, out := n.neutral(), 0, 0
	for i := range n.colours {
		switch c := n.colours[i]; {
		case c == neutral:
		case n.home(c):
			home++
		default:
			out++
		}
	}
	first := n.option("play-on", "all") == "first"
	switch {
	case neutral != 0:
		return n.home(neutral) && (out <= 1 || first && home >= 1)
	case n.seats == "1212" && n.option("double", "both") == "both":
		return n.home('Y') && n.home('R') || n.home('G') && n.home('K')
	}
	return out <= 1 || first && home >= 1
}

// after returns the line after a move.
func (n *plain) after(mv plainMove) string {
	m, d, neutral := n.turn, n.throw, n.neutral()
	could := n.allow3(m)
	a := &plain{tag: n.tag, opts: n.opts, colours: n.colours, men: map[byte][]int{}, turn: m, tries: n.tries, rank: slices.Clone(n.rank), seats: n.seats}
	for c, men := range n.men {
		a.men[c] = slices.Clone(men)
	}
	replace := func(c byte, from, to int) {
		a.men[c][slices.Index(a.men[c], from)] = to
	}
	if mv.captured != 0 {
		abs := (plainStart(mv.colour) + mv.to) % 40
		replace(mv.captured, (abs-plainStart(mv.captured)+40)%40, -1)
	}
	if mv.colour != 0 {
		replace(mv.colour, mv.from, mv.to)
	}
	if mv.huffColour != 0 {
		if mv.huffColour == mv.colour && mv.huffFrom == mv.from {
			replace(mv.colour, mv.to, -1)
		} else {
			replace(mv.huffColour, mv.huffFrom, -1)
		}
	}
	cameHome := false
	if a.home(m) && !slices.Contains(a.rank, m) {
		a.rank = append(a.rank, m)
		cameHome = true
	}
	if neutral != 0 && !n.home(neutral) && a.home(neutral) && slices.Contains(a.rank, m) {
		i := slices.Index(a.rank, m)
		a.rank = slices.Insert(slices.Delete(a.rank, i, i+1), 0, m)
	}
	pass := mv.colour == 0
	if a.over() {
		a.turn, a.tries = '-', 0
		return a.line()
	}
	if d == 6 && !(pass && n.option("dead-six", "again") == "pass") {
		again := n.option("last-six", "stop") == "again" && neutral != 0 && !a.home(neutral)
		if !a.done(m) && (!cameHome || again) {
			if !a.allow3(m) {
				a.tries = 0
			}
			return a.line()
		}
	} else if pass && could && n.tries < 2 {
		a.tries++
		return a.line()
	}
	a.tries = 0
	for {
		a.turn = plainColours[(strings.IndexByte(plainColours, a.turn)+1)%4]
		if strings.IndexByte(a.colours, a.turn) >= 0 && a.turn != neutral && !a.done(a.turn) {
			return a.line()
		}
	}
}
