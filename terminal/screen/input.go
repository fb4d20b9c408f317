package screen

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// key handles a key.
func (v *view) key(ctx context.Context, e *tcell.EventKey) {
	if e.Key() == tcell.KeyCtrlC {
		v.left = true
		return
	}
	switch v.overlay {
	case typing:
		v.typeKey(ctx, e)
		return
	case asking, alarm:
		v.answer(ctx, e)
		return
	case list:
		v.listKey(ctx, e)
		return
	case help, log:
		v.pageKey(e)
		return
	}
	switch e.Key() {
	case tcell.KeyUp:
		v.move(0, -1)
	case tcell.KeyDown:
		v.move(0, 1)
	case tcell.KeyLeft:
		v.move(-1, 0)
	case tcell.KeyRight:
		v.move(1, 0)
	case tcell.KeyTab:
		v.next(1)
	case tcell.KeyBacktab:
		v.next(-1)
	case tcell.KeyEnter:
		if v.turn == nil || v.cursor == "" || len(v.hot()) == 0 {
			v.primary(ctx)
			return
		}
		v.touch(ctx, v.cursor, false)
	case tcell.KeyEscape, tcell.KeyBackspace, tcell.KeyBackspace2:
		v.back()
	case tcell.KeyPgUp, tcell.KeyPgDn:
		v.open(log)
	case tcell.KeyCtrlL:
		v.s.Sync()
	case tcell.KeyCtrlZ:
		v.suspend()
	case tcell.KeyRune:
		v.letter(ctx, e.Rune())
	}
}

// letter handles a key with a letter.
func (v *view) letter(ctx context.Context, r rune) {
	switch r {
	case ' ':
		if !v.primary(ctx) {
			v.touch(ctx, v.cursor, false)
		}
		return
	case '?':
		v.open(help)
		return
	case ':':
		v.open(typing)
		return
	case 'm':
		if v.turn != nil {
			v.open(list)
		}
		return
	case 'l':
		v.open(log)
		return
	case 'f':
		v.extra = (v.extra + 2) % 4
		return
	case 'q':
		v.leave()
		return
	}
	if n := int(r - '1'); v.turn != nil && n >= 0 && n < len(v.turn.Words()) && n < 9 {
		v.take(ctx, v.turn.Words()[n:n+1])
		return
	}
	for i := range v.scene.Actions {
		if a := v.scene.Actions[i]; a.Key == r {
			v.act(ctx, a)
			return
		}
	}
	if r >= '1' && r <= '6' && v.scene.Yours && v.turn == nil { // a throw of real dice is typed
		v.open(typing)
		v.typed = []rune{r}
	}
}

// act does an action, after a question if it has one.
func (v *view) act(ctx context.Context, a Action) {
	if a.Ask != "" {
		v.asked = &a
		v.open(asking)
		return
	}
	if v.turn != nil && a.Line == "undo" && v.turn.Gestures() > 0 {
		v.back()
		return
	}
	v.do(ctx, a.Line)
}

// leave leaves, after a question if there is one.
func (v *view) leave() {
	if v.scene.Leave == "" {
		v.left = true
		return
	}
	v.asked = &Action{Ask: v.scene.Leave}
	v.open(asking)
}

// open shows an overlay.
func (v *view) open(o overlay) {
	v.overlay, v.top, v.pick, v.typed = o, 0, 0, nil
	if o == log {
		v.top = -1 // the end
	}
}

func (v *view) pageKey(e *tcell.EventKey) {
	_, height := v.s.Size()
	switch e.Key() {
	case tcell.KeyUp:
		v.top--
	case tcell.KeyDown:
		v.top++
	case tcell.KeyPgUp:
		v.top -= height - 6
	case tcell.KeyPgDn:
		v.top += height - 6
	case tcell.KeyHome:
		v.top = 0
	case tcell.KeyEnd:
		v.top = 1 << 20
	default:
		v.overlay = none
		return
	}
	v.top = max(v.top, 0)
}

