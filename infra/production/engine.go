package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// handOnKeys is how long a person takes at least to begin to type.
const handOnKeys = 300 * time.Millisecond

// sh runs a shell line in the operator's folder and returns what it printed.
func (o *operator) sh(line string) (string, error) {
	cmd := exec.CommandContext(o.ctx, "sh", "-c", line)
	cmd.Dir = o.dir
	// Ctrl-C is for this program, which ends what it began.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = time.Minute
	var said, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &problems
	if err := cmd.Run(); err != nil {
		return said.String(), fmt.Errorf("%s: %w\n%s", line, err, tail(said.String()+problems.String()))
	}
	return said.String(), nil
}

// do types a line of a document, with what stands for the operator's own replaced.
func (o *operator) do(document string, words ...string) error {
	line, err := o.line(document, words...)
	if err == nil {
		_, err = o.sh(line)
	}
	return err
}

func (o *operator) line(document string, words ...string) (string, error) {
	line, err := documented(o.root, document, words...)
	return strings.NewReplacer("you@academy.example", email, "--name You", "--name Asha").Replace(line), err
}

func (o *operator) compose(args string) (string, error) {
	return o.sh("docker compose -f " + o.file + " " + args)
}

// container returns the id of a service's container.
func (o *operator) container(service string) (string, error) {
	id, err := o.compose("ps --quiet " + service)
	if id = strings.TrimSpace(id); err == nil && id == "" {
		err = errors.New(service + " has no container")
	}
	return id, err
}

// kill ends a container's first process as a fault would: what the engine itself
// kills it does not start again.
func (o *operator) kill(service string) error {
	id, err := o.container(service)
	if err != nil {
		return err
	}
	said, err := o.sh("docker inspect --format '{{.State.Pid}}' " + id)
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(said))
	if err != nil || pid <= 1 {
		return fmt.Errorf("%s: no process %q", service, said)
	}
	return syscall.Kill(pid, syscall.SIGKILL)
}

// healthy waits until the engine calls a service healthy in a process of its own
// since the time.
func (o *operator) healthy(service string, since time.Time) error {
	return o.eventually(service+" is healthy", func() error {
		id, err := o.container(service)
		if err != nil {
			return err
		}
		said, err := o.sh("docker inspect --format '{{.State.StartedAt}} {{.State.Health.Status}}' " + id)
		if err != nil {
			return err
		}
		started, state, _ := strings.Cut(strings.TrimSpace(said), " ")
		at, err := time.Parse(time.RFC3339Nano, started)
		if err == nil && (state != "healthy" || at.Before(since)) {
			err = errors.New(strings.TrimSpace(said))
		}
		return err
	})
}

// left returns what of the academy the engine still has.
func (o *operator) left() (string, error) {
	filter := "--filter label=com.docker.compose.project=" + o.project
	return o.sh(strings.Join([]string{
		"docker ps --all --quiet " + filter, "docker volume ls --quiet " + filter, "docker network ls --quiet " + filter,
	}, "; "))
}

// typed runs a line at a terminal and types answers to questions. It returns what the
// screen showed.
func (o *operator) typed(line string, answers [][2]string) (string, error) {
	ctx, cancel := context.WithTimeout(o.ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "script", "--quiet", "--return", "--command", line, "/dev/null")
	cmd.Dir = o.dir
	keyboard, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	screen, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("script, of util-linux: %w", err)
	}
	var seen bytes.Buffer
	buffer := make([]byte, 4096)
	for err == nil {
		var n int
		n, err = screen.Read(buffer)
		seen.Write(buffer[:n])
		if len(answers) > 0 && strings.Contains(seen.String(), answers[0][0]) {
			time.Sleep(handOnKeys) // the question comes before what is typed is hidden
			if _, err := keyboard.Write([]byte(answers[0][1] + "\r")); err != nil {
				return "", err
			}
			answers = answers[1:]
		}
	}
	if err := cmd.Wait(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", line, err, tail(seen.String()))
	}
	return seen.String(), nil
}

// copyRepository copies what git knows of, and what is new, to where the operator
// works: the repository's own secrets and settings stay out of it.
func (o *operator) copyRepository() error {
	_, err := o.sh(fmt.Sprintf("cd '%s' && git ls-files -z --cached --others --exclude-standard | "+
		"tar --create --null --files-from=- --ignore-failed-read | tar --extract --directory='%s'", o.root, o.dir))
	return err
}

func tail(text string) string {
	const enough = 3000
	return text[max(0, len(text)-enough):]
}
