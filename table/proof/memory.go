package proof

import (
	"encoding/json"
	"fmt"
	"slices"

	"parlour/table"
	"parlour/table/fair"
)

// MemoryFormat names the format of a Memory.
const MemoryFormat = "parlour-memory-1"

// A Memory is what a person's device remembers of a table, without its
// secrets. A log that is not what the device was shown does not fit it.
type Memory struct {
	Format string              `json:"format"`
	Table  string              `json:"table"`
	Person int                 `json:"person"`
	Rounds map[int]*Remembered `json:"rounds"` // the rounds the device took part in, by number
	Heads  []HeadAt            `json:"heads"`  // by ascending event
}

// Remembered is what a device remembers of a round.
type Remembered struct {
	Commitment string `json:"commitment"` // the server's
	Epoch      int64  `json:"epoch"`
	Pledge     string `json:"pledge"` // its own commitment
	Links      int    `json:"links"`
	Opened     int    `json:"opened"` // own links opened so far, the first one included
	Asked      []int  `json:"asked"`  // numbers of the throws for which it opened one
}

// A HeadAt is the head of the log after an event.
type HeadAt struct {
	Event int64
	Head  fair.Head
}

// MarshalJSON writes [EVENT, "HEX"].
func (h HeadAt) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `[%d,"%x"]`, h.Event, h.Head), nil
}

// UnmarshalJSON reads [EVENT, "HEX"].
func (h *HeadAt) UnmarshalJSON(data []byte) error {
	var hex string
	pair := []any{&h.Event, &hex}
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	link, ok := fair.ParseLink(hex)
	if len(pair) != 2 || !ok {
		return fmt.Errorf("%s is not the head of a log; expected [EVENT, \"64 hexadecimal digits\"]", data)
	}
	h.Head = fair.Head(link)
	return nil
}

// ParseMemory reads a memory from JSON.
func ParseMemory(data []byte) (*Memory, error) {
	var m Memory
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("the memory cannot be read: %w", err)
	}
	if m.Format != MemoryFormat {
		return nil, fmt.Errorf("the memory has the format %q; expected %q", m.Format, MemoryFormat)
	}
	slices.SortFunc(m.Heads, func(a, b HeadAt) int { return int(a.Event - b.Event) })
	return &m, nil
}

// The checks below hold for a nil memory.

// round compares the beginning of a round.
func (m *Memory) round(b *table.Body) *Fault {
	if m == nil || m.Rounds[b.Round] == nil {
		return nil
	}
	switch r := m.Rounds[b.Round]; {
	case r.Commitment != b.Dice.Commitment:
		return fault(MemoryCommitment, "the server commits itself to something else than the device of person %d saw", m.Person)
	case r.Epoch != b.Epoch:
		return fault(MemoryCommitment, "the epoch is %d, but the device of person %d saw %d", b.Epoch, m.Person, r.Epoch)
	case r.Pledge != "" && !slices.Contains(b.People, m.Person):
		return fault(MemoryPledge, "person %d is not invited, but their device was and pledged", m.Person)
	}
	return nil
}

// pledge compares what the person pledged.
func (m *Memory) pledge(b *table.Body) *Fault {
	if m == nil || b.Person != m.Person || m.Rounds[b.Round] == nil {
		return nil
	}
	if r := m.Rounds[b.Round]; r.Pledge != b.Dice.Commitment || r.Links != b.Dice.Links {
		return fault(MemoryPledge, "this is not what the device of person %d pledged", m.Person)
	}
	return nil
}

// throw checks that a throw for which the device opened a link is that one.
func (m *Memory) throw(t *Throw) *Fault {
	if m == nil {
		return nil
	}
	for n, r := range m.Rounds {
		if slices.Contains(r.Asked, t.Number) && (t.Round != n || t.Own != m.Person) {
			return fault(MemoryAsked, "the device of person %d opened its link for this throw in round %d, but it was thrown again", m.Person, n)
		}
	}
	return nil
}

// head returns the head the device remembers after an event, if it does.
func (m *Memory) head(event int64) (fair.Head, bool) {
	if m != nil {
		for _, h := range m.Heads {
			if h.Event == event {
				return h.Head, true
			}
		}
	}
	return fair.Head{}, false
}
