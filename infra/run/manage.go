package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// usage prints what the command line may say: our own part, then cms-api's.
func usage(flags *flag.FlagSet, bin string) {
	fmt.Fprintf(flags.Output(), `%s run
  Starts everything on this machine, until Ctrl-C: database, object store, API, publisher, site and dashboard.
  From the environment: PORT (8080), HOST (127.0.0.1), DATA_DIR (.data), every setting of "serve --help", and
  MONGODB_URI with S3_ENDPOINT for stores of your own.
`, released)
	flags.PrintDefaults()
	fmt.Fprint(flags.Output(), `
Every other command works on the stores in DATA_DIR, whether they run or not:

`)
	help := exec.Command(filepath.Join(bin, "cms-api"), "--help")
	help.Args[0] = released
	help.Stdout, help.Stderr = flags.Output(), flags.Output()
	if err := help.Run(); err != nil {
		fmt.Fprintln(flags.Output(), err)
	}
}

// storeless are what a command that needs no store says, and the commands that
// answer from their program alone.
var storeless = []string{"--help", "-h", "--check", "health", "openapi", "version"}

// manage runs a command of cms-api on the stores of the data folder: those of a
// product that runs on it, else on its own, which end with the command.
func manage(set settings, command []string, signals <-chan os.Signal) error {
	needsNone := slices.ContainsFunc(command, func(word string) bool { return slices.Contains(storeless, word) })
	if needsNone || set.mongodbURI != "" {
		return attached(set, nil, command, signals)
	}
	lock, err := takeLock(set.dataDir)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		env, err := os.ReadFile(set.environment())
		if errors.Is(err, fs.ErrNotExist) {
			return errors.New("the product is just starting; try again when it is ready")
		}
		if err != nil {
			return err
		}
		return attached(set, strings.Split(strings.TrimSuffix(string(env), "\n"), "\n"), command, signals)
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	if set.secrets, err = loadSecrets(filepath.Join(set.dataDir, secretsFile)); err != nil {
		return err
	}
	// Standard output is the command's: a backup may go there.
	supervisor, err := newSupervisor(context.Background(), newOutput(os.Stderr, "embedded"))
	if err != nil {
		return err
	}
	defer supervisor.stop(signals)
	mongodbURI, s3Endpoint, err := startStores(context.Background(), supervisor, set, shared(set))
	if err != nil {
		return err
	}
	supervisor.settle()
	return attached(set, cmsEnvironment(set, mongodbURI, s3Endpoint), command, signals)
}

// exitCode is the error of a command that has failed and said why.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit status %d", int(c)) }

// attached runs a command of cms-api in our place: at our terminal, with the signals
// that we get.
func attached(set settings, env, command []string, signals <-chan os.Signal) error {
	cmd := exec.Command(filepath.Join(set.bin, "cms-api"), command...)
	cmd.Args[0] = released
	cmd.Env = append(os.Environ(), env...)
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

// environment is the file that says how cms-api was started, for commands beside it.
func (s settings) environment() string { return filepath.Join(s.dataDir, "cms-api.env") }

// keepEnvironment writes that file in one step; only its owner can read it.
func (s settings) keepEnvironment(env []string) error {
	name := s.environment()
	if err := os.WriteFile(name+".new", []byte(strings.Join(env, "\n")+"\n"), 0o600); err != nil {
		return fmt.Errorf("the environment cannot be kept: %w", err)
	}
	return os.Rename(name+".new", name)
}
