package backgammon

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/phrase"
)

const start = "XGID=-b----E-C---eE---c-e----B-"

// TestRefusals has a refused move for every clause that forbids something.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ line, input, code, clause, args string }{
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "6/1", "backgammon.not-thrown", "backgammon/dice-two",
			"dice=31; from=6; to=1"},
		{"backgammon " + start + ":0:0:1:33:0:0:0:0:10 move", "24/20", "backgammon.not-thrown", "backgammon/doubles-four", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "24/21 24/21", "backgammon.die-once", "backgammon/dice-two", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "6/5 6/5", "backgammon.die-once", "backgammon/dice-two",
			"dice=31; die=1; times=2"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "8/4 6/5", "backgammon.not-thrown-together", "backgammon/dice-two",
			"dice=31"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "8/5", "backgammon.both-dice", "backgammon/both-dice",
			"dice=31; example=24/23 8/5; most=2; n=1"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "5/8 5/6", "backgammon.upwards", "backgammon/direction", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "off/3", "backgammon.upwards", "backgammon/direction", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "7/4 6/5", "backgammon.no-man", "backgammon/play-text",
			"from=7; side=black"},
		{"backgammon XGID=-A------------------a-a---:0:0:-1:32:0:0:0:0:10 move", "3/1 3/off", "backgammon.few-men", "backgammon/play-text",
			"from=3; n=1; need=2; side=white"},
		{"backgammon " + start + ":0:0:1:33:0:0:0:0:10 move", "8/5(4)", "backgammon.few-men", "backgammon/play-text",
			"from=8; n=3; need=4; side=black"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "bar/22 6/5", "backgammon.no-man", "backgammon/play-text", ""},
		{"backgammon " + start + ":0:0:1:61:0:0:0:0:10 move", "13/12 8/2", "backgammon.held", "backgammon/point-closed",
			"die=1; from=13; other=white; to=12"},
		{"backgammon XGID=---A--A-----------------b-:0:0:1:54:0:0:0:0:10 move", "3/off 6/3", "backgammon.not-thrown", "backgammon/dice-two", "from=6; to=3"},
		{"backgammon " + start + ":0:0:1:33:0:0:0:0:10 move", "13/10(5)", "backgammon.four-times", "backgammon/doubles-four", "die=3; n=5"},
		{"backgammon " + start + ":0:0:1:22:0:0:0:0:10 move", "13/11", "backgammon.doubles", "backgammon/doubles-four", "die=2; most=4; n=1"},
		{"backgammon " + start + ":1:-1:-1:D:0:0:0:0:10 take", "decline", "backgammon.answer-double", "backgammon/cube-take", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "pass", "backgammon.can-play", "backgammon/pass", ""},
		{"backgammon XGID=-------------------aa--bA-:0:0:1:54:0:0:0:0:10 move", "24/15", "backgammon.ambiguous", "backgammon/play-text", ""},
		{"backgammon XGID=----------------------a-A-:0:0:1:31:0:0:0:0:10 move", "24/22/20", "backgammon.not-thrown", "backgammon/dice-two", "from=24; to=22"},
		{"backgammon XGID=--------bb----------A-----:0:0:1:65:0:0:0:0:10 move", "20/15", "backgammon.larger-die", "backgammon/larger-die",
			"dice=65; die=6"},
		{"backgammon XGID=------B-------------b-b-bB:0:0:1:52:0:0:0:0:10 move", "6/4", "backgammon.bar-first", "backgammon/bar-first",
			"from=6; side=black"},
		{"backgammon XGID=------BAA-----------b-b-bA:0:0:1:31:0:0:0:0:10 move", "8/7 6/5", "backgammon.bar-first", "backgammon/bar-first",
			"from=8; side=black"},
		{"backgammon XGID=------BAA-----------b-b-bB:0:0:1:31:0:0:0:0:10 move", "bar/22 8/7", "backgammon.bar-first", "backgammon/bar-first", ""},
		{"backgammon XGID=------BAA-----------b-b-bA:0:0:1:31:0:0:0:0:10 move", "bar/20", "backgammon.not-thrown", "backgammon/dice-two", ""},
		{"backgammon XGID=------B------------bbbbbbA:0:0:1:54:0:0:0:0:10 move", "6/1", "backgammon.bar-first", "backgammon/dance", ""},
		{"backgammon XGID=------B------------bbbbbbA:0:0:1:54:0:0:0:0:10 move", "bar/20", "backgammon.held", "backgammon/dance", ""},
		{"backgammon XGID=------CA----------------b-:0:0:1:61:0:0:0:0:10 move", "6/off 6/5", "backgammon.outside", "backgammon/bear-off-all-home",
			"from=6; other-man=7; side=black"},
		{"backgammon XGID=--A--B------------------b-:0:0:1:41:0:0:0:0:10 move", "2/off 5/4", "backgammon.not-highest", "backgammon/bear-off-larger",
			"die=4; from=2; other-man=5"},
		{"backgammon[bearoff=strict] XGID=---A-BA-----------------b-:0:0:1:61:0:0:0:0:10 move", "6/5 5/off", "backgammon.strict", "backgammon/r-bearoff", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "double", "backgammon.double-late", "backgammon/cube-offer", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "roll", "backgammon.thrown", "backgammon/dice-two", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "take", "backgammon.nothing-offered", "backgammon/cube-take", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "keep", "backgammon.no-pick", "backgammon/r-opening", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "accept", "backgammon.no-resignation", "backgammon/resign-answer", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "resign 1", "backgammon.no-resigning", "backgammon/r-resign", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "resign 4", "unreadable", "backgammon/play-text", ""},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 roll", "8/5 6/5", "backgammon.not-thrown-yet", "backgammon/dice-two", ""},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 roll", "pass", "backgammon.nothing-to-pass", "backgammon/pass", ""},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 roll", "beaver", "backgammon.nothing-to-beaver", "backgammon/beaver", ""},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 roll", "raccoon", "backgammon.nothing-to-raccoon", "backgammon/raccoon", ""},
		{"backgammon " + start + ":0:0:1:D:0:0:0:0:10 take", "beaver", "backgammon.no-beavers", "backgammon/beaver", ""},
		{"backgammon[beavers=yes,cube-max=1] " + start + ":0:0:1:D:0:0:2:0:1 take", "beaver", "backgammon.cube-limit", "backgammon/r-cube-max",
			"limit=2"},
		{"backgammon[beavers=yes] " + start + ":1:-1:1:B:0:0:2:0:10 beaver", "raccoon", "backgammon.no-raccoons", "backgammon/raccoon", ""},
		{"backgammon[beavers=raccoon,cube-max=2] " + start + ":1:-1:1:B:0:0:2:0:2 beaver", "raccoon", "backgammon.cube-limit", "backgammon/r-cube-max", ""},
		{"backgammon " + start + ":0:0:1:D:0:0:0:0:10 take", "roll", "backgammon.answer-double", "backgammon/cube-take", ""},
		{"backgammon " + start + ":0:0:1:D:0:0:0:0:10 take", "double", "backgammon.answer-double", "backgammon/cube-take", ""},
		{"backgammon " + start + ":0:0:1:D:0:0:0:0:10 take", "8/5 6/5", "backgammon.answer-double", "backgammon/cube-take", ""},
		{"backgammon[opening=choice] " + start + ":0:0:1:64:0:0:0:0:10 pick", "24/14", "backgammon.pick-first", "backgammon/r-opening", ""},
		{"backgammon[doubling=none,resign=yes] " + start + ":0:0:1:00:0:0:0:0:0 roll", "double", "backgammon.no-doubling", "backgammon/r-doubling", ""},
		{"backgammon[match=5,resign=yes] " + start + ":0:0:-1:00:4:3:1:5:10 roll", "double", "backgammon.crawford", "backgammon/crawford-game", ""},
		{"backgammon[match=5,resign=yes] " + start + ":0:0:1:00:4:3:0:5:10 roll", "double", "backgammon.dead-cube", "backgammon/r-dead-cube",
			"match=5; side=black; stake=1"},
		{"backgammon[resign=yes] " + start + ":1:-1:1:00:0:0:0:0:10 roll", "redouble", "backgammon.not-owner", "backgammon/cube-offer", ""},
		{"backgammon[cube-max=1,resign=yes] " + start + ":1:1:1:00:0:0:0:0:1 roll", "double", "backgammon.cube-limit", "backgammon/r-cube-max", ""},
		{"backgammon[resign=yes] " + start + ":0:0:1:D:0:0:0:0:10 take", "resign 1", "backgammon.resign-when", "backgammon/resign-offer", ""},
		{"backgammon[resign=yes] " + start + ":0:0:1:00:0:0:0:0:10 roll;refused=2", "resign 2", "backgammon.resign-higher", "backgammon/r-resign-higher",
			"n=2; other=white; refused=2"},
		{"backgammon[jacoby=yes,resign=yes] " + start + ":0:0:1:00:0:0:1:0:10 roll", "resign 2", "backgammon.resign-jacoby", "backgammon/jacoby", ""},
		{"backgammon[resign=yes,triple=no] " + start + ":0:0:1:00:0:0:0:0:10 roll", "resign 3", "backgammon.resign-triple", "backgammon/r-triple", ""},
		{"backgammon[resign=yes] " + start + ":0:0:1:00:0:0:0:0:10 roll;resign=1", "roll", "backgammon.answer-resignation", "backgammon/resign-answer", ""},
		{"backgammon[resign=yes] " + start + ":0:0:1:31:0:0:0:0:10 move;resign=1", "8/5 6/5", "backgammon.answer-resignation", "backgammon/resign-answer", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "hello", "unreadable", "backgammon/play-text", ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "8/5(0) 6/5", "unreadable", "backgammon/play-text", ""},
	} {
		m := parse(t, c.line)
		mv, err := m.Parse(c.input)
		var why *parlour.Refusal
		if !errors.As(err, &why) {
			t.Errorf("%s: %q is read as %q", c.line, c.input, m.Text(mv))
			continue
		}
		if why.Code != c.code || !slices.Contains(why.Clauses, c.clause) {
			t.Errorf("%s: %q: %v, want %s [%s]", c.line, c.input, why, c.code, c.clause)
		}
		if !phrase.English.Has(why.Code) {
			t.Errorf("%s has no sentence", why.Code)
		}
		words := phrase.English.Refusal(why)
		if !gametest.HasArgs(why, c.args) || strings.ContainsAny(words, "{}") {
			t.Errorf("%q: %v (%s), want %s", c.input, why, words, c.args)
		}
		legal := texts(m)
		for _, s := range why.Instead {
			if !slices.Contains(legal, s) {
				t.Errorf("%q: %s is suggested but not legal", c.input, s)
			}
		}
		if len(why.Instead) == 0 {
			t.Errorf("%q: nothing is suggested", c.input)
		}
	}
}

