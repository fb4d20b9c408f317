package nats

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parlour/lab/work"
)

// Tasks and results travel through two streams of the house:
//
//	parlour.HOUSE.work.RELEASE.JOB.N   task N of a job, until somebody has done it
//	parlour.HOUSE.done.JOB.N.PART      its result, until the job is over
//
// Two more subjects are not stored:
//
//	parlour.HOUSE.hello.RELEASE        a worker is up
//	parlour.HOUSE.end.JOB              the job is over
//
// A task is acknowledged only after its result is stored, so one of the two
// always exists. Tasks may be done twice and results may come twice; the task
// number tells duplicates apart.
const (
	protocol       = "1"
	protocolHeader = "Parlour-Protocol"
	partsHeader    = "Parlour-Parts"  // number of parts of a result
	failedHeader   = "Parlour-Failed" // the result is the text of an error

	keepFor  = 24 * time.Hour  // how long a job's leftovers are kept if its crew dies
	ackWait  = 6 * time.Second // after this silence a task goes to another worker
	beat     = ackWait / 4     // how often a worker sends a heartbeat
	mostBegs = 10              // how often a task is started before it is given up
	partSize = 512 << 10       // largest message, in bytes
)

// A queue is the two streams of a house.
type queue struct {
	link
	js      jetstream.JetStream
	release string
	name    string // name of the house in stream names
	opened  atomic.Bool
}

func dialQueue(ctx context.Context, address string, o Options, q *queue) error {
	if q.release = o.Release; q.release == "" {
		q.release = work.Release()
	}
	q.release = token(q.release)
	if err := dial(ctx, address, o, &q.link); err != nil {
		return err
	}
	q.name = "PARLOUR-" + strings.Split(q.prefix, ".")[1]
	var err error
	q.js, err = jetstream.New(q.nc)
	return err
}

// hello is sent by every worker once a second.
type hello struct {
	Worker string   `json:"worker"`
	Hands  int      `json:"hands"`           // tasks it does at the same time; 0 when it leaves
	Doing  []string `json:"doing,omitempty"` // the tasks it does now, such as "JOB.17"
}

func (q *queue) taskSubject(job string, n int) string {
	return q.prefix + "work." + q.release + "." + job + "." + strconv.Itoa(n)
}

func (q *queue) resultSubject(job string, n, part int) string {
	return q.prefix + "done." + job + "." + strconv.Itoa(n) + "." + strconv.Itoa(part)
}

// open creates the streams if they do not exist. Like persist, it waits for a
// server that is down.
func (q *queue) open(ctx context.Context, away func()) (tasks, results jetstream.Stream, err error) {
	err = q.persist(ctx, away, func(ctx context.Context) error {
		tasks, results, err = q.streams(ctx)
		return err
	})
	return tasks, results, err
}

func (q *queue) streams(ctx context.Context) (tasks, results jetstream.Stream, err error) {
	if tasks, err = q.stream(ctx, jetstream.StreamConfig{
		Name: q.name + "-WORK", Description: "tasks of Parlour's laboratory", Subjects: []string{q.prefix + "work.>"},
		Retention: jetstream.WorkQueuePolicy, MaxAge: keepFor,
	}); err != nil {
		return nil, nil, err
	}
	if results, err = q.stream(ctx, jetstream.StreamConfig{
		Name: q.name + "-DONE", Description: "results of Parlour's laboratory", Subjects: []string{q.prefix + "done.>"},
		MaxAge: keepFor, MaxMsgsPerSubject: 1,
	}); err != nil {
		return nil, nil, err
	}
	q.opened.Store(true)
	return tasks, results, nil
}

// stream creates a stream if it does not exist and leaves an existing one
// alone. It looks first because servers have hung when many clients created
// and changed the same stream at once.
func (q *queue) stream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := q.js.Stream(ctx, c.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return q.js.CreateStream(ctx, c)
	}
	return s, err
}

// overlaps is the server's error code when two clients create the same stream
// at the same moment, or when another program's stream uses our subjects.
const overlaps jetstream.ErrorCode = 10065

// persist repeats a request until it succeeds, the server refuses it for a
// reason, or ctx ends. It calls away after every failed attempt.
func (q *queue) persist(ctx context.Context, away func(), f func(context.Context) error) error {
	for attempt := 0; ; attempt++ {
		limited, cancel := context.WithTimeout(ctx, patience)
		err := f(limited)
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var api *jetstream.APIError
		switch {
		case !q.opened.Load() && attempt > 2 && (errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) || errors.Is(err, nats.ErrNoResponders)):
			return errors.New("the NATS server stores nothing, so it cannot distribute work: start it with JetStream (nats-server --jetstream)")
		case errors.As(err, &api) && api.ErrorCode == overlaps && attempt < 5: // another client is creating it
		case errors.Is(err, jetstream.ErrStreamNotFound): // it was lost a moment ago
		case errors.As(err, &api) && api.Code >= 400 && api.Code < 500:
			return fmt.Errorf("the NATS server refused: %w", err)
		}
		q.note(err)
		away()
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause(attempt)):
		}
	}
}

// publish stores a message exactly once.
func (q *queue) publish(ctx context.Context, away func(), m *nats.Msg, id string) error {
	m.Header.Set(protocolHeader, protocol)
	return q.persist(ctx, away, func(ctx context.Context) error {
		_, err := q.js.PublishMsg(ctx, m, jetstream.WithMsgID(id), jetstream.WithRetryAttempts(0))
		if errors.Is(err, jetstream.ErrNoStreamResponse) { // the server has lost its streams
			_, _, lost := q.streams(ctx)
			err = errors.Join(err, lost)
		}
		return err
	})
}

// pack compresses bytes.
func pack(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func unpack(data []byte) ([]byte, error) {
	return io.ReadAll(flate.NewReader(bytes.NewReader(data)))
}

// packTask returns the message of a task.
func packTask(subject string, t work.Task) (*nats.Msg, error) {
	data, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	if data, err = pack(data); err != nil {
		return nil, err
	}
	if len(data) > partSize {
		return nil, fmt.Errorf("a task has %d bytes; at most %d are allowed", len(data), partSize)
	}
	return &nats.Msg{Subject: subject, Header: nats.Header{}, Data: data}, nil
}

func unpackTask(data []byte) (t work.Task, err error) {
	if data, err = unpack(data); err == nil {
		err = json.Unmarshal(data, &t)
	}
	return t, err
}
