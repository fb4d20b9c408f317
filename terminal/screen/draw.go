package screen

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"

	"parlour"
	"parlour/draw"
	"parlour/draw/term"
	"parlour/phrase"
	"parlour/terminal/compose"
)

// The least window that anything can be shown in.
const (
	leastWidth  = 40
	leastHeight = 14
)

// sideWidth is the least width of the column beside the board.
const sideWidth = 28

// draw draws everything.
func (v *view) draw() {
	v.s.Clear()
	v.s.HideCursor()
	v.hits, v.pic = nil, nil
	width, height := v.s.Size()
	if width < leastWidth || height < leastHeight {
		v.block(term.Rect{Width: width, Height: height}, tcell.StyleDefault,
			v.say("small", "width", width, "height", height, "least", leastWidth, "high", leastHeight))
		return
	}
	v.header(width)
	bottom := v.footer(width, height)
	if v.scene.Board != nil {
		v.middle(term.Rect{Top: 1, Width: width, Height: bottom - 1})
	}
	if v.scene.Alarm != "" && v.scene.Alarm != v.alarmed {
		v.overlay = alarm
	}
	v.above(width, height)
}

// header writes the title and the state of the connection.
func (v *view) header(width int) {
	bar := tcell.StyleDefault.Reverse(true)
	v.fill(term.Rect{Width: width, Height: 1}, bar)
	v.text(1, 0, width-2, bar.Bold(true), v.scene.Title)
	if st := v.scene.Status; st != "" {
		v.text(max(1, width-1-wide(st)), 0, width, bar, st)
	}
}

// footer writes what has to be done, the note and the buttons, and returns the
// first line that it uses.
func (v *view) footer(width, height int) int {
	buttons := v.buttons()
	rows := [][]button{nil}
	for _, b := range buttons {
		last := len(rows) - 1
		used := 1
		for _, o := range rows[last] {
			used += o.width() + 2
		}
		if used+b.width() > width-1 && len(rows[last]) > 0 {
			rows = append(rows, nil)
			last++
		}
		rows[last] = append(rows[last], b)
	}
	rows = rows[:min(len(rows), 3)]
	note := wrap(v.note, width-2)
	if len(note) > 4 {
		note = append(note[:3], note[3]+" …")
	}
	says := wrap(v.says(), width-2-v.diceWidth())
	says = says[:min(len(says), 2)]
	top := height - len(rows) - len(note) - max(1, len(says))
	y := top
	st := tcell.StyleDefault.Bold(v.scene.Yours)
	for i, line := range says {
		v.text(1+v.diceWidth(), y+i, width-1, st, line)
	}
	v.dice(1, y)
	y += max(1, len(says))
	for _, line := range note {
		st := tcell.StyleDefault
		if v.bad {
			st = st.Bold(true)
		}
		v.text(1, y, width-1, st, line)
		y++
	}
	for _, row := range rows {
		x := 1
		for _, b := range row {
			v.text(x, y, width-1, tcell.StyleDefault.Reverse(true), " "+b.key+" ")
			end := v.text(x+wide(b.key)+2, y, width-1, tcell.StyleDefault, " "+b.label)
			v.hits = append(v.hits, hit{term.Rect{Left: x, Top: y, Width: end - x, Height: 1}, b.do})
			x = end + 2
		}
		y++
	}
	return top
}

// says returns what has to be done.
func (v *view) says() string {
	if v.busy {
		return "…"
	}
	if v.turn != nil && v.turn.Chosen != "" {
		return v.say("where-to")
	}
	return v.scene.Says
}

func (v *view) diceWidth() int {
	if v.scene.Dice == "" {
		return 0
	}
	return 3*len(v.scene.Dice) + 2
}

// dice draws the dice; those that the steps so far have used are without a frame.
func (v *view) dice(x, y int) {
	used := ""
	if v.turn != nil {
		used = v.turn.Used()
	}
	for i, gone := range spent(v.scene.Dice, used) {
		text, st := "["+v.scene.Dice[i:i+1]+"]", tcell.StyleDefault.Bold(true)
		if gone {
			text, st = " "+v.scene.Dice[i:i+1]+" ", v.ink.faint()
		}
		v.text(x+3*i, y, x+3*i+3, st, text)
	}
}

