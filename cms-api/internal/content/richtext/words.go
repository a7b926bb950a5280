package richtext

import (
	"slices"
	"strings"

	node "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Shows reports whether readers see anything of stored HTML.
func Shows(content string) bool {
	nodes, err := parse(content)
	return err == nil && slices.ContainsFunc(nodes, shows)
}

// wordsOf returns the words in a node in one line. A formula is its source, a picture its
// description, and a footnote stands in parentheses where it is referred to. Blocks, the cells
// of a table and line breaks are parted by spaces.
func wordsOf(n *node.Node) string {
	var all strings.Builder
	writeWords(&all, n)
	return strings.Join(strings.Fields(all.String()), " ")
}

func writeWords(all *strings.Builder, n *node.Node) {
	open, end := "", ""
	switch {
	case n.Type == node.TextNode:
		open = n.Data
	case n.DataAtom == atom.Img:
		open = " " + attribute(n, "alt") + " "
	case attribute(n, "class") == "footnote":
		open, end = " (", ")"
	case n.DataAtom == atom.Br || apart(n):
		open, end = " ", " "
	}
	all.WriteString(open)
	for c := range n.ChildNodes() {
		writeWords(all, c)
	}
	all.WriteString(end)
}
