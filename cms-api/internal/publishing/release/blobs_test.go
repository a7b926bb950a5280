package release

import (
	"fmt"
	"strings"
	"testing"
)

func TestMediaTypes(t *testing.T) {
	for path, want := range map[string]string{
		"/index.html": "text/html; charset=utf-8", "/blog/feed.xml": "application/rss+xml; charset=utf-8",
		"/sitemap.xml": "application/xml; charset=utf-8", "/a.js": "text/javascript; charset=utf-8",
		"/site.webmanifest": "application/manifest+json; charset=utf-8", "/_redirects": "application/octet-stream",
		"/favicon.ico": "image/vnd.microsoft.icon", "/x.woff2": "font/woff2", "/logo.svg": "image/svg+xml; charset=utf-8",
	} {
		if got := mediaTypeOf(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}

func BenchmarkCompress(b *testing.B) {
	var page strings.Builder
	for i := 0; page.Len() < 45_000; i++ {
		word := hashOf([]byte(fmt.Sprint(i)))[:i%40]
		fmt.Fprintf(&page, "<li class=\"card-%d\"><h3>Chapter %d</h3><p>%s</p></li>\n", i%7, i*37, word)
	}
	for _, encoding := range compressed {
		for _, small := range []bool{false, true} {
			b.Run(fmt.Sprint(encoding, small), func(b *testing.B) {
				size := 0
				for b.Loop() {
					data, err := compress([]byte(page.String()), encoding, small)
					if err != nil {
						b.Fatal(err)
					}
					size = len(data)
				}
				b.ReportMetric(float64(size), "bytes")
			})
		}
	}
}
