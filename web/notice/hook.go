package notice

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"parlour/hall"
	"parlour/web/notice/push"
)

// A Hook is an address that is called whenever a turn begins and when the game
// ends. It is only a signal: if several turns begin before the address answers, it
// is told of the last one. The events of the table say what happened.
type Hook struct {
	ID     string    `json:"id"`
	URL    string    `json:"url"` // often a secret in itself
	Style  string    `json:"style"`
	Secret string    `json:"secret"` // signs the calls
	Base   string    `json:"base"`   // where people reach the server
	Made   time.Time `json:"made"`
}

// Styles are the forms in which hooks are told. The first is for programs, the
// others for chats.
var Styles = []string{"json", "discord", "slack"}

// Check reports what is wrong with a hook.
func (h *Hook) Check() error {
	if !slices.Contains(Styles, h.Style) {
		return errors.New("the style of a hook is one of " + strings.Join(Styles, ", "))
	}
	return push.Hook{URL: h.URL}.Check()
}

// AddHook gives a table a hook and returns it with its id and its secret.
func (n *Notices) AddHook(ctx context.Context, t *hall.Table, h Hook) (Hook, error) {
	if n.c.Push == nil {
		return h, ErrOff
	}
	a, err := t.Awaited(ctx)
	switch {
	case err != nil:
		return h, err
	case a.Over:
		return h, ErrOver
	}
	h.ID, h.Secret, h.Made = strings.ToLower(rand.Text()[:8]), rand.Text(), time.Now().UTC().Truncate(time.Second)
	id := t.ID()
	defer n.remember(id, false)
	return h, change(ctx, n, keptOf(id), func(k *kept) error {
		if len(k.Hooks) >= mostHooks {
			return ErrHookFull
		}
		k.Hooks, k.Changed = append(k.Hooks, h), h.Made
		return nil
	})
}

// Hooks returns the hooks of a table.
func (n *Notices) Hooks(ctx context.Context, id string) ([]Hook, error) {
	raw, _, err := n.c.Vault.Kept(ctx, keptOf(id))
	var k kept
	if err == nil && len(raw) > 0 {
		err = json.Unmarshal(raw, &k)
	}
	return k.Hooks, err
}

// RemoveHook removes a hook from a table.
func (n *Notices) RemoveHook(ctx context.Context, id, hook string) error {
	return change(ctx, n, keptOf(id), func(k *kept) error {
		before := len(k.Hooks)
		k.Hooks = slices.DeleteFunc(k.Hooks, func(h Hook) bool { return h.ID == hook })
		if len(k.Hooks) == before {
			return ErrNoHook
		}
		return nil
	})
}

// A ringing is what a hook of a program is told.
type ringing struct {
	Table string `json:"table"`
	Kind  string `json:"kind"` // "turn" or "over"
	Turn  int64  `json:"turn"` // the event that began it
	Title string `json:"title"`
	Words string `json:"words"`
	URL   string `json:"url"`
}

// ring calls the hooks of a table.
func (n *Notices) ring(ctx context.Context, t turn, hooks []Hook) {
	tb, err := n.c.Hall.Open(ctx, t.table)
	var said Said
	if err == nil {
		said, err = n.c.Words(ctx, "", tb)
	}
	if err != nil {
		n.c.Log.Warn("call a hook", "table", t.table, "err", err)
		return
	}
	for _, h := range hooks {
		r := ringing{t.table, "turn", t.turn, said.Title, said.Words, h.Base + "/t/" + t.table}
		if t.over {
			r.Kind = "over"
		}
		body, err := json.Marshal(r.styled(h.Style))
		if err != nil {
			n.c.Log.Error("write to a hook", "table", t.table, "err", err)
			continue
		}
		gone := func() {
			n.shrink(t.table, func(k *kept) { k.Hooks = slices.DeleteFunc(k.Hooks, func(o Hook) bool { return o.URL == h.URL }) })
		}
		if !n.c.Push.Offer(push.Hook{URL: h.URL, Secret: h.Secret}, push.Message{Body: body, Topic: t.table}, gone) {
			n.c.Log.Warn("too many notices wait; one is lost", "table", t.table)
		}
	}
}

// styled returns what a hook is sent. People choose their names, so names cannot
// call anybody in a chat.
func (r ringing) styled(style string) any {
	line := r.Title + ": " + r.Words
	switch style {
	case "discord":
		return map[string]any{"content": line + "\n" + r.URL, "allowed_mentions": map[string]any{"parse": []string{}}}
	case "slack":
		return map[string]any{"text": strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(line) + "\n" + r.URL}
	}
	return r
}
