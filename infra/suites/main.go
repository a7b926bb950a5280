// Command suites runs every check and every test of the repository, one after the
// other, and counts. `make check` and `make test` call it; so does CI.
//
//	suites check    formatting, linters, types, generated files
//	suites test     the checks, then all tests, the browser's included
//
// What a suite says is streamed. The counts come from machine-readable reports,
// and the very last line is always plain: "N passed, N failed". The exit code is 0
// only when nothing failed and every suite ran something: a skipped test and a
// suite without a single test count as failures, because both look like success. What
// could not be looked at, for want of a network, is named before that line, and fails
// only with AUDIT=require.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// tally counts what a suite did.
type tally struct {
	passed, failed int
	// unchecked counts checks that could not look at anything; see errUnchecked.
	unchecked int
}

func (t *tally) add(o tally) {
	t.passed += o.passed
	t.failed += o.failed
	t.unchecked += o.unchecked
}

// suite is something to run. An error means that it could not even report.
type suite struct {
	name string
	run  func(ctx context.Context, root string) (tally, error)
}

func main() {
	if len(os.Args) != 2 || (os.Args[1] != "check" && os.Args[1] != "test") {
		fmt.Fprintln(os.Stderr, "usage: suites check|test, in the root of the repository")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root, err := os.Getwd()
	if err == nil {
		err = os.MkdirAll(filepath.Join(root, reports), 0o755)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "suites:", err)
		os.Exit(1)
	}
	suites := checks()
	if os.Args[1] == "test" {
		suites = append(suites, tests()...)
	}
	total := runAll(ctx, root, suites)
	fmt.Printf("%d passed, %d failed\n", total.passed, total.failed)
	if total.failed > 0 {
		os.Exit(1)
	}
}

// runAll runs the suites in turn; one that fails does not keep the others from
// running.
func runAll(ctx context.Context, root string, suites []suite) (total tally) {
	var failures, unchecked []string
	for _, s := range suites {
		if ctx.Err() != nil {
			failures = append(failures, "interrupted")
			total.failed++
			break
		}
		fmt.Printf("\n== %s\n", s.name)
		began := time.Now()
		counted, err := s.run(ctx, root)
		if err != nil {
			fmt.Println(err)
			counted.failed++
		} else if counted == (tally{}) {
			fmt.Println("no test ran")
			counted.failed++
		}
		fmt.Printf("== %s: %d passed, %d failed in %.1f s\n", s.name, counted.passed, counted.failed, time.Since(began).Seconds())
		if counted.failed > 0 {
			failures = append(failures, s.name)
		}
		if counted.unchecked > 0 {
			unchecked = append(unchecked, s.name)
		}
		total.add(counted)
	}
	fmt.Println()
	for _, name := range unchecked {
		fmt.Println("not checked:", name)
	}
	for _, name := range failures {
		fmt.Println("failed:", name)
	}
	return total
}
