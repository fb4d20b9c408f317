package page

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/draw"
	"parlour/draw/svg"
	"parlour/phrase"
	"parlour/table"
)

// A fixture is a moment of a game as the server would tell it to the page.
type fixture struct {
	Game   string           `json:"game"`
	Line   string           `json:"line"`
	Turn   string           `json:"turn"`
	Moves  []string         `json:"moves"`
	Steps  []table.StepNode `json:"steps"`
	Pieces []parlour.Piece  `json:"pieces"`
	Sheet  svg.Layout       `json:"sheet"`
	SVG    string           `json:"svg,omitempty"` // of the first moment of a game
	Told   []told           `json:"told"`
	Whys   []why            `json:"whys"`
}

type told struct {
	Move    string           `json:"move"`
	Words   string           `json:"words"`
	Effects []parlour.Effect `json:"effects"`
	After   []parlour.Piece  `json:"after"`
}

// A why is a place that a piece may not be taken to.
type why struct {
	From string `json:"from"`
	To   string `json:"to"`
	Code string `json:"code"`
}

// fixtures writes moments of every game on the shelf for the tests of the
// modules and returns the file.
func fixtures(t *testing.T) string {
	t.Helper()
	var all []fixture
	for i, e := range cabinet.Games() {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < 30; {
			turn := m.Turn()
			if turn.Over() {
				if m, err = e.Game.New(parlour.Setup{}); err != nil {
					t.Fatal(err)
				}
				continue
			}
			mv := parlour.NoMove
			if turn.Dice != 0 {
				mv = turn.Dice.Nth(rng.IntN(turn.Dice.Weight()))
			} else {
				moves := m.Moves()
				if len(moves) <= 40 && (n < 4 || rng.IntN(6) == 0) {
					all = append(all, fixtureOf(t, e, m, rng))
					if n == 0 {
						all[len(all)-1].SVG = string(svg.AppendEmpty(nil, e.Board(m), draw.View{Pieces: m.Pieces()}))
					}
					n++
				}
				mv = moves[rng.IntN(len(moves))]
			}
			if err := m.Play(mv); err != nil {
				t.Fatal(err)
			}
		}
	}
	data, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "fixtures.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func fixtureOf(t *testing.T, e *cabinet.Entry, m parlour.Match, rng *rand.Rand) fixture {
	t.Helper()
	f := fixture{Game: e.Info.ID, Line: m.String(), Turn: e.Info.Letter(m.Turn().Seat), Steps: table.Steps(m), Pieces: m.Pieces()}
	b := e.Board(m)
	f.Sheet = svg.LayoutOf(b, draw.View{Pieces: f.Pieces})
	for _, mv := range m.Moves() {
		after := m.Clone()
		if err := after.Play(mv); err != nil {
			t.Fatal(err)
		}
		text := m.Text(mv)
		f.Moves = append(f.Moves, text)
		one := told{Move: text, Effects: m.Effects(mv), After: after.Pieces()}
		for _, ef := range one.Effects {
			one.Words += e.Say(phrase.English, ef) + ". "
		}
		f.Told = append(f.Told, one)
	}
	for range 6 {
		from, to := f.Pieces[rng.IntN(len(f.Pieces))].Place, b.Places[rng.IntN(len(b.Places))].Name
		if _, err := parlour.Point(m, nil, from, to); err != nil {
			f.Whys = append(f.Whys, why{from, to, err.Error()})
		}
	}
	return f
}
