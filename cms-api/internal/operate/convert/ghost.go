package convert

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"

	"academy/cms-api/internal/platform/problem"
)

// lexicalNode is a node of Ghost's editor. Cards have members of their own.
type lexicalNode struct {
	Type      string          `json:"type"`
	Children  []lexicalNode   `json:"children"`
	Text      string          `json:"text"`
	Format    json.RawMessage `json:"format"`
	Tag       string          `json:"tag"`
	ListType  string          `json:"listType"`
	URL       string          `json:"url"`
	Src       string          `json:"src"`
	Alt       string          `json:"alt"`
	Caption   string          `json:"caption"`
	Href      string          `json:"href"`
	CardWidth string          `json:"cardWidth"`
	Code      string          `json:"code"`
	Language  string          `json:"language"`
	Markdown  string          `json:"markdown"`
	HTML      string          `json:"html"`
	Images    []struct {
		Src, Alt, FileName string
	} `json:"images"`
	Metadata struct {
		Title string `json:"title"`
	} `json:"metadata"`
}

const damagedText = "Its text is damaged in the file. Open and save it in Ghost, and export again."

// Lexical returns the HTML of a text of Ghost's editor.
func Lexical(md *Markdown, document string) (Tidied, error) {
	var whole struct{ Root lexicalNode }
	if err := json.Unmarshal([]byte(document), &whole); err != nil {
		return Tidied{}, problem.Wrap(problem.Invalid, err, damagedText)
	}
	r := &lexicalReader{md: md}
	r.children(whole.Root, 0)
	return r.tidied()
}

type lexicalReader struct {
	md   *Markdown
	out  strings.Builder
	lost []string
	err  error // of a card
}

func (r *lexicalReader) tidied() (Tidied, error) {
	if r.err != nil {
		return Tidied{}, r.err
	}
	tidied, err := Tidy(r.out.String())
	tidied.Lost = slices.Concat(r.lost, tidied.Lost)
	return tidied, err
}

// maxDepth is how deep lists and quotes may stand in each other.
const maxDepth = 50

func (r *lexicalReader) children(n lexicalNode, depth int) {
	if depth > maxDepth {
		r.lost = append(r.lost, "What is nested more than 50 deep was removed.")
		return
	}
	for _, child := range n.Children {
		r.node(child, depth+1)
	}
}

func (r *lexicalReader) wrap(name string, n lexicalNode, depth int) {
	r.out.WriteString("<" + name + ">")
	r.children(n, depth)
	name, _, _ = strings.Cut(name, " ")
	r.out.WriteString("</" + name + ">")
}

func (r *lexicalReader) node(n lexicalNode, depth int) {
	switch n.Type {
	case "paragraph", "extended-paragraph":
		r.wrap("p", n, depth)
	case "heading", "extended-heading":
		level := n.Tag
		if !slices.Contains([]string{"h1", "h2", "h3", "h4", "h5", "h6"}, level) {
			level = "h2"
		}
		r.wrap(level, n, depth)
	case "quote", "extended-quote", "aside":
		r.wrap("blockquote", n, depth)
	case "list":
		if n.ListType == "number" {
			r.wrap("ol", n, depth)
		} else {
			r.wrap("ul", n, depth)
		}
	case "listitem":
		r.wrap("li", n, depth)
	case "link", "autolink", "at-link":
		r.wrap(`a href="`+html.EscapeString(n.URL)+`"`, n, depth)
	case "text", "extended-text", "tk":
		r.words(n)
	case "linebreak":
		r.out.WriteString("<br>")
	default:
		r.card(n)
	}
}

// formats are the bits of a text's format, in the order in which its elements stand.
var formats = []struct {
	bit  int
	name string
}{{1, "strong"}, {2, "em"}, {4, "s"}, {8, "u"}, {16, "code"}, {32, "sub"}, {64, "sup"}}

func (r *lexicalReader) words(n lexicalNode) {
	var format int
	_ = json.Unmarshal(n.Format, &format) // that of blocks is a word
	words := html.EscapeString(n.Text)
	for _, each := range slices.Backward(formats) {
		if format&each.bit != 0 {
			words = "<" + each.name + ">" + words + "</" + each.name + ">"
		}
	}
	r.out.WriteString(words)
}

// card writes what is no text.
func (r *lexicalReader) card(n lexicalNode) {
	switch n.Type {
	case "image":
		r.out.WriteString(imageCard(n))
	case "gallery":
		for _, image := range n.Images {
			r.out.WriteString(imageCard(lexicalNode{Src: image.Src, Alt: image.Alt}))
		}
	case "horizontalrule":
		r.out.WriteString("<hr>")
	case "codeblock":
		r.out.WriteString(codeCard(n.Code, n.Language))
	case "markdown":
		read, err := r.md.Read(n.Markdown, Compact)
		r.out.WriteString(read)
		r.err = cmp.Or(r.err, err)
	case "html":
		r.out.WriteString(n.HTML)
	case "bookmark", "embed":
		r.out.WriteString(outer(linkTo(n.URL, n.Metadata.Title)))
	default:
		r.lost = append(r.lost, fmt.Sprintf("A card of the kind %q was removed.", n.Type))
		r.children(n, maxDepth)
	}
}

