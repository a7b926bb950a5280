package richtext

import (
	"bytes"
	"fmt"
	"iter"
	"strings"

	node "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// parse returns a fragment as browsers read it in a page, with every element closed in its
// place. It returns an error for what is nested too deep.
func parse(content string) ([]*node.Node, error) {
	nodes, err := node.ParseFragment(strings.NewReader(content), element("body"))
	if err != nil {
		return nil, fmt.Errorf("parse HTML: %w", err)
	}
	return nodes, nil
}

func render(nodes []*node.Node) (string, error) {
	var out bytes.Buffer
	for _, n := range nodes {
		if err := node.Render(&out, n); err != nil {
			return "", fmt.Errorf("render HTML: %w", err)
		}
	}
	return out.String(), nil
}

// elements returns each element of a parsed fragment.
func elements(nodes []*node.Node) iter.Seq[*node.Node] {
	return func(yield func(*node.Node) bool) {
		for _, n := range nodes {
			for each := range withDescendants(n) {
				if each.Type == node.ElementNode && !yield(each) {
					return
				}
			}
		}
	}
}

func withDescendants(n *node.Node) iter.Seq[*node.Node] {
	return func(yield func(*node.Node) bool) {
		if !yield(n) {
			return
		}
		for each := range n.Descendants() {
			if !yield(each) {
				return
			}
		}
	}
}

// kindOf returns what an element is that has no shape; 0 for one that rich text does not have.
func kindOf(name atom.Atom) kind {
	switch name {
	case atom.Strong, atom.B, atom.Em, atom.I, atom.U, atom.S, atom.Sub, atom.Sup, atom.Code, atom.Br, atom.Span, atom.A:
		return words
	case atom.Img:
		return pictures
	case atom.P, atom.Ul, atom.Ol, atom.Li:
		return paragraphs
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Blockquote, atom.Pre, atom.Hr, atom.Iframe:
		return blocks
	}
	return 0
}

// apart reports whether a node is no part of the sentence that it stands in.
func apart(n *node.Node) bool {
	return n.Type == node.ElementNode && (kindOf(n.DataAtom)&(words|pictures) == 0 && n.DataAtom != atom.Cite ||
		attribute(n, "class") == "footnote")
}

// holdsWords reports whether a node can stand in a paragraph.
func holdsWords(n *node.Node) bool {
	if n.Type != node.ElementNode {
		return true
	}
	if kindOf(n.DataAtom)&(words|pictures) == 0 {
		return false
	}
	for c := range n.Descendants() {
		if c.Type == node.ElementNode && kindOf(c.DataAtom)&(words|pictures) == 0 {
			return false
		}
	}
	return true
}

// shows reports whether readers see anything of a node.
func shows(n *node.Node) bool {
	for each := range withDescendants(n) {
		switch each.DataAtom {
		case atom.Img, atom.Iframe, atom.Hr:
			return true
		}
		if each.Type == node.TextNode && strings.TrimSpace(each.Data) != "" {
			return true
		}
	}
	return false
}

// textOf returns all text in a node.
func textOf(n *node.Node) string {
	var all strings.Builder
	for each := range withDescendants(n) {
		if each.Type == node.TextNode {
			all.WriteString(each.Data)
		}
	}
	return all.String()
}

// element returns a new element with attributes: their names and values in turn.
func element(name string, attributes ...string) *node.Node {
	n := &node.Node{Type: node.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))}
	for i := 0; i+1 < len(attributes); i += 2 {
		set(n, attributes[i], attributes[i+1])
	}
	return n
}

// with appends nodes to n and returns n.
func with(n *node.Node, nodes ...*node.Node) *node.Node {
	for _, each := range nodes {
		n.AppendChild(each)
	}
	return n
}

func attribute(n *node.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func set(n *node.Node, name, value string) {
	for i, a := range n.Attr {
		if a.Key == name {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, node.Attribute{Key: name, Val: value})
}

// find returns the first element of a name within n, or nil. It does not look into blocks that
// may have their own.
func find(n *node.Node, name atom.Atom) *node.Node {
	for c := range n.ChildNodes() {
		switch c.DataAtom {
		case name:
			return c
		case atom.Figure, atom.Table, atom.Div, atom.Aside, atom.Details:
			continue
		}
		if found := find(c, name); found != nil {
			return found
		}
	}
	return nil
}

// only reports whether an element is all that n holds.
func only(n *node.Node, name atom.Atom) bool {
	return n.FirstChild != nil && n.FirstChild == n.LastChild && n.FirstChild.DataAtom == name
}

// child returns the first element of a name that n holds itself, or nil.
func child(n *node.Node, name atom.Atom) *node.Node {
	for each := range n.ChildNodes() {
		if each.DataAtom == name {
			return each
		}
	}
	return nil
}
