package mat_test

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"parlour"
	"parlour/games/backgammon"
	"parlour/record"
	"parlour/record/mat"
	"parlour/record/sheet"
	"parlour/record/sheet/sheettest"
)

var format = sheettest.Format{Ending: ".mat", Read: mat.Read, Write: mat.Write, Load: "import mat %s", Save: "export match mat %s", Turned: true}

// raw removes from a sheet what the file format does not store.
func raw(s *mat.Match) *mat.Match {
	c := *s
	c.Options = nil
	c.Players = [2]string{"X", "O"}
	c.Games = nil
	for _, g := range s.Games {
		g.Resigned = false
		acts := g.Acts
		g.Acts = nil
		for _, a := range acts {
			a.Steps = nil
			g.Acts = append(g.Acts, a)
		}
		c.Games = append(c.Games, g)
	}
	return &c
}

func TestRoundTrip(t *testing.T) {
	for i, options := range []map[string]string{
		nil,
		{"match": "5"},
		{"match": "3", "crawford": "no"},
		{"match": "7", "resign": "yes"},
		{"jacoby": "yes", "beavers": "raccoon"},
	} {
		for seed := range uint64(3) {
			s, _ := sheettest.Random(t, seed+10*uint64(i), options, 100000)
			text := format.Text(t, s)
			back, err := mat.Read(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			want := raw(s)
			for k := range want.Games {
				want.Games[k].Crawford = back.Games[k].Crawford // derived from the score
				for n := range back.Games[k].Acts {
					back.Games[k].Acts[n].Line = 0 // only a file has lines
				}
			}
			if !reflect.DeepEqual(back, want) {
				t.Fatalf("%v: reads back as\n%s\nwant\n%s", options, format.Text(t, back), text)
			}
			if _, err := sheet.Records(back); err != nil {
				t.Errorf("%v: %v\n%s", options, err, text)
			}
		}
	}
}

// TestDialects reads files as other programs write them.
func TestDialects(t *testing.T) { format.Files(t, "jellyfish.mat", "gnubg.mat") }

func TestReadErrors(t *testing.T) {
	format.Faults(t, map[string]string{
		"":                                      "the file contains no game",
		"hello":                                 "line 1: expected the length of the match, such as 7 point match",
		" 7 point match\n 1) 31:":               "line 2: expected Game 1",
		" 100 point match":                      "line 1: a match has at most 99 points, not 100",
		" 7 point match\n Game 1\n  1) 31: 8/5": "line 3: expected the players and their scores, such as X : 0    O : 0",
		" 7 point match\n Game 1\n X : 0  O : 0\nwhat":                         `line 4: expected a numbered line or the result, not "what"`,
		" 7 point match\n Game 1\n X : 0  O : 0\n 1) hello":                    "line 4: expected dice, such as 31:, or a word about the cube",
		" 7 point match\n Game 1\n X : 0  O : 0\n 1) 31: 8/5 6/5 52: 13/6 31:": "line 4: a line contains at most two acts",
	})
}

func TestAutomaticDoubles(t *testing.T) {
	s := &mat.Match{Games: []mat.Game{{Stake: 2, Winner: parlour.Nobody}}}
	if err := mat.Write(&bytes.Buffer{}, s); err == nil {
		t.Error("automatic doubles are accepted")
	}
}

func TestGNUBackgammon(t *testing.T) { format.GNUBackgammon(t) }

func FuzzRead(f *testing.F) {
	for _, name := range []string{"jellyfish.mat", "gnubg.mat"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := mat.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		records, err := sheet.Records(s)
		if err != nil {
			return
		}
		for _, r := range records {
			if _, err := record.Replay(backgammon.Game().Parse, r, nil); err != nil {
				t.Errorf("%v\n%s", err, r)
			}
		}
	})
}

func ExampleRead() {
	s, err := mat.Read(strings.NewReader(` 5 point match

 Game 1
 X : 0                          O : 0
  1) 31: 8/5 6/5                 52: 24/22 13/8
  2)  Doubles => 2                Drops
      Wins 1 point
`))
	if err != nil {
		panic(err)
	}
	g := s.Games[0]
	fmt.Println(s.Length, len(g.Acts), g.Acts[1].Play, g.Points)
	// Output: 5 4 24/22 13/8 1
}

func TestNames(t *testing.T) { format.Names(t) }
