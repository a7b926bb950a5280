package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTooLong(t *testing.T) {
	wide := func(columns int) string { return strings.Repeat("x", columns) }
	for name, c := range map[string]struct {
		line string
		want bool
	}{
		"as wide as allowed":           {"\tvar " + wide(maxColumns-5), false},
		"one column more":              {"\tvar " + wide(maxColumns-4), true},
		"characters are not bytes":     {"// " + strings.Repeat("…", maxColumns-3), false},
		"a long comment":               {"// " + wide(maxColumns-2), true},
		"a message":                    {"\tfail(\"" + wide(200) + "\")", false},
		"a message after much else":    {"\t" + wide(40) + "(\"" + wide(200) + "\")", true},
		"a struct tag":                 {"\tName string `json:\"name\" doc:\"" + wide(200) + "\"`", false},
		"a line of a raw string":       {"\tconst page = `<p>\n" + wide(200) + "\n</p>`", false},
		"much else before a short one": {"\t" + wide(maxColumns) + "(\"x\")", true},
	} {
		source := "package p\n\n" + c.line + "\n"
		if got := tooLong([]byte(source)); (len(got) > 0) != c.want || c.want && !slices.Equal(got, []int{3}) {
			t.Errorf("%s: lines %v", name, got)
		}
	}
}

func TestLongLinesNameTheFile(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"cms-api/node_modules/x", "infra"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(root, dir, "a.go")
		if err := os.WriteFile(file, []byte("package a\n\n// "+strings.Repeat("x", maxColumns)+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found, err := longLines(t.Context(), root)
	if want := "infra/a.go:3: longer than 120 columns\n"; !errors.Is(err, errFindings) || string(found) != want {
		t.Errorf("found %q, %v", found, err)
	}
}
