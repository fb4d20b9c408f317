package encode

import (
	"hash/fnv"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/board"
)

// A Code is how the positions and actions of one set of rules are numbered. It is
// immutable.
type Code struct {
	// Actions names the actions: the places of the board, the words of the game,
	// and Done.
	Actions []string

	// Parts says what the numbers of an observation stand for, in their order.
	Parts []Part

	// Size is how many numbers an observation has.
	Size int

	seats  []string       // letters
	number map[string]int // of actions by name
	places int
	looks  []parlour.Piece // what pieces look like, apart from their colours
	tints  []string        // colours of pieces, if they are not those of the seats
	fields []field
}

// Done is the action that ends a turn which could go on.
const Done = "done"

// A Part is a run of numbers of an observation.
type Part struct {
	Name  string   `json:"name"`
	Shape []int    `json:"shape"`
	Of    []string `json:"of,omitempty"` // what each number, or each row, stands for
}

// A field is how one field of the positions is written.
type field struct {
	parlour.Field
	width int // numbers for one seat, or for all
}

// hashed is the number of bits for what positions keep besides pieces and fields.
const hashed = 32

// New returns the code for the rules of a match that is played on a board.
func New(m parlour.Match, b *board.Board) *Code {
	info := m.Info()
	c := &Code{number: map[string]int{}, places: len(b.Places)}
	for _, s := range info.Seats {
		c.seats = append(c.seats, s.Letter)
	}
	for i := range b.Places {
		c.name(b.Places[i].Name)
	}
	for _, w := range parlour.WordsOf(m) {
		c.name(w)
	}
	c.name(Done)

	own := true
	for _, p := range parlour.TrayOf(m) {
		if !slices.Contains(c.tints, p.Colour) {
			c.tints = append(c.tints, p.Colour)
			own = own && slices.Contains(c.seats, p.Colour)
		}
		p.Place, p.Colour = "", ""
		if !slices.Contains(c.looks, p) {
			c.looks = append(c.looks, p)
		}
	}
	if own {
		c.tints = nil
	}
	c.add(Part{"pieces", []int{c.colours() * len(c.looks), c.places}, c.planes()})
	c.add(Part{"viewer", []int{len(c.seats)}, c.seats})
	for _, f := range parlour.FieldsOf(m) {
		if !f.Kept && !slices.ContainsFunc(c.fields, func(g field) bool { return g.Key == f.Key }) {
			c.fields = append(c.fields, c.field(f))
		}
	}
	c.add(Part{"kept", []int{hashed}, nil})
	for _, name := range []string{"left", "reached", "picked"} {
		c.add(Part{name, []int{c.places}, nil})
	}
	return c
}

// name adds an action.
func (c *Code) name(action string) {
	c.number[action] = len(c.Actions)
	c.Actions = append(c.Actions, action)
}

// add adds a part of the observation.
func (c *Code) add(p Part) {
	n := 1
	for _, k := range p.Shape {
		n *= k
	}
	c.Parts = append(c.Parts, p)
	c.Size += n
}

// colours returns how many colours of pieces there are.
func (c *Code) colours() int {
	if c.tints != nil {
		return len(c.tints)
	}
	return len(c.seats)
}

// planes names the rows of the pieces. "+1 man" is a man of the next seat after the
// viewer's.
func (c *Code) planes() (names []string) {
	for i := range c.colours() {
		colour := "+" + strconv.Itoa(i)
		if c.tints != nil {
			colour = c.tints[i]
		}
		for _, p := range c.looks {
			names = append(names, strings.TrimSpace(colour+" "+p.Kind+" "+p.Face))
		}
	}
	return names
}

// field adds a field of the positions to the observation.
func (c *Code) field(f parlour.Field) field {
	p := Part{Name: f.Key}
	switch {
	case f.Seats:
		p.Shape, p.Of = []int{len(c.seats)}, c.ahead()
	case f.Values != nil:
		p.Shape, p.Of = []int{len(f.Values)}, f.Values
	default:
		p.Shape = []int{bits.Len(uint(f.Most))}
	}
	width := p.Shape[0]
	if f.Seat != "" {
		p.Shape, p.Of = []int{len(c.seats), width}, c.ahead()
	}
	c.add(p)
	return field{f, width}
}

