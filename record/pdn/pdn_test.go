package pdn

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/games/checkers"
	"parlour/record"
)

// readAll reads every game of a file. A game with an error is returned up to the
// place of the error. The error joins a *parlour.FileError for each such game.
func readAll(r io.Reader) ([]Game, error) {
	var games []Game
	var errs []error
	for g, err := range Games(r) {
		if err != nil {
			errs = append(errs, err)
		}
		games = append(games, *g)
	}
	return games, errors.Join(errs...)
}

func readOne(t *testing.T, text string) Game {
	t.Helper()
	games, err := readAll(strings.NewReader(text))
	if err != nil || len(games) != 1 {
		t.Fatalf("%s: %d games, %v", text, len(games), err)
	}
	return games[0]
}

func texts(g *Game) string {
	var all []string
	for _, m := range g.Moves {
		all = append(all, m.Text)
	}
	return strings.Join(all, " ")
}

// The reader accepts everything that real files contain.
func TestForgiving(t *testing.T) {
	for _, x := range []struct{ name, text, moves, winner string }{
		{"plain", "1. 11-15 23-19 2. 8-11 *", "11-15 23-19 8-11", ""},
		{"no result", "1. 11-15 23-19", "11-15 23-19", ""},
		{"glued numbers", "1.11-15 23-19 2.8-11 1-0", "11-15 23-19 8-11", "B"},
		{"dots", "1. 11-15 1... 23-19 2... 8-11 0-1", "11-15 23-19 8-11", "W"},
		{"steps as captures", "1. 11x15 23X19 2. 8:11 1/2-1/2", "11-15 23-19 8-11", "draw"},
		{"two points", "1. 11-15 2-0", "11-15", "B"},
		{"two points", "1. 11-15 0-2", "11-15", "W"},
		{"one each", "1. 11-15 1-1", "11-15", "draw"},
		{"nobody", "1. 11-15 0-0", "11-15", ""},
		{"comments", "{before} 1. 11-15 {a {b} ; to the end 1-0\n 23-19 *", "11-15 23-19", ""},
		{"variations", "1. 11-15 (1. 12-16 (1. 9-13 {)} 24-20) 22-18) 23-19 *", "11-15 23-19", ""},
		{"glyphs", "1. 11-15! $3 23-19?? $14 *", "11-15 23-19", ""},
		{"remark", "1. 11-15Blackovertime. 23-19 1-0", "11-15 23-19", "B"},
		{"trailing dot", "1. 11-15. 23-19. *", "11-15 23-19", ""},
		{"other words", "1. 11-15 hello 23-19 *", "11-15 23-19", ""},
		{"byte order mark", "\ufeff[Event \"x\"]\n1. 11-15 *", "11-15", ""},
		{"winner tag", "[Winner \"White\"]\n1. 11-15 1-0", "11-15", "W"},
		{"result tag", "[Result \"1-0\"]\n1. 11-15", "11-15", "B"},
		{"game type", "[GameType \"21\"]\n1. 11-15 *", "11-15", ""},
		{"game type, long", "[GameType \"21,B,8,8,A1,0\"]\n1. 11-15 *", "11-15", ""},
		{"fen", "[SetUp \"1\"]\n[FEN \"W:W22:B9,10,17,18.\"]\n1. 22x13x6 *", "22x13x6", ""},
		{"full paths", "[FEN \"W:WK11:B6,7\"]\n1. 11x2x9", "11x9", "W"},
		{"huff", "[FEN \"W:W22,30:B1,18\"]\n1. 30-25 {huff 22} 1-6 *", "30-25 h22 1-6", ""},
		{"compel", "[FEN \"W:W22,30:B1,18\"]\n1. 30-25 {compel} 22x15 {good} *", "30-25 compel 22x15", ""},
		{"compel at the end", "[FEN \"W:W22,30:B1,18\"]\n1. 30-25 {compel} *", "30-25 compel", ""},
		{"white begins", "[Rules \"first=white\"]\n1. 22-18 *", "22-18", ""},
		{"position", "[Position \"checkers B:WK32:BK1 q=7\"]\n1. 1-5 *", "1-5", ""},
	} {
		g := readOne(t, x.text)
		if texts(&g) != x.moves || g.Winner != x.winner {
			t.Errorf("%s: %q won by %q, want %q won by %q", x.name, texts(&g), g.Winner, x.moves, x.winner)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, x := range []struct {
		text string
		line int
		want string
	}{
		{"1. 11-15\n11-16 *", 2, "11-16 cannot be played"},
		{"1. 11-15\n\n99-1 *", 3, "no-square"},
		{"[GameType \"25\"]\n1. 11-15 *", 1, "Russian draughts"},
		{"[GameType \"99\"]\n1. 11-15 *", 1, "99"},
		{"[FEN \"B:W1:B2\"]\n1. 11-15 *", 1, "crown row"},
		{"[Rules \"flying=yes\"]\n1. 11-15 *", 1, "no option"},
		{"1. 11-15\n{never closed", 2, "not closed"},
		{"1. 11-15\n(never closed", 2, "not closed"},
		{"[Event \"never closed\n1. 11-15", 1, "not closed"},
		{"[Event]\n1. 11-15", 1, "no value"},
		{"[FEN \"W:WK11:B6,7\"]\n1. 11x9 1-6", 2, "over"},
	} {
		games, err := readAll(strings.NewReader(x.text))
		var e *parlour.FileError
		if !errors.As(err, &e) || len(games) != 1 {
			t.Errorf("%q: %d games, %v", x.text, len(games), err)
			continue
		}
		if e.Game != 1 || e.Line != x.line || !strings.Contains(e.Error(), x.want) {
			t.Errorf("%q: %v, want line %d and %q", x.text, e, x.line, x.want)
		}
	}
}

// A game with an error does not stop the others, and the error says where it
// is.
func TestSeveralGames(t *testing.T) {
	games, err := readAll(strings.NewReader("[Event \"a\"]\n1. 11-15 1-0\n[Event \"b\"]\n1. 11-15 11-16 *\n[Event \"c\"]\n1. 9-13 *\n\n9-14 0-1 {end}\n[Event \"d\"]"))
	var e *parlour.FileError
	if !errors.As(err, &e) || e.Game != 2 || e.Line != 4 {
		t.Errorf("%v", err)
	}
	var got []string
	for i := range games {
		got = append(got, games[i].Tag("Event")+":"+texts(&games[i]))
	}
	if want := []string{"a:11-15", "b:11-15", "c:9-13", ":9-14", "d:"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if c := games[3].Moves[0].Comment; c != "end" {
		t.Errorf("the comment after the result is %q", c)
	}
}

func TestTexts(t *testing.T) {
	g := readOne(t, "[Event \"Caf\xe9 \\\"Bord\\\" \\\\ x\"]\n[Odd \"a \"b\" c\"] [Black \"M\xfcller\"]\n{one}{ two\n three } 1. 11-15!? $2 {four} 1-0 {after}")
	want := record.Tags{{Name: "Event", Value: `Café "Bord" \ x`}, {Name: "Odd", Value: `a "b" c`}, {Name: "Black", Value: "Müller"}}
	if !slices.Equal(g.Tags, want) {
		t.Errorf("tags %q, want %q", g.Tags, want)
	}
	if g.Comment != "one two three" || !reflect.DeepEqual(g.Moves, []Move{{Text: "11-15", Glyphs: "!? $2", Comment: "four after", Line: 4}}) {
		t.Errorf("%q %+v", g.Comment, g.Moves)
	}
}

// A finished position overrides the tags, and that is reported.
func TestContradictions(t *testing.T) {
	for _, x := range []struct{ text, winner, reason, warning string }{
		{"[FEN \"W:WK11:B6,7\"]\n1. 11x9 1-0", "W", "no-move", "contradicts"},
		{"[FEN \"W:WK11:B6,7\"]\n[Winner \"Black\"]\n1. 11x9 0-1", "W", "no-move", "contradicts"},
		{"[Result \"0-1\"]\n1. 11-15 1-0", "B", "", "the tag says 0-1"},
		{"[Termination \"resigned\"]\n1. 11-15 1-0", "B", "resigned", ""},
		{"[Termination \"bored\"]\n1. 11-15 1-0", "B", "", ""},
	} {
		g := readOne(t, x.text)
		warned := strings.Join(g.Warnings, "; ")
		if g.Winner != x.winner || g.Reason != x.reason || !strings.Contains(warned, x.warning) || x.warning == "" && warned != "" {
			t.Errorf("%q: %q by %q, warnings %q", x.text, g.Winner, g.Reason, warned)
		}
	}
}

// A game that continues after the quiet count is full is still read.
func TestBeyondQuiet(t *testing.T) {
	shuttle := strings.Repeat("1-5 32-28 5-1 28-32 ", 25)
	g := readOne(t, "[FEN \"B:WK32:BK1\"]\n"+shuttle+"1/2-1/2")
	if len(g.Moves) != 100 || len(g.Warnings) != 1 || !strings.Contains(g.Start, "quiet=0") {
		t.Errorf("%d moves, %q, %s", len(g.Moves), g.Warnings, g.Start)
	}
}

func TestWrite(t *testing.T) {
	g := Game{
		Tags:    record.Tags{{Name: "Annotator", Value: `a "b" \`}, {Name: "Event", Value: "Home"}, {Name: "Black", Value: "Ann"}},
		Start:   "checkers[huff=yes] W:W22,30:B1,18 q=0",
		Comment: "from {life}",
		Moves: []Move{
			{Text: "30-25", Glyphs: "?"}, {Text: "h22 1-6", Comment: "huff and move"},
			{Text: "25-21"}, {Text: "6-10"},
		},
		Winner: "B", Reason: "resigned",
	}
	want := `[Event "Home"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[Black "Ann"]
[White "?"]
[Result "1-0"]
[GameType "21"]
[Winner "Black"]
[SetUp "1"]
[FEN "W:W22,30:B1,18"]
[Rules "huff=yes"]
[Termination "resigned"]
[Annotator "a \"b\" \\"]

{from {life)} 1... 30-25 ? {huff 22} 2. 1-6 {huff and move} 2... 25-21 3. 6-10
1-0
`
	if got := g.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	back := readOne(t, want)
	if texts(&back) != texts(&g) || back.Start != g.Start || back.Winner != "B" || back.Reason != "resigned" {
		t.Errorf("reads back as %+v", back)
	}
}

// Random games with every option read back unchanged from both formats.
func TestConvert(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, options := range []map[string]string{
		nil, {"huff": "yes"}, {"capture": "may"}, {"first": "white", "goal": "lose"}, {"opening": "three-move"},
		{"opening": "three-move", "huff": "yes"}, {"opening": "eleven-man"},
	} {
		m, err := checkers.Game().New(parlour.Setup{Options: options})
		if err != nil {
			t.Fatal(err)
		}
		r := record.Begin(m, record.Tag{Name: "Event", Value: "test"})
		for !m.Turn().Over() {
			moves := m.Moves()
			if d := m.Turn().Dice; d != 0 {
				moves = []parlour.Move{d.Nth(rng.IntN(d.Weight()))}
			}
			mv := moves[rng.IntN(len(moves))]
			r.Add(m, mv, record.Separate)
			if err := m.Play(mv); err != nil {
				t.Fatal(err)
			}
			if rng.IntN(20) == 0 {
				r.Entries = append(r.Entries, record.Entry{Kind: record.Comment, Text: "words"})
			}
		}
		r.Close(m)
		g, err := FromRecord(r)
		if err != nil {
			t.Fatal(err)
		}
		back := readOne(t, g.String())
		if texts(&back) != texts(g) || back.Start != g.Start || back.Winner != g.Winner || back.Reason != g.Reason {
			t.Errorf("%v: the PDN does not read back:\n%s\n%s", options, g, &back)
		}
		again, err := back.Record()
		if err != nil {
			t.Fatal(err)
		}
		if options["opening"] == "eleven-man" {
			r.Entries[0].Text = g.Start
			r.Entries = slices.Delete(r.Entries, 1, 2) // the ballot is part of the start
		}
		again.Tags = slices.DeleteFunc(again.Tags, func(t record.Tag) bool { return t.Value == "?" || t.Name == "Date" })
		if again.String() != r.String() {
			t.Errorf("%v: the record does not read back:\n%s\n%s", options, r, again)
		}
	}
}

func TestConvertReasons(t *testing.T) {
	for text, end := range map[string]string{
		"1. 11-15 1-0":                                       "win B resigned",
		"1. 11-15 1/2-1/2":                                   "draw agreed",
		"1. 11-15 *":                                         "",
		"[Termination \"time\"]\n1. 11-15 0-1":               "win W time",
		"[Ballot \"174\"]\n1. 12-16 24-20 10-15 1-0":         "win B resigned",
		"[Ballot \"3\"]\n1. 9-13 21-17 10-14 1-0":            "win B resigned", // barred, so no throw
		"[Ballot \"1\"]\n1. 12-16 24-20 10-15 1-0":           "win B resigned", // another opening
		"[FEN \"W:WK11:B6,7\"]\n[Result \"1-0\"]\n1. 11x2x9": "win W no-move",
	} {
		g := readOne(t, text)
		r, err := g.Record()
		if err != nil || r.End != end {
			t.Errorf("%q: %q, %v", text, r.End, err)
			continue
		}
		if throws := strings.Contains(r.String(), "throw"); throws != strings.Contains(text, "174") {
			t.Errorf("%q becomes\n%s", text, r)
		}
	}
	bad := Game{Start: "checkers B:W21-32:B1-12", Moves: []Move{{Text: "1-2"}}}
	if _, err := bad.Record(); err == nil {
		t.Error("an illegal move is accepted")
	}
	bad.Start = "nonsense"
	if _, err := bad.Record(); err == nil {
		t.Error("a bad start is accepted")
	}
	if _, err := FromRecord(&record.Record{}); err == nil {
		t.Error("an empty record is accepted")
	}
}

// TestCollection checks a file of your own, named by PARLOUR_PDN. Without it,
// the test reads the games that come with the package.
func TestCollection(t *testing.T) {
	file := os.Getenv("PARLOUR_PDN")
	if file == "" {
		file = "testdata/games.pdn"
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var whole, wrong, plies int
	results := map[string]int{}
	starts := map[string]bool{}
	for g, err := range Games(f) {
		if err != nil {
			wrong++
			t.Logf("%v", err)
			continue
		}
		whole++
		plies += len(g.Moves)
		results[g.Winner]++
		starts[g.Start] = true
		for _, w := range g.Warnings {
			t.Logf("game on line %d: %s", g.Line, w)
		}
		back := readOne(t, g.String())
		if texts(&back) != texts(g) || back.Winner != g.Winner {
			t.Fatalf("the game on line %d does not read back", g.Line)
		}
	}
	t.Logf("%s: %d games replayed, %d wrong, %d plies, results %v, %d different starts", file, whole, wrong, plies, results, len(starts))
	if whole == 0 {
		t.Error("no game could be replayed")
	}
	if whole == len(checkers.ElevenMan())-1 && plies == 0 {
		for _, b := range checkers.ElevenMan()[1:] {
			line := "checkers " + string(checkers.AppendFEN(nil, &b.After, b.Mover)) + " q=0"
			if !starts[line] {
				t.Errorf("ballot %d of the eleven-man deck is not in the file", b.Number)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"[Event \"x\"]\n1. 11-15 23-19 {c} 2. 8-11 (1. 9-13) $3 1-0",
		"[FEN \"W:W22,30:B1,18\"]\n1. 30-25 {huff 22} 1-6 *",
		"[FEN \"W:W22,30:B1,18\"]\n1. 30-25 {compel} 22x15 {compel} *",
		"[Position \"checkers B:WK32:BK1 q=7\"]\n1. 1-5 ; x\n*",
		"1.11-15Redovertime [Rules \"huff=yes\"] 9-13 !? 2-0",
		"{compel} {huff 1} 1-1",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		games, err := readAll(bytes.NewReader(data))
		if err != nil {
			return
		}
		var once, twice bytes.Buffer
		Write(&once, games...)
		again, err := readAll(bytes.NewReader(once.Bytes()))
		if err != nil {
			t.Fatalf("%q: the reader refuses the writer's output: %v\n%s", data, err, &once)
		}
		Write(&twice, again...)
		if once.String() != twice.String() {
			t.Fatalf("%q: the second writing differs:\n%s\n%s", data, &once, &twice)
		}
	})
}

// TestNames takes the names of the players from a record to PDN and back.
func TestNames(t *testing.T) {
	text := "@ Game: checkers\n@ Seat B: Ada \"Countess\" Lovelace\n@ Seat W: Grace\n@ Event: friendly\n" +
		"= checkers B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12 q=0\nB 11-15\n"
	var r *record.Record
	for one, err := range record.Read(strings.NewReader(text)) {
		if r = one; err != nil {
			t.Fatal(err)
		}
	}
	g, err := FromRecord(r)
	if err != nil {
		t.Fatal(err)
	}
	out := g.String()
	if !strings.Contains(out, `[Black "Ada \"Countess\" Lovelace"]`) || !strings.Contains(out, `[White "Grace"]`) || strings.Contains(out, "Seat") {
		t.Errorf("the file has other names:\n%s", out)
	}
	read := readOne(t, out)
	back, err := read.Record()
	if err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]string{"Seat B": `Ada "Countess" Lovelace`, "Seat W": "Grace", "Event": "friendly", "Black": "", "White": ""} {
		if got := back.Tag(tag); got != want {
			t.Errorf("the tag %s is %q, want %q", tag, got, want)
		}
	}
}

// TestZeros reads squares with a zero in front, which are never written.
func TestZeros(t *testing.T) {
	g := readOne(t, "[Event \"zeros\"]\n1. 11-15 22-17 2. 15-19 24x15 3. 10x19 23x16 4. 12x19 17-013 *\n")
	moves := g.Moves
	if got := moves[len(moves)-1].Text; got != "17-13" {
		t.Errorf("17-013 is read as %s", got)
	}
	if out := g.String(); strings.Contains(out, "-0") {
		t.Errorf("a zero is written:\n%s", out)
	}
}
