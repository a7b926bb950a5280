package convert

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"academy/cms-api/internal/platform/weburl"
)

// Tidied is HTML in the forms that articles have, and sentences on what these have no form for.
type Tidied struct {
	HTML string
	Lost []string
}

// maxLost is how many sentences there are on a text.
const maxLost = 100

func (t *Tidied) lose(sentence string) {
	if len(t.Lost) < maxLost && !slices.Contains(t.Lost, sentence) {
		t.Lost = append(t.Lost, sentence)
	}
}

// Tidy makes figures, tables, code, callouts and questions of those that WordPress and Ghost
// write, and paragraphs of what stands in none. It returns ErrNested for what is nested too deeply.
func Tidy(content string) (Tidied, error) {
	t := &Tidied{}
	body, err := parse(content)
	if err != nil {
		return *t, err
	}
	t.remove(body)
	t.cards(body)
	for _, figure := range slices.Backward(find(body, tag(atom.Figure))) { // those within another first
		t.figure(figure)
	}
	t.players(body)
	codeBlocks(body)
	for _, n := range find(body, func(*html.Node) bool { return true }) {
		tidyElement(n)
	}
	flat := element("body")
	flatten(flat, body)
	compact(flat)
	t.HTML = inner(flat)
	return *t, nil
}

// remove removes what is never shown or cannot be kept.
func (t *Tidied) remove(body *html.Node) {
	var gone []*html.Node
	for d := range body.Descendants() {
		switch {
		case d.Type == html.CommentNode:
			gone = append(gone, d)
		case tag(atom.Script, atom.Object, atom.Embed, atom.Applet)(d):
			t.lose("A script or plug-in was removed.")
			gone = append(gone, d)
		case tag(atom.Form, atom.Input, atom.Select, atom.Textarea)(d):
			t.lose("A form was removed.")
			gone = append(gone, d)
		case tag(atom.Style, atom.Link, atom.Meta, atom.Noscript, atom.Title, atom.Svg, atom.Template)(d):
			gone = append(gone, d)
		}
	}
	for _, n := range gone {
		if n.Parent != nil {
			n.Parent.RemoveChild(n)
		}
	}
}

// cards makes the editor's formats of those of Ghost and WordPress that are no figures.
func (t *Tidied) cards(body *html.Node) {
	for _, card := range find(body, class("kg-callout-card")) {
		aside := element("aside", "class", "callout callout-note")
		fill(aside, first(card, class("kg-callout-text")))
		replace(card, aside)
	}
	for _, card := range find(body, class("kg-toggle-card")) {
		details, summary := element("details", "class", "question"), element("summary")
		if heading := first(card, class("kg-toggle-heading-text")); heading != nil {
			summary.AppendChild(textNode(words(heading)))
		}
		details.AppendChild(summary)
		fill(details, first(card, class("kg-toggle-content")))
		replace(card, details)
	}
	linked := func(n *html.Node) bool {
		return hasClass(n, "kg-bookmark-card") || hasClass(n, "kg-file-card") || hasClass(n, "kg-button-card") ||
			hasClass(n, "wp-block-file") || hasClass(n, "wp-block-button")
	}
	for _, card := range find(body, linked) {
		link := first(card, func(n *html.Node) bool { return n.DataAtom == atom.A && attr(n, "href") != "" })
		if link == nil {
			continue
		}
		named := link
		if title := first(card, func(n *html.Node) bool {
			return hasClass(n, "kg-bookmark-title") || hasClass(n, "kg-file-card-title")
		}); title != nil {
			named = title
		}
		replace(card, linkTo(attr(link, "href"), words(named)))
	}
	for _, details := range find(body, tag(atom.Details)) {
		details.Attr = nil
		setAttr(details, "class", "question")
	}
}

// fill moves what stands in one node into a block, in paragraphs.
func fill(to, from *html.Node) {
	if from != nil {
		flatten(to, from)
	}
}

func linkTo(address, name string) *html.Node {
	p, a := element("p"), element("a", "href", address)
	if name == "" {
		name = address
	}
	a.AppendChild(textNode(name))
	p.AppendChild(a)
	return p
}

