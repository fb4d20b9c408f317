package compose

import (
	"math"
	"slices"

	"parlour"
	"parlour/board"
)

// A Turn is a move that is being composed: the steps taken so far, and the piece
// in hand.
type Turn struct {
	Chosen string // the place of the piece in hand, "" for none

	m        parlour.Match
	root     *Node
	taken    []*Node
	gestures []int  // how many steps each gesture took
	stuck    string // the place of a piece without a move that was touched
	told     map[string][]parlour.Effect
}

// New begins a turn. A move has to be due in the match, which must not change
// meanwhile.
func New(m parlour.Match) *Turn {
	return &Turn{m: m, root: graph(m), told: map[string][]parlour.Effect{}}
}

// What a touch comes to.
type Does int

// The meanings of a touch.
const (
	Nothing Does = iota
	Take         // take the steps of Chain
	Instead      // take back the last gesture, and take the steps of Chain
	Lift         // take the piece on Place into the hand
	Lower        // put the piece in hand down
	Why          // say why the piece on From cannot go to To, or anywhere if To is ""
)

// A Touch is what pointing at a place means.
type Touch struct {
	Does     Does
	Chain    []*Node
	Place    string
	From, To string
}

func (t *Turn) node() *Node {
	if n := len(t.taken); n > 0 {
		return t.taken[n-1]
	}
	return t.root
}

// Next returns the steps that may follow.
func (t *Turn) Next() []*Node { return t.node().Next }

// End returns the move if the turn may end here, or "".
func (t *Turn) End() string { return t.node().End }

// Complete reports whether the turn ends here and cannot go on.
func (t *Turn) Complete() bool { return t.End() != "" && len(t.Next()) == 0 }

// Taken returns the steps taken so far.
func (t *Turn) Taken() []*Node { return t.taken }

// Texts returns the steps taken so far as texts.
func (t *Turn) Texts() []string {
	texts := make([]string, len(t.taken))
	for i, n := range t.taken {
		texts[i] = n.Text
	}
	return texts
}

// Used returns the dice used up so far, as digits.
func (t *Turn) Used() string { return diceOf(t.taken) }

// Sources returns the places whose pieces may go now.
func (t *Turn) Sources() (places []string) {
	for _, n := range t.Next() {
		if n.From != "" && n.To != "" && !slices.Contains(places, n.From) {
			places = append(places, n.From)
		}
	}
	return places
}

// Picks returns the steps that choose a place by itself.
func (t *Turn) Picks() []*Node {
	return t.those(func(n *Node) bool { return n.From != "" && n.To == "" })
}

// Words returns the steps that have no place: they are chosen by words.
func (t *Turn) Words() []*Node {
	return t.those(func(n *Node) bool { return n.From == "" && n.To == "" })
}

func (t *Turn) those(which func(*Node) bool) (list []*Node) {
	for _, n := range t.Next() {
		if which(n) {
			list = append(list, n)
		}
	}
	return list
}

// Targets returns where the piece on a place may be taken now.
func (t *Turn) Targets(from string) []Target { return targets(t.node(), from) }

// Take takes the steps of one gesture, and those that follow without a choice.
func (t *Turn) Take(chain []*Node) {
	t.Drop()
	before := len(t.taken)
	t.add(chain)
	t.Follow()
	t.gestures = append(t.gestures, len(t.taken)-before)
}

func (t *Turn) add(chain []*Node) {
	for _, n := range chain {
		t.taken = append(t.taken, n)
		if n.more {
			expand(t.m, n, t.Texts())
		}
	}
}

// Follow takes the steps that have no choice now.
func (t *Turn) Follow() {
	if t.Complete() || t.further(t.node().To) != nil {
		return
	}
	for n := t.node(); n.End == "" && len(n.Next) > 0 && (len(n.Next) == 1 || n.settled()); n = t.node() {
		t.add(n.Next[:1])
	}
}

// Gestures returns how many gestures can be undone.
func (t *Turn) Gestures() int { return len(t.gestures) }

