package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/facts/deprecated"
)

// deprecations knows what other modules call deprecated. It reads only the files that
// declare something that ours use.
type deprecations struct {
	files map[string][]string // of a package

	mu   sync.Mutex
	read map[string]*notices // of a file
}

// notices are the deprecations in a file: of its package, and by the line of a name.
type notices struct {
	ofPackage string
	byLine    map[int]string
}

// declared finds what is deprecated of what a package declares.
var declared = deprecated.Analyzer.Run

// find finds what is deprecated of what a package declares and uses.
func (d *deprecations) find(pass *analysis.Pass) (any, error) {
	result, err := declared(pass)
	found, ok := result.(deprecated.Result)
	if err != nil || !ok {
		return result, err
	}
	for _, object := range usedOutside(pass, d.files) {
		// The compiler may have shortened the path of the file, but not its name.
		place := pass.Fset.Position(object.Pos())
		for _, file := range d.files[object.Pkg().Path()] {
			if filepath.Base(file) != filepath.Base(place.Filename) {
				continue
			}
			if text := d.of(file).byLine[place.Line]; text != "" {
				found.Objects[object] = &deprecated.IsDeprecated{Msg: text}
			}
		}
	}
	for _, imported := range pass.Pkg.Imports() {
		for _, file := range d.files[imported.Path()] {
			if text := d.of(file).ofPackage; text != "" && imported.Path() != "syscall" {
				found.Packages[imported] = &deprecated.IsDeprecated{Msg: text}
			}
		}
	}
	return found, nil
}

// of returns the deprecations in a file; one that cannot be read has none.
func (d *deprecations) of(file string) *notices {
	d.mu.Lock()
	defer d.mu.Unlock()
	found := d.read[file]
	if found == nil {
		found = readNotices(file)
		d.read[file] = found
	}
	return found
}

func readNotices(file string) *notices {
	found := &notices{byLine: map[int]string{}}
	source, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(source, []byte("Deprecated: ")) {
		return found
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return found
	}
	found.ofPackage = notice(parsed.Doc)
	note := func(names []*ast.Ident, docs ...*ast.CommentGroup) {
		for _, doc := range docs {
			for _, name := range names {
				if text := notice(doc); text != "" {
					found.byLine[set.Position(name.Pos()).Line] = text
				}
			}
		}
	}
	ast.Inspect(parsed, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			note([]*ast.Ident{node.Name}, node.Doc)
			return false
		case *ast.GenDecl:
			for _, spec := range node.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					note([]*ast.Ident{spec.Name}, node.Doc, spec.Doc)
				case *ast.ValueSpec:
					note(spec.Names, node.Doc, spec.Doc)
				}
			}
		case *ast.Field:
			note(node.Names, node.Doc)
		}
		return true
	})
	return found
}

// notice is the text of a deprecation in a comment: a paragraph that begins so.
func notice(doc *ast.CommentGroup) string {
	for paragraph := range strings.SplitSeq(doc.Text(), "\n\n") {
		if text, ok := strings.CutPrefix(paragraph, "Deprecated: "); ok {
			return strings.ReplaceAll(strings.TrimSpace(text), "\n", " ")
		}
	}
	return ""
}
