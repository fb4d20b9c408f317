package show_test

import (
	"reflect"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/web/show"
)

func TestThreats(t *testing.T) {
	for _, test := range []struct {
		line, seat string
		want       []show.Threat
	}{
		// Yellow stands four behind Green's man.
		{"kleefeld G:-,-,-,10/Y:-,-,-,6 G - - -", "G", []show.Threat{{Place: "10", By: "Y", Cases: 1, Of: 6}}},
		{"kleefeld G:-,-,-,10/Y:-,-,-,16 G - - -", "G", []show.Threat{}},
		// The man on 8 is four away: any 4, 3 and 1, two 2s or two 1s hit it.
		{"XGID=----a---A-----------------:0:0:-1:00:0:0:0:0:10", "X", []show.Threat{{Place: "8", By: "O", Cases: 15, Of: 36}}},
		// Black's man on 18 is in front of White's man on 22, with 15 behind it empty.
		{"checkers B:W22:B18 q=0", "B", []show.Threat{{Place: "18", By: "W", Cases: 1, Of: 1}}},
		{"checkers W:W22:B18,15 q=0", "B", []show.Threat{}},
	} {
		_, m, err := cabinet.Parse(test.line)
		if err != nil {
			t.Fatal(err)
		}
		info := m.Info()
		if got := show.ThreatsTo(m, []parlour.Seat{info.SeatOf(test.seat)}); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %s is threatened by %+v, want %+v", test.line, test.seat, got, test.want)
		}
	}
}

// Nothing can be taken before the first move.
func TestNoThreatsAtFirst(t *testing.T) {
	for _, e := range cabinet.Games() {
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if got := show.ThreatsTo(m, []parlour.Seat{0}); len(got) != 0 {
			t.Errorf("%s begins with threats: %+v", e.Info.ID, got)
		}
	}
}
