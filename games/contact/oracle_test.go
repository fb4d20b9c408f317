package contact

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/record"
)

// The oracle is a second, slow implementation of the rules: on lists of tiles
// with their four numbers, on texts, walk by walk. It shares nothing with the
// engine but the lines.
type oracle struct {
	options map[string]string
	mode    string
	tiles   []stone
	turn    string
	quiet   int
	seven   int // -1: not on
	had     []string
}

type stone struct {
	x, y   int
	colour string
	n      [4]int // clockwise from the north-west
}

func (s stone) kind() int {
	if s.n == [4]int{4, 4, 4, 4} || slices.Min(s.n[:]) == 1 {
		return 2
	}
	return 1
}
func (s stone) turned() bool { return s.n[0] == s.n[1] }
func (s stone) name() string { return string(rune('a'+s.x-1)) + strconv.Itoa(s.y) }

func consult(line string) *oracle {
	f := strings.Fields(line)
	o := &oracle{options: map[string]string{}, mode: f[1], turn: f[3], seven: -1}
	if _, tag, ok := strings.Cut(strings.TrimSuffix(f[0], "]"), "["); ok {
		for _, kv := range strings.Split(tag, ",") {
			k, v, _ := strings.Cut(kv, "=")
			o.options[k] = v
		}
	}
	if f[2] != "-" {
		for _, t := range strings.Split(f[2], ",") {
			i := strings.IndexAny(t, "GBRY")
			y, _ := strconv.Atoi(t[1:i])
			s := stone{x: int(t[0]-'a') + 1, y: y, colour: t[i : i+1]}
			for k := range s.n {
				s.n[k] = int(t[i+1+k] - '0')
			}
			o.tiles = append(o.tiles, s)
		}
	}
	o.quiet, _ = strconv.Atoi(f[4])
	if f[5] != "-" {
		o.seven, _ = strconv.Atoi(f[5])
	}
	return o
}

func (o *oracle) clone() *oracle {
	c := *o
	c.tiles = slices.Clone(o.tiles)
	return &c
}

func (o *oracle) is(key, value string) bool { return o.options[key] == value }

func (o *oracle) w() int {
	if o.is("tile", "wide") {
		return 2
	}
	return 1
}

func (o *oracle) seat(colour string) string {
	if o.mode == "duel12" {
		return map[string]string{"G": "s", "R": "s", "Y": "n", "B": "n"}[colour]
	}
	return map[string]string{"G": "s", "B": "w", "R": "n", "Y": "e"}[colour]
}

func (o *oracle) sideOf(seat string) string {
	if o.mode != "pairs" {
		return seat
	}
	return map[string]string{"s": "sn", "n": "sn", "w": "we", "e": "we"}[seat]
}

func (o *oracle) friends(a, b stone) bool {
	return o.sideOf(o.seat(a.colour)) == o.sideOf(o.seat(b.colour))
}

func partnerOf(seat string) string {
	return map[string]string{"s": "n", "n": "s", "w": "e", "e": "w"}[seat]
}

func (o *oracle) has(seat string) bool {
	return slices.ContainsFunc(o.tiles, func(s stone) bool { return o.seat(s.colour) == seat })
}

func (o *oracle) playing(seat string) bool {
	return o.has(seat) || o.is("mate", "helps") && o.mode == "pairs" && o.seven < 0 && o.has(partnerOf(seat))
}

// gap returns the larger and the smaller distance of two places.
func gap(x, y int, s stone) (int, int) {
	dx, dy := s.x-x, s.y-y
	if dx < 0 {
		dx = -dx
	}
	if dy < 0 {
		dy = -dy
	}
	return max(dx, dy), min(dx, dy)
}

