package convert

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	node "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Layout says how the HTML of a text stands in lines, which readers do not see.
type Layout string

const (
	// Compact HTML has nothing between its blocks, as the editor writes it.
	Compact Layout = ""
	// Lines is HTML with a line for each block.
	Lines Layout = "lines"
	// Verbatim text is no Markdown but HTML.
	Verbatim Layout = "html"
)

// Markdown reads Markdown: CommonMark with GitHub's tables, strikethrough, tasks, callouts and bare
// addresses, with footnotes, and with formulas between dollars or \( and \). HTML in it stays. The
// dashboard reads the same (shared/src/test/markdown.json).
type Markdown struct{ reader goldmark.Markdown }

// NewMarkdown returns a Markdown.
func NewMarkdown() *Markdown {
	m := &Markdown{}
	m.reader = goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.Footnote, extension.TaskList, extension.Linkify),
		goldmark.WithParserOptions(
			parser.WithInlineParsers(util.Prioritized(formulaParser{}, 150)),
			parser.WithASTTransformers(util.Prioritized(notesByNumber{}, 1000)), // behind that of footnotes
			parser.WithBlockParsers(util.Prioritized(formulaBlockParser{}, 750)),
			parser.WithASTTransformers(util.Prioritized(transformer{}, 500)),
		),
		goldmark.WithRendererOptions(html.WithUnsafe(),
			renderer.WithNodeRenderers(util.Prioritized(contractRenderer{m}, 100))),
	)
	return m
}

// Read returns the HTML of Markdown, or a TooLarge or Invalid problem.
func (m *Markdown) Read(markdown string, layout Layout) (string, error) {
	if layout == Verbatim {
		return markdown, nil
	}
	if err := check(markdown); err != nil {
		return "", err
	}
	var out limited
	if err := m.reader.Convert([]byte(markdown), &out); err != nil { // to memory: it fails of its size alone
		return "", err
	}
	body, err := parse(strings.TrimRight(out.String(), "\n"))
	if err != nil {
		return "", err
	}
	codeBlocks(body)
	alignCells(body)
	if layout == Lines {
		if strings.HasSuffix(markdown, "\n") {
			body.AppendChild(textNode("\n"))
		}
		return inner(body), nil
	}
	compact(body)
	return inner(body), nil
}

// codeBlocks makes <pre><code class="language-go"> the form that the editor has.
func codeBlocks(body *node.Node) {
	for _, pre := range find(body, tag(atom.Pre)) {
		code := pre.FirstChild
		if code == nil || code != pre.LastChild || code.DataAtom != atom.Code {
			continue
		}
		language := strings.ToLower(classLike(code, "language-"))
		unwrap(code)
		setAttr(pre, "class", "ql-syntax")
		if language != "" {
			setAttr(pre, "data-language", language)
		}
		if last := pre.LastChild; last != nil && last.Type == node.TextNode {
			last.Data = strings.TrimSuffix(last.Data, "\n")
		}
	}
}

// alignCells puts the words of aligned cells into aligned paragraphs.
func alignCells(body *node.Node) {
	for _, cell := range find(body, tag(atom.Th, atom.Td)) {
		align := attr(cell, "align")
		cell.Attr = slices.DeleteFunc(cell.Attr, func(a node.Attribute) bool { return a.Key == "align" })
		if cell.FirstChild == nil || align != "center" && align != "right" {
			continue
		}
		p := element("p", "class", "ql-align-"+align)
		for c := cell.FirstChild; c != nil; c = cell.FirstChild {
			cell.RemoveChild(c)
			p.AppendChild(c)
		}
		cell.AppendChild(p)
	}
}

// containers contain blocks alone, so that white space in them is none of the text.
var containers = tag(atom.Body, atom.Ul, atom.Ol, atom.Table, atom.Thead, atom.Tbody, atom.Tr, atom.Colgroup,
	atom.Figure, atom.Details, atom.Aside, atom.Div)

// compact removes white space between blocks, and comments.
func compact(body *node.Node) {
	nodes := []*node.Node{body}
	for d := range body.Descendants() {
		nodes = append(nodes, d)
	}
	for _, n := range nodes {
		switch {
		case n.Type == node.CommentNode:
			n.Parent.RemoveChild(n)
		case n.Type == node.TextNode && n.Parent != nil && (strings.TrimSpace(n.Data) == "" &&
			!strings.Contains(n.Data, "\u00a0")):
			if containers(n.Parent) || bordersBlocks(n) {
				n.Parent.RemoveChild(n)
			}
		case n.Type == node.TextNode && n.Parent != nil && n.NextSibling != nil && isBlock(n.NextSibling):
			n.Data = strings.TrimRight(n.Data, "\n")
		case n.Type == node.TextNode && n.PrevSibling != nil && n.PrevSibling.DataAtom == atom.Br:
			n.Data = strings.TrimPrefix(n.Data, "\n")
		}
	}
}

