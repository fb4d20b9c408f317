// The command parlour plays, explains, draws, counts and simulates the games
// of the cabinet. parlour help shows how.
//
// It exits with 0 if all went well, with 1 if something was refused or failed,
// and with 2 if it was called wrongly.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	os.Exit(run(ctx, os.Args[1:], &streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}
