package race

import (
	"testing"

	"parlour"
)

var (
	_ parlour.Progress[Position] = (*Kleefeld)(nil)
	_ parlour.Progress[Position] = (*British)(nil)
	_ parlour.Progress[Position] = (*Parker)(nil)
	_ parlour.Progress[Position] = (*Mensch)(nil)
	_ parlour.Progress[Position] = (*AutoRace)(nil)
)

// Those who are not home when a game ends are ranked by men home, then by how far
// their men have come. Who came equally far shares a place.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		game   parlour.Game
		line   string
		want   [parlour.MaxSeats]int8
		ranked bool
	}{
		{BritishGame(), "british G:h7,*,*,*/Y:-,-,37,14/B:-,-,25,*/R:-,-,-,30 G 1 - -", [4]int8{1, 3, 2, 4}, true},
		{BritishGame(), "british G:h7,*,*,*/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,30 G 1 - -", [4]int8{1, 3, 3, 2}, true},
		{BritishGame(), "british G:h7,*,*,*/B:-,-,25,* G 1 - -", [4]int8{1, 0, 2, 0}, false}, // nobody shares a place
		// Kleefeld's book pays the first and the second; only the third and the fourth share a place.
		{KleefeldGame(), "kleefeld G:h5,*,*,*/Y:*,*,*,*/B:-,-,24,*/R:-,-,40,30 G 1 - rank=Y", [4]int8{2, 1, 3, 4}, true},
		{KleefeldGame(), "kleefeld G:h5,*,*,*/Y:*,*,*,*/B:-,-,-,30/R:-,-,-,43 G 1 - rank=Y", [4]int8{2, 1, 3, 3}, false},
		{KleefeldGame(), "kleefeld[play-on=first] G:h5,*,*,*/Y:-,-,-,-/B:-,-,24,*/R:-,-,40,30 G 1 - -", [4]int8{1, 4, 2, 3}, true},
		{ParkerGame(), "parker G:h5,*,*,*/Y:-,-,-,20/B:30,31,*,*/R:-,-,*,* G 61 - -", [4]int8{1, 4, 2, 3}, true},
		{MenschGame(), "mensch[play-on=first] Y:37,a,b,c/G:-,-,-,-/R:-,5,6,d/K:-,-,-,31 Y 6 - -", [4]int8{1, 4, 2, 3}, true},
		{MenschGame(), "mensch Y:a,b,c,d/G:9,b,c,d/R:a,b,c,d/K:-,-,-,31 G 1 - rank=Y,R", [4]int8{1, 3, 2, 4}, false}, // they have played on
		{AutoRaceGame(), "auto-race G:58/Y:3/B:51/R:53 G 6 - -", [4]int8{1, 4, 3, 2}, true},
	} {
		m, err := c.game.Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Play(m.Moves()[0]); err != nil {
			t.Fatal(err)
		}
		r := m.Result()
		if !r.Over {
			t.Fatalf("%s is not over after its move", c.line)
		}
		if got, ranked := parlour.Order(m, &r); got != c.want || ranked != c.ranked {
			t.Errorf("%s: the order is %v, %v, want %v, %v", c.line, got, ranked, c.want, c.ranked)
		}
	}
}
