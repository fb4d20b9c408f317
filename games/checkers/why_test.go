package checkers

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/phrase"
	"parlour/rulebook"
)

const (
	usual   = "checkers B:W21-32:B1-12"
	offence = "checkers[huff=yes] B:W22,25:B1,18 q=0;huff=22;back=W:W22,30:B1,18/3"
)

func TestWhyNot(t *testing.T) {
	for _, x := range []struct {
		position, input string
		code            string
		clauses         string // without the name of the game
		instead         string
		args            string // see gametest.HasArgs
	}{
		{usual, "hello", "unreadable", "", "9-13 9-14 10-14 10-15 11-15 11-16 12-16", "text=hello"},
		{usual, "11", "unreadable", "", "9-13 9-14 10-14 10-15 11-15 11-16 12-16", ""},
		{usual, "11 15", "unreadable", "", "9-13 9-14 10-14 10-15 11-15 11-16 12-16", ""},
		{usual, "00-15", "checkers.no-square", "board", "9-13 9-14 10-14 10-15 11-15 11-16 12-16", "square=0"},
		{usual, "1-0", "checkers.result", "resign draw-agreed", "9-13 9-14 10-14 10-15 11-15 11-16 12-16", "text=1-0"},
		{usual, "0-1", "checkers.result", "resign draw-agreed", "9-13 9-14 10-14 10-15 11-15 11-16 12-16", "text=0-1"},
		{usual, "*", "checkers.result", "resign draw-agreed", "9-13 9-14 10-14 10-15 11-15 11-16 12-16", ""},
		{usual, "11-33", "checkers.no-square", "board", "11-15 11-16", "square=33"},
		{usual, "13-17", "checkers.no-piece", "man-step king-step", "9-13 9-14 10-14 10-15 11-15 11-16 12-16", "from=13"},
		{usual, "22-18", "checkers.not-yours", "black-first", "9-13 9-14 10-14 10-15 11-15 11-16 12-16", "from=22; owner=white; side=black"},
		{usual, "6-9", "checkers.blocked-own", "man-step", "9-13 9-14 10-14 10-15 11-15 11-16 12-16", "to=9"},
		{usual, "11-19", "checkers.too-far", "man-step man-jump", "11-15 11-16", "at=11; to=19"},
		{usual, "11-18", "checkers.nothing-to-jump", "man-jump", "11-15 11-16", "over=15"},
		{usual, "11-15-19", "checkers.step-ends", "man-step", "11-15 11-16", "at=11; to=15"},
		{usual, "11-19-24", "checkers.too-far", "man-step man-jump", "11-15 11-16", "at=11; to=19"},
		{usual, "2-11", "checkers.own-piece", "man-jump", "9-13 9-14 10-14 10-15 11-15 11-16 12-16", "over=7; side=black"},
		{"B:W18:B14,15", "14-18", "checkers.blocked", "man-step", "14x23", ""},
		{"B:W32:B15", "15-11", "checkers.backwards", "man-step", "15-18 15-19", "at=15; to=11"},
		{"W:W14,32:B18,19", "14x23", "checkers.jump-backwards", "man-jump", "14-9 14-10", "at=14; from=14; over=18; to=23"},
		{"W:W6,32:B12", "6-13", "checkers.backwards", "man-step man-jump", "6-1 6-2", "at=6; to=13"},
		{"W:W6,9:B12", "6-13", "checkers.backwards", "man-step man-jump", "6-1 6-2", ""},
		{"W:W6:B9", "6-13", "checkers.jump-backwards", "man-jump", "6-1 6-2", "at=6; from=6; over=9; to=13"},
		{"B:W18,23:B14,K32", "14x23", "checkers.no-landing", "man-jump", "14-17", "to=23"},
		{"W:W22,30:B1,18", "30-25", "checkers.capture-on", "capture-must capture-any-piece", "22x15", "can=22"},
		{"W:W22,30:B1,18", "22-17", "checkers.capture-on", "capture-must", "22x15", "can=22; from=22"},
		{"W:W21:B9,10,17,18", "21x14", "checkers.incomplete", "capture-continue", "21x5 21x7", "at=14; next=5 or 7"},
		{"W:WK22:B9,10,17,18", "22x13x6", "checkers.incomplete", "capture-continue", "22x13x6x15x22", "next=15"},
		{"W:WK22:B9,10,17,18", "22x6", "checkers.incomplete-short", "capture-continue", "22x13x6x15x22", ""},
		{"W:W11:B6,7", "11x2x9", "checkers.crowned", "crown-ends-move", "11x2", "to=2"},
		{"W:W22:B9,10,17,18", "22x6", "checkers.ambiguous", "r-path-short r-path-full", "22x13x6 22x15x6", "from=22; to=6; ways=22x13x6 or 22x15x6"},
		{"W:WK11:B6,7", "11x2x9x2", "checkers.jump-twice", "jump-once", "11x9", "over=6"},
		{"W:WK11:B6,7", "11-2-9-14", "checkers.step-ends", "king-step", "11x9", "at=9; to=14"},
		{"W:WK22:B9,10,17,18", "22x6x15", "checkers.left-out", "r-path-full", "22x13x6x15x22", "at=22; to=6"},
		{"W:WK22:B9,10,17,18", "22x15x13x22", "checkers.left-out", "r-path-full", "22x13x6x15x22", "at=15; to=13"},
		{"W:WK18:B1", "18-9", "checkers.nothing-to-jump", "king-jump", "18-14 18-15 18-22 18-23", ""},
		{"W:WK18:B1", "18-5", "checkers.too-far", "king-step r-flying", "18-14 18-15 18-22 18-23", ""},
		{"W:WK18:B1", "18-18", "checkers.too-far", "king-step r-flying", "18-14 18-15 18-22 18-23", ""},
		{"B:W22:B18,27", "compel", "checkers.no-huffing", "r-huff capture-must", "18x25", ""},
		{"B:W22:B18,27", "h22 18-23", "checkers.no-huffing", "r-huff capture-must", "18x25", ""},
		{"checkers[huff=yes] B:W32:B15", "compel", "checkers.no-offence", "huff-offence huff-stand", "15-18 15-19", "opponent=white"},
		{offence, "h25 1-6", "checkers.not-guilty", "huff-remove r-huff-choice", "1-5 1-6 18-23 h22 1-5 h22 1-6 h22 18-22 h22 18-23 compel", "guilty=22; square=25"},
		{offence, "h40 1-6", "checkers.no-square", "board", "1-5 1-6 18-23 h22 1-5 h22 1-6 h22 18-22 h22 18-23 compel", ""},
		{offence, "h14 1-6", "checkers.huff-nobody", "huff-remove r-huff-choice", "1-5 1-6 18-23 h22 1-5 h22 1-6 h22 18-22 h22 18-23 compel", "guilty=22; opponent=white; square=14"},
		{"checkers[capture=may] B:W22:B18,27 q=0", "compel", "checkers.no-huffing-free", "r-huff r-capture-may", "18-23 18x25 27-31 27-32", ""},
		{"checkers[capture=may] B:W22:B18,27 q=0", "h22 18-23", "checkers.no-huffing-free", "r-huff r-capture-may", "18-23 18x25 27-31 27-32", ""},
		{offence, "h22", "checkers.huff-alone", "huff-and-move r-huff-must-move", "h22 1-5 h22 1-6 h22 18-22 h22 18-23", "square=22"},
		{offence, "h22 18x25", "checkers.nothing-to-jump", "man-jump", "h22 18-22 h22 18-23", ""},
		{offence, "18-22", "checkers.blocked", "man-step", "18-23", ""},
		{"checkers[huff=yes] W:W22,30:B1,18 q=3;must", "30-25", "checkers.compelled", "capture-must capture-any-piece huff-compel", "22x15", ""},
		{"checkers[opening=three-move] B:W21-32:B1-12 q=0;ballot", "11-15", "no-move-due", "", "", ""},
	} {
		r, p := mustRead(t, x.position)
		_, err := r.ParseMove(&p, x.input)
		var ref *parlour.Refusal
		if !errors.As(err, &ref) {
			t.Errorf("%s: %q is accepted", x.position, x.input)
			continue
		}
		var clauses []string
		for _, c := range ref.Clauses {
			if rulebook.Checkers.Clause(c) == nil && rulebook.Checkers.Ruling(c) == nil {
				t.Errorf("%q: there is no clause %s", x.input, c)
			}
			clauses = append(clauses, strings.TrimPrefix(c, "checkers/"))
		}
		if ref.Code != x.code || !slices.Equal(clauses, strings.Fields(x.clauses)) {
			t.Errorf("%s: %q: %v, want %s %s", x.position, x.input, ref, x.code, x.clauses)
		}
		if got := strings.Join(ref.Instead, " "); got != x.instead {
			t.Errorf("%s: %q: instead %s, want %s", x.position, x.input, got, x.instead)
		}
		words := phrase.English.Refusal(ref)
		if !phrase.English.Has(ref.Code) || strings.Contains(words, "  ") || !gametest.HasArgs(ref, x.args) {
			t.Errorf("%s: %q is explained %q by %v, want %s", x.position, x.input, words, ref, x.args)
		}
	}
}

