package client

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/cabinet"
	"parlour/client/clienttest"
	"parlour/table"
	"parlour/table/device"
	"parlour/table/fair"
	"parlour/table/proof"
)

// A server that lies in a view about who has pledged, or about how many links are
// open, gets no secret early: the device goes by the log.
func TestLyingView(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(race)
	ctx := t.Context()
	var clients []*Client
	for chair := range 2 {
		c := &Client{Server: s.URL}
		if err := c.Register(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Act(ctx, id, table.Action{Kind: table.Sit, Chair: chair + 1, Name: "Player", Part: true}); err != nil {
			t.Fatal(err)
		}
		clients = append(clients, c)
	}
	ann, bob := clients[0], clients[1]
	p := newTable(Config{Client: ann, Table: id, Open: cabinet.Open}, viewOf(t, ann, id))
	p.s.Up = true
	show := func(lie func(*View)) table.Action {
		t.Helper()
		if err := p.receive(logOf(t, s.URL, id)); err != nil {
			t.Fatal(err)
		}
		v := viewOf(t, ann, id)
		lie(v)
		said, err := json.Marshal(struct{ View *View }{v})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.receive(said); err != nil || p.s.Fault != nil {
			t.Fatal(err, p.s.Fault)
		}
		a, _, err := p.duty(time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	honest := func(*View) {}
	do := func(c *Client, a table.Action) {
		t.Helper()
		if _, err := c.Act(ctx, id, a); err != nil {
			t.Fatal(err)
		}
	}
	pledge := show(honest)
	do(ann, pledge)
	if a := show(func(v *View) { v.Dice.Pending.People, v.Dice.Pending.Phase = []int{v.You.Person}, "reveal" }); a.Kind != "" {
		t.Errorf("somebody has not pledged, but the device sends %s %s", a.Kind, a.Link)
	}
	other := device.New()
	answer := func() {
		t.Helper()
		if a, ok := other.Next(&viewOf(t, bob, id).View); ok {
			do(bob, a)
		}
	}
	answer()
	reveal := show(honest)
	do(ann, reveal)
	answer()
	me := ""
	show(func(v *View) {
		me = strconv.Itoa(v.You.Person)
		v.Dice.Opened[me], v.Throws = 500, 77
	})
	a, err := p.throwAction()
	if err != nil {
		t.Fatal(err)
	}
	own, _ := fair.ParseLink(a.Own)
	if nonce, _ := fair.ParseLink(reveal.Link); !fair.Follows(own, nonce) {
		t.Errorf("the device opens another link than the next: its round is %+v", p.memory.Rounds[pledge.Round])
	}
	if r := p.memory.Rounds[pledge.Round]; r.Opened != 2 || len(r.Asked) != 1 || r.Asked[0] != 1 {
		t.Errorf("it remembers %+v", r)
	}
}

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
			err = p.receive(said)
		}
		if err != nil {
			t.Fatal(err)
		}
		return p.s.Fault
	}
	if err := p.receive(logOf(t, s.URL, id)); err != nil {
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

func viewOf(t *testing.T, c *Client, id string) *View {
	t.Helper()
	v, err := c.View(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
