package study

import (
	"errors"
	"slices"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
)

// A guest who stops listening ends the experiment, and the next guest has a turn.
func TestLabEnds(t *testing.T) {
	l := NewLab(LabConfig{Games: 1 << 40})
	first, err := l.Enter(Guest{Address: "a", Token: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Enter(Guest{Address: "a", Token: "1"}); !errors.As(err, new(*Busy)) {
		t.Errorf("a second experiment of one token: %v", err)
	}
	second, err := l.Enter(Guest{Address: "b", Token: "2"})
	if err != nil {
		t.Fatal(err)
	}
	long := l.Usual(cabinet.ByID("contact"))
	long.Bots, long.Games = []string{"random"}, 1<<40
	gone := errors.New("the guest has gone")
	if err := first.Run(t.Context(), phrase.English, long, 0, func(string, any) error { return gone }); !errors.Is(err, gone) {
		t.Errorf("the experiment ended with %v", err)
	}
	first.Leave()
	short := l.Usual(cabinet.ByID("auto-race"))
	short.Games = 5
	var kinds []string
	if err := second.Run(t.Context(), phrase.English, short, 0, func(kind string, _ any) error {
		kinds = append(kinds, kind)
		return nil
	}); err != nil || kinds[len(kinds)-1] != "done" || slices.Contains(kinds, "waiting") {
		t.Errorf("the next guest got %v, %v", kinds, err)
	}
	second.Leave()
	if l.Len() != 0 {
		t.Errorf("%d experiments are left", l.Len())
	}
}

// The laboratory refuses players that think too long, and setups that a game
// does not have.
func TestLabCheck(t *testing.T) {
	l, e := NewLab(LabConfig{}), cabinet.ByID("parker")
	x := l.Usual(e)
	if err := l.Check(e, x); err != nil {
		t.Errorf("the usual experiment: %v", err)
	}
	x.Bots = []string{"expert"}
	if err := l.Check(e, x); !errors.As(err, new(*Refusal)) {
		t.Errorf("a slow player: %v", err)
	}
	x.Bots = []string{"random"}
	x.Setup.Options = map[string]string{"gears": "4"}
	if err := l.Check(e, x); !errors.As(err, new(*parlour.SetupError)) {
		t.Errorf("an unknown option: %v", err)
	}
}
