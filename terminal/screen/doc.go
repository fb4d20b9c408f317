// Package screen plays a game full-screen in a terminal, with cursor keys and
// mouse. It knows no game and no table: a [Game] says what to show, and is given
// lines of text to carry out, the same that people type in line mode.
//
//	s, err := screen.Open()
//	if err != nil {
//		return err
//	}
//	err = screen.Run(ctx, s, game)
//
// Run restores the terminal however it ends, also after a panic. Only this package
// knows the library that draws; see docs/adr/0016-tcell.md.
package screen
