package hall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"parlour/table"
)

// An action may reach any node. The one that holds a table's lease has its
// state in memory, up to date; any other would have to read on first, and would
// get in its way. So an action is carried to the node that leads the table, or
// this one begins to lead. This only saves work: where it fails, the node acts
// itself, and the store's sequence number decides as always. An action that was
// done although its answer got lost is found by its key.

const (
	carryTime = time.Second     // how long a node waits for the one that leads before it acts itself
	deafTime  = 5 * time.Second // how long it does not ask again a node that did not answer
)

// carryForm is the version of what nodes send each other. A node that does not
// know it leaves the action to the sender.
const carryForm = 1

// A carried action has its sender without the token.
type carried struct {
	Form   int           `json:"form"`
	Until  int64         `json:"until"` // when the sender stops waiting, in milliseconds
	From   table.Sender  `json:"from"`
	Action *table.Action `json:"action"`
}

// An outcome is what became of an action that was carried to another node.
type outcome int

const (
	notDone outcome = iota // this node has to act
	done                   // the other node did it
	unknown                // there was no answer: it may be done, now or a little later
)

// Do performs an action at a table for the holder of the token, here or at the
// node that leads the table. When it returns without an error the action is
// durable.
func (h *Hall) Do(ctx context.Context, id, token string, a table.Action) (table.Reply, error) {
	from := a.From(id, token)
	reply, became := h.carry(ctx, id, &from, &a)
	if became == done {
		return reply, nil
	}
	t, err := h.Open(ctx, id)
	if err != nil {
		return table.Reply{}, err
	}
	reply, err = t.perform(ctx, &from, &a)
	if err != nil && became == unknown {
		// The other node may still do what is refused here.
		return table.Reply{}, fmt.Errorf("%w: the node that leads the table did not answer", ErrBusy)
	}
	return reply, err
}

// carry brings an action to the node that leads the table. If no node leads it,
// this one does from now on. What the other node refuses is judged here again:
// that is rare, and the client gets the whole reason.
func (h *Hall) carry(ctx context.Context, id string, from *table.Sender, a *table.Action) (reply table.Reply, became outcome) {
	if h.carrier == nil || a.Kind == table.Carry || a.Kind == table.Claim { // which have secrets in them
		return reply, notDone
	}
	h.mu.Lock()
	t := h.tables[id]
	h.mu.Unlock()
	if t != nil && (t.leads() || h.clock() < time.Duration(t.deaf.Load())) {
		return reply, notDone
	}
	data, err := json.Marshal(carried{carryForm, h.Now().Add(carryTime).UnixMilli(), *from, a})
	if err != nil {
		return reply, notDone
	}
	limited, cancel := context.WithTimeout(ctx, carryTime)
	defer cancel()
	answer, err := h.carrier.Carry(limited, id, data)
	switch {
	case errors.Is(err, ErrNobody):
		h.takeOver(ctx, id, 0)
		return reply, notDone
	case err != nil:
		h.takeOver(ctx, id, deafTime)
		return reply, unknown
	case json.Unmarshal(answer, &reply) != nil || reply.Seq == 0:
		return table.Reply{}, notDone
	}
	return reply, done
}

// takeOver asks for the lease of a table whose leader does not answer, and does
// not ask that leader again for a while. If it cannot have the lease it acts
// without.
func (h *Hall) takeOver(ctx context.Context, id string, deaf time.Duration) {
	t, err := h.Open(ctx, id)
	if err != nil {
		return
	}
	t.deaf.Store(int64(h.clock() + deaf))
	_ = t.act(ctx, func() { t.drives() })
}

// answer performs an action that another node carried to this one. It returns
// nothing if the other should act itself.
func (h *Hall) answer(t *Table, data []byte) []byte {
	var c carried
	if err := json.Unmarshal(data, &c); err != nil || c.Form != carryForm || c.Action == nil || !t.leads() {
		return nil
	}
	left := time.UnixMilli(c.Until).Sub(h.Now())
	if left <= 0 { // the sender has acted itself
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), min(left, carryTime))
	defer cancel()
	reply, err := t.perform(ctx, &c.From, c.Action)
	if err != nil {
		return nil
	}
	answer, err := json.Marshal(reply)
	if err != nil {
		return nil
	}
	return answer
}

// lead notes that this node leads a table: its lease is renewed, and other
// nodes carry actions here.
func (h *Hall) lead(t *Table) {
	end := func() {}
	if h.carrier != nil {
		end = h.carrier.Lead(t.id, func(data []byte) []byte { return h.answer(t, data) })
	}
	h.mu.Lock()
	before := h.leading[t.id]
	h.leases[t.id], h.leading[t.id] = t, end
	h.mu.Unlock()
	if before != nil {
		before()
	}
}

// unlead notes that this node no longer leads tables.
func (h *Hall) unlead(tables ...*Table) {
	var ends []func()
	h.mu.Lock()
	for _, t := range tables {
		if h.leases[t.id] == t {
			ends = append(ends, h.leading[t.id])
			delete(h.leases, t.id)
			delete(h.leading, t.id)
		}
	}
	h.mu.Unlock()
	for _, end := range ends {
		end()
	}
}
