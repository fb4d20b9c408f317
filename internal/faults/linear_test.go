package faults

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"parlour/internal/wait"
	"parlour/table"
)

// An op is a request to a table: an action or a read. It took effect at one
// moment between call and ret, if at all.
type op struct {
	person    int
	call, ret int64 // nanoseconds since the start; ret is open until there is an answer

	key   string // key of an action, empty for a read
	known int64  // the last event that the person had seen
	seq   int64  // the event that the action became, or the length of the log read
	late  bool   // the action was refused because another event came first
}

// open is the return time of an op that was never answered.
const open = math.MaxInt64

func (o op) String() string {
	switch {
	case o.key == "":
		return fmt.Sprintf("person %d read %d events, in %v to %v", o.person, o.seq, time.Duration(o.call), time.Duration(o.ret))
	case o.late:
		return fmt.Sprintf("person %d knew event %d and was late, in %v to %v", o.person, o.known, time.Duration(o.call), time.Duration(o.ret))
	}
	return fmt.Sprintf("person %d acted with key %s after event %d, and it became event %d, in %v to %v", o.person, o.key, o.known, o.seq, time.Duration(o.call), time.Duration(o.ret))
}

// linear checks that the answers about one table can be put into an order in
// which each op took effect at one moment between call and answer. A table is
// a log that only grows. Log holds the keys of all its events at the end; events
// whose key belongs to no op were made by bots and by the table itself, at any
// time.
//
// The model's state is the length of the log:
//   - a read returns the length;
//   - an action becomes the next event, or was one already if it is sent again;
//   - an action is late if the log is longer than the person knew.
func linear(ops []op, log []string) error {
	own := map[string]bool{}
	for _, o := range ops {
		own[o.key] = o.key != ""
	}
	// grown reports whether the log may have grown to n without any op.
	grown := func(length, n int64) bool {
		if n > int64(len(log)) {
			return false
		}
		for _, key := range log[length:max(n, length)] {
			if own[key] {
				return false
			}
		}
		return true
	}
	model := porcupine.Model{
		Init: func() any { return int64(0) },
		Step: func(state, input, _ any) (bool, any) {
			length, o := state.(int64), input.(op)
			switch {
			case o.key == "":
				return o.seq >= length && grown(length, o.seq), o.seq
			case o.late:
				return !slices.Contains(log, o.key) && grown(length, o.known+1), max(length, o.known+1)
			case o.seq < 1 || o.seq > int64(len(log)) || log[o.seq-1] != o.key:
				return false, state
			case o.seq <= length: // sent again
				return true, state
			}
			return grown(length, o.seq-1), o.seq
		},
		DescribeOperation: func(input, _ any) string { return input.(op).String() },
	}
	history := make([]porcupine.Operation, 0, len(ops)+1)
	last := int64(0)
	for _, o := range ops {
		last = max(last, o.call)
		if o.ret == open {
			at := slices.Index(log, o.key)
			if at < 0 || o.key == "" {
				continue // it may never have reached the table
			}
			o.seq, o.late = int64(at)+1, false
		} else {
			last = max(last, o.ret)
		}
		history = append(history, porcupine.Operation{ClientId: o.person, Input: o, Call: o.call, Return: o.ret})
	}
	// At the end somebody reads the whole log.
	end := op{person: -1, call: last + 1, ret: last + 1, seq: int64(len(log))}
	history = append(history, porcupine.Operation{Input: end, Call: end.call, Return: end.ret})
	result, info := porcupine.CheckOperationsVerbose(model, history, wait.Limit)
	if result == porcupine.Ok {
		return nil
	}
	// The longest order found ends just before the contradiction.
	placed := 0
	for _, orders := range info.PartialLinearizationsOperations() {
		for _, order := range orders {
			placed = max(placed, len(order))
		}
	}
	slices.SortFunc(history, func(a, b porcupine.Operation) int { return int(a.Call - b.Call) })
	text := fmt.Sprintf("%v: %d of %d operations can be put in order, %d events; about there:", result, placed, len(history), len(log))
	for _, h := range history[max(0, placed-3):min(len(history), placed+4)] {
		text += "\n" + h.Input.(op).String()
	}
	return fmt.Errorf("the history is not linearizable: %s", text)
}

