// Command production installs the academy on a container engine as docs/deployment.md
// says, and goes through what docs/deployment.md and docs/operations.md have an
// operator do: the first start, a backup and its restore, new secrets, an upgrade
// under load, crashes, a restart of the engine, and taking it all away. What is typed
// stands in the documents and is read from there.
//
//	production [--parts machine,cluster] [--stand-ins] [--restart-engine COMMAND] ROOT
//
// It wants Docker with compose (DOCKER_HOST says where), the ports 80 and 443 of this
// machine, and no other academy on that engine. It works in a copy of the repository,
// and leaves images in the engine's cache and nothing else.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	parts := flag.String("parts", "machine,cluster", "which of the compose files, in this order")
	standIns := flag.Bool("stand-ins", false, "make base images from Debian's packages, for want of a registry of images")
	restart := flag.String("restart-engine", "", "command that restarts the engine; without it that step is left out")
	flag.Parse()
	chosen, known := choose(*parts)
	if !known || flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: production [--parts machine,cluster] [--stand-ins] [--restart-engine COMMAND] ROOT")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, flag.Arg(0), *restart, *standIns, chosen); err != nil {
		fmt.Fprintln(os.Stderr, "production:", err)
		os.Exit(1)
	}
}

const advice = `no container engine answers: %w
Install Docker with compose v2 (https://docs.docker.com/engine/install), or name one in DOCKER_HOST; on a Debian
without a registry of images, sh infra/production/stand-ins/engine.sh start FOLDER starts one`

func choose(parts string) (chosen []academy, known bool) {
	for name := range strings.SplitSeq(parts, ",") {
		one, known := academies[name]
		if !known {
			return nil, false
		}
		chosen = append(chosen, one)
	}
	return chosen, true
}

func run(ctx context.Context, root, restart string, standIns bool, parts []academy) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	if said, err := exec.CommandContext(ctx, "docker", "compose", "version").CombinedOutput(); err != nil {
		return fmt.Errorf(advice, fmt.Errorf("%w: %s", err, strings.TrimSpace(string(said))))
	}
	dir, err := os.MkdirTemp("", "production-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o := &operator{ctx: ctx, all: ctx, limit: stepLimit, root: root, dir: dir, restart: restart}
	for _, o.academy = range academies {
		if there, err := o.left(); err != nil {
			return fmt.Errorf(advice, err)
		} else if there != "" {
			return fmt.Errorf("there is an %s on this engine already: take it away first (docs/deployment.md)", o.project)
		}
	}
	if err := o.copyRepository(); err != nil {
		return err
	}
	began, count := time.Now(), 0
	if standIns {
		if err := o.take(step{"base images have stand-ins", (*operator).standIns}); err != nil {
			return err
		}
	}
	for _, o.academy = range parts {
		o.edits = 0
		for _, step := range o.steps {
			if err := o.take(step); err != nil {
				return errors.Join(err, o.giveUp())
			}
			count++
		}
	}
	fmt.Printf("%d steps passed in %s\n", count, time.Since(began).Round(time.Second))
	return nil
}

// Building all images from nothing takes a quarter of an hour on two loaded processors,
// and taking everything away a few seconds.
const (
	stepLimit   = 20 * time.Minute
	giveUpLimit = 2 * time.Minute
)

func (o *operator) take(step step) error {
	fmt.Printf("%-60s", step.name)
	var end context.CancelFunc
	o.ctx, end = context.WithTimeoutCause(o.all, o.limit, fmt.Errorf("not within %s", o.limit))
	defer end()
	begun := time.Now()
	note, err := step.do(o)
	if err != nil {
		if late := context.Cause(o.ctx); late != nil {
			err = fmt.Errorf("%w: %w", late, err)
		}
		fmt.Println("FAILED")
		return fmt.Errorf("%s: %w", step.name, err)
	}
	fmt.Printf("ok %6.1f s  %s\n", time.Since(begun).Seconds(), note)
	return nil
}

// giveUp prints what containers said, and takes everything away.
func (o *operator) giveUp() error {
	var end context.CancelFunc
	o.ctx, end = context.WithTimeout(context.WithoutCancel(o.all), giveUpLimit)
	defer end()
	said, _ := o.compose("ps --all; docker compose -f " + o.file + " logs --no-color --tail 30")
	fmt.Println(said)
	_, err := o.compose("down --volumes")
	return err
}
