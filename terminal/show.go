package terminal

import (
	"io"
	"os"
	"runtime"
	"strings"

	xterm "golang.org/x/term"

	"parlour"
	"parlour/cabinet"
	"parlour/draw"
	"parlour/draw/term"
	"parlour/phrase"
)

// Is reports whether a stream is a terminal.
func Is(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && xterm.IsTerminal(int(f.Fd()))
}

// Style returns the style for an output. Only terminals get more than ASCII, and
// colours unless NO_COLOR is set.
func Style(out io.Writer, plain bool) term.Style {
	if plain || !Is(out) || !capable() {
		return term.Style{}
	}
	return term.Style{Colour: os.Getenv("NO_COLOR") == "", Unicode: true}
}

// capable reports whether the terminal can do more than print lines.
func capable() bool {
	name := os.Getenv("TERM")
	return runtime.GOOS == "windows" || name != "" && name != "dumb"
}

// Show draws the board with the last move marked.
func Show(out io.Writer, lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match, last []parlour.Effect, plain bool) error {
	v := draw.Of(m)
	v.Title, v.Last = e.Title(lang), draw.Ways(last)
	if v.Says = ""; !m.Turn().Over() { // the end is told below the board
		v.Says = cabinet.ToAct(lang, m)
	}
	style := Style(out, plain)
	style.Said = lang.Said
	return term.Board(out, e.BoardIn(lang, m), v, style)
}

// Spoken says in words what a throw or a move does.
func Spoken(lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match, mv parlour.Move) string {
	var parts []string
	for _, ef := range m.Effects(mv) {
		parts = append(parts, e.Say(lang, ef))
	}
	if len(parts) == 0 {
		return lang.Say("terminal.nothing", nil)
	}
	return strings.Join(parts, "; ")
}
