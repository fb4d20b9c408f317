package hall_test

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour"
	"parlour/hall"
	"parlour/hall/bustest"
	"parlour/table"
)

// A post forwards actions between the halls of one process.
type post struct {
	hall.Local
	mu      sync.Mutex
	leaders map[string]*func([]byte) []byte
	sent    [][]byte
	lose    bool // answers get lost
	silent  bool // nobody answers
}

func (p *post) Lead(id string, answer func([]byte) []byte) (end func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.leaders == nil {
		p.leaders = map[string]*func([]byte) []byte{}
	}
	p.leaders[id] = &answer
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.leaders[id] == &answer {
			delete(p.leaders, id)
		}
	}
}

func (p *post) Forward(ctx context.Context, id string, action []byte) ([]byte, error) {
	p.mu.Lock()
	p.sent = append(p.sent, action)
	answer, lose, silent := p.leaders[id], p.lose, p.silent
	p.mu.Unlock()
	if silent {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if answer == nil {
		return nil, hall.ErrNobody
	}
	done := make(chan []byte, 1)
	go func() { done <- (*answer)(action) }()
	select {
	case data := <-done:
		if lose {
			return nil, errors.New("the answer got lost")
		}
		return data, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func TestPost(t *testing.T) {
	bustest.RunForwarder(t, func(*testing.T) (first, second hall.Forwarder) {
		p := &post{}
		return p, p
	})
}

// postedCluster returns two nodes with a table of checkers that the first one
// leads. A leader that does not answer within a second counts as gone, so the tests
// run in virtual time.
func postedCluster(t *testing.T) (p *post, one, two *room, a, b *person) {
	t.Helper()
	p = &post{}
	c := newCluster(t)
	c.tune = func(f *hall.Config) { f.Bus = p }
	one, _ = c.node()
	two, _ = c.node()
	a = one.create(table.Terms{Game: "checkers"}, 1)
	b = &person{two, hall.NewToken(), a.id}
	if _, err := a.forwarded(table.Action{Kind: table.Emote, Text: "hello"}); err != nil {
		t.Fatal(err)
	}
	return p, one, two, a, b
}

// forwarded acts through the hall of the person's node.
func (p *person) forwarded(a table.Action) (table.Reply, error) {
	if a.Key == "" {
		a.Key = key()
	}
	return p.r.hall.Do(context.Background(), p.id, p.token, a)
}

// TestForwarded acts at a node that does not lead the table. That node writes
// and reads nothing, and the bus never sees a token.
func TestForwarded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, one, two, a, b := postedCluster(t)
		seated, err := b.forwarded(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
		if err != nil {
			t.Fatal(err)
		}
		moves := []string{"11-15", "22-18", "15-22", "25-18"}
		for i, move := range moves {
			who := []*person{a, b}[i%2]
			reply, err := who.forwarded(table.Action{Kind: table.Move, Move: move, Seq: seated.Seq + int64(i)})
			if err != nil || reply.Seq != seated.Seq+int64(i)+1 {
				t.Fatalf("%s: %+v, %v", move, reply, err)
			}
		}
		if f := two.hall.Figures(); f.Appends != 0 || f.Leases != 0 || two.hall.Len() != 0 {
			t.Errorf("the second node appended %d times, has %d leases and %d tables", f.Appends, f.Leases, two.hall.Len())
		}
		if f := one.hall.Figures(); f.Conflicts != 0 || f.Leases != 1 {
			t.Errorf("the first node had %d conflicts and has %d leases", f.Conflicts, f.Leases)
		}
		for _, data := range p.sent {
			if bytes.Contains(data, []byte(a.token)) || bytes.Contains(data, []byte(b.token)) {
				t.Errorf("a token went over the bus: %s", data)
			}
		}
		// Refusals arrive in full, and keys work across nodes.
		var refusal *parlour.Refusal
		if _, err := b.forwarded(table.Action{Kind: table.Move, Move: "32-1", Seq: seated.Seq + 4}); !errors.As(err, &refusal) || refusal.Code != "refused.not-your-turn" {
			t.Errorf("out of turn: %v", err)
		}
		k := key()
		first, err := a.forwarded(table.Action{Kind: table.Move, Move: "12-16", Seq: seated.Seq + 4, Key: k})
		if err != nil {
			t.Fatal(err)
		}
		if again, err := a.at(two).forwarded(table.Action{Kind: table.Move, Move: "12-16", Seq: seated.Seq + 4, Key: k}); err != nil || again != first {
			t.Errorf("the same again at another node: %+v, %v; it was %+v", again, err, first)
		}
		if _, err := b.forwarded(table.Action{Kind: table.Move, Move: "12-16", Seq: seated.Seq + 4, Key: k}); !errors.Is(err, table.ErrKeyUsed) {
			t.Errorf("somebody else's key: %v", err)
		}
	})
}

// TestForwardedAnswerLost drops answers. The node that sent the action finds by
// its key that it was done.
func TestForwardedAnswerLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _, two, _, b := postedCluster(t)
		p.mu.Lock()
		p.lose = true
		p.mu.Unlock()
		reply, err := b.forwarded(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
		if err != nil {
			t.Fatal(err)
		}
		events, err := b.at(two).table().Since(context.Background(), 0)
		if err != nil {
			t.Fatal(err)
		}
		sits := 0
		for _, e := range events {
			if e.Kind == table.Sit && e.Body.Chair == 2 {
				sits++
				if e.Seq != reply.Seq {
					t.Errorf("answered %d, done as %d", reply.Seq, e.Seq)
				}
			}
		}
		if sits != 1 {
			t.Errorf("Bob sat down %d times", sits)
		}
	})
}

