package proof

import (
	"parlour"
	"parlour/record"
	"parlour/referee"
	"parlour/table"
)

// whole puts the part of a game that was played before it came to its table in
// front of the table's record. Nobody can check the dice of that part. Repetitions
// in it count, so the result may be one that the table's own part does not show.
func whole(rec *record.Record, b *table.Before, game parlour.Game, style record.Style) error {
	m, err := game.Parse(b.Line)
	if err != nil {
		return err
	}
	before := record.Begin(m)
	put := func(kind record.Kind, seat, text string) {
		before.Entries = append(before.Entries, record.Entry{Kind: kind, Seat: seat, Text: text})
	}
	if _, err := b.Each(game, func(letter string) { put(record.Event, letter, "retire") }, func(m parlour.Match, mv parlour.Move) error {
		before.Add(m, mv, style)
		return nil
	}); err != nil {
		return err
	}
	put(record.Comment, "", "played elsewhere until here: nobody can check the dice of this part")
	rec.Entries = append(before.Entries, rec.Entries...)
	if _, repeat := parlour.Draws(m); repeat == 0 || rec.End != "" {
		return nil
	}
	ref := referee.New(m)
	_, err = record.Follow(game.Parse, rec, func(_ *record.Entry, _ parlour.Match, mv parlour.Move) error { return ref.Play(mv) }, nil)
	if res := ref.Result(); err == nil && res.Over {
		rec.End = record.ResultText(ref.Match(), &res)
	}
	return nil
}
