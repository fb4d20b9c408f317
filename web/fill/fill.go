// Package fill fills HTML templates with data.
//
//	var hello = fill.New(`<p>Hello, {{.Name}}!</p>`, nil)
//	page, err := hello.Fill(struct{ Name string }{"<Ada>"}) // <p>Hello, &lt;Ada&gt;!</p>
//
// Templates are written in the language of the package text/template. That package
// finds methods by their names, and a program that does so must keep every exported
// method of every type, needed or not: ours would be a tenth larger. So this package
// knows fields, variables, a few functions and no methods.
//
// Every value is escaped for text and for attributes in double quotes. A template
// with a gap anywhere else, such as in a script or in an attribute without quotes, is
// malformed. Addresses in attributes are not checked.
package fill

import (
	"fmt"
	"html"
	"reflect"
	"text/template/parse"
)

// HTML is text that is not escaped.
type HTML string

// Funcs are the functions that a template may call besides and, eq, gt, len, ne,
// not and or.
type Funcs map[string]func(any) any

// A Template is a page with gaps.
type Template struct {
	trees map[string]*parse.Tree
	funcs Funcs
}

// New returns a template. It panics if the text is malformed, because templates are
// part of the program.
func New(text string, funcs Funcs) *Template {
	known := map[string]any{"and": true, "eq": true, "gt": true, "len": true, "ne": true, "not": true, "or": true}
	for name := range funcs {
		known[name] = true
	}
	trees, err := parse.Parse(top, text, "", "", known)
	if err != nil {
		panic(err)
	}
	for name, tree := range trees {
		if end, err := within(inText, tree.Root); err != nil {
			panic(err)
		} else if end != inText {
			panic(fmt.Errorf("the template %s ends inside a tag", name))
		}
	}
	return &Template{trees, funcs}
}

// top is the name of the part outside all definitions.
const top = "template"

// Fill returns the page with the data in its gaps.
func (t *Template) Fill(data any) (page HTML, err error) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case badTemplate:
			page, err = "", fault.error
		default:
			panic(fault)
		}
	}()
	s := &state{template: t}
	s.call(top, reflect.ValueOf(data))
	return HTML(s.out), nil
}

// A badTemplate ends the filling of a template that does not fit its data.
type badTemplate struct{ error }

// fail ends the filling.
func fail(n parse.Node, format string, args ...any) {
	panic(badTemplate{fmt.Errorf("%s in a template: %s", n, fmt.Sprintf(format, args...))})
}

// A state is a page in progress.
type state struct {
	template *Template
	out      []byte
	vars     []variable // the newest last
}

type variable struct {
	name  string
	value reflect.Value
}

// call fills a definition.
func (s *state) call(name string, dot reflect.Value) {
	tree := s.template.trees[name]
	if tree == nil {
		panic(badTemplate{fmt.Errorf("no template is called %q", name)})
	}
	before := s.vars
	s.vars = []variable{{"$", dot}}
	s.walk(dot, tree.Root)
	s.vars = before
}

// walk fills a part.
func (s *state) walk(dot reflect.Value, node parse.Node) {
	defer func(n int) { s.vars = s.vars[:n] }(len(s.vars)) // what it declares ends with it
	switch n := node.(type) {
	case *parse.ListNode:
		for _, one := range n.Nodes {
			s.walk(dot, one)
		}
	case *parse.TextNode:
		s.out = append(s.out, n.Text...)
	case *parse.ActionNode:
		s.print(s.pipe(dot, n.Pipe))
	case *parse.IfNode:
		s.either(dot, dot, s.pipe(dot, n.Pipe), &n.BranchNode)
	case *parse.WithNode:
		v := s.pipe(dot, n.Pipe)
		s.either(v, dot, v, &n.BranchNode)
	case *parse.RangeNode:
		s.each(dot, n)
	case *parse.TemplateNode:
		s.call(n.Name, s.pipe(dot, n.Pipe))
	default:
		fail(n, "this is not supported in templates")
	}
}

// either fills one of two branches.
func (s *state) either(yes, no, v reflect.Value, b *parse.BranchNode) {
	if truth(v) {
		s.walk(yes, b.List)
	} else if b.ElseList != nil {
		s.walk(no, b.ElseList)
	}
}

// each fills a part once for each element of a list.
func (s *state) each(dot reflect.Value, n *parse.RangeNode) {
	list := s.arg(dot, n.Pipe.Cmds[0])
	if list.Kind() != reflect.Slice && list.Kind() != reflect.Array {
		fail(n.Pipe, "it is not a list")
	}
	for i := range list.Len() {
		values := []reflect.Value{reflect.ValueOf(i), list.Index(i)}
		for k, v := range n.Pipe.Decl {
			s.vars = append(s.vars, variable{v.Ident[0], values[2-len(n.Pipe.Decl)+k]})
		}
		s.walk(list.Index(i), n.List)
		s.vars = s.vars[:len(s.vars)-len(n.Pipe.Decl)]
	}
	if list.Len() == 0 && n.ElseList != nil {
		s.walk(dot, n.ElseList)
	}
}

