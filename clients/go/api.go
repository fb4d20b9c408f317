package client

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"time"

	"parlour/table"
	"parlour/web/wire"
)

// A Client is somebody at a server. Without a token it can only watch.
type Client struct {
	Server string       // address of the server, without a slash at its end
	Token  string       // who you are; keep it secret
	Lang   string       // tag of the language that the server answers in; "" for its usual one
	HTTP   *http.Client // http.DefaultClient if nil
}

// What a server answers. Package wire declares it for both sides.
type (
	Error = wire.Error // instead of doing what it was asked
	View  = wire.View  // a table as its server shows it to one person
	Seat  = wire.Seat
	Fact  = wire.Fact
	Event = wire.Event // an entry of a table's log with words for people
	Reply = wire.Acted // acknowledges an action
	Hint  = wire.Hint  // the expert's advice
)

// The errors that callers ask for, with errors.Is.
var (
	ErrNotFound = &Error{Code: wire.NotFound}
	ErrLate     = &Error{Code: wire.Late, Message: "The table has moved on."}
	ErrDice     = &Error{Code: wire.Dice}
)

// An Unreachable says that there was no answer.
type Unreachable struct {
	Server string
	Err    error
}

func (e *Unreachable) Error() string {
	err := e.Err
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // without the address, which stands there already
	}
	return fmt.Sprintf("the server %s cannot be reached: %v", e.Server, err)
}

func (e *Unreachable) Unwrap() error { return e.Err }

// Register gets a token from the server.
func (c *Client) Register(ctx context.Context) error {
	var answer wire.BearerAnswer
	err := c.ask(ctx, http.MethodPost, "/token", wire.BearerAsk{Bearer: true}, &answer)
	if err == nil && answer.Token == "" {
		err = fmt.Errorf("the server %s gave no token; is it a Parlour server?", c.Server)
	}
	if err == nil {
		c.Token = answer.Token
	}
	return err
}

// View returns a table.
func (c *Client) View(ctx context.Context, id string) (*View, error) {
	var v View
	if err := c.ask(ctx, http.MethodGet, "/tables/"+url.PathEscape(id), nil, &v); err != nil {
		return nil, err
	}
	if err := c.sound(&v); err != nil {
		return nil, err
	}
	return &v, nil
}

// sound checks what all readers of a view rely on: a person who sits somewhere sits
// on a chair of the table, and every chair has a seat.
func (c *Client) sound(v *View) error {
	bare := slices.ContainsFunc(v.Chairs, func(c table.ChairView) bool { return len(c.Seats) == 0 })
	wrong := slices.ContainsFunc(v.You.Chairs, func(n int) bool { return n < 1 || n > len(v.Chairs) })
	if v.Table == "" || bare || wrong {
		return fmt.Errorf("%s does not answer like a Parlour server", c.Server)
	}
	return nil
}

// Make makes a table and sits down on a chair, from 1; 0 only watches.
func (c *Client) Make(ctx context.Context, terms table.Terms, chair int, name string) (id string, err error) {
	var made wire.Created
	err = c.ask(ctx, http.MethodPost, "/tables", wire.Creation{Terms: terms, Chair: chair, Name: name, Key: NewKey()}, &made)
	return made.Table, err
}

// Rematch makes a table for another game of those who sat at one that is over, or
// finds the one that somebody else has made. It does not sit down there.
func (c *Client) Rematch(ctx context.Context, id, name string) (next string, err error) {
	var made wire.Created
	err = c.ask(ctx, http.MethodPost, "/tables/"+url.PathEscape(id)+"/rematch", wire.Again{Key: NewKey(), Name: name}, &made)
	if err == nil && !named.MatchString(made.Table) {
		err = fmt.Errorf("%s does not answer like a Parlour server: it names no table", c.Server)
	}
	return made.Table, err
}

// Act does something at a table. It sends the action again with the same key if
// there is no answer, so that it is done once; after a few seconds without one it
// gives up. If the action has no key, it gets one.
func (c *Client) Act(ctx context.Context, id string, a table.Action) (*Reply, error) {
	return c.act(ctx, id, a, 6, nil)
}

// act is Act with a number of attempts, -1 for any number. Cut, if not nil, is
// called whenever there is no answer.
func (c *Client) act(ctx context.Context, id string, a table.Action, tries int, cut func()) (*Reply, error) {
	if a.Key == "" {
		a.Key = NewKey()
	}
	for n := 0; ; n++ {
		var reply Reply
		err := c.ask(ctx, http.MethodPost, "/tables/"+url.PathEscape(id)+"/actions?view=1", a, &reply)
		var lost *Unreachable
		var said *Error
		wait := min(300*time.Millisecond<<min(n, 4), 4*time.Second)
		switch {
		case err == nil:
			return &reply, nil
		case errors.As(err, &lost):
			if cut != nil {
				cut()
			}
		case errors.As(err, &said) && (said.Code == wire.Busy || said.Code == wire.Limited):
			wait = max(wait, min(time.Duration(said.Retry)*time.Second, 30*time.Second))
		default:
			return nil, err
		}
		if n+1 == tries {
			return nil, err
		}
		if pause(ctx, wait) != nil {
			return nil, err
		}
	}
}

// Hint asks for advice, where the table allows it.
func (c *Client) Hint(ctx context.Context, id string) (h Hint, err error) {
	err = c.ask(ctx, http.MethodGet, "/tables/"+url.PathEscape(id)+"/hint", nil, &h)
	return h, err
}

// NewKey returns a random key for an action.
func NewKey() string { return rand.Text() }

// mostAnswer bounds what is read of an answer that is not a stream.
const mostAnswer = 16 << 20

// ask sends a request and reads the answer.
func (c *Client) ask(ctx context.Context, method, path string, body, into any) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	res, err := c.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, mostAnswer))
	if err != nil {
		return &Unreachable{c.Server, err}
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s does not answer like a Parlour server: %w", c.Server, err)
	}
	clean(reflect.ValueOf(into))
	return nil
}

// send sends a request. An error answer becomes an *Error.
func (c *Client) send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var text io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.Server+"/api/v1"+path, text)
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if c.Lang != "" {
		req.Header.Set("Accept-Language", c.Lang)
	}
	res, err := cmp.Or(c.HTTP, http.DefaultClient).Do(req)
	if err != nil {
		return nil, &Unreachable{c.Server, err}
	}
	if res.StatusCode < 300 {
		return res, nil
	}
	defer res.Body.Close()
	var answer wire.ErrorBody
	data, _ := io.ReadAll(io.LimitReader(res.Body, mostAnswer))
	if json.Unmarshal(data, &answer) != nil || answer.Error == nil {
		if res.StatusCode >= 500 { // a proxy answers while the server is away
			return nil, &Unreachable{c.Server, errors.New(harmless(res.Status))}
		}
		return nil, fmt.Errorf("%s does not answer like a Parlour server: %s", c.Server, harmless(res.Status))
	}
	clean(reflect.ValueOf(answer.Error))
	if s, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil {
		answer.Error.Retry = s
	}
	return nil, answer.Error
}

// pause waits for a while.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
