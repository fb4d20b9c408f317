package keyed

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Memory is a Port that forgets everything when the program ends. The zero value
// is empty.
type Memory struct {
	mu sync.Mutex
	of map[string][]byte
}

// Read returns keys in order.
func (m *Memory) Read(_ context.Context, prefix, from string) (list []Pair, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(m.of)) {
		if strings.HasPrefix(key, prefix) && key >= from {
			list = append(list, Pair{key, m.of[key]})
		}
	}
	return list, nil
}

// Write makes a change.
func (m *Memory) Write(_ context.Context, c Change) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	has := func(key string) bool { _, ok := m.of[key]; return ok }
	if c.Has != "" && !has(c.Has) || slices.ContainsFunc(c.Lacks, has) {
		return false, nil
	}
	for _, prefix := range c.Drop {
		maps.DeleteFunc(m.of, func(key string, _ []byte) bool { return strings.HasPrefix(key, prefix) })
	}
	if m.of == nil {
		m.of = map[string][]byte{}
	}
	for _, p := range c.Put {
		m.of[p.Key] = p.Value
	}
	return true, nil
}
