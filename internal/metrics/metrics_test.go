package metrics_test

import (
	"fmt"

	"parlour/internal/metrics"
)

func Example() {
	var w metrics.Writer
	w.Single("parlour_streams", "gauge", "Open streams.", 3)
	w.Head("parlour_seconds", "histogram", "How long it took.")
	w.Histogram("parlour_seconds", `route="/"`, []float64{0.1, 1}, []int64{2, 1}, 4, 5.5)
	fmt.Print(w.String())
	// Output:
	// # HELP parlour_streams Open streams.
	// # TYPE parlour_streams gauge
	// parlour_streams 3
	// # HELP parlour_seconds How long it took.
	// # TYPE parlour_seconds histogram
	// parlour_seconds_bucket{route="/",le="0.1"} 2
	// parlour_seconds_bucket{route="/",le="1"} 3
	// parlour_seconds_bucket{route="/",le="+Inf"} 4
	// parlour_seconds_sum{route="/"} 5.5
	// parlour_seconds_count{route="/"} 4
}
