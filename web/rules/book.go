//go:build !js

package rules

import (
	_ "embed" // for the templates
	"fmt"
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
	"parlour/lab"
	"parlour/phrase"
	"parlour/rulebook"
)

//go:embed book.html
var bookText string

var bookPage = parsed("book", bookText)

// parsed parses a template, of which say writes the words.
func parsed(name, text string) *template.Template {
	return template.Must(template.New(name).Funcs(words(phrase.English)).Parse(text))
}

// words returns the functions of templates in a language.
func words(lang *phrase.Catalogue) template.FuncMap {
	return template.FuncMap{
		"upper": phrase.Capital,
		"next":  func(i int) int { return i + 1 },
		"say":   func(code string, args ...any) string { return lang.Say(code, parlour.ArgsOf(args...)) },
	}
}

// A pageKey names something that is written once for each language.
type pageKey struct {
	lang *phrase.Catalogue
	name string
}

// spoken holds the templates of each language. A template that was executed cannot
// be changed any more, so that none of them is the parsed one.
var spoken sync.Map // *template.Template by pageKey

// fill returns a page with data in its template.
func fill(lang *phrase.Catalogue, t *template.Template, data any) (template.HTML, error) {
	own, ok := spoken.Load(pageKey{lang, t.Name()})
	if !ok {
		copied, err := t.Clone()
		if err != nil {
			return "", err
		}
		own, _ = spoken.LoadOrStore(pageKey{lang, t.Name()}, copied.Funcs(words(lang)))
	}
	var b strings.Builder
	if err := own.(*template.Template).Execute(&b, data); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil
}

// pages holds the page of each game once it has been asked for. The books never
// change while the program runs.
var pages sync.Map // template.HTML by pageKey

// Page returns what stands between the header and the foot of the page of a
// game.
func Page(lang *phrase.Catalogue, e *cabinet.Entry) (template.HTML, error) {
	key := pageKey{lang, e.Info.ID}
	if p, ok := pages.Load(key); ok {
		return p.(template.HTML), nil
	}
	v, err := viewOf(lang, e)
	if err != nil {
		return "", err
	}
	p, err := fill(lang, bookPage, v)
	if err != nil {
		return "", err
	}
	pages.Store(key, p)
	return p, nil
}

// A view is the page of a game before it is written.
type view struct {
	ID, Title, Maker, Source string
	Says                     string // what the game is, in one sentence; "" if it does not say
	Facts                    []string
	Luck                     *luck
	Board                    picture
	Cards                    []card
	Chapters                 []chapter
	Rulings                  []ruling
	Options                  []option
	Numbers                  *numbers
	Findings                 bool
	Pages                    []link // about the game, without this one
	Kin                      *kin
}

// A picture is a drawing with its size, so that the page does not jump when it
// arrives.
type picture struct {
	Src, Caption  string
	Width, Height int
	Part          bool // it shows only a part of the board
}

// A figure is a picture of a position that can be tried.
type figure struct {
	picture
	Position, Move string // "" for a move where the position speaks for itself
}

type card struct {
	Name, Title, Text string
	Figure            *figure
}

type chapter struct {
	ID, Title, Lead string
	Spreads         []spread
}

type spread struct {
	Clauses []clause
	Figure  *figure
}

type clause struct {
	Anchor, Rule, Passage string
	Variation             *variation // it begins with this clause; nil if the clause always applies, or goes on with the one before
}

// A variation is chosen by a table. Its clauses say so.
type variation struct {
	Heading, Otherwise string
	Link               string // a new table that plays it; "" if the seating chooses it
}

type ruling struct {
	Anchor, Question, Decision, Reason, Others string
	Options                                    []option
	Figure                                     *figure
}

// An option as switches. Each value that is not the default has a link to a
// table that plays by it, and what the laboratory measured of it.
type option struct {
	Key, Title, Needs string
	Values            []value
	Span              string // the other values, if they are numbers
	Rulings           []link
}

type value struct {
	Means   string
	Default bool
	Link    string
	Changes string
}

type link struct{ Href, Text string }

type luck struct {
	Share, Measured, Command string // Measured has the 95 % interval; "" if the share is known exactly
	All, None                bool
}

type numbers struct {
	Turns, SD, Command string
	Minutes            int    // 0 if unknown
	Casual, Pace       string // the turns that the minutes count, and the seconds of each
	CasualCommand      string
	Players            []int
	Chances            [][]string // by order of play, then by number of players
}

