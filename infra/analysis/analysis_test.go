package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// planted is a module with faults, beside one that it depends on.
var planted = map[string]string{
	"go.mod": "module academy/planted\n\ngo 1.26\n\nrequire example.com/outside v1.0.0\n\n" +
		"replace example.com/outside => ./outside\n",
	"outside/go.mod": "module example.com/outside\n\ngo 1.26\n",
	"outside/outside.go": `package outside

// Old does nothing.
//
// Deprecated: use New.
func Old() {}

func New() {}

func unused() {}

type T struct {
	// Deprecated: use B.
	A int
	B int
}
`,
	"outside/former/former.go": `// Package former is a package.
//
// Deprecated: use outside.
package former

func F() {}
`,
	"says/says.go": `// Package says formats.
package says

import "fmt"

func Printf(format string, args ...any) { fmt.Printf(format, args...) }
`,
	"main.go": `package main

import (
	"context"
	"errors"
	"fmt"
	"io/ioutil"
	"sync"

	"academy/planted/says"
	"example.com/outside"
	"example.com/outside/former"
)

type T struct{ n int }

func find(name string) *T {
	if name == "" {
		return nil
	}
	return &T{}
}

func main() {
	fmt.Printf("%d\n", "text")
	says.Printf("%d\n", "text")
	var m sync.Mutex
	copied := m
	copied.Lock()
	ctx, _ := context.WithCancel(context.Background())
	<-ctx.Done()
	fmt.Println(errors.New("Wrong."))
	outside.New()
	outside.Old()
	fmt.Println(outside.T{A: 1, B: 2})
	former.F()
	_, _ = ioutil.ReadAll(nil)
	known := find("y")
	if known.n == 1 == true {
		return
	}
}

func unused() {}

func usedInTests() {}
`,
	"main_test.go": `package main

import "testing"

func TestFind(t *testing.T) {
	usedInTests()
	compare(t, find("x"))
}

func compare(t *testing.T, found *T) {
	if found == nil {
		t.Fatal("nothing")
	}
	if found.n != 0 {
		t.Errorf("%s", found.n)
	}
}

func TestUnused(*testing.T) { helper := func() {}; helper() }

func unusedHelper() {}
`,
}

func TestFaultsAreFound(t *testing.T) {
	dir := t.TempDir()
	for name, text := range planted {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOFLAGS", "-trimpath -mod=mod")
	var said strings.Builder
	count, err := analyse(&said, dir, "", "./...")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	if count != len(lines) {
		t.Errorf("%d findings, %d lines", count, len(lines))
	}
	// By what a line ends with, and how often.
	found := map[string]int{}
	for _, line := range lines {
		file, _, _ := strings.Cut(line, ":")
		analyser := line[strings.LastIndex(line, "(")+1 : len(line)-1]
		found[file+" "+analyser]++
	}
	want := map[string]int{
		"main.go printf":      2, // one of them knows a function of another package of the module
		"main.go copylocks":   1,
		"main.go lostcancel":  1,
		"main.go ST1005":      1,
		"main.go SA1019":      4, // outside.Old, outside.T.A, former and ioutil
		"main.go SA5009":      1, // the same as one of printf
		"main.go S1002":       1,
		"main.go unused":      1,
		"main_test.go printf": 1,
		"main_test.go unused": 1,
	}
	if !maps.Equal(found, want) {
		t.Errorf("found %v\nwant  %v\n%s", found, want, &said)
	}
}

func TestWhatDoesNotCompileIsAFinding(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module academy/broken\n\ngo 1.26\n", "a.go": "package a\n\nvar x int = \"text\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var said strings.Builder
	count, err := analyse(&said, dir, "", "./...")
	if err != nil || count == 0 || !strings.Contains(said.String(), "a.go:3") {
		t.Errorf("%d findings, %v: %s", count, err, &said)
	}
	if count, err := analyse(&said, dir, "", "./nowhere"); count == 0 && err == nil {
		t.Error("a folder that does not exist has nothing wrong with it")
	}
}
