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
	Faults []string // in words; CutClause finds the rule that a fault breaks
}

// CutClause splits a fault of a position into its words and the clause or
// ruling that it breaks, which ends it in brackets: "Black has 13 pieces, more
// than twelve [checkers/setup]". Many faults break no rule, such as a line that
// cannot be read; their clause is "".
func CutClause(fault string) (words, clause string) {
	rest, ok := strings.CutSuffix(fault, "]")
	if i := strings.LastIndex(rest, " ["); ok && i >= 0 && !strings.Contains(rest[i+2:], " ") {
		return rest[:i], rest[i+2:]
	}
	return fault, ""
}

func (e *PositionError) Error() string {
	return "bad position: " + strings.Join(e.Faults, "; ")
}

// A SetupError lists everything wrong with a Setup.
type SetupError struct {
	Game   string
	Faults []string // in words
}

func (e *SetupError) Error() string {
	return "cannot set up " + e.Game + ": " + strings.Join(e.Faults, "; ")
}
