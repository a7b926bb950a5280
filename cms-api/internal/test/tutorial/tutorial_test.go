// Package tutorial holds no code: its test follows docs/tutorials/collection.md, on the sources as they are, with the
// files that stand there laid over them.
package tutorial

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxLines is how many lines of cms-api a collection takes at most, its scenario aside.
const maxLines = 150

var (
	block = regexp.MustCompile("(?ms)^```(go|diff) (cms-api/\\S+)\n(.*?)^```$")
	root  = filepath.Join("..", "..", "..", "..")
)

func TestTutorial_Collection(t *testing.T) {
	tutorial, err := os.ReadFile(filepath.Join(root, "docs", "tutorials", "collection.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, lines := map[string]string{}, map[string]int{}
	for _, found := range block.FindAllStringSubmatch(string(tutorial), -1) {
		kind, name, text := found[1], found[2], found[3]
		if kind == "go" {
			files[name], lines[name] = text, strings.Count(text, "\n")
			continue
		}
		if _, known := files[name]; !known {
			source, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			files[name] = string(source)
		}
		files[name] = apply(t, name, files[name], text)
		lines[name] += strings.Count("\n"+text, "\n+")
	}
	product := 0
	for name := range lines {
		if strings.HasSuffix(name, "_test.go") {
			delete(lines, name)
		}
		product += lines[name]
	}
	if len(lines) != 2 || product > maxLines {
		t.Errorf("a collection takes %d lines: %v", product, lines)
	}
	test(t, files)
}

// apply returns a source with the lines that a difference adds to it.
func apply(t *testing.T, name, source, difference string) string {
	t.Helper()
	var before, after strings.Builder
	for line := range strings.Lines(difference) {
		if after.WriteString(line[1:]); line[0] == ' ' {
			before.WriteString(line[1:])
		}
	}
	if strings.Count(source, before.String()) != 1 {
		t.Fatalf("%s does not have once:\n%s", name, before.String())
	}
	return strings.Replace(source, before.String(), after.String(), 1)
}

// test runs the scenario on the sources with files laid over them.
func test(t *testing.T, files map[string]string) {
	t.Helper()
	replace := map[string]string{}
	for name, text := range files {
		place, err := filepath.Abs(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		replace[place] = filepath.Join(t.TempDir(), filepath.Base(name))
		if err := os.WriteFile(replace[place], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	//nolint:gosec // the arguments are this test's
	run := exec.CommandContext(t.Context(), "go", "test", "-tags", "nodynamic", "-overlay", file, "-count=1",
		"-vet=off", "-run", "^TestTestimonials$", "-v", "./internal/test/apitest") // vet looks for folders on disk
	run.Dir = filepath.Join(root, "cms-api")
	said, err := run.CombinedOutput()
	if err != nil || !strings.Contains(string(said), "--- PASS: TestTestimonials") {
		t.Errorf("%v\n%s", err, said)
	}
}