// ends returns where tile number i may come to rest.
func (o *oracle) ends(i int) [][2]int {
	t := o.tiles[i]
	pace := t.kind()
	if o.seven >= 0 {
		pace = 7
	}
	at := func(x, y int, f func(far, near int, u stone) bool) bool {
		for k, u := range o.tiles {
			if far, near := gap(x, y, u); k != i && f(far, near, u) {
				return true
			}
		}
		return false
	}
	overlaps := func(far, _ int, _ stone) bool { return far < o.w() }
	beside := func(far, near int, u stone) bool { return !o.friends(t, u) && far == o.w() && near < o.w() }
	foe := func(far, _ int, u stone) bool { return far < o.w() && !o.friends(t, u) }
	type place struct{ x, y, dx, dy int }
	now := map[place]bool{{t.x, t.y, 0, 0}: true}
	for n := 1; n <= pace; n++ {
		next := map[place]bool{}
		for p := range now {
			for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
				q := place{p.x + d[0], p.y + d[1], 0, 0}
				if pace == 2 {
					q.dx, q.dy = d[0], d[1]
				}
				if q.x < 1 || q.x > 15 || q.y < 1 || q.y > 15 {
					continue
				}
				if o.is("corner", "straight") && pace == 2 && n == 2 && (p.dx == 0) != (d[0] == 0) {
					continue
				}
				if at(q.x, q.y, overlaps) && !(o.is("jump", "own") && pace == 2 && n == 1 && !at(q.x, q.y, foe)) {
					continue
				}
				if o.is("sides", "path") && at(q.x, q.y, beside) {
					continue
				}
				next[q] = true
			}
		}
		now = next
	}
	var list [][2]int
	for p := range now {
		if e := [2]int{p.x, p.y}; !at(p.x, p.y, beside) && !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b [2]int) int { return (a[1]-b[1])*100 + a[0] - b[0] })
	return list
}

// judged returns the tiles that the move of tile number i would remove.
func (o *oracle) judged(i, x, y int) (gone []int, spun stone) {
	t := o.tiles[i]
	t.x, t.y, t.n = x, y, [4]int{t.n[3], t.n[0], t.n[1], t.n[2]}
	type sums struct {
		mine, theirs int
		tiles        []int
	}
	groups := map[string]*sums{}
	corners := [4][2]int{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}
	for k, u := range o.tiles {
		for c, d := range corners {
			if k == i || o.friends(t, u) || u.x != x+d[0]*o.w() || u.y != y+d[1]*o.w() {
				continue
			}
			key := o.sideOf(o.seat(u.colour))
			switch o.options["several"] {
			case "seat":
				key = o.seat(u.colour)
			case "all":
				key = "all"
			case "pair":
				key = u.name()
			}
			if groups[key] == nil {
				groups[key] = &sums{}
			}
			g := groups[key]
			g.mine += t.n[c]
			g.theirs += u.n[(c+2)%4]
			g.tiles = append(g.tiles, k)
		}
	}
	for _, g := range groups {
		if g.mine >= g.theirs {
			gone = append(gone, g.tiles...)
		}
		if g.mine <= g.theirs && !slices.Contains(gone, i) {
			gone = append(gone, i)
		}
	}
	slices.Sort(gone)
	return gone, t
}

func (o *oracle) goal(t stone) bool {
	seat := o.seat(t.colour)
	across, depth := t.x, 16-t.y // as seen by the opposite seat, from South's left
	switch seat {
	case "s":
		across, depth = 16-t.x, 16-t.y
	case "n":
		across, depth = t.x, t.y
	case "w":
		across, depth = t.y, 16-t.x
	case "e":
		across, depth = 16-t.y, t.x
	}
	if depth != 1 {
		return false
	}
	switch {
	case o.is("rings", "line"):
		return true
	case o.is("rings", "twelve"):
		return across >= 2 && across <= 13
	case o.w() == 2:
		return across%2 == 0 && across <= 12
	}
	return across >= 5 && across <= 10
}

// exposed returns the names of the tiles of a seat that can be removed.
func (o *oracle) exposed(seat string) map[string]bool {
	e := map[string]bool{}
	for i := range o.tiles {
		if o.sideOf(o.seat(o.tiles[i].colour)) == o.sideOf(seat) {
			continue
		}
		for _, q := range o.ends(i) {
			gone, _ := o.judged(i, q[0], q[1])
			for _, k := range gone {
				if o.seat(o.tiles[k].colour) == seat {
					e[o.tiles[k].name()] = true
				}
			}
		}
	}
	return e
}

