package richtext

import (
	"slices"
	"strconv"

	node "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxLevel is how deep lists are nested; what is deeper stands at this level.
const maxLevel = 8

// A lister makes lists of items as they follow one another. The editor reads and writes lists in the same way
// (admin/src/editor/html/lists.ts).
type lister struct {
	fitter *fitter
	may    kind
	made   []*node.Node
	open   []*openList // the outermost first
	gap    *node.Node  // white space before the next item
}

// An openList is a list that the next item may be in.
type openList struct {
	list  *node.Node
	level int
	last  *node.Node // its last item; nil where it has only items of deeper levels, which a class names
}

// list returns a list whose items hold words and lists. Blocks in an item come out of it, and the list goes on after
// them with the next number. Words after a block or an inner list are a paragraph.
func (f *fitter) list(n *node.Node, may kind) []*node.Node {
	l := &lister{fitter: f, may: may}
	l.read(n, 0)
	return l.made
}

// read takes the items out of a list that stands at a level.
func (l *lister) read(list *node.Node, level int) {
	number, isFirst := startOf(list), true
	for _, each := range membersOf(list) {
		switch {
		case isList(each):
			l.read(each, min(level+1, maxLevel))
			continue
		case each.Type == node.TextNode:
			l.gap = each
			continue
		}
		extra := levelOf(each)
		own := min(level+extra, maxLevel)
		empty := copyOf(classify(each, 0))
		pieces := taken(each)
		if !l.fitter.lists[list] {
			pieces = l.fit(pieces)
		}
		parts := lines(empty, pieces)
		parts = slices.DeleteFunc(parts, func(n *node.Node) bool { return n.DataAtom == atom.Li && !shows(n) })
		if len(parts) == 0 {
			parts = append(parts, empty)
		}
		var words *node.Node
		hasBlocks := false
		for _, part := range parts {
			switch {
			case isList(part):
				l.read(part, min(own+1, maxLevel))
			case part.DataAtom == atom.Li && words == nil:
				at := number
				if extra > 0 && !isFirst {
					at = 1
				}
				l.item(part, list.Data, own, at, isFirst)
				isFirst, words = false, part
			default:
				if part.DataAtom == atom.Li {
					part.Data, part.DataAtom = "p", atom.P
				}
				l.open, l.made, hasBlocks = nil, append(l.made, part), true
			}
		}
		if (words != nil || hasBlocks) && extra == 0 {
			number++
		}
		if words != nil && isList(parts[len(parts)-1]) {
			if last := pieces[len(pieces)-1]; last.Type == node.TextNode { // white space after the inner list
				words.AppendChild(last)
			}
		}
	}
	if at := slices.IndexFunc(l.open, func(o *openList) bool { return o.level == level }); at >= 0 && l.gap != nil {
		with(l.open[at].list, l.gap)
	}
	l.gap = nil
}

// item puts an item into the list that it continues, or begins one.
func (l *lister) item(li *node.Node, name string, level, number int, isFirst bool) {
	for len(l.open) > 1 {
		top := l.open[len(l.open)-1]
		if top.level < level || top.level == level && top.list.Data == name && (!isFirst || number == 1) {
			break
		}
		l.open = l.open[:len(l.open)-1]
	}
	var top *openList
	if len(l.open) > 0 {
		top = l.open[len(l.open)-1]
	}
	switch {
	case top == nil,
		top.level == 0 && (level == 0 || top.last == nil) && top.list.Data != name,
		level == 0 && top.last == nil && number != 1:
		top = &openList{list: l.list(name, number)}
		l.open, l.made = []*openList{top}, append(l.made, top.list)
	case level > top.level && top.last != nil:
		if level > top.level+1 {
			number = 1
		}
		inner := &openList{list: l.list(name, number), level: top.level + 1}
		with(top.last, inner.list)
		l.open, top = append(l.open, inner), inner
	}
	if top.level == level {
		top.last = li
	}
	if l.gap != nil {
		with(top.list, l.gap)
	}
	with(top.list, classify(li, level-top.level))
	l.gap = nil
}

func (l *lister) list(name string, number int) *node.Node {
	list := element(name)
	l.fitter.lists[list] = true
	if number != 1 && list.DataAtom == atom.Ol {
		set(list, "start", strconv.Itoa(number))
	}
	return list
}

// membersOf takes the items and lists out of a list, and the white space between them; what else stands there is an
// item.
func membersOf(list *node.Node) []*node.Node {
	var all []*node.Node
	var loose *node.Node
	for _, each := range taken(list) {
		switch {
		case each.DataAtom == atom.Li || isList(each):
			all, loose = append(all, each), nil
		case loose != nil:
			loose.AppendChild(each)
		case shows(each):
			loose = with(element("li"), each)
			all = append(all, loose)
		case each.Type == node.TextNode:
			all = append(all, each)
		}
	}
	return all
}

// fit fits what an item holds, but for the lists in it.
func (l *lister) fit(nodes []*node.Node) []*node.Node {
	var all []*node.Node
	rest := element("li")
	for _, each := range nodes {
		if isList(each) {
			all = append(append(all, l.fitter.all(rest, l.may)...), each)
		} else {
			rest.AppendChild(each)
		}
	}
	return append(all, l.fitter.all(rest, l.may)...)
}

func isList(n *node.Node) bool { return n.DataAtom == atom.Ul || n.DataAtom == atom.Ol }

// startOf returns the number that a list begins with.
func startOf(list *node.Node) int {
	number, err := strconv.ParseUint(attribute(list, "start"), 10, 32)
	if err != nil || list.DataAtom != atom.Ol {
		return 1
	}
	return int(number)
}

// itemsOf returns how many items a list has at its own level.
func itemsOf(list *node.Node) int {
	count := 0
	for each := range list.ChildNodes() {
		if each.DataAtom == atom.Li && levelOf(each) == 0 {
			count++
		}
	}
	return count
}
