package mat_test

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
	"parlour/record/mat"
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
			r, _ := random(t, seed+10*uint64(i), options, 100000)
			s, err := sheet.FromRecords(r)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := mat.Write(&b, s); err != nil {
				t.Fatal(err)
			}
			back, err := mat.Read(&b)
			if err != nil {
				t.Fatalf("%v\n%s", err, mat.Append(nil, s))
			}
			want := raw(s)
			for k := range want.Games {
				want.Games[k].Crawford = back.Games[k].Crawford // derived from the score
			}
			if !reflect.DeepEqual(back, want) {
				t.Fatalf("%v: reads back as\n%s\nwant\n%s", options, mat.Append(nil, back), mat.Append(nil, s))
			}
			if _, err := sheet.Records(back); err != nil {
				t.Errorf("%v: %v\n%s", options, err, mat.Append(nil, s))
			}
		}
	}
}

// TestDialects reads files as other programs write them.
func TestDialects(t *testing.T) {
	for _, name := range []string{"jellyfish.mat", "gnubg.mat"} {
		file, err := os.Open("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := mat.Read(file)
		file.Close()
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

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "line 0: the file contains no game",
		"hello":                                 "line 1: expected the length of the match, such as 7 point match",
		" 7 point match\n 1) 31:":               "line 2: expected Game 1",
		" 100 point match":                      "line 1: a match has at most 99 points, not 100",
		" 7 point match\n Game 1\n  1) 31: 8/5": "line 3: expected the players and their scores, such as X : 0    O : 0",
		" 7 point match\n Game 1\n X : 0  O : 0\nwhat":                         `line 4: expected a numbered line or the result, not "what"`,
		" 7 point match\n Game 1\n X : 0  O : 0\n 1) hello":                    "line 4: expected dice, such as 31:, or a word about the cube",
		" 7 point match\n Game 1\n X : 0  O : 0\n 1) 31: 8/5 6/5 52: 13/6 31:": "line 4: a line contains at most two acts",
	} {
		_, err := mat.Read(strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestAutomaticDoubles(t *testing.T) {
	s := &mat.Match{Games: []mat.Game{{Stake: 2, Winner: parlour.Nobody}}}
	if err := mat.Write(&bytes.Buffer{}, s); err == nil {
		t.Error("automatic doubles are accepted")
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

// turned exchanges the sides: the player on the left, our X, is player 0 of GNU
// Backgammon, like our O.
func turned(t *testing.T, m parlour.Match) parlour.Match {
	t.Helper()
	rules, p, _ := parlour.Typed[backgammon.Position](m)
	p.Men[0], p.Men[1] = p.Men[1], p.Men[0]
	p.Score[0], p.Score[1] = p.Score[1], p.Score[0]
	p.Turn = 1 - p.Turn
	if p.Owner != parlour.Nobody {
		p.Owner = 1 - p.Owner
	}
	n, err := backgammon.Game().Parse(string(rules.AppendPosition(nil, &p)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// What GNU Backgammon shows after reading a file: the position and the score.
var shown = regexp.MustCompile(`(?s)Position ID: (\S+)\s+Match ID +: (\S+).*?The score \(after \d+ games?\) is: X (\d+), O (\d+)`)

// TestGNUBackgammon lets GNU Backgammon read the files we write, of unfinished
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
				file := filepath.Join(t.TempDir(), "match.mat")
				if err := os.WriteFile(file, mat.Append(nil, s), 0o644); err != nil {
					t.Fatal(err)
				}
				commands = append(commands, "import mat "+file, "show score")
				files = append(files, string(mat.Append(nil, s)))
				id := ""
				if !m.Turn().Over() {
					id = backgammon.GNUID(turned(t, m))
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
		if want := fmt.Sprint(scores[i][0], scores[i][1]); g[3]+" "+g[4] != want {
			t.Errorf("gnubg has the score %s %s, want %s\n%s", g[3], g[4], want, files[i])
		}
	}
}

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
	ours := string(mat.Append(nil, s))
	in, out := t.TempDir()+"/ours.mat", t.TempDir()+"/theirs.mat"
	if err := os.WriteFile(in, []byte(ours), 0o644); err != nil {
		t.Fatal(err)
	}
	gnubg(t, []string{"import mat " + in, "export match mat " + out})
	theirs, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	info := m.Info()
	for who, file := range map[string]string{"our file": ours, "the file of GNU Backgammon": string(theirs)} {
		s, err := mat.Read(strings.NewReader(file))
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
