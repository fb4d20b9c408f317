// Package snails is a race of three snails: a game as small as a game can be that
// has a die, three seats and an odd piece. It is not shipped.
//
//	m, err := snails.Game().Parse("snails G:3/Y:5/B:0 G 2")
//	m.Texts() // 3>5xY and stay
//
// Each player has a snail on START. Whoever is in turn throws a die, and then
// creeps that far or stays. A snail that is met goes back to START. The first on
// space 12 wins.
package snails

import (
	"fmt"
	"strconv"
	"strings"

	"parlour"
	"parlour/board"
	"parlour/rulebook"
)

// Book is the book of the game.
var Book = &rulebook.Book{
	ID: "snails", Title: "Three Snails", Source: "made up for a test",
	Clauses: []rulebook.Clause{
		{ID: "snails/creep", Rule: "A player throws a die and creeps that many spaces, or stays. A snail stops on space 12, whatever is left of the throw.", Passage: "1"},
		{ID: "snails/meet", Rule: "A snail that is met between START and space 12 goes back to START.", Passage: "2"},
		{ID: "snails/first", Rule: "The first snail on space 12 wins.", Passage: "3"},
	},
}

var info = parlour.Info{
	ID: "snails", Title: "Three Snails", Maker: "nobody", Year: "2026",
	Seats:   []parlour.SeatInfo{{Letter: "G", Name: "green"}, {Letter: "Y", Name: "yellow"}, {Letter: "B", Name: "blue"}},
	Players: []int{3},
	Form:    "3>5, 3>5xY or stay",
}

// The seats, and the last space.
const (
	seats = 3
	last  = 12
)

// Sentences are what the game says in English, by code.
var Sentences = parlour.Sentences{
	"snails.fault-snails": "write three snails, such as G:3/Y:5/B:0, not {text}",
	"snails.fault-first":  "{n} snails have arrived, and {text} is in turn",
	"snails.fault-meet":   "the snails of {colour|name} and {other|name} are on one leaf",

	"snails.not-there":   "a throw of {throw} takes the snail from {from} to {to}",
	"snails.throw":       "{colour|Name} {throws/throw} {throw|dice}",
	"snails.creep":       "{colour|Whose} snail creeps from {from} to {to}",
	"snails.stay":        "{colour|Whose} snail stays",
	"snails.meet":        "{colour|Whose} snail on {from} goes back to the start",
	"snails.first":       "{colour|Whose} snail is there",
	"table.reason-crept": "the snail has arrived",
	"piece.snail":        "snail",
	"place.leaf":         "leaf {n}",
	"fact.spaces":        "spaces",
	"fact.spaces-one":    "space",
}

// A Position is where the snails are, who is in turn and what was thrown.
type Position struct {
	At   [seats]uint8
	Turn parlour.Seat // Nobody when a snail has arrived
	Die  uint8        // 0 before the throw
}

// Rules are the rules. There are no options.
type Rules struct{}

var (
	_ parlour.Full[Position]    = (*Rules)(nil)
	_ parlour.Effects[Position] = (*Rules)(nil)
	_ parlour.Steps[Position]   = (*Rules)(nil)
	_ parlour.Viewer[Position]  = (*Rules)(nil)
	_ parlour.Facts[Position]   = (*Rules)(nil)
	_ parlour.Thrown[Position]  = (*Rules)(nil)
	_ parlour.Greedy[Position]  = (*Rules)(nil)
)

// The moves.
const (
	creep parlour.Move = 1 + iota
	stay
)

// Game returns the game.
func Game() parlour.Game { return parlour.Erase(info, New, Read) }

