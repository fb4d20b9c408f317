package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"parlour/hall"
	"parlour/phrase"
	"parlour/web/wire"
)

// open finds the table of a request.
func (s *Server) open(r *http.Request) (*hall.Table, error) {
	id := r.PathValue("table")
	if !wellNamed(id) {
		return nil, hall.ErrNotFound
	}
	return s.Hall.Open(r.Context(), id)
}

// wellNamed reports whether a text can be the name of a table. Nothing else
// reaches the store.
func wellNamed(id string) bool {
	if len(id) < 8 || len(id) > 32 {
		return false
	}
	for i := range len(id) {
		if c := id[i]; (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// number reads a parameter that is a whole number from 0. Without the parameter
// it is 0.
func number(r *http.Request, name string) (int64, error) {
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

// maxBody is how many bytes the body of a request may have.
const maxBody = 64 << 10

// decode reads the body of a request: one JSON value with known fields.
func decode(w http.ResponseWriter, r *http.Request, into any) error {
	return decodeLong(w, r, into, maxBody)
}

// decodeLong is decode for a body of at most that many bytes.
func decodeLong(w http.ResponseWriter, r *http.Request, into any, most int64) error {
	if ct := r.Header.Get("Content-Type"); ct != "" {
		if kind, _, _ := strings.Cut(ct, ";"); strings.TrimSpace(kind) != "application/json" {
			return fail(wire.BadRequest, "The body has to be JSON, with the type application/json.")
		}
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, most))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	if err == nil {
		// Not dec.More, which takes a stray bracket for the end.
		if _, err = dec.Token(); errors.Is(err, io.EOF) {
			return nil
		}
		if errorOf(err).Code != wire.TooLarge {
			return fail(wire.BadRequest, "The body has to be one JSON value, but something follows it.")
		}
	}
	if e := (*wire.Error)(nil); errors.As(err, &e) {
		return e // the body was not read
	}
	if e := errorOf(err); e.Code == wire.TooLarge {
		return e
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
