package storetest_test

import (
	"testing"

	"parlour/hall"
	"parlour/hall/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(*testing.T) (first, second hall.Store) {
		m := &storetest.Memory{}
		return m, m
	})
}

func TestMemoryShared(t *testing.T) {
	storetest.RunShared(t, func(*testing.T) (first, second hall.Shared) {
		m := &storetest.Memory{}
		return m, m
	})
	storetest.RunVault(t, func(*testing.T) (first, second hall.Vault) {
		m := &storetest.Memory{}
		return m, m
	})
}