// Undo takes back the last gesture.
func (t *Turn) Undo() {
	if n := len(t.gestures); n > 0 {
		t.taken = t.taken[:len(t.taken)-t.gestures[n-1]]
		t.gestures = t.gestures[:n-1]
	}
}

// Lift takes a piece into the hand.
func (t *Turn) Lift(place string) { t.Chosen, t.stuck = place, "" }

// Drop puts the piece in hand down, and reports whether there was one.
func (t *Turn) Drop() bool {
	held := t.Chosen != "" || t.stuck != ""
	t.Chosen, t.stuck = "", ""
	return held
}

// Touch says what pointing at a place means; "" is beside the board. Occupied
// says whether a piece is there.
func (t *Turn) Touch(place string, occupied bool) Touch {
	if place == "" {
		return Touch{Does: Lower}
	}
	if t.Chosen != "" {
		for _, x := range t.Targets(t.Chosen) {
			if x.Place == place {
				return Touch{Does: Take, Chain: x.Chain}
			}
		}
		if place == t.Chosen {
			return Touch{Does: Lower}
		}
	}
	for _, n := range t.Picks() {
		if n.From == place {
			return Touch{Does: Take, Chain: []*Node{n}}
		}
	}
	if slices.Contains(t.Sources(), place) {
		return Touch{Does: Lift, Place: place}
	}
	if chain := t.further(place); chain != nil {
		return Touch{Does: Instead, Chain: chain}
	}
	switch {
	case !occupied && t.Chosen == "" && t.stuck == "":
		if ways := t.leading(place); len(ways) == 1 {
			return Touch{Does: Take, Chain: ways[0]}
		}
		return Touch{}
	case t.stuck != "" && t.stuck != place:
		return Touch{Does: Why, From: t.stuck, To: place}
	case t.Chosen != "":
		return Touch{Does: Why, From: t.Chosen, To: place}
	case !occupied || t.Complete():
		return Touch{}
	}
	t.stuck = place
	return Touch{Does: Why, From: place}
}

// stops returns the ways of a piece to places where it can stay.
func (t *Turn) stops(n *Node, place string) (ways [][]*Node) {
	for _, x := range targets(n, place) {
		if !x.Through {
			ways = append(ways, x.Chain)
		}
	}
	return ways
}

// Only returns the only way that a piece can go, nil if there are several.
func (t *Turn) Only(place string) []*Node {
	if ways := t.stops(t.node(), place); len(ways) == 1 {
		return ways[0]
	}
	return nil
}

// First returns the way that a click on a piece alone means: the only one, or the
// one that uses the fewest dice and of these the largest. It returns nil if the
// player has to say where to.
func (t *Turn) First(place string) []*Node {
	if only := t.Only(place); only != nil {
		return only
	}
	var best []*Node
	most, several := math.MinInt, false
	for _, chain := range t.stops(t.node(), place) {
		dice := diceOf(chain)
		if dice == "" {
			return nil
		}
		worth := -100 * len(dice)
		for _, d := range dice {
			worth += int(d - '0')
		}
		switch {
		case worth > most:
			best, most, several = chain, worth, false
		case worth == most:
			several = true
		}
	}
	if several {
		return nil
	}
	return best
}

// Obvious returns what the player can only mean: the first way of the only piece
// that can go. It returns nil if there is a choice.
func (t *Turn) Obvious() []*Node {
	from := t.Sources()
	if len(from) != 1 || slices.ContainsFunc(t.Next(), func(n *Node) bool { return n.From == "" || n.To == "" }) {
		return nil
	}
	return t.First(from[0])
}

