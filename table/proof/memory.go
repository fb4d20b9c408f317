package proof

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"parlour/table"
	"parlour/table/fair"
)

// MemoryFormat names the format of a Memory.
const MemoryFormat = "parlour-memory-1"

// A Memory is what a person's device remembers of a table, without its
// secrets. It exposes a log that differs from what the device was shown.
type Memory struct {
	Format string              `json:"format"`
	Table  string              `json:"table"`
	Person int                 `json:"person"`
	Rounds map[int]*Remembered `json:"rounds"` // the rounds the device took part in, by number
	Heads  []HeadAt            `json:"heads"`  // by ascending event

	// Live says that the device follows the log while it grows, so that it
	// remembers everything up to now.
	Live bool `json:"-"`
}

// Remembered is what a device remembers of a round.
type Remembered struct {
	Commitment string `json:"commitment"` // the server's
	Epoch      int64  `json:"epoch"`
	Pledge     string `json:"pledge"` // its own commitment
	Links      int    `json:"links"`
	Opened     int    `json:"opened"` // own links opened so far, including the first
	Asked      []int  `json:"asked"`  // numbers of the throws it opened a link for
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

// A witness compares a log with the memory of a device, step by step. A nil
// witness accepts everything.
type witness struct {
	*Memory
	knows bool // the log has shown a pledge of this device that is still in use
}

func witnessOf(m *Memory) *witness {
	if m == nil {
		return nil
	}
	return &witness{Memory: m}
}

// covers reports whether the device must remember what happened in a round at
// an event: it remembers a later event or a later round. Otherwise the memory
// may simply have been saved earlier. The event is 0 in a record.
func (m *Memory) covers(event int64, round int) bool {
	if m.Live {
		return true
	}
	if n := len(m.Heads); event > 0 && n > 0 && event <= m.Heads[n-1].Event {
		return true
	}
	for r := range m.Rounds {
		if r > round {
			return true
		}
	}
	return false
}

// device records that a person has switched to another device.
func (m *witness) device(person int) {
	if m != nil && person == m.Person {
		m.knows = false
	}
}

// round compares the start of a round, which may replace a pending one.
func (m *witness) round(b *table.Body, pending *round) *Fault {
	if m == nil {
		return nil
	}
	if r := m.Rounds[b.Round]; r != nil {
		switch {
		case r.Commitment != b.Dice.Commitment:
			return fault(MemoryCommitment, "the server's commitment is not the one that the device of person %d saw", m.Person)
		case r.Epoch != b.Epoch:
			return fault(MemoryCommitment, "the epoch is %d, but the device of person %d saw %d", b.Epoch, m.Person, r.Epoch)
		case r.Pledge != "" && !slices.Contains(b.People, m.Person):
			return fault(MemoryPledge, "person %d is not invited, but their device was and pledged", m.Person)
		}
	}
	if pending == nil {
		return nil
	}
	// A device reveals only after it has seen its pledge in the log.
	if r := m.Rounds[pending.number]; r != nil && r.Opened > 0 && pending.own[m.Person] == nil {
		return fault(MemoryPledge, "the device of person %d pledged in round %d, but the log does not say so", m.Person, pending.number)
	}
	return nil
}

// pledge compares what the person pledged.
func (m *witness) pledge(event int64, b *table.Body) *Fault {
	if m == nil || b.Person != m.Person {
		return nil
	}
	switch r := m.Rounds[b.Round]; {
	case r == nil || r.Pledge == "":
		if m.knows && m.covers(event, b.Round) {
			return fault(MemoryPledge, "the device of person %d did not pledge in this round", m.Person)
		}
	case r.Pledge != b.Dice.Commitment || r.Links != b.Dice.Links:
		return fault(MemoryPledge, "this is not what the device of person %d pledged", m.Person)
	default:
		m.knows = true
	}
	return nil
}

// opened compares the number of links opened in a person's chain.
func (m *witness) opened(event int64, round, person, n int) *Fault {
	if m == nil || person != m.Person {
		return nil
	}
	if r := m.Rounds[round]; r != nil && n > r.Opened && m.covers(event, round) {
		return fault(MemoryPledge, "%s of the chain of person %d are opened in round %d, but their device opened %d", count(n, "link"), person, round, r.Opened)
	}
	return nil
}

// ends checks that a complete log contains every throw that the device asked
// for.
func (m *witness) ends(throws int) *Fault {
	if m == nil {
		return nil
	}
	for _, n := range slices.Sorted(maps.Keys(m.Rounds)) {
		for _, asked := range m.Rounds[n].Asked {
			if asked > throws {
				f := fault(MemoryAsked, "the device of person %d asked for throw %d in round %d, but it is missing", m.Person, asked, n)
				f.Throw = asked
				return f
			}
		}
	}
	return nil
}

// throw checks that a throw is the one for which the device opened its link.
func (m *witness) throw(t *Throw) *Fault {
	if m == nil {
		return nil
	}
	for n, r := range m.Rounds {
		if slices.Contains(r.Asked, t.Number) && (t.Round != n || t.Own != m.Person) {
			return fault(MemoryAsked, "the device of person %d opened its link for this throw in round %d, but this is a different throw: either the round ended while the request was on its way, or it was thrown again", m.Person, n)
		}
	}
	return nil
}

// head returns the head that the device remembers after an event, if any. The
// receiver may be nil.
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
