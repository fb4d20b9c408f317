package client

import (
	"reflect"
	"strings"
	"unicode"
)

// clean replaces control characters in all texts of a value that a server sent. A
// terminal would obey them, and neither the server nor the people at a table may
// write anywhere but into their own lines.
func clean(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			clean(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() && v.CanSet() {
			v.Set(cleaned(v.Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			clean(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			clean(v.Index(i))
		}
	case reflect.Map:
		for key, value := range v.Seq2() {
			v.SetMapIndex(key, cleaned(value))
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(harmless(v.String()))
		}
	}
}

// cleaned returns a clean copy of a value that cannot be changed in place.
func cleaned(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	clean(c)
	return c
}

// harmless returns a text without characters that control a terminal or turn the
// direction of writing round.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
