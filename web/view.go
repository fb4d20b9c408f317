package web

import (
	"context"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/table"
)

// A tableView is a table as one person sees it, with what a page needs to show
// it and cannot know, since it holds no rules.
type tableView struct {
	table.View
	Pieces    []parlour.Piece `json:"pieces"`
	GameTitle string          `json:"gameTitle"`
	Seats     []seat          `json:"seats"`
	Words     string          `json:"words"` // who has to act, or how it ended
}

// viewOf adds to a view what the game knows.
func viewOf(v table.View) *tableView {
	out := &tableView{View: v, Pieces: []parlour.Piece{}}
	e := cabinet.ByID(v.Game)
	if e == nil {
		return out
	}
	out.GameTitle, out.Seats = e.Info.Title, seatsOf(&e.Info)
	if m, err := e.Game.Parse(v.Position); err == nil {
		out.Pieces = list(m.Pieces())
	}
	out.Words = turnWords(e, &v)
	return out
}

// seatWord returns the name of a seat by its letter.
func seatWord(e *cabinet.Entry, letter string) string {
	return phrase.English.Word(e.Colour(letter))
}

// turnWords says who has to act, or how the game ended.
func turnWords(e *cabinet.Entry, v *table.View) string {
	switch {
	case v.Result != nil:
		return resultWords(e, v.Result)
	case v.Status == table.Waiting:
		return phrase.English.Say("table.waiting", nil)
	case v.Paused:
		return phrase.English.Say("table.paused", nil)
	}
	return phrase.English.Say("table.turn-"+string(v.Needs), parlour.Args{"seat": seatWord(e, v.Turn)})
}

// resultWords says how a game ended.
func resultWords(e *cabinet.Entry, r *table.ResultView) string {
	var won []string
	for _, s := range e.Info.Seats {
		if r.Places[s.Letter] == 1 {
			won = append(won, phrase.English.Word(s.Name))
		}
	}
	args := parlour.Args{"seats": and(won), "reason": r.Reason}
	code := "table.won"
	switch {
	case len(won) > 1 && shared(r):
		code = "table.tied"
	case len(won) > 1:
		code = "table.won-together"
	}
	if r.Reason == "" {
		code += "-plainly"
	}
	return phrase.English.Say(code, args)
}

// shared reports whether everybody who has a place has the first.
func shared(r *table.ResultView) bool {
	for _, p := range r.Places {
		if p > 1 {
			return false
		}
	}
	return true
}

// and joins names.
func and(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// viewFor returns the table as the holder of a token sees it.
func (s *Server) viewFor(ctx context.Context, t *table.Table, token string) (*tableView, error) {
	v, err := t.View(ctx, token)
	if err != nil {
		return nil, err
	}
	return viewOf(v), nil
}
