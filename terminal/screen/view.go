package screen

import (
	"context"
	"math"
	"slices"

	"github.com/gdamore/tcell/v2"

	"parlour"
	"parlour/board"
	"parlour/draw/term"
	"parlour/phrase"
	"parlour/terminal/compose"
)

// A view is what the screen shows beyond the scene: the move that is composed, the
// cursor, the note, and what lies above everything.
type view struct {
	s     tcell.Screen
	g     Game
	ink   palette
	done  chan func() // what to do after work in the background
	scene *Scene

	turnAt int64
	mine   bool
	turn   *compose.Turn // nil if nothing is composed
	busy   bool          // a line is being carried out
	doing  string        // the last line
	after  func()        // carries out the line that waits for it; nil if none does
	calls  []func()      // called once everything is handled and shown
	cursor string        // the place that keys act on, "" for none

	note    string
	bad     bool // the note says why something is not possible
	overlay overlay
	top     int    // first line that an overlay shows
	pick    int    // chosen line of a list
	typed   []rune // what is typed
	asked   *Action
	alarmed string // the alarm that has been shown
	left    bool

	pic     *term.Picture
	at      term.Rect // where the board is on the screen
	scrollX int
	scrollY int
	extra   int // quarter turns of the board asked for by hand
	hits    []hit
	pressed bool
}

// An overlay lies above everything.
type overlay int

const (
	none overlay = iota
	help
	list   // of moves
	log    // the whole of it
	typing // a line
	asking // whether to do something
	alarm
)

// A hit is a part of the screen that can be clicked.
type hit struct {
	term.Rect
	do func(context.Context)
}

func newView(s tcell.Screen, g Game) *view {
	return &view{s: s, g: g, ink: palette{s.Colors()}, done: make(chan func(), 1)}
}

// tell shows a note, none if the text is empty.
func (v *view) tell(text string, bad bool) { v.note, v.bad = text, bad }

// begin begins to compose a move if one is due.
func (v *view) begin() {
	v.turn = nil
	if !v.scene.Yours || v.scene.Match == nil || v.scene.Match.Turn().Needs() != parlour.NeedMove {
		return
	}
	v.turn = compose.New(v.scene.Match)
	if hot := v.hot(); len(hot) > 0 && !slices.Contains(hot, v.cursor) {
		v.cursor = hot[0]
	}
}

// hot returns the places that can be chosen now.
func (v *view) hot() (places []string) {
	if v.turn == nil {
		return nil
	}
	if v.turn.Chosen != "" {
		for _, x := range v.turn.Targets(v.turn.Chosen) {
			places = append(places, x.Place)
		}
	}
	places = append(places, v.turn.Sources()...)
	for _, n := range v.turn.Picks() {
		places = append(places, n.From)
	}
	return places
}

// touch acts on a place. A click says more than a key: it may leave out where to.
func (v *view) touch(ctx context.Context, place string, click bool) {
	switch {
	case v.busy:
		return
	case v.turn == nil:
		if !v.scene.Yours && place != "" {
			v.tell(v.scene.Says, false)
		}
		return
	}
	v.tell("", false)
	pieces := v.turn.Pieces(v.scene.Board)
	occupied := slices.ContainsFunc(pieces, func(p parlour.Piece) bool { return p.Place == place })
	switch t := v.turn.Touch(place, occupied); t.Does {
	case compose.Take:
		v.take(ctx, t.Chain)
	case compose.Instead:
		v.turn.Undo()
		v.take(ctx, t.Chain)
	case compose.Lift:
		chain := v.turn.Only(t.Place)
		if click {
			chain = v.turn.First(t.Place)
		}
		if chain != nil {
			v.take(ctx, chain)
			return
		}
		v.turn.Lift(t.Place)
		if to := v.turn.Targets(t.Place); len(to) > 0 && !click {
			v.cursor = to[0].Place
		}
	case compose.Why:
		v.why(t.From, t.To)
	case compose.Lower:
		v.turn.Drop()
	}
}

// why says why a piece cannot go somewhere, in the words of the game.
func (v *view) why(from, to string) {
	if _, err := parlour.Point(v.scene.Match, v.turn.Texts(), from, to); err != nil {
		v.tell(phrase.Sentence(v.scene.lang().Error(err)), true)
		return
	}
	v.tell(v.say("not-now"), true)
}

