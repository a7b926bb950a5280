package richtext

import (
	"slices"
	"strings"

	node "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func (f *fitter) picture(n *node.Node, _ *shape, may kind) []*node.Node {
	if may&figures == 0 {
		return f.within(n, may)
	}
	picture, caption := findPicture(n), find(n, atom.Figcaption)
	if picture == nil {
		return f.within(n, may)
	}
	link := f.link
	for around := picture.Parent; around != n; around = around.Parent {
		if around.DataAtom == atom.A {
			link = around
		}
	}
	picture.Parent.RemoveChild(picture)
	var told []*node.Node
	if caption != nil {
		caption.Parent.RemoveChild(caption)
		told = unbroken(f.inside(caption))
	}
	figure := with(element("figure", "class", attribute(n, "class")), picture)
	return append(captioned(figure, told, link), f.rest(n, may)...)
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

// captioned returns a figure with its caption, in which the credit comes last. The link of its picture becomes that of
// the caption's words. Where these have links or footnotes, or are none, the picture has it, bare, and the caption is a
// paragraph.
func captioned(figure *node.Node, told []*node.Node, link *node.Node) []*node.Node {
	caption := with(element("figcaption"), told...)
	credit := takeCredit(caption)
	if !shows(caption) {
		taken(caption)
	}
	if link != nil && attribute(link, "href") != "" {
		linked := element("a", "href", attribute(link, "href"))
		if target := attribute(link, "target"); target != "" {
			set(linked, "target", target)
		}
		if caption.FirstChild == nil || slices.ContainsFunc(slices.Collect(withDescendants(caption)), isReference) {
			picture := with(element("p"), with(linked, taken(figure)...))
			return append([]*node.Node{picture}, inBlocks(append(taken(caption), taken(credit)...), false)...)
		}
		for last := caption.LastChild; last != nil; last = last.LastChild {
			last.Data = strings.TrimRight(last.Data, " \t\r\n\f")
		}
		with(caption, with(linked, taken(caption)...))
	}
	if caption.FirstChild != nil && credit.FirstChild != nil && !endsInSpace(caption) {
		with(caption, &node.Node{Type: node.TextNode, Data: " "})
	}
	if credit.FirstChild != nil {
		with(caption, credit)
	}
	if caption.FirstChild != nil {
		with(figure, caption)
	}
	return []*node.Node{figure}
}

// takeCredit takes the first credit out of a caption; others are words. It returns an empty one where there is none.
func takeCredit(caption *node.Node) *node.Node {
	var credit *node.Node
	for _, each := range slices.Collect(caption.Descendants()) {
		switch {
		case each.DataAtom != atom.Cite:
		case credit == nil:
			each.Parent.RemoveChild(each)
			credit = each
		default:
			each.Data, each.DataAtom = "span", atom.Span
		}
	}
	if credit == nil {
		return element("cite")
	}
	return credit
}

// isReference reports whether a node is a link or a footnote.
func isReference(n *node.Node) bool {
	return n.DataAtom == atom.A || attribute(n, "class") == "footnote"
}

func endsInSpace(n *node.Node) bool {
	for n.LastChild != nil {
		n = n.LastChild
	}
	return n.Type == node.TextNode && strings.TrimRight(n.Data, " \t\r\n\f") != n.Data
}
