package show

import (
	"maps"
	"slices"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/rulebook"
	"parlour/table"
	"parlour/web/wire"
)

// chosen puts the options of a table into words, in the order of their keys.
func chosen(b *rulebook.Book, options map[string]string) []wire.Chosen {
	list := []wire.Chosen{}
	for _, key := range slices.Sorted(maps.Keys(options)) {
		c := wire.Chosen{Option: key, Means: key + ": " + options[key]}
		if o := b.Option(key); o != nil {
			c.Means = o.Named() + ": " + options[key]
			for _, v := range o.Values {
				if v.Name == options[key] {
					c.Means = v.Means
				}
			}
		}
		list = append(list, c)
	}
	return list
}

// factsOf puts the facts of a position into words.
func factsOf(lang *phrase.Catalogue, list []parlour.Fact) []wire.Fact {
	facts := []wire.Fact{}
	for _, f := range list {
		label, value := lang.Fact(f)
		facts = append(facts, wire.Fact{Seat: f.Seat, Label: label, Value: value})
	}
	return facts
}

// SeatsOf returns the seats of a game.
func SeatsOf(info *parlour.Info) []wire.Seat {
	seats := make([]wire.Seat, len(info.Seats))
	for i, s := range info.Seats {
		seats[i] = wire.Seat{Letter: s.Letter, Name: s.Name}
	}
	return seats
}

// FormatsOf returns the formats of a game.
func FormatsOf(lang *phrase.Catalogue, e *cabinet.Entry) []wire.Format {
	formats := []wire.Format{}
	for _, f := range e.Formats {
		formats = append(formats, wire.Format{Name: f.Name, Title: lang.Said(f.Title), Ending: f.Endings[0]})
	}
	return formats
}

// ViewOf adds to a view what the game knows.
func ViewOf(lang *phrase.Catalogue, v table.View) *wire.View {
	out := &wire.View{View: v, Seats: []wire.Seat{}, Facts: []wire.Fact{}, Formats: []wire.Format{}, Setup: []string{}, Chosen: []wire.Chosen{}}
	e := cabinet.ByID(v.Game)
	if e == nil {
		return out
	}
	out.GameTitle, out.Words = Told(lang, &v)
	if own := lang.AtTable(e.Family, "table.draw"); own != "table.draw" {
		out.Draw = lang.Say(own, nil)
	}
	out.Seats, out.Formats, out.Setup = SeatsOf(&e.Info), FormatsOf(lang, e), setupWords(lang, e.Family, &v.Terms.Setup)
	if v.Match != nil {
		out.Facts = factsOf(lang, parlour.FactsOf(v.Match))
		if v.Result == nil {
			out.Asks = e.Asks(lang, v.Match, v.Legal)
		}
	}
	if v.Result != nil {
		out.Ended = ended(lang, e, v.Result, v.Match, v.Pieces)
		out.Order, out.Ranked = order(lang, e, &v)
	}
	for _, r := range e.Rivals(lang) {
		if r.Rating > 0 {
			if out.Ratings == nil {
				out.Ratings = map[string]int{}
			}
			out.Ratings[r.Level] = r.Rating
		}
	}
	out.Chosen = chosen(e.BookIn(lang), v.Terms.Setup.Options)
	return out
}

// setupWords returns what a table chose besides the options of the rules.
func setupWords(lang *phrase.Catalogue, family string, s *parlour.Setup) []string {
	words := []string{}
	for _, c := range [][2]string{{"mode", s.Mode}, {"seats", s.Seats}, {"preset", s.Preset}} {
		if c[1] != "" {
			words = append(words, lang.Setup(family, c[0], c[1]))
		}
	}
	return words
}

// Told returns the title of a view's game, and who has to act there or how it
// ended, in words. A brief view suffices.
func Told(lang *phrase.Catalogue, v *table.View) (title, words string) {
	e := cabinet.ByID(v.Game)
	if e == nil {
		return "", ""
	}
	return e.Title(lang), turnWords(lang, e, v)
}

// SeatNames names seats by their letters.
func SeatNames(lang *phrase.Catalogue, e *cabinet.Entry, letters []string) string {
	var names []string
	for _, letter := range letters {
		names = append(names, lang.Word(e.Colour(letter)))
	}
	return lang.And(names)
}

// turnWords says who has to act, or how the game ended.
func turnWords(lang *phrase.Catalogue, e *cabinet.Entry, v *table.View) string {
	switch {
	case v.Result != nil:
		return e.Ended(lang, v.Result.Reason, v.Result.Places, v.Result.Shares)
	case v.Status == table.Waiting:
		return lang.Say("table.waiting", nil)
	case v.Paused:
		return lang.Say("table.paused", nil)
	}
	return lang.Say("table.turn-"+string(v.Needs), parlour.Args{"seat": e.Colour(v.Turn)})
}

// ended says why a game ended, without saying who won. If the reason is about
// the player to move, or the one player who lost, a page can tell it to that
// player. A game may have a sentence of its own for a player who has no pieces
// left.
func ended(lang *phrase.Catalogue, e *cabinet.Entry, r *table.ResultView, m parlour.Match, pieces []parlour.Piece) []phrase.Part {
	if r.Reason == "" {
		return nil
	}
	if code := "table.bare-" + r.Reason; pieces != nil && lang.Has(code) {
		for _, s := range e.Info.Seats {
			if !slices.ContainsFunc(pieces, func(p parlour.Piece) bool { return p.Colour == s.Letter }) {
				return lang.Parts(code, parlour.Args{"seat": s.Name}, nil)
			}
		}
	}
	if code := "table.mover-" + r.Reason; lang.Has(code) {
		for _, f := range parlour.FieldsOf(m) {
			if f.Key == "turn" {
				return lang.Parts(code, parlour.Args{"seat": e.Colour(f.Value)}, nil)
			}
		}
	}
	var lost []string
	for _, s := range e.Info.Seats {
		if r.Places[s.Letter] > 1 {
			lost = append(lost, s.Name)
		}
	}
	if code := "table.loser-" + r.Reason; len(lost) == 1 && lang.Has(code) {
		return lang.Parts(code, parlour.Args{"seat": lost[0]}, nil)
	}
	return phrase.JoinSentences([][]phrase.Part{{{Text: lang.Reason(r.Reason)}}})
}

// order ranks those who share a place of a result, and says how. It returns
// nothing if nobody shares one or if the game does not rank them.
func order(lang *phrase.Catalogue, e *cabinet.Entry, v *table.View) (places map[string]int, how string) {
	if v.Match == nil {
		return nil, ""
	}
	var r parlour.Result
	for i, s := range e.Info.Seats {
		r.Place[i] = int8(v.Result.Places[s.Letter])
	}
	order, ranked := parlour.Order(v.Match, &r)
	if !ranked {
		return nil, ""
	}
	places = map[string]int{}
	for i, s := range e.Info.Seats {
		if order[i] > 0 {
			places[s.Letter] = int(order[i])
		}
	}
	code := "table.ranked"
	if second := slices.Index(r.Place[:], 2); second >= 0 && !slices.Contains(r.Place[second+1:], 2) {
		code = "table.ranked-two" // one player has come second by the rules [kleefeld/next-takes-rest]
	}
	return places, lang.Say(lang.AtTable(e.Family, code), nil)
}
