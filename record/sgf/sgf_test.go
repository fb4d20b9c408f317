package sgf_test

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"parlour/record/sgf"
	"parlour/record/sheet/sheettest"
)

var format = sheettest.Format{Ending: ".sgf", Read: sgf.Read, Write: sgf.Write, Load: "load match %s\nshow board", Save: "save match %s"}

func TestRoundTrip(t *testing.T) {
	for i, options := range []map[string]string{
		nil,
		{"match": "5"},
		{"match": "3", "crawford": "no"},
		{"match": "7", "resign": "yes"},
		{"jacoby": "yes", "beavers": "raccoon"},
		{"auto-doubles": "3"},
		{"doubling": "none"},
	} {
		for seed := range uint64(3) {
			s, _ := sheettest.Random(t, seed+10*uint64(i), options, 100000)
			text := format.Text(t, s)
			back, err := sgf.Read(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if again := format.Text(t, back); again != text {
				t.Fatalf("%v: reads back as\n%s\nwant\n%s", options, again, text)
			}
			for k := range s.Games {
				a, b := s.Games[k], back.Games[k]
				if a.Winner != b.Winner || a.Points != b.Points || a.Score != b.Score || a.Crawford != b.Crawford || len(a.Acts) != len(b.Acts) {
					t.Errorf("%v: game %d is %+v, want %+v", options, k+1, b, a)
				}
				for n := range a.Acts {
					if !reflect.DeepEqual(a.Acts[n].Steps, b.Acts[n].Steps) || a.Acts[n].Dice != b.Acts[n].Dice {
						t.Errorf("%v: game %d, act %d is %+v, want %+v", options, k+1, n+1, b.Acts[n], a.Acts[n])
					}
				}
			}
		}
	}
}

// TestFiles reads files that GNU Backgammon saved.
func TestFiles(t *testing.T) { format.Files(t, "gnubg-session.sgf", "gnubg-match.sgf") }

// Both colours name points by the letters of white's numbering.
func TestWriteLetters(t *testing.T) {
	for first, want := range map[string]string{"31": ";B[31qtst]", "13": ";W[31hefe]"} {
		s := sheettest.Played(t, nil, nil, first, "8/5 6/5")
		if text := format.Text(t, s); !strings.Contains(text, want) {
			t.Errorf("the file has no %s:\n%s", want, text)
		}
	}
}

// TestLetters reads black's points counted from either side.
func TestLetters(t *testing.T) {
	for _, text := range []string{"(;GM[6];B[31hefe])", "(;GM[6];B[31qtst])"} {
		s, err := sgf.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Games[0].Acts[0].Play; got != "8/5 6/5" {
			t.Errorf("%s is read as %s", text, got)
		}
	}
}

func TestReadErrors(t *testing.T) {
	format.Faults(t, map[string]string{
		"":                       "line 1: the file contains no game",
		"(;GM[1])":               "line 1: GM[1] is another game; backgammon is GM[6]",
		"(;GM[6]\n;B[77ab])":     "line 2: B[77ab] is not a play",
		"(;GM[6]\n;B[31gz])":     "line 2: B[31gz] is not a play: gz",
		"(;GM[6]\n;B[31":         "line 2: a value is not closed",
		"(;GM[6]":                "line 1: the tree is not closed",
		"(;GM)":                  "line 1: GM has no value",
		"(;GM[6]MI[length:x])":   "line 1: MI[length:x] is not a number",
		"(;GM[6]MI[length:100])": "line 1: a match has at most 99 points",
		"(;GM[6]RE[X+1])":        "line 1: RE[X+1] names no winner",
		"(;GM[6]RE[B+x])":        "line 1: RE[B+x] is not a result",
		"(;GM[6];CV[3])":         "line 1: CV[3] is not a stake at the beginning of a game",
		"(;GM[6];DI[31])":        "line 1: DI[31] is not a throw of a player",
		"(;GM[6]!)":              `line 1: unexpected '!'`,
		"()":                     "line 1: the tree has no properties",
	})
}

func TestGNUBackgammon(t *testing.T) { format.GNUBackgammon(t, map[string]string{"auto-doubles": "9"}) }

func FuzzRead(f *testing.F) {
	for _, name := range []string{"gnubg-session.sgf", "gnubg-match.sgf"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := sgf.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if sgf.Write(&b, s) != nil {
			return
		}
		first := b.String()
		back, err := sgf.Read(&b)
		if err != nil {
			t.Fatalf("%v\n%s", err, first)
		}
		if again := format.Text(t, back); again != first {
			t.Fatalf("reads back as\n%s\nwant\n%s", again, first)
		}
	})
}

func ExampleRead() {
	s, err := sgf.Read(strings.NewReader("(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]RU[Crawford];B[31qtst];W[52mhxv];B[double];W[drop])"))
	if err != nil {
		panic(err)
	}
	for _, a := range s.Games[0].Acts[:2] {
		fmt.Println(a.Dice, a.Play)
	}
	// Output:
	// [3 1] 8/5 6/5
	// [5 2] 13/8 24/22
}

func TestNames(t *testing.T) { format.Names(t) }
