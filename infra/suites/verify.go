package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
)

// release makes a release for this machine and tries it out in an empty folder.
func release() suite {
	tried := vitest(browserTests, "release")
	return suite{"release", func(ctx context.Context, in checkout, out io.Writer) (tally, error) {
		dist := command(ctx, in.root, ".", "make", "--no-print-directory", "dist", "ARCHS="+runtime.GOARCH)
		if output, err := dist.CombinedOutput(); err != nil {
			out.Write(output)
			return tally{}, fmt.Errorf("make dist: %w", err)
		}
		return tried.run(ctx, in, out)
	}}
}

// production installs production on a container engine.
func production() suite {
	return check("production", func(ctx context.Context, root string) ([]byte, error) {
		said, err := command(ctx, root, ".", ".ci/production").CombinedOutput()
		return readProduction(said, err)
	})
}

// readProduction distinguishes success from a machine that runs no engine: the script says
// so in its last line, and ends with 0.
func readProduction(said []byte, failed error) ([]byte, error) {
	lines := bytes.Split(bytes.TrimSpace(said), []byte("\n"))
	why, unchecked := bytes.CutPrefix(lines[len(lines)-1], []byte("NOT CHECKED: make production: "))
	if failed == nil && unchecked {
		return nil, fmt.Errorf("%w: %s", errUnchecked, why)
	}
	return said, failed
}