func imageCard(n lexicalNode) string {
	image := fmt.Sprintf(`<img src="%s" alt="%s">`, html.EscapeString(n.Src), html.EscapeString(n.Alt))
	if n.Href != "" {
		image = fmt.Sprintf(`<a href="%s">%s</a>`, html.EscapeString(n.Href), image)
	}
	return fmt.Sprintf(`<figure class="kg-width-%s">%s<figcaption>%s</figcaption></figure>`,
		html.EscapeString(n.CardWidth), image, n.Caption)
}

func codeCard(code, language string) string {
	return fmt.Sprintf(`<pre><code class="language-%s">%s</code></pre>`,
		html.EscapeString(language), html.EscapeString(code))
}

// Mobiledoc returns the HTML of a text of Ghost's editor before that.
func Mobiledoc(md *Markdown, document string) (Tidied, error) {
	var doc struct {
		Markups  [][]json.RawMessage `json:"markups"`
		Atoms    [][]json.RawMessage `json:"atoms"`
		Cards    [][]json.RawMessage `json:"cards"`
		Sections [][]json.RawMessage `json:"sections"`
	}
	if err := json.Unmarshal([]byte(document), &doc); err != nil {
		return Tidied{}, problem.Wrap(problem.Invalid, err, damagedText)
	}
	r := &lexicalReader{md: md}
	m := mobiledoc{doc.Markups, doc.Atoms, r}
	for _, section := range doc.Sections {
		switch kind := number(section, 0); {
		case kind == 1 && len(section) > 2:
			name := word(section, 1)
			if !slices.Contains([]string{"p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "aside", "pull-quote"}, name) {
				name = "p"
			}
			r.out.WriteString("<" + name + ">")
			m.markers(section[2])
			r.out.WriteString("</" + name + ">")
		case kind == 3 && len(section) > 2:
			m.list(word(section, 1), section[2])
		case kind == 2:
			r.out.WriteString(imageCard(lexicalNode{Src: word(section, 1)}))
		case kind == 10:
			if at := number(section, 1); at >= 0 && at < len(doc.Cards) && len(doc.Cards[at]) > 1 {
				m.card(doc.Cards[at])
			}
		}
	}
	return r.tidied()
}

type mobiledoc struct {
	markups, atoms [][]json.RawMessage
	r              *lexicalReader
}

func number(all []json.RawMessage, at int) int {
	n := -1
	if at < len(all) && json.Unmarshal(all[at], &n) != nil {
		return -1
	}
	return n
}

func word(all []json.RawMessage, at int) string {
	var s string
	if at < len(all) {
		_ = json.Unmarshal(all[at], &s) // else it is none
	}
	return s
}

func (m mobiledoc) list(name string, raw json.RawMessage) {
	var items []json.RawMessage
	_ = json.Unmarshal(raw, &items) // else there are none
	if name != "ol" {
		name = "ul"
	}
	m.r.out.WriteString("<" + name + ">")
	for _, item := range items {
		m.r.out.WriteString("<li>")
		m.markers(item)
		m.r.out.WriteString("</li>")
	}
	m.r.out.WriteString("</" + name + ">")
}

// markers writes [kind, opened markups, number of closed ones, text], one after the other.
func (m mobiledoc) markers(raw json.RawMessage) {
	var markers [][]json.RawMessage
	_ = json.Unmarshal(raw, &markers) // else there are none
	var open []string
	for _, marker := range markers {
		var opened []int
		if len(marker) > 1 {
			_ = json.Unmarshal(marker[1], &opened) // else there are none
		}
		for _, at := range opened {
			if at < 0 || at >= len(m.markups) {
				continue
			}
			name, attributes := word(m.markups[at], 0), []string{}
			if len(m.markups[at]) > 1 {
				_ = json.Unmarshal(m.markups[at][1], &attributes) // else it has none
			}
			m.r.out.WriteString("<" + name)
			for i := 0; i+1 < len(attributes); i += 2 {
				if attributes[i] == "href" {
					m.r.out.WriteString(` href="` + html.EscapeString(attributes[i+1]) + `"`)
				}
			}
			m.r.out.WriteString(">")
			open = append(open, name)
		}
		if number(marker, 0) == 0 {
			m.r.out.WriteString(html.EscapeString(word(marker, 3)))
		} else if at := number(marker, 3); at >= 0 && at < len(m.atoms) && word(m.atoms[at], 0) == "soft-return" {
			m.r.out.WriteString("<br>")
		}
		for range min(max(0, number(marker, 2)), len(open)) {
			m.r.out.WriteString("</" + open[len(open)-1] + ">")
			open = open[:len(open)-1]
		}
	}
}

// card writes a card, whose payload has the members of a node of the later editor.
func (m mobiledoc) card(card []json.RawMessage) {
	var n lexicalNode
	_ = json.Unmarshal(card[1], &n) // what fits
	kinds := map[string]string{"hr": "horizontalrule", "code": "codeblock", "card-markdown": "markdown"}
	n.Type = word(card, 0)
	if kind, known := kinds[n.Type]; known {
		n.Type = kind
	}
	m.r.card(n)
}
