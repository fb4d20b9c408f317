package hall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"parlour/table"
)

// An action may reach any node. The node that holds the table's lease has the
// current state in memory; any other would have to read the log first, and the two
// would compete. So the action is forwarded to the node that leads the table; if
// there is none, this node begins to lead. Forwarding only saves work: if it fails,
// this node acts itself, and the store's sequence number decides. If the action was
// done but the answer got lost, its key shows it.

const (
	forwardTimeout   = time.Second     // how long a node waits for the leader before it acts itself
	retryLeaderAfter = 5 * time.Second // how long it does not forward to a leader that did not answer
)

// forwardVersion is the version of the messages between nodes. A node that does not
// know it leaves the action to the sender.
const forwardVersion = 1

// forwarded is an action on its way to another node, without the token of its
// sender.
type forwarded struct {
	Form   int           `json:"form"`
	Until  int64         `json:"until"` // when the sender stops waiting, in milliseconds
	From   table.Sender  `json:"from"`
	Action *table.Action `json:"action"`
}

// An outcome is what became of an action that was forwarded to another node.
type outcome int

const (
	notDone outcome = iota // this node has to act
	done                   // the other node did it
	unknown                // there was no answer: the other node may have done it, or may still do it
)

// Do performs an action at a table for the holder of the token, here or at the
// node that leads the table. When it returns without an error the action is
// durable.
func (h *Hall) Do(ctx context.Context, id, token string, a table.Action) (table.Reply, error) {
	from := a.From(id, token)
	reply, became := h.forward(ctx, id, &from, &a)
	if became == done {
		return reply, nil
	}
	t, err := h.Open(ctx, id)
	if err != nil {
		return table.Reply{}, err
	}
	reply, err = t.perform(ctx, &from, &a)
	if err != nil && became == unknown {
		// The leader may still do what this node refuses.
		return table.Reply{}, fmt.Errorf("%w: the node that leads the table did not answer", ErrBusy)
	}
	return reply, err
}

// forward sends an action to the node that leads the table. If no node leads it,
// this one does from now on. If the leader refuses the action, this node judges it
// again: that is rare, and so the client gets the full reason.
func (h *Hall) forward(ctx context.Context, id string, from *table.Sender, a *table.Action) (reply table.Reply, became outcome) {
	if h.forwarder == nil || a.Kind == table.Carry || a.Kind == table.Claim { // they contain secrets
		return reply, notDone
	}
	h.mu.Lock()
	t := h.tables[id]
	h.mu.Unlock()
	if t != nil && (t.leads() || h.clock() < time.Duration(t.retryLeaderAt.Load())) {
		return reply, notDone
	}
	data, err := json.Marshal(forwarded{forwardVersion, h.Now().Add(forwardTimeout).UnixMilli(), *from, a})
	if err != nil {
		return reply, notDone
	}
	limited, cancel := context.WithTimeout(ctx, forwardTimeout)
	defer cancel()
	answer, err := h.forwarder.Forward(limited, id, data)
	switch {
	case errors.Is(err, ErrNobody):
		h.takeOver(ctx, id, 0)
		return reply, notDone
	case err != nil:
		h.takeOver(ctx, id, retryLeaderAfter)
		return reply, unknown
	case json.Unmarshal(answer, &reply) != nil || reply.Seq == 0:
		return table.Reply{}, notDone
	}
	return reply, done
}

// takeOver asks for the lease of a table that has no leader or whose leader does
// not answer. Nothing is forwarded to that leader for the given time. If this node
// does not get the lease, it acts without it.
func (h *Hall) takeOver(ctx context.Context, id string, pause time.Duration) {
	t, err := h.Open(ctx, id)
	if err != nil {
		return
	}
	t.retryLeaderAt.Store(int64(h.clock() + pause))
	_ = t.act(ctx, func() { t.tryLead() })
}

// performForwarded performs an action that another node sent. It returns nil if
// that node should act itself.
func (h *Hall) performForwarded(t *Table, data []byte) []byte {
	var c forwarded
	if err := json.Unmarshal(data, &c); err != nil || c.Form != forwardVersion || c.Action == nil || !t.leads() {
		return nil
	}
	left := time.UnixMilli(c.Until).Sub(h.Now())
	if left <= 0 { // the sender no longer waits
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), min(left, forwardTimeout))
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

// lead records that this node leads a table: it renews the lease and accepts
// forwarded actions.
func (h *Hall) lead(t *Table) {
	end := func() {}
	if h.forwarder != nil {
		end = h.forwarder.Lead(t.id, func(data []byte) []byte { return h.performForwarded(t, data) })
	}
	h.mu.Lock()
	before := h.endLeading[t.id]
	h.leases[t.id], h.endLeading[t.id] = t, end
	h.mu.Unlock()
	if before != nil {
		before()
	}
}

// unlead records that this node no longer leads tables.
func (h *Hall) unlead(tables ...*Table) {
	var ends []func()
	h.mu.Lock()
	for _, t := range tables {
		if h.leases[t.id] == t {
			ends = append(ends, h.endLeading[t.id])
			delete(h.leases, t.id)
			delete(h.endLeading, t.id)
		}
	}
	h.mu.Unlock()
	for _, end := range ends {
		end()
	}
}
