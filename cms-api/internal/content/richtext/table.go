package richtext

import (
	"fmt"
	"slices"
	"strconv"

	node "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// table fits a table, by itself or in its figure. One that may not stand in its place becomes
// what its cells hold.
func (f *fitter) table(n *node.Node, _ *shape, may kind) []*node.Node {
	t := n
	if n.DataAtom == atom.Figure {
		t = child(n, atom.Table)
	}
	if t == nil || may&sections == 0 {
		return f.within(n, may)
	}
	f.tables++
	var captions, columns, head, body []*node.Node
	for part := range t.ChildNodes() {
		switch part.DataAtom {
		case atom.Caption:
			captions = append(captions, part)
		case atom.Colgroup:
			columns = append(columns, childrenOf(part, atom.Col)...)
		case atom.Thead:
			head = append(head, childrenOf(part, atom.Tr)...)
		case atom.Tbody, atom.Tfoot:
			body = append(body, childrenOf(part, atom.Tr)...)
		}
	}
	width, height := measure(head, body)
	switch split := ", counted with the cells that span several. Split it."; {
	case width > MaxColumns:
		f.refuse("Table", f.tables, wordsOf(t), fmt.Sprintf("has more than %d columns", MaxColumns)+split)
		return nil
	case height > MaxRows:
		f.refuse("Table", f.tables, wordsOf(t), fmt.Sprintf("has more than %d rows", MaxRows)+split)
		return nil
	}
	made := element("table")
	var others []*node.Node // captions that the table cannot have
	for i, caption := range captions {
		switch inner := f.inside(caption); {
		case !slices.ContainsFunc(inner, shows):
		case i == 0 && width > 0:
			with(made, with(element("caption"), inner...))
		default:
			others = append(others, with(element("p"), inner...))
		}
	}
	columns = columns[:min(len(columns), width)]
	if slices.ContainsFunc(columns, func(n *node.Node) bool { return len(n.Attr) > 0 }) {
		with(made, moved(element("colgroup"), columns))
	}
	for _, part := range []struct {
		name string
		rows []*node.Node
	}{{"thead", head}, {"tbody", body}} {
		if len(part.rows) > 0 {
			with(made, moved(element(part.name), part.rows))
			for _, row := range part.rows {
				f.row(row, part.name == "thead")
			}
		}
	}
	var all []*node.Node
	if width > 0 {
		all = append(all, with(element("figure", "class", "table"), made))
	}
	all = append(all, others...)
	if n != t {
		n.RemoveChild(t)
		all = append(all, f.rest(n, may)...)
	}
	return all
}

// row fits the cells of a row. A heading without a scope has that of its place.
func (f *fitter) row(row *node.Node, head bool) {
	cells := slices.DeleteFunc(slices.Collect(row.ChildNodes()), func(n *node.Node) bool { return !isCell(n) })
	head = head || !slices.ContainsFunc(cells, func(n *node.Node) bool { return n.DataAtom != atom.Th })
	for row.FirstChild != nil {
		row.RemoveChild(row.FirstChild)
	}
	for _, each := range cells {
		if each.DataAtom == atom.Th && attribute(each, "scope") == "" {
			scope := "row"
			if head {
				scope = "col"
			}
			set(each, "scope", scope)
		}
		inner := f.inside(each)
		if slices.ContainsFunc(inner, func(n *node.Node) bool { return !holdsWords(n) }) {
			inner = slices.DeleteFunc(inner, func(n *node.Node) bool { return n.Type == node.TextNode && !shows(n) })
		}
		row.AppendChild(with(each, inner...))
	}
}

func isCell(n *node.Node) bool { return n.DataAtom == atom.Td || n.DataAtom == atom.Th }

// measure returns how many columns and rows a table has. Beyond a limit it counts no further.
func measure(sections ...[]*node.Node) (width, height int) {
	for _, rows := range sections {
		bottom := len(rows)
		var taken []int // of each column: how many rows from here a cell above spans
		for i, row := range rows[:min(len(rows), MaxRows)] {
			column := 0
			for each := range row.ChildNodes() {
				if !isCell(each) {
					continue
				}
				for column < len(taken) && taken[column] > 0 {
					column++
				}
				across, down := spanOf(each, "colspan"), spanOf(each, "rowspan")
				if column+across > MaxColumns {
					return column + across, height
				}
				taken = append(taken, make([]int, max(0, column+across-len(taken)))...)
				for range across {
					taken[column] = down
					column++
				}
				bottom = max(bottom, i+down)
			}
			for column := range taken {
				taken[column] = max(0, taken[column]-1)
			}
		}
		width, height = max(width, len(taken)), height+bottom
	}
	return width, height
}

func spanOf(cell *node.Node, name string) int {
	count, err := strconv.Atoi(attribute(cell, name))
	if err != nil || count < 2 || count > maxSpan {
		return 1
	}
	return count
}

func childrenOf(n *node.Node, name atom.Atom) []*node.Node {
	var all []*node.Node
	for each := range n.ChildNodes() {
		if each.DataAtom == name {
			all = append(all, each)
		}
	}
	return all
}

// moved appends nodes to n that stand elsewhere yet.
func moved(n *node.Node, nodes []*node.Node) *node.Node {
	for _, each := range nodes {
		each.Parent.RemoveChild(each)
		n.AppendChild(each)
	}
	return n
}