func (o *oracle) legal() []string {
	var list []string
	own := false
	order := make([]int, len(o.tiles))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return (o.tiles[a].y-o.tiles[b].y)*100 + o.tiles[a].x - o.tiles[b].x
	})
	for _, i := range order {
		t := o.tiles[i]
		seat := o.seat(t.colour)
		mate := o.mode == "pairs" && o.seven < 0 && seat == partnerOf(o.turn)
		if seat != o.turn && !mate {
			continue
		}
		for _, q := range o.ends(i) {
			to := stone{x: q[0], y: q[1]}.name()
			if !mate {
				own = true
			} else if !o.helpful(i, q[0], q[1]) {
				continue
			}
			list = append(list, t.name()+"-"+to)
		}
	}
	if !own {
		list = append(list, "pass")
	}
	return list
}

func (o *oracle) helpful(i, x, y int) bool {
	if o.is("help", "free") {
		return true
	}
	gone, moved := o.judged(i, x, y)
	for _, k := range gone {
		if k != i {
			return true
		}
	}
	seat := partnerOf(o.turn)
	before := o.exposed(seat)
	after := o.clone()
	after.play(o.tiles[i].name() + "-" + moved.name())
	then := after.exposed(seat)
	for k, u := range o.tiles {
		if !before[u.name()] {
			continue
		}
		name := u.name()
		if k == i {
			name = moved.name()
		}
		if k != i && o.is("help", "moved") {
			continue
		}
		there := slices.ContainsFunc(after.tiles, func(s stone) bool { return s.name() == name && s.colour == u.colour })
		if there && !then[name] {
			return true
		}
	}
	return false
}

func (o *oracle) play(text string) {
	o.had = o.sides()
	progress := false
	if text != "pass" {
		from, to, _ := strings.Cut(text, "-")
		i := slices.IndexFunc(o.tiles, func(s stone) bool { return s.name() == from })
		y, _ := strconv.Atoi(to[1:])
		gone, t := o.judged(i, int(to[0]-'a')+1, y)
		if !slices.Contains(gone, i) && !t.turned() && o.goal(t) {
			n := 6 - t.kind()
			t.n = [4]int{n, n, n, n}
			progress = true
		}
		progress = progress || len(gone) > 0
		o.tiles[i] = t
		var rest []stone
		for k, s := range o.tiles {
			if !slices.Contains(gone, k) {
				rest = append(rest, s)
			}
		}
		o.tiles = rest
	}
	o.quiet++
	if progress {
		o.quiet = 0
	}
	if o.seven >= 0 {
		o.seven++
	}
	o.next(o.playing)
	if o.seven < 0 && len(o.tiles) == 2 {
		a, b := o.tiles[0], o.tiles[1]
		if !o.friends(a, b) && a.kind() == b.kind() && !a.turned() && !b.turned() {
			o.seven = 0
			if !o.has(o.turn) {
				o.next(o.has)
			}
		}
	}
}

func (o *oracle) next(may func(string) bool) {
	i := strings.Index("swne", o.turn)
	for k := 1; k <= 4; k++ {
		if s := "swneswne"[i+k : i+k+1]; may(s) {
			o.turn = s
			return
		}
	}
}

// sides returns the sides that have a tile, in order.
func (o *oracle) sides() []string {
	var list []string
	for _, s := range []string{"s", "w", "n", "e"} {
		if side := o.sideOf(s); o.has(s) && !slices.Contains(list, side) {
			list = append(list, side)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return strings.Index("swne", a[:1]) - strings.Index("swne", b[:1]) })
	return list
}

