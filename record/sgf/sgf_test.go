package sgf_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"parlour"
	"parlour/games/backgammon"
	"parlour/games/gametest"
	"parlour/internal/programs"
	"parlour/record"
	"parlour/record/sgf"
	"parlour/record/sheet"
)

// random returns the record of a random match or game, or of its beginning.
func random(t testing.TB, seed uint64, options map[string]string, most int) (*record.Record, parlour.Match) {
	t.Helper()
	m, err := backgammon.Game().New(parlour.Setup{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	r := record.Begin(m)
	gametest.Random(t, m, seed, most, func(mv parlour.Move) { r.Add(m, mv, record.Separate) })
	if m.Turn().Over() {
		r.Close(m)
	}
	return r, m
}

func write(t testing.TB, s *sgf.Match) string {
	t.Helper()
	var b bytes.Buffer
	if err := sgf.Write(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

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
			r, _ := random(t, seed+10*uint64(i), options, 100000)
			s, err := sheet.FromRecords(r)
			if err != nil {
				t.Fatal(err)
			}
			text := write(t, s)
			back, err := sgf.Read(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if again := write(t, back); again != text {
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
func TestFiles(t *testing.T) {
	for _, name := range []string{"gnubg-session.sgf", "gnubg-match.sgf"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := sgf.Read(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		records, err := sheet.Records(s)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, r := range records {
			if _, err := record.Replay(backgammon.Game().Parse, r, nil); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Both colours name points by the letters of white's numbering.
func TestWriteLetters(t *testing.T) {
	for first, want := range map[string]string{"31": ";B[31qtst]", "13": ";W[31hefe]"} {
		m, err := backgammon.Game().New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		r := record.Begin(m)
		for _, text := range []string{first, "8/5 6/5"} {
			mv, err := m.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			r.Add(m, mv, record.Separate)
			if err := m.Play(mv); err != nil {
				t.Fatal(err)
			}
		}
		s, err := sheet.FromRecords(r)
		if err != nil {
			t.Fatal(err)
		}
		if text := write(t, s); !strings.Contains(text, want) {
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
	for text, want := range map[string]string{
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
	} {
		_, err := sgf.Read(strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// gnubg runs GNU Backgammon on a script.
func gnubg(t *testing.T, commands []string) string {
	t.Helper()
	cmd := exec.Command(programs.Find(t, "gnubg"), "-t", "-q")
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	cmd.Stdin = strings.NewReader(strings.Join(commands, "\n") + "\nquit\ny\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("gnubg: %v\n%s", err, out)
	}
	return string(out)
}

// What GNU Backgammon shows after reading a file: the position and the score,
// white's first.
var shown = regexp.MustCompile(`(?s)Position ID: (\S+)\s+Match ID +: (\S+).*?The score \(after \d+ games?\) is: O (\d+), X (\d+)`)

// TestGNUBackgammon lets GNU Backgammon load the files we write, of unfinished
// and finished matches, and compares the position, the match and the score it
// arrives at.
func TestGNUBackgammon(t *testing.T) {
	commands := []string{"set confirm new off", "set jacoby off", "set beavers 3"}
	var files, ids []string
	var scores [][2]int32
	for i, options := range []map[string]string{
		nil,
		{"match": "7"},
		{"match": "5", "resign": "yes"},
		{"beavers": "raccoon"},
		{"auto-doubles": "9"},
	} {
		for seed := range uint64(4) {
			most := 50
			if seed == 3 {
				most = 100000
			}
			for ; ; most++ {
				r, m := random(t, seed+50*uint64(i), options, most)
				_, p, _ := parlour.Typed[backgammon.Position](m)
				if p.State == backgammon.Open || p.Resign != 0 || p.Refused != 0 {
					continue // a file does not contain this
				}
				s, err := sheet.FromRecords(r)
				if err != nil {
					t.Fatal(err)
				}
				text := write(t, s)
				file := filepath.Join(t.TempDir(), "match.sgf")
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				commands = append(commands, "load match "+file, "show board", "show score")
				files = append(files, text)
				id := ""
				if !m.Turn().Over() {
					id = backgammon.GNUID(m)
				}
				ids = append(ids, id)
				scores = append(scores, p.Score)
				break
			}
		}
	}
	out := gnubg(t, commands)
	if strings.Contains(out, "WARNING") || strings.Contains(out, "rror") {
		t.Errorf("gnubg complains:\n%s", out)
	}
	got := shown.FindAllStringSubmatch(out, -1)
	if len(got) != len(files) {
		t.Fatalf("gnubg has read %d of %d files:\n%s", len(got), len(files), out)
	}
	for i, g := range got {
		if id := g[1] + ":" + g[2]; ids[i] != "" && id != ids[i] {
			t.Errorf("gnubg comes to %s, want %s\n%s", id, ids[i], files[i])
		}
		if want := fmt.Sprint(scores[i][1], scores[i][0]); g[3]+" "+g[4] != want {
			t.Errorf("gnubg has the score %s %s, want %s\n%s", g[3], g[4], want, files[i])
		}
	}
}

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
		if again := write(t, back); again != first {
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

// TestNames takes the names of the players through our record, our file, GNU
// Backgammon and its own export, and back into a record.
func TestNames(t *testing.T) {
	m, err := backgammon.Game().New(parlour.Setup{Options: map[string]string{"match": "3"}})
	if err != nil {
		t.Fatal(err)
	}
	r := record.Begin(m)
	r.SetPlayer("X", "Ada Lovelace")
	r.SetPlayer("O", "Grace H.")
	for _, text := range []string{"31", "8/5 6/5", "roll", "52", "13/8 24/22"} {
		mv, err := m.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r.Add(m, mv, record.Separate)
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
	s, err := sheet.FromRecords(r)
	if err != nil {
		t.Fatal(err)
	}
	ours := write(t, s)
	in, out := t.TempDir()+"/ours.sgf", t.TempDir()+"/theirs.sgf"
	if err := os.WriteFile(in, []byte(ours), 0o644); err != nil {
		t.Fatal(err)
	}
	gnubg(t, []string{"load match " + in, "save match " + out})
	theirs, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	info := m.Info()
	for who, file := range map[string]string{"our file": ours, "the file of GNU Backgammon": string(theirs)} {
		s, err := sgf.Read(strings.NewReader(file))
		if err != nil {
			t.Fatalf("%s: %v\n%s", who, err, file)
		}
		records, err := sheet.Records(s)
		if err != nil {
			t.Fatalf("%s: %v", who, err)
		}
		if x, o := records[0].Player(info.Seats[0]), records[0].Player(info.Seats[1]); x != "Ada Lovelace" || o != "Grace H." {
			t.Errorf("%s names %q and %q:\n%s", who, x, o, file)
		}
		if got := records[0].Tag("Seat X"); got != "Ada Lovelace" {
			t.Errorf("%s: the record has the tag Seat X: %q", who, got)
		}
	}
}
