package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// goTests says which tests of a module run: all, unless it names some.
type goTests struct {
	first   string   // a package that is to begin before the others
	title   string   // what it is called beside the module
	only    []string // the only packages
	without []string // packages that are left out
	run     string   // the only tests, as go test's -run
	skip    string   // tests that are left out, as go test's -skip
	env     []string // what is set in the environment
}

// testPrograms is the folder of the programs that go test builds, below the root.
const testPrograms = ".build/tests"

func goTest(m module, wanted goTests) suite {
	title := "go test " + path.Join(m.dir, wanted.title)
	return suite{title, func(ctx context.Context, in checkout, out io.Writer) (tally, error) {
		packages, err := wanted.packages(ctx, in.root, m)
		if err != nil {
			return tally{}, err
		}
		// -count=1, because a cached success says nothing about the services that the
		// tests use. -vet=off, because the checks have run vet. -timeout is for a whole package,
		// which may take longer than Go's ten minutes on a busy machine. Without tables for
		// debuggers each of the sixty programs is linked in half the time; with -o they are kept,
		// and linked again only when what is in them has changed.
		programs := filepath.Join(in.root, testPrograms, m.dir) + "/"
		cmd := command(ctx, in.root, m.dir, "go", "test", "-json", "-count=1", "-vet=off", "-timeout=30m",
			"-ldflags=-s -w", "-o="+programs, "-tags="+m.tags, "-run="+wanted.run, "-skip="+wanted.skip,
			"-shuffle="+cmp.Or(string(in.order), "off"))
		cmd.Args = append(cmd.Args, packages...)
		cmd.Env = append(cmd.Env, wanted.env...)
		var problems bytes.Buffer
		cmd.Stderr = &problems
		report, err := cmd.StdoutPipe()
		if err != nil {
			return tally{}, err
		}
		if err := cmd.Start(); err != nil {
			return tally{}, err
		}
		counted, err := readGoReport(report, out)
		ended := cmd.Wait()
		out.Write(problems.Bytes())
		if err == nil && ended != nil && counted.failed == 0 {
			err = fmt.Errorf("go test: %w", ended)
		}
		return counted, err
	}}
}

// packages are the arguments of go test. Packages begin in their order.
func (g goTests) packages(ctx context.Context, root string, m module) ([]string, error) {
	if len(g.only) > 0 {
		return g.only, nil
	}
	var named []string
	if g.first != "" {
		named = append(named, g.first)
	}
	if len(g.without) == 0 {
		return append(named, "./..."), nil
	}
	listed, err := command(ctx, root, m.dir, "go", "list", "-tags="+m.tags, "-f={{.Dir}}", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for dir := range strings.Lines(string(listed)) {
		name, err := filepath.Rel(filepath.Join(root, m.dir), strings.TrimSpace(dir))
		if err != nil {
			return nil, err
		}
		if name = "./" + name; name != g.first && !slices.Contains(g.without, name) {
			named = append(named, name)
		}
	}
	return named, nil
}

// goEvent is one line of `go test -json`: see `go doc test2json`.
type goEvent struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
	FailedBuild                               string
}

// readGoReport counts the tests that have no subtests of their own. It prints one
// line per package, and everything that a failed test said.
func readGoReport(report io.Reader, out io.Writer) (counted tally, err error) {
	type key struct{ pkg, test string }
	said := map[key]*strings.Builder{}
	parents := map[key]bool{}
	perPackage := map[string]tally{}
	decoder := json.NewDecoder(bufio.NewReader(report))
	for {
		var e goEvent
		if err := decoder.Decode(&e); errors.Is(err, io.EOF) {
			return counted, nil
		} else if err != nil {
			return counted, fmt.Errorf("the report of go test cannot be read: %w", err)
		}
		k := key{e.Package, e.Test}
		switch e.Action {
		case "output", "build-output":
			if e.Action == "build-output" {
				k = key{e.ImportPath, ""}
			}
			if said[k] == nil {
				said[k] = &strings.Builder{}
			}
			said[k].WriteString(e.Output)
		case "run":
			for name := e.Test; ; {
				i := strings.LastIndexByte(name, '/')
				if i < 0 {
					break
				}
				name = name[:i]
				parents[key{e.Package, name}] = true
			}
		case "pass", "fail", "skip":
			if e.Test == "" {
				p := perPackage[e.Package]
				if e.Action == "fail" && p.failed == 0 {
					// It does not build, or it ended outside any test.
					p.failed++
					counted.failed++
					counted.failing += fmt.Sprintf("  %s\n", e.Package)
					if b := said[key{e.FailedBuild, ""}]; e.FailedBuild != "" && b != nil {
						fmt.Fprint(out, b)
					}
					if b := said[k]; b != nil {
						fmt.Fprint(out, b)
					}
				}
				if p.passed+p.failed > 0 {
					fmt.Fprintf(out, "%-4s %s: %d passed, %d failed in %.1f s\n", e.Action, e.Package, p.passed, p.failed, e.Elapsed)
				}
				continue
			}
			p := perPackage[e.Package]
			switch {
			case e.Action == "pass" && !parents[k]:
				p.passed++
				counted.passed++
			case e.Action == "fail" && !parents[k], e.Action == "skip":
				p.failed++
				counted.failed++
				counted.failing += fmt.Sprintf("  %s %s\n", e.Package, e.Test)
				fmt.Fprintf(out, "%s %s %s\n%s", e.Action, e.Package, e.Test, said[k])
			case e.Action == "fail":
				fmt.Fprint(out, said[k]) // what it said itself, outside its subtests
				if noneFailedBelow(perPackage[e.Package]) {
					p.failed++
					counted.failed++
					counted.failing += fmt.Sprintf("  %s %s\n", e.Package, e.Test)
				}
			}
			perPackage[e.Package] = p
			delete(said, k)
		}
	}
}

// noneFailedBelow says whether a failed parent is the first failure of its package:
// then it failed by itself, and nothing else would count it.
func noneFailedBelow(p tally) bool { return p.failed == 0 }
