package compose

import (
	"slices"
	"strings"

	"parlour"
)

// A Node is a step of a turn with what may follow it.
type Node struct {
	parlour.Step
	End  string // the move, if the turn may end here
	Next []*Node

	more bool // what follows has not been worked out yet
	ends []string
}

const (
	longest   = 8    // steps in a row by one piece
	mostNodes = 3000 // of a turn that is worked out at once; a larger one is worked out step by step
)

// graph returns the root of the steps of a match.
func graph(m parlour.Match) *Node {
	left := mostNodes
	root := &Node{}
	if !grow(m, root, nil, &left) {
		root = &Node{}
		expand(m, root, nil)
	}
	return root
}

// grow works out everything that follows a node. It reports false if there is
// too much of it.
func grow(m parlour.Match, n *Node, taken []string, left *int) bool {
	expand(m, n, taken)
	for _, next := range n.Next {
		if *left--; *left < 0 {
			return false
		}
		if !grow(m, next, append(taken[:len(taken):len(taken)], next.Text), left) {
			return false
		}
	}
	return true
}

// expand works out the steps that follow a node.
func expand(m parlour.Match, n *Node, taken []string) {
	n.more = false
	next, end, err := parlour.NextSteps(m, taken)
	if err != nil {
		if len(taken) == 0 { // a game without steps: whole moves are chosen
			for _, mv := range m.Moves() {
				text := m.Text(mv)
				n.Next = append(n.Next, &Node{Step: parlour.Step{Text: text}, End: text})
			}
		}
		return
	}
	if end != parlour.NoMove {
		n.End = m.Text(end)
	}
	for _, s := range next {
		n.Next = append(n.Next, &Node{Step: s, more: true})
	}
}

// Ends returns every move that a node can come to, in order.
func (n *Node) Ends() []string {
	if n.ends == nil || n.open() {
		all := map[string]bool{}
		var walk func(*Node)
		walk = func(n *Node) {
			if n.End != "" {
				all[n.End] = true
			}
			for _, next := range n.Next {
				walk(next)
			}
		}
		walk(n)
		n.ends = make([]string, 0, len(all))
		for end := range all {
			n.ends = append(n.ends, end)
		}
		slices.Sort(n.ends)
	}
	return n.ends
}

// open reports whether something that can follow is not worked out.
func (n *Node) open() bool { return n.more || slices.ContainsFunc(n.Next, (*Node).open) }

// settled reports whether all that can follow comes to the same move.
func (n *Node) settled() bool { return !n.open() && len(n.Ends()) <= 1 }

// diceOf returns the dice that steps use up, as digits.
func diceOf(chain []*Node) string {
	var b strings.Builder
	for _, n := range chain {
		b.WriteString(n.Dice)
	}
	return b.String()
}

// A Target is a place that a piece can be taken to, by one step or by several in
// a row.
type Target struct {
	Place   string
	Chain   []*Node
	Through bool // the piece cannot stay here but must go on
}

// targets returns where the piece on a place may be taken after a node.
func targets(n *Node, from string) []Target {
	type way struct {
		chain   []*Node
		key     string
		through bool
	}
	found := map[string][]way{}
	var order []string
	var walk func(n *Node, at string, chain []*Node)
	walk = func(n *Node, at string, chain []*Node) {
		for _, next := range n.Next {
			if next.From != at || next.To == "" || len(chain) >= longest {
				continue
			}
			longer := append(chain[:len(chain):len(chain)], next)
			through := next.End == "" && len(next.Next) > 0 && !slices.ContainsFunc(next.Next, func(m *Node) bool { return m.From != next.To || m.To == "" })
			if found[next.To] == nil {
				order = append(order, next.To)
			}
			found[next.To] = append(found[next.To], way{longer, strings.Join(next.Ends(), "\n"), through})
			walk(next, next.To, longer)
		}
	}
	walk(n, from, nil)
	var list []Target
	for _, place := range order {
		ways := found[place]
		choice := slices.DeleteFunc(slices.Clone(ways), func(w way) bool { return w.through })
		if len(choice) == 0 {
			choice = ways
		}
		best := slices.MinFunc(choice, func(a, b way) int { return len(a.chain) - len(b.chain) })
		// Several ways that come to different turns: the piece is led step by step.
		same := !slices.ContainsFunc(choice, func(w way) bool { return w.key != best.key && len(w.chain) <= len(best.chain) })
		direct := slices.IndexFunc(ways, func(w way) bool { return len(w.chain) == 1 })
		switch {
		case same:
			list = append(list, Target{place, best.chain, best.through})
		case direct >= 0:
			list = append(list, Target{place, ways[direct].chain, ways[direct].through})
		}
	}
	return list
}