// TestFaults checks that every fault of a line is listed.
func TestFaults(t *testing.T) {
	for _, x := range []struct {
		line string
		want []string
	}{
		{"checkers", []string{"cannot be in turn", "write the pieces as W and B"}},
		{"chess B:WK1:B2 q=0", []string{"must begin with checkers"}},
		{"checkers[huff=yes B:W20:B1", []string{"must end with ]"}},
		{"checkers[repeat=3] B:W20:B1", []string{"default"}},
		{"checkers[huff=yes,capture=may] B:W20:B1", []string{"capture must come before huff"}},
		{"checkers X:W33,0,7-5,a:B1,1,30:X4", []string{
			"choose one of B, W", "no square 33", "no square 0", "runs backwards", `no square "A"`,
			"square 1 is named twice", "write the pieces as", "uncrowned on its crown row, on 30"}},
		{"checkers B:W20:W21:B1", []string{"given twice"}},
		{"checkers B:W3:B12 q=0", []string{"White is uncrowned on its crown row, on 3"}},
		{"checkers B:W13-25:B1", []string{"13 pieces"}},
		{"checkers B:W020:B1", []string{`no square "020"`}},
		{"checkers B:W20:B1 q=", []string{"q must be a number"}},
		{"checkers B:W20:B1 q=01", []string{"q must be a number"}},
		{"checkers B:W20:B1 must", []string{"begin with q=", "need huff=yes"}},
		{"checkers B:W20:B1 q=0;q=0", []string{"given twice"}},
		{"checkers B:W20:B1 q=0;lost", []string{`"lost" is not a flag`}},
		{"checkers B:W20:B1 q=0;ballot=3", []string{"is not a flag"}},
		{"checkers B:W20:B1 q=0;ballot", []string{"opening="}},
		{"checkers[opening=three-move] B:W20:B1 q=0;ballot", []string{"set-up"}},
		{"checkers[first=white,opening=three-move] B:W21-32:B1-12 q=0;ballot", []string{"first=white needs opening=free"}},
		{"checkers[capture=may,huff=yes] B:W20:B1 q=0", []string{"cannot be combined"}},
		{"checkers[huff=yes] B:W20:B1 q=0;must", []string{"nothing to capture"}},
		{"checkers[huff=yes] B:W20:B1 q=0;huff=20", []string{"must both be given"}},
		{"checkers[huff=yes] B:W20:B1 q=0;back=W:W20:B1/0", []string{"must both be given"}},
		{"checkers[huff=yes] B:W22,25:B1,18 q=0;huff=22;back=B:W22,30:B1,18/3", []string{"in back Black is to move"}},
		{"checkers[huff=yes] B:W22,25:B1,18 q=0;huff=22;back=W:W22,30:B1,18", []string{"after back="}},
		{"checkers[huff=yes] B:W22,25:B1,18 q=0;huff=1,25,22;back=W:W22,30:B1,18/3", []string{"22 is out of order"}},
		{"checkers[huff=yes] B:W22,25:B1,18 q=0;huff=1,24;back=W:W22,30:B1/3", []string{"no piece of White on 1", "no piece of White on 24", "no offence"}},
		{"checkers[huff=yes] B:W22,25:B1,18 q=0;back=W:W22,30:B1,18/3;huff=22", []string{"huff must come before back"}},
		{"checkers[huff=yes] W:W22,25:B1,18 q=0;must;huff=18;back=B:W22,30:B1,18/3", []string{"only one of the flags"}},
		{`[FEN B:W1:B2]`, []string{"write the tag as"}},
		{`[EVENT "x"]`, []string{"write the tag as"}},
	} {
		_, err := Game().Parse(x.line)
		var pe *parlour.PositionError
		if !errors.As(err, &pe) {
			t.Errorf("%s: %v", x.line, err)
			continue
		}
		for _, w := range x.want {
			if !slices.ContainsFunc(pe.Faults, func(f parlour.Fault) bool { return strings.Contains(f.String(), w) }) {
				t.Errorf("%s: %q is not among the faults %q", x.line, w, pe.Faults)
			}
		}
		if len(pe.Faults) != len(x.want) {
			t.Errorf("%s: faults %q, want %d", x.line, pe.Faults, len(x.want))
		}
	}
}

