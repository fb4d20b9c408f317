package client

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/clients/go/clienttest"
	"parlour/internal/forge"
	"parlour/table"
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

// tells tells a client about a table as a stream does, without events.
func tells(t *testing.T, p *Table, v *View) {
	t.Helper()
	said, err := json.Marshal(struct{ View *View }{v})
	if err == nil {
		err = p.receive(said, false)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A server that shows another position than that of its log is found out, also if the
// log goes on after it.
func TestLyingPosition(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	c := &Client{Server: s.URL}
	early := viewOf(t, c, id)
	seat(t, s.URL, id, 1, NewMemory(Address{Server: s.URL, Table: id}))
	late := viewOf(t, c, id)
	if early.Seq >= late.Seq {
		t.Fatalf("nothing happened between events %d and %d", early.Seq, late.Seq)
	}
	for _, v := range []*View{early, late} {
		p := newTable(Config{Client: c, Table: id, Open: cabinet.Open}, early)
		if err := p.receive(logOf(t, s.URL, id), true); err != nil {
			t.Fatal(err)
		}
		honest := *v
		if tells(t, p, &honest); p.s.Fault != nil {
			t.Fatalf("an honest view: %v", p.s.Fault)
		}
		lie := *v
		lie.Position = strings.Replace(v.Position, "G:", "G:6", 1)
		if tells(t, p, &lie); p.s.Fault == nil || p.s.Fault.Code != proof.Illegal || p.s.Fault.Event != v.Seq {
			t.Errorf("another position at event %d: %v", v.Seq, p.s.Fault)
		}
	}
}

// A server that ends a game because it does not like a throw whose links it has is
// found out: in its log the throw is still asked for.
func TestEndWhileAsked(t *testing.T) {
	f := forge.New("asked", "kleefeld", parlour.Setup{Players: 2})
	f.Sit(1, 1)
	f.Sit(2, 2)
	f.Play(4).ToThrow(2)
	f.Ask()
	f.Open(1)
	log, err := json.Marshal(map[string]any{"events": forge.JSON(f.Events)})
	if err != nil {
		t.Fatal(err)
	}
	honest := View{View: table.View{Table: f.ID, Seq: int64(len(f.Events)), Position: f.State.Line(), Status: table.Playing}}
	over, result := honest, honest
	over.Status, result.Result = table.Over, &table.ResultView{}
	for want, v := range map[string]*View{"": &honest, "over": &over, "result": &result} {
		p := newTable(Config{Client: &Client{}, Table: f.ID, Open: cabinet.Open}, &honest)
		if err := p.receive(log, true); err != nil {
			t.Fatal(err)
		}
		if tells(t, p, v); (p.s.Fault == nil) != (want == "") || want != "" && p.s.Fault.Code != proof.OpenAsk {
			t.Errorf("%q: %v", want, p.s.Fault)
		}
	}
}

// Nothing is shown before the server has shown it with its events, and a fault is known
// as soon as its event is: a server may leave the views out.
func TestEventsWithoutView(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	c := &Client{Server: s.URL}
	v := viewOf(t, c, id)
	log := logOf(t, s.URL, id)
	p := newTable(Config{Client: c, Table: id, Open: cabinet.Open}, v)
	if err := p.receive(log, true); err != nil || p.shown || p.s.Fault != nil {
		t.Fatalf("without a view: shown %v, %v, %v", p.shown, p.s.Fault, err)
	}
	if p.GoOn(); p.s.Accepted {
		t.Error("a fault is accepted before there is one")
	}
	if tells(t, p, v); !p.shown {
		t.Error("the view is not shown")
	}
	p = newTable(p.c, v)
	if err := p.receive(bytes.ReplaceAll(log, []byte("G:0"), []byte("G:6")), true); err != nil || p.s.Fault == nil {
		t.Errorf("a forged event: %v, %v", p.s.Fault, err)
	}
}

// A server that names an event far ahead when somebody sits down cannot act in their
// name before it.
func TestNextEventThatNeverComes(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	c := &Client{Server: s.URL}
	if err := c.Register(t.Context()); err != nil {
		t.Fatal(err)
	}
	m := NewMemory(Address{Server: s.URL, Table: id})
	v := viewOf(t, c, id)
	sit := table.Action{Kind: table.Sit, Chair: 1, Name: "Ann", Seq: v.Seq}
	v.Seq = 1e9
	if err := m.Sit(&sit, v); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Act(t.Context(), id, sit); err != nil {
		t.Fatal(err)
	}
	p, err := Follow(t.Context(), Config{Client: c, Table: id, Open: cabinet.Open, Memory: m})
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	if n := int64(len(p.State().Events)); m.Device.Since > n+1 {
		t.Errorf("after event %d the device knows what its owner does from event %d on", n, m.Device.Since)
	}
}

// What a server shows beyond its log is not shown to anybody.
func TestViewBeforeItsEvents(t *testing.T) {
	p, v := watched(t)
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

// watched returns a table whose log was read, and what the server showed of it.
func watched(t *testing.T) (*Table, *View) {
	t.Helper()
	s := clienttest.New(t)
	id, _ := s.Table(race)
	c := &Client{Server: s.URL}
	v := viewOf(t, c, id)
	p := newTable(Config{Client: c, Table: id, Open: cabinet.Open}, v)
	if err := p.receive(logOf(t, s.URL, id), true); err != nil {
		t.Fatal(err)
	}
	return p, v
}

func viewOf(t *testing.T, c *Client, id string) *View {
	t.Helper()
	v, err := c.View(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A server that calls its reader another person has the log read again, and shows
// nothing before that.
func TestViewAsAnotherPerson(t *testing.T) {
	p, v := watched(t)
	tells(t, p, v)
	lie := *v
	lie.You.Person = 7
	lie.Position = strings.Replace(v.Position, "G:", "G:6", 1)
	said, err := json.Marshal(struct{ View *View }{&lie})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.receive(said, false); err != errOther || p.s.View.Position != v.Position {
		t.Errorf("%v; it shows %s, which was not checked", err, p.s.View.Position)
	}
}
