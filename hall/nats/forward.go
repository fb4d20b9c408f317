package nats

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"

	"parlour/hall"
)

var _ hall.Forwarder = (*Bus)(nil)

// Lead makes this node the one that handles the actions of a table.
func (b *Bus) Lead(id string, answer func([]byte) []byte) (end func()) {
	sub, err := b.nc.Subscribe(b.prefix+"lead."+token(id), func(m *nats.Msg) {
		_ = m.Respond(answer(m.Data)) // without an answer the asking node acts itself
	})
	if err != nil {
		b.note(err)
		return func() {}
	}
	return func() { _ = sub.Unsubscribe() }
}

// Forward sends an action to the node that leads the table. Without a connection
// there is no such node.
func (b *Bus) Forward(ctx context.Context, id string, action []byte) ([]byte, error) {
	if b.Healthy() != nil {
		return nil, hall.ErrNobody
	}
	m, err := b.nc.RequestWithContext(ctx, b.prefix+"lead."+token(id), action)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return nil, hall.ErrNobody
	case err != nil:
		return nil, err
	}
	return m.Data, nil
}
