package fill

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"text/template/parse"
)

// A place is where in HTML the text of a template stands.
type place string

const (
	inText   place = "text"
	inTag    place = "a tag"
	inValue  place = "an attribute in double quotes"
	inScript place = "the tag of a script"
	inSource place = "an attribute of a script"
)

// within returns the place after a part of a template that begins at a place. It
// fails if a value would stand where escaping does not protect it.
func within(at place, node parse.Node) (place, error) {
	switch n := node.(type) {
	case nil:
	case *parse.ListNode:
		if n == nil {
			return at, nil
		}
		for _, one := range n.Nodes {
			var err error
			if at, err = within(at, one); err != nil {
				return at, err
			}
		}
	case *parse.TextNode:
		return after(at, n.Text)
	case *parse.ActionNode:
		if at == inTag || at == inScript {
			return at, fmt.Errorf("%s in a template: a value cannot stand in a tag outside double quotes", n)
		}
	case *parse.IfNode:
		return branch(at, &n.BranchNode)
	case *parse.WithNode:
		return branch(at, &n.BranchNode)
	case *parse.RangeNode:
		return branch(at, &n.BranchNode)
	case *parse.TemplateNode:
		if at != inText {
			return at, fmt.Errorf("%s in a template: another template cannot stand in a tag", n)
		}
	}
	return at, nil
}

// branch is within for both branches, each of which may be left out.
func branch(at place, b *parse.BranchNode) (place, error) {
	for _, list := range []*parse.ListNode{b.List, b.ElseList} {
		end, err := within(at, list)
		if err != nil {
			return at, err
		}
		if end != at {
			return at, fmt.Errorf("%s in a template: a part begins in %s and ends in %s", b, at, end)
		}
	}
	return at, nil
}

// after returns the place after a text.
func after(at place, text []byte) (place, error) {
	for {
		i := bytes.IndexAny(text, map[place]string{inText: "<", inTag: `">'`, inScript: `">'`, inValue: `"`, inSource: `"`}[at])
		if i < 0 {
			return at, nil
		}
		found := text[i]
		text = text[i+1:]
		switch {
		case found == '\'':
			return at, fmt.Errorf("a template has an attribute in single quotes before %.20q; expected double quotes", text)
		case at == inText:
			switch at = inTag; tag(text) {
			case "style":
				return at, errors.New("a template has a style; expected a file")
			case "script":
				at = inScript
			}
		case found == '>' && at == inScript && !bytes.HasPrefix(text, []byte("</script>")):
			return at, errors.New("a template has a script inside; expected a file")
		case found == '>':
			at = inText
		default:
			at = map[place]place{inTag: inValue, inValue: inTag, inScript: inSource, inSource: inScript}[at]
		}
	}
}

// tag returns the name of the tag that a text begins with.
func tag(text []byte) string {
	if i := bytes.IndexAny(text, " \n\t/>"); i >= 0 {
		text = text[:i]
	}
	return strings.ToLower(string(text))
}
