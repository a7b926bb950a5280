// Command load sends the requests of users to the whole product, at rising rates, until
// it no longer answers in time: 90 % of the calls are pages of the site with their
// files, 9 % public reads of the API, and 1 % writes: forms, and sometimes an editor's
// save, which is published.
//
// It starts everything itself on the same machine, so the rates are those of a machine
// that also makes the load.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"academy/infra/program"
)

type options struct {
	root  string
	fleet []int // how many cms-api serve, one run after the other
	start int   // calls a second
	most  int
	step  time.Duration
	bar   time.Duration
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := start(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func start(ctx context.Context, args []string) error {
	var o options
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	flags.StringVar(&o.root, "root", "..", "root of the repository, which must be built")
	fleet := flags.String("processes", "1,3", "how many cms-api serve, one run after the other")
	flags.IntVar(&o.start, "start", 500, "the first rate, in calls a second")
	flags.IntVar(&o.most, "most", 200_000, "the last rate that is tried")
	flags.DurationVar(&o.step, "step", 5*time.Second, "how long each rate is kept up")
	flags.DurationVar(&o.bar, "bar", 50*time.Millisecond, "the p99 at which a rate is still held")
	if err := flags.Parse(args); err != nil {
		return err
	}
	for field := range strings.SplitSeq(*fleet, ",") {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no number of processes", field)
		}
		o.fleet = append(o.fleet, n)
	}
	if o.start < 1 || o.step < time.Second || flags.NArg() > 0 {
		return errors.New("a rate is at least 1, and a step at least a second; --help says the rest")
	}
	dir, err := os.MkdirTemp("", "load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithCancel(ctx)
	all := &program.Processes{}
	defer all.Wait()
	defer cancel()
	return run(ctx, &product{Processes: all, root: o.root, dir: dir}, o)
}

func say(format string, values ...any) { fmt.Fprintf(os.Stderr, format+" …\n", values...) }

func run(ctx context.Context, p *product, o options) error {
	say("starting the stores, the publisher and the site")
	if err := p.begin(ctx); err != nil {
		return err
	}
	for _, n := range o.fleet {
		if err := p.serve(ctx, n); err != nil {
			return err
		}
		m, err := newMix(ctx, p)
		if err != nil {
			return err
		}
		found, err := climb(ctx, p, m, o)
		if err != nil {
			return err
		}
		fmt.Print(found.text(o))
		if found.held == nil {
			return fmt.Errorf("not even %d calls a second were held", o.start)
		}
	}
	return nil
}
