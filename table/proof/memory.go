package proof

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"parlour/table"
	"parlour/table/fair"
)

// MemoryFormat names the format of a Memory.
const MemoryFormat = "parlour-memory-3"

// A Memory is what a person's device remembers of a table, without its
// secrets.
type Memory struct {
	Format string     `json:"format"`
	Table  string     `json:"table"`
	Person int        `json:"person"`
	Since  int64      `json:"since"` // the first event from which on all acts of the person are known; 0 if none is
	Until  int64      `json:"until"` // the last one; 0 if there is no end
	Epoch  int64      `json:"epoch"` // the highest that was shown
	Chains []Held     `json:"chains"`
	Opened []Opening  `json:"opened"`
	Heads  []HeadAt   `json:"heads"` // by ascending event
	Back   []int64    `json:"back"`  // each event after which the server went back
	Acts   [][]string `json:"acts"`  // kind of the event, and the text of a move or ""

	// Live says that it is the memory of a device that follows the log, so that it
	// knows all acts of the person up to now.
	Live bool `json:"-"`
}

// Held is a chain that a device has made.
type Held struct {
	Commitment string `json:"commitment"`
	Links      int    `json:"links"`
}

// An Opening is a link that a device opened for a throw.
type Opening struct {
	Epoch      int64          `json:"epoch"`
	Number     int            `json:"number"`
	Attempt    int            `json:"attempt"`
	Head       string         `json:"head"`  // of the log right after the ask
	Event      int64          `json:"event"` // the ask
	Commitment string         `json:"commitment"`
	Link       int            `json:"link"`   // its number
	Others     []table.Opened `json:"others"` // what others had opened, if the person is the thrower
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
	slices.SortFunc(m.Heads, byEvent)
	return &m, nil
}

func byEvent(a, b HeadAt) int { return cmp.Compare(a.Event, b.Event) }

// Newest returns the last event whose head is remembered, 0 if none is.
func (m *Memory) Newest() int64 {
	if n := len(m.Heads); n > 0 {
		return m.Heads[n-1].Event
	}
	return 0
}

func (m *Memory) head(event int64) (fair.Head, bool) {
	i, ok := slices.BinarySearchFunc(m.Heads, HeadAt{Event: event}, byEvent)
	if !ok {
		return fair.Head{}, false
	}
	return m.Heads[i].Head, true
}

// epoch returns the highest epoch that the device has seen.
func (m *Memory) epoch() int64 {
	e := m.Epoch
	for i := range m.Opened {
		e = max(e, m.Opened[i].Epoch)
	}
	return e
}

// Holds reports whether the device made the chain.
func (m *Memory) Holds(commitment string) bool {
	return slices.ContainsFunc(m.Chains, func(h Held) bool { return h.Commitment == commitment })
}

// Opening returns what the device opened for the ask with the given head, nil if
// nothing.
func (m *Memory) Opening(head fair.Head) *Opening {
	text := fair.Link(head).String()
	if i := slices.IndexFunc(m.Opened, func(o Opening) bool { return o.Head == text }); i >= 0 {
		return &m.Opened[i]
	}
	return nil
}

// Last returns the highest number of a chain that the device opened, 0 if none.
func (m *Memory) Last(commitment string) (last int) {
	for i := range m.Opened {
		if o := &m.Opened[i]; o.Commitment == commitment {
			last = max(last, o.Link)
		}
	}
	return last
}

// A witness compares a log with the memory of a device.
type witness struct {
	*Memory

	match int64 // the last event of the log that is in line with what the device was shown
	calm  bool  // since then came only what may come before the server says that it went back
	risen bool  // and then it said so
	other bool  // and the device has a different head

	gone    int64              // at this event the server went back: later heads of the memory do not count; 0 if it did not
	used    map[[2]string]int  // acts that are in the log
	carried bool               // another device has taken over
	strange map[string]bool    // chains of this device of which it does not remember everything
	without int                // throws that were made without this device
	fallen  map[fair.Head]bool // asks that became throws
	voided  map[fair.Head]Void // and those that did not
	others  []discard          // asks that did not, of another device of the person, or opened after an older memory
}

func newWitness(m *Memory) *witness {
	return &witness{Memory: m, used: map[[2]string]int{}, strange: map[string]bool{}, fallen: map[fair.Head]bool{}, voided: map[fair.Head]Void{}}
}

// device reports whether there is the memory of a device, not just another copy
// of a log.
func (w *witness) device() bool { return w != nil && w.Person != 0 }

// behind reports whether the device was shown events that the log does not have,
// and does not explain either.
func (w *witness) behind() bool { return w != nil && w.gone == 0 && w.Newest() > w.match }

// quiet are the kinds of events that may come between the last event before a
// server went back and its new chain: what an open ask allows, and its end.
var quiet = slices.Concat(talk, []table.Kind{
	table.Ready, table.Throw, table.Void, table.TakePart, table.Claim, table.Sit, table.Stand, table.SetChair, table.StandIn, table.Return,
})

