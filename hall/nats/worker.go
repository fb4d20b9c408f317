package nats

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parlour/lab/work"
)

// A Worker does tasks that a Crew hands out.
type Worker struct {
	Doer  work.Doer
	Hands int // tasks done at the same time; 0 means one per processor

	// Told, if not nil, is called after every finished task, from one
	// goroutine at a time.
	Told func(Did)

	queue
	id      string
	begs    int            // how often a task is started before it is given up
	results sync.WaitGroup // tasks under way
	mu      sync.Mutex     // guards what follows
	running map[*underway]struct{}
}

// underway is a task being done.
type underway struct {
	job    string
	task   int
	cancel context.CancelCauseFunc
}

// Did describes a finished task.
type Did struct {
	Kind  string
	Job   string
	Task  int
	Took  time.Duration
	Again bool  // it had been started before
	Err   error // what was wrong with the task
}

var errOver = errors.New("the job is over")

// Work does tasks from the queue at an address until ctx ends. It hands
// unfinished tasks back.
func (w *Worker) Work(ctx context.Context, address string, o Options) error {
	if err := dialQueue(ctx, address, o, &w.queue); err != nil {
		return err
	}
	defer w.close()
	if w.Hands <= 0 {
		w.Hands = runtime.GOMAXPROCS(0)
	}
	if w.begs == 0 {
		w.begs = mostBegs
	}
	w.id, w.running = rand.Text(), map[*underway]struct{}{}
	over, err := w.nc.Subscribe(w.prefix+"end.*", func(m *nats.Msg) { w.over(m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]) })
	if err != nil {
		return err
	}
	defer func() { _ = over.Unsubscribe() }() // the connection is about to close anyway
	var greet sync.WaitGroup
	greet.Go(func() { w.greet(ctx) })
	err = w.fetch(ctx)
	w.results.Wait()
	greet.Wait()
	_ = w.nc.FlushTimeout(patience) // flush the tasks handed back, as far as the server answers
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// greet says every second that this worker is up, and says when it leaves.
func (w *Worker) greet(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	say := func(hands int) {
		data, err := json.Marshal(hello{w.id, hands, w.doing()})
		if err == nil {
			_ = w.nc.Publish(w.prefix+"hello."+w.release, data) // repeated every second
		}
	}
	for {
		say(w.Hands)
		select {
		case <-tick.C:
		case <-ctx.Done():
			say(0)
			return
		}
	}
}

// fetch takes a task from the queue whenever a hand is free.
func (w *Worker) fetch(ctx context.Context) error {
	free := make(chan struct{}, w.Hands)
	for ctx.Err() == nil {
		tasks, err := w.consumer(ctx)
		if err != nil {
			return err
		}
		for idle := 0; idle < 5 && ctx.Err() == nil; idle++ {
			select {
			case free <- struct{}{}:
			case <-ctx.Done():
				return nil
			}
			m, err := next(tasks)
			if m != nil {
				idle = 0
				w.results.Go(func() { w.take(ctx, m, sync.OnceFunc(func() { <-free })) })
				continue
			}
			<-free
			if err != nil {
				w.note(err)
				sleep(ctx, pause(1))
				break
			}
		}
		// There may be no task, or the server has lost its streams, which it
		// does not report.
	}
	return nil
}

// consumer returns the queue of this release's tasks. All workers share it.
func (w *Worker) consumer(ctx context.Context) (c jetstream.Consumer, err error) {
	err = w.persist(ctx, w.away, func(ctx context.Context) error {
		stream, _, err := w.streams(ctx)
		if err != nil {
			return err
		}
		c, err = stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: "workers-" + w.release, FilterSubject: w.prefix + "work." + w.release + ".>",
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1, MaxAckPending: 1 << 16, MaxWaiting: 1 << 12,
			InactiveThreshold: keepFor,
		})
		return err
	})
	return c, err
}

// away does nothing: a worker has nothing to report while it waits.
func (w *Worker) away() {}

