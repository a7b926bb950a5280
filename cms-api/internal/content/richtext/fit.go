package richtext

import (
	"fmt"
	"slices"
	"strings"

	node "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// A fitter puts the elements of a tree into the places where their shapes may stand: one
// that may not stand in its place is replaced by what it holds.
type fitter struct {
	shapes           []shape
	formulas, tables int // so far
	placed           int // shapes that are no words
	refused          error
}

// fitted puts the elements of a parsed fragment into their places. It returns an Invalid
// problem for what is beyond a limit.
func fitted(shapes []shape, nodes []*node.Node) ([]*node.Node, error) {
	f := &fitter{shapes: shapes}
	root := with(element("body"), nodes...)
	return f.all(root, anything), f.refused
}

// refuse keeps the first reason why the text cannot be stored.
func (f *fitter) refuse(what string, number int, begins, reason string) {
	if f.refused == nil {
		f.refused = problem.New(problem.Invalid, fmt.Sprintf("%s %d, which begins with %q, %s",
			what, number, text.Shorten(text.Line(begins), 40), reason))
	}
}

// all takes what n holds out of it and returns what becomes of it in a place. Where blocks
// become words, a space parts them.
func (f *fitter) all(n *node.Node, may kind) []*node.Node {
	var kept []*node.Node
	parted := false
	for c := n.FirstChild; c != nil && f.refused == nil; c = n.FirstChild {
		n.RemoveChild(c)
		became := f.fit(c, may)
		if len(became) == 0 {
			continue
		}
		opened := apart(c) && !apart(became[0])
		if len(kept) > 0 && (opened || parted) && !apart(kept[len(kept)-1]) && !apart(became[0]) {
			kept = append(kept, &node.Node{Type: node.TextNode, Data: " "})
		}
		kept, parted = append(kept, became...), opened
	}
	return kept
}

// inside is all for a part of a shape: in it may stand what the table of shapes says.
func (f *fitter) inside(part *node.Node) []*node.Node {
	at := slices.IndexFunc(f.shapes, func(s shape) bool { return s.element == part.Data })
	return f.all(part, f.shapes[at].holds)
}

// fit returns what becomes of an element, or of text, in a place.
func (f *fitter) fit(n *node.Node, may kind) []*node.Node {
	switch n.Type {
	case node.TextNode:
		return []*node.Node{n}
	case node.ElementNode:
	default: // a comment
		return nil
	}
	for i := range f.shapes {
		if s := &f.shapes[i]; s.element == n.Data && s.fit != nil && s.matches(attribute(n, "class")) {
			became := s.fit(f, n, s, may)
			if len(became) > 0 && may&s.is&^(line|credits) != 0 {
				f.placed++
			}
			return became
		}
	}
	f.strip(n)
	is := kindOf(n.DataAtom)
	switch {
	case is == 0:
		return f.all(n, may)
	case may&(is|former) == 0:
		return f.instead(n, may)
	}
	switch n.DataAtom {
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Pre:
		inner := may & (line | pictures | former)
		if may&blocks != 0 {
			inner |= former
		}
		return []*node.Node{with(n, f.all(n, inner)...)}
	case atom.A:
		return f.mark(n, may&^notes) // which have links
	}
	if is == words {
		return f.mark(n, may)
	}
	return []*node.Node{with(n, f.all(n, may)...)}
}

// mark fits what letters are marked by. Around shapes that are no words there is none.
func (f *fitter) mark(n *node.Node, may kind) []*node.Node {
	before := f.placed
	inner := f.all(n, may)
	if f.placed > before {
		return inner
	}
	return []*node.Node{with(n, inner...)}
}

// strip removes the attributes of shapes from an element that is none.
func (f *fitter) strip(n *node.Node) {
	for _, s := range f.shapes {
		if s.element != n.Data || n.DataAtom == atom.Pre && s.matches(attribute(n, "class")) {
			continue
		}
		n.Attr = slices.DeleteFunc(n.Attr, func(a node.Attribute) bool {
			_, of := s.attrs[a.Key]
			return of || a.Key == "class" && s.fit != nil && s.matches(a.Val)
		})
	}
}

// instead returns what becomes of an element that has no shape, in a place where it may not
// stand.
func (f *fitter) instead(n *node.Node, may kind) []*node.Node {
	switch n.DataAtom {
	case atom.Hr:
		return nil
	case atom.Img: // its description, as of an emoji that is a picture
		return []*node.Node{{Type: node.TextNode, Data: attribute(n, "alt")}}
	case atom.Iframe:
		address := attribute(n, "src")
		if address == "" {
			return nil
		}
		link := with(element("a", "href", address), &node.Node{Type: node.TextNode, Data: address})
		if may&paragraphs != 0 {
			link = with(element("p"), link)
		}
		return []*node.Node{link}
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		if may&paragraphs != 0 {
			n.Data, n.DataAtom = "p", atom.P
			return f.fit(n, may)
		}
	case atom.Pre:
		if may&paragraphs != 0 {
			breakLines(n)
		}
	}
	return f.within(n, may)
}

// breakLines puts line breaks where the lines of code end, which shows nowhere else.
func breakLines(code *node.Node) {
	for _, n := range slices.Collect(withDescendants(code)) {
		if n.Type != node.TextNode || attribute(n.Parent, "class") == "formula" {
			continue
		}
		if n == code.LastChild {
			n.Data = strings.TrimRight(n.Data, "\n")
		}
		lines := strings.Split(n.Data, "\n")
		n.Data = lines[len(lines)-1]
		for _, each := range lines[:len(lines)-1] {
			n.Parent.InsertBefore(&node.Node{Type: node.TextNode, Data: each}, n)
			n.Parent.InsertBefore(element("br"), n)
		}
	}
}

// within returns what n holds for the place that n stood in: in blocks, where blocks may stand.
func (f *fitter) within(n *node.Node, may kind) []*node.Node {
	inner := f.all(n, may)
	if may&paragraphs == 0 {
		return inner
	}
	return inBlocks(inner)
}

// rest is within for what is left of a shape: what of it shows anything.
func (f *fitter) rest(n *node.Node, may kind) []*node.Node {
	return slices.DeleteFunc(f.within(n, may), func(n *node.Node) bool { return !shows(n) })
}

// part fits a part of a shape that stands by itself.
func (f *fitter) part(n *node.Node, s *shape, may kind) []*node.Node {
	if s.is != credits {
		return f.within(n, may)
	}
	inner := f.all(n, s.holds)
	if may&credits == 0 || !slices.ContainsFunc(inner, shows) {
		return inner
	}
	return []*node.Node{with(element("cite"), inner...)}
}

func (f *fitter) formula(n *node.Node, s *shape, may kind) []*node.Node {
	source := attribute(n, "data-formula")
	if strings.TrimSpace(source) == "" {
		source = textOf(n)
	}
	if strings.TrimSpace(source) == "" {
		return nil
	}
	f.formulas++
	if text.LongerThan(source, maxFormula) {
		f.refuse("Formula", f.formulas, source, fmt.Sprintf("has %d characters. Write it in at most %d, or as several.",
			text.Length(source), maxFormula))
	}
	name := s.element
	if may&s.is == 0 {
		name = "span"
	}
	return []*node.Node{with(element(name, "class", "formula", "data-formula", source),
		&node.Node{Type: node.TextNode, Data: source})}
}

func (f *fitter) footnote(n *node.Node, s *shape, may kind) []*node.Node {
	inner := f.all(n, s.holds)
	if may&notes == 0 || !slices.ContainsFunc(inner, shows) {
		return inner
	}
	return []*node.Node{with(element("span", "class", "footnote", "role", "note"), inner...)}
}

func (f *fitter) picture(n *node.Node, _ *shape, may kind) []*node.Node {
	if may&figures == 0 {
		return f.within(n, may)
	}
	picture, caption := findPicture(n), find(n, atom.Figcaption)
	if picture == nil {
		return f.within(n, may)
	}
	picture.Parent.RemoveChild(picture)
	figure := with(element("figure", "class", attribute(n, "class")), picture)
	if caption != nil {
		caption.Parent.RemoveChild(caption)
		if inner := f.inside(caption); slices.ContainsFunc(inner, shows) {
			with(figure, with(element("figcaption"), inner...))
		}
	}
	return append([]*node.Node{figure}, f.rest(n, may)...)
}

// findPicture is find for the first image with an address. It removes those without one before it.
func findPicture(n *node.Node) *node.Node {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch c.DataAtom {
		case atom.Img:
			if attribute(c, "src") != "" {
				return c
			}
			n.RemoveChild(c)
		case atom.Figure, atom.Table, atom.Div, atom.Aside, atom.Details:
		default:
			if found := findPicture(c); found != nil {
				return found
			}
		}
		c = next
	}
	return nil
}

