package nats

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parlour/internal/servers"
	"parlour/internal/wait"
	"parlour/lab/work"
)

// doers do quick, slow, large and failing tasks.
func doers() work.Doers {
	number := func(body json.RawMessage) (n int, err error) {
		err = json.Unmarshal(body, &n)
		return n, err
	}
	return work.Doers{
		"square": func(_ context.Context, body json.RawMessage) (json.RawMessage, error) {
			n, err := number(body)
			if err != nil {
				return nil, err
			}
			time.Sleep(time.Duration(rand.IntN(5)) * time.Millisecond)
			return fmt.Append(nil, n*n), nil
		},
		"long": func(_ context.Context, body json.RawMessage) (json.RawMessage, error) {
			n, err := number(body)
			if err != nil {
				return nil, err
			}
			r := rand.New(rand.NewPCG(1, uint64(n)))
			list := make([]uint64, 100_000) // does not compress well
			for i := range list {
				list[i] = r.Uint64()
			}
			return json.Marshal(list)
		},
		"bad": func(context.Context, json.RawMessage) (json.RawMessage, error) {
			return nil, errors.New("no such book")
		},
		"panic": func(context.Context, json.RawMessage) (json.RawMessage, error) { panic("the table broke") },
	}
}

func numbers(kind string, n int) (tasks []work.Task) {
	for i := range n {
		tasks = append(tasks, work.Task{Kind: kind, Body: fmt.Append(nil, i)})
	}
	return tasks
}

// outcome runs tasks and returns all results concatenated.
func outcome(t *testing.T, c work.Crew, tasks []work.Task, also func(n int)) string {
	t.Helper()
	var text strings.Builder
	next := 0
	err := c.Run(t.Context(), tasks, func(n int, result json.RawMessage) error {
		if n != next {
			t.Errorf("got result %d, want %d", n, next)
		}
		next++
		fmt.Fprintf(&text, "%s\n", result)
		if also != nil {
			also(n)
		}
		return nil
	})
	if err != nil || next != len(tasks) {
		t.Errorf("%d results of %d tasks, %v", next, len(tasks), err)
	}
	return text.String()
}

// alone returns the results of a single worker.
func alone(t *testing.T, tasks []work.Task) string {
	t.Helper()
	return outcome(t, work.Hands{Doer: doers(), Workers: 1}, tasks, nil)
}

func hire(t *testing.T, address string, o Options) *Crew {
	t.Helper()
	c, err := Hire(t.Context(), address, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// employ starts a worker and returns a function that stops it.
func employ(t *testing.T, address string, w *Worker, o Options) (leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := w.Work(ctx, address, o); err != nil {
			t.Errorf("a worker ended with %v", err)
		}
	})
	leave = sync.OnceFunc(func() { cancel(); wg.Wait() })
	t.Cleanup(leave)
	return leave
}

// Workers come and go, and the results are the same as those of one worker.
func TestCrew(t *testing.T) {
	address := servers.NATS(t).URL()
	tasks := numbers("square", 300)
	c := hire(t, address, Options{})
	var done [4]atomic.Int64
	worker := func(n int) (leave func()) {
		all := doers()
		square := all["square"]
		all["square"] = func(ctx context.Context, body json.RawMessage) (json.RawMessage, error) {
			// The first worker has to do something before it leaves. Those that
			// have done something leave the last tasks to the others.
			wait.For(t, "the other workers to do something", func() bool {
				switch {
				case ctx.Err() != nil:
					return true
				case len(body) < 3:
					return n == 0 || done[0].Load() > 0
				case body[0] == '2':
					return done[n].Load() == 0 || done[1].Load() > 0 && done[2].Load() > 0 && done[3].Load() > 0
				}
				return true
			})
			return square(ctx, body)
		}
		return employ(t, address, &Worker{Doer: all, Hands: 1 + n%2, Told: func(Did) { done[n].Add(1) }}, Options{})
	}
	leave := worker(0)
	worker(1)
	got := outcome(t, c, tasks, func(n int) {
		switch n {
		case 50:
			worker(2)
		case 100:
			leave()
			worker(3)
		}
	})
	if want := alone(t, tasks); got != want {
		t.Error("the results of many workers differ from those of one")
	}
	for n := range done {
		if done[n].Load() == 0 {
			t.Errorf("worker %d did nothing", n)
		}
	}
	if left := leftovers(t, c); left != 0 {
		t.Errorf("%d messages are left of a finished job", left)
	}
}