// bordersBlocks reports whether a text stands beside blocks alone.
func bordersBlocks(n *node.Node) bool {
	before, after := n.PrevSibling, n.NextSibling
	return (before != nil || after != nil) && (before == nil || isBlock(before)) && (after == nil || isBlock(after))
}

// contractRenderer writes formulas, footnotes, callouts, tasks and struck words as articles have them.
type contractRenderer struct{ m *Markdown }

// RegisterFuncs implements renderer.NodeRenderer.
func (r contractRenderer) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(formulaKind, writeFormula)
	to.Register(extast.KindFootnoteLink, r.footnote)
	for _, kind := range []ast.NodeKind{extast.KindFootnoteBacklink, extast.KindFootnoteList, extast.KindFootnote} {
		to.Register(kind, func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
			return ast.WalkSkipChildren, nil
		})
	}
	to.Register(extast.KindTaskCheckBox, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus,
		error) {
		if box := "☐ "; entering {
			if n.(*extast.TaskCheckBox).IsChecked {
				box = "☑ "
			}
			_, _ = w.WriteString(box)
		}
		return ast.WalkContinue, nil
	})
	to.Register(extast.KindStrikethrough, writeTag(func(ast.Node) (name, class string) { return "s", "" }))
	to.Register(ast.KindBlockquote, writeTag(func(n ast.Node) (name, class string) {
		if kind, is := n.AttributeString("callout"); is {
			return "aside", ` class="callout callout-` + kind.(string) + `"`
		}
		return "blockquote", ""
	}))
}

// writeTag returns a function that writes an element around the content of a node.
func writeTag(of func(ast.Node) (name, class string)) renderer.NodeRendererFunc {
	return func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		name, class := of(n)
		tag := "</" + name + ">"
		if entering {
			tag = "<" + name + class + ">"
		}
		if n.Type() == ast.TypeBlock {
			tag += "\n"
		}
		_, _ = w.WriteString(tag)
		return ast.WalkContinue, nil
	}
}

// footnote writes a footnote where it is referred to. A reference within another stays as it is written.
func (r contractRenderer) footnote(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	note := noteOf(n.OwnerDocument(), n.(*extast.FootnoteLink).Index)
	if note == nil {
		return ast.WalkSkipChildren, nil
	}
	for parent := n.Parent(); parent != nil; parent = parent.Parent() {
		if parent.Kind() == extast.KindFootnote {
			_, _ = w.WriteString("[^" + node.EscapeString(string(note.(*extast.Footnote).Ref)) + "]")
			return ast.WalkSkipChildren, nil
		}
	}
	_, _ = w.WriteString(`<span class="footnote" role="note">`)
	for block := note.FirstChild(); block != nil; block = block.NextSibling() {
		if block != note.FirstChild() {
			_ = w.WriteByte(' ')
		}
		for line := block.FirstChild(); line != nil; line = line.NextSibling() {
			if line.Kind() == extast.KindFootnoteBacklink { // the last ones, of which each reference adds one
				break
			}
			var out bytes.Buffer
			if line.Type() == ast.TypeInline {
				if err := r.m.reader.Renderer().Render(&out, source, line); err != nil {
					return ast.WalkStop, err
				}
			}
			if _, err := w.Write(out.Bytes()); err != nil {
				return ast.WalkStop, err
			}
		}
	}
	_, _ = w.WriteString(`</span>`)
	return ast.WalkSkipChildren, nil
}

// notesByNumber is an AST transformer that collects the footnotes of a document, so that none is looked for.
type notesByNumber struct{}

const notesKey = "notes"

// Transform implements parser.ASTTransformer.
func (notesByNumber) Transform(document *ast.Document, _ text.Reader, _ parser.Context) {
	notes := map[int]ast.Node{}
	for block := document.LastChild(); block != nil; block = block.PreviousSibling() {
		if block.Kind() == extast.KindFootnoteList {
			for note := block.FirstChild(); note != nil; note = note.NextSibling() {
				notes[note.(*extast.Footnote).Index] = note
			}
		}
	}
	document.AddMeta(notesKey, notes)
}

func noteOf(document *ast.Document, index int) ast.Node {
	notes, _ := document.Meta()[notesKey].(map[int]ast.Node)
	return notes[index]
}
