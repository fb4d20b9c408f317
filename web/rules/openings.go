//go:build !js

package rules

import (
	_ "embed" // for the templates
	"html/template"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"parlour"
	"parlour/cabinet"
	"parlour/draw"
	"parlour/draw/svg"
	"parlour/learn/opening"
	"parlour/phrase"
)

//go:embed openings.html
var openingsText string

var (
	openingsPage  = parsed("openings", openingsText)
	openingGroups = parsed("openings", openingsText).Lookup("groups")
)

// openingPages holds the pages of books of openings once they have been asked
// for. The books never change while the program runs.
var openingPages sync.Map // template.HTML by pageKey

// An openingsView is a page of a book of openings before it is written: the
// whole book, or one line of it.
type openingsView struct {
	ID, Game, Title, About, Unit string
	Worth                        string // what a value is
	Made                         opening.Made
	Groups                       []openingGroup
	Written                      template.HTML // the groups: hundreds of lines, the same whatever is asked
	Line                         *openingView
	Before, After                *link
	Endgames                     []endgameRow
	Ask                          string      // the position that was asked about
	Told                         *endingView // what the book knows of it
	Fault                        string      // or why it knows nothing
}

type openingGroup struct {
	Title string
	Lines []*openingView
}

// An openingView is a line with its picture and its replies.
type openingView struct {
	Key, Href, Name, Path string
	Steps                 []string // of the path, unless the key says it
	Facts                 string   // its number, its group and its moves, unless the title says them
	Head, Known           string   // of the columns of its replies: "White to play", "Depth"
	Worth, Error          string   // of two more: "Equity", "Error"
	Picture               picture
	Study                 string
	Replies               []replyView
	Best, Value           string
}

type replyView struct {
	Move, Value, Care, Loss string
	Share                   int // how wide its bar is, in percent
	Parts                   *partsView
	Study                   string
	Answers                 []*openingView
}

// A partsView is what the value of a reply is made of.
type partsView struct {
	Names []string // of the parts
	Seats []seatParts
}

type seatParts struct {
	Name   string
	Shares []string // by part
}

type endgameRow struct {
	Name                                    string
	Positions, Wins, Draws, Losses, Longest string
}

type endingView struct {
	Says    string
	Picture template.HTML
	Study   string
	Opening *link    // where the book has the position
	Moves   []tested // best first
}

// A tested is a move with its result.
type tested struct{ Move, Says string }

// Openings returns the page of a game's book of openings and endings. A
// position, if not "", is looked up in it.
func Openings(lang *phrase.Catalogue, e *cabinet.Entry, position string) (template.HTML, error) {
	return openingPage(lang, e.Info.ID, position == "", func() (*openingsView, error) {
		book, err := wholeBook(lang, e)
		if err != nil {
			return nil, err
		}
		v := *book
		v.ask(lang, e, e.Openings(), position)
		return &v, nil
	})
}

// wholeBooks holds what the page of a whole book shows, whatever is asked about.
var wholeBooks sync.Map // func() (*openingsView, error) by pageKey

// wholeBook returns what the page of a whole book shows. Nobody changes it.
func wholeBook(lang *phrase.Catalogue, e *cabinet.Entry) (*openingsView, error) {
	made, _ := wholeBooks.LoadOrStore(pageKey{lang, e.Info.ID}, sync.OnceValues(func() (*openingsView, error) {
		b := e.Openings()
		v := openingsOf(lang, e, b)
		for _, l := range b.Roots() {
			title := groupOf(lang, e, l)
			if n := len(v.Groups); n == 0 || v.Groups[n-1].Title != title {
				v.Groups = append(v.Groups, openingGroup{Title: title})
			}
			o, err := openingOf(lang, e, b, l)
			if err != nil {
				return nil, err
			}
			g := &v.Groups[len(v.Groups)-1]
			g.Lines = append(g.Lines, o)
		}
		for _, x := range e.Endgames() {
			share := func(n int) string { return lang.Number(100*float64(n)/float64(max(1, x.Positions)), 1) + "\u202f%" }
			v.Endgames = append(v.Endgames, endgameRow{e.OpeningsIn(lang, "endgame."+x.Name, x.Name), strconv.Itoa(x.Positions), share(x.Wins), share(x.Draws), share(x.Losses), strconv.Itoa(x.Longest)})
		}
		var err error
		v.Written, err = fill(lang, openingGroups, v)
		return v, err
	}))
	return made.(func() (*openingsView, error))()
}

