package proof

import (
	"fmt"
	"io"

	"parlour"
	"parlour/record"
	"parlour/table"
)

// Continue reads the record of a game that is not over. A table goes on with it at
// the position that it returns, and tells what was played before.
func Continue(r io.Reader, game parlour.Game) (position string, before *table.Before, err error) {
	var rec *record.Record
	for one, err := range record.Read(r) {
		if err != nil {
			return "", nil, wrong(err)
		}
		if rec != nil {
			return "", nil, &parlour.Refusal{Code: "refused.record-games"}
		}
		rec = one
	}
	id := game.Info().ID
	switch {
	case rec == nil:
		return "", nil, &parlour.Refusal{Code: "refused.record-empty"}
	case rec.Tag("Game") != "" && rec.Tag("Game") != id:
		return "", nil, &parlour.Refusal{Code: "refused.record-other", Args: parlour.Args{"game": rec.Tag("Game"), "other": id}}
	case rec.End != "":
		return "", nil, &parlour.Refusal{Code: "refused.before-over"}
	}
	before = &table.Before{Line: rec.Start()}
	m, err := record.Follow(game.Parse, rec, func(_ *record.Entry, m parlour.Match, mv parlour.Move) error {
		if before.Plays = append(before.Plays, m.Text(mv)); len(before.Plays) > table.MostBefore {
			return table.ErrLongBefore
		}
		return nil
	}, func(_ int, e *record.Entry, _ parlour.Match) error {
		if e.Kind == record.Event && e.Text == "retire" {
			before.Retire(e.Seat)
		}
		return nil
	})
	if err != nil {
		return "", nil, wrong(err)
	}
	if first, err := game.Parse(before.Line); err == nil {
		before.Line = first.String()
	}
	return m.String(), before, nil
}

func wrong(err error) error { return fmt.Errorf("the record is wrong: %w", err) }