// New returns the rules. A setup may only say how many play.
func New(s parlour.Setup) (*Rules, error) {
	_, faults := Book.Choose(s.Options)
	if s.Players != 0 && s.Players != seats {
		faults = append(faults, Sentences.Fault("fault.players", "game", info.ID, "players", seats, "n", s.Players))
	}
	if s.Mode != "" {
		faults = append(faults, Sentences.Fault("fault.no-modes", "game", info.ID, "mode", strconv.Quote(s.Mode)))
	}
	if s.Preset != "" {
		faults = append(faults, Sentences.Fault("fault.no-presets", "game", info.ID, "preset", strconv.Quote(s.Preset)))
	}
	if s.Seats != "" {
		faults = append(faults, Sentences.Fault("fault.owners"))
	}
	if s.Colours != "" && s.Colours != "GYB" {
		faults = append(faults, Sentences.Fault("fault.colours", "colours", "GYB", "text", strconv.Quote(s.Colours)))
	}
	if s.First != "" && s.First != "G" {
		faults = append(faults, Sentences.Fault("fault.first", "first", strconv.Quote(s.First), "letters", "G"))
	}
	if faults != nil {
		return nil, &parlour.SetupError{Game: info.ID, Faults: faults}
	}
	return &Rules{}, nil
}

// Start returns the position before the first throw.
func (r *Rules) Start() Position { return Position{} }

// Turn says who has to throw or to move.
func (r *Rules) Turn(p *Position) parlour.Turn {
	t := parlour.Turn{Seat: p.Turn}
	if p.Turn != parlour.Nobody && p.Die == 0 {
		t.Dice = parlour.OneDie
	}
	return t
}

// AppendMoves appends both moves. [snails/creep]
func (r *Rules) AppendMoves(_ *Position, dst []parlour.Move) []parlour.Move {
	return append(dst, creep, stay)
}

// AppendMoveList appends the same moves.
func (r *Rules) AppendMoveList(p *Position, dst []parlour.Move) []parlour.Move {
	return r.AppendMoves(p, dst)
}

// to returns where the snail in turn creeps. [snails/creep]
func (p *Position) to() uint8 { return min(last, p.At[p.Turn]+p.Die) }

// met reports whether the snail of a seat is met by the one in turn. [snails/meet]
func (p *Position) met(s int) bool {
	return parlour.Seat(s) != p.Turn && p.At[s] == p.to() && p.At[s] > 0 && p.At[s] < last
}

// Play makes a throw or a move.
func (r *Rules) Play(p *Position, m parlour.Move) {
	if p.Die == 0 {
		p.Die = uint8(m)
		return
	}
	if m == creep {
		to := p.to()
		for s := range p.At {
			if p.met(s) {
				p.At[s] = 0
			}
		}
		p.At[p.Turn] = to
		if to == last { // [snails/first]
			p.Turn, p.Die = parlour.Nobody, 0
			return
		}
	}
	p.Turn, p.Die = (p.Turn+1)%seats, 0
}

// Result says who won.
func (r *Rules) Result(p *Position) (res parlour.Result) {
	res.Stake = 1
	if p.Turn != parlour.Nobody {
		return res
	}
	res.Over, res.Reason = true, "crept"
	for s := range p.At {
		res.Place[s] = 2
		if p.At[s] == last {
			res.Place[s], res.Share[s] = 1, 1
		}
	}
	return res
}

// place names a space of the board.
func place(at uint8) string { return strconv.Itoa(int(at)) }

// Passes reports whether a snail stays where it is.
func (*Rules) Passes(_ *Position, m parlour.Move) bool { return m == stay }

// AppendMove appends 3>5, 3>5xY or stay.
func (r *Rules) AppendMove(dst []byte, p *Position, m parlour.Move) []byte {
	if m == stay {
		return append(dst, "stay"...)
	}
	dst = append(append(append(dst, place(p.At[p.Turn])...), '>'), place(p.to())...)
	for s := range p.At {
		if p.met(s) {
			dst = append(append(dst, 'x'), info.Seats[s].Letter...)
		}
	}
	return dst
}

