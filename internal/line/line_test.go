package line

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func address(t testing.TB, text string) string {
	t.Helper()
	return Address(netip.MustParseAddr(text))
}

// TestAddress checks which addresses share limits.
func TestAddress(t *testing.T) {
	blocks := func(text string) (list []string) {
		for block, share := range Blocks(address(t, text)) {
			list = append(list, fmt.Sprint(share, " ", block))
		}
		return list
	}
	for _, c := range []struct{ ip, want string }{
		{"192.0.2.1", "1 192.0.2.1"},
		{"::ffff:192.0.2.1", "1 192.0.2.1"},
		{"2001:db8:1:2ab::9", "1 2001:db8:1::/48,02,ab|2 2001:db8:1::/48,02|4 2001:db8:1::/48"},
		{"fe80::1%eth0", "1 fe80::/48,00,00|2 fe80::/48,00|4 fe80::/48"},
	} {
		if got := strings.Join(blocks(c.ip), "|"); got != c.want {
			t.Errorf("%s is in the blocks %s, want %s", c.ip, got, c.want)
		}
	}
	if got := Block(address(t, "2001:db8:1:2ab::9")); got != "2001:db8:1::/48" {
		t.Errorf("the largest block is %s", got)
	}
	if a, b := address(t, "2001:db8::1"), address(t, "2001:db8::ffff"); a != b {
		t.Errorf("one home has two addresses: %s, %s", a, b)
	}
	if got := Address(netip.Addr{}); got != "invalid IP" {
		t.Errorf("no address is called %s", got)
	}
}

// order serves everybody who joined, one at a time, and returns who came when.
func order(l *Line, waiting map[string]*Ticket) (names []string) {
	for len(waiting) > 0 {
		for name, t := range waiting {
			if t.served {
				names = append(names, name)
				delete(waiting, name)
				t.Leave()
				break
			}
		}
	}
	return names
}

// TestOrder checks that blocks take turns, then what is inside them, and that those
// who are last come last.
func TestOrder(t *testing.T) {
	v6 := func(net, token string) Guest { return Guest{Address: address(t, "2001:db8:"+net+"::1"), Token: token} }
	for _, c := range []struct {
		name   string
		guests []Guest
		want   string // indices of guests
	}{
		{"one address", []Guest{{Address: "a"}, {Address: "a"}, {Address: "a"}}, "0 1 2"},
		{"no address", []Guest{{}, {}, {Address: "a"}, {}}, "0 2 1 3"},
		{"two addresses", []Guest{{Address: "a"}, {Address: "a"}, {Address: "a"}, {Address: "b"}, {Address: "b"}}, "0 3 1 4 2"},
		{"tokens of an address", []Guest{{"a", "x", false}, {"a", "x", false}, {"a", "y", false}, {"b", "x", false}}, "0 3 2 1"},
		{"those who are last", []Guest{{"a", "", true}, {"a", "", true}, {"b", "", true}, {"a", "", false}, {"c", "", false}}, "3 4 0 2 1"},
		{"a block of IPv6", []Guest{v6("1:100", ""), v6("1:101", ""), v6("1:200", ""), v6("1:201", ""), v6("2:0", ""), v6("2:0", ""), {Address: "a"}, {Address: "a"}}, "0 4 6 2 5 7 1 3"},
	} {
		l := &Line{Places: 1}
		busy, err := l.Join(Guest{Address: "busy"})
		if err != nil {
			t.Fatal(err)
		}
		waiting := map[string]*Ticket{}
		for i, g := range c.guests {
			if waiting[fmt.Sprint(i)], err = l.Join(g); err != nil {
				t.Fatal(err)
			}
		}
		for name, tk := range waiting {
			if at := slices.Index(strings.Fields(c.want), name); !c.guests[0].Last && tk.Ahead() != at+1 {
				t.Errorf("%s: %d are ahead of guest %s, want %d", c.name, tk.Ahead(), name, at+1)
			}
		}
		busy.Leave()
		if got := strings.Join(order(l, waiting), " "); got != c.want {
			t.Errorf("%s: served in the order %s, want %s", c.name, got, c.want)
		}
		if l.Len() != 0 || l.Free() != 1 || len(l.guests.of) != 0 || l.guests.blocks.Len() != 0 {
			t.Errorf("%s: something is left: %d guests, %d nodes", c.name, l.Len(), len(l.guests.of))
		}
	}
}

