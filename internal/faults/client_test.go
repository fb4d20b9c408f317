package faults

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"parlour/hall"
	"parlour/table"
	"parlour/table/tabletest"
)

// A client is a program that plays for one person, over HTTP.
type client struct {
	at    *address
	http  *http.Client
	token string

	device *tabletest.Device // takes part in the dice; nil without a device
	asked  bool              // the device has asked to take part
}

func newClient(at *address) *client {
	patience := cmp.Or(at.patience, time.Minute)
	return &client{at: at, token: hall.NewToken(), http: &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 4}}}
}

// An answer is the server's response.
type answer struct {
	status int
	body   []byte
}

// ask sends one request; the error is a network error.
func (c *client) ask(ctx context.Context, method, path string, body any) (answer, error) {
	var text []byte
	switch b := body.(type) {
	case nil:
	case []byte:
		text = b
	default:
		var err error
		if text, err = json.Marshal(body); err != nil {
			return answer{}, err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, c.at.get()+path, bytes.NewReader(text))
	if err != nil {
		return answer{}, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	a := answer{status: resp.StatusCode}
	a.body, err = io.ReadAll(resp.Body)
	return a, err
}

// insist repeats a request until the server has answered it. A lost answer, a
// server that is down or one that cannot write just now do not count.
func (c *client) insist(ctx context.Context, method, path string, body any) (answer, error) {
	defer c.at.waited(time.Now())
	for {
		a, err := c.ask(ctx, method, path, body)
		switch {
		case ctx.Err() != nil:
			return a, ctx.Err()
		case err == nil && a.status < 500 && a.status != http.StatusTooManyRequests:
			return a, nil
		}
		select {
		case <-ctx.Done():
			return a, ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// into decodes the JSON of an answer, which must have the given status.
func (a answer) into(status int, v any) error {
	if a.status != status {
		return fmt.Errorf("got status %d, want %d: %s", a.status, status, a.body)
	}
	if v == nil {
		return nil
	}
	return json.Unmarshal(a.body, v)
}

// view returns the table as this person sees it.
func (c *client) view(ctx context.Context, id string) (v table.View, err error) {
	a, err := c.insist(ctx, "GET", "/api/tables/"+id, nil)
	if err != nil {
		return v, err
	}
	return v, a.into(http.StatusOK, &v)
}

// errLate means that an action came too late.
var errLate = errors.New("late")

// errDice means that the dice are being thrown.
var errDice = errors.New("the dice are being thrown")

// since returns the events after one.
func (c *client) since(ctx context.Context, id string, seq int64) ([]table.Event, error) {
	var log struct{ Events []table.Event }
	a, err := c.insist(ctx, "GET", fmt.Sprintf("/api/tables/%s/events?since=%d", id, seq), nil)
	if err == nil {
		err = a.into(http.StatusOK, &log)
	}
	return log.Events, err
}

// An acted is the answer to an action.
type acted struct {
	Seq int64 `json:"seq"`
}

// do sends an action until it is answered.
func (c *client) do(ctx context.Context, id string, act table.Action) (r acted, err error) {
	a, err := c.insist(ctx, "POST", "/api/tables/"+id+"/actions", act)
	switch {
	case err != nil:
		return r, err
	case a.status == http.StatusConflict && bytes.Contains(a.body, []byte(`"code":"dice"`)):
		return r, errDice
	case a.status == http.StatusConflict:
		return r, errLate
	}
	return r, a.into(http.StatusOK, &r)
}

// create creates a table and sits down on its first chair.
func (c *client) create(ctx context.Context, terms table.Terms) (id string, err error) {
	var made struct{ Table string }
	a, err := c.insist(ctx, "POST", "/api/tables", map[string]any{
		"terms": terms, "chair": 1, "name": "Ann", "key": hall.NewToken(),
	})
	if err == nil {
		err = a.into(http.StatusCreated, &made)
	}
	return made.Table, err
}

// sit takes a chair; chairs count from 1.
func (c *client) sit(ctx context.Context, id string, chair int) (r acted, act table.Action, err error) {
	act = table.Action{Kind: table.Sit, Key: hall.NewToken(), Chair: chair, Name: fmt.Sprint("Guest ", chair)}
	r, err = c.do(ctx, id, act)
	return r, act, err
}
