// Package corpus holds strings that attack whoever shows them as HTML, sorted by
// how, and says whether HTML is free of anything but what articles may hold. It
// shares no code with the policy that it is there to judge. Only tests import it.
package corpus

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

//go:embed attacks.json
var attacks []byte

// Attack is one string, and how it attacks.
type Attack struct {
	Class, HTML string
}

// Attacks returns all of them, in one order.
func Attacks() ([]Attack, error) {
	var classes map[string][]string
	if err := json.Unmarshal(attacks, &classes); err != nil {
		return nil, fmt.Errorf("read the corpus: %w", err)
	}
	var all []Attack
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		for _, text := range classes[class] {
			all = append(all, Attack{class, text})
		}
	}
	// Not every string of bytes can be written in JSON.
	for _, text := range []string{
		"\xc0\xbcscript\xc0\xbeself.ran(1)\xc0\xbc/script\xc0\xbe", "\xe0\x80\xbcscript>ran(1)</script>",
		"<img src=x onerror\xff=ran(1)>",
		"<scr\xc0\x80ipt>ran(1)</script>", "<a href=\"java\xc0\x8ascript:ran(1)\">x</a>", "\xfe\xff<script>ran(1)</script>",
		"<img src=\xa0x\xa0onerror=ran(1)>", "<p title=\"\xe2\x80\"><script>ran(1)</script>\">",
		"\xed\xa0\x80<script>ran(1)</script>",
		"\xf8\x80\x80\x80\xbcscript>ran(1)", "<img alt=\"\xc2\" src=/x.png onerror=ran(1) \">",
	} {
		all = append(all, Attack{"bytes that are not UTF-8", text})
	}
	return all, nil
}

// What articles may hold: attributes by element, and what they may be.
var (
	text   = map[string]*regexp.Regexp{"style": style, "class": class}
	shapes = map[string]*regexp.Regexp{"class": regexp.MustCompile(
		`^(formula|footnote|pictures|table|question|picture picture-(full|half|wide)|callout callout-(note|tip|warning|exam))$`)}
	cell    = map[string]*regexp.Regexp{"colspan": span, "rowspan": span}
	allowed = map[string]map[string]*regexp.Regexp{
		"p": either("file"), "h1": text, "h2": text, "h3": text, "h4": text, "h5": text, "h6": text,
		"li": text, "blockquote": text,
		"pre":    with(text, "data-language", regexp.MustCompile(`^[a-z][a-z0-9+#.-]*$`)),
		"span":   with(with(either("formula|footnote"), "data-formula", source), "role", regexp.MustCompile(`^note$`)),
		"strong": text, "b": text, "em": text, "i": text, "u": text, "s": text, "sub": text,
		"sup": text, "code": text,
		"ol": {"start": regexp.MustCompile(`^[0-9]{1,5}$`)}, "ul": {}, "br": {}, "hr": {},
		"a": {
			"style": style, "class": class, "target": regexp.MustCompile(`^_blank$`), "rel": regexp.MustCompile(`^[a-z ]*$`),
			"href":       regexp.MustCompile(`^(?i:https?://|mailto:|tel:)[^\x00-\x20<>]*$|^[^\x00-\x20:<>]*([/?#][^\x00-\x20<>]*)?$`),
			"download":   regexp.MustCompile(`^[^/\\\x00-\x1f\x{202a}-\x{202e}]{1,240}$`),
			"data-bytes": regexp.MustCompile(`^[0-9]+$`),
		},
		"img": {
			"src": regexp.MustCompile(`^(https?://|/)[^\x00-\x20<>"\\]*$`), "alt": words, "title": words,
			"width": number, "height": number, "srcset": regexp.MustCompile(`^[^<>"()]*$`),
			"sizes":   regexp.MustCompile(`^[a-z0-9(), :.-]*$`),
			"loading": regexp.MustCompile(`^lazy$`), "decoding": regexp.MustCompile(`^async$`),
		},
		"iframe": {
			"src":   regexp.MustCompile(`^https://(www\.youtube\.com/embed/|www\.youtube-nocookie\.com/embed/|player\.vimeo\.com/video/)[\w-]+(\?[\w=&;-]*)?$`),
			"class": class, "width": number, "height": number,
			"allowfullscreen": regexp.MustCompile(`^(true|allowfullscreen)?$`), "frameborder": number,
		},
		"div": with(shapes, "data-formula", source), "figure": shapes, "aside": shapes, "details": shapes,
		"figcaption": {}, "cite": {}, "summary": {}, "table": {}, "caption": {}, "colgroup": {}, "thead": {}, "tbody": {},
		"tr": {}, "col": {"style": regexp.MustCompile(`^width: [1-9][0-9]{0,3}px$`)},
		"td": cell, "th": with(cell, "scope", regexp.MustCompile(`^(col|row)$`)),
	}
	words  = regexp.MustCompile(`^\p{M}{0,500}(\P{M}\p{M}*){0,500}$`) // letters with their marks
	source = regexp.MustCompile(`(?s)^[^\x00-\x08\x0b\x0c\x0e-\x1f]+$`)
	number = regexp.MustCompile(`^[0-9]{1,4}$`)
	span   = regexp.MustCompile(`^([2-9]|1[0-9]|20)$`)
	class  = regexp.MustCompile(`^\s*(ql-[a-z]+(-[a-z0-9]+)?\s*)+$`)
	style  = regexp.MustCompile(`^((color|background-color|font-size|font-family|text-align): ?(#[0-9a-fA-F]+|[a-zA-Z-]+|[0-9.]+em|(rgb|rgba|hsl|hsla)\([0-9., %deg]+\));? ?)+$`)
)

