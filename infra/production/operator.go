package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// operator is somebody who keeps an academy running.
type operator struct {
	ctx     context.Context
	root    string // the repository
	dir     string // a copy of it, where the operator works
	restart string // what restarts the engine

	editor  *client
	picture string // an uploaded one
	edits   int
}

// step is something an operator does, and what must be true then. It returns what is
// worth knowing.
type step struct {
	name string
	do   func(*operator) (string, error)
}

var steps = []step{
	{"images are built, everything starts", (*operator).start},
	{"the first content is there", (*operator).seed},
	{"create-admin makes an account, and hides its password", (*operator).createAdmin},
	{"the doctor finds nothing", (*operator).doctor},
	{"an edit and a picture go live through Caddy", (*operator).edit},
	{"a backup is made and checked", (*operator).backup},
	{"it is restored to an empty academy", (*operator).restore},
	{"secrets are changed, and the old ones refused", (*operator).secrets},
	{"an upgrade under load: no request fails", (*operator).upgrade},
	{"each container is killed and comes back", (*operator).crashes},
	{"the engine restarts", (*operator).restartEngine},
	{"everything is taken away", (*operator).uninstall},
}

const (
	deployment = "deployment.md"
	operations = "operations.md"
	patience   = 5 * time.Minute
	between    = 200 * time.Millisecond
)

// eventually asks until there is no error.
func (o *operator) eventually(what string, ask func() error) error {
	deadline := time.Now().Add(patience)
	for {
		err := ask()
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("not within %s: %s: %w", patience, what, err)
		}
		select {
		case <-o.ctx.Done():
			return o.ctx.Err()
		case <-time.After(between):
		}
	}
}

func (o *operator) standIns() (string, error) {
	return o.sh("sh infra/production/stand-ins/images.sh")
}

func (o *operator) start() (string, error) {
	err := o.do(deployment, "sh infra/secrets.sh", "once")
	if err == nil {
		err = o.do(deployment, "cp infra/env.example")
	}
	if err == nil {
		err = o.set("ACADEMY_DOMAIN", "localhost")
	}
	if err == nil {
		err = o.do(deployment, "up -d --build")
	}
	if err != nil {
		return "", err
	}
	said, err := o.sh("docker image inspect --format '{{.Size}}' academy/publisher:" + firstVersion)
	if err != nil {
		return "", err
	}
	size, err := strconv.Atoi(strings.TrimSpace(said))
	if err == nil && size > largestPublisher {
		err = fmt.Errorf("the publisher's image has %d bytes", size)
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("the publisher's image has %d MB", size/1e6), o.arrive()
}

// largestPublisher is what the publisher's image may have: Next's compiler and Node
// are most of it.
const largestPublisher = 360e6

// set changes a line of infra/.env.
func (o *operator) set(name, value string) error {
	file := filepath.Join(o.dir, "infra", ".env")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lines := strings.Split(string(text), "\n")
	i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, name+"=") })
	if i < 0 {
		return fmt.Errorf("%s has no %s", file, name)
	}
	lines[i] = name + "=" + value
	return os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600)
}

func (o *operator) seed() (string, error) {
	if err := o.do(deployment, "cms-api seed"); err != nil {
		return "", err
	}
	return "", o.eventually("seeded pages are live", func() error { return o.editor.shows("/blog", "/blog/") })
}

func (o *operator) createAdmin() (string, error) {
	line, err := o.line(deployment, "create-admin")
	if err != nil {
		return "", err
	}
	screen, err := o.typed(line, [][2]string{{"characters): ", password}, {"again: ", password}})
	if err == nil && strings.Contains(screen, password) {
		err = fmt.Errorf("the screen shows the password: %q", screen)
	}
	if err != nil {
		return "", err
	}
	return "", o.editor.signIn()
}

func (o *operator) doctor() (string, error) { return "", o.do(deployment, "cms-api doctor") }

// edit changes a text, uploads a picture, and sees both.
func (o *operator) edit() (string, error) {
	began := time.Now()
	if err := o.publish(); err != nil {
		return "", err
	}
	live := fmt.Sprintf("the edit live after %d ms", time.Since(began).Milliseconds())
	var err error
	if o.picture, err = o.editor.upload(); err != nil {
		return "", err
	}
	return live, o.editor.shows(o.picture, "PNG")
}