// TestCheck breaks invariants that no line can express.
func TestCheck(t *testing.T) {
	r, p := mustRead(t, usual)
	for _, spoil := range []func(*Position){
		func(p *Position) { p.Pieces[White] |= 1 },
		func(p *Position) { p.Kings |= Of(15) },
		func(p *Position) { p.Pieces[Black] |= Of(13) },
		func(p *Position) { p.Pieces[Black] = Of(32); p.Pieces[White] = 0 },
		func(p *Position) { p.Back = setUp },
		func(p *Position) { p.Flag = MustTake },
		func(p *Position) { p.Huff = Of(21); p.Back = setUp },
	} {
		q := p
		spoil(&q)
		if r.Check(&q) == nil {
			t.Errorf("%+v passes", q)
		}
	}
	if err := r.Check(&p); err != nil {
		t.Error(err)
	}
}

func TestSpellings(t *testing.T) {
	for _, x := range []struct{ position, input, want string }{
		{usual, "11 - 15", "11-15"},
		{usual, "\t11 x15 ?!", "11-15"},
		{usual, "11-15*", "11-15"},
		{usual, "11-15!Black", "11-15"},
		{usual, "11-15x", "11-15"},
		{offence, "H22,1:6", "h22 1-6"},
		{offence, "Huff 22 1-6", "h22 1-6"},
		{offence, "h 22 1-6", "h22 1-6"},
		{offence, "compel!", "compel"},
		{"checkers[capture=may] W:W22:B9,10,17,18", "22x13", "22x13"},
		{"checkers[capture=may] B:W6,7,14,15,22,23:BK2", "2x11x18x9x2", "2x9x18x11x2"},
	} {
		r, p := mustRead(t, x.position)
		m, err := r.ParseMove(&p, strings.ReplaceAll(x.input, "\t", " "))
		if err != nil {
			t.Errorf("%s: %q: %v", x.position, x.input, err)
		} else if got := string(r.AppendMove(nil, &p, m)); got != x.want {
			t.Errorf("%s: %q is read as %s", x.position, x.input, got)
		}
	}
}