// leftovers counts the messages stored on the server.
func leftovers(t *testing.T, c *Crew) (n uint64) {
	t.Helper()
	tasks, results, err := c.open(t.Context(), func() {})
	if err != nil {
		t.Fatal(err)
	}
	return tasks.CachedInfo().State.Msgs + results.CachedInfo().State.Msgs
}

// A server that is killed, and loses its streams, only delays the work.
func TestCrewOutage(t *testing.T) {
	s := servers.NATS(t)
	tasks := numbers("square", 250)
	c := hire(t, s.URL(), Options{})
	employ(t, s.URL(), &Worker{Doer: doers(), Hands: 2}, Options{})
	got := outcome(t, c, tasks, func(n int) {
		switch n {
		case 50, 100:
			s.Kill()
			s.Start()
		case 150:
			s.Lose()
			s.Start()
		}
	})
	if want := alone(t, tasks); got != want {
		t.Error("the results after an outage differ from those without one")
	}
}

// The task of a worker that dies is done by another.
func TestWorkerDies(t *testing.T) {
	address := servers.NATS(t).URL()
	begun := make(chan struct{})
	dead := &Worker{Hands: 1, Doer: work.Doers{"square": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
		close(begun)
		<-ctx.Done()
		return nil, ctx.Err()
	}}}
	leave := employ(t, address, dead, Options{})
	c := hire(t, address, Options{})
	go func() {
		<-begun
		dead.nc.Close() // it can send nothing any more
		leave()
		employ(t, address, &Worker{Doer: doers(), Hands: 1, Told: func(d Did) {
			if d.Task == 0 && !d.Again {
				t.Error("the dead worker's task looked new to its successor")
			}
		}}, Options{})
	}()
	tasks := numbers("square", 3)
	if got, want := outcome(t, c, tasks, nil), alone(t, tasks); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A task that the server keeps but never hands out is handed out again. Here
// somebody holds it who says nothing: to the crew, that looks the same.
func TestForgottenTask(t *testing.T) {
	address := servers.NATS(t).URL()
	thief := &Worker{}
	if err := dialQueue(t.Context(), address, Options{}, &thief.queue); err != nil {
		t.Fatal(err)
	}
	defer thief.close()
	held, err := thief.consumer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c := hire(t, address, Options{})
	tasks := numbers("square", 5)
	var got string
	var wg sync.WaitGroup
	wg.Go(func() { got = outcome(t, c, tasks, nil) })
	var m jetstream.Msg
	wait.For(t, "a task to steal", func() bool {
		m, err = next(held)
		return m != nil
	})
	defer thief.heartbeat(m)()
	employ(t, address, &Worker{Doer: doers(), Hands: 2}, Options{})
	wg.Wait()
	if want := alone(t, tasks); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if left := leftovers(t, c); left != 0 {
		t.Errorf("%d messages are left of a finished job", left)
	}
}

// A task that takes long is not handed out again while somebody does it.
func TestLongTask(t *testing.T) {
	address := servers.NATS(t).URL()
	var begun atomic.Int64
	enough := make(chan struct{})
	doer := work.Doers{"long": func(context.Context, json.RawMessage) (json.RawMessage, error) {
		begun.Add(1)
		<-enough
		return json.RawMessage("1"), nil
	}}
	employ(t, address, &Worker{Doer: doer, Hands: 2}, Options{})
	c := hire(t, address, Options{})
	checks := 0
	c.checked = func() {
		if checks++; checks == forgotten+2 {
			close(enough)
		}
	}
	outcome(t, c, numbers("long", 1), nil)
	if n := begun.Load(); n != 1 {
		t.Errorf("the task was started %d times", n)
	}
}

