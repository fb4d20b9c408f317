package pseudo

import (
	"strings"
	"testing"

	"parlour"
	"parlour/phrase"
)

func TestPseudo(t *testing.T) {
	all := All()
	if len(all) != 3 || all[2].Dir != "rtl" {
		t.Fatalf("there are %d", len(all))
	}
	args := parlour.Args{"seat": "red"}
	english := phrase.English.Say("table.turn-move", args)
	for _, l := range all[1:] {
		got := l.Catalogue().Say("table.turn-move", args)
		if got == english || strings.ContainsAny(got, "{}") {
			t.Errorf("%s says %q", l.Tag, got)
		}
	}
	if got := all[1].Catalogue().Say("over", nil); len([]rune(got)) < len("the game is over")*7/5 {
		t.Errorf("it is not long enough: %q", got)
	}
}
