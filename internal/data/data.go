// Package data prints values for programs: rows as CSV, and the types of values as
// JSON schemas. Both follow the json tags of the fields.
//
//	data.WriteCSV(os.Stdout, cabinet.List())
package data

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"
)

// A field is a field of a struct as it is written in JSON.
type field struct {
	name     string
	optional bool // left out if it is empty
	kind     reflect.Type
	index    []int
}

// fields returns the fields of a struct, those of embedded structs included.
func fields(t reflect.Type) (list []field) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			for _, in := range fields(bare(f.Type)) {
				in.index = append(f.Index[:1:1], in.index...)
				list = append(list, in)
			}
		case f.IsExported() && name != "-":
			if name == "" {
				name = f.Name
			}
			list = append(list, field{name, strings.Contains(options, "omit"), f.Type, f.Index})
		}
	}
	return list
}

// bare returns the type that a pointer points to.
func bare(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// WriteCSV writes a slice of structs, a line each, below the names of their fields.
// A list of texts or numbers has blanks between them, and other values with parts
// are written as JSON.
func WriteCSV(w io.Writer, rows any) error {
	list := reflect.ValueOf(rows)
	columns := fields(bare(list.Type().Elem()))
	c := csv.NewWriter(w)
	put := func(cell func(field) (string, error)) error {
		line := make([]string, len(columns))
		for i, f := range columns {
			var err error
			if line[i], err = cell(f); err != nil {
				return err
			}
		}
		return c.Write(line)
	}
	if err := put(func(f field) (string, error) { return f.name, nil }); err != nil {
		return err
	}
	for i := range list.Len() {
		row := reflect.Indirect(list.Index(i))
		if err := put(func(f field) (string, error) { return cell(row.FieldByIndex(f.index), f.optional) }); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// cell returns a value as the text of a cell. What JSON leaves out is empty.
func cell(v reflect.Value, optional bool) (string, error) {
	if optional && v.IsZero() {
		return "", nil
	}
	if v.Kind() == reflect.Slice {
		switch v.Type().Elem().Kind() {
		case reflect.String, reflect.Int, reflect.Float64:
			return strings.Trim(fmt.Sprint(v.Interface()), "[]"), nil
		}
	}
	text, err := json.Marshal(v.Interface())
	if err != nil {
		return "", err
	}
	var plain string
	if json.Unmarshal(text, &plain) == nil { // a text has no quotes; null is empty
		return plain, nil
	}
	return string(text), nil
}

// Schema returns a JSON schema (draft 2020-12) of the values of some types, given by
// an example of each.
func Schema(title string, examples ...any) map[string]any {
	s := schemas{}
	var kinds []any
	for _, v := range examples {
		kinds = append(kinds, s.of(reflect.TypeOf(v)))
	}
	all := map[string]any{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
	if len(kinds) == 1 {
		for k, v := range kinds[0].(map[string]any) {
			all[k] = v
		}
	} else {
		all["anyOf"] = kinds
	}
	if len(s) > 0 {
		all["$defs"] = s
	}
	return all
}

// schemas are those of structs, by name.
type schemas map[string]any

// of returns the schema of a type. A struct is described once and then named.
func (s schemas) of(t reflect.Type) map[string]any {
	switch t.Kind() {
	case reflect.Pointer:
		return s.of(t.Elem())
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int8, reflect.Int64, reflect.Uint64:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Slice, reflect.Array:
		return map[string]any{"type": "array", "items": s.of(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return map[string]any{"type": "string", "format": "date-time"}
		}
		return s.object(t)
	}
	panic("data: no schema of " + t.String())
}

func (s schemas) object(t reflect.Type) map[string]any {
	name := t.String() // with its package, because two have a Report
	ref := map[string]any{"$ref": "#/$defs/" + name}
	if s[name] != nil {
		return ref
	}
	properties, required := map[string]any{}, []string{}
	s[name] = map[string]any{"type": "object", "additionalProperties": false, "properties": properties, "required": &required}
	for _, f := range fields(t) {
		kind := s.of(f.kind)
		switch {
		case f.optional:
		case f.kind.Kind() == reflect.Pointer, f.kind.Kind() == reflect.Slice, f.kind.Kind() == reflect.Map:
			kind = map[string]any{"anyOf": []any{kind, map[string]any{"type": "null"}}}
		}
		if properties[f.name] = kind; !f.optional {
			required = append(required, f.name)
		}
	}
	return ref
}