// ahead names the seats as they follow the viewer's.
func (c *Code) ahead() (names []string) {
	for i := range c.seats {
		names = append(names, "+"+strconv.Itoa(i))
	}
	return names
}

// after returns how many seats after the viewer's a seat is, -1 for no seat.
func (c *Code) after(viewer parlour.Seat, letter string) int {
	s := slices.Index(c.seats, letter)
	if s < 0 {
		return -1
	}
	return (s - int(viewer) + len(c.seats)) % len(c.seats)
}

// place returns the number of a place, -1 for none.
func (c *Code) place(name string) int {
	if n, ok := c.number[name]; ok && n < c.places {
		return n
	}
	return -1
}

// AppendObservation appends the numbers of a turn as seen from a seat. No number
// is above 255. Two turns of the same rules have the same observation from a seat
// only if their positions are equal and the same can follow.
func (c *Code) AppendObservation(dst []byte, t *Turn, viewer parlour.Seat) []byte {
	start := len(dst)
	dst = slices.Grow(dst, c.Size)[:start+c.Size]
	out := dst[start:]
	clear(out)
	var rest strings.Builder // what has no number of its own

	for _, p := range t.Match.Pieces() {
		colour := slices.Index(c.tints, p.Colour)
		if c.tints == nil {
			colour = c.after(viewer, p.Colour)
		}
		at := c.place(p.Place)
		p.Place, p.Colour = "", ""
		if look := slices.Index(c.looks, p); look >= 0 && colour >= 0 && at >= 0 {
			out[(colour*len(c.looks)+look)*c.places+at]++
		}
	}
	out = out[c.colours()*len(c.looks)*c.places:]
	out[viewer] = 1
	out = out[len(c.seats):]

	now := parlour.FieldsOf(t.Match)
	for i := range c.fields {
		f := &c.fields[i]
		size := f.width
		if f.Seat != "" {
			size *= len(c.seats)
		}
		for j := range now {
			if g := &now[j]; g.Key == f.Key {
				to := out
				if g.Seat != "" {
					to = out[c.after(viewer, g.Seat)*f.width:]
				}
				if !c.write(to[:f.width], f, g.Value, viewer) {
					rest.WriteString(g.Name() + "=" + g.Value + ";")
				}
			}
		}
		out = out[size:]
	}
	for j := range now {
		if now[j].Kept {
			rest.WriteString(now[j].Name() + "=" + now[j].Value + ";")
		}
	}
	if rest.Len() > 0 {
		h := fnv.New32a()
		h.Write([]byte(rest.String()))
		writeBits(out[:hashed], uint(h.Sum32()))
	}
	out = out[hashed:]

	for _, s := range t.steps {
		if n := c.place(s.From); n >= 0 {
			out[n]++
		}
		if n := c.place(s.To); n >= 0 {
			out[c.places+n]++
		}
	}
	if n := c.place(t.picked); n >= 0 {
		out[2*c.places+n] = 1
	}
	return dst
}

// write writes the value of a field. It reports false if the value has no numbers.
func (c *Code) write(out []byte, f *field, value string, viewer parlour.Seat) bool {
	switch {
	case f.Seats:
		for _, letter := range value {
			if n := c.after(viewer, string(letter)); n >= 0 {
				out[n] = 1
			}
		}
	case f.Values != nil:
		n := slices.Index(f.Values, value)
		if n < 0 {
			return false
		}
		out[n] = 1
	default:
		n, err := strconv.ParseUint(value, 10, 32)
		if err != nil || bits.Len(uint(n)) > len(out) {
			return false
		}
		writeBits(out, uint(n))
	}
	return true
}

// writeBits writes a number, its lowest bit first.
func writeBits(out []byte, n uint) {
	for i := range out {
		out[i] = byte(n >> i & 1)
	}
}
