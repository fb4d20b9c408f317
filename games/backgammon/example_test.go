package backgammon_test

import (
	"fmt"

	"parlour"
	"parlour/games/backgammon"
)

func Example() {
	m, err := backgammon.Game().New(parlour.Setup{Options: map[string]string{"match": "5"}})
	if err != nil {
		panic(err)
	}
	if err := m.Play(31); err != nil { // the opening throw: X threw 3, O threw 1
		panic(err)
	}
	mv, err := m.Parse("6/5, 8/5")
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Text(mv))
	if err := m.Play(mv); err != nil {
		panic(err)
	}
	fmt.Println(m)
	fmt.Println(backgammon.GNUID(m))
	// Output:
	// 8/5 6/5
	// backgammon[match=5] XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:5:10 roll
	// sGfwATDgc/ABMA:MAGgAAAAAAAE
}