func TestStepsRefused(t *testing.T) {
	m := gametest.MustParse(t, Game(), "W:W21:B9,10,17,18")
	for _, taken := range [][]string{{"21-17"}, {"21x14", "14x4"}, {"21x7"}, {"nonsense"}, {"21x14", "9-14"}} {
		_, _, err := parlour.NextSteps(m, taken)
		var ref *parlour.Refusal
		if !errors.As(err, &ref) || !phrase.English.Has(ref.Code) {
			t.Errorf("%q: %v", taken, err)
		}
	}
	next, end, err := parlour.NextSteps(m, []string{"21x14"})
	if len(next) != 2 || end != parlour.NoMove || err != nil {
		t.Errorf("after 21x14: %v %v %v", next, end, err)
	}
}

// TestEffectsSpoken checks that every effect has a sentence.
func TestEffectsSpoken(t *testing.T) {
	for _, x := range []struct{ position, play, want string }{
		{usual, "11-15", "Black's man steps from 11 to 15"},
		{"W:W11:B6,7", "11x2", "White's man jumps from 11 to 2; White captures Black's man on 7; White's man on 2 becomes a king"},
		{"W:WK11:B6,7", "11x9", "White's king jumps from 11 to 9; White captures Black's man on 7; White captures Black's man on 6"},
		{offence, "h22 1-6", "Black huffs White's man on 22; Black's man steps from 1 to 6"},
		{offence, "compel", "Black insists that the move is taken back and the capture made; White's man goes back from 25 to 30"},
		{"checkers[huff=yes] B:W14,32:B9,10 q=0;huff=14;back=W:W21,32:B9,10,17/0", "compel",
			"Black insists that the move is taken back and the capture made; White's man goes back from 14 to 21; Black's man returns to 17"},
		{"checkers[opening=three-move] B:W21-32:B1-12 q=0;ballot", "153",
			"ballot 153 is drawn; Black's man steps from 11 to 16; White's man steps from 23 to 19; Black's man jumps from 16 to 23; Black captures White's man on 19"},
		{"checkers[opening=eleven-man] B:W21-32:B1-12 q=0;ballot", "1",
			"ballot 1 is drawn; Black plays without the man on 5; White plays without the man on 21; Black's man steps from 9 to 13; White's man steps from 22 to 17"},
	} {
		m := gametest.MustParse(t, Game(), x.position)
		mv, err := m.Parse(x.play)
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, e := range m.Effects(mv) {
			colour := ""
			if s := info.SeatOf(e.Colour); s != parlour.Nobody {
				colour = info.Seats[s].Name
			}
			words = append(words, phrase.English.Effect("checkers", e, colour))
		}
		if got := strings.Join(words, "; "); got != x.want {
			t.Errorf("%s %s:\ngot  %s\nwant %s", x.position, x.play, got, x.want)
		}
	}
}

func FuzzParseMove(f *testing.F) {
	lines := []string{usual, offence, "W:WK22:B9,10,17,18", "checkers[capture=may] B:W6,7,14,15,22,23:BK2"}
	for i, s := range []string{"11-15", "h22 1-6", "22x13x6x15x22", "2x9x18", "huff 22, 1x6", "compel", "1-0", "11-15Black", "99-1", "h", "1-"} {
		f.Add(i%len(lines), s)
	}
	f.Fuzz(func(t *testing.T, which int, text string) {
		if which >= 0 && which < len(lines) {
			gametest.ReadMove(t, gametest.MustParse(t, Game(), lines[which]), text)
		}
	})
}

func FuzzParsePosition(f *testing.F) {
	for _, s := range []string{usual, offence, "b:w32,k18:bk1", `[FEN "W:WK22,17:B9,K10."]`, "checkers[huff=yes] W:W22,30:B1,18 q=3;must",
		"checkers[opening=three-move] B:W21-32:B1-12 q=0;ballot", "W:W:B", "checkers B:W20:B1 must"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) { gametest.ReadPosition(t, Game(), line) })
}
