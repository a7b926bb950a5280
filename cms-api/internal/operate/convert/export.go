package convert

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Writer writes the Markdown of stored HTML.
type Writer struct {
	md    *Markdown
	conv  *converter.Converter
	clean func(string) (string, error)
}

// NewWriter returns a Writer. Clean returns HTML as it is stored, or why it is not.
func NewWriter(md *Markdown, clean func(string) (string, error)) *Writer {
	conv := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(commonmark.WithHorizontalRule("---")),
		strikethrough.NewStrikethroughPlugin(), table.NewTablePlugin(),
	))
	for _, inline := range []string{"u", "sub", "sup", "span"} {
		conv.Register.RendererFor(inline, converter.TagTypeInline, renderInline, converter.PriorityEarly)
	}
	conv.Register.RendererFor("pre", converter.TagTypeBlock, renderCode, converter.PriorityEarly)
	// Else two of them could be read as a formula.
	conv.Register.EscapedChar('$')
	conv.Register.UnEscaper(func(chars []byte, at int) int {
		if chars[at] == '$' {
			return 1
		}
		return -1
	}, converter.PriorityStandard)
	return &Writer{md, conv, clean}
}

// renderInline writes what Markdown has no sign for as HTML, and formulas between dollars.
func renderInline(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	source := attr(n, "data-formula")
	if hasClass(n, "formula") && inlineFormula.MatchString("$"+source+"$") && !strings.ContainsAny(source, "\n`<>&") {
		_, _ = w.WriteString("$" + source + "$")
		return converter.RenderSuccess
	}
	return base.RenderAsHTML(ctx, w, n)
}

// renderCode writes the editor's form of code.
func renderCode(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	if n.FirstChild != n.LastChild || n.FirstChild != nil && n.FirstChild.Type != html.TextNode {
		return converter.RenderTryNext
	}
	code := ""
	if n.FirstChild != nil {
		code = n.FirstChild.Data
	}
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	_, _ = w.WriteString("\n\n" + fence + attr(n, "data-language") + "\n" + code + "\n" + fence + "\n\n")
	return converter.RenderSuccess
}

// Markdown returns the Markdown of stored HTML, of which Markdown.Read makes the same again, byte
// for byte once it is clean. A block that Markdown has no form for is written as HTML.
func (w *Writer) Markdown(stored string) (string, Layout) {
	if stored == "" {
		return "", Compact
	}
	body, err := parse(stored)
	if err != nil {
		return stored, Verbatim
	}
	for _, layout := range []Layout{Compact, Lines} {
		markdown := w.blocks(body, layout, stored)
		if again, err := w.read(markdown, layout); err == nil && again == stored {
			return markdown, layout
		}
	}
	return stored, Verbatim
}

// blocks returns the Markdown of each block by itself.
func (w *Writer) blocks(body *html.Node, layout Layout, stored string) string {
	var all []string
	var last *html.Node
	for n := range body.ChildNodes() {
		if n.Type == html.TextNode && strings.TrimFunc(n.Data, unicode.IsSpace) == "" {
			continue
		}
		block := w.block(n, layout)
		if last != nil && tag(atom.Ul, atom.Ol, atom.Blockquote)(last) && tag(atom.Ul, atom.Ol, atom.Blockquote)(n) &&
			!strings.HasPrefix(block, "<") {
			all = append(all, "<!-- -->") // else the two would be one
		}
		all, last = append(all, block), n
	}
	markdown := strings.Join(all, "\n\n")
	if layout == Lines && strings.HasSuffix(stored, "\n") {
		markdown += "\n"
	}
	return markdown
}

func (w *Writer) block(n *html.Node, layout Layout) string {
	whole := outer(n)
	if tex := attr(n, "data-formula"); n.DataAtom == atom.Div && hasClass(n, "formula") {
		if markdown := "$$\n" + tex + "\n$$"; w.same(markdown, layout, whole) {
			return markdown
		}
	}
	markdown, err := w.conv.ConvertString(whole)
	if markdown = strings.TrimSpace(markdown); err == nil && markdown != "" && w.same(markdown, layout, whole) {
		return markdown
	}
	return strings.ReplaceAll(whole, "\n", "&#10;") // one line, which no blank line ends
}

func (w *Writer) same(markdown string, layout Layout, whole string) bool {
	again, err := w.read(markdown, layout)
	once, refused := w.clean(whole)
	return err == nil && refused == nil && strings.TrimSpace(again) == strings.TrimSpace(once)
}

