package main

import (
	"context"
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
	academy
	all     context.Context // of all steps
	ctx     context.Context // of the step
	limit   time.Duration   // what a step may take
	root    string          // the repository
	dir     string          // a copy of it, where the operator works
	restart string          // what restarts the engine

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

// academy is one of the files that production is started with.
type academy struct {
	project string // what the file calls it
	file    string
	api     string   // a service that runs cms-api
	spread  []string // services that readers do without while they are killed
	killed  []string // services that are killed as well
	steps   []step
}

var academies = map[string]academy{
	"machine": {
		project: "academy", file: "infra/compose.yaml", api: "cms-api",
		killed: []string{"mongodb", "minio", "cms-api", "edge", "publisher", "caddy"},
		steps: []step{
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
		},
	},
	"cluster": {
		project: "academy-cluster", file: "infra/compose.cluster.yaml", api: "cms-api-1",
		spread: []string{"cms-api-1", "edge-1"},
		killed: []string{"mongodb-1", "minio-1", "publisher", "caddy"},
		steps: []step{
			{"a cluster starts", (*operator).start},
			{"the first content is there", (*operator).seed},
			{"create-admin makes an account", (*operator).createAdmin},
			{"the doctor finds nothing", (*operator).doctor},
			{"an edit and a picture go live", (*operator).edit},
			{"a release is rolled back, and forward again", (*operator).rollBack},
			{"a rolling upgrade under load: no request fails", (*operator).upgrade},
			{"replicas are killed: no reader notices; others come back", (*operator).crashes},
			{"the engine restarts", (*operator).restartEngine},
			{"everything is taken away", (*operator).uninstall},
		},
	},
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
	_, err := o.sh(fmt.Sprintf("sh infra/production/stand-ins/images.sh '%s/.build/bin'", o.root))
	return "", err
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
		err = o.do(deployment, o.file, "up -d --build")
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
	if err := o.do(deployment, o.file, o.api+" seed"); err != nil {
		return "", err
	}
	return "", o.eventually("seeded pages are live", func() error { return o.editor.shows("/blog", "/blog/") })
}

func (o *operator) createAdmin() (string, error) {
	line, err := o.line(deployment, o.file, "create-admin")
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

func (o *operator) doctor() (string, error) { return "", o.do(deployment, o.file, o.api+" doctor") }

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
	if err := o.do(operations, o.file, "backup - >"); err != nil {
		return "", err
	}
	line, err := o.line(operations, o.file, "restore --check -")
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
	err := o.do(deployment, o.file, "up -d --build")
	if err == nil {
		err = o.arrive()
	}
	if err == nil {
		err = o.do(operations, o.file, "restore - <")
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
	return "", o.eventually("what was restored is live", func() error { return o.shows(o.edits) })
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
	if err := o.do(deployment, o.file, "--force-recreate"); err != nil {
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
