package convert

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

var calloutMark = regexp.MustCompile(`(?i)^[ \t]*\[!(note|tip|important|warning|caution)\][ \t]*`)

// calloutKinds are what callouts are here that have other names on GitHub.
var calloutKinds = map[string]string{"important": "exam", "caution": "warning"}

// transformer makes callouts of quotes that begin with [!NOTE] or its like, and words of bare
// addresses within a link that is written as HTML.
type transformer struct{}

// Transform implements parser.ASTTransformer.
func (transformer) Transform(document *ast.Document, reader text.Reader, _ parser.Context) {
	source := reader.Source()
	inLink := false
	var within []*ast.AutoLink
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if n.Type() == ast.TypeBlock {
			inLink = false
		}
		switch n := n.(type) {
		case *ast.Blockquote:
			markCallout(n, source)
		case *ast.RawHTML:
			tag := strings.ToLower(string(n.Segments.Value(source)))
			inLink = strings.HasPrefix(tag, "<a ") || inLink && !strings.HasPrefix(tag, "</a")
		case *ast.AutoLink:
			if inLink {
				within = append(within, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range within {
		n.Parent().ReplaceChild(n.Parent(), n, ast.NewString(n.Label(source)))
	}
}

func markCallout(quote ast.Node, source []byte) {
	first := quote.FirstChild()
	if first == nil || first.Kind() != ast.KindParagraph {
		return
	}
	line := first.Lines().At(0)
	mark := calloutMark.FindSubmatchIndex(line.Value(source))
	if mark == nil || first.ChildCount() == 0 || first == quote.LastChild() && first.Lines().Len() == 1 &&
		mark[1] >= len(bytes.TrimRight(line.Value(source), "\n")) {
		return
	}
	kind := strings.ToLower(string(line.Value(source)[mark[2]:mark[3]]))
	end := line.Start + mark[1] - line.Padding
	for c := first.FirstChild(); c != nil; c = first.FirstChild() {
		words, ok := c.(*ast.Text)
		if !ok || words.Segment.Start >= end {
			break
		}
		if words.Segment.Stop > end {
			words.Segment.Start = end
			break
		}
		first.RemoveChild(first, words)
	}
	if first.ChildCount() == 0 {
		quote.RemoveChild(quote, first)
	}
	quote.SetAttributeString("callout", cmp.Or(calloutKinds[kind], kind))
}
