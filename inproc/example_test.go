package inproc_test

import (
	"fmt"

	"parlour/inproc"
)

// A subscriber that is slow gets the latest announcement.
func Example() {
	var bus inproc.Bus
	events, stop := bus.Subscribe("table")
	defer stop()
	bus.Publish("table", 1)
	bus.Publish("table", 2)
	fmt.Println(<-events)
	// Output: 2
}
