package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"regexp"

	"academy/infra/await"
)

var (
	errApart = errors.New("not everything shows the same content")
	named    = regexp.MustCompile(`"fingerprint":\s*"([0-9a-f]{64})"`)
)

// converge returns once every replica has the same content and everything that serves
// the site shows it, whole. When the context ends, the error says what is missing.
func converge(ctx context.Context, p *product, store *releases) error {
	asks := newClient()
	asks.http.Timeout = answersWithin
	return await.Success(ctx, func() error {
		var content string
		for _, api := range p.apis {
			has, err := fingerprint(ctx, asks, api+"/api/snapshot")
			if err != nil {
				return err
			}
			if content == "" {
				content = has
			}
			if has != content {
				return fmt.Errorf("%w: %s has %.12s, not %.12s", errApart, api, has, content)
			}
		}
		for _, at := range p.edges {
			shows, err := fingerprint(ctx, asks, at+"/release.json")
			if err != nil {
				return err
			}
			if shows != content {
				return fmt.Errorf("%w: %s shows %.12s, not %.12s", errApart, at, shows, content)
			}
			if err := whole(ctx, asks, at, store); err != nil {
				return err
			}
		}
		return nil
	})
}

func fingerprint(ctx context.Context, asks *client, address string) (string, error) {
	got, err := asks.get(ctx, address)
	if err == nil {
		err = got.err()
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", address, err)
	}
	match := named.FindSubmatch(got.body)
	if match == nil {
		return "", fmt.Errorf("%s names no fingerprint", address)
	}
	return string(match[1]), nil
}

// mend ends the faults of pages, asks for publishing, and returns once all servers of
// the site show all pages.
func mend(ctx context.Context, p *product, store *releases, staff *client) error {
	if err := os.Remove(p.pages); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	err := await.Success(ctx, func() error {
		got, err := staff.do(ctx, http.MethodPost, p.apis[0]+"/api/publish", "", nil)
		if err == nil {
			err = got.err()
		}
		return err
	})
	if err != nil {
		return err
	}
	return await.Success(ctx, func() error {
		for _, at := range p.edges {
			shown, err := shows(ctx, staff, at, store)
			if err != nil {
				return err
			}
			if len(shown.failed) > 0 {
				return fmt.Errorf("%w: %s shows a release in which %d pages failed", errApart, at, len(shown.failed))
			}
			if err := whole(ctx, staff, at, store); err != nil {
				return err
			}
		}
		return nil
	})
}

// shows returns the release that is shown.
func shows(ctx context.Context, asks *client, at string, store *releases) (*release, error) {
	var about struct{ Release string }
	if err := asks.read(ctx, at+"/release.json", &about); err != nil {
		return nil, err
	}
	return store.get(about.Release)
}

// whole is nil when what is shown is not a release on the way to another one.
func whole(ctx context.Context, asks *client, at string, store *releases) error {
	shown, err := shows(ctx, asks, at, store)
	if err != nil {
		return err
	}
	if shown.Partial {
		return fmt.Errorf("%w: %s shows a part of a change", errApart, at)
	}
	return nil
}
