package parlour

import (
	"errors"
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

// MostLine is how many bytes a position line may have. No game writes one nearly as
// long.
const MostLine = 1000

// mostFaults is how many faults a Game lists. A short text of nonsense may have
// thousands.
const mostFaults = 100

// fewFaults shortens the list of faults of an error.
func fewFaults(err error) error {
	if e := (*PositionError)(nil); errors.As(err, &e) {
		e.Faults = e.Faults[:min(len(e.Faults), mostFaults)]
	}
	if e := (*SetupError)(nil); errors.As(err, &e) {
		e.Faults = e.Faults[:min(len(e.Faults), mostFaults)]
	}
	return err
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

// A FileError says what is wrong in a file of games, and where.
type FileError struct {
	Game   int     // number of the game in the file, from 1; 0 if the file has one game, or the game is not known
	Line   int     // of the file, from 1; 0 if it is not known
	Act    int     // number of the act in its game, from 1, where no line is known
	Faults []Fault // what is wrong
	Err    error   // what is behind it, or nil; often a *Refusal
}

func (e *FileError) Error() string { return e.In(Fault.String, error.Error) }

// Unwrap returns the error behind it, or nil.
func (e *FileError) Unwrap() error { return e.Err }

// In puts the error into words: say those of a fault, and why those of the error behind it.
func (e *FileError) In(say func(Fault) string, why func(error) string) string {
	var list []string
	for _, f := range e.Faults {
		list = append(list, say(f))
	}
	text := strings.Join(list, "; ")
	switch {
	case e.Err != nil && text == "":
		text = why(e.Err)
	case e.Err != nil:
		text = say(FaultSentences.Fault("fault.because", "fault", text, "why", why(e.Err)))
	}
	code := ""
	switch {
	case e.Game > 0 && e.Line > 0:
		code = "fault.in-game-line"
	case e.Line > 0:
		code = "fault.in-line"
	case e.Game > 0 && e.Act > 0:
		code = "fault.in-game-act"
	case e.Game > 0:
		code = "fault.in-game"
	default:
		return text
	}
	return say(FaultSentences.Fault(code, "game", e.Game, "line", e.Line, "act", e.Act, "what", text))
}
