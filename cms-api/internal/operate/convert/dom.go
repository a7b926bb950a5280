// Package convert makes the HTML of articles of what other programs write, and Markdown
// of that HTML and back. It decides nothing about what is safe: what it returns is for the
// sanitiser of rich texts.
package convert

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"academy/cms-api/internal/platform/problem"
)

// ErrNested refuses HTML that is nested deeper than the parser reads, which is 512 elements.
var ErrNested = problem.New(problem.Invalid,
	"Its HTML has more than 500 elements in one another and cannot be read. Remove the useless ones where it comes from.")

// parse returns a body with the nodes of a fragment, or ErrNested.
func parse(content string) (*html.Node, error) {
	body := element("body")
	nodes, err := html.ParseFragment(strings.NewReader(content), body)
	if err != nil {
		return nil, ErrNested
	}
	for _, n := range nodes {
		body.AppendChild(n)
	}
	return body, nil
}

// inner returns the HTML within a node.
func inner(n *html.Node) string {
	var out strings.Builder
	for c := range n.ChildNodes() {
		_ = html.Render(&out, c) // to memory, of a tree that was parsed
	}
	return out.String()
}

func outer(n *html.Node) string {
	var out strings.Builder
	_ = html.Render(&out, n)
	return out.String()
}

// words returns the text within a node, with single spaces.
func words(n *html.Node) string {
	var out strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			out.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// Text returns the words of HTML without its tags, a line a block.
func Text(content string) string {
	var out strings.Builder
	for z := html.NewTokenizer(strings.NewReader(content)); ; {
		switch z.Next() {
		case html.ErrorToken: // its end
			return strings.TrimSpace(out.String())
		case html.TextToken:
			out.WriteString(strings.Join(strings.FieldsFunc(z.Token().Data, isNewline), " "))
		case html.StartTagToken, html.SelfClosingTagToken:
			if name := z.Token().DataAtom; name == atom.Br || slices.Contains(blocks, name) {
				out.WriteString("\n")
			}
		}
	}
}

func isNewline(r rune) bool { return r == '\n' || r == '\r' }

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func setAttr(n *html.Node, name, value string) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	n.Attr = append(n.Attr, html.Attribute{Key: name, Val: value})
}

func hasClass(n *html.Node, name string) bool {
	return slices.Contains(strings.Fields(attr(n, "class")), name)
}

// classLike returns the first class that begins with prefix, without it.
func classLike(n *html.Node, prefix string) string {
	for _, class := range strings.Fields(attr(n, "class")) {
		if rest, found := strings.CutPrefix(class, prefix); found {
			return rest
		}
	}
	return ""
}

func element(tag string, attributes ...string) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: tag, DataAtom: atom.Lookup([]byte(tag))}
	for i := 0; i+1 < len(attributes); i += 2 {
		n.Attr = append(n.Attr, html.Attribute{Key: attributes[i], Val: attributes[i+1]})
	}
	return n
}

func textNode(words string) *html.Node { return &html.Node{Type: html.TextNode, Data: words} }

// find returns the descendants that match, in their order.
func find(n *html.Node, match func(*html.Node) bool) []*html.Node {
	var found []*html.Node
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && match(d) {
			found = append(found, d)
		}
	}
	return found
}

func first(n *html.Node, match func(*html.Node) bool) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && match(d) {
			return d
		}
	}
	return nil
}

func tag(atoms ...atom.Atom) func(*html.Node) bool {
	return func(n *html.Node) bool { return slices.Contains(atoms, n.DataAtom) }
}

func class(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return hasClass(n, name) }
}

// replace replaces n with other nodes.
func replace(n *html.Node, with ...*html.Node) {
	if n.Parent == nil {
		return
	}
	for _, each := range with {
		n.Parent.InsertBefore(each, n)
	}
	n.Parent.RemoveChild(n)
}

// moveChildren moves the children of one node to the end of another.
func moveChildren(to, from *html.Node) {
	for c := from.FirstChild; c != nil; c = from.FirstChild {
		from.RemoveChild(c)
		to.AppendChild(c)
	}
}

// unwrap replaces n with its children.
func unwrap(n *html.Node) {
	for c := n.FirstChild; c != nil; c = n.FirstChild {
		n.RemoveChild(c)
		n.Parent.InsertBefore(c, n)
	}
	n.Parent.RemoveChild(n)
}

var blocks = []atom.Atom{
	atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Ul, atom.Ol, atom.Li, atom.Blockquote, atom.Pre,
	atom.Hr, atom.Table, atom.Thead, atom.Tbody, atom.Tfoot, atom.Tr, atom.Td, atom.Th, atom.Caption, atom.Colgroup,
	atom.Col,
	atom.Figure, atom.Figcaption, atom.Aside, atom.Details, atom.Summary, atom.Div, atom.Iframe, atom.Section,
	atom.Article,
	atom.Header, atom.Footer, atom.Main, atom.Address, atom.Dl, atom.Dt, atom.Dd, atom.Center, atom.Form,
}

func isBlock(n *html.Node) bool {
	return n.Type == html.ElementNode && slices.Contains(blocks, n.DataAtom)
}
