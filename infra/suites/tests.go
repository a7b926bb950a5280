package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// testsAtOnce suits two processors: a suite that starts programs and waits for them
// leaves half of the time idle. More than two suites slow each other down.
const testsAtOnce = 2

// browsers are the suites with browsers, which use both processors by themselves.
func browsers() []suite {
	return []suite{vitest(browserTests, "product"), vitest(browserTests, "site")}
}

// tests are the other suites that run the code, those that take longest first.
func tests() []suite {
	all := []suite{
		// Packages begin in the order in which they are named.
		goTest(goModules[0].dir, goModules[0].tags, "./internal/test/apitest", "./..."),
		vitest("site", "builds"),
		vitest("site", "parts"),
	}
	for _, m := range goModules[1:] {
		all = append(all, goTest(m.dir, m.tags, "./..."))
	}
	return append(all, vitest("site", "src"), vitest("admin"), vitest("shared"))
}

func goTest(dir, tags string, packages ...string) suite {
	return suite{"go test " + dir, func(ctx context.Context, root string, out io.Writer) (tally, error) {
		// -count=1, because a cached success says nothing about the services that the
		// tests use. -vet=off, because the checks have run vet. -timeout is for a whole package,
		// which may take longer than Go's ten minutes on a busy machine. Without tables for
		// debuggers each of the sixty programs is linked in half the time.
		cmd := command(ctx, root, dir, "go", "test", "-json", "-count=1", "-vet=off", "-timeout=1h",
			"-ldflags=-s -w", "-tags="+tags)
		cmd.Args = append(cmd.Args, packages...)
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

// vitest runs the tests of a workspace, or of one of its projects.
func vitest(workspace string, project ...string) suite {
	title := strings.Join(append([]string{"vitest", workspace}, project...), " ")
	return suite{title, func(ctx context.Context, root string, out io.Writer) (tally, error) {
		name := strings.ReplaceAll(strings.Join(append([]string{workspace}, project...), "-"), "/", "-")
		report := filepath.Join(root, reports, name+".json")
		if err := os.RemoveAll(report); err != nil {
			return tally{}, err
		}
		cmd := command(ctx, root, workspace, npmProgram(root, "vitest"), "run",
			"--reporter=default", "--reporter=json", "--outputFile.json="+report)
		for _, p := range project {
			cmd.Args = append(cmd.Args, "--project="+p)
		}
		if workspace == browserTests {
			chromium, err := browser(ctx)
			if err != nil {
				return tally{}, err
			}
			jre, err := java(ctx)
			if err != nil {
				return tally{}, err
			}
			cmd.Env = append(cmd.Env, "CHROMIUM_PATH="+chromium, "JAVA_PATH="+jre)
		}
		cmd.Stdout, cmd.Stderr = out, out
		ended := cmd.Run()
		var exit *exec.ExitError
		if ended != nil && !errors.As(ended, &exit) {
			return tally{}, ended
		}
		content, err := os.ReadFile(report)
		if err != nil {
			return tally{}, fmt.Errorf("vitest left no report: %w", errors.Join(ended, err))
		}
		return readVitestReport(content, ended == nil)
	}}
}

// readVitestReport counts. A run that failed without a failed test (a file that
// does not load, an unhandled error) counts as one failure.
func readVitestReport(content []byte, succeeded bool) (tally, error) {
	var report struct {
		NumTotalTests, NumPassedTests int
		TestResults                   []struct {
			Name, Status     string
			AssertionResults []struct {
				FullName, Status string
				FailureMessages  []string
			}
		}
	}
	if err := json.Unmarshal(content, &report); err != nil {
		return tally{}, fmt.Errorf("the report of vitest cannot be read: %w", err)
	}
	counted := tally{passed: report.NumPassedTests, failed: report.NumTotalTests - report.NumPassedTests}
	if !succeeded && counted.failed == 0 {
		counted.failed = 1
	}
	for _, file := range report.TestResults {
		name := filepath.Base(file.Name)
		if file.Status == "failed" && len(file.AssertionResults) == 0 {
			counted.failing += fmt.Sprintf("  %s\n", name)
		}
		for _, test := range file.AssertionResults {
			if test.Status == "passed" {
				continue
			}
			why := test.Status
			if len(test.FailureMessages) > 0 {
				why, _, _ = strings.Cut(test.FailureMessages[0], "\n")
			}
			counted.failing += fmt.Sprintf("  %s, %s: %.300s\n", name, test.FullName, why)
		}
	}
	return counted, nil
}
