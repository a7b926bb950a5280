package release

import "testing"

// Where stores have their files stays as it is, whatever version wrote them.
func TestShards(t *testing.T) {
	for _, v := range []struct {
		path, key string
		shard     int
	}{
		{"/", "/", 138},
		{"/index.html", "/", 138},
		{"/index.txt", "/", 138},
		{"/index", "/", 138},
		{"/404.html", "/404", 49},
		{"/404", "/404", 49},
		{"/404.txt", "/404", 49},
		{"/blog", "/blog", 140},
		{"/blog.html", "/blog", 140},
		{"/blog.txt", "/blog", 140},
		{"/blog/page/2.html", "/blog/page/2", 124},
		{"/blog/page/2.txt", "/blog/page/2", 124},
		{"/blog/how-to-read-the-news.html", "/blog/how-to-read-the-news", 39},
		{"/blog/how-to-read-the-news.txt", "/blog/how-to-read-the-news", 39},
		{"/blog/feed.xml", "/blog/feed.xml", 163},
		{"/sitemap.xml", "/sitemap.xml", 126},
		{"/robots.txt", "/robots", 181},
		{"/robots", "/robots", 181},
		{"/about-us.html", "/about-us", 87},
		{"/resources/scert-notes.html", "/resources/scert-notes", 236},
		{"/adhva-vibes-psi.html", "/adhva-vibes-psi", 86},
		{"/blog/index.html", "/blog/index", 226},
		{"/blog/html.html", "/blog/html", 162},
		{"/blog/a.html.html", "/blog/a.html", 55},
		{"/blog/x.txt.html", "/blog/x.txt", 201},
		{"/blog/v1.2", "/blog/v1.2", 24},
		{"/blog/v1.2.html", "/blog/v1.2", 24},
		{"/_next/static/chunks/main.js", "/_next/static/chunks/main.js", 42},
		{"/icon.svg", "/icon.svg", 162},
		{"/blog/ಅಧ್ವ.html", "/blog/ಅಧ್ವ", 155},
		{"/blog/a b.html", "/blog/a b", 169},
		{"/index/index.html", "/index/index", 218},
	} {
		if got := routeKey(v.path); got != v.key {
			t.Errorf("routeKey(%q) = %q, want %q", v.path, got, v.key)
		}
		if got := shardIndex(v.key); got != v.shard {
			t.Errorf("shardIndex(%q) = %d, want %d", v.key, got, v.shard)
		}
	}
}
