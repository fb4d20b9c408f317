package hall

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"parlour/table"
)

// Clocks do not run while nobody can play, because the server is down or its store
// does not answer. A long gap between two beats, of any halls, is an outage. The
// hall that finds one writes it to the store before it beats, so a hall that sees
// the beat sees the outage too. All halls therefore agree on its beginning and end,
// and each table gets the time back once, by an event dated no earlier than the end.

const (
	outagesName = "outages" // in the vault
	mostOutages = 64
)

// outages returns the latest outages, in order.
func (h *Hall) outages() []table.Outage { return h.heart.load().outages }

// resumed returns when people could play again after the last outage, by the
// hall's own clock.
func (h *Hall) resumed() time.Duration { return h.heart.load().resumed }

// setOutages keeps the latest outages of a list.
func (h *Hall) setOutages(list []table.Outage) {
	list = append([]table.Outage(nil), list[max(0, len(list)-mostOutages):]...)
	clock := h.clock()
	h.heart.update(func(s *beatState) {
		if n, old := len(list), len(s.outages); n > 0 && (old == 0 || list[n-1].To.After(s.outages[old-1].To)) {
			s.resumed = clock
		}
		s.outages = list
	})
}

// noteOutage records that this hall has not beaten from last until now.
func (h *Hall) noteOutage(ctx context.Context, last, now time.Time) error {
	if h.shared != nil {
		return h.agreeOnOutage(ctx, now)
	}
	h.setOutages(append(h.outages(), table.Outage{From: last, To: now}))
	return nil
}

// agreeOnOutage reads the outages that all nodes know. It adds one that ends now
// if no node has beaten for too long and no node has added it yet.
func (h *Hall) agreeOnOutage(ctx context.Context, now time.Time) error {
	last, err := h.Store.LastBeat(ctx)
	if err != nil {
		return err
	}
	long := !last.IsZero() && now.Sub(last) > h.gap()
	vault, ok := h.Store.(Vault)
	if !ok { // each node keeps its own list
		if long {
			h.setOutages(append(h.outages(), table.Outage{From: last, To: now}))
		}
		return nil
	}
	for {
		list, version, err := h.readOutages(ctx, vault)
		if err != nil {
			return err
		}
		if !long || len(list) > 0 && list[len(list)-1].To.After(last) {
			h.setOutages(list)
			return nil
		}
		list = append(list, table.Outage{From: last.UTC(), To: now.UTC()})
		value, err := json.Marshal(list[max(0, len(list)-mostOutages):])
		if err != nil {
			return err
		}
		switch err := vault.Keep(ctx, outagesName, version, value); {
		case errors.Is(err, ErrConflict):
			continue
		case err != nil:
			return err
		}
		h.Log.Warn("nobody could play; clocks were paused", "from", last, "to", now)
		h.setOutages(list)
		return nil
	}
}

// readOutages reads the list that all nodes share, and its version.
func (h *Hall) readOutages(ctx context.Context, vault Vault) (list []table.Outage, version int64, err error) {
	value, version, err := vault.Kept(ctx, outagesName)
	if err != nil || version == 0 {
		return nil, version, err
	}
	if err := json.Unmarshal(value, &list); err != nil {
		h.Log.Error("the list of outages is damaged; starting a new one", "err", err)
		list = nil
	}
	return list, version, nil
}
