package encode

import (
	"fmt"
	"slices"

	"parlour"
)

// A Turn is a position with the actions made since. An action is a tap: on the
// place of a piece, on the place where it goes if it can go to several, or on a
// word. As soon as the taps leave one step, that step is made, and as soon as the
// steps leave one move, the move.
type Turn struct {
	Match parlour.Match // the position

	// Move is the text of the move, once the turn is complete. Match is then the
	// position after it.
	Move string

	code   *Code
	taken  []string       // texts of the steps
	steps  []parlour.Step // the same steps
	picked string         // place of the piece that was picked, "" for none
	next   []parlour.Step // what may follow
	end    parlour.Move   // the move, if the turn may end here
}

// Begin returns the turn at a position, without an action. If no move is due,
// no action is legal. The error is parlour.ErrNotOffered if the game does not
// compose turns.
func (c *Code) Begin(m parlour.Match) (*Turn, error) {
	t := &Turn{Match: m, code: c}
	if m.Turn().Needs() != parlour.NeedMove {
		return t, nil
	}
	return t, t.goOn()
}

// goOn finds what may follow.
func (t *Turn) goOn() (err error) {
	t.next, t.end, err = parlour.NextSteps(t.Match, t.taken)
	return err
}

// action returns the action that leads to a step from here, -1 for none.
func (t *Turn) action(s *parlour.Step) int {
	name := s.From
	switch {
	case t.picked != "" && s.From != t.picked:
		return -1
	case t.picked != "" && s.To != "":
		name = s.To
	case name == "":
		name = s.Text
	}
	if n, ok := t.code.number[name]; ok {
		return n
	}
	return -1
}

// Legal returns the legal actions, in ascending order.
func (t *Turn) Legal() []int { return t.AppendLegal(nil) }

// AppendLegal appends the legal actions in ascending order.
func (t *Turn) AppendLegal(dst []int) []int {
	start := len(dst)
	for i := range t.next {
		if n := t.action(&t.next[i]); n >= 0 && !slices.Contains(dst[start:], n) {
			dst = append(dst, n)
		}
	}
	if t.mayEnd() {
		dst = append(dst, t.code.number[Done])
	}
	slices.Sort(dst[start:])
	return dst
}

// mayEnd reports whether Done is legal. It is not if a word means the same.
func (t *Turn) mayEnd() bool {
	if t.end == parlour.NoMove || t.picked != "" {
		return false
	}
	text := t.Match.Text(t.end)
	return !slices.ContainsFunc(t.next, func(s parlour.Step) bool { return s.Text == text })
}

// Act makes an action. It reports whether the turn is complete: then Match is the
// position after it. An illegal action changes nothing.
func (t *Turn) Act(action int) (done bool, err error) {
	if action == t.code.number[Done] && t.mayEnd() {
		t.complete()
		return true, nil
	}
	var found []*parlour.Step
	for i := range t.next {
		if t.action(&t.next[i]) == action {
			found = append(found, &t.next[i])
		}
	}
	switch {
	case len(found) == 0 && (action < 0 || action >= len(t.code.Actions)):
		return false, fmt.Errorf("there is no action %d; the last one is %d", action, len(t.code.Actions)-1)
	case len(found) == 0:
		return false, fmt.Errorf("the action %d (%s) is not legal here", action, t.code.Actions[action])
	case len(found) > 1 && t.picked != "":
		return false, fmt.Errorf("the action %d (%s) means several steps", action, t.code.Actions[action])
	case len(found) > 1:
		t.picked = found[0].From
		return false, nil
	}
	t.taken, t.steps = append(t.taken, found[0].Text), append(t.steps, *found[0])
	t.picked = ""
	if err := t.goOn(); err != nil {
		return false, err
	}
	if len(t.next) == 0 && t.end != parlour.NoMove {
		t.complete()
		return true, nil
	}
	return false, nil
}

// complete makes the move.
func (t *Turn) complete() {
	t.Move = t.Match.Text(t.end)
	t.Match = t.Match.Next(t.end)
	t.taken, t.steps, t.next, t.picked, t.end = nil, nil, nil, "", parlour.NoMove
}
