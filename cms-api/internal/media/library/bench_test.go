package library_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/test/teststore"
)

const manyFiles = 5000

func addressOf(i int) string {
	return fmt.Sprintf("/media/images/%064x_1600x1200_480_960.jpg", i)
}

// furnish stores many documents of the library, each of whose files an article names, and in two former versions. All
// articles name the first file.
func furnish(tb testing.TB, db *mongodb.Database) {
	tb.Helper()
	files, articles := make([]any, manyFiles), make([]any, manyFiles)
	for i := range manyFiles {
		url := addressOf(i)
		files[i] = bson.M{
			"_id": fmt.Sprintf("%024x", i), "revision": 1, "url": url, "kind": "image",
			"name": fmt.Sprintf("Photograph %d of the reading room.jpg", i), "alt": "Students read in the afternoon light",
			"credit": "Asha Rao", "tags": bson.A{"campus", "students"}, "width": 1600, "height": 1200, "bytes": 300000 + i,
			"type": "image/jpeg", "uploaded_at": time.Now(), "sent": fmt.Sprintf("%064x", i),
			"uploaded_by": bson.M{"id": "665f1f77bcf86cd799439012"},
		}
		articles[i] = bson.M{
			"_id": fmt.Sprintf("%024x", i), "revision": 1, "title": fmt.Sprintf("Article %d", i), "status": "published",
			"content":      `<p><img src="` + url + `"></p>`,
			"recent":       bson.M{"names": bson.A{url[:len(url)-4], addressOf(0)[:len(url)-4]}},
			"banner_image": addressOf(0),
		}
	}
	for name, docs := range map[string][]any{"media": files, "articles": articles} {
		for from := 0; from < manyFiles; from += 500 {
			if _, err := db.Collection(name).InsertMany(context.Background(), docs[from:from+500]); err != nil {
				tb.Fatal(err)
			}
		}
	}
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// BenchmarkLibrary measures the calls of the library with 5,000 files, and the memory that they take.
func BenchmarkLibrary(b *testing.B) {
	db := teststore.Start(b).Database(b, "library")
	furnish(b, db)
	db.NamesOf(upload.Named)
	before := heap()
	s := library.NewService(library.Options{
		DB: db, Now: time.Now,
		Names: func(context.Context) (func(string) string, error) {
			return func(string) string { return "Asha Rao" }, nil
		},
	})
	s.Follow([]string{"articles"}, func(map[string]library.Focus) error { return nil })
	if err := db.LoadViews(context.Background()); err != nil {
		b.Fatal(err)
	}
	grown := float64(heap()-before) / 1e6
	first := paging.Query{Window: paging.Window{Limit: 100}}
	search := first
	search.Q = "photograph 4999"
	list := func(filter library.Filter, page paging.Query, want int) func(*testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				if _, total, err := s.List(b.Context(), filter, page); err != nil || total != want {
					b.Fatalf("%d, %v", total, err)
				}
			}
			b.ReportMetric(grown, "MB")
		}
	}
	b.Run("first page", list(library.Filter{}, first, manyFiles))
	b.Run("search", list(library.Filter{}, search, 1))
	b.Run("unused", list(library.Filter{Unused: true}, first, 0))
	uses := func(i, want int) func(*testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				if uses, err := s.Uses(b.Context(), fmt.Sprintf("%024x", i)); err != nil || len(uses) != want {
					b.Fatalf("%d, %v", len(uses), err)
				}
			}
		}
	}
	b.Run("uses", uses(77, 2))
	b.Run("uses by all", uses(0, 2*manyFiles))
	search.Q = "photograph 0 "
	b.Run("count of uses by all", list(library.Filter{}, search, 1))
}
