package web

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/table"
	"parlour/web/study"
	"parlour/web/wire"
)

var update = flag.Bool("update", false, "write docs/openapi.yaml anew")

const openapiFile = "../docs/openapi.yaml"

// TestOpenAPI checks that docs/openapi.yaml is what the table of routes says of the
// API, with every field of every body and the comments of the code. Write the file
// again with go test ./web -run OpenAPI -update.
func TestOpenAPI(t *testing.T) {
	got := describe(t)
	if *update {
		if err := os.WriteFile(openapiFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(openapiFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is not what the code does; write it anew with -update", openapiFile)
	}
}

// published returns the path of a route with the version of the API.
func published(path string) string {
	if rest, ok := strings.CutPrefix(path, apiPath); ok {
		return v1Path + rest
	}
	return path
}

// A describer writes the description.
type describer struct {
	b        strings.Builder
	comments map[string]string // of fields, by PACKAGE.TYPE.FIELD
	schemas  map[string]reflect.Type
}

func (d *describer) line(indent int, format string, args ...any) {
	d.b.WriteString(strings.Repeat("  ", indent) + fmt.Sprintf(format, args...) + "\n")
}

// text quotes a text for YAML.
func text(s string) string {
	out, _ := json.Marshal(s)
	return string(out)
}

func describe(t *testing.T) string {
	d := &describer{comments: fieldComments(t), schemas: map[string]reflect.Type{}}
	d.line(0, "# Written by go test ./web -run OpenAPI -update; do not change it by hand.")
	d.line(0, "openapi: 3.1.0")
	d.line(0, "info:")
	d.line(1, "title: Parlour")
	d.line(1, "version: \"1\"")
	d.line(1, "summary: Historic parlour games by their own rulebooks.")
	d.line(1, "description: docs/API.md explains how to use it. Paths under /api/v1/ also work without the version, under /api/.")
	d.line(1, "license: {name: MIT, identifier: MIT}")
	d.line(0, "servers:")
	d.line(1, "- url: /")
	d.line(0, "security:")
	d.line(1, "- {}")
	d.line(1, "- bearer: []")
	d.line(1, "- cookie: []")
	d.line(0, "paths:")
	byPath := map[string][]route{}
	var paths []string
	for _, o := range routes() {
		if o.tag == "" {
			continue
		}
		_, path, _ := strings.Cut(o.pattern, " ")
		if byPath[path] == nil {
			paths = append(paths, path)
		}
		byPath[path] = append(byPath[path], o)
	}
	for _, path := range paths {
		d.line(1, "%s:", published(path))
		for _, o := range byPath[path] {
			d.operation(o)
		}
	}
	d.components()
	return d.b.String()
}

func (d *describer) operation(o route) {
	method, path, _ := strings.Cut(o.pattern, " ")
	d.line(2, "%s:", strings.ToLower(method))
	d.line(3, "summary: %s", text(o.words))
	d.line(3, "operationId: %s", operationID(method, path))
	d.line(3, "tags: [%s]", o.tag)
	var params []string
	for part := range strings.SplitSeq(path, "/") {
		if strings.HasPrefix(part, "{") {
			name := strings.Trim(part, "{}")
			params = append(params, fmt.Sprintf("- {name: %s, in: path, required: true, schema: {type: string}}", name))
		}
	}
	for _, p := range o.query {
		params = append(params, fmt.Sprintf("- {name: %s, in: query, description: %s, schema: {type: string}}", p.name, text(p.about)))
	}
	if params != nil {
		d.line(3, "parameters:")
		for _, p := range params {
			d.line(4, "%s", p)
		}
	}
	if o.handle.body != nil {
		d.line(3, "requestBody:")
		d.line(4, "required: %v", o.pattern != "POST /api/token")
		d.line(4, "content:")
		d.line(5, "application/json: {schema: %s}", d.schema(o.handle.body))
	}
	d.line(3, "responses:")
	status := cmp.Or(o.status, http.StatusOK)
	if o.handle.answer == nil && o.media == "" {
		status = http.StatusNoContent
	}
	d.line(4, "\"%d\":", status)
	d.line(5, "description: done")
	switch {
	case o.media != "":
		d.line(5, "content:")
		schema := "{schema: {type: string}}"
		if o.media == "image/png" { // bytes, of which a schema says nothing
			schema = "{}"
		}
		d.line(6, "%s: %s", o.media, schema)
	case o.handle.answer != nil:
		d.line(5, "content:")
		d.line(6, "application/json: {schema: %s}", d.schema(o.handle.answer))
	}
	if o.pattern == "POST /api/token" {
		d.line(4, "\"204\": {description: the cookie is set}")
	}
	if o.handle.answer == reflect.TypeFor[study.Analysis]() {
		d.line(4, "\"202\":")
		d.line(5, "description: it is not ready; ask again")
		d.line(5, "content:")
		d.line(6, "application/json: {schema: %s}", d.schema(reflect.TypeFor[study.Progress]()))
	}
	for _, e := range o.events {
		d.schema(reflect.TypeOf(e))
	}
	codes := append(slices.Clone(o.errors), wire.Limited, wire.Busy, wire.Internal)
	if slices.Contains(codes, wire.Forbidden) {
		codes = append(codes, wire.NoToken)
	}
	slices.SortFunc(codes, func(a, b wire.Code) int { return cmp.Compare(statusOf[a], statusOf[b]) })
	for _, c := range codes {
		d.line(4, "\"%d\": {$ref: \"#/components/responses/%s\"}", statusOf[c], c)
	}
}

// operationID makes the name of an operation from its address.
func operationID(method, path string) string {
	words := []string{strings.ToLower(method)}
	for _, w := range strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune("/{}.", r) }) {
		if w != "api" {
			words = append(words, strings.ToUpper(w[:1])+w[1:])
		}
	}
	return strings.Join(words, "")
}

