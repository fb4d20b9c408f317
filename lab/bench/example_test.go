package bench_test

import (
	"context"
	"os"
	"time"

	"parlour/cabinet"
	"parlour/lab/bench"
)

// The speed of one game; the figures are those of the machine.
func ExampleSpeed() {
	b := bench.Speed{Games: []*cabinet.Entry{cabinet.ByID("parker")}, Span: time.Second}
	r, err := b.Run(context.Background())
	if err != nil {
		panic(err)
	}
	r.WriteText(os.Stdout)
}