// keys returns the keys of a log.
func keys(events []table.Event) (list []string) {
	for _, e := range events {
		list = append(list, e.Key)
	}
	return list
}

// linear checks the history of a table against its log. It also checks that it
// would notice an acknowledged action that was lost or done twice, and a read
// that shows less than an earlier one.
func (h *history) linear(t *testing.T, events []table.Event) (ops int) {
	t.Helper()
	h.mu.Lock()
	all := slices.Clone(h.ops)
	h.mu.Unlock()
	log := keys(events)
	if err := linear(all, log); err != nil {
		t.Errorf("table %s: %v", h.table, err)
		return len(all)
	}
	acted := slices.IndexFunc(all, func(o op) bool { return o.key != "" && o.ret != open && !o.late })
	if acted < 0 {
		return len(all)
	}
	at := all[acted].seq - 1
	for what, doctored := range map[string][]string{
		"a lost action":      slices.Delete(slices.Clone(log), int(at), int(at)+1),
		"an action of later": append(slices.Delete(slices.Clone(log), int(at), int(at)+1), all[acted].key),
		"an action twice":    append(slices.Clone(log), all[acted].key),
	} {
		if slices.Equal(doctored, log) {
			continue // the action was the last one anyway
		}
		if linear(all, doctored) == nil {
			t.Errorf("table %s: %s would not be noticed", h.table, what)
		}
	}
	return len(all)
}

// TestLinear checks small histories, honest and doctored.
func TestLinear(t *testing.T) {
	log := []string{"made", "a", "bot", "b", "c"} // "made" and "bot" belong to no op
	honest := []op{
		{person: 1, call: 0, ret: 10, seq: 1},
		{person: 1, call: 11, ret: 30, key: "a", known: 1, seq: 2},
		{person: 2, call: 12, ret: 40, seq: 2},                         // at the same time
		{person: 2, call: 41, ret: 50, key: "x", known: 2, late: true}, // the bot was faster
		{person: 2, call: 51, ret: 60, key: "b", known: 3, seq: 4},
		{person: 1, call: 55, ret: 57, seq: 3},                     // not yet
		{person: 1, call: 58, ret: 59, key: "a", known: 1, seq: 2}, // sent again
		{person: 1, call: 61, ret: open, key: "c", known: 4},       // never answered, but done
		{person: 1, call: 62, ret: open, key: "d", known: 4},       // never answered and not done
		{person: 2, call: 63, ret: open},
		{person: 3, call: 64, ret: 70, seq: 5},
	}
	if err := linear(honest, log); err != nil {
		t.Errorf("an honest history: %v", err)
	}
	with := func(i int, change func(*op)) []op {
		ops := slices.Clone(honest)
		change(&ops[i])
		return ops
	}
	for name, c := range map[string]struct {
		ops []op
		log []string
	}{
		"an acknowledged action is lost":             {honest, []string{"made", "a", "bot", "c"}},
		"and its number is somebody else's":          {honest, []string{"made", "a", "bot", "bot", "c"}},
		"an action is done twice":                    {honest, []string{"made", "a", "bot", "b", "c", "b"}},
		"and the second time at once":                {honest, []string{"made", "a", "a", "b", "c"}},
		"a refused action is done all the same":      {honest, []string{"made", "a", "x", "b", "c"}},
		"sent again it has another number":           {with(6, func(o *op) { o.seq = 5 }), log},
		"a read shows less than an earlier one":      {append(slices.Clone(honest), op{person: 3, call: 71, ret: 80, seq: 4}), log},
		"a read misses what was acknowledged":        {with(2, func(o *op) { o.call, o.seq = 31, 1 }), log},
		"a read shows what has not been asked yet":   {with(2, func(o *op) { o.seq = 4 }), log},
		"a read shows what never happened":           {append(slices.Clone(honest), op{person: 3, call: 71, ret: 80, seq: 6}), log},
		"somebody is late although nothing happened": {with(3, func(o *op) { o.known = 3 }), log},
		"an action was before one it came after":     {[]op{{person: 1, call: 0, ret: 1, key: "c", seq: 5}, {person: 2, call: 2, ret: 3, key: "b", seq: 4}}, log},
	} {
		if linear(c.ops, c.log) == nil {
			t.Errorf("%s: the history passes as linearizable", name)
		}
	}
}
