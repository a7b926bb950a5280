// Command chaos causes faults while the product is written to and read, and reports
// lost writes, torn pages, and how long it took until the live site showed the content
// again.
//
// It starts everything itself, on free ports of this machine and in a folder of its
// own, and leaves nothing behind. Faults come from a seed. Their exact moments depend
// on the machine, so a seed repeats the faults but not every race.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

type options struct {
	minutes float64
	seed    uint64
	root    string
	keep    bool
	short   bool
}

// bar is how soon after the last fault of a round all servers must show the content.
const bar = 10 * time.Second

// slowest is the time after which a round counts as never converged.
const slowest = 2 * time.Minute

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	err := start(ctx, os.Args[1:])
	stop()
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "chaos:", err)
		os.Exit(1)
	}
}

func start(ctx context.Context, args []string) error {
	var o options
	flags := flag.NewFlagSet("chaos", flag.ContinueOnError)
	flags.Float64Var(&o.minutes, "minutes", 3, "how long to go on, without the start and the last look")
	flags.Uint64Var(&o.seed, "seed", 0, "which faults and writes; 0 takes another one each time, and says which")
	flags.StringVar(&o.root, "root", ".", "root of the repository, which must be built")
	flags.BoolVar(&o.keep, "keep", false, "keep the data folder and the programs' logs, and say where")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if o.minutes <= 0 || flags.NArg() > 0 {
		return errors.New("say for how many minutes, more than 0; --help says the rest")
	}
	found, err := run(ctx, o)
	if err != nil {
		return err
	}
	fmt.Print(found.text())
	return found.failure(bar)
}

// run causes faults for a while and returns the findings. It always stops what it has
// started.
func run(ctx context.Context, o options) (*report, error) {
	if o.seed == 0 {
		o.seed = rand.Uint64N(1_000_000) + 1
	}
	fmt.Printf("chaos: seed %d\n", o.seed)
	root, err := filepath.Abs(o.root)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "chaos-")
	if err != nil {
		return nil, err
	}
	if o.keep {
		fmt.Println("chaos: everything is kept in", dir)
	} else {
		defer os.RemoveAll(dir)
	}
	p, err := arrange(root, dir)
	if err != nil {
		return nil, err
	}
	defer p.stop()
	t, err := prepare(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return t.trial(ctx)
}
