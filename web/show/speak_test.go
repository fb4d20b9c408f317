package show

import (
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
)

// TestBoardSpeaks checks that the board of every game says how its places and
// pieces are called, and has a sign for every seat.
func TestBoardSpeaks(t *testing.T) {
	for _, e := range cabinet.Games() {
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		data := BoardOf(phrase.English, e, m, 0)
		for place := range data.Places {
			if data.Spoken[place] == "" {
				t.Errorf("%s: place %s is not spoken", e.Info.ID, place)
			}
		}
		for _, p := range parlour.KindsOf(m) {
			if name := data.Names[p.Kind]; name == "" || data.Pieces[PieceName(p)] == "" {
				t.Errorf("%s: the piece %q is called %q and drawn as %q", e.Info.ID, PieceName(p), name, data.Pieces[PieceName(p)])
			}
		}
		for _, seat := range e.Info.Seats {
			if data.Signs[seat.Letter] == "" {
				t.Errorf("%s: %s has no sign", e.Info.ID, seat.Name)
			}
		}
	}
	for game, want := range map[string][2]string{"backgammon": {"8", "point 8"}, "checkers": {"15", "square 15"}, "parker": {"Gh3", "home lane 3"}, "mensch": {"Yb", "home square b"}, "contact": {"h8", "h8"}, "auto-race": {"*", "the finish"}, "kleefeld": {"0", "space 0 (Green's start)"}, "british": {"66", "space 66 (Green's last square before home)"}} {
		e := cabinet.ByID(game)
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if got := BoardOf(phrase.English, e, m, 0).Spoken[want[0]]; got != want[1] {
			t.Errorf("%s says %q for %s, want %q", game, got, want[0], want[1])
		}
	}
}

// TestSetupChoices checks that every mode, ownership and preset is put into
// words, and that each is a setup the game accepts.
func TestSetupChoices(t *testing.T) {
	for _, e := range cabinet.Games() {
		for _, c := range choicesOf(phrase.English, e) {
			for i, v := range c.Values {
				s := map[string]parlour.Setup{"mode": {Mode: v.Name}, "seats": {Seats: v.Name}, "preset": {Preset: v.Name}}[string(c.Key)]
				if _, err := e.Game.New(s); err != nil || v.Means == "" {
					t.Errorf("%s: %s %d, %q means %q: %v", e.Info.ID, c.Key, i, v.Name, v.Means, err)
				}
			}
		}
	}
}
