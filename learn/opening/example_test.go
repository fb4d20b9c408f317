package opening_test

import (
	"fmt"
	"strings"

	"parlour/learn/opening"
)

func ExampleRead() {
	made, lines, err := opening.Read(strings.NewReader("command parlour book build checkers\n\n4\t9-13;22-17;13x22\t0.12,0,17,25x18\n"))
	fmt.Println(made.Command, err)
	fmt.Println(lines[0].Path, lines[0].Best().Move, lines[0].Best().Value)
	// Output:
	// parlour book build checkers <nil>
	// [9-13 22-17 13x22] 25x18 0.12
}
