package snapshot

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/negotiate"
	"academy/cms-api/internal/test/teststore"
)

// Numbers of articles.
var benchSizes = []int{10, 100, 1_000, 10_000}

func benchArticle(i int, title string) Article {
	id := fmt.Sprintf("%024x", i)
	a := testArticle(id, "slug-"+id, title, time.Date(2020, 1, 1, 0, 0, i*60, 0, time.UTC))
	paragraph := "<p>An aspirant who revises a little each day remembers more than one who reads " + id + " hours.</p>"
	full := string(a.Summary[:len(a.Summary)-1]) + `,"content":"` + strings.Repeat(paragraph, 60) + `"}`
	a.Full = json.RawMessage(full)
	return a
}

func benchStore(n int) *Store {
	store := NewStore(Options{})
	c := change{revision: 1, parts: testParts("Academy")}
	for i := range n {
		c.articles = append(c.articles, benchArticle(i, "Title"))
	}
	store.apply(c)
	return store
}

// BenchmarkChange is one edited article made visible.
func BenchmarkChange(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			store := benchStore(n)
			versions := [2]Article{benchArticle(n/2, "One"), benchArticle(n/2, "Two")}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				store.apply(change{revision: int64(i), articles: versions[i%2 : i%2+1]})
				i++
			}
		})
	}
}

// BenchmarkChangeAndDelta is an edit and what the publisher asks for after it.
func BenchmarkChangeAndDelta(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			store := benchStore(n)
			versions := [2]Article{benchArticle(n/2, "One"), benchArticle(n/2, "Two")}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				before := store.Current().Fingerprint()
				store.apply(change{revision: int64(i), articles: versions[i%2 : i%2+1]})
				if _, ok := store.Since(before, false); !ok {
					b.Fatal("no delta")
				}
				i++
			}
		})
	}
}

// BenchmarkChangeAndRead is an edit and the first reads after it: the article
// itself and the list of 20, compressed.
func BenchmarkChangeAndRead(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			store := benchStore(n)
			versions := [2]Article{benchArticle(n-1, "One"), benchArticle(n-1, "Two")}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				store.apply(change{revision: int64(i), articles: versions[i%2 : i%2+1]})
				store.Current().Article(versions[0].Slug).Encoded(negotiate.Brotli)
				pageOf(store.Current(), 20, 0).Encoded(negotiate.Brotli)
				i++
			}
		})
	}
}

// BenchmarkWhole is the full snapshot, which a publisher asks for once.
func BenchmarkWhole(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			current := benchStore(n).Current()
			b.ReportAllocs()
			for b.Loop() {
				current.newWhole().Identity()
			}
		})
	}
}

// BenchmarkCompress shows where more effort stops paying, for the body of one
// article.
func BenchmarkCompress(b *testing.B) {
	data := benchArticle(1, "Title").Full
	for _, encoding := range []negotiate.Encoding{negotiate.Gzip, negotiate.Brotli} {
		b.Run(encoding.String(), func(b *testing.B) {
			b.ReportMetric(float64(len(compress(data, encoding))), "bytes")
			for b.Loop() {
				compress(data, encoding)
			}
		})
	}
}

// BenchmarkWrite is a save of one article until the public sees it.
func BenchmarkWrite(b *testing.B) {
	r := startReplica(b, teststore.Start(b), "bench")
	r.insert(b, b.Context(), "a", "first")
	r.wait(b, "loaded", has("a", "first"))
	for i := 0; b.Loop(); i++ {
		if _, err := r.articles.Update(b.Context(), "a", documents.Write{}, func(doc *note) error {
			doc.Title = fmt.Sprint(i)
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
}
