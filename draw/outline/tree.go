package outline

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The limits of a drawing.
const (
	MaxInput = 1 << 20 // bytes
	MaxNodes = 20_000  // elements
	MaxDepth = 12      // nested elements
)

// A node is an element of a drawing.
type node struct {
	name  string
	attrs []xml.Attr
	text  string // of a text element
	kids  []*node
}

// attr returns the value of an attribute, or "".
func (n *node) attr(name string) string {
	for i := range n.attrs {
		if n.attrs[i].Name.Local == name {
			return n.attrs[i].Value
		}
	}
	return ""
}

// number returns the value of a numeric attribute, or 0.
func (n *node) number(name string) (float64, error) {
	text := n.attr(name)
	if text == "" {
		return 0, nil
	}
	return number(text)
}

// each reads numeric attributes into the given variables.
func (n *node) each(names string, into ...*float64) (err error) {
	for i, name := range strings.Fields(names) {
		if *into[i], err = n.number(name); err != nil {
			return err
		}
	}
	return nil
}

// parse reads the elements of a drawing.
func parse(svg []byte) (*node, error) {
	if len(svg) > MaxInput {
		return nil, errors.New("the drawing is too large")
	}
	dec := xml.NewDecoder(bytes.NewReader(svg))
	var open []*node
	var root *node
	for count := 0; ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if count++; count > MaxNodes || len(open) >= MaxDepth {
				return nil, errors.New("the drawing has too many elements")
			}
			n := &node{name: t.Name.Local, attrs: t.Attr}
			switch {
			case len(open) > 0:
				up := open[len(open)-1]
				up.kids = append(up.kids, n)
			case root != nil:
				return nil, errors.New("there is something after the drawing")
			default:
				root = n
			}
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) == 0 {
				continue
			}
			if n := open[len(open)-1]; n.name == "text" {
				n.text += string(t)
			} else if n.name != "title" && len(bytes.TrimSpace(t)) > 0 {
				return nil, fmt.Errorf("unexpected text in <%s>", n.name)
			}
		case xml.Directive:
			return nil, errors.New("a drawing may not have a document type")
		}
	}
	if root == nil {
		return nil, errors.New("there is no drawing")
	}
	return root, nil
}
