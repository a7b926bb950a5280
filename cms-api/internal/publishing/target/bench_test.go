package target

import (
	"context"
	"fmt"
	"testing"

	"academy/cms-api/internal/test/teststore"
)

// BenchmarkOneEdit brings one edited article to a mirror of a site with 5,000.
func BenchmarkOneEdit(b *testing.B) {
	press := newPress(b)
	files := siteFiles("one")
	for i := range 5_000 {
		files[fmt.Sprintf("/blog/article-%d.html", i)] = fmt.Sprintf("article %d", i)
	}
	press.publish(files)
	stores := teststore.Start(b)
	for name, p := range map[string]place{"folder": folderPlace(b), "bucket": bucketPlace(b, stores)} {
		b.Run(name, func(b *testing.B) {
			p.t = b
			store := press.open()
			m := p.open(store)
			if _, err := m.Update(b.Context(), store.Current()); err != nil {
				b.Fatal(err)
			}
			n, written := 0, 0
			for b.Loop() {
				b.StopTimer()
				n++
				files["/blog/article-7.html"] = fmt.Sprintf("%s edit %d", name, n)
				press.publish(files)
				if err := store.Reload(context.Background()); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				done, err := m.Update(b.Context(), store.Current())
				if err != nil {
					b.Fatal(err)
				}
				written = done.Written
			}
			b.ReportMetric(float64(written), "files/op")
		})
	}
}