// A result that was missed is found, even if its task is still in the queue.
func TestMissedResult(t *testing.T) {
	address := servers.NATS(t).URL()
	c := hire(t, address, Options{})
	var got string
	j := c.job([]work.Task{{Kind: "square", Body: json.RawMessage("7")}}, func(_ int, result json.RawMessage) error {
		got = string(result)
		return nil
	})
	var err error
	if j.tasks, j.results, err = c.open(t.Context(), func() {}); err != nil {
		t.Fatal(err)
	}
	defer j.end()
	if err := j.handOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := j.check(t.Context()); err != nil || got != "" {
		t.Fatalf("the result was %q before there was one, %v", got, err)
	}
	w := &Worker{}
	if err := dialQueue(t.Context(), address, Options{}, &w.queue); err != nil {
		t.Fatal(err)
	}
	defer w.close()
	if err := w.deliver(t.Context(), j.id, 0, []byte("49"), nil); err != nil {
		t.Fatal(err)
	}
	wait.For(t, "the result to be found", func() bool {
		if err := j.check(t.Context()); err != nil {
			t.Fatal(err)
		}
		return got == "49"
	})
}

// Results larger than a message are sent in parts.
func TestLongResults(t *testing.T) {
	address := servers.NATS(t).URL()
	c := hire(t, address, Options{})
	employ(t, address, &Worker{Doer: doers(), Hands: 2}, Options{})
	tasks := numbers("long", 3)
	got, want := outcome(t, c, tasks, nil), alone(t, tasks)
	if got != want || len(want) < 9*partSize {
		t.Errorf("%d bytes came, %d were sent", len(got), len(want))
	}
}

// A failing task's error reaches the caller.
func TestTaskFails(t *testing.T) {
	address := servers.NATS(t).URL()
	c := hire(t, address, Options{})
	employ(t, address, &Worker{Doer: doers(), Hands: 2, begs: 4}, Options{})
	for kind, want := range map[string]string{
		"bad":   "task 0: no such book",
		"panic": "the table broke",
		"cube":  `this program does not know tasks of the kind "cube"`,
	} {
		err := c.Run(t.Context(), numbers(kind, 1), func(int, json.RawMessage) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", kind, err, want)
		}
	}
	large := work.Task{Kind: "square", Body: fmt.Appendf(nil, "%q", noise(2*partSize))}
	if err := c.Run(t.Context(), []work.Task{large}, nil); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("a large task gave %v", err)
	}
	if left := leftovers(t, c); left != 0 {
		t.Errorf("%d messages are left of jobs that failed", left)
	}
	enough := errors.New("enough")
	if err := c.Run(t.Context(), numbers("square", 50), func(int, json.RawMessage) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("a run that was stopped ended with %v", err)
	}
}

// noise is text that does not compress.
func noise(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = 'A' + byte(rand.IntN(58))
	}
	return string(b)
}

// Canceling a job stops its workers and leaves nothing behind.
func TestCalledOff(t *testing.T) {
	address := servers.NATS(t).URL()
	begun, ended := make(chan struct{}, 1), make(chan error, 1)
	employ(t, address, &Worker{Hands: 1, Doer: work.Doers{"wait": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
		select {
		case begun <- struct{}{}:
		default: // it has begun another
		}
		<-ctx.Done()
		select {
		case ended <- context.Cause(ctx):
		default:
		}
		return nil, ctx.Err()
	}}}, Options{})
	c := hire(t, address, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun; cancel() }()
	if err := c.Run(ctx, numbers("wait", 40), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	if err := wait.Receive(t, "the worker to stop", ended); err != errOver {
		t.Errorf("the worker stopped because of %v", err)
	}
	if left := leftovers(t, c); left != 0 {
		t.Errorf("%d messages are left", left)
	}
}