func (o *oracle) end() string {
	sides := o.sides()
	tie := "tie " + strings.Join(sides, ",") + " "
	limit := 100
	if q, ok := o.options["quiet"]; ok {
		limit, _ = strconv.Atoi(q)
	}
	seats := 0
	for _, s := range []string{"s", "w", "n", "e"} {
		if o.playing(s) {
			seats++
		}
	}
	switch {
	case len(o.tiles) == 0:
		return "tie " + strings.Join(o.had, ",") + " wiped-out"
	case len(sides) == 1:
		return "win " + sides[0] + " last-tile"
	case len(o.tiles) == 2 && o.tiles[0].turned() && o.tiles[1].turned() && o.tiles[0].kind() == o.tiles[1].kind():
		return tie + "both-turned"
	case o.seven == 20:
		return tie + "ten-turns"
	case o.seven < 0 && o.quiet >= limit*seats:
		return tie + "quiet"
	}
	return ""
}

// String returns the line without the tag.
func (o *oracle) String() string {
	tiles := slices.Clone(o.tiles)
	slices.SortFunc(tiles, func(a, b stone) int { return (a.y-b.y)*100 + a.x - b.x })
	var parts []string
	for _, t := range tiles {
		parts = append(parts, fmt.Sprint(t.name(), t.colour, t.n[0], t.n[1], t.n[2], t.n[3]))
	}
	field, seven := "-", "-"
	if len(parts) > 0 {
		field = strings.ReplaceAll(strings.Join(parts, ","), " ", "")
	}
	if o.seven >= 0 {
		seven = strconv.Itoa(o.seven)
	}
	return fmt.Sprintf("%s %s %s %d %s", o.mode, field, o.turn, o.quiet, seven)
}

// scatter returns a line with a few tiles anywhere, close enough for contacts.
func scatter(rng *rand.Rand, tag, mode string) string {
	colours := map[string]string{"duel6": "GR", "three": "GBR"}[mode]
	if colours == "" {
		colours = "GBRY"
	}
	width := 5 + rng.IntN(11)
	for {
		var parts []string
		for range 2 + rng.IntN(8) {
			faces := []string{"3456", "6345", "5634", "4563", "1234", "4123", "3412", "2341", "5555", "4444"}
			parts = append(parts, fmt.Sprintf("%c%d%c%s", 'a'+rng.IntN(width), 15-rng.IntN(width), colours[rng.IntN(len(colours))], faces[rng.IntN(10)]))
		}
		line := fmt.Sprintf("%s %s %s %c %d -", tag, mode, strings.Join(parts, ","), "swne"[rng.IntN(4)], rng.IntN(30))
		if r, p, err := Read(line); err == nil {
			return string(r.AppendPosition(nil, &p))
		}
	}
}

// TestOracle compares every list, position and end of random play, in all modes
// and options, with the oracle.
func TestOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	compared := 0
	play := func(m parlour.Match, turns int) {
		for range turns {
			line := m.String()
			o := consult(line)
			if m.Turn().Over() {
				return
			}
			legal := gametest.Describe(m)
			if want := o.legal(); !slices.Equal(legal, want) {
				t.Fatalf("%s\nlegal %q\nwant  %q", line, legal, want)
			}
			text := legal[rng.IntN(len(legal))]
			for _, other := range legal { // contacts are rare, so prefer them
				if mv, _ := m.Parse(other); len(m.Effects(mv)) > 2 && rng.IntN(3) == 0 {
					text = other
				}
			}
			gametest.PlayText(t, m, text)
			o.play(text)
			_, got, _ := strings.Cut(m.String(), " ")
			if got != o.String() || record.EndText(m) != o.end() {
				t.Fatalf("%s after %s\ngot  %s %q\nwant %s %q", line, text, got, record.EndText(m), o, o.end())
			}
			compared++
		}
	}
	all := append([]map[string]string{{}}, variants...)
	for _, mode := range modeNames() {
		for _, options := range all {
			start, err := Game().New(parlour.Setup{Mode: mode, Options: options})
			if err != nil {
				t.Fatal(err)
			}
			play(start.Clone(), gametest.Times(3, 20))
			tag, _, _ := strings.Cut(start.String(), " ")
			for range gametest.Times(4, 40) {
				play(gametest.MustParse(t, Game(), scatter(rng, tag, mode)), gametest.Times(8, 5))
			}
		}
	}
	t.Logf("%d turns compared", compared)
}
