package inproc

import (
	"testing"

	"parlour/table"
	"parlour/hall/bustest"
)

func TestBus(t *testing.T) {
	bustest.Run(t, func(t *testing.T) (first, second table.Bus) {
		b := &Bus{}
		return b, b
	})
}
