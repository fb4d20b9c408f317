package web

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/hall/storetest"
	"parlour/internal/wait"
	"parlour/table"
)

// at is the same person at another node.
func (p *person) at(s *site) *person { return &person{s, p.token} }

// TestResumeElsewhere ends a stream and resumes it at another node that has not
// opened the table: every event comes once and in order.
func TestResumeElsewhere(t *testing.T) {
	store := &storetest.Memory{}
	one, two := openOn(t, store, nil), openOn(t, store, nil)
	id, ann, bob := one.duel()
	first, _ := inTurn(id, ann, bob)
	watcher := one.person()
	l := watcher.listen("/api/stream?t="+id, nil)
	var seen []int64
	read := func() string {
		t.Helper()
		h, n := l.table()
		for _, e := range n.Events {
			seen = append(seen, e.Seq)
		}
		return h.id
	}
	last := read()
	one.s.Close() // as when it is told to stop
	first.at(two).must(id, table.Action{Kind: table.Emote, Text: "hello"})
	first.at(two).must(id, table.Action{Kind: table.Emote, Text: "wow"})
	l = watcher.at(two).listen("/api/stream?t="+id, map[string]string{"Last-Event-ID": last})
	read()
	first.at(one).must(id, table.Action{Kind: table.Emote, Text: "oops"}) // a request under way
	// Without a bus it takes until the nodes compare their logs.
	want := ann.at(two).view(id).Seq
	for seen[len(seen)-1] < want {
		read()
	}
	for i, seq := range seen {
		if seq != int64(i)+1 {
			t.Fatalf("seen: %v", seen)
		}
	}
}

// TestPushFromAnyNode subscribes at one node and plays at others: one notice
// comes for each turn.
func TestPushFromAnyNode(t *testing.T) {
	store := &storetest.Memory{}
	p := newPostman(t)
	soon := func(c *Config) { c.test.noticeDelay = 10 * time.Millisecond; p.sends()(c) }
	one, two := openOn(t, store, soon), openOn(t, store, soon)
	id, ann, bob := one.duel()
	first, second := inTurn(id, ann, bob)
	if code := second.do("POST", "/api/tables/"+id+"/push", p.subscription(), nil); code != 204 {
		t.Fatalf("subscribing: %d", code)
	}
	first.at(two).playOn(id, 1)
	if n := wait.Receive(t, "a notice of a turn that begins at another node", p.got); n.Tag != id {
		t.Errorf("notice %+v", n)
	}
	for _, s := range []*site{one, two} {
		wait.For(t, "the notices", func() bool { return s.s.reach.notices.Len() == 0 })
	}
	if len(p.got) > 0 {
		t.Error("two nodes told of one turn")
	}
	// A feed is the same everywhere, too.
	var answer feedAnswer
	if code := second.do("POST", "/api/tables/"+id+"/feed", nil, &answer); code != 200 {
		t.Fatalf("feed: %d", code)
	}
	_, raw, _ := (&person{site: two}).raw("GET", strings.TrimPrefix(answer.URL, one.url), nil, nil)
	if !strings.Contains(string(raw), "Your turn: ") {
		t.Errorf("the feed at the other node:\n%s", raw)
	}
	// Unsubscribing at one node counts at all nodes.
	if code := second.at(two).do("DELETE", "/api/tables/"+id+"/push", pushLeaving{p.subscription().Endpoint}, nil); code != 204 {
		t.Errorf("leaving: %d", code)
	}
	if kept := one.notices(id); len(kept.Subs) != 0 {
		t.Errorf("kept: %+v", kept)
	}
}

// TestHealth tells load balancers who is ready.
func TestHealth(t *testing.T) {
	var down atomic.Value // the operation that fails, "all" for all
	down.Store("")
	var beats atomic.Int64
	store := &storetest.Memory{Before: func(op string) error {
		if op == "Beat" {
			beats.Add(1)
		}
		if d := down.Load(); d == "all" || d == op {
			return errors.New("no room on the disk")
		}
		return nil
	}}
	s := openOn(t, store, nil)
	check := func(want int, status, reach, events, reason string) {
		t.Helper()
		s.s.checks.Delete("store")
		s.s.checks.Delete("events")
		var h healthAnswer
		code := s.person().do("GET", "/healthz", nil, &h)
		if code != want || h.Status != status || h.Store != reach || h.Events != events || h.Bus != "ok" || h.Node != s.hall.Node || h.Node == "" || !strings.Contains(h.Reason, reason) || h.Reason == "" != (reason == "") {
			t.Errorf("%d %+v, want %d, %s, a store that is %s, events that are %s: %q", code, h, want, status, reach, events, reason)
		}
	}
	check(200, "ok", "ok", "ok", "")
	id, _, _ := openOn(t, store, nil).duel()
	s.person().events(id)
	check(200, "ok", "ok", "ok", "")
	for _, op := range []string{"Beat", "LastBeat"} { // a full disk can be read, but not written
		down.Store(op)
		check(503, "unready", "unreachable", "ok", "The store does not take writes")
		down.Store("")
		check(200, "ok", "ok", "ok", "")
	}

	down.Store("all")
	check(503, "unready", "unreachable", "stuck", "The store does not take writes")
	// The log of a table that another node wrote cannot be read.
	down.Store("Load")
	check(503, "unready", "ok", "stuck", "The events of a table cannot be read")
	down.Store("")
	check(200, "ok", "ok", "ok", "")

	// Many requests at the same moment share one check.
	s.s.checks.Fresh = time.Hour
	before, begun := beats.Load(), time.Now()
	for range 100 {
		s.person().raw("GET", "/healthz", nil, nil)
	}
	n := beats.Load() - before
	if own := 2 * (1 + int64(time.Since(begun)/s.hall.Beat)); n > 1+own { // both halls beat by themselves
		t.Errorf("100 checks of health wrote %d times, the halls at most %d times", n, own)
	}
	s.s.Drain(0)
	check(503, "unready", "ok", "ok", "about to stop")
}
