// Package sheettest tries a file format of backgammon matches: on random matches,
// on files of other programs, and on GNU Backgammon.
//
//	var format = sheettest.Format{Ending: ".mat", Read: mat.Read, Write: mat.Write, Load: "import mat %s", Save: "export match mat %s"}
//
//	func TestNames(t *testing.T) { format.Names(t) }
package sheettest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"parlour"
	"parlour/games/backgammon"
	"parlour/games/gametest"
	"parlour/internal/programs"
	"parlour/record"
	"parlour/record/sheet"
)

// A Format is a file format of matches.
type Format struct {
	Ending     string // of its files
	Read       func(io.Reader) (*sheet.Match, error)
	Write      func(io.Writer, *sheet.Match) error
	Load, Save string // commands of GNU Backgammon; %s is the file. Load shows the board
	Turned     bool   // GNU Backgammon takes our X for its player 0, like our O
}

// Text writes a match.
func (f Format) Text(t testing.TB, s *sheet.Match) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Random returns the sheet of a random match or game, or of its beginning, and where
// it ends.
func Random(t testing.TB, seed uint64, options map[string]string, most int) (*sheet.Match, parlour.Match) {
	t.Helper()
	m := begin(t, options)
	r := record.Begin(m)
	gametest.Random(t, m, seed, most, func(mv parlour.Move) { r.Add(m, mv, record.Separate) })
	if m.Turn().Over() {
		r.Close(m)
	}
	return sheetOf(t, r), m
}

// Played returns the sheet of a match that begins with these plays.
func Played(t testing.TB, options, players map[string]string, plays ...string) *sheet.Match {
	t.Helper()
	m := begin(t, options)
	r := record.Begin(m)
	for seat, name := range players {
		r.SetPlayer(seat, name)
	}
	for _, text := range plays {
		mv, err := m.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r.Add(m, mv, record.Separate)
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
	return sheetOf(t, r)
}

func begin(t testing.TB, options map[string]string) parlour.Match {
	t.Helper()
	m, err := backgammon.Game().New(parlour.Setup{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func sheetOf(t testing.TB, r *record.Record) *sheet.Match {
	t.Helper()
	s, err := sheet.FromRecords(r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Files reads files as other programs write them, and plays them through the rules.
func (f Format) Files(t *testing.T, names ...string) {
	for _, name := range names {
		file, err := os.Open("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.Read(file)
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

// Faults reads texts that are no match, and compares the reasons.
func (f Format) Faults(t *testing.T, list map[string]string) {
	for text, want := range list {
		if _, err := f.Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// gnubg runs GNU Backgammon on a script.
func gnubg(t *testing.T, commands ...string) string {
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

// idOf returns how GNU Backgammon names where a match is, "" if it is over.
func (f Format) idOf(t *testing.T, m parlour.Match) string {
	t.Helper()
	if m.Turn().Over() {
		return ""
	}
	if f.Turned {
		rules, p, _ := parlour.Typed[backgammon.Position](m)
		p.Men[0], p.Men[1] = p.Men[1], p.Men[0]
		p.Score[0], p.Score[1] = p.Score[1], p.Score[0]
		p.Turn = 1 - p.Turn
		if p.Owner != parlour.Nobody {
			p.Owner = 1 - p.Owner
		}
		m = gametest.MustParse(t, backgammon.Game(), string(rules.AppendPosition(nil, &p)))
	}
	return backgammon.GNUID(m)
}

// What GNU Backgammon shows after reading a file: the position and the score.
var shown = regexp.MustCompile(`(?s)Position ID: (\S+)\s+Match ID +: (\S+).*?The score \(after \d+ games?\) is: ([XO] \d+), ([XO] \d+)`)

// GNUBackgammon lets GNU Backgammon read the files we write, of unfinished and
// finished matches, and compares the position, the match and the score it arrives at.
func (f Format) GNUBackgammon(t *testing.T, more ...map[string]string) {
	commands := []string{"set confirm new off", "set jacoby off", "set beavers 3"}
	var files, ids, scores []string
	for i, options := range append([]map[string]string{
		nil,
		{"match": "7"},
		{"match": "5", "resign": "yes"},
		{"beavers": "raccoon"},
	}, more...) {
		for seed := range uint64(4) {
			most := 50
			if seed == 3 {
				most = 100000
			}
			s, m := Random(t, seed+50*uint64(i), options, most)
			_, p, _ := parlour.Typed[backgammon.Position](m)
			for p.State == backgammon.Open || p.Resign != 0 || p.Refused != 0 { // a file does not contain this
				most++
				s, m = Random(t, seed+50*uint64(i), options, most)
				_, p, _ = parlour.Typed[backgammon.Position](m)
			}
			file := filepath.Join(t.TempDir(), "match"+f.Ending)
			text := f.Text(t, s)
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			commands = append(commands, fmt.Sprintf(f.Load, file), "show score")
			files, ids = append(files, text), append(ids, f.idOf(t, m))
			score := fmt.Sprintf("X %d, O %d", p.Score[0], p.Score[1])
			if !f.Turned {
				score = fmt.Sprintf("O %d, X %d", p.Score[1], p.Score[0])
			}
			scores = append(scores, score)
		}
	}
	out := gnubg(t, commands...)
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
		if score := g[3] + ", " + g[4]; score != scores[i] {
			t.Errorf("gnubg has the score %s, want %s\n%s", score, scores[i], files[i])
		}
	}
}

// Names takes the names of the players through our record, our file, GNU
// Backgammon and its own export, and back into a record.
func (f Format) Names(t *testing.T) {
	players := map[string]string{"X": "Ada Lovelace", "O": "Grace H."}
	ours := f.Text(t, Played(t, map[string]string{"match": "3"}, players, "31", "8/5 6/5", "roll", "52", "13/8 24/22"))
	in, out := t.TempDir()+"/ours"+f.Ending, t.TempDir()+"/theirs"+f.Ending
	if err := os.WriteFile(in, []byte(ours), 0o644); err != nil {
		t.Fatal(err)
	}
	gnubg(t, fmt.Sprintf(f.Load, in), fmt.Sprintf(f.Save, out))
	theirs, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	info := backgammon.Game().Info()
	for who, file := range map[string]string{"our file": ours, "the file of GNU Backgammon": string(theirs)} {
		s, err := f.Read(strings.NewReader(file))
		if err != nil {
			t.Fatalf("%s: %v\n%s", who, err, file)
		}
		records, err := sheet.Records(s)
		if err != nil {
			t.Fatalf("%s: %v", who, err)
		}
		for _, seat := range info.Seats {
			if got := records[0].Player(seat); got != players[seat.Letter] {
				t.Errorf("%s names %q, want %q:\n%s", who, got, players[seat.Letter], file)
			}
		}
		if got := records[0].Tag("Seat X"); got != players["X"] {
			t.Errorf("%s: the record has the tag Seat X: %q", who, got)
		}
	}
}
