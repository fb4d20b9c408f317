package client

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/clients/go/clienttest"
	"parlour/table/proof"
)

// logOf returns the events of a table as the server sends them.
func logOf(t *testing.T, server, id string) []byte {
	t.Helper()
	res, err := http.Get(server + "/api/tables/" + id + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A server that shows another position than that of its log is found out.
func TestLyingPosition(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	c := &Client{Server: s.URL}
	v := viewOf(t, c, id)
	p := newTable(Config{Client: c, Table: id, Open: cabinet.Open}, v)
	tell := func() *proof.Fault {
		t.Helper()
		said, err := json.Marshal(struct{ View *View }{v})
		if err == nil {
			err = p.receive(said, false)
		}
		if err != nil {
			t.Fatal(err)
		}
		return p.s.Fault
	}
	if err := p.receive(logOf(t, s.URL, id), true); err != nil {
		t.Fatal(err)
	}
	if f := tell(); f != nil {
		t.Fatalf("an honest view: %v", f)
	}
	v.Position = strings.Replace(v.Position, "G:", "G:6", 1)
	if f := tell(); f == nil || f.Code != proof.Illegal {
		t.Errorf("another position: %v", f)
	}
}

// What a server shows beyond its log is not shown to anybody.
func TestViewBeforeItsEvents(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	c := &Client{Server: s.URL}
	v := viewOf(t, c, id)
	p := newTable(Config{Client: c, Table: id, Open: cabinet.Open}, v)
	if err := p.receive(logOf(t, s.URL, id), true); err != nil {
		t.Fatal(err)
	}
	ahead := *v
	ahead.Seq += 4
	ahead.Position = strings.Replace(v.Position, "G:", "G:6", 1)
	said, err := json.Marshal(struct{ View *View }{&ahead})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.receive(said, false); err != nil {
		t.Fatal(err)
	}
	if shown := p.State().View; shown.Seq != v.Seq || shown.Position != v.Position {
		t.Errorf("after event %d of %d it shows %s", shown.Seq, len(p.State().Events), shown.Position)
	}
}

func viewOf(t *testing.T, c *Client, id string) *View {
	t.Helper()
	v, err := c.View(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