// kin compares the books about the same game.
type kin struct {
	Title string
	Books []link
	Rows  []kinRow
}

type kinRow struct {
	Label string
	Cells []string
}

// anchor returns the address of a clause or ruling on the page of its game.
func anchor(id string) string {
	_, name, _ := strings.Cut(id, "/")
	return name
}

func viewOf(lang *phrase.Catalogue, e *cabinet.Entry) (*view, error) {
	i, b := &e.Info, e.BookIn(lang)
	v := &view{ID: i.ID, Title: e.Title(lang), Says: e.Says(lang), Maker: e.Made(lang), Source: b.Source, Facts: factsOf(lang, e), Luck: luckOf(e), Numbers: numbersOf(e), Findings: lab.Findings()[i.ID] != nil, Kin: kinOf(lang, e)}
	for _, p := range Pages(e) {
		if p.Name != "rules" {
			v.Pages = append(v.Pages, link{p.Path, p.Title(lang)})
		}
	}
	start, err := e.Game.New(parlour.Setup{})
	if err != nil {
		return nil, err
	}
	v.Board = sized(e, start, draw.View{}, "/api/games/"+i.ID+"/board.svg", "")
	figures := map[string]*figure{}
	for _, f := range e.Figures(lang) {
		if figures[f.Name], err = figureOf(e, &f.Example, "/api/games/"+i.ID+"/figures/"+url.PathEscape(f.Name)+"/board.svg"); err != nil {
			return nil, err
		}
	}
	read := b.Read()
	for _, c := range read.Cards() {
		v.Cards = append(v.Cards, card{c.Name, b.Say(c.Code()), c.Text, figures["summary-"+c.Name]})
	}
	for _, ch := range read.Chapters {
		out := chapter{ID: string(ch.Name), Title: b.Say(ch.Name.Code()), Lead: ch.Lead}
		for _, s := range ch.Pages {
			ids := s.IDs(b)
			page := spread{Figure: figures[anchor(ids[0])]}
			var of *rulebook.Variation
			for _, id := range ids {
				c := b.Clause(id)
				if c == nil {
					continue
				}
				said := clause{Anchor: anchor(id), Rule: c.Rule, Passage: b.Origin(c)}
				if now := b.Variation(id); now != of {
					of, said.Variation = now, variationOf(e, b, now)
				}
				page.Clauses = append(page.Clauses, said)
			}
			out.Spreads = append(out.Spreads, page)
		}
		v.Chapters = append(v.Chapters, out)
	}
	for k := range b.Rulings {
		r, err := rulingOf(lang, e, b, &b.Rulings[k])
		if err != nil {
			return nil, err
		}
		v.Rulings = append(v.Rulings, r)
	}
	for k := range b.Options {
		v.Options = append(v.Options, optionOf(lang, e, b, &b.Options[k]))
	}
	return v, nil
}

func variationOf(e *cabinet.Entry, b *rulebook.Book, v *rulebook.Variation) *variation {
	if v == nil {
		return nil
	}
	out := &variation{Heading: b.Heading(v), Otherwise: v.Otherwise}
	if v.Value != "" {
		out.Link = "/new?" + url.Values{"game": {e.Info.ID}, "o." + v.Option: {v.Value}}.Encode()
	}
	return out
}

func figureOf(e *cabinet.Entry, x *cabinet.Example, src string) (*figure, error) {
	m, err := e.Game.Parse(x.Position)
	if err != nil {
		return nil, err
	}
	v, err := draw.Worked(m, x.Throw, x.Move)
	if err != nil {
		return nil, err
	}
	return &figure{sized(e, m, v, src, phrase.Sentence(x.Note)), x.Position, x.Move}, nil
}

// sized returns the picture of a view with its size on the page.
func sized(e *cabinet.Entry, m parlour.Match, v draw.View, src, caption string) picture {
	b := e.Board(m)
	box := svg.LayoutOf(b, v).Box
	v.Near = nil
	if box == svg.LayoutOf(b, v).Box {
		const width = 400
		return picture{src, caption, width, int(math.Round(width * box[3] / box[2])), false}
	}
	// The spaces of a part are a little larger than those of a whole board.
	width := min(360*box[2]/(max(b.Width, b.Height)*svg.Unit), 300)
	return picture{src, caption, int(math.Round(width)), int(math.Round(width * box[3] / box[2])), true}
}

