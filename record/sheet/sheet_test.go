package sheet_test

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"parlour"
	"parlour/games/backgammon"
	"parlour/games/gametest"
	"parlour/record"
	"parlour/record/sheet"
)

// random returns the record of a random match or game.
func random(t testing.TB, seed uint64, options map[string]string) *record.Record {
	t.Helper()
	m, err := backgammon.Game().New(parlour.Setup{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	r := record.Begin(m)
	gametest.Random(t, m, seed, record.MaxEntries, func(mv parlour.Move) { r.Add(m, mv, record.Separate) })
	r.Close(m)
	return r
}

// plain removes from a record what a sheet does not contain: ties, opening
// numbers that were not played, declined offers, positions and tags.
func plain(r *record.Record) string {
	var lines []string
	for i, e := range r.Entries {
		if e.Kind != record.Play {
			continue
		}
		declined := strings.HasPrefix(e.Move, "resign") && r.Entries[i+1].Move == "decline" || e.Move == "decline"
		tie := e.Seat == "-" && (e.Throw[0] == e.Throw[1] || strings.Contains(r.Start(), "opening="))
		if !declined && !tie && e.Move != "roll" && e.Move != "keep" && e.Move != "rethrow" {
			lines = append(lines, e.Seat+e.Throw+e.Move)
		}
	}
	return strings.Join(lines, "\n") + "\n" + r.End
}

func TestRoundTrip(t *testing.T) {
	for i, options := range []map[string]string{
		nil,
		{"match": "5"},
		{"match": "3", "crawford": "no", "dead-cube": "allowed"},
		{"match": "7", "resign": "yes"},
		{"jacoby": "yes", "beavers": "raccoon"},
		{"doubling": "none"},
		{"match": "3", "opening": "fresh"},
	} {
		for seed := range uint64(4) {
			r := random(t, seed+uint64(i)*100, options)
			s, err := sheet.FromRecords(r)
			if err != nil {
				t.Fatalf("%v: %v", options, err)
			}
			back, err := sheet.Records(s)
			if err != nil {
				t.Fatalf("%v: %v", options, err)
			}
			if len(back) != 1 {
				t.Fatalf("%v: %d records", options, len(back))
			}
			got, want := plain(back[0]), plain(r)
			if got != want {
				t.Errorf("%v: a record reads back as\n%s\nwant\n%s", options, got, want)
			}
			again, err := sheet.FromRecords(back...)
			if err != nil || !reflect.DeepEqual(again, s) {
				t.Errorf("%v: the sheet changes on the way back: %v", options, err)
			}
		}
	}
}

// TestCompleteGames turns whole games into sheets and back.
func TestCompleteGames(t *testing.T) {
	file, err := os.Open("../../games/backgammon/testdata/games/backgammon.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := 0
	for r, err := range record.Read(file) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		s, err := sheet.FromRecords(r)
		if err != nil {
			t.Fatalf("game %d: %v", n, err)
		}
		back, err := sheet.Records(s)
		if err != nil {
			t.Fatalf("game %d: %v", n, err)
		}
		if plain(back[0]) != plain(r) {
			t.Errorf("game %d changes on the way back", n)
		}
	}
	if n != 7 {
		t.Errorf("%d games", n)
	}
}

// TestGivenUp has a game that is given up during the other side's turn.
func TestGivenUp(t *testing.T) {
	game := sheet.Game{
		Stake:  1,
		Acts:   []sheet.Act{{Dice: [2]int{3, 1}, Play: "8/5 6/5"}},
		Winner: backgammon.O,
		Points: 1,
	}
	s := &sheet.Match{Games: []sheet.Game{game}}
	records, err := sheet.Records(s)
	if err != nil {
		t.Fatal(err)
	}
	if got := records[0].End; got != "win O resigned" {
		t.Errorf("end %q", got)
	}
	if _, err := record.Replay(backgammon.Game().Parse, records[0], nil); err != nil {
		t.Error(err)
	}
	next := sheet.Game{Stake: 1, Score: [2]int{0, 1}, Winner: parlour.Nobody}
	s = &sheet.Match{Length: 5, Games: []sheet.Game{game, next}}
	if _, err := sheet.Records(s); err == nil {
		t.Error("a game of a match was given up out of turn without an error")
	}
}

// TestSession turns a session into one record for each game.
func TestSession(t *testing.T) {
	a := random(t, 1, map[string]string{"doubling": "none"})
	s, err := sheet.FromRecords(a)
	if err != nil {
		t.Fatal(err)
	}
	g := s.Games[0]
	g.Score[s.Games[0].Winner] = s.Games[0].Points
	s.Games = append(s.Games, g)
	records, err := sheet.Records(s)
	if err != nil || len(records) != 2 {
		t.Fatalf("%d records, %v", len(records), err)
	}
}

// A file of games that do not go together names the game that does not fit.
func TestMixedSession(t *testing.T) {
	plain, jacoby, match := random(t, 1, nil), random(t, 2, map[string]string{"jacoby": "yes"}), random(t, 3, map[string]string{"match": "1"})
	open := *plain
	open.Entries, open.End = open.Entries[:4], ""
	for want, list := range map[string][]*record.Record{
		"": {plain, plain},
		"game 2: it is played with jacoby=yes and the games before it with no options": {plain, jacoby, plain},
		"game 3: it is played with match=1":                                            {plain, plain, match},
		"game 2: the match before it fills the file":                                   {match, plain},
		"game 1 is not finished":                                                       {&open, plain},
	} {
		s, err := sheet.FromRecords(list...)
		if want == "" && (err != nil || len(s.Games) != 2) || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func TestSheetErrors(t *testing.T) {
	play := func(text string) []sheet.Act { return []sheet.Act{{Dice: [2]int{3, 1}, Play: text}} }
	for name, s := range map[string]*sheet.Match{
		"an illegal play":    {Games: []sheet.Game{{Stake: 1, Acts: play("8/4 6/5"), Winner: parlour.Nobody}}},
		"a wrong result":     {Games: []sheet.Game{{Stake: 1, Acts: append(play("8/5 6/5"), sheet.Act{Seat: 1, Kind: sheet.Doubles, Stake: 2}, sheet.Act{Kind: sheet.Drops}), Winner: backgammon.O, Points: 2}}},
		"no result":          {Games: []sheet.Game{{Stake: 1, Acts: append(play("8/5 6/5"), sheet.Act{Seat: 1, Kind: sheet.Doubles, Stake: 2}, sheet.Act{Kind: sheet.Drops}), Winner: parlour.Nobody}}},
		"the wrong side":     {Games: []sheet.Game{{Stake: 1, Acts: append(play("8/5 6/5"), sheet.Act{Dice: [2]int{3, 1}, Play: "8/5 6/5"}), Winner: parlour.Nobody}}},
		"the wrong stake":    {Games: []sheet.Game{{Stake: 1, Acts: append(play("8/5 6/5"), sheet.Act{Seat: 1, Kind: sheet.Doubles, Stake: 4}), Winner: parlour.Nobody}}},
		"the wrong score":    {Length: 5, Games: []sheet.Game{{Stake: 1, Acts: play("8/5 6/5"), Winner: parlour.Nobody}, {Stake: 1, Score: [2]int{1, 1}, Winner: parlour.Nobody}}},
		"no such option":     {Options: map[string]string{"cubes": "2"}, Games: []sheet.Game{{Stake: 1, Winner: parlour.Nobody}}},
		"an answer too many": {Games: []sheet.Game{{Stake: 1, Acts: append(play("8/5 6/5"), sheet.Act{Seat: 1, Kind: sheet.Takes}), Winner: parlour.Nobody}}},
	} {
		if _, err := sheet.Records(s); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := sheet.FromRecords(); err == nil {
		t.Error("no records at all make a sheet")
	}
}

func ExampleRecords() {
	s := &sheet.Match{Length: 3, Games: []sheet.Game{{
		Stake:  1,
		Acts:   []sheet.Act{{Dice: [2]int{3, 1}, Play: "8/5 6/5"}, {Seat: backgammon.O, Kind: sheet.Doubles, Stake: 2}, {Kind: sheet.Drops}},
		Winner: backgammon.O, Points: 1,
	}}}
	records, err := sheet.Records(s)
	if err != nil {
		panic(err)
	}
	fmt.Print(records[0])
	// Output:
	// @ Game: backgammon
	// = backgammon[match=3] XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10 open
	// - throw 31
	// X 8/5 6/5
	// O double
	// X drop
}
