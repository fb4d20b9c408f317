// The command parlour plays, explains, draws, analyses and simulates the games of
// the cabinet, and serves them to browsers. parlour help shows how.
//
// It exits with 0 on success, with 1 if something was refused or failed, and with
// 2 if the command line was wrong.
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
