package richtext

import (
	"regexp"
	"slices"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	node "golang.org/x/net/html"
)

// A kind is what an element is to those that hold it. As a set of kinds it says what may stand
// in a place.
type kind uint

const (
	words      kind = 1 << iota // text, marks, links, formulas within a line
	notes                       // footnotes
	credits                     // who made a picture
	pictures                    // bare pictures
	paragraphs                  // paragraphs and lists
	blocks                      // headings, quotes, code, dividers, videos
	formulas                    // formulas set apart
	figures                     // pictures with a width and a caption
	sections                    // tables, two pictures, files
	callouts
	questions

	line     = words | notes
	cell     = line | pictures | paragraphs | formulas | figures
	anything = cell | blocks | sections | callouts | questions
)

// A shape is an element of a format that is more than marks, paragraphs and lists.
type shape struct {
	element string
	classes classes // one of which it has
	attrs   attrs   // that it may have beside class
	is      kind    // 0 for a part of another shape
	holds   kind    // what may stand in it; 0 where fit takes out what belongs to it
	// fit returns what becomes of an element of the shape in a place; nil for one that only has
	// attributes more than others of its name.
	fit func(f *fitter, n *node.Node, s *shape, may kind) []*node.Node
}

// classes are values of the attribute class; nil for an element that has none.
type classes []string

// attrs are patterns of attributes, by their names.
type attrs map[string]string

// shapes returns every shape. docs/content-format.md describes them for those who read the HTML.
func shapes() []shape {
	const text, span = `(?s)^.+$`, `^([2-9]|1[0-9]|20)$`
	return []shape{
		{"span", classes{"formula"}, attrs{"data-formula": text}, words, 0, (*fitter).formula},
		{"div", classes{"formula"}, attrs{"data-formula": text}, formulas, 0, (*fitter).formula},
		{"span", classes{"footnote"}, attrs{"role": "^note$"}, notes, words, (*fitter).footnote},

		{
			"figure", classes{"picture picture-full", "picture picture-half", "picture picture-wide"}, nil,
			figures, 0, (*fitter).picture,
		},
		{"figcaption", nil, nil, 0, line | credits, (*fitter).part},
		{"cite", nil, nil, credits, words, (*fitter).part},
		{"div", classes{"pictures"}, nil, sections, figures, (*fitter).pair},

		{"figure", classes{"table"}, nil, sections, 0, (*fitter).table},
		{"table", nil, nil, sections, 0, (*fitter).table},
		{"caption", nil, nil, 0, line, (*fitter).part},
		{"colgroup", nil, nil, 0, 0, (*fitter).part},
		{"col", nil, nil, 0, 0, (*fitter).part}, // with its width as a style
		{"thead", nil, nil, 0, 0, (*fitter).part},
		{"tbody", nil, nil, 0, 0, (*fitter).part},
		{"tfoot", nil, nil, 0, 0, (*fitter).part}, // becomes rows of the tbody
		{"tr", nil, nil, 0, 0, (*fitter).part},
		{"th", nil, attrs{"scope": "^(col|row)$", "colspan": span, "rowspan": span}, 0, cell, (*fitter).part},
		{"td", nil, attrs{"colspan": span, "rowspan": span}, 0, cell, (*fitter).part},

		{
			"aside",
			classes{"callout callout-note", "callout callout-tip", "callout callout-warning", "callout callout-exam"}, nil,
			callouts, anything &^ callouts, (*fitter).callout,
		},
		{"details", classes{"question"}, nil, questions, anything &^ questions, (*fitter).question},
		{"summary", nil, nil, 0, line, (*fitter).part},

		{"p", classes{"file"}, nil, sections, 0, (*fitter).file},
		{"a", nil, attrs{"download": text, "data-bytes": `^[0-9]{1,15}$`}, words, words, nil},
		{"pre", classes{"ql-syntax"}, attrs{"data-language": `^[a-z][a-z0-9+#.-]{0,29}$`}, blocks, words, nil},
	}
}

// matches reports whether an element of the shape's name has its class.
func (s *shape) matches(class string) bool {
	return s.classes == nil || slices.Contains(s.classes, class)
}

// allow adds the shapes to what a policy lets through.
func allow(p *bluemonday.Policy, shapes []shape) {
	for _, s := range shapes {
		p.AllowElements(s.element)
		if s.classes != nil {
			p.AllowAttrs("class").Matching(regexp.MustCompile("^(" + strings.Join(s.classes, "|") + ")$")).OnElements(s.element)
		}
		for name, pattern := range s.attrs {
			p.AllowAttrs(name).Matching(regexp.MustCompile(pattern)).OnElements(s.element)
		}
	}
	p.AllowStyles("width").Matching(regexp.MustCompile(`^[1-9][0-9]{0,3}px$`)).OnElements("col")
}