// take takes steps, and plays the move if they complete it.
func (v *view) take(ctx context.Context, chain []*compose.Node) {
	v.turn.Take(chain)
	if v.turn.Complete() {
		v.do(ctx, v.turn.End())
		return
	}
	if last := v.turn.Taken(); len(last) > 0 && last[len(last)-1].To != "" {
		v.cursor = last[len(last)-1].To
	}
	if hot := v.hot(); len(hot) > 0 && !slices.Contains(hot, v.cursor) {
		v.cursor = hot[0]
	}
}

// primary does what there is to do now if it needs no choice, and reports whether
// there was anything.
func (v *view) primary(ctx context.Context) bool {
	switch {
	case v.busy || !v.scene.Yours || v.scene.Match == nil:
		return false
	case v.turn == nil:
		v.do(ctx, "throw")
		return true
	}
	switch way, main := v.turn.Obvious(), v.main(); {
	case v.turn.End() != "":
		v.do(ctx, v.turn.End())
	case main != nil:
		v.take(ctx, []*compose.Node{main})
	case way != nil:
		v.take(ctx, way)
	default:
		return false
	}
	return true
}

// main returns the step in words that is done without further thought: the only
// one, or to throw or to accept where nothing is chosen on the board.
func (v *view) main() *compose.Node {
	words := v.turn.Words()
	if len(words) != len(v.turn.Next()) {
		return nil
	}
	for _, n := range words {
		if len(words) == 1 || n.Means == parlour.Throws || n.Means == parlour.Accepts {
			return n
		}
	}
	return nil
}

// back takes back the last thing that was done towards a move.
func (v *view) back() {
	v.tell("", false)
	switch {
	case v.turn == nil || v.busy:
	case v.turn.Drop():
	default:
		v.turn.Undo()
	}
}

// move moves the cursor to the nearest place in a direction.
func (v *view) move(dx, dy int) {
	if v.pic == nil || v.scene.Board == nil {
		return
	}
	here, ok := v.pic.Spot(v.cursor)
	if !ok {
		v.cursor = v.anyPlace()
		return
	}
	// The height of a character is about twice its width.
	x, y := middle(here)
	best, least := "", math.Inf(1)
	for i := range v.scene.Board.Places {
		name := v.scene.Board.Places[i].Name
		r, ok := v.pic.Spot(name)
		if !ok || name == v.cursor {
			continue
		}
		px, py := middle(r)
		along, across := (px-x)*float64(dx)+(py-y)*float64(dy), math.Abs((px-x)*float64(dy))+math.Abs((py-y)*float64(dx))
		if along < 0.5 {
			continue
		}
		if far := along + 2.5*across; far < least {
			best, least = name, far
		}
	}
	if best != "" {
		v.cursor = best
	}
}

func middle(r term.Rect) (x, y float64) {
	return float64(r.Left) + float64(r.Width)/2, 2*float64(r.Top) + float64(r.Height)
}

// anyPlace returns a place to begin with.
func (v *view) anyPlace() string {
	if hot := v.hot(); len(hot) > 0 {
		return hot[0]
	}
	if b := v.scene.Board; b != nil && len(b.Places) > 0 {
		return b.Places[0].Name
	}
	return ""
}

// next moves the cursor to the next place that can be chosen.
func (v *view) next(by int) {
	hot := v.hot()
	if len(hot) == 0 {
		return
	}
	i := slices.Index(hot, v.cursor)
	if i < 0 && by < 0 {
		i = 0
	}
	v.cursor = hot[(i+by+len(hot))%len(hot)]
}

// word returns the text of the button for a step without a place.
func (v *view) word(n *compose.Node) string {
	switch n.Means {
	case parlour.Passes:
		return v.say("key-pass")
	case parlour.Throws:
		return v.say("key-throw")
	}
	if w := v.scene.Words[n.Text]; w != "" {
		return w
	}
	return capital(n.Text)
}

// placeName returns a place as it is called in a sentence.
func placeName(lang *phrase.Catalogue, b *board.Board, name string) string {
	if p := b.Place(name); p != nil {
		return lang.Place(p.Kind, p.Number, p.Name, p.Known)
	}
	return name
}
