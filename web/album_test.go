package web

import (
	"bufio"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/table"
)

// longTable makes a table with that many chat messages, and returns a server that
// has not read it yet.
func longTable(t *testing.T, chats int) (s *site, id string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "parlour.db")
	store, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	h, err := hall.New(t.Context(), hall.Config{Store: store, Bus: &hall.Local{}, Shelf: shelf.Cabinet{}})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := h.Create(t.Context(), hall.NewToken(), table.Terms{Game: "checkers", Chat: true}, table.Action{Key: key(), Chair: 1, Name: "Ann"})
	if err != nil {
		t.Fatal(err)
	}
	h.Close()
	log, err := store.Load(t.Context(), tab.ID(), 0)
	if err != nil {
		t.Fatal(err)
	}
	last := log[len(log)-1]
	var more []table.Event
	for i := range chats {
		more = append(more, table.Event{
			Table: last.Table, Seq: last.Seq + int64(i) + 1, Schema: last.Schema, At: last.At, Kind: table.Chat, By: 1, Key: fmt.Sprintf("chat-%08d", i),
			Line: last.Line, Body: table.Body{Text: strings.Repeat("word ", 50)},
		})
	}
	end := more[len(more)-1]
	if err := store.Append(t.Context(), hall.Batch{
		Table: last.Table, After: last.Seq, Events: more,
		Summary: hall.Summary{Table: last.Table, Game: "checkers", Status: table.Waiting, Changed: end.At, Seq: end.Seq},
	}); err != nil {
		t.Fatal(err)
	}
	return openOn(t, store, nil), last.Table
}

// TestReadersShareTheLog opens many streams and lists of a long log and reads a
// little of each. All of them together hold the log once.
func TestReadersShareTheLog(t *testing.T) {
	s, id := longTable(t, 20_000)
	p := &person{site: s}
	size := int64(0)
	for _, e := range p.events(id) {
		size += int64(len(e.Body.Text))
	}
	begun := func(path string) {
		conn := s.dialSlow()
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path)
		for lines := bufio.NewReaderSize(conn, 512); ; {
			text, err := lines.ReadSlice('{') // the events have begun
			if err == nil {
				return
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				t.Fatalf("%s: %q %v", path, text, err)
			}
		}
	}
	before := heap()
	const readers = 100
	for range readers {
		begun("/api/stream?t=" + id + ":0")
		begun("/api/tables/" + id + "/events")
	}
	held := heap() - before
	t.Logf("%d streams and as many lists hold %d bytes", readers, held)
	if held > readers*100<<10 {
		t.Errorf("%d streams and lists of a log with %d bytes of text hold %d bytes", readers, size, held)
	}
}

// heap returns the bytes of live objects.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestPages reads a whole long log: page by page, and by a stream message by
// message.
func TestPages(t *testing.T) {
	const chats = 4000
	s, id := longTable(t, chats)
	p := &person{site: s}
	_, raw, _ := p.raw("GET", "/api/tables/"+id+"/events", nil, nil)
	if len(raw) > listBytes+16<<10 {
		t.Errorf("one answer has %d bytes", len(raw))
	}
	if all := p.events(id); len(all) != chats+2 || all[chats+1].Seq != chats+2 {
		t.Errorf("%d events were read", len(all))
	}
	l := p.listen("/api/stream?t="+id+":0", nil)
	at := int64(0)
	for messages := 1; ; messages++ {
		h, n := l.table()
		if len(h.data) > 256<<10+64<<10 {
			t.Fatalf("message %d has %d bytes", messages, len(h.data))
		}
		for _, e := range n.Events {
			if at++; e.Seq != at {
				t.Fatalf("message %d: event %d came for %d", messages, e.Seq, at)
			}
		}
		if want := fmt.Sprintf("%s:%d", id, at); h.id != want {
			t.Fatalf("message %d ends at event %d and is named %q", messages, at, h.id)
		}
		if whole := n.View.Seq != 0; whole != (at == chats+2) {
			t.Fatalf("message %d, up to event %d: a view %v", messages, at, whole)
		} else if whole {
			return
		}
	}
}
