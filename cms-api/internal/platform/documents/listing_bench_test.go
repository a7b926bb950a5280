package documents

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/paging"
)

// BenchmarkListView says what a document costs in memory, in every order it was asked
// for, and how long changes and searches take among 50,000.
func BenchmarkListView(b *testing.B) {
	const count = 50_000
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	document := func(i int) bson.Raw {
		raw, err := bson.Marshal(bson.D{
			{Key: "_id", Value: fmt.Sprintf("%024d", i)}, {Key: "revision", Value: 1},
			{Key: "full_name", Value: fmt.Sprintf("Asha Number%d", i*7919%count)},
			{Key: "email", Value: fmt.Sprintf("asha.%d@example.com", i)}, {Key: "phone", Value: fmt.Sprintf("+9198%08d", i)},
			{Key: "course", Value: "psi"},
			{Key: "city", Value: "Mysuru"}, {Key: "status", Value: []string{"new", "spam"}[i%50/49]},
			{Key: "created_at", Value: at.Add(time.Duration(i) * time.Minute)},
		})
		if err != nil {
			b.Fatal(err)
		}
		return raw
	}
	sorts := []string{"created_at", "full_name", "email", "phone", "course"}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	spam := Not(Equal("status", "spam"))
	v := &listView{listing: Listing{
		Search: []string{"full_name", "email", "phone", "course", "city"}, Presorted: []Condition{spam},
	}}
	v.byID, v.orders = map[string]*listItem{}, map[sequence][]*listItem{}
	size := 0
	for i := range count {
		each, _, _ := v.item(document(i))
		v.byID[each.id] = each
		size += len(each.raw) + len(each.text)
	}
	for _, field := range sorts {
		_, release, _ := v.sorted(sequence{field, all})
		release()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	perDocument := float64(after.HeapAlloc-before.HeapAlloc) / count
	b.Run("put", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			each, _, _ := v.item(document(i % count))
			v.put(each.id, each)
		}
		b.ReportMetric(perDocument, "B/document")
		b.ReportMetric(float64(size)/count, "listed-B/document")
	})
	page := func(name, q string, where ...Condition) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				v.page(order{field: "created_at", descending: true}, paging.Query{
					Window: paging.Window{Limit: 100}, Search: paging.Search{Q: q},
				}, where)
			}
		})
	}
	for _, q := range []string{"", "number4242", "nobody"} {
		page("page "+q, q)
		page("page without spam "+q, q, spam)
	}
	page("page of another condition", "", Equal("status", "new"))
}