// TestEarly checks what is said about doubles and plays while a throw is due.
func TestEarly(t *testing.T) {
	for _, c := range []struct{ line, input, words string }{
		{"backgammon[match=5] " + start + ":0:0:-1:00:4:3:1:5:10 throw", "double", "this is the Crawford game, which is played without the cube [backgammon/crawford-game]"},
		{"backgammon " + start + ":1:-1:1:00:0:0:0:0:10 throw", "redouble", "White owns the cube, so Black cannot double [backgammon/cube-offer] [backgammon/cube-take]"},
		{"backgammon[match=5] " + start + ":0:0:1:00:4:3:0:5:10 throw", "double", "a stake of 1 is already enough for Black to win the match to 5, and in this game such a cube may not be turned [backgammon/r-dead-cube]"},
		{"backgammon[doubling=none] " + start + ":0:0:1:00:0:0:0:0:0 throw", "double", "this game is played without doubling [backgammon/r-doubling]"},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 throw", "double", "Black has decided to throw, so it is too late to double [backgammon/cube-offer]"},
		{"backgammon[resign=yes] " + start + ":0:0:1:00:0:0:0:0:10 throw", "resign 1", "Black has decided to throw, and may offer to resign after the throw [backgammon/resign-offer]"},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 throw", "8/5 6/5", "Black has not thrown yet [backgammon/dice-two]"},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 throw", "roll", "roll is not a throw; expected two dice, two digits from 11 to 66"},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 open", "double", "nobody can double before the opening throw [backgammon/cube-offer]"},
	} {
		if _, err := parse(t, c.line).Parse(c.input); err == nil || phrase.English.Error(err) != c.words {
			t.Errorf("%s: %q: %v, want %s", c.line, c.input, err, c.words)
		}
	}
}