// The caller is told why it waits; workers of another release get no tasks.
func TestNotices(t *testing.T) {
	address := servers.NATS(t).URL()
	c := hire(t, address, Options{Release: "new"})
	notices := make(chan string, 100)
	c.Notice = func(text string) { notices <- text }
	hear := func(part string) {
		t.Helper()
		for !strings.Contains(wait.Receive(t, fmt.Sprintf("the notice %q", part), notices), part) {
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() { outcome(t, c, numbers("square", 5), nil) })
	hear("parlour worker starts one")
	leave := employ(t, address, &Worker{Doer: doers(), Told: func(Did) { t.Error("a worker of an old release did a new task") }}, Options{Release: "old"})
	hear("of this release (new); there is 1 worker of another")
	leave()
	hear("parlour worker starts one")
	employ(t, address, &Worker{Doer: doers()}, Options{Release: "new"})
	wg.Wait()
}

func TestWithoutStorage(t *testing.T) {
	c := hire(t, servers.PlainNATS(t).URL(), Options{})
	err := c.Run(t.Context(), numbers("square", 1), nil)
	if err == nil || !strings.Contains(err.Error(), "--jetstream") {
		t.Errorf("a server that stores nothing gave %v", err)
	}
}

// A task that is started again and again without success is given up.
func TestGivenUp(t *testing.T) {
	address := servers.NATS(t).URL()
	c := hire(t, address, Options{})
	begun := make(chan struct{}, 1)
	leave := employ(t, address, &Worker{Hands: 1, Doer: work.Doers{"square": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}}}, Options{})
	go func() {
		<-begun
		leave() // hands the task back
		employ(t, address, &Worker{Doer: doers(), Hands: 1, begs: 1}, Options{})
	}()
	err := c.Run(t.Context(), numbers("square", 1), nil)
	// A task that reaches a slow worker too late counts as started too.
	if err == nil || !strings.Contains(err.Error(), "task 0: the task was started ") || !strings.Contains(err.Error(), " and never finished") {
		t.Errorf("ended with %v", err)
	}
}

// Several jobs may run at the same time, and some may stop early.
func TestTwoJobs(t *testing.T) {
	address := servers.NATS(t).URL()
	c := hire(t, address, Options{})
	employ(t, address, &Worker{Doer: doers(), Hands: 2}, Options{})
	var wg sync.WaitGroup
	for _, n := range []int{60, 90} {
		wg.Go(func() {
			tasks := numbers("square", n)
			if got, want := outcome(t, c, tasks, nil), alone(t, tasks); got != want {
				t.Errorf("%d tasks had different results while other jobs ran", n)
			}
		})
	}
	wg.Go(func() {
		enough := errors.New("enough")
		for range 3 {
			err := c.Run(t.Context(), numbers("square", 200), func(n int, _ json.RawMessage) error {
				if n < 10 {
					return nil
				}
				return enough
			})
			if !errors.Is(err, enough) {
				t.Errorf("a job that was stopped ended with %v", err)
			}
		}
	})
	wg.Wait()
}

// Many clients may reach a new server at the same moment, and one of them
// creates the streams and the consumer. The server tells some of the others
// that theirs overlap.
func TestAllAtOnce(t *testing.T) {
	s := servers.NATS(t)
	for round := range 20 {
		address := fmt.Sprintf("%s/round-%d", s.URL(), round)
		var wg sync.WaitGroup
		begin := make(chan struct{})
		for range 8 {
			w := &Worker{}
			if err := dialQueue(t.Context(), address, Options{}, &w.queue); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(w.close)
			wg.Go(func() {
				<-begin
				if _, err := w.consumer(t.Context()); err != nil {
					t.Errorf("round %d: %v", round, err)
				}
			})
		}
		close(begin)
		wg.Wait()
	}
}

// Streams that overlap another program's are refused with a reason.
func TestOverlap(t *testing.T) {
	c := hire(t, servers.NATS(t).URL(), Options{})
	if err := c.persist(t.Context(), func() {}, func(ctx context.Context) error {
		_, err := c.js.CreateStream(ctx, jetstream.StreamConfig{Name: "OTHER", Subjects: []string{c.prefix + ">"}})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.open(t.Context(), func() {}); err == nil || !strings.Contains(err.Error(), "overlap") {
		t.Errorf("opened beside a stream with the same subjects: %v", err)
	}
}
