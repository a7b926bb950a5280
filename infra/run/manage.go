package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
)

// usage prints what the command line may say: our own part, then cms-api's.
func usage(flags *flag.FlagSet, bin string) {
	fmt.Fprintf(flags.Output(), `%s run
  Starts everything on this machine, until Ctrl-C: database, object store, API, publisher, site and dashboard.
  From the environment: PORT (8080), HOST (127.0.0.1), DATA_DIR (.data), every setting of "serve --help", and
  MONGODB_URI with S3_ENDPOINT for stores of your own, PUBLISHER_URL for a publisher of your own.
`, released)
	flags.PrintDefaults()
	fmt.Fprint(flags.Output(), `
Every other command works on the stores of the product, with its settings while it runs:

`)
	help := exec.Command(filepath.Join(bin, "cms-api"), "--help")
	help.Args[0] = released
	help.Stdout, help.Stderr = flags.Output(), flags.Output()
	if err := help.Run(); err != nil {
		fmt.Fprintln(flags.Output(), err)
	}
}

// needsNoStores reports whether a command answers from its program alone.
func needsNoStores(command []string) bool {
	return slices.Contains([]string{"health", "openapi", "version"}, command[0]) ||
		slices.ContainsFunc(command, func(word string) bool {
			return slices.Contains([]string{"--help", "-h", "--check"}, word)
		})
}

// needsReleases reports whether a command works on releases and on no database.
func needsReleases(command []string) bool {
	switch command[0] {
	case "edge", "mirror":
		return true
	case "release":
		return len(command) > 1 && command[1] == "verify"
	}
	return false
}

// onReleases is the environment of such a command where no product runs whose settings
// it could have: our own, and where the product in the data folder has its releases.
func onReleases(set settings) []string {
	return append([]string{"RELEASES_DIR=" + filepath.Join(set.dataDir, "releases")}, os.Environ()...)
}

// manage runs a command of cms-api on the stores of the product: on those that a
// running one has, else on stores of one's own, else on those of the data folder,
// which end with the command.
func manage(set settings, command []string, signals <-chan os.Signal) error {
	if needsNoStores(command) {
		return attached(set, os.Environ(), command, signals)
	}
	// A server beside the product: its settings, the port among them, are not for it.
	if command[0] == "edge" {
		return attached(set, onReleases(set), command, signals)
	}
	lock, err := takeLock(set.dataDir)
	busy := errors.Is(err, syscall.EWOULDBLOCK)
	if err != nil && !busy {
		return err
	}
	defer lock.Close()
	kept, err := set.keptEnvironment()
	if err != nil {
		return err
	}
	given := set.mongodbURI != ""
	switch {
	case busy && kept != nil && (!given || slices.Contains(kept, "MONGODB_URI="+set.mongodbURI)):
		_, rest, err := set.splitEnvironment()
		if err != nil {
			return err
		}
		return attached(set, append(rest, kept...), command, signals)
	case needsReleases(command):
		lock.Close() // a product may start meanwhile
		return attached(set, onReleases(set), command, signals)
	case given:
		set.secrets, err = loadSecrets(filepath.Join(set.dataDir, secretsFile))
		if err != nil {
			return err
		}
		lock.Close() // a product may start meanwhile
		env := append(os.Environ(), cmsEnvironment(set, set.mongodbURI, set.s3Endpoint)...)
		return attached(set, env, command, signals)
	case busy:
		return fmt.Errorf("%s is in use by %s; try again when it is ready or has ended", set.dataDir, lockHolder(set.dataDir))
	case slices.Contains(kept, ownStores):
		return errors.New("the product was last started with stores of its own, and does not run; start it, or set MONGODB_URI, " +
			"S3_ENDPOINT and the other settings that it was started with")
	}
	if err := claim(lock, fmt.Sprintf("the command %s (process %d)", command[0], os.Getpid()), set); err != nil {
		return err
	}
	return onEmbedded(set, command, signals)
}

// onEmbedded runs a command on the stores of the data folder, whose lock the caller
// has. A signal ends it at any time.
func onEmbedded(set settings, command []string, signals <-chan os.Signal) error {
	var err error
	if set.secrets, err = loadSecrets(filepath.Join(set.dataDir, secretsFile)); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	// Standard output is the command's: a backup may go there.
	supervisor, err := newSupervisor(ctx, newOutput(os.Stderr, "embedded"))
	if err != nil {
		return err
	}
	defer supervisor.stop(signals)
	var mongodbURI, s3Endpoint string
	started := make(chan error, 1)
	go func() {
		var err error
		mongodbURI, s3Endpoint, err = startStores(ctx, supervisor, set, shared(set))
		started <- err
	}()
	select {
	case err = <-started:
	case signal := <-signals:
		err = fmt.Errorf("%s before the stores were ready", signal)
	}
	if err != nil {
		return err
	}
	supervisor.settle()
	return attached(set, append(os.Environ(), cmsEnvironment(set, mongodbURI, s3Endpoint)...), command, signals)
}

// exitCode is the error of a command that has failed and said why.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit status %d", int(c)) }

// attached runs a command of cms-api in our place: with this environment, at our
// terminal, with the signals that we get.
func attached(set settings, env, command []string, signals <-chan os.Signal) error {
	cmd := exec.Command(filepath.Join(set.bin, "cms-api"), command...)
	cmd.Args[0] = released
	cmd.Env = env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
				return exitCode(exit.ExitCode())
			}
			return err
		case signal := <-signals:
			_ = cmd.Process.Signal(signal)
		}
	}
}
