package referee_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"

	"parlour"
	"parlour/games/backgammon"
	"parlour/games/checkers"
	"parlour/games/contact"
	"parlour/games/gametest"
	"parlour/games/race"
	"parlour/referee"
)

func watch(t *testing.T, g parlour.Game, line string) *referee.Referee {
	t.Helper()
	return referee.New(gametest.MustParse(t, g, line))
}

func play(t *testing.T, r *referee.Referee, texts ...string) {
	t.Helper()
	for _, text := range texts {
		m := r.Match()
		mv, err := m.Parse(text)
		if err == nil {
			err = r.Play(mv)
		}
		if err != nil {
			t.Fatalf("%s: %s: %v", m, text, err)
		}
	}
}

// end writes a result the way the rule texts do.
func end(r *referee.Referee) string {
	res := r.Result()
	if !res.Over {
		return ""
	}
	info := r.Match().Info()
	if w := res.Winner(); w != parlour.Nobody {
		return fmt.Sprintf("win %s %s", info.Letter(w), res.Reason)
	}
	return "draw " + res.Reason
}

// TestMatches plays the worked endings of checkers matches.
func TestMatches(t *testing.T) {
	data, err := os.ReadFile("../games/checkers/testdata/extra.json")
	if err != nil {
		t.Fatal(err)
	}
	var extra struct {
		Matches []struct {
			Position, Last, End, Note string
			Moves                     []string
		}
	}
	if err := json.Unmarshal(data, &extra); err != nil || len(extra.Matches) == 0 {
		t.Fatalf("%d matches, %v", len(extra.Matches), err)
	}
	for _, c := range extra.Matches {
		r := watch(t, checkers.Game(), c.Position)
		play(t, r, c.Moves...)
		if got := r.Match().String(); got != c.Last {
			t.Errorf("%s\nends at %s\nwant    %s", c.Note, got, c.Last)
		}
		if got := end(r); c.End != "" && c.End != "none" && got != c.End {
			t.Errorf("%s: ends %q, want %q", c.Note, got, c.End)
		}
	}
}

var kings = "checkers B:WK32:BK1 q=0"

func TestRepetition(t *testing.T) {
	r := watch(t, checkers.Game(), kings)
	play(t, r, "1-5", "32-28", "5-1", "28-32", "1-5", "32-28", "5-1")
	if r.Result().Over {
		t.Fatal("the match is drawn too early")
	}
	play(t, r, "28-32")
	if end(r) != "draw repetition" || !r.Turn().Over() {
		t.Errorf("the third time: %q", end(r))
	}
	if err := r.Play(1); !errors.Is(err, referee.ErrOver) {
		t.Errorf("a move after the draw: %v", err)
	}
	// Taking back also undoes the decision and the count.
	if !r.Undo() || r.Result().Over || r.Turn().Seat != checkers.White {
		t.Fatal("taking back did not reopen the match")
	}
	for range 3 {
		r.Undo()
	}
	play(t, r, "1-5", "32-28", "5-1")
	if r.Result().Over {
		t.Error("a position that was taken back was counted")
	}
	if off := watch(t, checkers.Game(), "checkers[repeat=0] B:WK32:BK1 q=0"); true {
		for range 4 {
			play(t, off, "1-5", "32-28", "5-1", "28-32")
		}
		if off.Result().Over {
			t.Error("repetition counts although it is off")
		}
	}
}

func TestAgreement(t *testing.T) {
	r := watch(t, checkers.Game(), kings)
	if err := r.Accept(0); !errors.Is(err, referee.ErrNoOffer) {
		t.Errorf("accepting without an offer: %v", err)
	}
	if err := r.Offer(0); err != nil {
		t.Fatal(err)
	}
	if err := r.Accept(0); !errors.Is(err, referee.ErrOwnOffer) {
		t.Errorf("accepting one's own offer: %v", err)
	}
	play(t, r, "1-5") // the offering side's move leaves the offer open
	if r.Offered() != 0 {
		t.Error("the offer is gone after the offering side's move")
	}
	play(t, r, "32-28") // the opponent's move answers it
	if r.Offered() != parlour.Nobody {
		t.Error("the offer is open after the opponent's move")
	}
	if err := r.Offer(0); err != nil {
		t.Fatal(err)
	}
	if err := r.Decline(1); err != nil || r.Offered() != parlour.Nobody {
		t.Errorf("declining: %v", err)
	}
	if err := r.Offer(1); err != nil {
		t.Fatal(err)
	}
	if err := r.Offer(0); err != nil || end(r) != "draw agreed" { // offering in return accepts
		t.Errorf("both offered: %v, %q", err, end(r))
	}
	for _, g := range []parlour.Game{backgammon.Game(), race.ParkerGame()} {
		m, err := g.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if err := referee.New(m).Offer(0); !errors.Is(err, referee.ErrNoDraws) {
			t.Errorf("%s: a tie can be offered: %v", g.Info().ID, err)
		}
	}
}

// TestPartners checks that sides agree, not seats.
func TestPartners(t *testing.T) {
	for mode, votes := range map[string][]parlour.Seat{"pairs": {0, 3}, "four": {0, 1, 2, 3}, "three": {0, 1, 2}} {
		m, err := contact.Game().New(parlour.Setup{Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		r := referee.New(m)
		for i, s := range votes {
			if r.Result().Over {
				t.Fatalf("%s: tied after %d votes", mode, i)
			}
			if err := r.Offer(s); err != nil {
				t.Fatalf("%s: %v", mode, err)
			}
		}
		res := r.Result()
		if !res.Over || res.Reason != "agreed" {
			t.Errorf("%s: %+v", mode, res)
		}
	}
}

func TestResign(t *testing.T) {
	r := watch(t, checkers.Game(), kings)
	if err := r.Resign(0, referee.Resigned); err != nil || end(r) != "win W resigned" {
		t.Errorf("%v, %q", err, end(r))
	}
	// With several players, one is taken out and the others continue.
	m, err := race.KleefeldGame().New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	r = referee.New(m)
	for _, s := range []parlour.Seat{0, 2} {
		if err := r.Resign(s, referee.Resigned); err != nil || r.Result().Over {
			t.Fatalf("%v: %v, %+v", s, err, r.Result())
		}
	}
	if got, want := r.Match().String(), "kleefeld Y:-,-,-,-/R:-,-,-,- Y - - -"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := r.Resign(0, referee.Resigned); !errors.Is(err, referee.ErrNotPlaying) {
		t.Errorf("resigning again: %v", err)
	}
	if err := r.Resign(3, referee.Time); err != nil || end(r) != "win Y time" {
		t.Errorf("the last but one: %v, %q", err, end(r))
	}
}
