// Package worker lends a machine to the laboratory: it does the tasks that
// others hand to a NATS server.
//
//	w := worker.Worker{Hands: 2, Out: os.Stdout, Log: slog.Default()}
//	err := w.Run(ctx, "nats://host:4222", nats.Options{Name: "host"})
package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"parlour/hall/nats"
	"parlour/lab"
	"parlour/lab/work"
	"parlour/phrase"
)

// A Worker does tasks of the laboratory and logs a summary every minute.
type Worker struct {
	Hands int       // tasks done at the same time
	Out   io.Writer // gets one line when the work begins
	Log   *slog.Logger

	mu    sync.Mutex
	tasks int // since the last summary
	spent time.Duration
}

// Run works until ctx ends. Unfinished tasks go back to the server.
func (w *Worker) Run(ctx context.Context, address string, o nats.Options) error {
	fmt.Fprintf(w.Out, "working with %s, release %s\n", phrase.Plural(w.Hands, "hand"), work.Release())
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	go func() {
		for {
			select {
			case <-tick.C:
				w.summary()
			case <-ctx.Done():
				return
			}
		}
	}()
	n := &nats.Worker{Doer: lab.Doers(), Hands: w.Hands, Told: w.did}
	err := n.Work(ctx, address, o)
	w.summary()
	if err == nil && ctx.Err() == nil {
		err = errors.New("the connection to the server ended")
	}
	return err
}

// did counts a task and logs it.
func (w *Worker) did(t nats.Did) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tasks++
	w.spent += t.Took
	if t.Err != nil {
		w.Log.Warn("a task failed", "kind", t.Kind, "job", t.Job, "task", t.Task, "error", t.Err)
		return
	}
	w.Log.Debug("done", "kind", t.Kind, "job", t.Job, "task", t.Task, "took", t.Took, "again", t.Again)
}

// summary logs how much was done since the last summary.
func (w *Worker) summary() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.tasks > 0 {
		w.Log.Info("worked", "tasks", w.tasks, "time", w.spent.Round(time.Millisecond))
	}
	w.tasks, w.spent = 0, 0
}
