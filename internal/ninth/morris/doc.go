// Package morris is Nine Men's Morris, also called merels or mill.
//
//	m, _ := morris.Game().New(parlour.Setup{})
//	move, err := m.Parse("d6")
//	if err == nil {
//		m.Play(move)
//	}
//	fmt.Println(m) // morris B:W8/d6:B9/ q=0
//
// Each player places nine men in turn on the points of the board, then slides
// them along its lines. Whoever closes a row of three, a mill, takes a man.
//
// A [Position] is two sets of points and a few counters; [Rules] is the book
// with its options. A move is complete: the man that is placed or slid, and the
// man that is taken for it. Moves are listed in canonical order.
//
// The rules do not judge repetition, agreed draws and resignations; the match
// does, with [Rules.Key] and [Rules.Draws].
package morris
