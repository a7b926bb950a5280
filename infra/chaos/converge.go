package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"academy/infra/await"
)

var (
	errApart = errors.New("not everything shows the same content")
	named    = regexp.MustCompile(`"fingerprint":\s*"([0-9a-f]{64})"`)
)

// converge returns once every replica has the same content and everything that
// serves the site shows it, whole. The error of a context that ends says how far
// it was.
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

// whole is nil when what is shown is not a release on the way to another one.
func whole(ctx context.Context, asks *client, at string, store *releases) error {
	var about struct{ Release string }
	if err := asks.read(ctx, at+"/release.json", &about); err != nil {
		return err
	}
	shown, err := store.get(about.Release)
	if err != nil {
		return err
	}
	if shown.Partial {
		return fmt.Errorf("%w: %s shows a part of a change", errApart, at)
	}
	return nil
}
