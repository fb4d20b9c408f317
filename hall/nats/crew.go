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
	checkEvery = 3 * time.Second  // how often to check that no task or result was missed
	lost       = 2                // checks after which a task is lost that the server does not keep
	forgotten  = 4                // checks after which a task is lost that it keeps, but nobody does; longer than ackWait
	farewell   = 15 * time.Second // how long a slow server may take to remove what is left of a job
)

// A Crew has tasks done by the workers of a house, on any machine.
type Crew struct {
	// Notice, if not nil, is called with news about the work:
	// that there are no workers, or that the server is down.
	Notice func(text string)

	queue
	checked func() // for tests: called after every check; may be nil
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

// Run has the tasks done. Lost workers and server outages only delay it. Before
// it returns, it removes what is left of the job from the server, if that is up.
func (c *Crew) Run(ctx context.Context, tasks []work.Task, each func(n int, result json.RawMessage) error) error {
	if len(tasks) == 0 {
		return ctx.Err()
	}
	j := c.job(tasks, each)
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

func (c *Crew) job(tasks []work.Task, each func(n int, result json.RawMessage) error) *job {
	return &job{Crew: c, id: rand.Text(), all: tasks, line: work.Line{Each: each}, out: map[int]*given{},
		workers: map[string]seen{}, began: time.Now(), in: make(chan *nats.Msg, 1<<12)}
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
	began          time.Time
	lastCheck      time.Time
	workers        map[string]seen
	lastNotice     string // that was sent
}

// given is a task that has been handed out.
type given struct {
	times  int      // how often
	missed int      // checks in a row that found neither its result nor anybody who will do it
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
			if time.Since(j.lastCheck) > checkEvery {
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
	g.missed = 0
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

// check looks for stored results whose messages were missed, and hands out tasks
// again that nobody will do.
func (j *job) check(ctx context.Context) error {
	j.lastCheck = time.Now()
	if j.checked != nil {
		defer j.checked()
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	// A worker stores the result before its task is removed, so ask in this order.
	kept, err := j.kept(limited)
	var stored map[string]uint64
	if err == nil {
		stored, err = subjects(limited, j.results, j.prefix+"done."+j.id+".>")
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		j.tasks, j.results, err = j.open(ctx, j.notice)
		return err
	}
	if err != nil {
		j.note(err) // the next check tries again
		return nil
	}
	doing, free := j.doing()
	for n, g := range j.out {
		if stored[j.resultSubject(j.id, n, 0)] > 0 {
			if err := j.fetch(limited, n); err != nil {
				return err
			}
			if j.out[n] == nil || limited.Err() != nil {
				continue
			}
		}
		limit, inQueue := lost, kept[j.taskSubject(j.id, n)] > 0
		if inQueue {
			if doing[n] || !free {
				g.missed = 0
				continue
			}
			limit = forgotten << min(g.times-1, 10) // the server may not hand out any task
		}
		if g.missed++; g.missed >= limit {
			j.log.Warn("a task was lost; handing it out again", "task", n, "times", g.times, "kept", inQueue)
			if err := j.give(ctx, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// doing returns the tasks that workers are doing, and whether some worker has
// nothing to do. If it has, the server hands out no more tasks, even if it keeps
// some: a killed server forgets which ones were removed, and keeps them for ever.
func (j *job) doing() (tasks map[int]bool, free bool) {
	tasks = map[int]bool{}
	for _, w := range j.workers {
		if w.release != j.release || time.Since(w.at) > absent {
			continue
		}
		free = free || len(w.Doing) < w.Hands
		for _, name := range w.Doing {
			if n, ok := strings.CutPrefix(name, j.id+"."); ok {
				if n, err := strconv.Atoi(n); err == nil {
					tasks[n] = true
				}
			}
		}
	}
	return tasks, free
}

// fetch reads the stored result of a task, as far as it is there.
func (j *job) fetch(ctx context.Context, n int) error {
	for part, parts := 0, 1; part < parts; part++ {
		m, err := j.results.GetLastMsgForSubject(ctx, j.resultSubject(j.id, n, part))
		if err != nil {
			return nil // not there yet, or the server does not answer now
		}
		parts, _ = strconv.Atoi(m.Header.Get(partsHeader)) // without the header it is not a result
		if err := j.hear(m.Subject, m.Header, m.Data); err != nil {
			return err
		}
	}
	return nil
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

// kept returns the subjects of the tasks that the server still keeps.
func (j *job) kept(ctx context.Context) (map[string]uint64, error) {
	return subjects(ctx, j.tasks, j.prefix+"work."+j.release+"."+j.id+".>")
}

// subjects returns how many messages a stream keeps of each subject that fits.
func subjects(ctx context.Context, s jetstream.Stream, filter string) (map[string]uint64, error) {
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(filter))
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
// It does so one by one, the oldest first: old NATS servers lose track of other jobs'
// tasks when one job's tasks are purged from a queue in one step, and of the earlier
// messages of a subject when its last one is deleted.
func (j *job) withdraw(ctx context.Context) error {
	kept, err := j.kept(ctx)
	if err != nil {
		return err
	}
	for subject, n := range kept {
		for range n { // more than one if it was handed out again
			m, err := j.tasks.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(subject))
			if err == nil {
				err = j.tasks.DeleteMsg(ctx, m.Sequence)
			}
			// Either of these two means that somebody just finished it.
			if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) && !errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
				return err
			}
		}
	}
	return nil
}
