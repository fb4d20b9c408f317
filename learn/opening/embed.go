package opening

import (
	"bytes"
	"fmt"
	"sync"

	"parlour/learn/theory"
)

// Reader returns a function that reads a book when it is first asked for. The
// text is part of the program, so it panics if there is a fault in it.
func (k *Maker) Reader(text []byte) func() *Book {
	return sync.OnceValue(func() *Book {
		made, lines, err := Read(bytes.NewReader(text))
		if err != nil {
			panic(fmt.Sprintf("opening: a book that is part of the program: %v", err))
		}
		return k.Fill(made, lines)
	})
}

// Elsewhere is the book of a game inside a browser, where the program carries no
// lines. It only says that there is a book: the site has its pages.
func Elsewhere() *Book { return &Book{Unit: theory.Chances} }