// print writes a value.
func (s *state) print(v reflect.Value) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch {
	case !v.IsValid():
	case v.Type() == reflect.TypeFor[HTML]():
		s.out = append(s.out, v.String()...)
	default:
		s.out = append(s.out, html.EscapeString(fmt.Sprint(v.Interface()))...)
	}
}

// pipe returns the value of what stands between braces.
func (s *state) pipe(dot reflect.Value, p *parse.PipeNode) reflect.Value {
	switch {
	case p == nil:
		return reflect.Value{}
	case len(p.Cmds) != 1 || len(p.Decl) > 0:
		fail(p, "only single values are known here")
	}
	return s.arg(dot, p.Cmds[0])
}

// arg returns the value of an argument.
func (s *state) arg(dot reflect.Value, node parse.Node) reflect.Value {
	switch n := node.(type) {
	case *parse.CommandNode:
		if name, ok := n.Args[0].(*parse.IdentifierNode); ok {
			return s.function(dot, name.Ident, n)
		} else if len(n.Args) > 1 {
			fail(n, "it is not a function")
		}
		return s.arg(dot, n.Args[0])
	case *parse.PipeNode:
		return s.pipe(dot, n)
	case *parse.DotNode:
		return dot
	case *parse.FieldNode:
		return field(n, dot, n.Ident)
	case *parse.VariableNode:
		for i := len(s.vars) - 1; i >= 0; i-- {
			if s.vars[i].name == n.Ident[0] {
				return field(n, s.vars[i].value, n.Ident[1:])
			}
		}
	case *parse.StringNode:
		return reflect.ValueOf(n.Text)
	case *parse.NumberNode:
		if n.IsInt {
			return reflect.ValueOf(int(n.Int64))
		}
	}
	fail(node, "this is not supported in templates")
	return reflect.Value{}
}

// field returns a field of a field of a value.
func field(n parse.Node, v reflect.Value, names []string) reflect.Value {
	for _, name := range names {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			fail(n, "there is no field %s in %s", name, v.Kind())
		}
		f, ok := v.Type().FieldByName(name)
		if !ok || !f.IsExported() {
			fail(n, "there is no field %s in %s", name, v.Type())
		}
		v = v.FieldByIndex(f.Index)
	}
	return v
}

// function calls a function.
func (s *state) function(dot reflect.Value, name string, n *parse.CommandNode) reflect.Value {
	if name == "and" || name == "or" {
		return s.decides(dot, name == "or", n)
	}
	var args []reflect.Value
	for _, a := range n.Args[1:] {
		args = append(args, solid(s.arg(dot, a)))
	}
	need := 1
	if name == "eq" || name == "ne" || name == "gt" {
		need = 2
	}
	if len(args) != need {
		fail(n, "%s needs %d values", name, need)
	}
	switch name {
	case "not":
		return reflect.ValueOf(!truth(args[0]))
	case "len":
		if k := args[0].Kind(); k != reflect.Slice && k != reflect.Array && k != reflect.Map && k != reflect.String {
			fail(n, "%s has no length", k)
		}
		return reflect.ValueOf(args[0].Len())
	case "eq":
		return reflect.ValueOf(equal(n, args[0], args[1]))
	case "ne":
		return reflect.ValueOf(!equal(n, args[0], args[1]))
	case "gt":
		if !args[0].CanInt() || !args[1].CanInt() {
			fail(n, "only whole numbers are compared")
		}
		return reflect.ValueOf(args[0].Int() > args[1].Int())
	}
	return reflect.ValueOf(s.template.funcs[name](args[0].Interface()))
}

// decides returns the first value that decides whether all or any are true, or the
// last. What follows is not looked at: it may not be there.
func (s *state) decides(dot reflect.Value, anyOf bool, n *parse.CommandNode) (v reflect.Value) {
	if len(n.Args) == 1 {
		fail(n, "it needs a value")
	}
	for _, a := range n.Args[1:] {
		if v = s.arg(dot, a); truth(v) == anyOf {
			break
		}
	}
	return v
}

// equal compares two values of a kind, whatever their types are called.
func equal(n parse.Node, a, b reflect.Value) bool {
	switch {
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return a.String() == b.String()
	case a.CanInt() && b.CanInt():
		return a.Int() == b.Int()
	case a.Kind() == reflect.Bool && b.Kind() == reflect.Bool:
		return a.Bool() == b.Bool()
	}
	fail(n, "%s and %s cannot be compared", a.Kind(), b.Kind())
	return false
}

// solid returns what an interface holds.
func solid(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Interface {
		return v.Elem()
	}
	return v
}

// truth reports whether a value counts as true: whether it is not zero, and not empty.
func truth(v reflect.Value) bool {
	switch v = solid(v); v.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Slice, reflect.Map:
		return v.Len() > 0
	case reflect.Struct:
		return true
	}
	return !v.IsZero()
}
