package richtext

import (
	"regexp"
	"slices"
	"strings"

	node "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// inBlocks returns what stands in a place of blocks: words between them in paragraphs, and lists that touch as one.
// White space between blocks stays where gaps says so.
func inBlocks(nodes []*node.Node, gaps bool) []*node.Node {
	var all []*node.Node
	var run *node.Node
	for _, n := range nodes {
		switch blank := n.Type == node.TextNode && strings.TrimSpace(n.Data) == ""; {
		case !holdsWords(n):
			all, run = append(all, n), nil
		case run != nil:
			run.AppendChild(n)
		case !blank:
			run = with(element("p"), n)
			all = append(all, run)
		case gaps && isEmpty(n):
			all = append(all, n)
		}
	}
	return joinLists(slices.DeleteFunc(all, func(n *node.Node) bool { return isParagraph(n) && isEmpty(n) }))
}

// joinLists joins lists of one kind that touch, as readers see one and the editor makes one. An empty line separates a
// numbered list from one whose numbers do not continue it.
func joinLists(nodes []*node.Node) []*node.Node {
	var all []*node.Node
	var last *node.Node
	next := 0 // number after the last list
	for _, n := range nodes {
		if isList(n) {
			touch := last != nil && last.Data == n.Data
			if touch && (n.DataAtom == atom.Ul || next == startOf(n)) {
				moved(last, slices.Collect(n.ChildNodes()))
				next += itemsOf(n)
				continue
			}
			if touch {
				all = append(all, with(element("p"), element("br")))
			}
			next = startOf(n) + itemsOf(n)
		}
		if isList(n) {
			last = n
		} else if n.Type == node.ElementNode {
			last = nil
		}
		all = append(all, n)
	}
	return all
}

// lines returns inner in copies of n, an element of words. Each block in it stands between two copies. Paragraphs
// become lines of a copy.
func lines(n *node.Node, inner []*node.Node) []*node.Node {
	var all []*node.Node
	var open *node.Node
	ended := false // whether a paragraph did, so that the next words begin a line
	for _, each := range inner {
		line := isParagraph(each) && n.DataAtom != atom.P
		switch {
		case !line && !holdsWords(each):
			all, open = append(all, each), nil
			continue
		case (open == nil || ended) && isEmpty(each):
			continue
		case open == nil:
			open, ended = copyOf(n), false
			all = append(all, open)
			if line && len(n.Attr) == 0 && alignmentOf(each) != "" {
				set(open, "class", "ql-align-"+alignmentOf(each))
			}
		}
		if open.FirstChild != nil && (line || ended) {
			open.AppendChild(element("br"))
		}
		if ended = line; line {
			moved(open, slices.Collect(each.ChildNodes()))
		} else {
			open.AppendChild(each)
		}
	}
	return slices.DeleteFunc(all, func(each *node.Node) bool { return each.DataAtom == n.DataAtom && isEmpty(each) })
}

// into returns blocks with a mark around the words in each of them.
func (f *fitter) into(mark *node.Node, nodes []*node.Node) []*node.Node {
	var all []*node.Node
	var run *node.Node
	isLink := func(n *node.Node) bool { return mark.DataAtom == atom.A && n.DataAtom == atom.A }
	for _, each := range nodes {
		switch {
		case !holdsWords(each):
			run = nil
			if kindOf(each.DataAtom) != 0 && !isLeaf(each) && attribute(each, "class") != "file" {
				with(each, f.into(mark, taken(each))...)
			}
		case slices.ContainsFunc(slices.Collect(withDescendants(each)), isLink):
			run = nil
		case run != nil:
			run.AppendChild(each)
			continue
		case !isEmpty(each) && !isMarked(each, mark.DataAtom) && f.copied < maxCopied:
			f.copied += len("<></>") + 2*len(mark.Data)
			for _, a := range mark.Attr {
				f.copied += len(` =""`) + len(a.Key) + len(a.Val)
			}
			run = with(copyOf(mark), each)
			each = run
		}
		all = append(all, each)
	}
	return all
}

// isMarked reports whether all of a node is in a mark of a name.
func isMarked(n *node.Node, name atom.Atom) bool {
	for ; n != nil; n = n.FirstChild {
		if n.DataAtom == name {
			return true
		}
		if n.FirstChild != n.LastChild {
			return false
		}
	}
	return false
}

// maxCopied is how many bytes the copies may have of marks that go into the blocks that they were around.
const maxCopied = 1 << 17

// code returns the text of code, with its line breaks, and the pictures and videos in it after it.
func code(n *node.Node) []*node.Node {
	var all []byte
	var after []*node.Node
	line := func() {
		if len(all) > 0 && all[len(all)-1] != '\n' {
			all = append(all, '\n')
		}
	}
	var write func(n *node.Node)
	write = func(n *node.Node) {
		source := attribute(n, "data-formula")
		switch {
		case n.Type == node.TextNode:
			all = append(all, n.Data...)
		case n.DataAtom == atom.Br:
			all = append(all, '\n')
		case n.DataAtom == atom.Img && attribute(n, "src") != "":
			after = append(after, with(element("p"), copyOf(n)))
		case n.DataAtom == atom.Iframe && attribute(n, "src") != "":
			after = append(after, copyOf(n))
		case strings.TrimSpace(source) != "":
			all = append(all, source...)
		default:
			block := apart(n) && attribute(n, "class") != "footnote"
			if block {
				line()
			}
			for c := range n.ChildNodes() {
				write(c)
			}
			if block && n.NextSibling != nil {
				line()
			}
		}
	}
	for c := range n.ChildNodes() {
		write(c)
	}
	text := string(all)
	if !strings.HasSuffix(text, "\n\n") { // no browser shows the last one
		text = strings.TrimSuffix(text, "\n")
	}
	kept := with(element("pre", "class", "ql-syntax"), &node.Node{Type: node.TextNode, Data: text})
	if language := attribute(n, "data-language"); language != "" {
		set(kept, "data-language", language)
	}
	return append([]*node.Node{kept}, after...)
}

// unbroken makes spaces of the line breaks in words that have one line.
func unbroken(nodes []*node.Node) []*node.Node {
	for i, n := range nodes {
		if n.DataAtom == atom.Br {
			nodes[i] = &node.Node{Type: node.TextNode, Data: " "}
			continue
		}
		for _, each := range slices.Collect(n.Descendants()) {
			if each.DataAtom == atom.Br {
				each.Parent.InsertBefore(&node.Node{Type: node.TextNode, Data: " "}, each)
				each.Parent.RemoveChild(each)
			}
		}
	}
	return nodes
}

var (
	alignments  = regexp.MustCompile(`(?:^|\s)ql-align-(center|right|justify)(?:\s|$)`)
	aligned     = regexp.MustCompile(`(?i)(?:^|;)\s*text-align\s*:\s*(center|right|justify)\s*(?:;|$)`)
	indentation = regexp.MustCompile(`(?:^|\s)ql-indent-([1-8])(?:\s|$)`)
)

// alignmentOf returns how a block is aligned by a class, or else by a style; "" when as any other.
func alignmentOf(n *node.Node) string {
	if named := alignments.FindStringSubmatch(attribute(n, "class")); named != nil {
		return named[1]
	}
	if styled := aligned.FindStringSubmatch(attribute(n, "style")); styled != nil {
		return strings.ToLower(styled[1])
	}
	return ""
}

// levelOf returns how far a block is indented.
func levelOf(n *node.Node) int {
	if named := indentation.FindStringSubmatch(attribute(n, "class")); named != nil {
		return int(named[1][0] - '0')
	}
	return 0
}

// classify gives a block the classes that its own class and style say, after those that it is to have.
func classify(n *node.Node, level int, classes ...string) *node.Node {
	if alignment := alignmentOf(n); alignment != "" {
		classes = append(classes, "ql-align-"+alignment)
	}
	if level > 0 {
		classes = append(classes, "ql-indent-"+string(rune('0'+level)))
	}
	n.Attr = slices.DeleteFunc(n.Attr, func(a node.Attribute) bool {
		return a.Key == "style" || a.Key == "class" && len(classes) == 0
	})
	if len(classes) > 0 {
		set(n, "class", strings.Join(classes, " "))
	}
	return n
}

// isEmpty reports whether a node takes no room: it has no text but white space, no line break, no picture and no video.
func isEmpty(n *node.Node) bool {
	for each := range withDescendants(n) {
		switch each.DataAtom {
		case atom.Img, atom.Iframe, atom.Hr, atom.Br:
			return false
		}
		if each.Type == node.TextNode && strings.Trim(each.Data, " \t\r\n\f") != "" {
			return false
		}
	}
	return true
}

// isLeaf reports whether a block is one in which no mark stands.
func isLeaf(n *node.Node) bool {
	return n.DataAtom == atom.Pre || n.DataAtom == atom.Hr || n.DataAtom == atom.Iframe
}

func isParagraph(n *node.Node) bool { return n.DataAtom == atom.P && attribute(n, "class") != "file" }

// taken returns what n holds, out of it.
func taken(n *node.Node) []*node.Node {
	all := slices.Collect(n.ChildNodes())
	for _, each := range all {
		n.RemoveChild(each)
	}
	return all
}

// copyOf returns an element with the attributes of another one.
func copyOf(n *node.Node) *node.Node {
	return &node.Node{Type: n.Type, Data: n.Data, DataAtom: n.DataAtom, Attr: slices.Clone(n.Attr)}
}