// Opening returns the page of one opening, by its key.
func Opening(lang *phrase.Catalogue, e *cabinet.Entry, key string) (template.HTML, error) {
	b := e.Openings()
	return openingPage(lang, e.Info.ID+"/"+key, true, func() (*openingsView, error) {
		v := openingsOf(lang, e, b)
		roots := b.Roots()
		i := slices.IndexFunc(roots, func(l *opening.Line) bool { return l.Key == key })
		var err error
		if v.Line, err = openingOf(lang, e, b, roots[i]); err != nil {
			return nil, err
		}
		if i > 0 {
			v.Before = linkTo(e, roots[i-1])
		}
		if i+1 < len(roots) {
			v.After = linkTo(e, roots[i+1])
		}
		under := b.Under(key)[1:]
		for k := range v.Line.Replies {
			r := &v.Line.Replies[k]
			for _, l := range under {
				if l.Path[len(roots[i].Path)] != r.Move {
					continue
				}
				o, err := openingOf(lang, e, b, l)
				if err != nil {
					return nil, err
				}
				o.Path = strings.Join(l.Path[len(roots[i].Path)+1:], " ")
				r.Answers = append(r.Answers, o)
			}
		}
		return v, nil
	})
}

// openingPage writes a page, or returns the one that was written before.
func openingPage(lang *phrase.Catalogue, path string, keep bool, make func() (*openingsView, error)) (template.HTML, error) {
	if p, ok := openingPages.Load(pageKey{lang, path}); ok && keep {
		return p.(template.HTML), nil
	}
	v, err := make()
	if err != nil {
		return "", err
	}
	p, err := fill(lang, openingsPage, v)
	if err != nil {
		return "", err
	}
	if keep {
		openingPages.Store(pageKey{lang, path}, p)
	}
	return p, nil
}

func openingsOf(lang *phrase.Catalogue, e *cabinet.Entry, b *opening.Book) *openingsView {
	in := func(name, english string) string { return e.OpeningsIn(lang, name, english) }
	v := &openingsView{ID: e.Info.ID, Game: e.Title(lang), Title: in("title", b.Title), About: in("about", b.About), Unit: in("unit", b.Unit.Name), Made: b.Made}
	v.Made.Method, v.Worth = in("method", b.Made.Method), lang.Said(b.Unit.About)
	return v
}

// groupOf returns the group of an opening.
func groupOf(lang *phrase.Catalogue, e *cabinet.Entry, l *opening.Line) string {
	if l.Group == "" {
		return ""
	}
	return e.OpeningsIn(lang, "group."+l.Group, l.Group)
}

func linkTo(e *cabinet.Entry, l *opening.Line) *link {
	return &link{"/book/" + e.Info.ID + "/" + url.PathEscape(l.Key), nameOf(l)}
}

// nameOf returns the name of an opening, or its moves if it has none.
func nameOf(l *opening.Line) string {
	if l.Name != "" {
		return l.Name
	}
	return strings.Join(l.Path, " ")
}

// studyOf returns the address at which a position can be studied.
func studyOf(e *cabinet.Entry, m parlour.Match) string {
	return "/study?" + url.Values{"game": {e.Info.ID}, "position": {m.String()}}.Encode()
}

func openingOf(lang *phrase.Catalogue, e *cabinet.Entry, b *opening.Book, l *opening.Line) (*openingView, error) {
	m, err := b.Match(l)
	if err != nil {
		return nil, err
	}
	best := l.Best()
	o := &openingView{Key: l.Key, Href: linkTo(e, l).Href, Name: l.Name, Path: strings.Join(l.Path, " "), Study: studyOf(e, m), Best: best.Move, Value: lang.Worth(b.Value(best.Value))}
	if o.Path != l.Key {
		o.Steps = l.Path
	}
	o.Picture = sized(e, m, lineView(lang, m, l), o.Href+"/board.svg", lang.Say("openings.picture", parlour.Args{"moves": o.Path, "best": best.Move}))
	o.Head = lang.Say("openings.to-play", parlour.Args{"seat": e.Info.Seats[m.Turn().Seat].Name})
	o.Worth, o.Error = lang.Said(b.Unit.Heading), phrase.Capital(lang.Say("analyse.error", nil))
	o.Known = lang.Say("openings.depth", nil)
	if best.Err > 0 {
		o.Known = lang.Say("openings.within", nil)
	}
	if l.Group != "" {
		o.Facts = l.Key + " · " + groupOf(lang, e, l)
	}
	if l.Name != "" {
		o.Facts += " · " + o.Path
	}
	for i := range l.Replies {
		r := &l.Replies[i]
		mv, err := m.Parse(r.Move)
		if err != nil {
			return nil, err
		}
		o.Replies = append(o.Replies, replyView{
			Move: r.Move, Value: lang.Worth(b.Value(r.Value)), Care: lang.Worth(b.Care(r)), Loss: lang.Worth(b.Loss(l, r)), Share: share(best.Value - r.Value),
			Parts: partsOf(lang, e, b, r), Study: studyOf(e, m.Next(mv)),
		})
	}
	return o, nil
}

