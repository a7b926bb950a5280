package snapshot

import (
	"fmt"
	"testing"
)

// BenchmarkSearch is a search that nobody has made since the last change.
func BenchmarkSearch(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			current := benchStore(n).Current()
			i := 0
			for b.Loop() {
				query := filter{limit: defaultLimit, q: fmt.Sprintf("no such word %d", i)}
				current.page(articlesPath, (*Snapshot).list, articleColumns(), query)
				i++
			}
		})
	}
}
