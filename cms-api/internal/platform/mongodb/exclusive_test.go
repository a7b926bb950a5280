package mongodb_test

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/teststore"
)

// A process that was killed in its turn, on this machine, does not keep others
// waiting; one that lives does.
func TestInTurn_TheDeadDoNotKeepTheirTurn(t *testing.T) {
	db := teststore.Start(t).Database(t, "turns")
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	hold := func(key, host string, pid int) {
		_, err := db.Collection("write_locks").InsertOne(t.Context(), bson.D{
			{Key: "_id", Value: key}, {Key: "at", Value: time.Now().UTC()}, {Key: "host", Value: host}, {Key: "pid", Value: pid},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	nothing := func(context.Context) error { return nil }
	hold("dead", host, ended.Process.Pid)
	if err := db.InTurn(t.Context(), "dead", nothing); err != nil {
		t.Errorf("after a dead process: %v", err)
	}
	for key, holder := range map[string]struct {
		host string
		pid  int
	}{"living": {host, os.Getpid()}, "elsewhere": {host + "-other", ended.Process.Pid}} {
		hold(key, holder.host, holder.pid)
		short, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		if err := db.InTurn(short, key, nothing); err == nil {
			t.Errorf("%s: its turn was taken away", key)
		}
		cancel()
	}
}

// Work may take longer than the age after which a turn looks abandoned.
func TestInTurn_IsRenewedWhileItsWorkLasts(t *testing.T) {
	mongodb.SetLockAge(t, 600*time.Millisecond)
	stores := teststore.Start(t)
	one, other := stores.Database(t, "turns"), stores.Database(t, "turns")
	err := one.InTurn(t.Context(), "long", func(ctx context.Context) error {
		impatient, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		if err := other.InTurn(impatient, "long", func(context.Context) error { return nil }); err == nil {
			t.Error("somebody else had the turn meanwhile")
		}
		return ctx.Err()
	})
	if err != nil {
		t.Error(err)
	}
}

// Who has lost its turn stops.
func TestInTurn_WorkEndsWithItsTurn(t *testing.T) {
	mongodb.SetLockAge(t, 600*time.Millisecond)
	db := teststore.Start(t).Database(t, "turns")
	err := db.InTurn(t.Context(), "lost", func(ctx context.Context) error {
		if _, err := db.Collection("write_locks").DeleteOne(ctx, bson.D{{Key: "_id", Value: "lost"}}); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Second):
			return nil
		}
	})
	if !problem.Is(err, problem.Unavailable) {
		t.Errorf("the work went on: %v", err)
	}
}

// Whoever is given up at any moment while it takes its turn does not keep it.
func TestInTurn_WhatIsGivenUpKeepsNoTurn(t *testing.T) {
	db := teststore.Start(t).Database(t, "turns")
	for i := range 60 {
		given, giveUp := context.WithTimeout(t.Context(), time.Duration(i)*50*time.Microsecond)
		_ = db.InTurn(given, "one", func(context.Context) error { return given.Err() })
		giveUp()
		next, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		if err := db.InTurn(next, "one", func(context.Context) error { return nil }); err != nil {
			t.Fatalf("after one that was given up: %v", err)
		}
		cancel()
	}
}

func TestInTurn_OneAtATime(t *testing.T) {
	stores := teststore.Start(t)
	both := []*mongodb.Database{stores.Database(t, "turns"), stores.Database(t, "turns")}
	var wg sync.WaitGroup
	inside, done := 0, 0
	for i := range 20 {
		wg.Go(func() {
			err := both[i%2].InTurn(t.Context(), "one", func(context.Context) error {
				if inside++; inside != 1 {
					t.Error("two had the turn")
				}
				done++
				inside--
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if done != 20 {
		t.Errorf("%d had a turn, want 20", done)
	}
}

// The database goes away while somebody has a turn, which therefore cannot be given
// back. It must be free again once the database is there, not a minute later.
func TestInTurn_AnOutageKeepsNoTurn(t *testing.T) {
	stores := teststore.Embedded(t)
	db := stores.Database(t, "turns")
	running, stop := context.WithCancel(t.Context())
	defer stop()
	go db.Run(running)
	if err := db.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	_ = db.InTurn(t.Context(), "one", func(context.Context) error {
		stores.Stop()
		return nil
	})
	if err := db.InTurn(t.Context(), "one", func(context.Context) error { return nil }); err == nil {
		t.Fatal("there was a turn without a database")
	}
	stores.Restart(t)
	soon, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := db.InTurn(soon, "one", func(context.Context) error { return nil }); err != nil {
		t.Errorf("after the outage: %v", err)
	}
}