// story compares the head after an event with what the device was shown. It
// returns after which event the log went back, -1 if it did not.
func (w *witness) story(e *table.Event, head fair.Head) (back int64, f *Fault) {
	if w == nil || w.gone != 0 {
		return -1, nil
	}
	h, known := w.head(e.Seq)
	if known && h == head || w.Newest() <= w.match {
		w.match, w.calm, w.risen, w.other = e.Seq, true, false, false
		return -1, nil
	}
	switch {
	case w.risen:
	case w.calm && e.Kind == table.Server && e.Body.Epoch > w.epoch(), w.device() && w.epoch() == 0:
		w.risen = true // before its first chain a server has no way to say so, and no dice are at stake
	case !slices.Contains(quiet, e.Kind):
		w.calm = false
	}
	w.other = w.other || known
	switch {
	case !w.other:
	case w.risen:
		w.gone = e.Seq
		if w.match < w.Since { // a device that follows the log forgets its acts now
			clear(w.used)
		}
		return w.match, nil
	case !w.calm:
		return -1, fault(MemoryStory, "up to here other events were shown before")
	}
	return -1, nil
}

// asked looks for a second log with the same ask.
func (w *witness) asked(o *Asked) *Fault {
	if w == nil {
		return nil
	}
	head := fair.Link(o.Head).String()
	for i := range w.Opened {
		if p := &w.Opened[i]; p.Epoch == o.Epoch && p.Number == o.Number && p.Attempt == o.Attempt && p.Head != head {
			return fault(MemoryStory, "there are two logs: the device of person %d opened a link for attempt %d of throw %d in another one", w.Person, o.Attempt, o.Number)
		}
	}
	return nil
}

// own judges a link that the person is said to have opened for an ask. Ok is
// false if the device did not open it, as far as it remembers.
func (w *witness) own(o *Asked, commitment string, number int) (ok bool, f *Fault) {
	if !w.Holds(commitment) {
		return false, nil
	}
	if p := w.Opening(o.Head); p != nil && p.Commitment == commitment && p.Link == number {
		return true, nil
	}
	if w.Last(commitment) >= number {
		return false, fault(MemoryLink, "the device of person %d did not open link %d of its chain for this throw", w.Person, number)
	}
	w.strange[commitment] = true
	return false, nil
}

// throw notes a throw; commitment is that of the person's chain, if the person
// had to open a link.
func (w *witness) throw(o *Asked, commitment string) *Fault {
	if !w.device() {
		return nil
	}
	w.fallen[o.Head] = true
	asked := o.Of(w.Person)
	if asked == nil {
		w.without++
		return nil
	}
	ok, f := w.own(o, commitment, asked.Link)
	if !ok && f == nil {
		w.without++
	}
	return f
}

// void notes an attempt that failed.
func (w *witness) void(o *Asked, v Void, parts []table.Opened, commitment string) *Fault {
	if !w.device() {
		return nil
	}
	w.voided[o.Head] = v
	asked := o.Of(w.Person)
	if asked != nil && !w.Holds(commitment) {
		w.others = append(w.others, discard{o.Number, v}) // whether that device opened its link is not known here
	}
	if asked != nil && slices.ContainsFunc(parts, func(p table.Opened) bool { return p.Person == w.Person }) {
		ok, f := w.own(o, commitment, asked.Link)
		if f != nil {
			return f
		}
		if !ok && w.Holds(commitment) {
			w.others = append(w.others, discard{o.Number, v}) // it did, but this memory is older
		}
	}
	p := w.Opening(o.Head)
	if v.Why == table.WhySilent && v.Person != w.Person && p != nil && slices.ContainsFunc(p.Others, func(p table.Opened) bool { return p.Person == v.Person }) {
		return fault(MemorySilent, "person %d is said to have been silent, but the device of person %d has their link", v.Person, w.Person)
	}
	return nil
}

// owned are the kinds of events that only the person's own device can cause.
var owned = []table.Kind{
	table.Ask, table.Move, table.Resign, table.Accept, table.Decline, table.Offer, table.AskBack, table.GiveBack, table.KeepBack, table.Rule,
	table.StandIn, table.Return, table.Sit, table.Stand, table.TakePart, table.Claim,
}

// act checks that what the person is said to have done was done here. Call it after
// story.
func (w *witness) act(e *table.Event) *Fault {
	if !w.device() || !w.Live && (w.gone != 0 || w.Until != 0 && e.Seq > w.Until) {
		return nil
	}
	if w.other && w.match < w.Since && (w.gone == 0 || w.gone == e.Seq) {
		return nil // the log no longer has what made this the person's device
	}
	if w.carried || w.Since == 0 || e.Seq < w.Since || e.By != w.Person || !slices.Contains(owned, e.Kind) {
		return nil
	}
	if w.takes(string(e.Kind), e.Body.Move) {
		return nil
	}
	if e.Kind == table.Claim && w.takes(string(table.Carry), "") {
		w.carried = true
		return nil
	}
	return fault(MemoryAct, "the device of person %d did not send this %s", w.Person, e.Kind)
}

// takes uses up an act of the device.
func (w *witness) takes(kind, text string) bool {
	n := 0
	for _, a := range w.Acts {
		if len(a) == 2 && a[0] == kind && a[1] == text {
			n++
		}
	}
	key := [2]string{kind, text}
	if w.used[key] >= n {
		return false
	}
	w.used[key]++
	return true
}

// A discard is a result that was known and not used.
type discard struct {
	number int
	void   Void // how it ended; Event is 0 if the log does not have it
}

// discards returns the openings that did not become throws, and what another device
// of the person, or this one after an older memory, may have opened.
func (w *witness) discards(open *Asked) (list []discard) {
	for i := range w.Opened {
		p := &w.Opened[i]
		link, _ := fair.ParseLink(p.Head)
		head := fair.Head(link)
		if w.fallen[head] || open != nil && open.Head == head || w.behind() && p.Event > w.match {
			continue
		}
		list = append(list, discard{p.Number, w.voided[head]})
	}
	return append(list, w.others...)
}