func (d *describer) components() {
	d.schema(reflect.TypeFor[wire.ErrorBody]())
	d.line(0, "components:")
	d.line(1, "securitySchemes:")
	d.line(2, "bearer: {type: http, scheme: bearer}")
	d.line(2, "cookie: {type: apiKey, in: cookie, name: %s}", cookieName)
	d.line(1, "responses:")
	for _, c := range slices.Sorted(maps.Keys(statusOf)) {
		d.line(2, "%s:", c)
		d.line(3, "description: %s", text(errorAbout[c]))
		if c == wire.Limited || c == wire.Busy {
			d.line(3, "headers:")
			d.line(4, "Retry-After: {schema: {type: integer}}")
		}
		d.line(3, "content:")
		d.line(4, "application/json: {schema: {$ref: \"#/components/schemas/errorBody\"}}")
	}
	d.line(1, "schemas:")
	done := map[string]bool{}
	for len(done) < len(d.schemas) {
		for _, name := range slices.Sorted(maps.Keys(d.schemas)) {
			if !done[name] {
				done[name] = true
				d.object(name, d.schemas[name])
			}
		}
	}
}

var errorAbout = map[wire.Code]string{
	wire.BadRequest: "The request cannot be read.", wire.NoToken: "You sent no token.", wire.Forbidden: "The token does not allow it.", wire.NoMethod: "This address does not take this method; Allow lists those it takes.", wire.NotFound: "It does not exist.",
	wire.Late: "The table has moved on; view is the present table.", wire.Refused: "The rules of the game or of the table refuse it, or (code key-used) the key was used for something else.", wire.KeyUsed: "The key was used for something else; every action needs a key of its own.",
	wire.TooLarge: "The body is too large.", wire.Limited: "Too many requests; Retry-After says when to come back.",
	wire.Busy: "Not now; Retry-After says when to come back.", wire.Newer: "A later release wrote the table.", wire.Internal: "Something went wrong on the server.",
}

