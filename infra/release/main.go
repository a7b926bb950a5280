// Command release makes releases: archives with everything that a machine with Node.js
// needs to run the product, the licences of all components and a list of them (an
// SBOM).
//
//	release --root .. --built ../.build/dist --version V amd64 arm64
//
// Files that differ between processors are below the built folder, in a folder for each
// processor: bin with the programs, and node_modules of the publisher. Everything else
// comes from the repository: tracked files, and the output of make build.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	root := flag.String("root", ".", "root of the repository")
	built := flag.String("built", ".build/dist", "folder of what was built for each processor; archives get there")
	version := flag.String("version", "", "version in the archives' names")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := makeAll(ctx, *root, *built, *version, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is one archive in the making.
type release struct {
	root          string // of the repository
	built         string // what was built for the processor
	version, arch string
	at            time.Time // of the commit: nothing in an archive is younger
}

func (r release) name() string { return fmt.Sprintf("academy-%s-linux-%s", r.version, r.arch) }

// makeAll writes an archive and an SBOM for each processor, and their sums.
func makeAll(ctx context.Context, root, built, version string, archs []string) error {
	at, err := committed(ctx, root)
	if err != nil {
		return err
	}
	var written []string
	for _, arch := range archs {
		r := release{root: root, built: filepath.Join(built, arch), version: version, arch: arch, at: at}
		content, err := r.contents(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name(), err)
		}
		archive := r.name() + ".tar.gz"
		if err := writeArchive(filepath.Join(built, archive), r.name(), content, at); err != nil {
			return err
		}
		list := r.name() + ".cdx.json"
		if err := os.WriteFile(filepath.Join(built, list), content[sbomName].content, 0o644); err != nil {
			return err
		}
		written = append(written, archive, list)
	}
	return writeSums(built, written)
}

// committed is when the commit was made that the repository is at.
func committed(ctx context.Context, root string) (time.Time, error) {
	cmd := exec.CommandContext(ctx, "git", "log", "-1", "--format=%ct")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return time.Time{}, fmt.Errorf("git log: %w", err)
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}