// answer answers a question: y or Enter does it, everything else does not. An
// alarm needs the very key.
func (v *view) answer(ctx context.Context, e *tcell.EventKey) {
	r := unicode.ToLower(e.Rune())
	if e.Key() != tcell.KeyRune {
		r = 0
	}
	if v.overlay == alarm {
		switch r {
		case 'g':
			v.alarmed, v.overlay = v.scene.Alarm, none
			v.do(ctx, "go on")
		case 'q':
			v.left = true
		}
		return
	}
	v.overlay = none
	leaves := v.asked.Line == "" // so a second q does
	if r != 'y' && e.Key() != tcell.KeyEnter && (r != 'q' || !leaves) {
		return
	}
	if leaves {
		v.left = true
		return
	}
	v.do(ctx, v.asked.Line)
}

// typeKey edits the line that is typed.
func (v *view) typeKey(ctx context.Context, e *tcell.EventKey) {
	switch e.Key() {
	case tcell.KeyEnter:
		line := strings.TrimSpace(string(v.typed))
		v.overlay = none
		switch line {
		case "":
		case "q", "quit":
			v.leave()
		case "?", "help":
			v.open(help)
		default:
			v.tell("", false)
			v.do(ctx, line)
		}
	case tcell.KeyEscape:
		v.overlay = none
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		if len(v.typed) == 0 {
			v.overlay = none
			return
		}
		v.typed = v.typed[:len(v.typed)-1]
	case tcell.KeyCtrlU:
		v.typed = nil
	case tcell.KeyRune:
		if len(v.typed) < 200 {
			v.typed = append(v.typed, e.Rune())
		}
	}
}

// listKey chooses in the list of moves.
func (v *view) listKey(ctx context.Context, e *tcell.EventKey) {
	n := len(v.choices())
	switch e.Key() {
	case tcell.KeyUp:
		v.pick--
	case tcell.KeyDown:
		v.pick++
	case tcell.KeyPgUp:
		v.pick -= 10
	case tcell.KeyPgDn:
		v.pick += 10
	case tcell.KeyHome:
		v.pick = 0
	case tcell.KeyEnd:
		v.pick = n - 1
	case tcell.KeyEnter:
		v.choose(ctx, v.pick)
		return
	default:
		v.overlay = none
		return
	}
	v.pick = min(max(v.pick, 0), n-1)
}

// choose takes a step of the list.
func (v *view) choose(ctx context.Context, i int) {
	v.overlay = none
	if all := v.choices(); v.turn != nil && !v.busy && i >= 0 && i < len(all) {
		v.tell("", false)
		v.take(ctx, all[i:i+1])
	}
}

// mouse handles the mouse: a click acts where it is pressed.
func (v *view) mouse(ctx context.Context, e *tcell.EventMouse) {
	x, y := e.Position()
	down := e.Buttons()&tcell.Button1 != 0
	clicked := down && !v.pressed
	v.pressed = down
	switch b := e.Buttons(); {
	case b&tcell.WheelUp != 0:
		v.wheel(-1)
	case b&tcell.WheelDown != 0:
		v.wheel(1)
	case e.Buttons()&tcell.Button2 != 0:
		v.back()
	}
	if !clicked || v.overlay == alarm {
		return
	}
	if i := slices.IndexFunc(v.hits, func(h hit) bool { return h.Has(x, y) }); i >= 0 {
		v.hits[i].do(ctx)
		return
	}
	if v.overlay != none {
		v.overlay = none
		return
	}
	if v.pic == nil || !v.at.Has(x, y) {
		v.touch(ctx, "", true)
		return
	}
	place := v.pic.At(x-v.at.Left+v.scrollX, y-v.at.Top+v.scrollY)
	if place != "" {
		v.cursor = place
	}
	v.touch(ctx, place, true)
}

func (v *view) wheel(by int) {
	switch v.overlay {
	case list:
		v.pick = min(max(v.pick+by, 0), len(v.choices())-1)
	case help, log:
		v.top = max(0, v.top+3*by)
	case none:
		v.open(log)
	}
}
