package plot_test

import (
	"fmt"
	"strings"

	"parlour/draw/plot"
)

func ExampleHistogram() {
	h := plot.Histogram{Title: "Throws until a six", X: "throws", Y: "times", Bars: []plot.Bar{{From: 1, To: 2, Count: 17}, {From: 2, To: 3, Count: 14}}}
	svg := string(h.AppendSVG(nil))
	fmt.Println(strings.HasPrefix(svg, "<svg"), strings.Count(svg, `class="column"`))
	// Output:
	// true 2
}
