package web

import (
	"net/http"
	"reflect"

	"parlour/web/wire"
)

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
		return send(r, jsonType, a)
	case minute:
		r.w.Header().Set("Cache-Control", "public, max-age=60")
	}
	writeJSON(r.w, r.status, v)
	return nil
}

// encoded is a T that is JSON already, with its tag.
type encoded[T any] struct{ wire.Answer }

func (encoded[T]) holds() reflect.Type     { return reflect.TypeFor[T]() }
func (a encoded[T]) send(r *request) error { return send(r, jsonType, a.Answer) }

// nothing is the answer to what only has to be done.
type nothing struct{}

func (nothing) send(r *request) error {
	r.w.WriteHeader(http.StatusNoContent)
	return nil
}

// drawing is an answer in SVG.
type drawing []byte

func (d drawing) send(r *request) error { return send(r, "image/svg+xml", wire.Tagged(d)) }
