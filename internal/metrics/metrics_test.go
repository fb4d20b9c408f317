package metrics_test

import (
	"fmt"
	"time"

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

func ExampleCounter() {
	var errors metrics.Counter[int]
	errors.Begin(404, 500)
	errors.Add(404)
	times := metrics.Timer{Bounds: []float64{0.1}}
	times.Add("/", 50*time.Millisecond)
	times.Add("/", time.Second)
	var w metrics.Writer
	errors.Write(&w, "errors_total", "Errors.", func(code int) string { return fmt.Sprintf(`code="%d"`, code) })
	times.Write(&w, "seconds", "How long it took.", "route")
	fmt.Print(w.String())
	// Output:
	// # HELP errors_total Errors.
	// # TYPE errors_total counter
	// errors_total{code="404"} 1
	// errors_total{code="500"} 0
	// # HELP seconds How long it took.
	// # TYPE seconds histogram
	// seconds_bucket{route="/",le="0.1"} 1
	// seconds_bucket{route="/",le="+Inf"} 2
	// seconds_sum{route="/"} 1.05
	// seconds_count{route="/"} 2
}