// spent returns which of the dice have been used.
func spent(dice, used string) []bool {
	gone := make([]bool, len(dice))
	for _, d := range used {
		k := -1
		for i := range gone {
			if !gone[i] && (rune(dice[i]) == d || k < 0) {
				if k = i; rune(dice[i]) == d {
					break
				}
			}
		}
		if k >= 0 {
			gone[k] = true
		}
	}
	return gone
}

// A button is a key with what it does.
type button struct {
	key, label string
	do         func(context.Context)
}

func (b *button) width() int { return wide(b.key) + wide(b.label) + 3 }

// buttons returns what can be done now.
func (v *view) buttons() (all []button) {
	if v.scene.Yours && !v.busy {
		switch {
		case v.turn == nil:
			all = append(all, button{"Space", v.say("key-throw"), func(ctx context.Context) { v.primary(ctx) }})
		case v.turn.End() != "":
			all = append(all, button{"Space", v.say("key-end"), func(ctx context.Context) { v.primary(ctx) }})
		case v.turn.Obvious() != nil:
			all = append(all, button{"Space", v.say("key-only"), func(ctx context.Context) { v.primary(ctx) }})
		}
		if v.turn != nil {
			main := v.main()
			for i, n := range v.turn.Words() {
				key := fmt.Sprint(i + 1)
				if n == main {
					key = "Space"
				}
				all = append(all, button{key, v.word(n), func(ctx context.Context) { v.take(ctx, []*compose.Node{n}) }})
			}
			all = append(all, button{"m", v.say("key-moves"), func(context.Context) { v.open(list) }})
		}
	}
	for _, a := range v.scene.Actions {
		all = append(all, button{string(a.Key), a.Label, func(ctx context.Context) { v.act(ctx, a) }})
	}
	return append(all, button{"?", v.say("key-help"), func(context.Context) { v.open(help) }}, button{"q", v.say("key-quit"), func(context.Context) { v.leave() }})
}

// middle draws the board with the players and the log beside or below it.
func (v *view) middle(r term.Rect) {
	v.pic = term.Draw(v.scene.Board, v.shown(), term.Style{Colour: v.ink.colours > 0, Unicode: v.s.CharacterSet() == "UTF-8", Said: v.scene.lang().Said})
	width, height := v.pic.Size()
	players := v.scene.Players
	if r.Width >= width+sideWidth+1 {
		v.board(term.Rect{Left: r.Left, Top: r.Top, Width: width, Height: min(height, r.Height)})
		v.below(term.Rect{Left: r.Left, Top: r.Top + height, Width: width, Height: r.Height - height})
		side := term.Rect{Left: width + 2, Top: r.Top, Width: r.Width - width - 3, Height: r.Height}
		for i := range players {
			v.player(side.Left, side.Top+i, side.Left+side.Width, &players[i])
		}
		v.log(term.Rect{Left: side.Left, Top: side.Top + len(players) + 1, Width: side.Width, Height: side.Height - len(players) - 1})
		return
	}
	// Below the board: the players in a line or two, and at least one line of the
	// log.
	rows := v.playerRows(r.Width)
	high := min(height, r.Height-rows-1)
	if high < 6 { // the board matters more
		high, rows = min(height, r.Height), 0
	}
	v.board(term.Rect{Left: r.Left, Top: r.Top, Width: min(width, r.Width), Height: high})
	y := r.Top + high
	if rows > 0 {
		v.playersAt(term.Rect{Left: 1, Top: y, Width: r.Width - 2, Height: rows})
	}
	y += rows
	v.log(term.Rect{Left: 1, Top: y, Width: r.Width - 2, Height: r.Top + r.Height - y})
}

