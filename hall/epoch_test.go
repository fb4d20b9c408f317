package hall_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"parlour"
	"parlour/table"
)

// opened returns every link of the server and of devices in a log.
func opened(events []table.Event) map[string]int64 {
	links := map[string]int64{}
	for _, e := range events {
		if e.Body.Link != "" {
			links[e.Body.Link] = e.Seq
		}
		for _, p := range e.Body.Parts {
			links[p.Link] = e.Seq
		}
	}
	return links
}

// epochs returns the epochs of the server's chains.
func epochs(events []table.Event) (list []int64) {
	for _, e := range events {
		if e.Kind == table.Server {
			list = append(list, e.Body.Epoch)
		}
	}
	return list
}

// TestRestore goes back to a copy of the database in the middle of a game. A
// player who remembers the later throws must not be able to get or avoid them:
// every throw is made again, with secrets that nobody has seen.
func TestRestore(t *testing.T) {
	r := newRoom(t)
	pa, pb := duo(r, table.Terms{})
	a, b := takePart(pa), takePart(pb)
	for a.view().Throws < 10 {
		throw(a, b)
	}
	toThrow(a, b)
	at := a.view().Seq
	r.close()
	kept := filepath.Join(t.TempDir(), "copy.db")
	copyFile(t, r.path, kept)
	r.open()
	from := a.view().Throws
	for a.view().Throws < from+12 {
		throw(a, b)
	}
	r.clock.add(time.Minute)
	first := a.events()
	r.close()
	for _, tail := range []string{"-wal", "-shm"} {
		os.Remove(r.path + tail)
	}
	copyFile(t, kept, r.path)
	r.open()

	a.device.Again()
	b.device.Again()
	if v := a.view(); v.Seq < at || v.Throws != from {
		t.Fatalf("after the restore: event %d, throw %d", v.Seq, v.Throws)
	}
	wished := map[int]string{}
	for _, e := range first {
		if e.Kind == table.Throw && e.Seq > at {
			wished[e.Body.Number] = e.Body.Throw
		}
	}
	for a.view().Throws < from+12 {
		throw(a, b)
	}
	second := a.events()
	seen, again, got := opened(first[at:]), opened(second[at:]), 0
	for l, seq := range again {
		if seen[l] != 0 {
			t.Errorf("event %d opens a link that event %d had opened before the restore", seq, seen[l])
		}
	}
	for _, e := range second {
		if e.Kind == table.Throw && e.Seq > at && e.Body.Throw == wished[e.Body.Number] {
			got++
		}
	}
	if got > 9 {
		t.Errorf("%d of 12 throws were repeated", got)
	}
	t.Logf("%d of 12 throws were repeated; 2 are expected by chance", got)
	if got := epochs(second); len(got) != 2 || got[1] <= got[0] {
		t.Errorf("the epochs of the dice are %v", got)
	}
	checkDice(t, second)
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
}

// TestStaleStandby lets a standby take over that lacks the last events while
// the nodes keep running: they have more in memory than the store has.
func TestStaleStandby(t *testing.T) {
	for _, name := range []string{"nothing noticed", "an error noticed", "another node opens the table"} {
		t.Run(name, func(t *testing.T) {
			c := newCluster(t)
			other, _ := c.node()
			room, d := c.node()
			a := room.create(table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}}, 1)
			a.do(table.Action{Kind: table.Sit, Chair: 2})
			for c.count(a.id, table.Throw) < 22 {
				play(a)
			}
			first := c.gapless(a.id)
			ctx := context.Background()
			// The standby has the log up to throw 10.
			at := slices.IndexFunc(first, func(e table.Event) bool { return e.Body.Number == 10 }) + 1
			c.store.Forget(a.id, int64(at))
			switch name {
			case "an error noticed":
				d.shut.Store(true)
				if _, err := a.table().Do(ctx, a.token, table.Action{Kind: table.Emote, Text: "hello", Key: key()}); err == nil {
					t.Error("no error was returned")
				}
				d.shut.Store(false)
			case "nothing noticed": // until a write does not fit the log
				if _, err := a.try(table.Action{Kind: table.Emote, Text: "hello"}); !errors.Is(err, table.ErrLate) { // its sender knows events that are lost
					t.Error(err)
				}
			case "another node opens the table":
				a = a.at(other)
			}
			for c.count(a.id, table.Throw) < 22 {
				play(a)
			}
			second := c.gapless(a.id)
			seen := opened(first[at:])
			for l, seq := range opened(second[at:]) {
				if seen[l] != 0 {
					t.Errorf("event %d opens a link that event %d had opened before", seq, seen[l])
				}
			}
			if got := epochs(second); len(got) != 2 || got[1] <= got[0] {
				t.Errorf("the epochs of the dice are %v", got)
			}
			checkDice(t, second)
		})
	}
}

// TestOtherStory has another node replace the lost events with different ones
// while a node still has the old ones in memory. It must not continue from
// those.
func TestOtherStory(t *testing.T) {
	for name, notice := range map[string]func(one *room, d *door, aside *person){
		"a table was opened": func(one *room, _ *door, aside *person) {
			aside.at(one).view()
		},
		"a table met an error": func(one *room, d *door, aside *person) {
			aside = aside.at(one)
			aside.view()
			d.shut.Store(true)
			if _, err := aside.table().Do(context.Background(), aside.token, table.Action{Kind: table.Emote, Text: "hello", Key: key()}); err == nil {
				t.Error("no error was returned")
			}
			d.shut.Store(false)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCluster(t)
			c.bus = nil
			two, _ := c.node()
			aside := two.create(table.Terms{Game: "checkers"}, 1)
			one, d := c.node()
			if name == "a table met an error" {
				aside.at(one).view()
			}
			a := one.create(table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}}, 1)
			a.do(table.Action{Kind: table.Sit, Chair: 2})
			for c.count(a.id, table.Throw) < 12 {
				play(a)
			}
			before := c.gapless(a.id)
			c.store.Forget(a.id, 12)
			b := a.at(two)
			for len(c.gapless(a.id)) < len(before) {
				play(b)
			}
			notice(one, d, aside)
			a.do(table.Action{Kind: table.Emote, Text: "hello"})
			after := c.gapless(a.id)
			checkDice(t, after)
			if mine, theirs := a.view(), b.view(); mine.Position != theirs.Position || mine.Seq != theirs.Seq || mine.Drift != 0 {
				t.Errorf("one node is at event %d, %s; the other at event %d, %s", mine.Seq, mine.Position, theirs.Seq, theirs.Position)
			}
		})
	}
}