// ParseMove reads a move.
func (r *Rules) ParseMove(p *Position, text string) (parlour.Move, error) {
	if p.Turn == parlour.Nobody {
		return parlour.NoMove, &parlour.Refusal{Code: "no-move-due"}
	}
	said := strings.ToLower(strings.Join(strings.Fields(text), ""))
	var instead []string
	for _, m := range r.AppendMoves(p, nil) {
		instead = append(instead, string(r.AppendMove(nil, p, m)))
		if strings.ToLower(instead[len(instead)-1]) == said {
			return m, nil
		}
	}
	why := &parlour.Refusal{Code: "unreadable", Args: parlour.Args{"text": text, "expected": info.Form}, Instead: instead}
	if strings.Contains(said, ">") {
		why.Code, why.Clauses = "snails.not-there", []string{"snails/creep"}
		why.Args = parlour.Args{"throw": place(p.Die), "from": place(p.At[p.Turn]), "to": place(p.to())}
	}
	return parlour.NoMove, why
}

// AppendPosition appends the position line: snails G:3/Y:5/B:0 G 2.
func (r *Rules) AppendPosition(dst []byte, p *Position) []byte {
	dst = append(Book.AppendTag(dst, rulebook.Settings{}), ' ')
	for s, seat := range info.Seats {
		if s > 0 {
			dst = append(dst, '/')
		}
		dst = append(append(append(dst, seat.Letter...), ':'), place(p.At[s])...)
	}
	turn, die := "-", "-"
	if p.Turn != parlour.Nobody {
		turn = info.Seats[p.Turn].Letter
	}
	if p.Die > 0 {
		die = place(p.Die)
	}
	return fmt.Appendf(dst, " %s %s", turn, die)
}

// Read reads a position line.
func Read(line string) (*Rules, Position, error) {
	var p Position
	var faults []parlour.Fault
	fault := func(clause, code string, args ...any) {
		faults = append(faults, Sentences.Breach(clause, code, args...))
	}
	f := strings.Split(line, " ")
	if len(f) != 4 || f[0] != info.ID {
		return nil, p, &parlour.PositionError{Line: line, Faults: []parlour.Fault{Sentences.Fault("fault.fields", "n", 4, "got", len(f))}}
	}
	there := 0
	parts := strings.Split(f[1], "/")
	if len(parts) != seats {
		fault("", "snails.fault-snails", "text", strconv.Quote(f[1]))
	} else {
		for s, part := range parts {
			at, ok := strings.CutPrefix(part, info.Seats[s].Letter+":")
			n, err := strconv.ParseUint(at, 10, 8)
			if !ok || err != nil || n > last || place(uint8(n)) != at {
				fault("", "snails.fault-snails", "text", strconv.Quote(part))
				continue
			}
			if p.At[s] = uint8(n); n == last {
				there++
			}
		}
	}
	p.Turn = info.SeatOf(f[2])
	switch {
	case p.Turn == parlour.Nobody && f[2] != "-":
		fault("", "fault.turn", "text", strconv.Quote(f[2]), "letters", "G, Y, B, -")
	case there > 1 || (p.Turn == parlour.Nobody) != (there == 1):
		fault("snails/first", "snails.fault-first", "n", there, "text", strconv.Quote(f[2]))
	}
	if f[3] != "-" {
		if n, err := parlour.OneDie.ParseThrow(f[3]); err != nil || p.Turn == parlour.Nobody {
			fault("", "bad-throw", "text", strconv.Quote(f[3]), "expected", parlour.OneDie.Form())
		} else {
			p.Die = uint8(n)
		}
	}
	for s, at := range p.At {
		for o, other := range p.At[:s] {
			if at == other && at > 0 && at < last {
				fault("snails/meet", "snails.fault-meet", "colour", info.Seats[o].Name, "other", info.Seats[s].Name)
			}
		}
	}
	if faults != nil {
		return nil, Position{}, &parlour.PositionError{Line: line, Faults: faults}
	}
	return &Rules{}, p, nil
}

