package client

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// The times of a stream.
const (
	silence  = 40 * time.Second // without a heartbeat, which comes every 15 seconds
	shortest = 400 * time.Millisecond
	longest  = 8 * time.Second
)

// endError ends a stream for good.
type endError struct{ error }

func (e *endError) Unwrap() error { return e.error }

// follow reads the stream of the table, and connects again whenever it breaks.
func (t *Table) follow(ctx context.Context) {
	wait := shortest
	for ctx.Err() == nil {
		err := t.read(ctx, func() { wait = shortest })
		var end *endError
		var said *Error
		switch {
		case ctx.Err() != nil:
			return
		case errors.As(err, &end):
			t.end(end.error)
			return
		case errors.Is(err, ErrNotFound):
			t.end(ErrGone)
			return
		case errors.As(err, &said) && said.Code != "busy" && said.Code != "limited" && said.Code != "internal":
			t.end(said)
			return
		}
		if !errors.Is(err, errOther) {
			t.up(false)
		}
		if t.quick.Load() {
			wait = time.Millisecond
		}
		if pause(ctx, wait/2+rand.N(wait)) != nil { // not everybody at the same moment
			return
		}
		wait = min(wait*17/10, longest)
	}
}

// read reads one stream until it ends.
func (t *Table) read(ctx context.Context, opened func()) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	quiet := time.AfterFunc(silence, cancel)
	defer quiet.Stop()
	query := url.Values{"t": {fmt.Sprintf("%s:%d", t.c.Table, t.since())}}
	if t.c.Name != "" {
		query.Set("name", t.c.Name)
	}
	res, err := t.c.Client.send(ctx, http.MethodGet, "/stream?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	opened()
	t.up(true)
	kind, data, first := "", []byte(nil), true
	in := bufio.NewScanner(res.Body)
	in.Buffer(make([]byte, 0, 64<<10), mostAnswer)
	for in.Scan() {
		quiet.Reset(silence)
		field, value, _ := strings.Cut(in.Text(), ":")
		switch value = strings.TrimPrefix(value, " "); field {
		case "event":
			kind = value
		case "data":
			if data = append(data, value...); len(data) > mostAnswer {
				return bufio.ErrTooLong
			}
		case "":
			if value != "" || len(data) == 0 {
				kind = ""
				continue // a heartbeat
			}
			if err := t.message(kind, data, first); err != nil {
				return err
			}
			first = first && kind != "table"
			kind, data = "", data[:0]
		}
	}
	return cmp.Or(in.Err(), io.ErrUnexpectedEOF)
}

// since returns after which event a stream has to begin. The last event comes again:
// if it has changed, the server went back.
func (t *Table) since() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.loading != nil {
		t.loading = t.newStory()
		return 0
	}
	return max(0, len(t.story.events)-1)
}

// message handles a message of the stream. First says that nothing about the table
// came before it.
func (t *Table) message(kind string, data []byte, first bool) error {
	switch kind {
	case "table":
		return t.receive(data, first)
	case "gone":
		return &endError{ErrGone}
	case "presence":
		var said struct {
			Away     []int
			Watchers int
		}
		if err := json.Unmarshal(data, &said); err != nil {
			return err
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		v := *t.s.View // those who have the old one keep it
		v.Chairs = append(v.Chairs[:0:0], v.Chairs...)
		for i := range v.Chairs {
			v.Chairs[i].Away = false
			for _, n := range said.Away {
				if n == i+1 {
					v.Chairs[i].Away = true
				}
			}
		}
		t.s.View, t.s.Watchers = &v, said.Watchers
		t.notify()
	}
	return nil
}