// TestFlood lets an address, and then a whole /48, flood a line. Another address
// waits for one of their jobs for each of its own, or for none if they cannot hold
// all places.
func TestFlood(t *testing.T) {
	for hold, most := range map[int]time.Duration{0: time.Second, 1: 0} {
		for _, flood := range []func(i int) string{
			func(int) string { return "a" },
			func(i int) string { return address(t, fmt.Sprintf("2001:db8:7:%x::1", i)) },
		} {
			synctest.Test(t, func(t *testing.T) {
				l := &Line{Places: 2, Hold: hold}
				var all sync.WaitGroup
				job := func() error { time.Sleep(time.Second); return nil }
				for i := range 1000 {
					all.Go(func() { _ = l.Do(t.Context(), Guest{Address: flood(i)}, job) })
				}
				synctest.Wait()
				for range 10 {
					begun := time.Now()
					if err := l.Do(t.Context(), Guest{Address: "b"}, func() error { return nil }); err != nil {
						t.Error(err)
					}
					if waited := time.Since(begun); waited > most {
						t.Errorf("with %d places for a block, another waited %v", hold, waited)
					}
				}
				all.Wait()
			})
		}
	}
}

// A newcomer is served right after the guest who is served now.
func TestNewcomer(t *testing.T) {
	l := &Line{Places: 1}
	first, err := l.Join(Guest{Address: "a"})
	if err != nil {
		t.Fatal(err)
	}
	waiting := map[string]*Ticket{}
	for _, name := range []string{"a1", "a2", "b1"} {
		if waiting[name], err = l.Join(Guest{Address: name[:1]}); err != nil {
			t.Fatal(err)
		}
	}
	first.Leave()
	if got := strings.Join(order(l, waiting), " "); got != "b1 a1 a2" {
		t.Errorf("served in the order %s", got)
	}
}

// TestHold checks that a block of addresses has only so many places at a time.
func TestHold(t *testing.T) {
	l := &Line{Places: 3, Hold: 2}
	var list []*Ticket
	for i := range 4 {
		tk, err := l.Join(Guest{Address: address(t, fmt.Sprintf("2001:db8:7:%x::1", i<<8))})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, tk)
	}
	served := func() (n int) {
		for _, tk := range list {
			if tk.served {
				n++
			}
		}
		return n
	}
	if served() != 2 || l.Free() != 1 {
		t.Fatalf("a /48 has %d of 3 places, and %d are free", served(), l.Free())
	}
	list[0].Leave()
	if list[0].Leave(); served() != 2 { // leaving twice changes nothing
		t.Errorf("%d are served", served())
	}
	for _, tk := range list {
		tk.Leave()
	}
	if l.Free() != 3 || l.Len() != 0 {
		t.Errorf("%d places are free, %d guests are left", l.Free(), l.Len())
	}
}

// TestLimits checks who is turned away, and that the address with most guests makes room.
func TestLimits(t *testing.T) {
	l := &Line{Places: 1, Limits: Limits{All: 6, Each: 4, Own: 2}}
	join := func(g Guest, want error) *Ticket {
		t.Helper()
		tk, err := l.Join(g)
		if !errors.Is(err, want) {
			t.Errorf("%+v: %v, want %v", g, err, want)
		}
		return tk
	}
	first := join(Guest{Address: "a", Token: "x"}, nil)
	join(Guest{Address: "a", Token: "x"}, nil)
	join(Guest{Address: "a", Token: "x"}, ErrOwn)
	join(Guest{Address: "b", Token: "x"}, nil) // a token of another address
	join(Guest{Address: "a"}, nil)
	last := join(Guest{Address: "a"}, nil)
	join(Guest{Address: "a"}, ErrEach)
	join(Guest{Address: "b"}, nil)
	join(Guest{Address: "b"}, nil) // a has 4 of 6, b only 2
	if err := last.Wait(t.Context()); !errors.Is(err, ErrFull) {
		t.Errorf("the guest who made room: %v", err)
	}
	join(Guest{Address: "b"}, ErrFull) // both have 3
	join(Guest{Address: "c"}, nil)
	join(Guest{Address: "d"}, nil)
	if l.Len() != 6 {
		t.Errorf("%d guests", l.Len())
	}
	if err := first.Wait(t.Context()); err != nil {
		t.Errorf("a guest who is served is not turned away: %v", err)
	}

	l = &Line{Places: 1, Limits: Limits{Each: 1}}
	for i, want := range []error{nil, ErrEach, nil, ErrEach, nil, nil, ErrEach} { // a /56 has two shares, a /48 four
		ip := []string{"1:100::1", "1:100::2", "1:101::1", "1:102::1", "1:200::1", "1:201::1", "1:300::1"}[i]
		join(Guest{Address: address(t, "2001:db8:"+ip)}, want)
	}
}

