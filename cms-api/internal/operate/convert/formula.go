package convert

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// formula is LaTeX between dollars or brackets.
type formula struct {
	ast.BaseBlock
	inline bool
	source string
	end    int // of one set apart, where what closes it begins
}

var formulaKind = ast.NewNodeKind("Formula")

// Kind implements ast.Node.
func (*formula) Kind() ast.NodeKind { return formulaKind }

// Type implements ast.Node.
func (f *formula) Type() ast.NodeType {
	if f.inline {
		return ast.TypeInline
	}
	return ast.TypeBlock
}

// Dump implements ast.Node.
func (f *formula) Dump(source []byte, level int) { ast.DumpHelper(f, source, level, nil, nil) }

// IsRaw implements ast.Node: its lines are no Markdown.
func (*formula) IsRaw() bool { return true }

func formulaHTML(source string, inline bool) string {
	name := "div"
	if inline {
		name = "span"
	}
	n := element(name, "class", "formula", "data-formula", source)
	n.AppendChild(textNode(source))
	return outer(n)
}

func writeFormula(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	f := n.(*formula)
	if f.inline {
		_, _ = w.WriteString(formulaHTML(f.source, true))
		return ast.WalkSkipChildren, nil
	}
	tex := strings.TrimSpace(string(f.Lines().Value(source)))
	tex = strings.TrimSpace(tex[len("$$") : len(tex)-len("$$")])
	_, _ = w.WriteString(formulaHTML(tex, false) + "\n")
	return ast.WalkSkipChildren, nil
}

// inlineFormula is $x$ as Pandoc has it: no space within the dollars, no digit behind them, so
// that prices are none.
var inlineFormula = regexp.MustCompile(`^\$((?:[^\s$\\]|\\.)(?:(?:[^$\\]|\\.)*?(?:[^\s$\\]|\\.))?)\$(?:[^0-9]|$)`)

var (
	twoDollars = regexp.MustCompile(`^\$\$([^$\n]+)\$\$`)
	bracketed  = regexp.MustCompile(`^\\\(((?:[^\\\n]|\\[^)])+)\\\)`)
)

// maxFormulaBytes is how far the end of a formula is looked for, so that none costs much. The
// longest that is stored has 2,000 characters.
const maxFormulaBytes = 8000

type formulaParser struct{}

// Trigger implements parser.InlineParser.
func (formulaParser) Trigger() []byte { return []byte{'$', '\\'} }

// Parse implements parser.InlineParser.
func (formulaParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	line = line[:min(len(line), maxFormulaBytes)]
	if line[0] == '\\' && !(bytes.HasPrefix(line, []byte(`\(`)) && bytes.Contains(line, []byte(`\)`))) {
		return nil
	}
	for _, pattern := range []*regexp.Regexp{twoDollars, inlineFormula, bracketed} {
		found := pattern.FindSubmatchIndex(line)
		if found == nil {
			continue
		}
		source := strings.TrimSpace(string(line[found[2]:found[3]]))
		if source == "" {
			return nil
		}
		block.Advance(found[3] + found[2]) // what begins it is as long as what ends it
		return &formula{inline: true, source: source}
	}
	return nil
}

type formulaBlockParser struct{}

// Trigger implements parser.BlockParser.
func (formulaBlockParser) Trigger() []byte { return []byte{'$', '\\'} }

// Open implements parser.BlockParser. A formula set apart ends where a line does, and is closed.
func (formulaBlockParser) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	indent := len(line) - len(bytes.TrimLeft(line, " "))
	var closing []byte
	switch {
	case bytes.HasPrefix(line[indent:], []byte("$$")):
		closing = []byte("$$")
	case bytes.HasPrefix(line[indent:], []byte(`\[`)):
		closing = []byte(`\]`)
	default:
		return nil, parser.NoChildren
	}
	begin := segment.Stop - len(line) + indent + len(closing)
	rest := reader.Source()[begin:]
	rest = rest[:min(len(rest), maxFormulaBytes)]
	inside, after, closed := bytes.Cut(rest, closing)
	after, _, _ = bytes.Cut(after, []byte("\n"))
	if !closed || len(bytes.Trim(inside, " \t\r\n>")) == 0 || len(bytes.TrimSpace(after)) > 0 {
		return nil, parser.NoChildren
	}
	f := &formula{end: begin + len(inside)}
	f.Lines().Append(segment)
	reader.AdvanceToEOL()
	if f.end < segment.Stop {
		return f, parser.Close | parser.NoChildren
	}
	return f, parser.Continue | parser.NoChildren
}

// Continue implements parser.BlockParser.
func (formulaBlockParser) Continue(n ast.Node, reader text.Reader, _ parser.Context) parser.State {
	f := n.(*formula)
	_, segment := reader.PeekLine()
	if segment.Start > f.end {
		return parser.Close
	}
	f.Lines().Append(segment)
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

// Close implements parser.BlockParser.
func (formulaBlockParser) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph implements parser.BlockParser.
func (formulaBlockParser) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine implements parser.BlockParser.
func (formulaBlockParser) CanAcceptIndentedLine() bool { return false }
