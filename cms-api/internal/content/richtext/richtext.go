// Package richtext decides which HTML articles and other rich texts may hold: exactly
// what the editor can produce, Quill's class names included. What it returns is balanced,
// holds nothing a browser would run, and does not change when it is sanitised
// again.
package richtext

import (
	"errors"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/microcosm-cc/bluemonday"
	node "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
)

// Policy sanitises HTML. It is safe for use by many at once.
type Policy struct {
	rich   *bluemonday.Policy
	plain  *bluemonday.Policy
	shapes []shape // none within a line
	// wrap makes HTML of plain words.
	wrap func(words string) string
}

// NewPolicy returns the policy of articles.
func NewPolicy() *Policy {
	shapes := shapes()
	return &Policy{
		richPolicy(shapes), bluemonday.StrictPolicy(), shapes, func(words string) string { return "<p>" + words + "</p>" },
	}
}

// NewInlinePolicy returns the policy of words within a line: what marks letters, and
// links.
func NewInlinePolicy() *Policy {
	return &Policy{inlinePolicy(), bluemonday.StrictPolicy(), nil, func(words string) string { return words }}
}

// Each round parses, balances, fits and filters. Ordinary content settles in the first;
// hostile nesting may need more, and what never settles becomes text.
const maxRounds = 7

// Sanitise returns what may be kept of content. It returns an Invalid problem for a formula
// or a table beyond its limits, which says which one it is.
//
// Two judges that know nothing of each other must agree on each element: a walk of the parsed
// tree puts the shapes where they may stand, and bluemonday lets through the elements and
// attributes of its list in what that has made.
func (p *Policy) Sanitise(content string) (string, error) {
	for range maxRounds {
		clean, settled, err := p.round(content)
		var refused *problem.Error
		if errors.As(err, &refused) {
			return "", err
		}
		if err != nil {
			break // nested too deep
		}
		if settled && clean == content {
			return clean, nil
		}
		content = clean
	}
	return p.words(p.plain.Sanitize(content)), nil
}

// round returns content with what the policy knows. Shapes are put where they may stand once
// no unknown element is among them: then it reports that content may be settled.
func (p *Policy) round(content string) (clean string, settled bool, err error) {
	nodes, err := parse(text.Printable(content)) // what character references stand for included
	if err != nil {
		return "", false, err
	}
	settled = true
	for n := range elements(nodes) {
		balance(n)
		settled = settled && n.Namespace == "" && (kindOf(n.DataAtom) != 0 || isPart(p.shapes, n))
	}
	if settled && p.shapes != nil {
		if nodes, err = fitted(p.shapes, nodes); err != nil {
			return "", false, err
		}
	}
	balanced, err := render(nodes)
	return text.Printable(p.rich.Sanitize(balanced)), settled, err
}

// isPart reports whether an element is of a shape or a part of one, whatever its class.
func isPart(shapes []shape, n *node.Node) bool {
	return slices.ContainsFunc(shapes, func(s shape) bool { return s.element == n.Data })
}

func (p *Policy) words(plain string) string {
	words := strings.TrimSpace(text.Printable(html.UnescapeString(plain)))
	if words == "" {
		return ""
	}
	return p.wrap(node.EscapeString(words))
}