// read returns the HTML of Markdown as it is stored.
func (w *Writer) read(markdown string, layout Layout) (string, error) {
	html, err := w.md.Read(markdown, layout)
	if err != nil {
		return "", err
	}
	return w.clean(html)
}

// figure makes a figure one of the editor's.
func (t *Tidied) figure(figure *html.Node) {
	caption := first(figure, func(n *html.Node) bool { return n.DataAtom == atom.Figcaption && n.Parent == figure })
	if caption != nil {
		caption.Parent.RemoveChild(caption)
		caption.Attr = nil
	}
	told := caption != nil && words(caption) != ""
	images := find(figure, tag(atom.Img))
	withCaption := func(all ...*html.Node) []*html.Node {
		if !told {
			return all
		}
		p := element("p")
		moveChildren(p, caption)
		return append(all, p)
	}
	table, code := first(figure, tag(atom.Table)), first(figure, tag(atom.Pre))
	player := first(figure, tag(atom.Iframe, atom.Video, atom.Audio))
	switch {
	case hasClass(figure, "picture"): // made already
		if told {
			figure.AppendChild(caption)
		}
	case table != nil:
		t.table(figure, table, caption, told)
	case code != nil:
		detach(code)
		replace(figure, withCaption(code)...)
	case player != nil:
		detach(player)
		replace(figure, withCaption(player)...)
	case len(find(figure, class("picture"))) > 0: // of a gallery
		var all []*html.Node
		for _, picture := range find(figure, class("picture")) {
			detach(picture)
			all = append(all, picture)
		}
		replace(figure, withCaption(all...)...)
	case len(images) > 0:
		var all []*html.Node
		for i, image := range images {
			if i < len(images)-1 {
				all = append(all, t.picture(figure, image, nil))
				continue
			}
			if !told {
				caption = nil
			}
			all = append(all, t.picture(figure, image, caption))
		}
		replace(figure, all...)
	case webAddress.MatchString(words(figure)):
		shown := playerOf(words(figure))
		if shown == nil {
			shown = linkTo(words(figure), "")
		}
		replace(figure, withCaption(shown)...)
	default:
		if told {
			figure.AppendChild(caption)
		}
		unwrap(figure)
	}
}

var webAddress = regexp.MustCompile(`^https?://\S+$`)

var pictureAddress = regexp.MustCompile(`(?i)\.(avif|gif|jpe?g|png|webp)([?#]|$)`)

func detach(n *html.Node) { n.Parent.RemoveChild(n) }

// picture returns the editor's figure of a picture.
func (t *Tidied) picture(figure, image, caption *html.Node) *html.Node {
	width := "full"
	around := attr(figure, "class") + " " + attr(image, "class")
	switch {
	case strings.Contains(around, "alignwide"), strings.Contains(around, "alignfull"),
		strings.Contains(around, "kg-width-wide"), strings.Contains(around, "kg-width-full"):
		width = "wide"
	case strings.Contains(around, "alignleft"), strings.Contains(around, "alignright"):
		width = "half"
	}
	shown := image
	for around := image.Parent; around != figure && around != nil; around = around.Parent {
		switch to := attr(around, "href"); {
		case around.DataAtom != atom.A || to == "" || pictureAddress.MatchString(to):
			// Other programs link a picture to its file.
		case webAddress.MatchString(to):
			shown = element("a", "href", to)
		default:
			t.lose("The link of a picture to " + to + " was removed. Put it into the caption of the picture.")
		}
	}
	detach(image)
	image.Attr = slices.DeleteFunc(image.Attr, func(a html.Attribute) bool {
		return a.Key != "src" && a.Key != "alt" && a.Key != "title"
	})
	if attr(image, "alt") == "" {
		setAttr(image, "alt", "")
	}
	made := element("figure", "class", "picture picture-"+width)
	if shown != image {
		shown.AppendChild(image)
	}
	made.AppendChild(shown)
	if caption != nil {
		made.AppendChild(caption)
	}
	return made
}

func (t *Tidied) table(figure, table, caption *html.Node, told bool) {
	detach(table)
	if told && first(table, tag(atom.Caption)) == nil {
		c := element("caption")
		moveChildren(c, caption)
		table.InsertBefore(c, table.FirstChild)
	}
	made := element("figure", "class", "table")
	made.AppendChild(table)
	replace(figure, made)
}
