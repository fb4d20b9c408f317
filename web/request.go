package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"parlour/cabinet"
	"parlour/hall"
	"parlour/internal/line"
	"parlour/language"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/exchange"
	"parlour/web/wire"
)

// A request is what a handler answers: what was asked, who asks, and where the answer
// goes.
type request struct {
	*http.Request
	server   *Server
	w        *exchange.Writer
	route    *route
	status   int                // of the answer, unless there is an error
	token    string             // of the person who asks, "" if there is none
	address  string             // where it comes from, as limits name it
	language *language.Language // the language of the answer
	lang     *phrase.Catalogue  // its sentences
}

// newRequest reads who asks, and in which language.
func (s *Server) newRequest(w *exchange.Writer, r *http.Request, rt *route) *request {
	l := s.language(r)
	return &request{
		Request: r, server: s, w: w, route: rt, status: cmp.Or(rt.status, http.StatusOK),
		token: tokenOf(r), address: line.Address(s.Client(r)), language: l, lang: l.Catalogue(),
	}
}

// guest returns the sender of a request, for lines and limits.
func (r *request) guest() line.Guest { return line.Guest{Address: r.address, Token: r.token} }

// base returns the beginning of every link to this server.
func (r *request) base() string { return r.server.Base(r.Request) }

// acting returns the context in which the sender of a request acts.
func (r *request) acting() context.Context { return hall.From(r.Context(), r.address) }

// game finds the game of a request.
func game(_ *Server, r *request) (*cabinet.Entry, error) {
	if e := cabinet.ByID(r.PathValue("game")); e != nil {
		return e, nil
	}
	return nil, errNoGame
}

var errNoGame = tell(wire.NotFound, "error.no-game")

// open finds the table of a request. Nothing but the name of a table reaches the store.
func (s *Server) open(r *request) (*hall.Table, error) {
	id := r.PathValue("table")
	if !table.IsID(id) {
		return nil, hall.ErrNotFound
	}
	return s.Hall.Open(r.Context(), id)
}

// number reads a parameter that is a whole number from 0. Without the parameter
// it is 0.
func (r *request) number(name string) (int64, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, fail(wire.BadRequest, phrase.Sentence("the parameter "+name+" is a whole number from 0"))
	}
	return n, nil
}

// maxBody is how many bytes the body of a request may have, unless its route says otherwise.
const maxBody = 64 << 10

// bodyOf reads the body of a request: one JSON value with known fields.
func bodyOf[B any](_ *Server, r *request) (b B, err error) {
	err = r.decode(&b)
	return b, err
}

