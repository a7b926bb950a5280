package documents_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/test/teststore"
)

// Many documents that somebody has written past cms-api are read in few commands, and
// the others of the collection are not.
func TestFollow_ReadsManyDocumentsAtOnce(t *testing.T) {
	direct := teststore.Embedded(t)
	relay, stores := direct.Relay(t)
	p := start(t, stores).untilLoaded(t)
	c := direct.Database(t, "streams").Collection("things")
	body := strings.Repeat("x", 6000)
	for _, n := range []int{190, 700} {
		relay.Fail("getMore", 91) // shuts down: all are told of at once afterwards
		var docs []any
		for i := range n {
			docs = append(docs, bson.D{
				{Key: "_id", Value: fmt.Sprint(n, "/", i)}, {Key: "title", Value: "new"}, {Key: "body", Value: body},
			})
		}
		if _, err := c.InsertMany(t.Context(), docs); err != nil {
			t.Fatal(err)
		}
		gone := bson.D{{Key: "_id", Value: fmt.Sprint(n, "/", 0)}}
		if _, err := c.DeleteOne(t.Context(), gone); err != nil {
			t.Fatal(err)
		}
		before, begun := p.observed("find"), time.Now()
		relay.Fail("getMore", 0)
		until(t, "all are seen", func() bool { return p.titles.count(fmt.Sprint(n, "/")) == n-1 })
		t.Logf("%d documents are seen after %s", n, time.Since(begun).Round(time.Millisecond))
		if found := p.observed("find") - before; found > 2 {
			t.Errorf("%d documents were read by %d commands", n, found)
		}
	}
	if loads := p.titles.loaded(); loads != 1 {
		t.Errorf("the whole collection was loaded %d times", loads)
	}
}

// A collection that is dropped has its unique indexes again, without a restart.
func TestRun_MakesTheIndexesOfADroppedCollection(t *testing.T) {
	stores := teststore.Start(t)
	p := start(t, stores).untilLoaded(t)
	c := stores.Database(t, "streams").Collection("things")
	if err := c.Drop(t.Context()); err != nil {
		t.Fatal(err)
	}
	until(t, "the index is there again", func() bool {
		indexes, err := c.Indexes().ListSpecifications(t.Context())
		return err == nil && slices.ContainsFunc(indexes, func(each mongo.IndexSpecification) bool {
			return each.Unique != nil && *each.Unique
		})
	})
	if !p.Ready() {
		t.Error("the database is not ready")
	}
}

// Who waits for a document that somebody else is writing can give up.
func TestUpdate_WaitsNoLongerThanItsContext(t *testing.T) {
	p := start(t, teststore.Start(t)).untilLoaded(t)
	doc := thing{Title: "first"}
	if _, err := p.docs.Insert(t.Context(), documents.Write{}, &doc); err != nil {
		t.Fatal(err)
	}
	_, err := p.docs.Update(t.Context(), doc.ID, documents.Write{}, func(*thing) error {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := p.docs.Delete(ctx, doc.ID, documents.Write{}); !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up got %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
