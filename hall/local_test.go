package hall_test

import (
	"fmt"
	"testing"

	"parlour/hall"
	"parlour/hall/bustest"
)

// A slow subscriber gets the latest announcement.
func ExampleLocal() {
	var bus hall.Local
	events, stop := bus.Subscribe("table")
	defer stop()
	bus.Publish("table", 1)
	bus.Publish("table", 2)
	fmt.Println(<-events)
	// Output: 2
}

func TestLocal(t *testing.T) {
	bustest.Run(t, func(t *testing.T) (first, second hall.Bus) {
		b := &hall.Local{}
		return b, b
	})
}
