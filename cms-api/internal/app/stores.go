package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/objectstore"
)

// Stores are what an installation keeps its data in.
type Stores struct {
	DB      *mongodb.Database
	Objects *objectstore.Store
}

// NewStores returns the stores that the configuration names.
func NewStores(p *Process) (*Stores, error) {
	db, err := mongodb.Open(p.Config.MongoURI, p.Config.MongoDatabase, p.Clock.Now, p.Log,
		p.metrics.Database, p.tracer.Database)
	if err != nil {
		return nil, err
	}
	cfg := p.Config
	objects, err := objectstore.Open(objectstore.Options{
		Endpoint: cfg.S3Endpoint, Region: cfg.S3Region,
		AccessKey: cfg.S3AccessKey, SecretKey: cfg.S3SecretKey, Bucket: cfg.S3Bucket,
		Transport: p.observeStorage,
	}, p.Log)
	if err != nil {
		return nil, err
	}
	return &Stores{DB: db, Objects: objects}, nil
}

// storesWait is how long a command waits for the stores.
const storesWait = 30 * time.Second

// AsIs runs work on the stores without preparing them, and closes them. It fails when
// the database does not answer in time.
func (s *Stores) AsIs(ctx context.Context, work func(context.Context) error) error {
	defer s.close(ctx)
	reaching, cancel := context.WithTimeout(ctx, storesWait)
	defer cancel()
	if err := s.DB.Reach(reaching); err != nil {
		return err
	}
	return work(ctx)
}

// Prepared is AsIs for work that needs the indexes and the bucket, which it creates
// when they are missing.
func (s *Stores) Prepared(ctx context.Context, work func(context.Context) error) error {
	return s.AsIs(ctx, func(ctx context.Context) error {
		if err := backup.NewDocuments(s.DB).CheckComplete(ctx); err != nil {
			return err
		}
		background, stop := context.WithCancel(ctx)
		var running sync.WaitGroup
		running.Go(func() { s.DB.Run(background) })
		running.Go(func() { s.Objects.Run(background) })
		defer running.Wait()
		defer stop()
		waiting, cancel := context.WithTimeout(ctx, storesWait)
		defer cancel()
		if err := errors.Join(s.DB.WaitReady(waiting), s.Objects.WaitReady(waiting)); err != nil {
			return err
		}
		return work(ctx)
	})
}

func (s *Stores) close(ctx context.Context) error {
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return s.DB.Close(closing)
}
