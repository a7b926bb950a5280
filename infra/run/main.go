// Command run is what `make run` starts, and in a release the program academy: the
// whole product in the foreground of one terminal, and cms-api's commands on the
// stores of its data folder.
//
// It is a supervisor of its own because existing runners (goreman, overmind, …) start a
// list of commands and print their output. The product needs more: the ports that the
// stores chose are passed to the programs that connect to them, an empty database is
// seeded before the first request, one line says that the site and the API answer, a
// program that crashes is started again, and no process is left behind, however this
// program ends.
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
	// Not NotifyContext, because a second signal has a meaning too.
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	err := start(signals)
	if code := exitCode(0); errors.As(err, &code) {
		os.Exit(int(code))
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", startedAs(), err)
		os.Exit(1)
	}
}

// released is the program's name in a release.
const released = "academy"

// startedAs is the command that starts this program, for messages.
func startedAs() string {
	if filepath.Base(os.Args[0]) == released {
		return released
	}
	return "make run"
}

// start runs the command of the command line. The error is one sentence for the person
// at the terminal.
func start(signals <-chan os.Signal) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var root, seed string
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	flags.StringVar(&root, "root", "", "root of the repository or the release (default: found above this program)")
	flags.StringVar(&seed, "seed", "", "folder that an empty database is seeded from (default: content-seed in the root)")
	flags.Usage = func() { usage(flags, filepath.Dir(self)) }
	if err := flags.Parse(os.Args[1:]); err != nil {
		return err
	}
	command := flags.Args()
	if len(command) > 0 && command[0] == "run" {
		if err := flags.Parse(command[1:]); err != nil {
			return err
		}
		command = flags.Args()
	}
	if root == "" {
		root = rootAbove(self)
	}
	root, err = filepath.Abs(root)
	if err != nil {
		return err
	}
	if seed == "" {
		seed = filepath.Join(root, seedFolder)
	}
	if err := readFiles(); err != nil {
		return err
	}
	settings, err := readSettings(root, seed, os.Getenv)
	if err != nil {
		return err
	}
	if len(command) > 0 {
		return manage(settings, command, signals)
	}
	return run(settings, signals)
}

const seedFolder = "content-seed"

// rootAbove is the nearest folder above the program that contains the seed, or
// otherwise the working directory.
func rootAbove(program string) string {
	for dir := filepath.Dir(program); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, seedFolder)); err == nil {
			return dir
		}
	}
	return "."
}

// run runs the product until a signal arrives or the parent ends, then stops it.
// A second signal stops it without waiting.
func run(settings settings, signals <-chan os.Signal) error {
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
