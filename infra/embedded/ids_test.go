package main

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

func TestAskingByIdUsesAnIndexSoonAfterACollectionIsMade(t *testing.T) {
	dir := t.TempDir()
	p := start(t, dir)
	ctx := context.Background()
	_, err := p.mongodb.Collection("articles").InsertOne(ctx, bson.M{"_id": "a", "title": "One"})
	check(t, err)

	awaitIDIndex(t, dir)

	var found bson.M
	check(t, p.mongodb.Collection("articles").FindOne(ctx, bson.M{"_id": "a"}).Decode(&found))
	_, err = p.mongodb.Collection("articles").UpdateOne(ctx, bson.M{"_id": "a"}, bson.M{"$set": bson.M{"title": "Two"}})
	check(t, err)
	check(t, p.mongodb.Collection("articles").FindOne(ctx, bson.M{"_id": "a"}).Decode(&found))
	if found["title"] != "Two" {
		t.Fatalf("the update was lost: %v", found)
	}
}

// awaitIDIndex returns when articles are found by the index on _id.
func awaitIDIndex(t testing.TB, dir string) {
	t.Helper()
	file := filepath.Join(dir, "mongodb", "academy.sqlite")
	over, again := time.After(20*time.Second), time.NewTicker(20*time.Millisecond)
	defer again.Stop()
	for plan := ""; !strings.Contains(plan, "_id_path"); plan = planByID(t, file) {
		select {
		case <-over:
			t.Fatalf("still no index is used: %s", plan)
		case <-again.C:
		}
	}
}

// planByID is how SQLite would find one article asked for in FerretDB's words. A
// connection that only explains would not learn of a new index, so each has its own.
func planByID(t testing.TB, file string) string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro&_pragma=busy_timeout(5000)")
	check(t, err)
	defer db.Close()
	var table, plan, skip string
	check(t, db.QueryRow(`SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'articles%'`).Scan(&table))
	check(t, db.QueryRow(`EXPLAIN QUERY PLAN SELECT _ferretdb_sjson FROM "`+table+`" WHERE _ferretdb_sjson->'$._id' = ?`,
		`"a"`).
		Scan(&skip, &skip, &skip, &plan))
	return plan
}
