package contact

import (
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/contact"
)

// Forward is toward the goal spots for a numbered tile, and toward the others for a
// turned one. The wish to go there grows while nothing happens.
func TestDrive(t *testing.T) {
	drive := func(line, text string) float64 {
		m, err := contact.Game().Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		mv, err := m.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		rules, p, _ := parlour.Typed[contact.Position](m)
		return drives(rules)(&p, mv)
	}
	for _, c := range []struct {
		line, move string
		want       float64
	}{
		{"contact duel6 h8G3456,c13R3412 s 0 -", "h8-h9", steady},
		{"contact duel6 h8G3456,c13R3412 s 0 -", "h8-h7", -steady},
		{"contact duel6 h8G3456,c13R3412 s 0 -", "h8-i8", 0},
		{"contact duel6 h8G3456,c13R3412 s 100 -", "h8-h9", steady + impatient/2},
		{"contact duel6 h8G3456,c13R3412 n 0 -", "c13-c11", 2 * steady},
		{"contact duel6 h8G5555,c4R3412 s 0 -", "h8-h7", steady},
		{"contact duel6 h8G5555,c4R3412 s 0 -", "h8-h9", -steady},
		{"contact duel6 a1G1234,d12R3412 s 9 9", "a1-a2", 0},
		{"contact pairs h8G3456,c13R3412,b6B4123 s 0 -", "h8-h9", steady},
		{"contact three h8G3456,c13R3412,b6B4123 s 0 -", "h8-h9", crowded * steady},
	} {
		if got := drive(c.line, c.move); got != c.want {
			t.Errorf("%s: %s is liked by %v heats, want %v", c.line, c.move, got, c.want)
		}
	}
	if drives(nil) != nil {
		t.Error("there is a drive for other rules")
	}
}

// Casual players get on: their games do not last until everybody is tired.
func TestGamesEnd(t *testing.T) {
	rules := open(t, "duel6")
	const games, most = 8, 320
	casual := Levels()[1].Maker(rules)
	p := &[]contact.Position{{}}[0]
	var moves []parlour.Move
	turns := 0
	for g := range games {
		casual.Seed(bot.Mix(1928, uint64(g)))
		for *p = rules.Start(); !rules.Turn(p).Over(); turns++ {
			moves = rules.AppendMoves(p, moves[:0])
			rules.Play(p, casual.Choose(p, moves))
		}
	}
	if turns > games*most {
		t.Errorf("%d games took %d turns, more than %d each", games, turns, most)
	}
	t.Logf("%d games took %d turns", games, turns)
}
