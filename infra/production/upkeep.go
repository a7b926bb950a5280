package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// rollBack makes the release before the live one, and then goes back to that.
func (o *operator) rollBack() (string, error) {
	before := o.edits
	if err := o.publish(); err != nil {
		return "", err
	}
	for _, command := range []struct {
		words string
		edits int // as many as the site shows afterwards
	}{{"release list", o.edits}, {"release verify", o.edits}, {"release rollback", before}, {"release forward", o.edits}} {
		if err := o.do(deployment, o.file, command.words); err != nil {
			return "", err
		}
		if err := o.eventually(command.words+" is seen", func() error { return o.shows(command.edits) }); err != nil {
			return "", err
		}
	}
	return "", o.publish()
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
	visitors := visit(o.editor, true)
	err = o.do(deployment, o.file, "up -d --no-deps --wait")
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
	running, err := o.sh("docker ps --format '{{.Image}}' --filter label=com.docker.compose.project=" + o.project)
	if err == nil && strings.Contains(running, ":"+firstVersion) {
		err = fmt.Errorf("images of %s still run: %s", firstVersion, running)
	}
	if err != nil {
		return "", err
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
	readers := visit(o.editor, false)
	err := o.crash(o.spread)
	count, failed := readers.end()
	if err = errors.Join(err, failed); err == nil {
		err = o.crash(o.killed)
	}
	if err != nil {
		return "", err
	}
	if err := o.eventually("everything is ready", func() error {
		_, err := o.editor.call(http.StatusOK, http.MethodGet, "/api/health/ready", nil)
		return err
	}); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d requests answered meanwhile", count), o.publish()
}

// crash kills services and waits until each is back before the next.
func (o *operator) crash(services []string) error {
	for _, service := range services {
		began := time.Now()
		if err := o.kill(service); err != nil {
			return err
		}
		if err := o.healthy(service, began); err != nil {
			return err
		}
	}
	return nil
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
	if err := o.do(deployment, o.file, "down --volumes --rmi"); err != nil {
		return "", err
	}
	left, err := o.left()
	if err == nil && left != "" {
		err = errors.New("there is still " + left)
	}
	return "", err
}
