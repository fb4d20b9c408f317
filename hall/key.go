package hall

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	. "parlour/table"
)

// A key stands for one action of one sender. Whoever sends the same again gets
// the same answer, whatever happened in between; whoever sends something else
// with a key, or somebody else's key, is told so. What was sent is kept as a
// fingerprint beside the event, which only the holder of the token can make.

// sealed is HMAC-SHA256 with the token as its key, in hex, of the first 128
// bits: enough, and short in the log.
func sealed(token string, parts ...[]byte) string {
	h := hmac.New(sha256.New, []byte(token))
	for _, p := range parts {
		h.Write(p)
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// print returns the fingerprint of an action that the holder of a token sends.
// What its sender knew of the table does not matter.
func (t *Table) print(token string, a Action) string {
	a.Key, a.Seq = "", 0
	content, err := json.Marshal(a)
	if err != nil {
		panic(err) // strings and numbers can be written
	}
	return sealed(token, []byte("parlour-action"), []byte(t.id), content)
}

// onceFor returns the single-use secret of a carry: the same for the same
// sender and key, and unknown to anybody else.
func (t *Table) onceFor(token, key string) string {
	return sealed(token, []byte("parlour-carry"), []byte(t.id), []byte(key))
}

// answered finds the answer to a key that was used before. The error is
// ErrKeyUsed if it was used for something else or by somebody else.
func (t *Table) answered(ctx context.Context, token string, a Action) (Reply, bool, error) {
	print := t.print(token, a)
	if r, ok := t.recent[a.Key]; ok {
		if subtle.ConstantTimeCompare([]byte(r.print), []byte(print)) != 1 {
			return Reply{}, true, ErrKeyUsed
		}
		return r.reply, true, nil
	}
	if !t.s.used(a.Key) {
		return Reply{}, false, nil
	}
	seq, err := t.hall.Store.Find(ctx, t.id, a.Key)
	if err != nil || seq == 0 {
		return Reply{}, false, t.hall.fault(err)
	}
	// The event before tells on which position it was made.
	events, err := t.hall.Store.Load(ctx, t.id, max(0, seq-2))
	if err != nil {
		return Reply{}, false, t.hall.fault(err)
	}
	var before, e *Event
	for i := range events {
		switch events[i].Seq {
		case seq - 1:
			before = &events[i]
		case seq:
			e = &events[i]
		}
	}
	switch {
	case e == nil:
		return Reply{}, false, ErrBusy
	case e.Secret == nil || e.Secret.Print == "":
		if !t.sameAs(e, before, t.s.whose(token), a) {
			return Reply{}, true, ErrKeyUsed
		}
		return Reply{Seq: seq}, true, nil
	case subtle.ConstantTimeCompare([]byte(e.Secret.Print), []byte(print)) != 1:
		return Reply{}, true, ErrKeyUsed
	}
	reply := Reply{Seq: seq}
	if e.Kind == Carry {
		reply.Once = t.onceFor(token, a.Key)
	}
	return reply, true, nil
}

// sameAs compares an action with an event of a release that kept no
// fingerprints, as far as the event tells.
func (t *Table) sameAs(e, before *Event, who int, a Action) bool {
	b := &e.Body
	switch {
	case who == 0 || e.By != who || e.Kind != a.Kind:
		return false
	case a.Chair != 0 && b.Chair != 0 && a.Chair != b.Chair:
		return false
	}
	switch e.Kind {
	case Move:
		if a.Move == b.Move || before == nil {
			return true
		}
		m, err := t.s.game.Parse(before.Line)
		if err != nil {
			return true // it cannot be told
		}
		mv, err := m.Parse(a.Move)
		return err == nil && m.Text(mv) == b.Move
	case Chat, Emote, Rule:
		return cleanText(a.Text) == b.Text
	case Lock, SetChat:
		return a.On == b.On
	case SetChair:
		return a.Level == b.Level
	}
	return true
}

// sealKey puts the fingerprint of an action onto the event it became.
func (t *Table) sealKey(e *Event, token string, a Action) {
	if e.Secret == nil {
		e.Secret = &Secret{}
	}
	e.Key, e.Secret.Print = a.Key, t.print(token, a)
}

// sameTerms reports whether two tables were made with the same terms.
func sameTerms(a, b *Terms) bool {
	one, err := json.Marshal(a)
	if err != nil {
		return false
	}
	other, err := json.Marshal(b)
	return err == nil && bytes.Equal(one, other)
}
