package cabinet

import (
	"maps"
	"slices"

	"parlour"
	"parlour/phrase"
	"parlour/record"
)

// Tell returns what a throw or a move of the game does in words, a
// sentence for each effect, without the last full stop.
func (e *Entry) Tell(lang *phrase.Catalogue, effects []parlour.Effect) string {
	return phrase.Text(e.Told(lang, effects))
}

// man returns what the game's book calls a man, as arguments of a sentence.
func (e *Entry) man() parlour.Args {
	one, many := e.Book.Man()
	return parlour.Args{"piece": one, "pieces": many}
}

// named returns an effect that also has the arguments of man.
func (e *Entry) named(ef parlour.Effect) parlour.Effect {
	args := e.man()
	maps.Copy(args, ef.Args)
	ef.Args = args
	return ef
}

// PieceName returns the word for a kind of piece: what the game's book calls a
// man, or else the word of the catalogue.
func (e *Entry) PieceName(lang *phrase.Catalogue, kind string) string {
	if kind == "man" {
		kind, _ = e.Book.Man()
		return lang.Word(kind)
	}
	return lang.Piece(kind)
}

// Told is Tell for a reader who is not known yet.
func (e *Entry) Told(lang *phrase.Catalogue, effects []parlour.Effect) []phrase.Part {
	says := make([][]phrase.Part, len(effects))
	for i, ef := range effects {
		says[i] = lang.EffectParts(e.Family, e.named(ef), e.Colour(ef.Colour))
	}
	return phrase.JoinSentences(says)
}

// Line returns what a throw or a move of a seat does in a few words, for a line
// that begins with the name of the player: "9 → 14, captures Red's man on 14".
func (e *Entry) Line(lang *phrase.Catalogue, seat string, effects []parlour.Effect) []phrase.Part {
	says := make([][]phrase.Part, len(effects))
	for i, ef := range effects {
		says[i] = lang.Line(e.Family, e.named(ef), e.Colour(ef.Colour), e.Colour(seat))
	}
	return phrase.Join(says)
}

// mostAsked is how many legal moves are looked at to find out what they have in
// common.
const mostAsked = 64

// Asks says what a position asks of the player in turn: to do what all its legal
// moves have in common, in the words of the game. If the only move is to pass, it
// says why. It says nothing if no move is due.
func (e *Entry) Asks(lang *phrase.Catalogue, m parlour.Match, moves []parlour.Move) []phrase.Part {
	if len(moves) == 0 {
		return nil
	}
	if len(moves) == 1 {
		if effects := m.Effects(moves[0]); len(effects) > 0 && effects[0].Means == parlour.Passes {
			return e.Told(lang, effects)
		}
	}
	code := e.Family + ".ask"
	if common := inCommon(m, moves); common != "" && lang.Has(code+"-"+string(common)) {
		code += "-" + string(common)
	}
	if !lang.Has(code) {
		return nil
	}
	return lang.Parts(code, e.man(), nil)
}

// inCommon returns what all moves begin with, if that is entering or coming
// home, or else whether all of them take something.
func inCommon(m parlour.Match, moves []parlour.Move) parlour.Meaning {
	if len(moves) > mostAsked {
		return ""
	}
	first, takes := parlour.Meaning(""), true
	for i, mv := range moves {
		effects := m.Effects(mv)
		if len(effects) == 0 {
			return ""
		}
		if means := effects[0].Means; i == 0 {
			first = means
		} else if first != means {
			first = ""
		}
		takes = takes && slices.ContainsFunc(effects, func(ef parlour.Effect) bool { return ef.Means == parlour.Takes })
		if first == "" && !takes {
			return ""
		}
	}
	if first != parlour.Enters && first != parlour.Home && takes {
		return parlour.Takes
	}
	return first
}

// ToAct says who has to do what in a few words, for the edge of a board: "Green to
// throw".
func ToAct(lang *phrase.Catalogue, m parlour.Match) string {
	turn := m.Turn()
	if turn.Over() {
		return lang.Say("table.turn-over", nil)
	}
	return lang.Say("table.turn-"+string(turn.Needs()), parlour.Args{"seat": m.Info().Seats[turn.Seat].Name})
}

// Stands says in words what a match is waiting for, or how it ended.
func Stands(lang *phrase.Catalogue, m parlour.Match) string {
	turn, info := m.Turn(), m.Info()
	switch turn.Needs() {
	case parlour.NeedThrow:
		return lang.Say("stands.throw", parlour.Args{"seat": info.Seats[turn.Seat].Name, "expected": turn.Dice.Form()})
	case parlour.NeedMove:
		return lang.Say("stands.move", parlour.Args{"seat": info.Seats[turn.Seat].Name})
	}
	return lang.Say("stands.over", parlour.Args{"result": record.EndText(m)})
}

// Ended says how a game ended: why, and by letter of a seat its place and its share
// of the result.
func (e *Entry) Ended(lang *phrase.Catalogue, reason string, places map[string]int, shares map[string]float64) string {
	var won []string
	for _, s := range e.Info.Seats {
		if places[s.Letter] == 1 {
			won = append(won, lang.Word(s.Name))
		}
	}
	code := "won"
	for letter, place := range places {
		// Partners who win get a full share each. A winner alone may get less, if
		// later places get a part.
		if place == 1 && len(won) > 1 && shares[letter] < 1 {
			code = "tied"
		}
	}
	switch {
	case code == "won" && reason != "" && reason[0] >= '0' && reason[0] <= '9':
		code = "won-points"
	case code == "won" && len(won) > 1:
		code = "won-together"
	}
	if reason == "" {
		code += "-plainly"
	}
	return lang.Say(lang.AtTable(e.Family, "table."+code), parlour.Args{"seats": lang.And(won), "reason": lang.Reason(reason)})
}