// TestYield checks that guests take turns while they are served.
func TestYield(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &Line{Places: 1, Slice: time.Second}
		var mu sync.Mutex
		var order []string
		var all sync.WaitGroup
		work := func(name string) {
			all.Go(func() {
				tk, err := l.Join(Guest{Address: name[:1]})
				if err != nil {
					t.Error(err)
					return
				}
				defer tk.Leave()
				for range 3 {
					if err := tk.Wait(t.Context()); err != nil {
						t.Error(err)
					}
					mu.Lock()
					order = append(order, name)
					mu.Unlock()
					time.Sleep(600 * time.Millisecond)
					tk.Yield() // too early
					time.Sleep(600 * time.Millisecond)
					tk.Yield()
				}
			})
			synctest.Wait()
		}
		work("a1")
		work("a2")
		work("b")
		all.Wait()
		if got := strings.Join(order, " "); got != "a1 b a1 b a1 b a2 a2 a2" {
			t.Errorf("served: %s", got)
		}
	})
}

// TestCancel lets guests go away at the moment of their turn. No place is lost.
func TestCancel(t *testing.T) {
	l := &Line{Places: 2, Hold: 1, Limits: Limits{All: 20}}
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(i), 1))
			for range 300 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rng.IntN(200))*time.Microsecond)
				err := l.Do(ctx, Guest{Address: fmt.Sprint(i % 4)}, func() error {
					if l.Free() < 0 {
						t.Error("more guests are served than there are places")
					}
					return nil
				})
				if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, ErrFull) {
					t.Error(err)
				}
				cancel()
			}
		})
	}
	all.Wait()
	if l.Free() != 2 || l.Len() != 0 || len(l.guests.of) != 0 {
		t.Errorf("%d places are free, %d guests and %d nodes are left", l.Free(), l.Len(), len(l.guests.of))
	}
}

// A model is a line in few words: lists of lists, searched from the front.
type model struct {
	name    string
	list    []*model
	tickets []*Ticket
}

func (m *model) add(names []string, tk *Ticket, first bool) {
	if len(names) == 0 {
		if m.tickets = append(m.tickets, tk); first {
			m.tickets = slices.Insert(m.tickets[:len(m.tickets)-1], 0, tk)
		}
		return
	}
	i := slices.IndexFunc(m.list, func(c *model) bool { return c.name == names[0] })
	if i < 0 {
		i = len(m.list)
		m.list = append(m.list, &model{name: names[0]})
	}
	c := m.list[i]
	if first {
		m.list = append(slices.Delete(m.list, i, i+1), c)
	}
	c.add(names[1:], tk, first)
}

// last puts the blocks of a guest who is done at the end of their lines.
func (m *model) last(names []string) {
	for i, c := range m.list {
		if len(names) > 0 && c.name == names[0] {
			m.list = append(slices.Delete(m.list, i, i+1), c)
			c.last(names[1:])
			return
		}
	}
}

func (m *model) remove(tk *Ticket) bool {
	if i := slices.Index(m.tickets, tk); i >= 0 {
		m.tickets = slices.Delete(m.tickets, i, i+1)
		return true
	}
	for i, c := range m.list {
		if c.remove(tk) {
			if len(c.list)+len(c.tickets) == 0 {
				m.list = slices.Delete(m.list, i, i+1)
			}
			return true
		}
	}
	return false
}

func (m *model) next(held map[string]int, hold int) *Ticket {
	for i, c := range m.list {
		if hold > 0 && held[c.name] >= hold {
			continue
		}
		m.list = append(slices.Delete(m.list, i, i+1), c)
		if len(c.tickets) > 0 {
			return c.tickets[0]
		}
		return c.next(nil, 0)
	}
	return nil
}

