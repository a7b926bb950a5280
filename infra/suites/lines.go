package main

import (
	"bytes"
	"context"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Lines of Go are at most maxColumns wide, which gofmt does not enforce. A tab is one
// column. A string literal or struct tag counts as at most maxText columns, because a
// message that is split cannot be found by searching for it.
const (
	maxColumns = 120
	maxText    = 80
)

// longLines finds lines of Go that are too long.
func longLines(_ context.Context, root string) ([]byte, error) {
	var found bytes.Buffer
	for _, dir := range []string{"cms-api", "infra"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && entry.Name() == "node_modules" {
				return fs.SkipDir
			}
			if entry.IsDir() || filepath.Ext(name) != ".go" {
				return nil
			}
			source, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			file, err := filepath.Rel(root, name)
			for _, line := range tooLong(source) {
				fmt.Fprintf(&found, "%s:%d: longer than %d columns\n", filepath.ToSlash(file), line, maxColumns)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if found.Len() > 0 {
		return found.Bytes(), errFindings
	}
	return nil, nil
}

// tooLong returns the numbers of the lines of a Go file that are too long.
func tooLong(source []byte) (numbers []int) {
	uncounted := map[int]int{} // columns, by line
	file := token.NewFileSet().AddFile("", -1, len(source))
	var tokens scanner.Scanner
	tokens.Init(file, source, nil, 0)
	for at, kind, text := tokens.Scan(); kind != token.EOF; at, kind, text = tokens.Scan() {
		if kind != token.STRING {
			continue
		}
		first := file.Line(at)
		for i, line := range strings.Split(text, "\n") {
			uncounted[first+i] += max(0, utf8.RuneCountInString(line)-maxText)
		}
	}
	for i, line := range bytes.Split(source, []byte("\n")) {
		if utf8.RuneCount(line)-uncounted[i+1] > maxColumns {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}