// partsOf says what the value of a reply is made of, or nil if it is only a number.
func partsOf(lang *phrase.Catalogue, e *cabinet.Entry, b *opening.Book, r *opening.Reply) *partsView {
	if r.Parts == nil {
		return nil
	}
	v := &partsView{}
	for _, name := range b.Unit.Parts {
		v.Names = append(v.Names, lang.Said(name))
	}
	for s, seat := range e.Info.Seats {
		row := seatParts{Name: lang.Word(seat.Name)}
		for _, part := range r.Parts {
			row.Shares = append(row.Shares, lang.Number(100*part[s], 1)+"\u202f%")
		}
		v.Seats = append(v.Seats, row)
	}
	return v
}

// share returns how wide the bar of a reply is that loses so much.
func share(loses float64) int { return int(math.Round(100 / (1 + 12*max(0, loses)))) }

// OpeningPicture draws the position of an opening.
func OpeningPicture(lang *phrase.Catalogue, e *cabinet.Entry, key string) ([]byte, error) {
	b := e.Openings()
	m, err := b.Match(b.Under(key)[0])
	if err != nil {
		return nil, err
	}
	return svg.Themed(svg.AppendBoard(nil, e.BoardIn(lang, m), lineView(lang, m, b.Under(key)[0]))), nil
}

// lineView returns what the picture of a line shows: its position, the dice if a
// throw comes last, and the way of the best move.
func lineView(lang *phrase.Catalogue, m parlour.Match, l *opening.Line) draw.View {
	v := draw.Of(m)
	v.Title, v.Says = "", cabinet.ToAct(lang, m)
	if last := l.Path[len(l.Path)-1]; !strings.ContainsFunc(last, func(c rune) bool { return c < '1' || c > '6' }) {
		for _, spots := range last {
			v.Dice = append(v.Dice, int(spots-'0'))
		}
	}
	if mv, err := m.Parse(l.Best().Move); err == nil {
		v.Last = draw.Ways(m.Effects(mv))
	}
	return v
}

// ask looks a position up.
func (v *openingsView) ask(lang *phrase.Catalogue, e *cabinet.Entry, b *opening.Book, position string) {
	if v.Ask = position; position == "" {
		return
	}
	m, err := e.Game.Parse(position)
	if err != nil {
		v.Fault = lang.Error(err)
		return
	}
	view := draw.Of(m)
	view.Title, view.Says = "", cabinet.ToAct(lang, m)
	told := &endingView{Picture: template.HTML(svg.AppendBoard(nil, e.BoardIn(lang, m), view)), Study: studyOf(e, m)}
	who := e.Info.Seats[max(0, m.Turn().Seat)].Name
	switch x, exact := e.EndingAt(m), e.ExactAt(m); {
	case x != nil:
		told.Says = lang.Say("openings.ending", parlour.Args{"seat": who, "verdict": lang.Worth(x.Verdict.String())})
		for _, mv := range x.Moves {
			told.Moves = append(told.Moves, tested{mv.Move, lang.Worth(mv.Verdict.String())})
		}
	case exact != nil:
		told.Says = lang.Say("openings.exact", parlour.Args{"seat": who, "n": lang.Number(100*exact.Win[0], 2) + "\u202f%"})
	default:
		if l := b.At(m); l != nil {
			told.Says, told.Opening = lang.Say("openings.has", nil), linkTo(e, l)
			break
		}
		v.Fault = lang.Say("openings.has-not", nil)
	}
	v.Told = told
}
