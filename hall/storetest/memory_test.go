package storetest_test

import (
	"testing"

	"parlour/hall/storetest"
	"parlour/table"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(*testing.T) (first, second table.Store) {
		m := &storetest.Memory{}
		return m, m
	})
}

func TestMemoryShared(t *testing.T) {
	storetest.RunShared(t, func(*testing.T) (first, second table.Shared) {
		m := &storetest.Memory{}
		return m, m
	})
	storetest.RunVault(t, func(*testing.T) (first, second table.Vault) {
		m := &storetest.Memory{}
		return m, m
	})
}
