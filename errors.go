package parlour

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Args are the named arguments of a sentence. Colours are keys of the catalogue
// ("green"), places are their names.
type Args map[string]string

// ArgsOf returns arguments from their names and values, one after the other.
func ArgsOf(pairs ...any) Args {
	if len(pairs) == 0 {
		return nil
	}
	args := Args{}
	for i := 0; i+1 < len(pairs); i += 2 {
		args[fmt.Sprint(pairs[i])] = fmt.Sprint(pairs[i+1])
	}
	return args
}

// A Refusal says why something is not allowed. It is a code with named
// arguments; a phrase catalogue puts it into words.
type Refusal struct {
	Code    string   // "race.block"
	Args    Args     // named arguments of the sentence
	Clauses []string // clauses and rulings that forbid it: "parker/blockade-stops-all"
	Instead []string // what would be legal, in canonical spelling
}

// Error returns the code with its arguments, for logs. Show people the words of
// a catalogue instead.
func (r *Refusal) Error() string {
	var b strings.Builder
	b.WriteString(r.Code)
	for _, k := range slices.Sorted(maps.Keys(r.Args)) {
		b.WriteString(" " + k + "=" + r.Args[k])
	}
	for _, c := range r.Clauses {
		b.WriteString(" [" + c + "]")
	}
	return b.String()
}

// A PositionError lists everything wrong with a position line.
type PositionError struct {
	Line   string
	Faults []Fault
}

func (e *PositionError) Error() string {
	return fill(FaultSentences["fault.position"], Args{"faults": inEnglish(e.Faults)})
}

// A SetupError lists everything wrong with a Setup.
type SetupError struct {
	Game   string
	Faults []Fault
}

func (e *SetupError) Error() string {
	return fill(FaultSentences["fault.setup"], Args{"game": e.Game, "faults": inEnglish(e.Faults)})
}

func inEnglish(faults []Fault) string {
	var list []string
	for _, f := range faults {
		list = append(list, f.String())
	}
	return strings.Join(list, "; ")
}
