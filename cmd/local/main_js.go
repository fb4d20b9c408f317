package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"syscall/js"
	"time"

	"parlour/bot"
	"parlour/engine"
	"parlour/hall/keyed"
	"parlour/web/local"
)

func main() {
	host := js.Global().Get("parlourHost")
	if host.IsUndefined() {
		fmt.Fprintln(os.Stderr, "parlour: parlourHost is not defined")
		os.Exit(1)
	}
	bot.Fetch = func(name string) ([]byte, error) {
		v, err := await(host.Call("file", name))
		if err != nil {
			return nil, err
		}
		return bytesOf(v), nil
	}
	if host.Get("engine").Type() == js.TypeFunction {
		answer(host)
		select {}
	}
	c := local.Config{Port: port{host}, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	if delay := host.Get("botDelay"); delay.Type() == js.TypeNumber {
		c.BotDelay = time.Duration(delay.Float() * float64(time.Millisecond))
	}
	if words := host.Get("language"); words.Type() == js.TypeString {
		c.Language = []byte(words.String())
	}
	if test := host.Get("test"); test.Type() == js.TypeObject {
		steer(&c, test)
	}
	p, err := local.Open(context.Background(), c)
	if err != nil {
		host.Call("failed", err.Error())
		os.Exit(1)
	}
	d := &desk{program: p, host: host, open: map[string]context.CancelFunc{}}
	host.Call("ready", js.FuncOf(func(_ js.Value, args []js.Value) any {
		d.take(args[0])
		return nil
	}))
	select {}
}

// answer gives the engine to the host.
func answer(host js.Value) {
	// Rules wait for nothing, so their answers are results of the call.
	ask := js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(engine.AppendAnswer(nil, []byte(args[0].String())))
	})
	// Bots wait for their files, and make pauses.
	choose := js.FuncOf(func(_ js.Value, args []js.Value) any {
		game, line := args[0].String(), []byte(args[1].String())
		return promise(func() (string, error) {
			if err := bot.Ready(game); err != nil {
				return "", err
			}
			return string(engine.AppendAnswer(nil, line)), nil
		})
	})
	host.Call("engine", ask, choose)
}

// promise returns a promise of what work returns.
func promise(work func() (string, error)) js.Value {
	begin := js.FuncOf(func(_ js.Value, args []js.Value) any {
		kept, broken := args[0], args[1]
		go func() {
			if text, err := work(); err != nil {
				broken.Invoke(js.Global().Get("Error").New(err.Error()))
			} else {
				kept.Invoke(text)
			}
		}()
		return nil
	})
	defer begin.Release()
	return js.Global().Get("Promise").New(begin)
}

// steer makes the program repeatable, for tests.
func steer(c *local.Config, test js.Value) {
	local.Steer(c, time.UnixMilli(int64(test.Get("now").Float())), uint64(test.Get("seed").Float()))
	c.BotTime = time.Duration(test.Get("botTime").Float() * float64(time.Millisecond))
}

// A desk takes requests and sends answers.
type desk struct {
	program *local.Program
	host    js.Value

	mu   sync.Mutex
	open map[string]context.CancelFunc // requests under way
}

// take takes a message. It returns at once.
func (d *desk) take(m js.Value) {
	id := m.Get("id").String()
	if m.Get("cancel").Truthy() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if end := d.open[id]; end != nil {
			end()
		}
		return
	}
	r := local.Request{Method: m.Get("method").String(), Path: m.Get("path").String(), Header: map[string]string{}}
	if h := m.Get("header"); h.Type() == js.TypeObject {
		names := js.Global().Get("Object").Call("keys", h)
		for i := range names.Length() {
			name := names.Index(i).String()
			r.Header[name] = h.Get(name).String()
		}
	}
	if body := m.Get("body"); body.Type() == js.TypeObject {
		r.Body = bytesOf(body)
	}
	ctx, end := context.WithCancel(context.Background())
	d.mu.Lock()
	d.open[id] = end
	d.mu.Unlock()
	go func() {
		defer func() {
			end()
			d.mu.Lock()
			defer d.mu.Unlock()
			delete(d.open, id)
		}()
		d.program.Answer(ctx, r, func(part local.Part) { d.host.Call("send", id, partOf(part)) })
	}()
}

func partOf(p local.Part) js.Value {
	header := map[string]any{}
	for name, value := range p.Header {
		header[name] = value
	}
	return js.ValueOf(map[string]any{"status": p.Status, "header": header, "body": bytesTo(p.Body), "last": p.Last})
}

// A port is the database of the host.
type port struct{ host js.Value }

func (p port) Read(_ context.Context, prefix, from string) ([]keyed.Pair, error) {
	v, err := await(p.host.Call("read", prefix, from))
	if err != nil {
		return nil, err
	}
	list := make([]keyed.Pair, v.Length())
	for i := range list {
		pair := v.Index(i)
		list[i] = keyed.Pair{Key: pair.Index(0).String(), Value: bytesOf(pair.Index(1))}
	}
	return list, nil
}

// Write waits for the host even if ctx has ended: only then is it known whether
// the change was made.
func (p port) Write(_ context.Context, c keyed.Change) (bool, error) {
	put := make([]any, len(c.Put))
	for i, pair := range c.Put {
		put[i] = []any{pair.Key, bytesTo(pair.Value)}
	}
	v, err := await(p.host.Call("write", map[string]any{"has": c.Has, "lacks": texts(c.Lacks), "drop": texts(c.Drop), "put": put}))
	if err != nil {
		return false, err
	}
	return v.Bool(), nil
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

func bytesOf(v js.Value) []byte {
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}

func bytesTo(b []byte) js.Value {
	v := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(v, b)
	return v
}

// await waits for a promise.
func await(promise js.Value) (js.Value, error) {
	type settled struct {
		value js.Value
		err   error
	}
	c := make(chan settled, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		c <- settled{value: args[0]}
		return nil
	})
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		c <- settled{err: fmt.Errorf("%s", js.Global().Call("String", args[0]).String())}
		return nil
	})
	defer kept.Release()
	defer broken.Release()
	promise.Call("then", kept, broken)
	s := <-c
	return s.value, s.err
}
