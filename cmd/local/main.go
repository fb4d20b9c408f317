//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "This program runs inside a browser. Build it with GOOS=js GOARCH=wasm, or with: make local")
	os.Exit(1)
}
