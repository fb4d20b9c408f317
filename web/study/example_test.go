package study_test

import (
	"context"
	"fmt"

	"parlour/cabinet"
	"parlour/phrase"
	"parlour/web/study"
)

// A guest plays a short experiment.
func Example() {
	l := study.NewLab(study.LabConfig{})
	place, err := l.Enter(study.Guest{Address: "192.0.2.1", Token: "of the guest"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer place.Leave()
	x := l.Usual(cabinet.ByID("auto-race"))
	x.Games = 20
	err = place.Run(context.Background(), phrase.English, x, 640, func(kind string, v any) error {
		if news, ok := v.(*study.LabNews); ok && kind == "done" {
			fmt.Println(kind, news.Done, "games")
		}
		return nil
	})
	fmt.Println(err)
	// Output:
	// done 20 games
	// <nil>
}