// schema returns a reference to a type, or the type itself if it has no name.
func (d *describer) schema(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[time.Time]():
		return "{type: string, format: date-time}"
	case reflect.TypeFor[time.Duration]():
		return "{type: integer, description: nanoseconds}"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return d.schema(t.Elem())
	case reflect.String:
		return "{type: string}"
	case reflect.Bool:
		return "{type: boolean}"
	case reflect.Int, reflect.Int64, reflect.Int8, reflect.Uint64:
		return "{type: integer}"
	case reflect.Float64:
		return "{type: number}"
	case reflect.Map:
		return "{type: object, additionalProperties: " + d.schema(t.Elem()) + "}"
	case reflect.Array:
		return fmt.Sprintf("{type: array, minItems: %d, maxItems: %d, items: %s}", t.Len(), t.Len(), d.schema(t.Elem()))
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 { // an event, already in JSON
			return d.schema(reflect.TypeFor[wire.Event]())
		}
		return "{type: array, items: " + d.schema(t.Elem()) + "}"
	case reflect.Struct:
		name := schemaName(t)
		if was := d.schemas[name]; was != nil && was != t {
			panic(name + " is " + was.String() + " and " + t.String())
		}
		d.schemas[name] = t
		return `{$ref: "#/components/schemas/` + name + `"}`
	}
	panic("no schema for " + t.String())
}

// schemaName names a type in the description. Types made for the API begin with
// a small letter there, whether they are exported or not.
func schemaName(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[study.Option]():
		return "lookChoice" // not an option of the rules
	case t == reflect.TypeFor[wire.View]():
		return "tableView" // so that it is not mistaken for the view of package table
	case t == reflect.TypeFor[wire.Error]():
		return "Error"
	case slices.Contains([]string{"parlour/web/live", "parlour/web/show", "parlour/web/study", "parlour/web/wire"}, t.PkgPath()):
		return strings.ToLower(t.Name()[:1]) + t.Name()[1:]
	}
	return t.Name()
}

func (d *describer) object(name string, t reflect.Type) {
	d.line(2, "%s:", name)
	d.line(3, "type: object")
	var required []string
	var lines []string
	d.fields(t, &lines, &required)
	if required != nil {
		d.line(3, "required: [%s]", strings.Join(required, ", "))
	}
	d.line(3, "properties:")
	for _, l := range lines {
		d.line(4, "%s", l)
	}
}

func (d *describer) fields(t reflect.Type, lines, required *[]string) {
	for f := range t.Fields() {
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous && tag == "":
			d.fields(f.Type, lines, required)
			continue
		case name == "-" || !f.IsExported() || f.Type == reflect.TypeFor[*table.Secret](), t == reflect.TypeFor[table.Event]() && name == "key":
			continue // never sent
		}
		schema := d.schema(f.Type)
		if about := d.comments[t.String()+"."+f.Name]; about != "" {
			schema = strings.TrimSuffix(schema, "}") + ", description: " + text(about) + "}"
		}
		*lines = append(*lines, name+": "+schema)
		if !strings.Contains(options, "omit") {
			*required = append(*required, name)
		}
	}
}

// eachFile calls f with every file of the packages whose types are described.
func eachFile(t *testing.T, f func(*ast.File)) {
	for _, dir := range []string{".", "live", "show", "study", "wire", "notice/push", "..", "../table", "../table/proof", "../hall", "../draw/svg", "../lab/analyse", "../lab", "../lab/sim", "../learn/lesson", "../learn/theory", "../phrase"} {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), dir+"/"+file.Name(), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			f(parsed)
		}
	}
}

// fieldComments reads the comments beside the fields of all described types.
func fieldComments(t *testing.T) map[string]string {
	out := map[string]string{}
	eachFile(t, func(parsed *ast.File) {
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				for _, field := range s.Fields.List {
					for _, name := range field.Names {
						if field.Comment != nil {
							out[parsed.Name.Name+"."+spec.Name.Name+"."+name.Name] = strings.TrimSpace(field.Comment.Text())
						}
					}
				}
			}
			return true
		})
	})
	return out
}