func rulingOf(lang *phrase.Catalogue, e *cabinet.Entry, b *rulebook.Book, r *rulebook.Ruling) (ruling, error) {
	out := ruling{Anchor: anchor(r.ID), Question: r.Question, Decision: r.Decision, Reason: r.Reason}
	for _, key := range r.Options {
		if o := b.Option(key); o != nil {
			out.Options = append(out.Options, optionOf(lang, e, b, o))
		}
	}
	if len(out.Options) == 0 {
		out.Others = r.Others // with options, these say what other readings there are
	}
	x := e.Example(r.ID)
	if x == nil {
		return out, nil
	}
	told := *x
	m, err := e.Game.Parse(x.Position)
	if err != nil {
		return out, err
	}
	told.Note = lang.Say("rules.in-question", nil)
	if x.Move != "" {
		mv, err := m.Parse(strings.TrimPrefix(x.Move, "throw "))
		if err != nil {
			return out, err
		}
		told.Note = e.Tell(lang, m.Effects(mv))
	}
	if by := b.Meanings(x.Options()); by != "" {
		told.Note = lang.Say("rules.other-reading", parlour.Args{"options": by, "text": told.Note})
	}
	out.Figure, err = figureOf(e, &told, "/api/games/"+e.Info.ID+"/examples/"+url.PathEscape(anchor(r.ID))+"/board.svg")
	return out, err
}

func optionOf(lang *phrase.Catalogue, e *cabinet.Entry, b *rulebook.Book, o *rulebook.Option) option {
	out := option{Key: o.Key, Title: phrase.Capital(o.Named()), Needs: o.Needs}
	for _, v := range o.Values {
		x := value{Means: v.Means, Default: v.Name == o.Default}
		if !x.Default {
			x.Link = "/new?" + url.Values{"game": {e.Info.ID}, "o." + o.Key: {v.Name}}.Encode()
			x.Changes = changes(lang, e.Info.ID, o.Key, v.Name)
		}
		out.Values = append(out.Values, x)
	}
	if o.Max != 0 {
		code := "rules.any-number"
		if o.Max >= 1_000_000 {
			code = "rules.any-from"
		}
		out.Span = lang.Say(code, parlour.Args{"least": strconv.Itoa(o.Min), "most": strconv.Itoa(o.Max)})
	}
	for _, id := range o.Rulings {
		if r := b.Ruling(id); r != nil {
			out.Rulings = append(out.Rulings, link{"#" + anchor(id), r.Question})
		} else if c := b.Clause(id); c != nil {
			out.Rulings = append(out.Rulings, link{"#" + anchor(id), c.Rule})
		}
	}
	return out
}

// changes says what the laboratory measured of a value of an option, "" if
// nobody has measured it.
func changes(lang *phrase.Catalogue, game, key, name string) string {
	f := lab.Findings()[game]
	if f == nil {
		return ""
	}
	for _, x := range f.Effects {
		if x.Option == key && x.Value == name {
			return Changes(lang, &x)
		}
	}
	return ""
}

// Changes puts a measured influence into words.
func Changes(lang *phrase.Catalogue, x *lab.Influence) string {
	if x.Same {
		return lang.Say("rules.same", nil)
	}
	var says []string
	add := func(by float64, more, less string, args parlour.Args) {
		if by < 0 {
			more = less
		}
		says = append(says, lang.Say(more, args))
	}
	if x.Turns.Clear() && x.Turns.Was > 0 {
		part := 100 * x.Turns.By / x.Turns.Was
		add(part, "rules.longer", "rules.shorter", parlour.Args{"n": percent(lang, math.Abs(part))})
	}
	if x.First.Clear() {
		add(x.First.By, "rules.first-more", "rules.first-less", parlour.Args{
			"n": percent(lang, 100*math.Abs(x.First.By)), "is": percent(lang, 100*x.First.Is), "was": percent(lang, 100*x.First.Was)})
	}
	if x.Captures.Clear() && x.Captures.Was > 0 {
		add(x.Captures.By, "rules.more-captures", "rules.less-captures", parlour.Args{"n": percent(lang, 100*math.Abs(x.Captures.By/x.Captures.Was))})
	}
	if len(says) == 0 {
		return lang.Say("rules.not-clear", nil)
	}
	return lang.Say("rules.measured", parlour.Args{"what": strings.Join(says, "; ")})
}

