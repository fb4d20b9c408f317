package nats

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parlour/lab/work"
)

const (
	leastAhead = 32               // smallest number of tasks handed out at the same time
	perHand    = 4                // tasks handed out for each hand of a worker
	far        = 16               // this many times as many results may wait for an earlier one
	absent     = 4 * time.Second  // a worker silent for this long counts as gone
	checkEvery = 3 * time.Second  // how often to check that no result was missed
	farewell   = 15 * time.Second // how long a slow server may take to remove what is left of a job
)

// A Crew has tasks done by the workers of a house, on any machine.
type Crew struct {
	// Notice, if not nil, is called with news about the work:
	// that there are no workers, or that the server is down.
	Notice func(text string)

	queue
}

var _ work.Crew = (*Crew)(nil)

// Hire connects to the workers of the house at an address.
func Hire(ctx context.Context, address string, o Options) (*Crew, error) {
	c := &Crew{}
	if err := dialQueue(ctx, address, o, &c.queue); err != nil {
		return nil, err
	}
	return c, nil
}

// Close ends the connection.
func (c *Crew) Close() error {
	c.close()
	return nil
}

// Run has the tasks done. Lost workers and server outages only delay it. When
// it returns, nothing of the job is left on the server.
func (c *Crew) Run(ctx context.Context, tasks []work.Task, each func(n int, result json.RawMessage) error) error {
	if len(tasks) == 0 {
		return ctx.Err()
	}
	j := &job{Crew: c, id: rand.Text(), all: tasks, line: work.Line{Each: each}, out: map[int]*given{},
		workers: map[string]seen{}, began: time.Now(), in: make(chan *nats.Msg, 1<<12)}
	var err error
	if j.tasks, j.results, err = c.open(ctx, j.notice); err != nil {
		return err
	}
	defer j.end()
	for _, subject := range []string{c.prefix + "done." + j.id + ".*.*", c.prefix + "hello.*"} {
		sub, err := c.nc.ChanSubscribe(subject, j.in)
		if err != nil {
			return err
		}
		defer func() { _ = sub.Unsubscribe() }() // fails only without a connection
	}
	return j.run(ctx)
}

// A job is one Run. It belongs to one goroutine.
type job struct {
	*Crew
	id             string
	all            []work.Task
	tasks, results jetstream.Stream
	in             chan *nats.Msg
	line           work.Line
	next           int            // the first task not handed out yet
	out            map[int]*given // tasks without a result
	began, checked time.Time
	workers        map[string]seen
	lastNotice     string // that was sent
}

// given is a task that has been handed out.
type given struct {
	times  int      // how often
	lost   int      // checks in a row that found neither it nor its result
	parts  [][]byte // parts of its result
	failed bool
}

// seen is a worker that has said hello.
type seen struct {
	hello
	release string
	at      time.Time
}

