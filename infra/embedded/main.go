// Command embedded runs the two stores that the product needs, in one process
// and without anything to install: FerretDB on SQLite speaks MongoDB's wire
// protocol, VersityGW on plain files speaks S3. cms-api does not know the
// difference to a real MongoDB and a real MinIO: it gets an address of each.
//
// Everything lives below --data-dir: mongodb/ (SQLite files), objects/ (one
// folder per bucket, one file per object) and object-metadata/ (content types,
// ETags and access lists of the objects).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// stopWithin bounds an orderly end: time for requests that are under way, not for
// clients that stay connected. What is acknowledged is on disk already, so leaving
// without the rest of the clean-up loses nothing.
const stopWithin = time.Second

type config struct {
	dataDir       string
	mongodbListen string
	s3Listen      string
	s3Bucket      string
	accessKey     string
	secretKey     string
	exitWithStdin bool
}

func main() {
	opts, err := parse(os.Args[1:], os.Getenv)
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(0)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "embedded:", err)
		os.Exit(2)
	}
	// The S3 library prints banners on standard output, where a reader waits for
	// the ready line and nothing else.
	stdout := os.Stdout
	os.Stdout, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		fmt.Fprintln(os.Stderr, "embedded:", err)
		os.Exit(1)
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if opts.exitWithStdin {
		ctx = untilClosed(ctx, os.Stdin)
	}
	if err := run(ctx, opts, stdout); err != nil {
		fmt.Fprintln(os.Stderr, "embedded:", err)
		os.Exit(1)
	}
}

// parse reads the flags and, from the environment, the credentials. Credentials
// are no flags, because every process on the machine can read those.
func parse(args []string, env func(string) string) (config, error) {
	var o config
	flags := flag.NewFlagSet("embedded", flag.ContinueOnError)
	flags.StringVar(&o.dataDir, "data-dir", "", "folder that holds the data; made when missing")
	flags.StringVar(&o.mongodbListen, "mongodb-listen", "127.0.0.1:27017",
		"HOST:PORT or unix:PATH for MongoDB's protocol; port 0 picks a free one")
	flags.StringVar(&o.s3Listen, "s3-listen", "127.0.0.1:9000", "HOST:PORT for S3; port 0 picks a free one")
	flags.StringVar(&o.s3Bucket, "s3-bucket", "academy-media", "bucket to create when it is missing")
	flags.BoolVar(&o.exitWithStdin, "exit-with-stdin", false,
		"end when standard input closes, so that nothing outlives a killed parent")
	if err := flags.Parse(args); err != nil {
		return config{}, err
	}
	if flags.NArg() > 0 {
		return config{}, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if o.dataDir == "" {
		return config{}, errors.New("--data-dir is required")
	}
	dir, err := filepath.Abs(o.dataDir)
	if err != nil {
		return config{}, fmt.Errorf("data folder %s: %w", o.dataDir, err)
	}
	o.dataDir = dir
	o.accessKey, o.secretKey = env("S3_ACCESS_KEY_ID"), env("S3_SECRET_ACCESS_KEY")
	if o.accessKey == "" || o.secretKey == "" {
		return config{}, errors.New("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set: the object store signs requests with them")
	}
	return o, nil
}

// run serves both stores until ctx ends or one of them fails. It writes the
// ready line to out once both answer.
func run(ctx context.Context, o config, out io.Writer) error {
	if err := os.MkdirAll(o.dataDir, 0o700); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	unlock, err := lock(o.dataDir)
	if err != nil {
		return err
	}
	defer unlock()

	serving, cancel := context.WithCancel(ctx)
	defer cancel()
	failed := make(chan error, 2)

	mongodb, err := startMongoDB(serving, o, failed)
	if err != nil {
		return fmt.Errorf("MongoDB protocol: %w", err)
	}
	s3, err := startS3(serving, o, failed)
	if err != nil {
		return fmt.Errorf("S3: %w", err)
	}
	fmt.Fprintf(out, "embedded: ready mongodb=%s s3=%s\n", mongodb.address, s3.address)

	var cause error
	select {
	case <-ctx.Done():
	case cause = <-failed:
	}
	cancel()
	deadline := time.After(stopWithin)
	for _, s := range []server{s3, mongodb} {
		select {
		case <-s.stopped:
		case <-deadline:
			return cause
		}
	}
	return cause
}

// server is a store that has been started.
type server struct {
	address string          // what clients connect to
	stopped <-chan struct{} // closed when it has ended
}

// lock makes sure that only one process works on the folder: SQLite would bear
// two, but the two would answer from different caches of what exists.
func lock(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(dir, "embedded.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("another process is using %s", dir)
	}
	return func() { f.Close() }, nil
}

// untilClosed returns a context that ends with ctx or when r closes, whichever
// comes first.
func untilClosed(ctx context.Context, r io.Reader) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		_, _ = io.Copy(io.Discard, r)
	}()
	return ctx
}