// TestWords checks sentences about places that have no number.
func TestWords(t *testing.T) {
	for _, c := range []struct{ line, input, words string }{
		{"backgammon XGID=------B------------bbbbbbA:0:0:1:54:0:0:0:0:10 move", "bar/20", "a 5 from the bar ends on 20, where White has two or more men"},
		{"backgammon XGID=------BAA-----------b-b-bA:0:0:1:31:0:0:0:0:10 move", "bar/20", "a throw of 3 and 1 cannot take a man from the bar to 20"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "13/off", "a throw of 3 and 1 cannot bear off a man from 13"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "off/3", "men move from high points to low ones, so no man can go from off the board to 3"},
		{"backgammon " + start + ":0:0:1:22:0:0:0:0:10 move", "13/11", "this plays 1 of the four 2s, but 4 can be played and must be, for example 24/22(2) 13/11(2)"},
	} {
		_, err := parse(t, c.line).Parse(c.input)
		if got := phrase.English.Error(err); !strings.HasPrefix(got, c.words) {
			t.Errorf("%s: %q: %s, want %s", c.line, c.input, got, c.words)
		}
	}
}

// TestEffectWords checks that every effect has a sentence.
func TestEffectWords(t *testing.T) {
	var scenarios []struct{ ID, Position, Play string }
	load(t, "backgammon.json", &scenarios)
	said := map[string]bool{}
	for _, s := range scenarios {
		m := parse(t, s.Position)
		mv, err := m.Parse(strings.TrimPrefix(s.Play, "throw "))
		if err != nil {
			t.Fatal(err)
		}
		effects := m.Effects(mv)
		if len(effects) == 0 {
			t.Errorf("%s: %s has no effect", s.ID, s.Play)
		}
		for _, e := range effects {
			said[e.Kind] = true
			if !phrase.English.Has("backgammon." + e.Kind) {
				t.Errorf("%s: backgammon.%s has no sentence", s.ID, e.Kind)
			}
			words := phrase.English.Effect("backgammon", e, strings.ToLower(e.Colour))
			if strings.Contains(words, "  ") || strings.HasSuffix(words, " ") {
				t.Errorf("%s: %q lacks an argument", s.ID, words)
			}
		}
	}
	for _, kind := range strings.Fields("opening tie auto-double throw move enter bear-off hit pass-bar roll rethrow double take drop beaver raccoon resign accept decline won won-single won-gammon won-backgammon match-won next-game crawford-game") {
		if !said[kind] {
			t.Errorf("no scenario shows %s", kind)
		}
	}
}

