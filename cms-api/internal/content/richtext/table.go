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
		group := moved(element("colgroup"), columns)
		for range width - len(columns) {
			with(group, element("col"))
		}
		with(made, group)
	}
	for _, row := range head {
		f.row(row, true)
	}
	for _, row := range body {
		f.row(row, false)
	}
	fill(head, width, func() *node.Node { return element("th", "scope", "col") })
	fill(body, width, func() *node.Node { return element("td") })
	more := headings(body)
	if head, body = append(head, body[:more]...), body[more:]; len(head) > 0 {
		with(made, moved(element("thead"), head))
	}
	if len(body) > 0 {
		with(made, moved(element("tbody"), body))
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

// row fits the cells of a row: of headings in the head of a table. A heading without a scope has that of its place.
func (f *fitter) row(row *node.Node, head bool) {
	cells := slices.DeleteFunc(taken(row), func(n *node.Node) bool { return !isCell(n) })
	all := !slices.ContainsFunc(cells, func(n *node.Node) bool { return n.DataAtom != atom.Th })
	for _, each := range cells {
		switch {
		case head:
			each.Data, each.DataAtom = "th", atom.Th
			set(each, "scope", "col")
		case each.DataAtom == atom.Th && attribute(each, "scope") == "" && all:
			set(each, "scope", "col")
		case each.DataAtom == atom.Th && attribute(each, "scope") == "":
			set(each, "scope", "row")
		}
		inner := f.inside(each)
		switch {
		case !slices.ContainsFunc(inner, shows):
			inner = nil
		case slices.ContainsFunc(inner, func(n *node.Node) bool { return !holdsWords(n) }):
			inner = inBlocks(inner, false)
		}
		row.AppendChild(with(each, inner...))
	}
}

// fill gives the rows of a part of a table cells up to its width, and takes from a cell the columns of others and the
// rows that the part does not have.
func fill(rows []*node.Node, width int, cell func() *node.Node) {
	below := make([]int, width) // of each column: how many rows from here a cell above spans
	for i, row := range rows {
		column := 0
		place := func(across, down int) (free int) {
			for ; free < across && column < width && below[column] == 0; free++ {
				below[column] = down
				column++
			}
			return free
		}
		skip := func() bool {
			for column < width && below[column] > 0 {
				column++
			}
			return column < width
		}
		for each := range row.ChildNodes() {
			skip()
			down := min(spanOf(each, "rowspan"), len(rows)-i)
			setSpan(each, "colspan", place(spanOf(each, "colspan"), down))
			setSpan(each, "rowspan", down)
		}
		for skip() {
			place(1, 1)
			row.AppendChild(cell())
		}
		for column := range below {
			below[column]--
		}
	}
}

func setSpan(cell *node.Node, name string, size int) {
	if size > 1 {
		set(cell, name, strconv.Itoa(size))
		return
	}
	cell.Attr = slices.DeleteFunc(cell.Attr, func(a node.Attribute) bool { return a.Key == name })
}

// headings returns how many rows at the beginning are headings of columns and nothing else, and have no cell that goes
// on below them.
func headings(rows []*node.Node) int {
	isHeading := func(n *node.Node) bool { return n.DataAtom == atom.Th && attribute(n, "scope") == "col" }
	count, end := 0, 0
	for i, row := range rows {
		for each := range row.ChildNodes() {
			if !isHeading(each) {
				return count
			}
			end = max(end, i+spanOf(each, "rowspan"))
		}
		if end <= i+1 {
			count = i + 1
		}
	}
	return count
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
