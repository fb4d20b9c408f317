// Command wasm measures random play of every game and prints nanoseconds per move
// as JSON. It takes the time of each measurement. parlour bench local builds it
// for WebAssembly and runs it in Node.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"parlour/lab/bench"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("expected how long to measure each game, such as 1s")
	}
	span, err := time.ParseDuration(os.Args[1])
	if err != nil {
		return err
	}
	// Warm up once: Node compiles again what runs often.
	if _, err := bench.Moves(context.Background(), span/2); err != nil {
		return err
	}
	moves, err := bench.Moves(context.Background(), span)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(moves)
}
