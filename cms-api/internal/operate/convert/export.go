package convert

import (
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
