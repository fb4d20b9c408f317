package outline_test

import (
	"fmt"

	"parlour/draw/outline"
)

// A counter counts outlines.
type counter int

func (c *counter) Paint(path []outline.Step, _ *outline.Style, m outline.Matrix) error {
	*c++
	fmt.Println(len(path), "steps from", m.At(path[0].At.X, path[0].At.Y))
	return nil
}

func ExampleDrawing_Draw() {
	d, err := outline.Read([]byte(`<svg viewBox="0 0 10 10"><g transform="translate(1 1)"><rect width="2" height="2"/></g><circle cx="5" cy="5" r="3"/></svg>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	var c counter
	work := 1000
	err = d.Draw(&c, outline.Identity, outline.Patterns{}, &work)
	fmt.Println(c, "outlines", err)
	// Output:
	// 6 steps from {1 1}
	// 3 steps from {8 5}
	// 2 outlines <nil>
}
