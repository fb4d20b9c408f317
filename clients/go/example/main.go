// The command bot-go plays at a table of a Parlour server. It is an example to
// start from: it knows no rules, gets the legal moves from the server and plays
// a random one. It does not take part in the dice, which are guaranteed only
// for people whose devices do. After it asked for a throw, it waits until the
// devices of the others have answered and the throw is in the log.
//
//	go run ./clients/go/example --url http://127.0.0.1:8080 --table TABLE --chair 2
//	go run ./clients/go/example --url http://127.0.0.1:8080 --game kleefeld
//
// With --game it creates its own table and plays against the server's bots.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"time"
)

func main() {
	b := bot{client: &http.Client{}}
	var game string
	flag.StringVar(&b.url, "url", "http://127.0.0.1:8080", "address of the server")
	flag.StringVar(&b.table, "table", "", "table to join")
	flag.IntVar(&b.chair, "chair", 1, "chair to take, from 1")
	flag.StringVar(&b.name, "name", "bot-go", "name to use at the table")
	flag.StringVar(&game, "game", "", "create a table for this game instead, against the server's bots")
	flag.StringVar(&b.level, "level", "", "level of the server's bots (default: the weakest)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := b.run(ctx, game); err != nil {
		fmt.Fprintln(os.Stderr, "bot-go:", err)
		os.Exit(1)
	}
}

// A bot is one player at one table.
type bot struct {
	client *http.Client
	url    string
	token  string
	table  string
	chair  int
	name   string
	level  string // of the server's bots
}

// A view is what the bot needs to know about a table.
type view struct {
	Seq    int64    `json:"seq"`
	Status string   `json:"status"`
	Turn   string   `json:"turn"`
	Needs  string   `json:"needs"`
	Moves  []string `json:"moves"`
	Words  string   `json:"words"`
	Dice   struct {
		Ask *struct{} `json:"ask"` // a throw that was asked for and has not fallen
	} `json:"dice"`
	Chairs []struct {
		Seats []string `json:"seats"`
	} `json:"chairs"`
}

// A failure is an error answer from the server.
type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	after   time.Duration
}

func (f *failure) Error() string { return f.Code + ": " + f.Message }

func (b *bot) run(ctx context.Context, game string) error {
	var t struct{ Token string }
	if err := b.call(ctx, "POST", "/api/token", map[string]bool{"bearer": true}, &t); err != nil {
		return err
	}
	b.token = t.Token
	if err := b.sit(ctx, game); err != nil {
		return err
	}
	fmt.Println("playing at", b.url+"/t/"+b.table)
	for {
		over, err := b.follow(ctx)
		switch {
		case over != nil:
			fmt.Println(over.Words)
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			fmt.Fprintln(os.Stderr, "bot-go: the stream ended, reconnecting:", err)
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// sit takes a chair: at the given table, or at a new one against bots.
func (b *bot) sit(ctx context.Context, game string) error {
	if b.table != "" {
		return b.act(ctx, map[string]any{"kind": "sit", "chair": b.chair, "name": b.name})
	}
	var info struct {
		Players []int    `json:"players"`
		Levels  []string `json:"levels"`
	}
	if err := b.call(ctx, "GET", "/api/games/"+game, nil, &info); err != nil {
		return err
	}
	level := b.level
	if level == "" {
		level = info.Levels[0]
	}
	bots := make([]string, info.Players[0])
	for i := range bots {
		if i+1 != b.chair {
			bots[i] = level
		}
	}
	var made struct{ Table string }
	err := b.call(ctx, "POST", "/api/tables", map[string]any{
		"terms": map[string]any{"game": game, "bots": bots}, "chair": b.chair, "name": b.name, "key": random(),
	}, &made)
	b.table = made.Table
	return err
}

// random returns 128 random bits: a key that makes an action unique.
func random() string {
	var raw [16]byte
	rand.Read(raw[:])
	return hex.EncodeToString(raw[:])
}

// follow reads the events of the table and acts when it is the bot's turn. It
// returns the last view when the game is over.
func (b *bot) follow(ctx context.Context) (*view, error) {
	res, err := b.send(ctx, "GET", "/api/tables/"+b.table+"/events.ndjson?view=1&since=1000000000", nil)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var line struct{ View *view }
		if len(lines.Bytes()) == 0 {
			continue // the server's heartbeat
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, err
		}
		if line.View == nil {
			continue // an event; the view tells this bot everything it needs
		}
		if line.View.Status == "over" {
			return line.View, nil
		}
		if err := b.play(ctx, line.View); err != nil {
			return nil, err
		}
	}
	return nil, errors.Join(lines.Err(), io.ErrUnexpectedEOF)
}

// play throws or moves if it is the bot's turn.
func (b *bot) play(ctx context.Context, v *view) error {
	if v.Status != "playing" || !slices.Contains(v.Chairs[b.chair-1].Seats, v.Turn) {
		return nil
	}
	if v.Dice.Ask != nil {
		return nil // the throw is on its way; the stream will tell what fell
	}
	action := map[string]any{"kind": "throw", "seq": v.Seq}
	if v.Needs == "move" {
		action["kind"], action["move"] = "move", v.Moves[mathrand.IntN(len(v.Moves))]
	}
	err := b.act(ctx, action)
	var f *failure
	if errors.As(err, &f) && (f.Code == "late" || f.Code == "refused" || f.Code == "dice") {
		return nil // the table has moved on, or is about to throw; the stream will tell how
	}
	return err
}

// act does something at the table. The key stays the same however often the
// request is sent, so that it takes effect once.
func (b *bot) act(ctx context.Context, action map[string]any) error {
	action["key"] = random()
	return b.call(ctx, "POST", "/api/tables/"+b.table+"/actions", action, nil)
}

// call sends a request and reads the answer. It waits and tries again if the
// server says so.
func (b *bot) call(ctx context.Context, method, path string, body, into any) error {
	for {
		res, err := b.send(ctx, method, path, body)
		var f *failure
		if errors.As(err, &f) && f.after > 0 {
			select {
			case <-time.After(f.after):
				continue
			case <-ctx.Done():
			}
		}
		if err != nil {
			return err
		}
		defer res.Body.Close()
		if into == nil {
			return nil
		}
		return json.NewDecoder(res.Body).Decode(into)
	}
}

// send sends a request once. An error answer becomes a *failure.
func (b *bot) send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var text io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, b.url+path, text)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if b.token != "" {
		req.Header.Set("Authorization", "Bearer "+b.token)
	}
	res, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode < 300 {
		return res, nil
	}
	defer res.Body.Close()
	var answer struct{ Error failure }
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("%s %s: %s", method, path, res.Status)
	}
	if s, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil {
		answer.Error.after = time.Duration(s) * time.Second
	}
	return nil, &answer.Error
}