// decode reads the body of a request. If the route has a limit by turn, the turn begins
// when all of the body is there, so that nobody holds one by sending slowly, and before
// it is decoded: what waits needs no more memory than was sent.
func (r *request) decode(into any) error {
	if ct := r.Header.Get("Content-Type"); ct != "" {
		if kind, _, _ := strings.Cut(ct, ";"); strings.TrimSpace(kind) != "application/json" {
			return fail(wire.BadRequest, "The body has to be JSON, with the type application/json.")
		}
	}
	body, err := io.ReadAll(http.MaxBytesReader(r.w, r.Body, cmp.Or(r.route.most, maxBody)))
	if e := (*wire.Error)(nil); errors.As(err, &e) {
		return e // the body was not read
	}
	if err != nil {
		if e := errorOf(r.lang, err); e.Code == wire.TooLarge {
			return e
		}
		return fail(wire.BadRequest, phrase.Sentence("the body cannot be read: "+err.Error()))
	}
	if r.route.limit == byTurn {
		if err := r.server.turn(r); err != nil {
			return err
		}
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err = dec.Decode(into); err == nil {
		// Not dec.More, which takes a stray bracket for the end.
		if _, err = dec.Token(); errors.Is(err, io.EOF) {
			return nil
		}
		return fail(wire.BadRequest, "The body has to be one JSON value, but something follows it.")
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fail(wire.BadRequest, fmt.Sprintf("%s has to be %s, not JSON's %s.", cmp.Or(wrong.Field, "The body"), inWords(wrong.Type), wrong.Value))
	}
	return fail(wire.BadRequest, phrase.Sentence("the body cannot be read: "+err.Error()))
}

// inWords says which JSON a type is read from.
func inWords(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}

// A handler answers a request, or returns why it cannot.
type handler func(*Server, *request) error

// An endpoint is how a route answers: its handler, and the types that the description
// of the API and the page know it by.
type endpoint struct {
	handler
	body, answer reflect.Type // nil for none
}

// A sender is an answer that writes itself. Any other answer is written as JSON.
type sender interface{ send(*request) error }

// A holder is a sender whose answer is JSON of a type.
type holder interface{ holds() reflect.Type }

// asks returns the endpoint of a function that needs only the request.
func asks[A any](f func(*Server, *request) (A, error)) endpoint {
	e := endpoint{answer: reflect.TypeFor[A]()}
	switch a := any(*new(A)).(type) {
	case holder:
		e.answer = a.holds()
	case sender:
		e.answer = nil
	}
	e.handler = func(s *Server, r *request) error {
		a, err := f(s, r)
		if err != nil {
			return err
		}
		if a, ok := any(a).(sender); ok {
			return a.send(r)
		}
		return r.sendJSON(a)
	}
	return e
}

// about returns the endpoint of a function that needs what the request is about: a
// game, a position, a table. It is the answer of find.
func about[T, A any](find func(*Server, *request) (T, error), f func(*Server, *request, T) (A, error)) endpoint {
	return asks(func(s *Server, r *request) (a A, err error) {
		t, err := find(s, r)
		if err != nil {
			return a, err
		}
		return f(s, r, t)
	})
}

// takes returns the endpoint of a function that needs the body of the request.
func takes[B, A any](f func(*Server, *request, B) (A, error)) endpoint {
	e := about(bodyOf[B], f)
	e.body = reflect.TypeFor[B]()
	return e
}

// aboutTakes returns the endpoint of a function that needs both.
func aboutTakes[T, B, A any](find func(*Server, *request) (T, error), f func(*Server, *request, T, B) (A, error)) endpoint {
	return takes(func(s *Server, r *request, b B) (a A, err error) {
		t, err := find(s, r)
		if err != nil {
			return a, err
		}
		return f(s, r, t, b)
	})
}

// writes returns the endpoint of a handler that writes its answer itself.
func writes(h handler) endpoint { return endpoint{handler: h} }

// A freshness says how long a browser may use a JSON answer without asking again.
type freshness int

const (
	once   freshness = iota // it keeps nothing
	tagged                  // it asks each time whether the answer has changed
	minute                  // everybody may keep it for a minute
)

// sendJSON answers with a value, as the route says.
func (r *request) sendJSON(v any) error {
	switch r.route.fresh {
	case tagged:
		a, err := wire.NewAnswer(v)
		if err != nil {
			return err
		}
		return r.w.SendTagged(exchange.JSON, a)
	case minute:
		r.w.Header().Set("Cache-Control", "public, max-age=60")
	}
	r.w.SendJSON(r.status, v)
	return nil
}

// encoded is a T that is JSON already, with its tag.
type encoded[T any] struct{ wire.Answer }

func (encoded[T]) holds() reflect.Type     { return reflect.TypeFor[T]() }
func (a encoded[T]) send(r *request) error { return r.w.SendTagged(exchange.JSON, a.Answer) }

// nothing is the answer to what only has to be done.
type nothing struct{}

func (nothing) send(r *request) error {
	r.w.WriteHeader(http.StatusNoContent)
	return nil
}

// drawing is an answer in SVG.
type drawing []byte

func (d drawing) send(r *request) error { return r.w.SendTagged("image/svg+xml", wire.Tagged(d)) }