// pair fits two pictures; of others each stands by itself.
func (f *fitter) pair(n *node.Node, _ *shape, may kind) []*node.Node {
	inner := f.rest(n, may)
	if may&sections == 0 || len(inner) != 2 || slices.ContainsFunc(inner, func(n *node.Node) bool {
		return n.DataAtom != atom.Figure || attribute(n, "class") == "table"
	}) {
		return inner
	}
	return []*node.Node{with(element("div", "class", "pictures"), inner...)}
}

func (f *fitter) callout(n *node.Node, s *shape, may kind) []*node.Node {
	if may&callouts == 0 {
		return f.within(n, may)
	}
	inner := f.within(n, may&s.holds)
	if len(inner) == 0 {
		return nil
	}
	return []*node.Node{with(element("aside", "class", attribute(n, "class")), inner...)}
}

func (f *fitter) question(n *node.Node, s *shape, may kind) []*node.Node {
	summary := child(n, atom.Summary)
	if summary == nil || may&questions == 0 {
		return f.within(n, may)
	}
	n.RemoveChild(summary)
	asked := f.inside(summary)
	answer := f.within(n, may&s.holds)
	if len(asked)+len(answer) == 0 {
		return nil
	}
	return []*node.Node{with(element("details", "class", "question"),
		append([]*node.Node{with(element("summary"), asked...)}, answer...)...)}
}
