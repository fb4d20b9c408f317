package show

import (
	"errors"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/table"
)

// StepList is the answer of GET /api/tables/{table}/steps.
type StepList struct {
	Seq  int64            `json:"seq,omitempty"` // of the table, if there is one
	Next []table.StepNode `json:"next"`          // what may follow
	End  string           `json:"end,omitempty"` // the move, if the turn may end here
}

// StepsAfter returns what may follow the steps taken in a position.
func StepsAfter(m parlour.Match, taken []string) (out StepList, err error) {
	next, end, err := parlour.NextSteps(m, taken)
	if err != nil {
		return out, err
	}
	out.Next = []table.StepNode{}
	if end != parlour.NoMove {
		out.End = m.Text(end)
	}
	for _, n := range next {
		below, end, err := parlour.NextSteps(m, append(taken[:len(taken):len(taken)], n.Text))
		if err != nil {
			return out, err
		}
		one := table.StepNode{Step: n, More: len(below) > 0}
		if end != parlour.NoMove {
			one.End = m.Text(end)
		}
		out.Next = append(out.Next, one)
	}
	return out, nil
}

// MoveList is the answer of GET /api/tables/{table}/moves.
type MoveList struct {
	Seq   int64      `json:"seq"`
	Moves []ToldMove `json:"moves"`
}

// SetupAnswer is the answer of POST /api/games/{game}/setup.
type SetupAnswer struct {
	Chairs [][]string `json:"chairs"` // letters of the seats of each chair
	Faults []string   `json:"faults"` // what is wrong with the settings, in words
}

// SetupOf tells which chairs a table with these settings would have, or what is
// wrong with them.
func SetupOf(lang *phrase.Catalogue, e *cabinet.Entry, setup parlour.Setup) (SetupAnswer, error) {
	out := SetupAnswer{Chairs: [][]string{}, Faults: []string{}}
	m, err := e.Game.New(setup)
	if wrong := (*parlour.SetupError)(nil); errors.As(err, &wrong) {
		for _, f := range wrong.Faults {
			out.Faults = append(out.Faults, lang.Say(f.Code, f.Args))
		}
		return out, nil
	}
	if err == nil {
		out.Chairs = ChairsOf(m)
	}
	return out, err
}

// ChairsOf returns the letters of the seats that each chair decides for.
func ChairsOf(m parlour.Match) (chairs [][]string) {
	info := m.Info()
	for _, c := range table.Chairs(m) {
		var letters []string
		for _, seat := range c.Seats {
			letters = append(letters, info.Letter(seat))
		}
		chairs = append(chairs, letters)
	}
	return chairs
}
