package release

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// manyRedirects are 10,000 lines: nine exact ones for each pattern.
func manyRedirects() string {
	var lines strings.Builder
	for i := range 10_000 {
		from := fmt.Sprintf("/2019/07/a-former-address-of-some-length-%d", i)
		to := fmt.Sprintf("/blog/the-address-of-today-%d", i)
		if i%10 == 0 {
			from, to = from+"/*", to+"/:splat"
		}
		fmt.Fprintf(&lines, "%s %s 301\n", from, to)
	}
	return lines.String()
}

// heap returns the bytes that what is reachable needs.
func heap() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

func TestRedirectsNeedLittleMemory(t *testing.T) {
	before := heap()
	list := parseRedirects(manyRedirects())
	used := heap() - before
	if count := len(list.exact) + len(list.patterns); count != 10_000 {
		t.Fatalf("%d redirects", count)
	}
	t.Logf("%d bytes", used)
	if used > 10_000_000 {
		t.Errorf("10,000 redirects need %d bytes", used)
	}
}

func BenchmarkRedirects(b *testing.B) {
	text := manyRedirects()
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			parseRedirects(text)
		}
	})
	list := parseRedirects(text)
	for name, path := range map[string]string{
		"exact":   "/2019/07/a-former-address-of-some-length-4711",
		"pattern": "/2019/07/a-former-address-of-some-length-4710/a/b",
		"missing": "/2019/07/nowhere/a/b",
		"hostile": strings.Repeat("/a", 2000),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				list.match(path)
			}
		})
	}
}
