package parlour

import (
	"strings"
	"unicode/utf8"
)

// A Fault is one thing that is wrong with a position, a [Setup] or a file of games.
// Like a [Refusal] it is a code with named arguments, which a phrase catalogue puts into words.
type Fault struct {
	Code   string // "race.fault-shared"
	Args   Args   // named arguments of the sentence
	Clause string // the clause or ruling that it breaks; "" if it breaks none, such as a line that cannot be read

	english string // the sentence with its fields
}

// String returns the fault in English, with its clause in brackets, for logs and
// programs. Show people the words of a catalogue instead.
func (f Fault) String() string {
	if f.Clause != "" {
		return f.English() + " [" + f.Clause + "]"
	}
	return f.English()
}

// English returns the fault in English without its clause.
func (f Fault) English() string { return fill(f.english, f.Args) }

// Sentences are English sentences by code.
type Sentences map[string]string

// Fault returns the fault of a code with the names and values of its arguments, which
// it shortens if they are very long. The code is one of these sentences or of
// FaultSentences.
func (s Sentences) Fault(code string, args ...any) Fault {
	english, ok := s[code]
	if !ok {
		english = FaultSentences[code]
	}
	f := Fault{Code: code, Args: ArgsOf(args...), english: english}
	for name, text := range f.Args {
		f.Args[name] = shortened(text)
	}
	return f
}

// mostArgument is how many bytes an argument of a fault may have. Files and settings
// may have texts of any length.
const mostArgument = 1000

// shortened cuts a text that is too long for a fault.
func shortened(text string) string {
	if len(text) <= mostArgument {
		return text
	}
	end := mostArgument
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// Breach is Fault for a fault that breaks a clause or a ruling.
func (s Sentences) Breach(clause, code string, args ...any) Fault {
	f := s.Fault(code, args...)
	f.Clause = clause
	return f
}

// Wrong returns the error of a line of a file, which is 0 if it is not known, with
// the error behind it, which may be nil.
func (s Sentences) Wrong(line int, err error, code string, args ...any) *FileError {
	return &FileError{Line: line, Faults: []Fault{s.Fault(code, args...)}, Err: err}
}

// fill puts arguments into an English sentence. Of the filters that a catalogue
// knows it needs only those that name a player.
func fill(sentence string, args Args) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(sentence, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		field, after, _ := strings.Cut(rest, "}")
		name, filter, _ := strings.Cut(field, "|")
		value := args[name]
		switch strings.ToLower(filter) {
		case "name":
			value = strings.ToUpper(value[:min(1, len(value))]) + value[min(1, len(value)):]
		case "whose":
			value = strings.ToUpper(value[:min(1, len(value))]) + value[min(1, len(value)):] + "'s"
		}
		b.WriteString(value)
		sentence = after
	}
}

// FaultSentences are the sentences about faults that several games share.
var FaultSentences = Sentences{
	"fault.position": "bad position: {faults}",
	"fault.setup":    "cannot set up {game}: {faults}",

	// Where it is in a file, and what is behind it.
	"fault.in-game-line": "game {game}, line {line}: {what}",
	"fault.in-game-act":  "game {game}, act {act}: {what}",
	"fault.in-game":      "game {game}: {what}",
	"fault.in-line":      "line {line}: {what}",
	"fault.because":      "{fault}: {why}",

	// Lines that cannot be read.
	"fault.no-game":       "it begins with {text}, which is none of our games: {games}. You can also use one of these: {others}",
	"fault.long":          "no position line is that long",
	"fault.game":          "the line must begin with {game}, not with {text}",
	"fault.fields":        "a position of this game has {n} fields separated by single spaces, not {got}",
	"fault.bracket":       "the options must end with ]",
	"fault.no-brackets":   "leave out the brackets if there are no options",
	"fault.key-value":     "write {text} as key=value",
	"fault.no-option":     "{game} has no option {key}; its options are {keys}",
	"fault.option":        "option {key} cannot be {value}; choose one of {values}",
	"fault.option-number": "option {key} cannot be {value}; choose a number from {least} to {most}",
	"fault.default":       "leave out {option}: it is the default",
	"fault.twice":         "{key} is given twice",
	"fault.order":         "{key} must come before {other}",
	"fault.no-flag":       "{flag} is not a flag of this game; the flags are {flags}",
	"fault.number":        "{key} must be a number from {least} to {most}, not {value}",
	"bad-throw":           "{text} is not a throw; expected {expected}",
	"fault.throw-order":   "write the throw {text} with the larger die first",
	"fault.turn":          "{text} cannot be in turn; choose one of {letters}",

	// Settings that do not go together.
	"fault.conflict": "{one} and {other} cannot be combined",
	"fault.needs":    "{what} needs {other}",

	// Setups.
	"fault.players":    "{game} is for {players} players, not {n}",
	"fault.no-modes":   "{game} has no modes, so it cannot have mode {mode}",
	"fault.no-presets": "{game} has no presets, so it cannot have preset {preset}",
	"fault.no-mode":    "there is no mode {mode}; the modes are {modes}",
	"fault.no-preset":  "there is no preset {preset}; the presets are {presets}",
	"fault.colours":    "the colours are {colours}, not {text}",
	"fault.owners":     "each player has one colour in this game, so you cannot choose owners",
	"fault.first":      "{first} cannot begin; choose one of {letters}",
}