func TestSteps(t *testing.T) {
	for _, c := range []struct {
		line string
		take []string
		want string // the play, "" if it continues, "!" if refused
	}{
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", []string{"6/5", "8/5"}, "8/5 6/5"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", []string{"24/23", "23/20"}, "24/20"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", []string{"24/23"}, ""},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", []string{"24/22"}, "!"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", []string{"24/23", "24/23"}, "!"},
		{"backgammon XGID=----A-------------------b-:0:0:1:41:0:0:0:0:10 move", []string{"4/3", "3/off"}, "4/off"},
		{"backgammon XGID=-------------------aa--bA-:0:0:1:54:0:0:0:0:10 move", []string{"24/19*", "19/15"}, "24/19*/15"},
		{"backgammon XGID=--------bb----------A-----:0:0:1:65:0:0:0:0:10 move", []string{"20/15"}, "!"},
		{"backgammon XGID=--------bb----------A-----:0:0:1:65:0:0:0:0:10 move", []string{"20/14"}, "20/14"},
		{"backgammon XGID=------B------------bbbbbbA:0:0:1:54:0:0:0:0:10 move", nil, "pass"},
		{"backgammon XGID=------B------------bbbbbbA:0:0:1:54:0:0:0:0:10 move", []string{"6/2"}, "!"},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 roll", []string{"double"}, "double"},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 roll", []string{"8/5"}, "!"},
	} {
		m := parse(t, c.line)
		next, end, err := parlour.NextSteps(m, c.take)
		switch {
		case c.want == "!":
			var why *parlour.Refusal
			if !errors.As(err, &why) || len(why.Instead) == 0 {
				t.Errorf("%s %q: %v, want refused", c.line, c.take, err)
			}
		case err != nil:
			t.Errorf("%s %q: %v", c.line, c.take, err)
		case c.want == "" && (end != parlour.NoMove || len(next) == 0):
			t.Errorf("%s %q: ends", c.line, c.take)
		case c.want != "" && (end == parlour.NoMove || m.Text(end) != c.want):
			t.Errorf("%s %q: %v, want %s", c.line, c.take, next, c.want)
		}
	}
}
