package draw_test

import (
	"fmt"
	"reflect"
	"testing"

	"parlour"
	"parlour/draw"
	"parlour/games/race"
)

func ExampleOf() {
	m, err := race.AutoRaceGame().Parse("auto-race G:12/Y:8 Y 4 - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	v := draw.Of(m)
	fmt.Println(v.Title, v.Turn, v.Says, v.Pieces[0].Place)
	// Output: Auto Race Y Yellow to move 12
}

func TestOfOver(t *testing.T) {
	m, err := race.AutoRaceGame().Parse("auto-race G:*/Y:31 - - - rank=G")
	if err != nil {
		t.Fatal(err)
	}
	if v := draw.Of(m); v.Turn != "" || v.Says == "" {
		t.Errorf("a finished game says %q, turn %q", v.Says, v.Turn)
	}
}

func TestWays(t *testing.T) {
	got := draw.Ways([]parlour.Effect{
		{Kind: "throw", Means: parlour.Throws},
		{Kind: "move", Means: parlour.Moves, From: "1", To: "3", Way: []string{"2", "3"}},
		{Kind: "capture", Means: parlour.Takes, From: "3", To: "Y-"},
		{Kind: "spin", Means: parlour.Turns, From: "3", To: "3"},
		{Kind: "contact", Means: parlour.Meets, From: "3", To: "4"},
		{Kind: "remove", Means: parlour.Takes, From: "4"},
		{Kind: "home", Means: parlour.Home, To: "3"},
		{Kind: "halt", Means: parlour.Passes, From: "3"},
	})
	want := [][]string{{"1", "2", "3"}, {"3", "Y-"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("ways %v, want %v", got, want)
	}
}
