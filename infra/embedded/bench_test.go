package main

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// BenchmarkCommands measures commands over one connection to the proxy and over one to
// FerretDB alone, in turns, on the same 1,000 documents of 2 KB. It reports medians.
//
//	go test -tags ferretdb_no_postgresql -run '^$' -bench . -benchtime 300x ./embedded
func BenchmarkCommands(b *testing.B) {
	dir, ctx := b.TempDir(), b.Context()
	p := start(b, dir)
	id := func(n int) bson.D { return bson.D{{Key: "_id", Value: fmt.Sprintf("%024d", n%1000)}} }
	and := func(filter bson.D, key string, value any) bson.D {
		return append(filter, bson.E{Key: key, Value: value})
	}
	body := strings.Repeat("x", 2000)
	increase := bson.D{{Key: "$inc", Value: bson.D{{Key: "n", Value: 1}}}}
	var documents []any
	for n := range 1000 {
		documents = append(documents, and(and(id(n), "body", body), "kind", "article"))
	}
	_, err := p.mongodb.Collection("articles").InsertMany(ctx, documents)
	check(b, err)
	awaitIDIndex(b, dir)
	proxy := articlesAt(b, p.uri, p.mongodb.Name())
	alone := articlesAt(b, "mongodb://"+url.PathEscape(filepath.Join(dir, "mongodb", "ferretdb.sock")), p.mongodb.Name())
	for _, command := range []struct {
		name string
		do   func(c *mongo.Collection, n int) error
	}{
		{"ping", func(c *mongo.Collection, _ int) error { return c.Database().Client().Ping(ctx, nil) }},
		{"find by id", func(c *mongo.Collection, n int) error { return c.FindOne(ctx, id(n)).Err() }},
		{"insert", func(c *mongo.Collection, _ int) error {
			_, err := c.InsertOne(ctx, bson.D{{Key: "_id", Value: bson.NewObjectID().Hex()}, {Key: "body", Value: body}})
			return err
		}},
		{"update by id", func(c *mongo.Collection, n int) error { _, err := c.UpdateOne(ctx, id(n), increase); return err }},
		{"update by id and more", func(c *mongo.Collection, n int) error {
			_, err := c.UpdateOne(ctx, and(id(n), "kind", "article"), increase)
			return err
		}},
		{"replace by id", func(c *mongo.Collection, n int) error {
			_, err := c.ReplaceOne(ctx, id(n), and(and(bson.D{{Key: "at", Value: bson.NewObjectID()}}, "body", body),
				"kind", "article"))
			return err
		}},
		{"find and update by id", func(c *mongo.Collection,
			n int) error {
			return c.FindOneAndUpdate(ctx, id(n), increase).Err()
		}},
		{"delete and insert", func(c *mongo.Collection, n int) error {
			if _, err := c.DeleteOne(ctx, id(n)); err != nil {
				return err
			}
			_, err := c.InsertOne(ctx, and(and(id(n), "body", body), "kind", "article"))
			return err
		}},
	} {
		b.Run(command.name, func(b *testing.B) {
			var took [2][]time.Duration
			for n := range b.N {
				for i, c := range [2]*mongo.Collection{alone, proxy} {
					begun := time.Now()
					check(b, command.do(c, n))
					took[i] = append(took[i], time.Since(begun))
				}
			}
			slices.Sort(took[0])
			slices.Sort(took[1])
			without, with := took[0][b.N/2], took[1][b.N/2]
			b.ReportMetric(float64(without.Microseconds()), "alone-µs")
			b.ReportMetric(float64(with.Microseconds()), "proxy-µs")
			b.ReportMetric(float64(with)/float64(without), "ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// articlesAt returns the collection by a client with one connection.
func articlesAt(b *testing.B, uri, database string) *mongo.Collection {
	b.Helper()
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetMaxPoolSize(1))
	check(b, err)
	b.Cleanup(func() { _ = client.Disconnect(context.Background()) })
	return client.Database(database).Collection("articles")
}
