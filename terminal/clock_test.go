package terminal

import (
	"context"
	"strings"
	"testing"
	"time"

	"parlour/cabinet"
	client "parlour/clients/go"
	"parlour/clients/go/clienttest"
	"parlour/internal/wait"
	"parlour/table"
)

func TestClockText(t *testing.T) {
	for left, want := range map[time.Duration]string{
		0: "0:00", 59*time.Second + 900*time.Millisecond: "0:59", 5 * time.Minute: "5:00", time.Hour + 2*time.Minute: "1:02 h", 3*24*time.Hour + 90*time.Minute: "3 d 1 h",
	} {
		if got := clockText(left); got != want {
			t.Errorf("%v is %q, want %q", left, got, want)
		}
	}
}

// The clock of the chair in turn runs on between two views, whatever the time is at
// the server; the others stand still.
func TestRemains(t *testing.T) {
	came, server := time.Unix(1000, 0), time.Unix(500_000, 0)
	g := &guest{came: came}
	v := &client.View{View: table.View{
		Status: table.Playing, Turn: "B", Now: server, Deadline: server.Add(90 * time.Second),
		Chairs: []table.ChairView{{Seats: []string{"B"}, Left: 90}, {Seats: []string{"W"}, Left: 120.5}},
	}}
	for _, c := range []struct{ after, black time.Duration }{{0, 90 * time.Second}, {40 * time.Second, 50 * time.Second}, {2 * time.Minute, 0}} {
		if got := g.remains(v, 0, came.Add(c.after)); got != c.black {
			t.Errorf("after %v Black has %v, want %v", c.after, got, c.black)
		}
		if got := g.remains(v, 1, came.Add(c.after)); got != 120500*time.Millisecond {
			t.Errorf("after %v White has %v", c.after, got)
		}
	}
	v.Paused = true
	if got := g.remains(v, 0, came.Add(time.Minute)); got != 90*time.Second {
		t.Errorf("in a pause Black has %v", got)
	}
}

// A clock that runs is shown again and again, although nothing happens at the table.
func TestClockTicks(t *testing.T) {
	s := clienttest.New(t)
	id, _ := s.Table(table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.MoveClock, Seconds: 300}})
	ctx := t.Context()
	for chair, name := range []string{"Ann", "Bob"} {
		c := &client.Client{Server: s.URL}
		if err := c.Register(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Act(ctx, id, table.Action{Kind: table.Sit, Chair: chair + 1, Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	g := &guest{c: &client.Client{Server: s.URL}, at: client.Address{Server: s.URL, Table: id}, e: cabinet.ByID("checkers"), news: make(chan struct{}, 1)}
	var err error
	if g.t, err = client.Follow(ctx, client.Config{Client: g.c, Table: id, Open: cabinet.Open}); err != nil {
		t.Fatal(err)
	}
	defer g.t.Close()
	here, cancel := context.WithCancel(ctx)
	defer cancel()
	go g.listen(here)
	clock := func() string {
		wait.Receive(t, "news", g.News())
		_, left, _ := strings.Cut(g.Scene().Players[0].About, " · ")
		return left
	}
	first, events := clock(), len(g.t.State().Events)
	wait.For(t, "the clock to tick", func() bool { return clock() != first })
	if n := len(g.t.State().Events); n != events {
		t.Errorf("%d events came meanwhile", n-events)
	}
}

// After a game players can ask for another one, and everybody can go where it is.
func TestActionsAfterwards(t *testing.T) {
	for _, c := range []struct {
		chairs []int
		next   string
		want   string
	}{{[]int{1}, "", "Play again"}, {[]int{1}, "abc", "Go to the new table"}, {nil, "abc", "Go to the new table"}, {nil, "", ""}} {
		v := &client.View{View: table.View{Result: &table.ResultView{}, Next: c.next, You: table.You{Chairs: c.chairs}}}
		label := ""
		for _, a := range (&guest{}).actions(&client.State{View: v}) {
			label += a.Label
		}
		if label != c.want {
			t.Errorf("chairs %v, next table %q: %q, want %q", c.chairs, c.next, label, c.want)
		}
	}
}
