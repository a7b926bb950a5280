package apitest_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"testing"
	"time"

	"academy/cms-api/internal/app/server"
	"academy/cms-api/internal/operate/migrate"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/apitest"
)

func TestMigrate_BeforeAnybodyReadsOrWrites(t *testing.T) {
	first := apitest.New(t).Ready(t)
	first.Staff(t).Post("/api/articles", apitest.JSON{"title": "Old shape"}).Want(201)
	first.Stop(t)

	entered, goOn := make(chan struct{}), make(chan struct{})
	list := []migrate.Migration{{Version: 2, What: "nothing, slowly", Apply: func(ctx context.Context, _ *mongodb.Database) error {
		close(entered)
		select {
		case <-goOn:
		case <-ctx.Done():
		}
		return ctx.Err()
	}}}
	second := apitest.Start(t, first.Database, func(o *server.Options) { o.Migrations = list })
	<-entered
	second.Anonymous(t).Get("/api/health/ready").Want(503)
	second.Anonymous(t).Post("/api/auth/login", apitest.JSON{"email": apitest.Email, "password": apitest.Password}).Problem(503)
	close(goOn)
	second.Ready(t).Staff(t).Get("/api/articles").Want(200)
	second.Stop(t)

	// The program from before does not touch what it does not know.
	app, err := server.New(server.Options{Config: second.Config, Version: "old", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var newer *migrate.NewerError
	if err := app.Run(ctx, listener); !errors.As(err, &newer) || newer.Have != 2 || newer.Know != 1 {
		t.Errorf("serving ended with: %v", err)
	}
	if app, err = server.New(server.Options{Config: second.Config, Version: "old", Log: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}
	err = app.Offline(ctx, func(context.Context) error { t.Error("a command ran"); return nil })
	if !errors.As(err, &newer) {
		t.Errorf("a command ended with: %v", err)
	}
}