// shown returns what the board shows.
func (v *view) shown() draw.View {
	sc := v.scene
	d := draw.View{Pieces: sc.Match.Pieces(), Last: draw.Ways(sc.Last), Quarter: (sc.Quarter + v.extra) % 4}
	if v.turn == nil || v.busy {
		if v.turn != nil {
			d.Pieces, d.Last = v.turn.Pieces(sc.Board), v.turn.Ways()
		}
		return d
	}
	d.Sources = v.turn.Sources()
	for _, n := range v.turn.Picks() {
		d.Sources = append(d.Sources, n.From)
	}
	if len(v.turn.Taken()) > 0 {
		d.Pieces, d.Last = v.turn.Pieces(sc.Board), v.turn.Ways()
	}
	if d.Chosen = v.turn.Chosen; d.Chosen != "" {
		d.Sources = nil
		for _, x := range v.turn.Targets(d.Chosen) {
			d.Targets = append(d.Targets, x.Place)
		}
	}
	return d
}

// board draws the board into a part of the screen. If it does not fit, it shows
// the part around the cursor.
func (v *view) board(r term.Rect) {
	v.at = r
	width, height := v.pic.Size()
	at, ok := v.pic.Spot(v.cursor)
	if ok {
		v.scrollX = min(max(v.scrollX, at.Left+at.Width-r.Width), at.Left)
		v.scrollY = min(max(v.scrollY, at.Top+at.Height+1-r.Height), max(at.Top-1, 0))
	}
	v.scrollX = max(0, min(v.scrollX, width-r.Width))
	v.scrollY = max(0, min(v.scrollY, height-r.Height))
	for y := range r.Height {
		for x := range r.Width {
			py, px := y+v.scrollY, x+v.scrollX
			if py >= len(v.pic.Lines) || px >= len(v.pic.Lines[py]) {
				continue
			}
			g := v.pic.Lines[py][px]
			st := v.ink.glyph(g)
			if ok && v.turn != nil && at.Has(px, py) {
				st = v.ink.cursor(st)
			}
			v.s.SetContent(r.Left+x, r.Top+y, g.Char, nil, st)
		}
	}
	if ok && v.turn != nil && v.overlay == none {
		v.s.ShowCursor(r.Left+at.Left-v.scrollX+at.Width/2, r.Top+at.Top-v.scrollY+at.Height-1)
	}
	for _, more := range []struct {
		there bool
		y     int
		sign  string
	}{{v.scrollY > 0, r.Top, "▲ more"}, {v.scrollY+r.Height < height, r.Top + r.Height - 1, "▼ more"}} {
		if more.there {
			v.text(r.Left+r.Width-8, more.y, r.Left+r.Width, tcell.StyleDefault.Reverse(true), " "+more.sign+" ")
		}
	}
}

// below writes what explains the board, where there is room.
func (v *view) below(r term.Rect) {
	lines := slices.Clone(v.pic.Notes)
	if v.pic.Legend != "" {
		lines = append(lines, wrap(v.pic.Legend, r.Width)...)
	}
	for i, line := range lines[:max(0, min(len(lines), r.Height-1))] {
		v.text(r.Left, r.Top+1+i, r.Left+r.Width, v.ink.faint(), line)
	}
}

// playerText returns a player in a few words.
func playerText(p *Player) string {
	if p.About == "" {
		return p.Name
	}
	return p.Name + " · " + p.About
}

// player writes a player on a line.
func (v *view) player(x, y, end int, p *Player) int {
	sign, st := "  ", tcell.StyleDefault
	if p.Turn {
		sign, st = "▶ ", st.Bold(true)
	}
	v.text(x, y, end, st, sign)
	man := tcell.StyleDefault.Reverse(true)
	if v.ink.colours >= 8 {
		man = v.ink.glyph(term.Man(v.scene.Board, p.Letter))
	}
	v.text(x+2, y, end, man, " "+p.Letter+" ")
	return v.text(x+6, y, end, st, playerText(p))
}

func (v *view) playerRows(width int) int {
	rows, used := 1, 0
	for i := range v.scene.Players {
		n := wide(playerText(&v.scene.Players[i])) + 8
		if used > 0 && used+n > width {
			rows, used = rows+1, 0
		}
		used += n
	}
	return rows
}