// TestSilentLeader puts the leading node to sleep, so that it does not answer.
// The other node acts itself, waits only once, and never reports an action as
// refused that the sleeping node may still do.
func TestSilentLeader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _, _, a, b := postedCluster(t)
		p.mu.Lock()
		p.silent = true
		p.mu.Unlock()
		if _, err := b.forwarded(table.Action{Kind: table.Move, Move: "11-15"}); !errors.Is(err, hall.ErrBusy) {
			t.Errorf("refused while the outcome is unknown: %v", err)
		}
		sent := len(p.sent)
		if _, err := b.forwarded(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"}); err != nil {
			t.Fatal(err)
		}
		if _, err := b.forwarded(table.Action{Kind: table.Move, Move: "11-15"}); err == nil || errors.Is(err, hall.ErrBusy) {
			t.Errorf("its own refusal: %v", err)
		}
		if n := len(p.sent) - sent; n != 0 {
			t.Errorf("a node that does not answer was asked %d more times", n)
		}
		if v := a.view(); v.Chairs[1].Name != "Bob" {
			t.Errorf("%+v", v.Chairs)
		}
	})
}

// TestLeaderLeaves closes the leading node: another takes the lead.
func TestLeaderLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, one, two, _, b := postedCluster(t)
		one.hall.Close()
		if _, err := b.forwarded(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"}); err != nil {
			t.Fatal(err)
		}
		if f := two.hall.Figures(); f.Appends != 1 || f.Leases != 1 {
			t.Errorf("the second node appended %d times and has %d leases", f.Appends, f.Leases)
		}
	})
}

// TestStrangeForwarded sends messages that no node of this release sends.
func TestStrangeForwarded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _, _, a, _ := postedCluster(t)
		before := a.view().Seq
		for _, data := range []string{"", "x", "null", "{}", `{"form":1}`, `{"form":1,"action":null}`, `{"form":2,"action":{"kind":"lock","key":"12345678"}}`, `{"form":1,"action":{"kind":"lock","on":true,"key":"12345678"}}`, `{"form":1,"until":9e12,"action":{"kind":"lock","on":true,"key":"12345678"}}`} {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			answer, err := p.Forward(ctx, a.id, []byte(data))
			cancel()
			if err != nil || len(answer) != 0 {
				t.Errorf("%s: %s, %v", data, answer, err)
			}
		}
		if seq := a.view().Seq; seq != before {
			t.Errorf("the log has grown from %d to %d", before, seq)
		}
	})
}
