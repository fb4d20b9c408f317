package line

import (
	"container/list"
	"errors"
	"slices"
	"sync"

	"parlour/internal/largest"
)

// Limits say how many guests there may be. Zero or less is no limit.
type Limits struct {
	All  int // in all
	Each int // of one address; a block of addresses has its shares of it (see Blocks)
	Own  int // with one token at one address
}

// Why a guest is not let in.
var (
	ErrOwn  = errors.New("too many with this token")
	ErrEach = errors.New("too many from this address")
	ErrFull = errors.New("too many from all addresses")
)

// A node counts the guests of a block of addresses, of an address, or of a token.
// In a Line it is where they wait, too.
type node struct {
	name   string
	parent *node // the block around it
	n      int   // guests

	rank *largest.Counter[*node] // of a largest block: its number of guests, nil of others
	open list.List               // of a largest block in a Room: *spot, the oldest first
	held int                     // of a largest block in a Line: places

	waiting list.List     // in a Line: *Ticket, and *node below in which somebody waits; the first is next
	turn    *list.Element // in waiting of parent, nil if nobody waits here
}

// guests counts guests by blocks, addresses and tokens.
type guests struct {
	n      int
	of     map[string]*node
	blocks largest.Of[*node]
}

// names returns the names of a guest's nodes, the largest block first.
func (g Guest) names() (names []string) {
	for block := range Blocks(g.Address) {
		names = append(names, block)
	}
	slices.Reverse(names)
	if g.Token != "" {
		names = append(names, g.Address+" "+g.Token)
	}
	if g.Last {
		for i := range names {
			names[i] = "last " + names[i]
		}
	}
	return names
}

// admits says whether one more guest is within the limits of their address and
// token.
func (all *guests) admits(g Guest, l Limits) error {
	if n := all.of[g.Address+" "+g.Token]; l.Own > 0 && g.Token != "" && n != nil && n.n >= l.Own {
		return ErrOwn
	}
	for block, share := range Blocks(g.Address) {
		if n := all.of[block]; l.Each > 0 && n != nil && n.n >= share*l.Each {
			return ErrEach
		}
	}
	return nil
}

// largest returns the block that has most guests, if it has so many more than the
// block of a guest that it has to make room.
func (all *guests) largest(g Guest) *node {
	mine := 0
	if n := all.of[Block(g.Address)]; n != nil {
		mine = n.n
	}
	if top := all.blocks.Top(); top != nil && top.N > mine+1 {
		return top.Value
	}
	return nil
}

// enter counts a guest.
func (all *guests) enter(g Guest, root *node) (leaf *node) {
	if all.of == nil {
		all.of = map[string]*node{}
	}
	all.n++
	for i, name := range g.names() {
		n := all.of[name]
		if n == nil {
			n = &node{name: name, parent: root}
			if all.of[name] = n; i == 0 {
				n.rank = all.blocks.Add(n, 0)
			}
		}
		if n.n++; n.rank != nil {
			all.blocks.Change(n.rank, 1)
		}
		root = n
	}
	return root
}

// leave undoes enter.
func (all *guests) leave(leaf *node) {
	all.n--
	for n := leaf; n.parent != nil; n = n.parent {
		if n.n--; n.rank != nil {
			all.blocks.Change(n.rank, -1)
		}
		if n.n == 0 {
			if delete(all.of, n.name); n.rank != nil {
				all.blocks.Remove(n.rank)
			}
		}
	}
}

// block returns the largest block around a node.
func (n *node) block() *node {
	for n.rank == nil {
		n = n.parent
	}
	return n
}

// A Room is where guests stay for a while, such as those who read a long answer. If
// it is full, the block of addresses that has most guests makes room for one that
// has fewer: its oldest guest has to go. So nobody keeps others out.
type Room struct {
	Limits Limits

	mu     sync.Mutex
	guests guests
	root   node
}

// A spot is a guest in a Room.
type spot struct {
	leaf *node
	in   *list.Element // in open of the block, nil if the guest does not count any more

	mu  sync.Mutex // taken while no other lock is held
	cut func()     // nil after the guest has left
}

// Enter lets a guest in, who has to leave. Cut tells the guest to leave earlier. It
// is called at most once, from any goroutine, and never after leave has returned. It
// must not call leave.
func (r *Room) Enter(g Guest, cut func()) (leave func(), err error) {
	var first *spot
	r.mu.Lock()
	err = r.guests.admits(g, r.Limits)
	if err == nil && r.Limits.All > 0 && r.guests.n >= r.Limits.All {
		if block := r.guests.largest(g); block != nil {
			first = block.open.Front().Value.(*spot)
			r.leave(first)
		} else {
			err = ErrFull
		}
	}
	var s *spot
	if err == nil {
		s = &spot{leaf: r.guests.enter(g, &r.root), cut: cut}
		s.in = s.leaf.block().open.PushBack(s)
	}
	r.mu.Unlock()
	if first != nil {
		first.end(true)
	}
	if err != nil {
		return nil, err
	}
	return func() {
		r.mu.Lock()
		r.leave(s)
		r.mu.Unlock()
		s.end(false)
	}, nil
}

// end forgets how to tell a guest to leave, after telling it if cut is set.
func (s *spot) end(cut bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cut && s.cut != nil {
		s.cut()
	}
	s.cut = nil
}

// leave removes a guest, unless that was done before.
func (r *Room) leave(s *spot) {
	if s.in == nil {
		return
	}
	s.leaf.block().open.Remove(s.in)
	s.in = nil
	r.guests.leave(s.leaf)
}

// Len returns how many guests there are.
func (r *Room) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.guests.n
}