// FuzzLine lets guests come, go and yield at random, and compares who is served with
// the model.
func FuzzLine(f *testing.F) {
	for seed := range byte(8) {
		rng := rand.NewChaCha8([32]byte{seed})
		ops := make([]byte, 2000)
		rng.Read(ops)
		f.Add(uint8(seed), ops)
	}
	addresses := []string{"a", "b", address(f, "2001:db8:1:100::1"), address(f, "2001:db8:1:101::1"), address(f, "2001:db8:1:200::1"), address(f, "2001:db8:2::1")}
	f.Fuzz(func(t *testing.T, kind uint8, ops []byte) {
		l := &Line{Places: 1 + int(kind%3), Hold: int(kind / 3 % 2)}
		var m model
		guests, held := map[*Ticket]Guest{}, map[string]int{}
		served := map[*Ticket]bool{}
		var list []*Ticket
		for step, op := range ops {
			switch tk := func() *Ticket { return list[int(op/4)%len(list)] }; {
			case len(list) == 0 || op%4 < 2:
				g := Guest{Address: addresses[int(op/4)%len(addresses)], Token: "t" + fmt.Sprint(op/32%2)}
				n, err := l.Join(g)
				if err != nil {
					t.Fatal(err)
				}
				guests[n], list = g, append(list, n)
				m.add(g.names(), n, false)
			case op%4 == 2:
				tk := tk()
				if tk.Leave(); served[tk] {
					held[Block(guests[tk].Address)]--
					m.last(guests[tk].names())
				} else if !m.remove(tk) {
					t.Fatal("the model has lost a ticket")
				}
				delete(served, tk)
				list = slices.DeleteFunc(list, func(o *Ticket) bool { return o == tk })
			default:
				tk := tk()
				if !served[tk] || len(m.list) == 0 {
					if tk.Yield() {
						t.Fatalf("step %d: yields for nobody", step)
					}
					continue
				}
				tk.Yield()
				held[Block(guests[tk].Address)]--
				delete(served, tk)
				m.add(guests[tk].names(), tk, true)
			}
			for len(served) < l.Places {
				n := m.next(held, l.Hold)
				if n == nil {
					break
				}
				m.remove(n)
				served[n] = true
				held[Block(guests[n].Address)]++
			}
			for _, tk := range list {
				if tk.served != served[tk] {
					t.Fatalf("step %d: %+v is served: %v, in the model %v", step, guests[tk], tk.served, served[tk])
				}
			}
			if l.Len() != len(list) || l.Free() != l.Places-len(served) {
				t.Fatalf("step %d: %d guests and %d free places, want %d and %d", step, l.Len(), l.Free(), len(list), l.Places-len(served))
			}
		}
	})
}

// TestRoom checks the limits of a room, and that the one with most makes room.
func TestRoom(t *testing.T) {
	r := &Room{Limits: Limits{All: 4, Each: 3}}
	var cut []string
	enter := func(name string, want error) (leave func()) {
		t.Helper()
		leave, err := r.Enter(Guest{Address: name[:1]}, func() { cut = append(cut, name) })
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
		return leave
	}
	first := enter("a1", nil)
	second := enter("a2", nil)
	enter("a3", nil)
	enter("a4", ErrEach)
	enter("b1", nil)
	enter("b2", nil) // a has three
	if !slices.Equal(cut, []string{"a1"}) {
		t.Errorf("to make room, %v left", cut)
	}
	enter("b3", ErrFull) // both have two
	first()              // a1 counts no more
	enter("b3", ErrFull)
	enter("c1", nil)
	enter("d1", nil)
	if len(cut) != 3 || r.Len() != 4 {
		t.Errorf("%v left, %d are there", cut, r.Len())
	}
	enter("e1", ErrFull) // everybody has one
	second()
	second()
	if r.Len() > 4 || r.Len() < 3 {
		t.Errorf("%d are there", r.Len())
	}
}

// TestRoomRace lets guests come and go while the room is full. None is cut after it
// has left, and none is counted in the end.
func TestRoomRace(t *testing.T) {
	r := &Room{Limits: Limits{All: 8}}
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for range 500 {
				gone := false // the race detector tells if it is used after leave
				leave, err := r.Enter(Guest{Address: fmt.Sprint(i % 3)}, func() { gone = true })
				if err != nil {
					continue
				}
				leave()
				_ = gone
				gone = false
			}
		})
	}
	all.Wait()
	if r.Len() != 0 || len(r.guests.of) != 0 {
		t.Errorf("%d guests are left", r.Len())
	}
}
