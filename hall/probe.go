package hall

import (
	"context"
	"errors"
	"fmt"
)

// Probe checks that the store takes a write and gives it back: the hall beats,
// and reads the beat. It is a beat like any other, so it does no harm however
// often it comes.
func (h *Hall) Probe(ctx context.Context) error {
	began := h.now()
	if err := h.beat(ctx); err != nil {
		return fmt.Errorf("the store does not take writes: %w", err)
	}
	last, err := h.Store.LastBeat(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("the store cannot be read: %w", err)
	case last.Before(began):
		return errors.New("the store does not give back what it took")
	}
	return nil
}
