package cabinet

import (
	"parlour"
	"parlour/phrase"
)

// Tell returns what a throw or a move of the game does in plain English, a
// sentence for each effect, without the last full stop.
func (e *Entry) Tell(effects []parlour.Effect) string { return phrase.Text(e.Told(effects)) }

// Told is Tell for a reader who is not known yet.
func (e *Entry) Told(effects []parlour.Effect) []phrase.Part {
	says := make([][]phrase.Part, len(effects))
	for i, ef := range effects {
		says[i] = phrase.English.EffectParts(e.Family, ef, e.Colour(ef.Colour))
	}
	return phrase.JoinSentences(says)
}

// Line returns what a throw or a move of a seat does in a few words, for a line
// that begins with the name of the player: "9 → 14, captures Red's man on 14".
func (e *Entry) Line(seat string, effects []parlour.Effect) []phrase.Part {
	says := make([][]phrase.Part, len(effects))
	for i, ef := range effects {
		says[i] = phrase.English.Line(e.Family, ef, e.Colour(ef.Colour), e.Colour(seat))
	}
	return phrase.Join(says)
}
