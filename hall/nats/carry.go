package nats

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"

	"parlour/hall"
)

var _ hall.Carrier = (*Bus)(nil)

// Lead makes this node the one to which the actions of a table are carried.
func (b *Bus) Lead(id string, answer func([]byte) []byte) (end func()) {
	sub, err := b.nc.Subscribe(b.prefix+"lead."+token(id), func(m *nats.Msg) {
		_ = m.Respond(answer(m.Data)) // a node that gets no answer acts itself
	})
	if err != nil {
		b.note(err)
		return func() {}
	}
	return func() { _ = sub.Unsubscribe() }
}

// Carry carries an action to the node that leads the table. While there is no
// connection nobody does.
func (b *Bus) Carry(ctx context.Context, id string, action []byte) ([]byte, error) {
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
