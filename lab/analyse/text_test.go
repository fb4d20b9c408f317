package analyse

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/learn/theory"
	"parlour/phrase"
)

// A report in words has a row for each side and a line for each turning point;
// every throw and move is listed only on request.
func TestReportText(t *testing.T) {
	r := &Report{Game: "kleefeld", Unit: theory.Chances.Labels, Luck: 0.25, Turning: []int{1},
		Sides: []Side{
			{Seats: "G", Share: 1, LuckText: "+10.0 %", OwnText: "+20.0 %", Choices: 1, ErrorsText: "7.0 %", MeanText: "7.0 %"},
			{Seats: "Y", LuckText: "−10.0 %", OwnText: "0.0 %", ErrorsText: "0.0 %", MeanText: "0.0 %"},
		},
		Events: []Event{
			{Seat: "G", Kind: Throw, Text: "6", Change: "+4.0 %", Worth: Worth{Values: []string{"50.0 %", "50.0 %"}}},
			{Seat: "G", Kind: Move, Text: "1>7", Change: "7.0 %", Mark: theory.Mistake, Best: "2>8", Worth: Worth{Values: []string{"43.0 %", "57.0 %"}}},
		}}
	const head = "game 3: kleefeld, 1 throw, 1 move\n\n" +
		"side  result   luck     own throws  choices  errors  mean error\n" +
		"G     100.0\u202f%  +10.0 %  +20.0 %     1        7.0 %   7.0 %\n" +
		"Y     0.0\u202f%    −10.0 %  0.0 %       0        0.0 %   0.0 %\n\n" +
		"The chances to win, in per cent. A draw counts as half a win.\nluck share 25\u202f%\n\nturning points\n"
	const throw = "    1  G throw 6                        50.0 % 50.0 %  luck +4.0 %\n"
	const move = "    2  G move  1>7                      43.0 % 57.0 %  error 7.0 %, best 2>8, mistake\n"
	for all, want := range map[bool]string{false: head + move, true: head + move + "\nevery throw and move\n" + throw + move} {
		var b bytes.Buffer
		if err := r.WriteText(&b, phrase.English, 3, all); err != nil || b.String() != want {
			t.Errorf("all %v: %v\n%s\nwant\n%s", all, err, b.String(), want)
		}
	}
}

// patient answers only when its time is over.
type patient struct{ bot.Adviser }

func (patient) Moves(ctx context.Context, _ parlour.Match) ([]bot.Opinion, error) {
	<-ctx.Done()
	return []bot.Opinion{{Move: 1}}, nil
}

// The time limit of an analyst ends the thinking of its adviser.
func TestThink(t *testing.T) {
	a := Analyst{Moves: patient{}, Think: time.Millisecond}
	list, err := a.moves(t.Context(), nil)
	if err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
}

// The table of moves leaves out the seats that are not in play.
func TestAssessmentText(t *testing.T) {
	var b bytes.Buffer
	r := Assessment{Unit: theory.Chances, Choices: []Choice{{Text: "5>9", ErrorText: "1.0 %", Worth: Worth{Values: []string{"50.0 %", "", "49.0 %", ""}}}}}
	if err := r.WriteText(&b, phrase.English, twoOfFour{}); err != nil || b.String() != "move  error  G       R\n5>9   1.0 %  50.0 %  49.0 %\n" {
		t.Errorf("%v: %s", err, b.String())
	}
	b.Reset()
	r = Assessment{Unit: theory.Chances, Worth: Worth{Values: []string{"25.0 %", "", "75.0 %", ""}}}
	if err := r.WriteText(&b, phrase.English, twoOfFour{}); err != nil || strings.TrimSpace(b.String()) != "G 25.0 %, R 75.0 %" {
		t.Errorf("%v: %s", err, b.String())
	}
}

// twoOfFour is a match for four seats of which the first and third play.
type twoOfFour struct{ parlour.Match }

func (twoOfFour) Info() parlour.Info {
	return parlour.Info{Seats: []parlour.SeatInfo{{Letter: "G"}, {Letter: "Y"}, {Letter: "R"}, {Letter: "B"}}}
}
func (twoOfFour) Role(s parlour.Seat) parlour.Role {
	return parlour.Role{Owner: s, Side: s, InPlay: s%2 == 0}
}

// due is a match of which only the turn matters.
type due struct {
	parlour.Match
	turn parlour.Turn
}

func (d due) Turn() parlour.Turn { return d.turn }

// A worker gets a play together with the choices before the next throw, and no
// worker gets the whole of a game without throws.
func TestParts(t *testing.T) {
	throw, move := due{turn: parlour.Turn{Dice: parlour.TwoDice}}, due{}
	for _, c := range []struct {
		list []due
		want []int
	}{
		{[]due{throw, move, move, throw, move, move, move, throw, move}, []int{1, 3, 4, 1}},
		{make([]due, 9), []int{4, 4, 1}},
		{nil, nil},
	} {
		var list []step
		for i, m := range c.list {
			list = append(list, step{at: i, m: m})
		}
		var got []int
		for _, p := range parts(list) {
			got = append(got, len(p))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d steps in parts of %v, want %v", len(list), got, c.want)
		}
	}
}