func (o *operator) backup() (string, error) {
	if err := o.do(operations, "compose.yaml", "backup - >"); err != nil {
		return "", err
	}
	line, err := o.line(operations, "compose.yaml", "restore --check -")
	if err != nil {
		return "", err
	}
	said, err := o.sh(line)
	if err == nil && !strings.Contains(said, "cms-api "+firstVersion) {
		err = fmt.Errorf("the archive does not say which release made it: %s", said)
	}
	return strings.TrimSpace(said), err
}

const firstVersion, nextVersion = "1.0.0", "1.0.1"

// restore loses everything but the archive and the secrets.
func (o *operator) restore() (string, error) {
	if _, err := o.compose("down --volumes"); err != nil {
		return "", err
	}
	err := o.do(deployment, "up -d --build")
	if err == nil {
		err = o.arrive()
	}
	if err == nil {
		err = o.do(operations, "compose.yaml", "restore - <")
	}
	if err == nil {
		err = o.editor.signIn()
	}
	if err == nil {
		err = o.editor.shows(o.picture, "PNG")
	}
	if err != nil {
		return "", err
	}
	return "", o.eventually("what was restored is live", func() error {
		return o.editor.shows("/contact-us", fmt.Sprintf("%d Academy Road", o.edits))
	})
}

// secrets changes all that can be changed, and tries the old ones.
func (o *operator) secrets() (string, error) {
	old, err := o.readSecrets()
	if err != nil {
		return "", err
	}
	var changed []string
	for name, text := range old {
		// Empty ones are others', and the root password is set once.
		if text == "" || name == "mongodb_root_password" {
			continue
		}
		changed = append(changed, name)
		if err := os.Remove(filepath.Join(o.dir, "infra", "secrets", name)); err != nil {
			return "", err
		}
	}
	if _, err := o.editor.call(http.StatusOK, http.MethodGet, "/api/auth/me", nil); err != nil {
		return "", err
	}
	signedIn := o.editor
	if err := o.do(deployment, "--force-recreate"); err != nil {
		return "", err
	}
	if err := o.arrive(); err != nil {
		return "", err
	}
	if err := o.refused(signedIn, old); err != nil {
		return "", err
	}
	if _, err := o.doctor(); err != nil {
		return "", err
	}
	if err := o.editor.signIn(); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d files", len(changed)), o.publish()
}

func (o *operator) upgrade() (string, error) {
	before, err := o.container("caddy")
	if err == nil {
		err = o.set("ACADEMY_VERSION", nextVersion)
	}
	if err == nil {
		_, err = o.compose("build")
	}
	if err != nil {
		return "", err
	}
	visitors := visit(o.editor)
	err = o.do(deployment, "up -d --no-deps --wait")
	count, failed := visitors.end()
	if err := errors.Join(err, failed); err != nil {
		return "", err
	}
	got, err := o.editor.call(http.StatusOK, http.MethodGet, "/api/health/live", nil)
	if err != nil {
		return "", err
	}
	var health struct{ Version string }
	if err := json.Unmarshal(got.body, &health); err != nil || health.Version != nextVersion {
		return "", fmt.Errorf("health says %s", got.body)
	}
	after, err := o.container("caddy")
	if err == nil && after != before {
		err = errors.New("another Caddy runs than before")
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d requests answered", count), o.publish()
}

func (o *operator) crashes() (string, error) {
	for _, service := range []string{"mongodb", "minio", "cms-api", "edge", "publisher", "caddy"} {
		began := time.Now()
		if err := o.kill(service); err != nil {
			return "", err
		}
		if err := o.healthy(service, began); err != nil {
			return "", err
		}
	}
	if err := o.eventually("everything is ready", func() error {
		_, err := o.editor.call(http.StatusOK, http.MethodGet, "/api/health/ready", nil)
		return err
	}); err != nil {
		return "", err
	}
	return "", o.publish()
}

func (o *operator) restartEngine() (string, error) {
	if o.restart == "" {
		return "left out: nobody said how (--restart-engine)", nil
	}
	began := time.Now()
	if _, err := o.sh(o.restart); err != nil {
		return "", err
	}
	if err := o.arrive(); err != nil {
		return "", err
	}
	back := fmt.Sprintf("the site is back after %.1f s", time.Since(began).Seconds())
	if err := o.eventually("sign in", o.editor.signIn); err != nil {
		return "", err
	}
	return back, o.publish()
}

func (o *operator) uninstall() (string, error) {
	if err := o.do(deployment, "down --volumes --rmi"); err != nil {
		return "", err
	}
	left, err := o.left()
	if err == nil && left != "" {
		err = errors.New("there is still " + left)
	}
	return "", err
}
