package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"parlour/table"
)

// exact returns an error if two programs could read an event in JSON differently. No
// name may occur twice in an object, or differ from the name of a field only in its
// case. A number must be a whole one that JavaScript can hold. A field must not be
// null, and nothing lies deeper than every program can read. The package encoding/json
// takes "Body" for "body"; other programs do not, and neither does the story code.
// So a server could show one game here and another elsewhere, with the same code.
func exact(event []byte) error {
	dec := json.NewDecoder(bytes.NewReader(event))
	dec.UseNumber()
	return names(dec, reflect.TypeFor[table.Event](), deepest)
}

// deepest is how many lists and objects may lie in each other.
const deepest = 32

// names checks the names in the next JSON value, which is read into a type; nil if
// it is read into nothing. Left is how many lists and objects may lie in each other
// there.
func names(dec *json.Decoder, t reflect.Type, left int) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	if token == nil && t != nil {
		return errors.New("a field is null")
	}
	if _, ok := token.(json.Delim); ok && left == 0 {
		return fmt.Errorf("more than %d lists and objects lie in each other", deepest)
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if n, ok := token.(json.Number); ok {
		if i, err := n.Int64(); err != nil || i >= 1<<53 || i <= -1<<53 || n == "-0" {
			return fmt.Errorf("the number %s can be read in several ways", n)
		}
	}
	switch token {
	case json.Delim('['):
		if t != nil && t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		for dec.More() {
			if err := names(dec, t, left-1); err != nil {
				return err
			}
		}
	case json.Delim('{'):
		seen := map[string]bool{}
		for dec.More() {
			token, err := dec.Token()
			if err != nil {
				return err
			}
			name, _ := token.(string) // JSON has no other names
			if seen[name] {
				return fmt.Errorf("the name %q occurs twice", name)
			}
			seen[name] = true
			into, err := fieldOf(t, name)
			if err != nil {
				return err
			}
			if err := names(dec, into, left-1); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	_, err = dec.Token() // the end of the list or the object
	return err
}

// fieldOf returns the type that a name of an object is read into, nil if none.
func fieldOf(t reflect.Type, name string) (reflect.Type, error) {
	switch {
	case t == nil:
		return nil, nil
	case t.Kind() == reflect.Map:
		return t.Elem(), nil
	case t.Kind() != reflect.Struct:
		return nil, nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		own, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case own == "" || own == "-":
		case own == "secret" && strings.EqualFold(own, name):
			return nil, errors.New("a secret never leaves the server")
		case own == name:
			return f.Type, nil
		case strings.EqualFold(own, name):
			return nil, fmt.Errorf("%q is not the name of a field; expected %q", name, own)
		}
	}
	return nil, nil
}
