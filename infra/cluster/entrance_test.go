package cluster

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// entrance shows that the Caddyfile leads each address to who serves it, and changes
// nothing of what that one answers.
func entrance(t *testing.T, p *product, staff *client) {
	c := newClient(t)
	at := p.entrance
	for path, want := range map[string]string{
		"/": "text/html", "/blog": "text/html", "/auth": "text/html", "/admin/dashboard": "text/html",
		"/reset-password": "text/html",
		"/api/settings":   "application/json", "/api/docs": "text/html", "/release.json": "application/json",
		"/blog/feed.xml": "application/rss+xml",
	} {
		if got := c.must(http.StatusOK, http.MethodGet, at+path, nil); !strings.HasPrefix(got.header.Get("Content-Type"),
			want) {
			t.Errorf("%s is %s", path, got.header.Get("Content-Type"))
		}
	}
	same(t, c, at+"/blog", p.edgeAt[0]+"/blog", "br")
	same(t, c, at+"/blog", p.edgeAt[0]+"/blog", "")
	same(t, c, at+"/api/articles?status=published", p.apiAt[0]+"/api/articles?status=published", "gzip")
	same(t, c, at+"/auth", p.apiAt[0]+"/auth", "br")

	page := c.must(http.StatusOK, http.MethodGet, at+"/", nil)
	if page.header.Get("Server") != "" || page.header.Get("Via") != "" {
		t.Errorf("it tells what it is: %v", page.header)
	}
	if got := c.must(http.StatusNotModified, http.MethodGet, at+"/", nil, "If-None-Match",
		page.header.Get("ETag")); len(got.body) > 0 {
		t.Error("a body that was not modified")
	}
	if got := c.must(http.StatusNotFound, http.MethodGet, at+"/nothing/here", nil); !bytes.Contains(got.body,
		[]byte("<html")) {
		t.Error("the 404 page is not the site's")
	}
	c.must(http.StatusNotFound, http.MethodGet, at+"/api/nothing", nil)
	if got := c.must(http.StatusPermanentRedirect, http.MethodGet, at+"/blog/",
		nil); got.header.Get("Location") != "/blog" {
		t.Errorf("/blog/ leads to %s", got.header.Get("Location"))
	}
	if got := c.must(http.StatusOK, http.MethodHead, at+"/blog", nil); len(got.body) > 0 ||
		got.header.Get("Content-Length") == "" {
		t.Errorf("HEAD: %v", got.header)
	}

	video := p.upload(t, staff, bytes.Repeat([]byte("x"), 3<<20))
	whole := c.must(http.StatusOK, http.MethodGet, at+video, nil)
	if got := c.must(http.StatusPartialContent, http.MethodGet, at+video, nil, "Range",
		"bytes=100-199"); !bytes.Equal(got.body, whole.body[100:200]) {
		t.Errorf("a range of a video: %d bytes, %s", len(got.body), got.header.Get("Content-Range"))
	}
	if got, err := c.ask(http.MethodPost, at+"/api/contact", map[string]string{
		"message": strings.Repeat("x", 3<<20),
	}); err == nil && got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a form of 3 MB is answered with %d", got.status)
	}

	// Whoever claims to be somebody else is still one visitor: RATE_LIMIT_FORGOT_ADDRESS
	// is 5. Caddy, which is trusted, is believed.
	forgot := func(at string, i int) int {
		address := fmt.Sprintf("203.0.113.%d", i+1)
		got, err := c.ask(http.MethodPost, at+"/api/auth/forgot-password", map[string]string{
			"email": address + "@example.com",
		}, "X-Forwarded-For", address)
		if err != nil {
			t.Fatal(err)
		}
		return got.status
	}
	for i := range 6 {
		if status := forgot(at, i); (status == http.StatusTooManyRequests) != (i == 5) {
			t.Errorf("attempt %d is answered with %d", i+1, status)
		}
	}
	if status := forgot(p.apiAt[0], 5); status == http.StatusTooManyRequests {
		t.Error("what a trusted proxy says does not count")
	}
}

// same fails unless Caddy answers what the process behind it does.
func same(t *testing.T, c *client, through, direct, encoding string) {
	t.Helper()
	var headers []string
	if encoding != "" {
		headers = []string{"Accept-Encoding", encoding}
	}
	got := c.must(http.StatusOK, http.MethodGet, through, nil, headers...)
	want := c.must(http.StatusOK, http.MethodGet, direct, nil, headers...)
	if !bytes.Equal(got.body, want.body) {
		t.Errorf("%s: another body than %s", through, direct)
	}
	if got.header.Get("Content-Encoding") != encoding {
		t.Errorf("%s is %q, not %q", through, got.header.Get("Content-Encoding"), encoding)
	}
	for name := range want.header {
		if name != "Date" && name != "X-Request-Id" && name != "Server" && got.header.Get(name) != want.header.Get(name) {
			t.Errorf("%s: %s is %q, not %q", through, name, got.header.Get(name), want.header.Get(name))
		}
	}
}

// upload stores a video of so many bytes and more through Caddy, and returns its
// address.
func (p *product) upload(t *testing.T, staff *client, padding []byte) string {
	t.Helper()
	clip, err := os.ReadFile(filepath.Join(root(t), "cms-api", "internal", "media", "videofile", "testdata",
		"moov-first.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	// A box that players skip.
	size := uint32(len(padding) + 8)
	box := append([]byte{byte(size >> 24), byte(size >> 16), byte(size >> 8), byte(size), 'f', 'r', 'e', 'e'}, padding...)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="file"; filename="a.mp4"`}, "Content-Type": {"video/mp4"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range [][]byte{clip, box} {
		if _, err := part.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, p.entrance+"/api/admin/upload-video", &body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Cookie", staff.cookie)
	response, err := staff.http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	got, err := readAnswer(response)
	if err != nil || got.status != http.StatusCreated {
		t.Fatalf("upload: %d %v %s", got.status, err, got.body)
	}
	return got.text(t, "url")
}

// overTLS shows the Caddyfile with a certificate of its own making, as it is with a
// real one: plain addresses lead to it, and browsers are told to stay.
func overTLS(t *testing.T, p *product, _ *client) {
	secure, plain := freeAddress(t), freeAddress(t)
	_, securePort, _ := strings.Cut(secure, ":")
	_, plainPort, _ := strings.Cut(plain, ":")
	caddy := p.caddy("caddy-tls", "localhost", "HTTPS_PORT="+securePort, "HTTP_PORT="+plainPort)
	caddy.start()
	defer caddy.end(9)
	c := newClient(t)
	p.eventually("plain addresses lead to TLS", func() error {
		return c.wants("http://localhost:"+plainPort+"/blog?x=1", http.StatusPermanentRedirect)
	})
	got := c.must(http.StatusPermanentRedirect, http.MethodGet, "http://localhost:"+plainPort+"/blog?x=1", nil)
	if got.header.Get("Location") != "https://localhost/blog?x=1" || got.header.Get("Server") != "" {
		t.Errorf("it leads to %s, and says that it is %q", got.header.Get("Location"), got.header.Get("Server"))
	}
	authority, err := os.ReadFile(filepath.Join(p.dir, "caddy-tls", "caddy", "pki", "authorities", "local", "root.crt"))
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(authority) {
		t.Fatal("no authority")
	}
	c.http.Transport = &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots}, DisableCompression: true, ForceAttemptHTTP2: true,
	}
	p.eventually("it answers over TLS", func() error {
		return c.wants("https://localhost:"+securePort+"/", http.StatusOK)
	})
	c.must(http.StatusOK, http.MethodGet, "https://localhost:"+securePort+"/api/settings", nil)
}