// further returns the way that leads the piece just moved on with more dice,
// where that is one step and not two: a second touch of the piece means it. It
// replaces the last gesture.
func (t *Turn) further(place string) []*Node {
	if len(t.gestures) == 0 || place == "" {
		return nil
	}
	n := t.gestures[len(t.gestures)-1]
	last := t.taken[len(t.taken)-n:]
	if n == 0 || last[0].From == "" || t.Complete() || last[n-1].To != place || slices.Contains(t.Sources(), place) {
		return nil
	}
	before := t.root
	if k := len(t.taken) - n; k > 0 {
		before = t.taken[k-1]
	}
	var more [][]*Node
	for _, chain := range t.stops(before, last[0].From) {
		if len(diceOf(chain)) > len(diceOf(last)) {
			more = append(more, chain)
		}
	}
	if len(more) == 1 {
		return more[0]
	}
	return nil
}

// leading returns every way that leads to a place now.
func (t *Turn) leading(place string) (ways [][]*Node) {
	for _, from := range t.Sources() {
		for _, x := range t.Targets(from) {
			if x.Place == place && !x.Through {
				ways = append(ways, x.Chain)
			}
		}
	}
	return ways
}

func (t *Turn) effects(move string) []parlour.Effect {
	if move == "" {
		return nil
	}
	list, known := t.told[move]
	if !known {
		if mv, err := t.m.Parse(move); err == nil {
			list = t.m.Effects(mv)
		}
		t.told[move] = list
	}
	return list
}

// mostTold is how many moves are looked at to find out what they all do.
const mostTold = 400

// Pieces returns the pieces as the steps so far have left them. At finds a place
// of the board.
func (t *Turn) Pieces(b *board.Board) []parlour.Piece {
	pieces := slices.Clone(t.m.Pieces())
	if len(t.taken) == 0 {
		return pieces
	}
	if effects := t.effects(t.End()); t.Complete() && effects != nil {
		return parlour.Apply(pieces, effects)
	}
	info := t.m.Info()
	colour := info.Letter(t.m.Turn().Seat)
	taken := t.taking(b)
	for _, n := range t.taken {
		if n.From == "" || n.To == "" {
			continue
		}
		i := slices.IndexFunc(pieces, func(p parlour.Piece) bool { return p.Place == n.From && p.Colour == colour })
		if i < 0 {
			i = slices.IndexFunc(pieces, func(p parlour.Piece) bool { return p.Place == n.From })
		}
		if i >= 0 {
			pieces[i].Place = n.To
		}
	}
	return parlour.Apply(pieces, taken)
}

// Ways returns the ways of the pieces moved so far, as draw.View.Last has them.
func (t *Turn) Ways() (ways [][]string) {
	for _, n := range t.taken {
		if n.From != "" && n.To != "" {
			ways = append(ways, []string{n.From, n.To})
		}
	}
	return ways
}

// taking returns the captures that the steps so far have made for certain: those
// that every turn makes that can still follow, where the moving piece has been
// already.
func (t *Turn) taking(b *board.Board) (list []parlour.Effect) {
	ends := t.node().Ends()
	if len(ends) == 0 || len(ends) > mostTold || t.node().open() {
		return nil
	}
	been := func(at board.Point) bool {
		for _, n := range t.taken {
			from, to := b.Place(n.From), b.Place(n.To)
			if to == nil {
				continue
			}
			if near(to.At, at) || from != nil && near(board.Point{X: (from.At.X + to.At.X) / 2, Y: (from.At.Y + to.At.Y) / 2}, at) {
				return true
			}
		}
		return false
	}
	for _, e := range t.effects(ends[0]) {
		p := b.Place(e.From)
		if e.Means != parlour.Takes || p == nil || !been(p.At) {
			continue
		}
		always := !slices.ContainsFunc(ends[1:], func(end string) bool {
			return !slices.ContainsFunc(t.effects(end), func(o parlour.Effect) bool {
				return o.Means == e.Means && o.From == e.From && o.Colour == e.Colour
			})
		})
		if always {
			list = append(list, e)
		}
	}
	return list
}

// near reports whether two points are at the same place of a board.
func near(a, b board.Point) bool { return math.Hypot(a.X-b.X, a.Y-b.Y) < 0.3 }