// next waits briefly for a task and returns nil if there is none. It ignores
// cancellation: a task already on its way would be lost until its heartbeat
// times out.
func next(tasks jetstream.Consumer) (jetstream.Msg, error) {
	batch, err := tasks.Fetch(1, jetstream.FetchMaxWait(time.Second))
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		return m, nil
	}
	if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
		return nil, err
	}
	return nil, nil
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// take does a task and sends its result. It calls free when the hand can take
// another task, which is before the result is stored.
func (w *Worker) take(leave context.Context, m jetstream.Msg, free func()) {
	defer free()
	parts := strings.Split(m.Subject(), ".")
	job := parts[len(parts)-2]
	n, err := strconv.Atoi(parts[len(parts)-1])
	meta, bad := m.Metadata()
	if err != nil || bad != nil {
		_ = m.Term() // not a task of this house
		return
	}
	ctx, cancel := context.WithCancelCause(leave)
	defer cancel(nil)
	defer w.enter(&underway{job, n, cancel})()
	stop := w.heartbeat(m)
	defer stop()

	did := Did{Job: job, Task: n, Again: meta.NumDelivered > 1}
	begun := time.Now()
	var result json.RawMessage
	t, err := unpackTask(m.Data())
	switch did.Kind = t.Kind; {
	case err != nil:
		err = fmt.Errorf("the task cannot be read: %w", err)
	case int(meta.NumDelivered) > w.begs:
		err = fmt.Errorf("the task was started %s and never finished", times(int(meta.NumDelivered)-1))
	case m.Headers().Get(protocolHeader) != protocol:
		err = work.ErrUnknown
	default:
		result, err = w.do(ctx, t)
	}
	did.Took, did.Err = time.Since(begun), err
	free()
	switch {
	case context.Cause(ctx) == errOver:
		_ = m.Term()
		return
	case err != nil && leave.Err() != nil:
		_ = m.Nak() // another worker gets it, at once or a little later
		return
	case errors.Is(err, work.ErrUnknown) && int(meta.NumDelivered) < w.begs:
		_ = m.NakWithDelay(beat)
		return
	}
	// A worker that leaves still stores finished results, if that is quick.
	last, end := context.WithCancel(context.WithoutCancel(leave))
	defer end()
	defer context.AfterFunc(leave, func() { time.AfterFunc(patience, end) })()
	if err := w.deliver(last, job, n, result, err); err != nil {
		_ = m.Nak()
		return
	}
	acked, done := context.WithTimeout(last, patience)
	defer done()
	_ = m.DoubleAck(acked) // if this fails the task is done again, which is harmless
	if w.Told != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.Told(did)
	}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// do does a task. A panic fails the task, not the worker.
func (w *Worker) do(ctx context.Context, t work.Task) (result json.RawMessage, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a task of the kind %q made its worker panic: %v", t.Kind, r)
		}
	}()
	return w.Doer.Do(ctx, t)
}

// heartbeat keeps the task assigned to this worker until it is stopped.
func (w *Worker) heartbeat(m jetstream.Msg) (stop func()) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(beat)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = m.InProgress() // the next one may get through
			case <-done:
				return
			}
		}
	})
	return func() { close(done); wg.Wait() }
}

// deliver stores a result in as many parts as needed.
func (w *Worker) deliver(ctx context.Context, job string, n int, result []byte, failed error) error {
	if failed != nil {
		result = []byte(failed.Error())
	}
	packed, err := pack(result)
	if err != nil {
		return err
	}
	list := slices.Collect(slices.Chunk(packed, partSize))
	for i, data := range list {
		header := nats.Header{partsHeader: {strconv.Itoa(len(list))}}
		if failed != nil {
			header.Set(failedHeader, "1")
		}
		subject := w.resultSubject(job, n, i)
		if err := w.publish(ctx, w.away, &nats.Msg{Subject: subject, Header: header, Data: data}, subject); err != nil {
			return err
		}
	}
	return nil
}

// enter records that a task of a job is being done.
func (w *Worker) enter(t *underway) (leave func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running[t] = struct{}{}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.running, t)
	}
}

// doing names the tasks being done.
func (w *Worker) doing() (names []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for t := range w.running {
		names = append(names, t.job+"."+strconv.Itoa(t.task))
	}
	return names
}

// over cancels the tasks of a job that is over.
func (w *Worker) over(job string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for t := range w.running {
		if t.job == job {
			t.cancel(errOver)
		}
	}
}
