// Command suites runs every check and every test of the repository, a few suites at
// once, and counts. `make check`, `make test` and `make verify` call it; so does CI, which
// names the last two at once.
//
//	suites check     formatting, linters, types, generated files
//	suites test      the checks, then the tests of all that the product does
//	suites verify    what is rare or takes long: whole builds, faults, clusters, releases
//
// stages in plan.go has all suites. With SHUFFLE=1 tests run in another order each time;
// its number is printed, and SHUFFLE=<number> repeats it.
//
// The output of a suite is printed when it has ended, with the time that it took and the
// processor time of its programs as far as they waited for their children. The counts come from
// machine-readable reports. What failed is named once more at the end, and the very last
// line is always plain: "N passed, N failed". The exit code is 0 only when nothing failed
// and every suite ran something: a skipped test and a suite without a single test count
// as failures, because both look like success. A check that could not run without a
// network or a container engine has neither passed nor failed: it is named right before that
// line. With AUDIT=require those that ask the network fail then.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

// tally counts what a suite did.
type tally struct {
	passed, failed int
	// unchecked counts checks that could not run; see errUnchecked.
	unchecked int
	// failing names the failed tests, a line each.
	failing string
}

func (t *tally) add(o tally) {
	t.passed += o.passed
	t.failed += o.failed
	t.unchecked += o.unchecked
}

// checkout is the repository in the folder root, whose tests run in an order.
type checkout struct {
	root  string
	order order
}

// suite is something to run. Its output goes to out. An error means that it could not
// report a result.
type suite struct {
	name string
	run  func(ctx context.Context, in checkout, out io.Writer) (tally, error)
}

func main() {
	phases, err := planned(os.Args[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root, err := os.Getwd()
	if err == nil {
		err = os.MkdirAll(filepath.Join(root, reports), 0o755)
	}
	var tests order
	if err == nil {
		tests, err = parseOrder(os.Getenv("SHUFFLE"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "suites:", err)
		os.Exit(1)
	}
	tests.say(os.Stdout)
	total := runAll(ctx, checkout{root, tests}, os.Stdout, phases...)
	if total.failed > 0 {
		os.Exit(1)
	}
}

// phase is suites that may run at once, no more than atOnce of them at a time, begun
// in their order. The next phase begins when all have ended.
type phase struct {
	atOnce int
	suites []suite
}

// runAll runs the phases and ends with the counts; a suite that fails does not keep
// the others from running.
func runAll(ctx context.Context, in checkout, out io.Writer, phases ...phase) (total tally) {
	var saying sync.Mutex
	var failures, unchecked []string
	runOne := func(s suite) {
		began := time.Now()
		var said bytes.Buffer
		ctx, spent := metered(ctx)
		counted, err := s.run(ctx, in, &said)
		if err != nil {
			fmt.Fprintln(&said, err)
			counted.failed++
		} else if counted == (tally{}) {
			fmt.Fprintln(&said, "no test ran")
			counted.failed++
		}
		saying.Lock()
		defer saying.Unlock()
		result := fmt.Sprintf("%d passed, %d failed", counted.passed, counted.failed)
		if counted == (tally{unchecked: counted.unchecked}) {
			result = "NOT CHECKED"
		}
		fmt.Fprintf(out, "\n== %s\n%s== %s: %s in %.1f s, processor %.1f s\n", s.name, &said, s.name, result,
			time.Since(began).Seconds(), time.Duration(spent.Load()).Seconds())
		if counted.failed > 0 {
			failures = append(failures, s.name+"\n"+counted.failing)
		}
		if counted.unchecked > 0 {
			unchecked = append(unchecked, s.name)
		}
		total.add(counted)
	}
	for _, p := range phases {
		var running errgroup.Group
		running.SetLimit(p.atOnce)
		for _, s := range p.suites {
			if ctx.Err() != nil {
				break
			}
			running.Go(func() error {
				runOne(s)
				return nil
			})
		}
		_ = running.Wait()
	}
	if ctx.Err() != nil {
		failures = append(failures, "interrupted\n")
		total.failed++
	}
	fmt.Fprintln(out)
	in.order.say(out)
	for _, name := range failures {
		fmt.Fprint(out, "failed: ", name)
	}
	if len(unchecked) > 0 {
		slices.Sort(unchecked)
		fmt.Fprintf(out, "NOT CHECKED, neither passed nor failed: %s\n", strings.Join(unchecked, ", "))
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", total.passed, total.failed)
	return total
}