// players makes of players those that articles can have, and links of others.
func (t *Tidied) players(body *html.Node) {
	for _, frame := range find(body, tag(atom.Iframe)) {
		source := attr(frame, "src")
		if strings.HasPrefix(source, "//") {
			source = "https:" + source
		}
		if player := playerOf(source); player != nil {
			replace(frame, player)
			continue
		}
		t.lose("What another site shows in a frame became a link.")
		if source == "" {
			detach(frame)
			continue
		}
		replace(frame, linkTo(source, ""))
	}
	for _, player := range find(body, tag(atom.Video, atom.Audio)) {
		source := attr(player, "src")
		if inside := first(player, tag(atom.Source)); source == "" && inside != nil {
			source = attr(inside, "src")
		}
		t.lose("A video or a recording became a link.")
		if source == "" {
			detach(player)
			continue
		}
		replace(player, linkTo(source, ""))
	}
}

// playerOf returns the player of a video that articles can have; nil for other addresses.
func playerOf(address string) *html.Node {
	video, _, ok := weburl.VideoOf(address)
	if !ok {
		return nil
	}
	return element("iframe", "class", "ql-video", "frameborder", "0", "allowfullscreen", "true", "src", video.Player())
}

// renamed are elements of which the editor has others.
var renamed = map[atom.Atom]string{
	atom.Del: "s", atom.Strike: "s", atom.Ins: "u", atom.Kbd: "code", atom.Samp: "code", atom.Var: "em", atom.Tt: "code",
}

func tidyElement(n *html.Node) {
	if name, is := renamed[n.DataAtom]; is {
		n.Data, n.DataAtom = name, atom.Lookup([]byte(name))
	}
	if side := classLike(n, "has-text-align-"); side == "center" || side == "right" {
		setAttr(n, "class", "ql-align-"+side)
	}
	if n.DataAtom == atom.Pre && !hasClass(n, "ql-syntax") {
		setAttr(n, "class", "ql-syntax")
	}
}

// wrappers say nothing but where something stands.
var wrappers = tag(atom.Div, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Main, atom.Address, atom.Center,
	atom.Dl, atom.Nav)

// flatten moves the children of one node to another, out of elements that say nothing, and each
// run of words into a paragraph.
func flatten(to, from *html.Node) {
	var line *html.Node
	for c := from.FirstChild; c != nil; c = from.FirstChild {
		from.RemoveChild(c)
		switch {
		case wrappers(c) && !hasClass(c, "formula") && !hasClass(c, "pictures"):
			line = nil
			flatten(to, c)
		case c.DataAtom == atom.Dt || c.DataAtom == atom.Dd:
			line = nil
			c.Data, c.DataAtom = "p", atom.P
			to.AppendChild(c)
		case isBlock(c):
			line = nil
			if c.DataAtom != atom.P || c.FirstChild != nil {
				to.AppendChild(c)
			}
		case line == nil && c.Type == html.TextNode && strings.TrimSpace(c.Data) == "":
		default:
			if line == nil {
				line = element("p")
				to.AppendChild(line)
			}
			line.AppendChild(c)
		}
	}
}

// Pictures calls each with the attribute of that name of every picture in HTML, and returns the HTML
// with what it returns.
func Pictures(content, name string, each func(value string) string) string {
	if !strings.Contains(content, "<img") {
		return content
	}
	body, err := parse(content)
	if err != nil { // it was parsed before
		return content
	}
	for _, image := range find(body, tag(atom.Img)) {
		setFirst(image, name, each(attr(image, name)))
	}
	return inner(body)
}

// setFirst sets an attribute where it stands.
func setFirst(n *html.Node, name, value string) {
	for i := range n.Attr {
		if n.Attr[i].Key == name {
			n.Attr[i].Val = value
		}
	}
}

// PathOf returns the path of an address, readable, without a slash at its end; "" for the home
// page and what is no address of a page, such as /?p=12.
func PathOf(address string) string {
	parsed, err := url.Parse(strings.TrimSpace(address))
	if err != nil || parsed.RawQuery != "" {
		return ""
	}
	path := "/" + strings.Trim(parsed.Path, "/")
	if path == "/" || len(path) > 1000 || strings.ContainsFunc(path, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return ""
	}
	return path
}