// AppendEffects tells what a throw or a move does.
func (r *Rules) AppendEffects(dst []parlour.Effect, p *Position, m parlour.Move) []parlour.Effect {
	colour := info.Seats[p.Turn].Letter
	switch {
	case p.Die == 0:
		return append(dst, parlour.Effect{Kind: "throw", Means: parlour.Throws, Colour: colour, Args: parlour.Args{"throw": strconv.Itoa(int(m))}})
	case m == stay:
		return append(dst, parlour.Effect{Kind: "stay", Means: parlour.Passes, Colour: colour})
	}
	from, to := p.At[p.Turn], p.to()
	e := parlour.Effect{Kind: "creep", Means: parlour.Moves, Colour: colour, From: place(from), To: place(to)}
	for at := from + 1; at <= to; at++ {
		e.Way = append(e.Way, place(at))
	}
	dst = append(dst, e)
	for s := range p.At {
		if p.met(s) {
			dst = append(dst, parlour.Effect{Kind: "meet", Means: parlour.Takes, Colour: info.Seats[s].Letter, From: place(to), To: place(0)})
		}
	}
	if to == last {
		dst = append(dst, parlour.Effect{Kind: "first", Means: parlour.Home, Colour: colour, To: place(last)})
	}
	return dst
}

// Steps offers each move as one step.
func (r *Rules) Steps(p *Position, taken []string) (next []parlour.Step, end parlour.Move, err error) {
	if len(taken) > 0 {
		end, err = r.ParseMove(p, strings.Join(taken, " "))
		return nil, end, err
	}
	s := parlour.Step{Text: string(r.AppendMove(nil, p, creep)), From: place(p.At[p.Turn]), To: place(p.to()), Dice: place(p.Die)}
	for seat := range p.At {
		if p.met(seat) {
			s.Takes = s.To
		}
	}
	return []parlour.Step{s, {Text: "stay", Means: parlour.Passes}}, parlour.NoMove, nil
}

// AppendPieces appends the snails.
func (r *Rules) AppendPieces(dst []parlour.Piece, p *Position) []parlour.Piece {
	for s, at := range p.At {
		dst = append(dst, parlour.Piece{Place: place(at), Colour: info.Seats[s].Letter, Kind: "snail"})
	}
	return dst
}

// AppendFacts counts what every snail has to go.
func (r *Rules) AppendFacts(dst []parlour.Fact, p *Position) []parlour.Fact {
	for s, at := range p.At {
		dst = append(dst, parlour.Fact{Seat: info.Seats[s].Letter, Code: "spaces", Value: last - int(at)})
	}
	return dst
}

// Thrown returns the die that lies there.
func (r *Rules) Thrown(p *Position) string {
	if p.Die == 0 {
		return ""
	}
	return place(p.Die)
}

// Greed prefers to creep.
func (r *Rules) Greed(_ *Position, m parlour.Move) int {
	if m == creep {
		return 1
	}
	return 0
}

// snail is an odd piece: a house of two rings on a long foot, twice as long as
// wide, that heads where its space does.
var snail = &board.Art{
	Drawing: `<path d="M-6 18q-6-2-5-12l3-20q4-8 8-8t8 8l3 20q1 10-5 12z" fill="{paper}" stroke="{ink}" stroke-width="1.5"/>` +
		`<path d="M-3-20l-4-8M3-20l4-8" stroke="{ink}" stroke-width="1.5"/>` +
		`<circle cy="5" r="10" fill="{fill}" stroke="{ink}" stroke-width="1.5"/><circle cy="5" r="5" fill="none" stroke="{light}" stroke-width="2"/>`,
	Across: 34, Room: 1.6, Heads: true, Lanes: true,
	Cell: []string{"@{colour}"},
}

// BoardOf returns a row of leaves, or nil for another game.
func BoardOf(m parlour.Match) *board.Board {
	if _, _, ok := parlour.Typed[Position](m); !ok {
		return nil
	}
	b := &board.Board{Game: info.ID, Width: last + 1, Height: 3, Rows: 3, Cols: last + 1, Pieces: map[string]*board.Art{"snail": snail}, Sign: "snail"}
	for at := range uint8(last + 1) {
		x := float64(at) + 0.5
		p := board.Place{Name: place(at), Kind: "leaf", Number: place(at), Label: place(at), At: board.Point{X: x, Y: 1.5}, Shape: board.Square, Size: board.Point{X: 1, Y: 3}, Turn: 90, Row: 1, Col: int(at)}
		for lane := range seats {
			p.Spots = append(p.Spots, board.Point{X: x, Y: 0.5 + float64(lane)})
		}
		b.Places = append(b.Places, p)
	}
	return b
}