func (j *job) run(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for j.line.Done() < len(j.all) {
		if err := j.handOut(ctx); err != nil {
			return err
		}
		select {
		case m := <-j.in:
			if err := j.hear(m.Subject, m.Header, m.Data); err != nil {
				return err
			}
		case <-tick.C:
			j.notice()
			if time.Since(j.checked) > checkEvery {
				if err := j.check(ctx); err != nil {
					return err
				}
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// handOut hands out as many tasks as the workers can use, but not all at once:
// if this process dies, little work is wasted.
func (j *job) handOut(ctx context.Context) error {
	hands, _ := j.hands()
	most := max(leastAhead, perHand*hands)
	for j.next < len(j.all) && len(j.out) < most && j.next < j.line.Done()+far*most {
		if err := j.give(ctx, j.next); err != nil {
			return err
		}
		j.next++
	}
	return nil
}

// give hands out a task.
func (j *job) give(ctx context.Context, n int) error {
	subject := j.taskSubject(j.id, n)
	m, err := packTask(subject, j.all[n])
	if err != nil {
		return err
	}
	g := j.out[n]
	if g == nil {
		g = &given{}
		j.out[n] = g
	}
	g.times++
	g.lost = 0
	return j.publish(ctx, j.notice, m, subject+"."+strconv.Itoa(g.times))
}

// hear handles an incoming message.
func (j *job) hear(subject string, header nats.Header, data []byte) error {
	if release, ok := strings.CutPrefix(subject, j.prefix+"hello."); ok {
		var h hello
		if json.Unmarshal(data, &h) == nil {
			if j.workers[h.Worker] = (seen{h, release, time.Now()}); h.Hands == 0 {
				delete(j.workers, h.Worker)
			}
		}
		return nil
	}
	list := strings.Split(subject, ".")
	n, err := strconv.Atoi(list[len(list)-2])
	part, err2 := strconv.Atoi(list[len(list)-1])
	parts, err3 := strconv.Atoi(header.Get(partsHeader))
	g := j.out[n]
	if err != nil || err2 != nil || err3 != nil || g == nil || part < 0 || part >= parts {
		return nil // a duplicate, or not a result
	}
	if len(g.parts) != parts {
		g.parts = make([][]byte, parts)
	}
	g.parts[part] = data
	g.failed = header.Get(failedHeader) != ""
	return j.complete(n, g)
}

// complete passes on a result once all its parts have arrived.
func (j *job) complete(n int, g *given) error {
	var packed []byte
	for _, p := range g.parts {
		if p == nil {
			return nil
		}
		packed = append(packed, p...)
	}
	result, err := unpack(packed)
	if err != nil {
		return fmt.Errorf("the result of task %d cannot be read: %w", n, err)
	}
	delete(j.out, n)
	if g.failed {
		return fmt.Errorf("task %d: %s", n, result)
	}
	return j.line.Put(n, result)
}

// check looks for stored results whose messages were missed, and hands out
// tasks again that the server lost.
func (j *job) check(ctx context.Context) error {
	j.checked = time.Now()
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	left, err := j.waiting(limited)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		j.tasks, j.results, err = j.open(ctx, j.notice)
		return err
	}
	if err != nil {
		j.note(err) // the next check tries again
		return nil
	}
	for n, g := range j.out {
		if _, ok := left[j.taskSubject(j.id, n)]; ok {
			g.lost = 0
			continue
		}
		// A worker stores the result before its task is removed.
		found, err := j.fetch(limited, n)
		switch {
		case err != nil:
			return err
		case found || limited.Err() != nil:
			continue
		}
		if g.lost++; g.lost > 1 {
			if err := j.give(ctx, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// fetch reads the stored result of a task and reports whether there is one.
func (j *job) fetch(ctx context.Context, n int) (bool, error) {
	for part, parts := 0, 1; part < parts; part++ {
		m, err := j.results.GetLastMsgForSubject(ctx, j.resultSubject(j.id, n, part))
		if err != nil {
			return false, nil // not there yet, or the server does not answer now
		}
		parts, _ = strconv.Atoi(m.Header.Get(partsHeader)) // without the header it is not a result
		if err := j.hear(m.Subject, m.Header, m.Data); err != nil {
			return false, err
		}
	}
	return true, nil
}

// hands returns the number of hands and of workers of this release.
func (j *job) hands() (hands, workers int) {
	for id, w := range j.workers {
		switch {
		case time.Since(w.at) > absent:
			delete(j.workers, id)
		case w.release == j.release:
			hands += w.Hands
			workers++
		}
	}
	return hands, workers
}

// notice reports a change to the caller that waits.
func (j *job) notice() {
	if j.Notice == nil || time.Since(j.began) < 2*time.Second {
		return
	}
	hands, workers := j.hands()
	text := fmt.Sprintf("%s at work, with %s", count(workers, "worker"), count(hands, "hand"))
	switch others := len(j.workers) - workers; {
	case j.Healthy() != nil:
		text = "the bus is down; work resumes when it is back"
	case workers == 0 && others > 0:
		text = fmt.Sprintf("waiting for workers of this release (%s); there is %s of another", j.release, count(others, "worker"))
	case workers == 0:
		text = "waiting for workers; parlour worker starts one"
	}
	if text != j.lastNotice {
		j.lastNotice = text
		j.Notice(text)
	}
}

// count counts things: "1 worker", "2 workers".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// waiting returns the subjects of the tasks that the server still keeps.
func (j *job) waiting(ctx context.Context) (map[string]uint64, error) {
	info, err := j.tasks.Info(ctx, jetstream.WithSubjectFilter(j.prefix+"work."+j.release+"."+j.id+".>"))
	if err != nil {
		return nil, err
	}
	return info.State.Subjects, nil
}

// end tells the workers that the job is over and removes what is left of it. It
// does not wait for a server that is down: what cannot be removed now expires
// after a day.
func (j *job) end() {
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	unlessDown := func() {
		if !j.nc.IsConnected() {
			cancel()
		}
	}
	err := j.persist(ctx, unlessDown, func(ctx context.Context) error {
		err := j.nc.Publish(j.prefix+"end."+j.id, nil)
		if err == nil {
			err = j.withdraw(ctx)
		}
		if err == nil {
			err = j.results.Purge(ctx, jetstream.WithPurgeSubject(j.prefix+"done."+j.id+".>"))
		}
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return nil // nothing is left
		}
		return err
	})
	if err != nil {
		j.note(err)
	}
}

// withdraw removes unfinished tasks, and finished ones that the server still keeps.
// It does so one by one: old NATS servers lose track of other jobs' tasks when one
// job's tasks are purged from a queue in one step.
func (j *job) withdraw(ctx context.Context) error {
	left, err := j.waiting(ctx)
	if err != nil {
		return err
	}
	for subject := range left {
		m, err := j.tasks.GetLastMsgForSubject(ctx, subject)
		if err == nil {
			err = j.tasks.DeleteMsg(ctx, m.Sequence)
		}
		// Either of these two means that somebody just finished it.
		if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) && !errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
			return err
		}
	}
	return nil
}