// parents are the only elements that others stand in.
var parents = map[string]string{
	"table": "figure", "caption": "table", "colgroup": "table", "col": "colgroup", "thead": "table", "tbody": "table",
	"tr": "thead tbody", "td": "tr", "th": "tr", "figcaption": "figure", "summary": "details",
}

// outside are elements, with their classes, that no descendant of others is.
var outside = map[string]string{
	"table": "table", "aside": "aside", "details": "details", "span.footnote": "span.footnote", "figure.table": "td th",
	"div.pictures": "td th p", "div.formula": "p h1 h2 h3 h4 h5 h6 span a summary caption figcaption pre",
	"figure": "p h1 h2 h3 h4 h5 h6 span strong a summary caption figcaption pre", "p": "caption figcaption summary",
}

func either(more string) map[string]*regexp.Regexp {
	return with(text, "class", regexp.MustCompile(`^(`+more+`)$|`+class.String()))
}

func with(former map[string]*regexp.Regexp, name string, form *regexp.Regexp) map[string]*regexp.Regexp {
	all := maps.Clone(former)
	all[name] = form
	return all
}

// Check returns what is in HTML that no article may hold, as a browser would
// read it inside a page's element; nothing when all is well.
func Check(content string) []string {
	var found []string
	for _, context := range []atom.Atom{atom.Div, atom.Body, atom.Td} {
		within := &html.Node{Type: html.ElementNode, Data: context.String(), DataAtom: context}
		nodes, err := html.ParseFragment(strings.NewReader(content), within)
		if err != nil {
			return []string{err.Error()}
		}
		for _, each := range nodes {
			found = append(found, walk(each, nil)...)
		}
	}
	return found
}

// walk checks an element that stands in others, the outermost first.
func walk(n *html.Node, within []string) []string {
	var found []string
	switch n.Type {
	case html.TextNode:
	case html.ElementNode:
		attributes, known := allowed[n.Data]
		if !known || n.Namespace != "" {
			found = append(found, fmt.Sprintf("the element %s %s", n.Namespace, n.Data))
		}
		name := n.Data
		for _, each := range n.Attr {
			if form := attributes[each.Key]; form == nil || !form.MatchString(each.Val) || each.Namespace != "" {
				found = append(found, fmt.Sprintf("%s=%q at %s", each.Key, each.Val, n.Data))
			}
			if each.Key == "class" && !strings.HasPrefix(each.Val, "ql-") {
				kind, _, _ := strings.Cut(strings.TrimSpace(each.Val), " ")
				name += "." + kind
			}
		}
		found = append(found, place(name, within)...)
		if strings.HasSuffix(name, ".formula") && n.FirstChild != nil && n.FirstChild.Type != html.TextNode {
			found = append(found, "an element in a formula")
		}
		within = append(slices.Clone(within), name)
		if plain, _, shape := strings.Cut(name, "."); shape {
			within = append(within, plain)
		}
	default:
		found = append(found, fmt.Sprintf("a node of type %d: %.60q", n.Type, n.Data))
	}
	for child := range n.ChildNodes() {
		found = append(found, walk(child, within)...)
	}
	return found
}

// place checks where an element stands.
func place(name string, within []string) []string {
	var found []string
	plain, _, _ := strings.Cut(name, ".")
	parent := append([]string{""}, within...)[len(within)]
	if only := parents[plain]; only != "" && !slices.Contains(strings.Fields(only), parent) {
		found = append(found, name+" stands in "+strings.Join(within, " "))
	}
	for _, other := range strings.Fields(outside[plain] + " " + outside[name]) {
		if slices.Contains(within, other) {
			found = append(found, name+" stands within "+other)
		}
	}
	if (plain == "div" || plain == "figure" || plain == "aside" || plain == "details") && name == plain {
		found = append(found, "a "+name+" that is no shape")
	}
	return found
}
