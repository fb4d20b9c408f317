package theory

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Unit is how the players of a game write what a position is worth: chances in per
// cent, points, men. Programs compute with shares of the result; whatever is shown to
// people is written here.
type Unit struct {
	Labels
	Of     func(share float64) float64 `json:"-"` // the value of a share of the result; nil for a part of one, in per cent
	Digits int                         `json:"-"` // behind the point
	Enough float64                     `json:"-"` // beyond this, differences do not count: the game is decided; 0 for no limit
	Steps  [3]float64                  `json:"-"` // the least errors of what is doubtful, a mistake and a blunder, as shares
}

// Labels say what the values of a unit are.
type Labels struct {
	Name    string   `json:"name"`            // behind a number in a sentence, "points"; "" if the number says it
	Heading string   `json:"heading"`         // above a column of values: "Equity"
	About   string   `json:"about"`           // what a value is, in a sentence
	Parts   []string `json:"parts,omitempty"` // what a value is made of: "wins", "gammons"
	Ticks   []Tick   `json:"ticks"`           // of a graph
}

// A Tick is a share that a graph names.
type Tick struct {
	Share float64 `json:"share"`
	Text  string  `json:"text"`
}

// Chances is the unit of games without one of their own.
var Chances = &Unit{
	Labels: Labels{
		Heading: "Chances", About: "The chances to win, in per cent. A draw counts as half a win.",
		Ticks: []Tick{{0, "0\u202f%"}, {0.5, "50\u202f%"}, {1, "100\u202f%"}},
	},
	Digits: 1,
	Steps:  [3]float64{0.02, 0.06, 0.12},
}

// The marks of a move that was chosen from several.
const (
	Fine     = "fine"
	Doubtful = "doubtful"
	Mistake  = "mistake"
	Blunder  = "blunder"
)

// Mark returns the mark of a move that gives away a share of the result.
func (u *Unit) Mark(lost float64) string {
	switch {
	case lost >= u.Steps[2]:
		return Blunder
	case lost >= u.Steps[1]:
		return Mistake
	case lost >= u.Steps[0]:
		return Doubtful
	}
	return Fine
}

// Value returns the value of a share.
func (u *Unit) Value(share float64) float64 {
	if u.Of == nil {
		return share
	}
	return u.Of(share)
}

// Less returns how much more one share is worth than another.
func (u *Unit) Less(better, worse float64) float64 {
	v, w := u.Value(better), u.Value(worse)
	if u.Enough > 0 {
		v, w = max(-u.Enough, min(v, u.Enough)), max(-u.Enough, min(w, u.Enough))
	}
	return v - w
}

// Text writes the value of a share: "61.4 %", "+0.159".
func (u *Unit) Text(share float64) string {
	if u.Of == nil {
		return u.Amount(share)
	}
	return u.Change(u.Of(share))
}

// Change writes a difference of values with its sign: "+0.512", "−3.1 %".
func (u *Unit) Change(v float64) string {
	text := u.Amount(v)
	if v > 0 && strings.ContainsAny(text, "123456789") {
		return "+" + text
	}
	return text
}

// Amount writes a difference of values without the sign of a gain: "0.021", "3.1 %".
func (u *Unit) Amount(v float64) string {
	if u.Of == nil {
		return Percent(v, u.Digits)
	}
	return number(v, u.Digits)
}

// Loss writes an error, or "" if it is too small to be seen.
func (u *Unit) Loss(v float64) string {
	if text := u.Amount(v); strings.ContainsAny(text, "123456789") {
		return text
	}
	return ""
}

// Named adds the unit to a number, for a sentence: "0.021 points". Words such as "the
// win" stay as they are.
func (u *Unit) Named(text string) string {
	if first, _ := utf8.DecodeRuneInString(text); u.Name == "" || text == "" || unicode.IsLetter(first) {
		return text
	}
	return text + " " + u.Name
}

// Percent writes a part of one: "61.4 %".
func Percent(v float64, digits int) string { return number(100*v, digits) + "\u202f%" }

// number writes a number with a real minus, and never a minus before zero.
func number(v float64, digits int) string {
	unit := math.Pow10(digits)
	if v = math.Round(v*unit) / unit; v < 0 {
		return "−" + strconv.FormatFloat(-v, 'f', digits, 64)
	}
	return strconv.FormatFloat(math.Abs(v), 'f', digits, 64)
}

// A Detail is what a judge knows of a value beyond a number.
type Detail struct {
	Verdict *Verdict    // for the side that moves, if the result is proved
	Parts   [][]float64 // in the order of Unit.Parts, by seat
}

// Turned returns the verdict as the other side sees it.
func (v Verdict) Turned() Verdict {
	switch v.Result {
	case Wins:
		v.Result = Loses
	case Loses:
		v.Result = Wins
	}
	return v
}

// String says how a game ends: "wins in 5", "draws".
func (v Verdict) String() string {
	text := map[string]string{Wins: "wins", Loses: "loses", Draws: "draws"}[v.Result]
	if v.Plies > 0 {
		text += " in " + strconv.Itoa(v.Plies)
	}
	return text
}
