package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"parlour/table"
)

// exact returns an error if two programs could read an event in JSON differently. No
// name may occur twice in an object, or differ from the name of a field only in its
// case. A number must be a whole one that JavaScript can hold. The package encoding/json
// takes "Body" for "body"; other programs do not, and neither does the story code.
// So a server could show one game here and another elsewhere, with the same code.
func exact(event []byte) error {
	dec := json.NewDecoder(bytes.NewReader(event))
	dec.UseNumber()
	return names(dec, reflect.TypeFor[table.Event]())
}

// names checks the names in the next JSON value, which is read into a type; nil if
// it is read into nothing.
func names(dec *json.Decoder, t reflect.Type) error {
	token, err := dec.Token()
	if err != nil {
		return err
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
			if err := names(dec, t); err != nil {
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
			if err := names(dec, into); err != nil {
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
		case own == name:
			return f.Type, nil
		case strings.EqualFold(own, name):
			return nil, fmt.Errorf("%q is not the name of a field; expected %q", name, own)
		}
	}
	return nil, nil
}