func (v *view) playersAt(r term.Rect) {
	x, y := r.Left, r.Top
	for i := range v.scene.Players {
		p := &v.scene.Players[i]
		if n := wide(playerText(p)) + 8; x > r.Left && x-r.Left+n > r.Width {
			x, y = r.Left, y+1
		}
		if y >= r.Top+r.Height {
			return
		}
		x = v.player(x, y, r.Left+r.Width, p) + 2
	}
}

// log writes the end of the log.
func (v *view) log(r term.Rect) {
	var lines []string
	for i := len(v.scene.Log) - 1; i >= 0 && len(lines) < r.Height; i-- {
		lines = append(wrap(v.scene.Log[i], r.Width), lines...)
	}
	lines = lines[max(0, len(lines)-max(0, r.Height)):]
	for i, line := range lines {
		st := v.ink.faint()
		if i == len(lines)-1 {
			st = tcell.StyleDefault
		}
		v.text(r.Left, r.Top+i, r.Left+r.Width, st, line)
	}
}

// above draws what lies above everything.
func (v *view) above(width, height int) {
	switch v.overlay {
	case help:
		v.page(width, height, v.say("key-help"), strings.Split(v.say("keys", "open", "{", "close", "}"), "\n"))
	case log:
		var lines []string
		for _, l := range v.scene.Log {
			lines = append(lines, wrap(l, min(width-6, 90))...)
		}
		v.page(width, height, v.say("title-log"), lines)
	case list:
		v.moves(width, height)
	case typing:
		y := height - 1
		v.fill(term.Rect{Top: y, Width: width, Height: 1}, tcell.StyleDefault)
		end := v.text(1, y, width-1, tcell.StyleDefault, ": "+string(v.typed))
		v.s.ShowCursor(end, y)
	case asking:
		v.box(width, height, tcell.StyleDefault, "", wrap(v.say("yes-no", "ask", v.asked.Ask), min(width-6, 70)), -1)
	case alarm:
		v.box(width, height, v.ink.alarm(), v.say("title-dice"), wrap(v.say("alarm-key", "alarm", v.scene.Alarm), min(width-6, 70)), -1)
	}
}

// say returns a sentence of the screen.
func (v *view) say(code string, args ...any) string {
	return v.scene.lang().Say("terminal."+code, parlour.ArgsOf(args...))
}

// choices returns the steps that can be chosen from the list.
func (v *view) choices() []*compose.Node {
	if v.turn == nil {
		return nil
	}
	return v.turn.Next()
}

// moves draws the list of what can be played.
func (v *view) moves(width, height int) {
	var lines []string
	for _, n := range v.choices() {
		words := ""
		switch {
		case n.From != "" && n.To != "":
			words = capital(v.say("from-to", "from", placeName(v.scene.lang(), v.scene.Board, n.From), "to", placeName(v.scene.lang(), v.scene.Board, n.To)))
		case n.From != "":
			words = capital(placeName(v.scene.lang(), v.scene.Board, n.From))
		default:
			words = v.word(n)
		}
		lines = append(lines, fmt.Sprintf("%-8s %s", n.Text, words))
	}
	v.pick = min(max(v.pick, 0), max(0, len(lines)-1))
	room := height - 6
	v.top = min(max(v.top, v.pick-room+1), v.pick)
	v.top = max(0, min(v.top, len(lines)-room))
	v.box(width, height, tcell.StyleDefault, v.say("title-moves"), lines, v.pick)
}

// page draws a text that can be longer than the screen.
func (v *view) page(width, height int, title string, lines []string) {
	room := height - 6
	if v.top < 0 || v.top > len(lines)-room {
		v.top = max(0, len(lines)-room)
	}
	v.box(width, height, tcell.StyleDefault, title, lines, -1)
}

