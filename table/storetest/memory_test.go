package storetest_test

import (
	"testing"

	"parlour/table"
	"parlour/table/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(*testing.T) (first, second table.Store) {
		m := &storetest.Memory{}
		return m, m
	})
}