// percent writes a share of a hundred, with a decimal if it is small.
func percent(lang *phrase.Catalogue, v float64) string {
	digits := 0
	if v < 10 {
		digits = 1
	}
	return lang.Number(v, digits) + "\u202f%"
}

func factsOf(lang *phrase.Catalogue, e *cabinet.Entry) (facts []string) {
	facts = append(facts, lang.Say("rules.of-players", parlour.Args{"n": e.HowMany(lang)}))
	if n := e.Minutes(); n > 0 {
		facts = append(facts, lang.Say("rules.about-minutes", parlour.Args{"n": strconv.Itoa(n)}))
	}
	return facts
}

func luckOf(e *cabinet.Entry) *luck {
	l := &e.Luck
	if l.Command == "" {
		return nil
	}
	out := &luck{Share: fmt.Sprintf("%.0f\u202f%%", 100*l.Share), Command: l.Command, All: l.Share == 1, None: l.Share == 0}
	if l.Half > 0 {
		out.Measured = fmt.Sprintf("%.1f ± %.1f\u202f%%", 100*l.Share, 100*l.Half)
	}
	return out
}

func numbersOf(e *cabinet.Entry) *numbers {
	t := &e.Typical
	if t.Turns == 0 {
		return nil
	}
	out := &numbers{Turns: fmt.Sprintf("%.0f", t.Turns), SD: fmt.Sprintf("%.0f", t.SD), Command: t.Command,
		Minutes: e.Minutes(), Casual: fmt.Sprintf("%.0f", e.Casual.Turns), Pace: fmt.Sprintf("%.0f", e.TurnTime().Seconds()), CasualCommand: e.Casual.Command}
	var columns [][]float64
	most := 0
	for _, players := range slices.Sorted(slices.Values(e.Info.Players)) {
		if win := e.Chances(players); win != nil {
			out.Players, columns = append(out.Players, players), append(columns, win)
			most = max(most, len(win))
		}
	}
	for i := range most {
		var row []string
		for _, win := range columns {
			cell := "–"
			if i < len(win) {
				cell = fmt.Sprintf("%.2f\u202f%%", 100*win[i])
			}
			row = append(row, cell)
		}
		out.Chances = append(out.Chances, row)
	}
	return out
}

// kinOf compares the books about the same game, nil if there is no other.
func kinOf(lang *phrase.Catalogue, e *cabinet.Entry) *kin {
	if e.Book.Kin == "" {
		return nil
	}
	var games []*cabinet.Entry
	for _, o := range cabinet.Games() {
		if o.Book.Kin == e.Book.Kin {
			games = append(games, o)
		}
	}
	if len(games) < 2 {
		return nil
	}
	k := &kin{Title: e.Book.Kin}
	rows := []struct {
		label string
		of    func(*cabinet.Entry) string
	}{
		{lang.Say("rules.year", nil), func(o *cabinet.Entry) string { return lang.Year(o.Info.Year) }},
		{lang.Say("rules.made-by", nil), func(o *cabinet.Entry) string { return lang.Maker(o.Info.Maker) }},
		{lang.Say("rules.players", nil), func(o *cabinet.Entry) string { return factsOf(lang, o)[0] }},
	}
	shared := map[string]int{}
	var keys []string
	for _, o := range games {
		k.Books = append(k.Books, link{"/g/" + o.Info.ID, o.Title(lang)})
		for _, x := range o.Book.Options {
			if shared[x.Key]++; shared[x.Key] == 2 {
				keys = append(keys, x.Key)
			}
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		rows = append(rows, struct {
			label string
			of    func(*cabinet.Entry) string
		}{phrase.Capital(optionName(lang, games, key)), func(o *cabinet.Entry) string {
			x := o.BookIn(lang).Option(key)
			if x == nil {
				return "–"
			}
			return phrase.Capital(x.Values[0].Means)
		}})
	}
	for _, r := range rows {
		row := kinRow{Label: r.label}
		for _, o := range games {
			row.Cells = append(row.Cells, r.of(o))
		}
		k.Rows = append(k.Rows, row)
	}
	return k
}

// optionName returns what the first of some games that has an option calls it.
func optionName(lang *phrase.Catalogue, games []*cabinet.Entry, key string) string {
	for _, g := range games {
		if o := g.BookIn(lang).Option(key); o != nil {
			return o.Named()
		}
	}
	return key
}
