package engine_test

import (
	"fmt"
	"os"
	"strings"

	"parlour/engine"
)

func ExampleServe() {
	in := strings.NewReader(`{"id":1,"new":"kleefeld","players":2}` + "\n")
	if err := engine.Serve(in, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output: {"id":1,"position":"kleefeld G:-,-,-,-/B:-,-,-,- G - - -"}
}
