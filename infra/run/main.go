// Command run is what `make run` starts: the whole product in the foreground of
// one terminal.
//
// It is a supervisor of its own, not a stock runner (goreman, overmind, …),
// because those start a list of commands and print what they say. The product
// needs more: ports that the stores chose must be passed on to those who connect
// to them, an empty database must be seeded before the first request, "ready" is
// said once and only when the site and the API really answer, whatever crashes is
// started again, and nothing may be left behind, however this program ends.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == guardCommand {
		guard(os.Stdin)
		return
	}
	// Not NotifyContext: a second signal must be seen as well.
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	if err := start(signals); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "make run:", err)
		os.Exit(1)
	}
}

// start runs the product until a signal arrives or the parent ends, then stops it.
// A second signal stops it without waiting. The error is one sentence for the
// person at the terminal.
func start(signals <-chan os.Signal) error {
	var root, seed string
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	flags.StringVar(&root, "root", ".", "root of the repository")
	flags.StringVar(&seed, "seed", "", "folder that an empty database is seeded from (default: content-seed in the root)")
	if err := flags.Parse(os.Args[1:]); err != nil {
		return err
	}
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	if seed == "" {
		seed = filepath.Join(root, "content-seed")
	}
	settings, err := readSettings(root, seed, os.Getenv)
	if err != nil {
		return err
	}
	release, err := prepare(&settings)
	if err != nil {
		return err
	}
	defer release()

	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	out := newOutput(os.Stdout, "publisher")
	supervisor, err := newSupervisor(ctx, out)
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- product(ctx, supervisor, settings, out) }()
	select {
	case s := <-signals:
		out.line("run", fmt.Sprintf("%s: stopping", s))
		err = nil
	case reason := <-parentGone(ctx):
		out.line("run", reason+": stopping")
		err = nil
	case err = <-failed:
	}
	cancel(nil)
	supervisor.stop(signals)
	return err
}
