package cabinet

import (
	"strings"

	"parlour"
	"parlour/phrase"
)

// Tell returns what a throw or a move of the game does in plain English, a
// sentence for each effect, without the last full stop.
func (e *Entry) Tell(effects []parlour.Effect) string {
	says := make([]string, len(effects))
	for i, ef := range effects {
		says[i] = strings.TrimSuffix(phrase.Sentence(e.Say(ef)), ".")
	}
	return strings.Join(says, ". ")
}
