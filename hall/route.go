package hall

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"parlour/table"
)

// An action may reach any node. The one that holds a table's lease has its
// state in memory, up to date; any other would have to read on first, and would
// get in its way. So an action is carried to the node that leads the table, or
// this one begins to lead. This only saves work: where it fails, the node acts
// itself, and the store's sequence number decides as always. An action that was
// done although its answer got lost is found by its key.

// carryTime is how long a node waits for the one that leads before it acts
// itself.
const carryTime = 2 * time.Second

// carryForm is the version of what nodes send each other. A node that does not
// know it leaves the action to the sender.
const carryForm = 1

// A carried action has its sender without the token.
type carried struct {
	Form   int           `json:"form"`
	From   table.Sender  `json:"from"`
	Action *table.Action `json:"action"`
}

// Do performs an action at a table for the holder of the token, here or at the
// node that leads the table. When it returns without an error the action is
// durable.
func (h *Hall) Do(ctx context.Context, id, token string, a table.Action) (table.Reply, error) {
	from := a.From(id, token)
	if reply, ok := h.carry(ctx, id, &from, &a); ok {
		return reply, nil
	}
	t, err := h.Open(ctx, id)
	if err != nil {
		return table.Reply{}, err
	}
	return t.perform(ctx, &from, &a)
}

// carry brings an action to the node that leads the table, and reports whether
// it was done there. If no node leads it, this one does from now on. What is
// refused there is judged here again: it is rare, and the reason is told whole.
func (h *Hall) carry(ctx context.Context, id string, from *table.Sender, a *table.Action) (reply table.Reply, ok bool) {
	if h.carrier == nil || a.Kind == table.Carry || a.Kind == table.Claim { // which have secrets in them
		return reply, false
	}
	h.mu.Lock()
	t := h.tables[id]
	h.mu.Unlock()
	if t != nil && t.leads() {
		return reply, false
	}
	data, err := json.Marshal(carried{carryForm, *from, a})
	if err != nil {
		return reply, false
	}
	limited, cancel := context.WithTimeout(ctx, carryTime)
	defer cancel()
	answer, err := h.carrier.Carry(limited, id, data)
	if errors.Is(err, ErrNobody) {
		if t, err := h.Open(ctx, id); err == nil {
			_ = t.ask(ctx, func() { t.drives() }) // if it cannot, it acts without the lease
		}
		return reply, false
	}
	if err != nil || len(answer) == 0 || json.Unmarshal(answer, &reply) != nil || reply.Seq == 0 {
		return table.Reply{}, false
	}
	return reply, true
}

// answer performs an action that another node carried to this one. It returns
// nothing if the other should act itself.
func (h *Hall) answer(t *Table, data []byte) []byte {
	var c carried
	if err := json.Unmarshal(data, &c); err != nil || c.Form != carryForm || c.Action == nil || !t.leads() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), carryTime)
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

// unlead notes that this node leads tables no more.
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
