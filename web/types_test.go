package web

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour"
	"parlour/table"
	"parlour/table/proof"
	"parlour/web/wire"
)

const typesFile = "page/js/types.d.ts"

// pageNames are the names of types that the page calls otherwise than the
// description of the API does.
var pageNames = map[string]string{
	"ChairView": "Chair", "Event": "Judged", "Spot": "Station", "Layout": "Sheet", "ResultView": "Result", "boardData": "Sheet", "book": "GameInfo", "choice": "SetupChoice",
	"event": "TableEvent", "frame": "ToldFrame", "option": "OptionInfo", "presenceNews": "Presence",
	"tableView": "View", "toldMove": "Told", "trial": "Tried",
}

// TestTypes checks that the types of the page are those that the routes take and
// answer with. Write them again with go test ./web -run Types -update.
func TestTypes(t *testing.T) {
	d := &declarer{names: map[string]reflect.Type{}, values: stringValues(t)}
	for _, r := range routes() {
		for _, t := range []reflect.Type{r.handle.body, r.handle.answer} {
			if t != nil {
				d.name(t)
			}
		}
		for _, v := range r.events {
			d.name(reflect.TypeOf(v))
		}
	}
	for _, v := range []any{wire.ErrorBody{}, proof.Memory{}} { // what every route may answer, and what the page keeps for the verifier
		d.name(reflect.TypeOf(v))
	}
	got := "// What the server sends and takes. Written by go test ./web -run Types -update; do not change it by hand.\n" + d.declarations()
	if *update {
		if err := os.WriteFile(typesFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(typesFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is not what the code does; write it anew with -update", typesFile)
	}
}

// A declarer declares types of Go in TypeScript.
type declarer struct {
	names  map[string]reflect.Type
	values map[string][]string // of types of texts, by PACKAGE.TYPE
}

// name returns how a type is written.
func (d *declarer) name(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[time.Time]():
		return "string"
	case reflect.TypeFor[json.RawMessage]():
		return d.name(reflect.TypeFor[wire.Event]()) // already in JSON
	case reflect.TypeFor[proof.HeadAt]():
		return "[number, string]"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return d.name(t.Elem())
	case reflect.String:
		if len(d.values[t.String()]) == 0 {
			return "string"
		}
		return d.declare(t)
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int8, reflect.Int64, reflect.Uint64, reflect.Float64:
		return "number"
	case reflect.Map:
		return "Record<" + d.name(t.Key()) + ", " + d.name(t.Elem()) + ">"
	case reflect.Array:
		return "[" + strings.Join(slices.Repeat([]string{d.name(t.Elem())}, t.Len()), ", ") + "]"
	case reflect.Slice:
		return d.name(t.Elem()) + "[]"
	case reflect.Struct:
		return d.declare(t)
	}
	panic("no type for " + t.String())
}

// declare names a type that gets a declaration of its own.
func (d *declarer) declare(t reflect.Type) string {
	name := schemaName(t)
	switch page, ok := pageNames[name]; {
	case t == reflect.TypeFor[proof.Memory]():
		name = "Remembered"
	case t.PkgPath() == reflect.TypeFor[proof.Report]().PkgPath() && t != reflect.TypeFor[proof.Opening]():
		name = "Dice" + name // not a report of the laboratory, nor a fault of a position
	case ok:
		name = page
	default:
		name = strings.ToUpper(name[:1]) + name[1:]
	}
	if was := d.names[name]; was != nil && was != t {
		panic(name + " is " + was.String() + " and " + t.String())
	}
	if d.names[name] == nil {
		d.names[name] = t
		if t.Kind() == reflect.Struct {
			d.members(t) // names what it holds
		}
	}
	return name
}

// declarations returns all types in the order of their names.
func (d *declarer) declarations() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(d.names)) {
		t := d.names[name]
		if t.Kind() == reflect.String {
			fmt.Fprintf(&b, "export type %s = %s;\n", name, strings.Join(d.values[t.String()], " | "))
			continue
		}
		line := "export interface " + name + " {"
		for _, m := range d.members(t) {
			if len(line)+len(m) > 138 {
				b.WriteString(line + "\n")
				line = " "
			}
			line += " " + m
		}
		b.WriteString(line + " }\n")
	}
	return b.String()
}

// members returns the fields of a type, those of embedded types included.
func (d *declarer) members(t reflect.Type) (list []string) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			list = append(list, d.members(f.Type)...)
			continue
		case name == "-" || name == "" || !f.IsExported() || f.Type == reflect.TypeFor[*table.Secret]():
			continue // never sent
		}
		mark, written := "", d.name(f.Type)
		if strings.Contains(options, "omit") {
			mark = "?"
		} else if f.Type.Kind() == reflect.Pointer {
			written += " | null"
		}
		list = append(list, name+mark+": "+written+";")
	}
	return list
}

// openKinds are types of texts that can have values of which this release has no
// constant.
var openKinds = []string{reflect.TypeFor[table.Kind]().String(), reflect.TypeFor[wire.Code]().String()}

// stringValues returns the constants of the types of texts, by PACKAGE.TYPE.
func stringValues(t *testing.T) map[string][]string {
	out := map[string][]string{}
	eachFile(t, func(parsed *ast.File) {
		for _, decl := range parsed.Decls {
			group, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range group.Specs {
				v, ok := spec.(*ast.ValueSpec)
				if !ok || len(v.Values) != 1 {
					continue
				}
				kind, ok := v.Type.(*ast.Ident)
				value, text := v.Values[0].(*ast.BasicLit)
				if key := parsed.Name.Name + "." + fmt.Sprint(kind); ok && text && !slices.Contains(openKinds, key) {
					if _, err := strconv.Unquote(value.Value); err == nil {
						out[key] = append(out[key], value.Value)
					}
				}
			}
		}
	})
	if len(out[reflect.TypeFor[parlour.Meaning]().String()]) < 5 {
		t.Fatal("the meanings of effects were not found")
	}
	return out
}
