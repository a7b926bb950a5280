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
	formulas, tables int                 // so far
	placed           int                 // shapes that are no words
	copied           int                 // bytes of marks
	link             *node.Node          // around what is being fitted
	lists            map[*node.Node]bool // whose items are fitted
	refused          error
}

// fitted puts the elements of a parsed fragment into their places. It returns an Invalid
// problem for what is beyond a limit.
func fitted(shapes []shape, nodes []*node.Node) ([]*node.Node, error) {
	f := &fitter{shapes: shapes, lists: map[*node.Node]bool{}}
	root := with(element("body"), nodes...)
	all := inBlocks(f.all(root, anything), true)
	if len(all) == 1 && all[0].DataAtom == atom.P && only(all[0], atom.Br) {
		all = nil // what the editor has of no text
	}
	return all, f.refused
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
	case may&is == 0 || n.DataAtom == atom.Img && attribute(n, "src") == "":
		return f.instead(n, may)
	}
	switch n.DataAtom {
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Blockquote:
		return lines(classify(n, levelOf(n)), f.all(n, may))
	case atom.Ul, atom.Ol:
		return f.list(n, may)
	case atom.Li: // of no list
		return f.within(n, may)
	case atom.Pre:
		return code(n)
	case atom.Iframe:
		if attribute(n, "src") == "" {
			return nil
		}
		n.Attr = slices.DeleteFunc(n.Attr, func(a node.Attribute) bool {
			return a.Key == "allowfullscreen" && a.Val != "true"
		})
		return []*node.Node{classify(n, 0, "ql-video")}
	case atom.A:
		around := f.link
		f.link = n
		defer func() { f.link = around }()
		return f.mark(n, may&^notes) // which have links
	}
	if is == words {
		return f.mark(n, may)
	}
	return []*node.Node{n}
}

// mark fits what letters are marked by. Around blocks it goes into each of them. Around shapes that are no words there
// is none but a link.
func (f *fitter) mark(n *node.Node, may kind) []*node.Node {
	before := f.placed
	inner := f.all(n, may)
	switch {
	case f.placed > before && n.DataAtom != atom.A:
		return inner
	case slices.ContainsFunc(inner, func(n *node.Node) bool { return !holdsWords(n) }):
		return f.into(n, inner)
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
	return inBlocks(inner, false)
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
	inner := unbroken(f.all(n, s.holds))
	if may&notes == 0 || !slices.ContainsFunc(inner, shows) {
		return inner
	}
	return []*node.Node{with(element("span", "class", "footnote", "role", "note"), inner...)}
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
	if len(answer) == 0 {
		answer = append(answer, with(element("p"), element("br")))
	}
	return []*node.Node{with(element("details", "class", "question"),
		append([]*node.Node{with(element("summary"), asked...)}, answer...)...)}
}