// balance takes addresses that may not be on the site from an element.
func balance(n *node.Node) {
	if n.DataAtom == atom.Iframe {
		for n.FirstChild != nil { // text that no browser shows and each round would escape again
			n.RemoveChild(n.FirstChild)
		}
	}
	n.Attr = slices.DeleteFunc(n.Attr, func(a node.Attribute) bool {
		switch a.Key {
		case "href":
			return !weburl.Safe(a.Val)
		case "src":
			return !weburl.File(a.Val)
		case "style": // the policy judges what an escape means, but keeps the escape
			return strings.Contains(a.Val, `\`)
		}
		return false
	})
	for i, a := range n.Attr {
		switch a.Key {
		case "href", "src":
			n.Attr[i].Val = weburl.Stored(a.Val)
		case "alt", "title":
			n.Attr[i].Val = shorten(a.Val)
		}
	}
	if source := attribute(n, "src"); n.DataAtom == atom.Iframe && !player.MatchString(source) {
		if video, _, ok := weburl.VideoOf(source); ok {
			set(n, "src", video.Player())
		}
	}
}

// shorten returns s if it has at most MaxWords characters, else its first MaxWords code points:
// up to the end of a word, or of a letter where words are longer than half of that.
func shorten(s string) string {
	if !text.LongerThan(s, MaxWords) {
		return s
	}
	runes := []rune(s)
	for _, inside := range []func(i int) bool{
		func(i int) bool { return !unicode.IsSpace(runes[i]) },
		func(i int) bool { return unicode.IsMark(runes[i]) || runes[i] == joiner || runes[i-1] == joiner },
	} {
		end := MaxWords
		for end > MaxWords/2 && inside(end) {
			end--
		}
		if end > MaxWords/2 {
			return strings.TrimSpace(string(runes[:end]))
		}
	}
	return string(runes[:MaxWords])
}

// joiner makes one letter of its two neighbours.
const joiner = '\u200d'

// inlinePolicy is the closed list of what the editor produces within a line.
func inlinePolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AddSpaceWhenStrippingTag(true)
	p.AllowElements("strong", "b", "em", "i", "u", "s", "sub", "sup", "code", "br", "span")

	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(true)
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("target").Matching(regexp.MustCompile(`^_blank$`)).OnElements("a")
	p.RequireNoReferrerOnFullyQualifiedLinks(true)

	p.AllowAttrs("class").Matching(anyOf(`ql-size-(small|large|huge)`, `ql-font-(serif|monospace)`, `ql-tab`,
		`ql-color-(red|orange|olive|green|teal|blue|purple|pink)`, `ql-bg-(yellow|orange|red|pink|purple|blue|teal|green)`)).
		OnElements("span", "strong", "b", "em", "i", "u", "s", "sub", "sup", "a", "code")

	inline := []string{"span", "strong", "b", "em", "i", "u", "s", "sub", "sup", "a"}
	colour := regexp.MustCompile(`^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]{3,20}|rgba?\([0-9., %]{1,40}\)|hsla?\([0-9., %deg]{1,40}\))$`)
	// Some words and what lets all of the ground through say nothing.
	nothing := regexp.MustCompile(`(?i)^(inherit|initial|unset|transparent|currentcolor|windowtext|auto|revert|\w+a\(.*[, ]0(\.0+)?%?\s*\))$`)
	p.AllowStyles("color", "background-color").MatchingHandler(func(value string) bool {
		return colour.MatchString(value) && !nothing.MatchString(value)
	}).OnElements(inline...)
	p.AllowStyles("font-size").Matching(regexp.MustCompile(`^(0\.75em|1\.5em|2\.5em|small|large|x-large|xx-large)$`)).
		OnElements(inline...)
	p.AllowStyles("font-family").Matching(regexp.MustCompile(`^(serif|monospace)$`)).OnElements(inline...)
	return p
}

// richPolicy adds what stands in blocks of its own, and the shapes.
func richPolicy(shapes []shape) *bluemonday.Policy {
	p := inlinePolicy()
	p.AddSpaceWhenStrippingTag(false)
	p.AllowElements("p", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "ul", "li", "blockquote", "pre", "hr")

	p.AllowAttrs("start").Matching(regexp.MustCompile(`^[0-9]{1,5}$`)).OnElements("ol")

	p.AllowAttrs("src").OnElements("img")
	p.AllowAttrs("alt", "title").OnElements("img") // any words: they are escaped, and cut by balance
	p.AllowAttrs("width", "height").Matching(regexp.MustCompile(`^[1-9][0-9]{0,3}$`)).OnElements("img", "iframe")

	p.AllowAttrs("src").Matching(player).OnElements("iframe")
	p.AllowAttrs("allowfullscreen").Matching(regexp.MustCompile(`^(true|allowfullscreen)?$`)).OnElements("iframe")
	p.AllowAttrs("frameborder").Matching(regexp.MustCompile(`^0$`)).OnElements("iframe")

	blocks := []string{"p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "blockquote", "pre"}
	p.AllowAttrs("class").Matching(anyOf(`ql-align-(center|right|justify)`, `ql-indent-[1-8]`)).
		OnElements("p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "blockquote")
	p.AllowAttrs("class").Matching(anyOf(`ql-video`, `ql-align-(center|right|justify)`)).OnElements("iframe")
	p.AllowAttrs("class").Matching(anyOf(`ql-syntax`)).OnElements("pre")
	p.AllowStyles("text-align").Matching(regexp.MustCompile(`^(left|center|right|justify)$`)).OnElements(blocks...)
	allow(p, shapes)
	return p
}

// player matches the addresses of players that articles may have.
var player = regexp.MustCompile(`^https://(www\.youtube(-nocookie)?\.com/embed/[A-Za-z0-9_-]{6,20}|` +
	`player\.vimeo\.com/video/[0-9]{1,12})(\?[A-Za-z0-9_=&;-]*)?$`)

// anyOf matches any number of the given class names, in any order.
func anyOf(names ...string) *regexp.Regexp {
	one := "(" + strings.Join(names, "|") + ")"
	return regexp.MustCompile(`^\s*` + one + `(\s+` + one + `)*\s*$`)
}
