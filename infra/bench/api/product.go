package main

import (
	"context"
	"fmt"
	"path/filepath"

	"academy/infra/program"
)

const database = "bench"

// product is the embedded stores and cms-api on them, in a folder of their own.
type product struct {
	*program.Processes
	dir     string
	bin     string
	env     []string
	mongodb string
	stores  *program.Process
	api     *program.Process
	address string
	// under is what cms-api runs under; nothing for most measurements.
	under       []string
	peerProcess *program.Process
}

// startStores starts the database and the object storage, empty.
func (p *product) startStores(ctx context.Context) error {
	var err error
	if p.stores, p.env, err = p.Stores(ctx, p.bin, p.dir); err != nil {
		return err
	}
	p.mongodb, p.env = p.stores.Ready[1], append(p.env, "MONGODB_DATABASE="+database, "RATE_LIMIT_FORMS=off")
	return nil
}

// seed fills the empty database.
func (p *product) seed(ctx context.Context, from string, articles int) error {
	folder := filepath.Join(p.dir, "seed")
	if err := writeSeed(folder, from, articles); err != nil {
		return fmt.Errorf("make content: %w", err)
	}
	return program.Seed(ctx, p.bin, p.env, folder)
}

// restart starts or restarts cms-api, and waits until everything that it needs answers.
func (p *product) restart(ctx context.Context) error {
	if p.api != nil {
		if err := p.api.Stop(); err != nil {
			return fmt.Errorf("stop cms-api: %w", err)
		}
	}
	var err error
	if p.api, err = p.Serve(ctx, p.bin, p.env, p.under...); err != nil {
		return err
	}
	p.address = p.api.Ready[1]
	_, err = waitFor(ctx, p.address+"/api/health/ready", "identity")
	return err
}
