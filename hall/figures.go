package hall

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"time"
)

// Figures count what a hall has done since it was opened.
type Figures struct {
	Appends   int64              // batches that were written
	Conflicts int64              // batches that another writer was ahead of
	Refusals  int64              // batches that failed for another reason
	Seconds   [len(Bounds)]int64 // a histogram: appends that took at most Bounds[i], and more than Bounds[i-1]
	Sum       time.Duration      // the time of all appends, also those longer than Bounds
	Leases    int                // leases held now; 0 for a single server, which needs none
}

// Bounds are the upper bounds of the histogram, in seconds.
var Bounds = [...]float64{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5}

// figures is the counter behind Figures. The zero value is ready for use.
type figures struct {
	mu sync.Mutex
	f  Figures
}

// appended counts a batch and how long it took.
func (f *figures) appended(took time.Duration, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case errors.Is(err, ErrConflict):
		f.f.Conflicts++
		return
	case err != nil:
		f.f.Refusals++
		return
	}
	f.f.Appends++
	f.f.Sum += took
	if i, _ := slices.BinarySearch(Bounds[:], took.Seconds()); i < len(Bounds) {
		f.f.Seconds[i]++
	}
}

// Figures returns what the hall has done.
func (h *Hall) Figures() Figures {
	h.mu.Lock()
	leases := len(h.leases)
	h.mu.Unlock()
	h.figures.mu.Lock()
	defer h.figures.mu.Unlock()
	f := h.figures.f
	f.Leases = leases
	return f
}

// A Resident is a table in memory.
type Resident struct {
	Table string
	Game  string
	Seq   int64         // its last event
	Idle  time.Duration // how long nobody has used it
}

// Residents returns the tables in memory, sorted by id.
func (h *Hall) Residents() []Resident {
	h.mu.Lock()
	list := make([]Resident, 0, len(h.tables))
	for id, t := range h.tables {
		list = append(list, Resident{id, t.game, t.tip.Load(), t.idleFor()})
	}
	h.mu.Unlock()
	slices.SortFunc(list, func(a, b Resident) int { return cmp.Compare(a.Table, b.Table) })
	return list
}