// box draws lines in a frame in the middle of the screen, from the line v.top on.
func (v *view) box(width, height int, st tcell.Style, title string, lines []string, pick int) {
	w := wide(title)
	for _, l := range lines {
		w = max(w, wide(l))
	}
	w = min(w+4, width-2)
	room := height - 6
	top := 0
	if len(lines) > room {
		top = min(max(v.top, 0), len(lines)-room)
	}
	shown := lines[top:min(len(lines), top+room)]
	r := term.Rect{Left: (width - w) / 2, Top: max(0, (height-len(shown)-4)/2), Width: w, Height: len(shown) + 4}
	v.fill(r, st)
	v.frame(r, st)
	if title != "" {
		v.text(r.Left+2, r.Top, r.Left+r.Width-2, st.Bold(true), " "+title+" ")
	}
	if len(lines) > room {
		v.text(r.Left+2, r.Top+r.Height-1, r.Left+r.Width-2, st, fmt.Sprintf(" %d–%d of %d ", top+1, top+len(shown), len(lines)))
	}
	for i, l := range shown {
		line := st
		if top+i == pick {
			line = st.Reverse(true)
		}
		y := r.Top + 2 + i
		v.text(r.Left+2, y, r.Left+r.Width-2, line, l)
		if pick >= 0 {
			v.hits = append([]hit{{term.Rect{Left: r.Left, Top: y, Width: r.Width, Height: 1}, func(ctx context.Context) { v.choose(ctx, top+i) }}}, v.hits...)
		}
	}
}

// frame draws the edge of a rectangle.
func (v *view) frame(r term.Rect, st tcell.Style) {
	right, bottom := r.Left+r.Width-1, r.Top+r.Height-1
	for x := r.Left; x <= right; x++ {
		v.s.SetContent(x, r.Top, tcell.RuneHLine, nil, st)
		v.s.SetContent(x, bottom, tcell.RuneHLine, nil, st)
	}
	for y := r.Top; y <= bottom; y++ {
		v.s.SetContent(r.Left, y, tcell.RuneVLine, nil, st)
		v.s.SetContent(right, y, tcell.RuneVLine, nil, st)
	}
	v.s.SetContent(r.Left, r.Top, tcell.RuneULCorner, nil, st)
	v.s.SetContent(right, r.Top, tcell.RuneURCorner, nil, st)
	v.s.SetContent(r.Left, bottom, tcell.RuneLLCorner, nil, st)
	v.s.SetContent(right, bottom, tcell.RuneLRCorner, nil, st)
}

// block writes a text over several lines.
func (v *view) block(r term.Rect, st tcell.Style, text string) {
	for i, line := range wrap(text, r.Width) {
		if i < r.Height {
			v.text(r.Left, r.Top+i, r.Left+r.Width, st, line)
		}
	}
}

func (v *view) fill(r term.Rect, st tcell.Style) {
	for y := r.Top; y < r.Top+r.Height; y++ {
		for x := r.Left; x < r.Left+r.Width; x++ {
			v.s.SetContent(x, y, ' ', nil, st)
		}
	}
}

// text writes a text up to a column and returns where it ends. What would upset a
// terminal is left out.
func (v *view) text(x, y, end int, st tcell.Style, text string) int {
	for g := uniseg.NewGraphemes(text); g.Next(); {
		runes := g.Runes()
		if unicode.IsControl(runes[0]) {
			continue
		}
		w := max(1, g.Width())
		if x+w > end {
			return x
		}
		v.s.SetContent(x, y, runes[0], runes[1:], st)
		x += w
	}
	return x
}

// wide returns how many columns a text takes.
func wide(text string) int { return uniseg.StringWidth(text) }

// wrap breaks a text into lines that are no wider than that many columns.
func wrap(text string, width int) (lines []string) {
	width = max(width, 1)
	for para := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line := ""
		for _, word := range strings.Fields(para) {
			for wide(word) > width {
				if line != "" {
					lines, line = append(lines, line), ""
				}
				cut := 0
				for cut < len(word) {
					_, n := utf8.DecodeRuneInString(word[cut:])
					if wide(word[:cut+n]) > width {
						break
					}
					cut += n
				}
				lines, word = append(lines, word[:max(cut, 1)]), word[max(cut, 1):]
			}
			switch {
			case line == "":
				line = word
			case wide(line)+1+wide(word) > width:
				lines, line = append(lines, line), word
			default:
				line += " " + word
			}
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

func capital(s string) string { return strings.TrimSuffix(phrase.Sentence(s), ".") }
