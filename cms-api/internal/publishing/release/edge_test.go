package release

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

type answer struct {
	status int
	header map[string][]string
	body   string
}

func (a answer) get(name string) string { return strings.Join(a.header[name], ", ") }

func ask(t testing.TB, store *Store, method, target string, headers ...string) answer {
	t.Helper()
	app := fiber.New()
	app.Use(Edge(store))
	client, server := net.Pipe()
	defer client.Close()
	go func() { _ = (&fasthttp.Server{Handler: app.Handler()}).ServeConn(server) }()
	// Written by hand, because Go's client tidies addresses.
	text := method + " " + target + " HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n"
	for i := 0; i < len(headers); i += 2 {
		text += headers[i] + ": " + headers[i+1] + "\r\n"
	}
	go func() { _, _ = client.Write([]byte(text + "\r\n")) }()
	response, err := http.ReadResponse(bufio.NewReader(client), &http.Request{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(body)}
}

func open(t testing.TB, dir string) *Store {
	t.Helper()
	store, err := Open(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// onto returns a store on a backend of which the test has changed something.
func onto(t testing.TB, dir backend) *Store {
	t.Helper()
	store := newStore(dir, Options{Log: slog.New(slog.DiscardHandler)})
	if err := store.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	return store
}

func TestPaths(t *testing.T) { onBoth(t, testPaths) }

func testPaths(t *testing.T, open opener) {
	w := newWriter(t)
	w.publish("f1", site("one"))
	store := open(t, w.dir)
	for _, test := range []struct {
		path, want string
		status     int
	}{
		{"/", long("one home"), 200},
		{"/blog", long("one blog"), 200},
		{"/blog/first", long("one first"), 200},
		{"/blog/first?utm=1", long("one first"), 200},
		{"/blog/v1.2", long("one version"), 200},
		{"/blog/%E0%B2%85%E0%B2%A7%E0%B3%8D%E0%B2%B5", long("one kannada"), 200},
		{"/%62log", long("one blog"), 200},
		{"/robots.txt", "User-agent: *", 200},
		{"/icon.svg", "<svg/>", 200},
		{"/_next/static/chunks/ab12.js", long("console.log(1)"), 200},
		{"/nowhere", long("one not found"), 404},
		{"/blog/nowhere", long("one not found"), 404},
		{"/404", long("one not found"), 404},
		{"/404.html", long("one not found"), 404},
		{"/index", long("one not found"), 404},
		{"/robots", long("one not found"), 404},
		{"/Blog", long("one not found"), 404},
		{"/../CURRENT", long("one not found"), 404},
		{"/..%2f..%2fCURRENT", long("one not found"), 404},
		{"/blog/../../CURRENT", long("one not found"), 404},
		{"/%00", long("one not found"), 404},
		{"/blobs/" + hashOf([]byte("<svg/>")), long("one not found"), 404},
		{"//evil.example/", long("one not found"), 404},
		{"//evil.example/..", long("one not found"), 404},
		{"/nowhere/", long("one not found"), 404},
		{"/icon.svg/", long("one not found"), 404},
		{"/%zz", "This address is not written correctly.\n", 400},
	} {
		got := ask(t, store, "GET", test.path)
		if got.status != test.status || got.body != test.want {
			t.Errorf("%s: %d %.60q, want %d %.60q", test.path, got.status, got.body, test.status, test.want)
		}
	}
}

func TestRedirects(t *testing.T) { onBoth(t, testRedirects) }

func testRedirects(t *testing.T, open opener) {
	w := newWriter(t)
	w.publish("f1", site("one"))
	store := open(t, w.dir)
	for path, want := range map[string]string{
		"/blog/":           "/blog",
		"/blog///":         "/blog",
		"/blog/first/":     "/blog/first",
		"/blog.html":       "/blog",
		"/blog.html?a=b":   "/blog?a=b",
		"/blog/?a=b&c=%20": "/blog?a=b&c=%20",
		"/index.html":      "/",
		"/blog/%E0%B2%85%E0%B2%A7%E0%B3%8D%E0%B2%B5/": "/blog/%E0%B2%85%E0%B2%A7%E0%B3%8D%E0%B2%B5",
	} {
		if got := ask(t, store, "GET", path); got.status != 308 || got.get("Location") != want {
			t.Errorf("%s: %d to %q, want %q", path, got.status, got.get("Location"), want)
		}
	}
}

func TestFormerAddresses(t *testing.T) { onBoth(t, testFormerAddresses) }

func testFormerAddresses(t *testing.T, open opener) {
	w := newWriter(t)
	files := site("one")
	files["/_redirects"] = "/news /blog 301\n/blog/old /blog/first 301\n/blog /blog/first 301\n/short /blog\n" +
		"/news /robots.txt 301\n/Guide.PHP/ /media/guide.pdf 302\n/away https://other.example/a?b=c#d 302\n" +
		"/%E0%B2%B9%E0%B2%B3%E0%B3%86 /blog/ಅಧ್ವ 301\n" +
		"/old/* /archive/:splat 301\n/old/kas/* https://kas.example/x/:splat 302\n/old/kas/fees /blog/first 301\n" +
		"/old/kas/plain/* /blog 301\n/gone /404 410\n/gone-all/* /404 410\n/blog/* /archive/:splat 301\n" +
		"/self /SELF/ 301\n/deeper/* /deeper/x/:splat 301\n/home/* /:splat 301\n" +
		// Lines that are ignored.
		"# comment\nunfinished\n\n/one\n/rewrite /blog 200\n/forced /blog 301!\n/never /blog 301 Country=in\n" +
		"/slashes //evil.example 301\n/back /\\evil.example 301\n/relative blog 301\n/script javascript:alert(1) 301\n" +
		"/user https://a@evil.example/ 301\n/host/* https://:splat/ 301\n/port/* https://x.example:splat 301\n" +
		"/suffix/* https://x.example/?q=:splat 301\n/exact /x/:splat 301\n/a*b /blog 301\n/%zz /blog 301\nfrom /blog 301\n"
	w.publish("f1", files)
	store := open(t, w.dir)
	for path, want := range map[string]struct {
		status int
		to     string
	}{
		"/news":                        {301, "/blog"}, // the first of two lines
		"/NEWS//?a=b":                  {301, "/blog?a=b"},
		"/blog/old":                    {301, "/blog/first"}, // of an article
		"/short":                       {301, "/blog"},
		"/guide.php?x=%20":             {302, "/media/guide.pdf?x=%20"}, // a file of the API, not of the release
		"/away":                        {302, "https://other.example/a?b=c#d"},
		"/away?e=f":                    {302, "https://other.example/a?b=c&e=f#d"},
		"/%E0%B2%B9%E0%B2%B3%E0%B3%86": {301, "/blog/%E0%B2%85%E0%B2%A7%E0%B3%8D%E0%B2%B5"},
		"/old":                         {301, "/archive/"},
		"/old/A b/c%3f":                {301, "/archive/A%20b/c%3F"},
		"/Old/%252e%252e/c?d=e":        {301, "/archive/%252e%252e/c?d=e"},
		"/old/KAS/2026/":               {302, "https://kas.example/x/2026"}, // the longer pattern
		"/old/kas/fees":                {301, "/blog/first"},                // the exact line
		"/old/kas/fees/x":              {302, "https://kas.example/x/fees/x"},
		"/old/kas/plain/x":             {301, "/blog"},
		"/older":                       {404, ""},
		"/gone":                        {410, ""},
		"/gone-all/x":                  {410, ""},
		"/blog":                        {200, ""}, // a page goes before a line
		"/blog/first":                  {200, ""},
		"/BLOG":                        {404, ""},
		"/blog/First":                  {404, ""},
		"/blog/first/":                 {308, "/blog/first"},
		"/blog.html":                   {308, "/blog"},
		"/blog/none":                   {301, "/archive/none"},
		"/self":                        {404, ""},
		"/deeper/y":                    {404, ""},
		"/home/evil.example":           {301, "/evil.example"},
		"/home":                        {301, "/"},
		"/home//evil.example":          {404, ""},
		"/home/%2Fevil.example":        {404, ""},
		"/home/%5Cevil.example":        {404, ""},
		"/home/%09/evil.example":       {404, ""},
		"/home/../x":                   {404, ""},
		"/old/kas/a/%2e%2e/b":          {404, ""},
		"/old/kas/%80":                 {404, ""},
	} {
		if want.status == 0 {
			want.status = 404
		}
		got := ask(t, store, "GET", strings.ReplaceAll(path, " ", "%20"))
		if got.status != want.status || got.get("Location") != want.to {
			t.Errorf("%s: %d to %q, want %d to %q", path, got.status, got.get("Location"), want.status, want.to)
		}
		if want.to != "" && got.get("Cache-Control") != cacheNever {
			t.Errorf("%s: Cache-Control %q", path, got.get("Cache-Control"))
		}
		if want.status == 410 && got.body != files["/404.html"] {
			t.Errorf("%s: another page than for missing addresses", path)
		}
	}
	for _, path := range []string{
		"/", "/one", "/rewrite", "/forced", "/never", "/slashes", "/back", "/relative", "/script", "/user",
		"/host/evil.example", "/port/1", "/suffix/x", "/exact", "/a*b", "/axb", "/%25zz", "/unfinished", "/from",
	} {
		if got := ask(t, store, "GET", path); got.get("Location") != "" {
			t.Errorf("%s: %d to %q", path, got.status, got.get("Location"))
		}
	}
	files["/_redirects"] = ""
	w.publish("f2", files)
	if got := ask(t, open(t, w.dir), "GET", "/news"); got.status != 404 {
		t.Errorf("/news in the next release: %d", got.status)
	}
}

func TestHeaders(t *testing.T) { onBoth(t, testHeaders) }

func testHeaders(t *testing.T, open opener) {
	w := newWriter(t)
	w.publish("f1", site("one"))
	store := open(t, w.dir)
	page := ask(t, store, "GET", "/blog")
	if page.get("Cache-Control") != "public, max-age=0, must-revalidate" ||
		page.get("Content-Type") != "text/html; charset=utf-8" || page.get("Vary") != "Accept-Encoding" {
		t.Errorf("page: %v", page.header)
	}
	if want := `"` + hashOf([]byte(long("one blog")))[:32] + `"`; page.get("Etag") != want {
		t.Errorf("entity tag %s, want %s", page.get("Etag"), want)
	}
	if chunk := ask(t, store, "GET",
		"/_next/static/chunks/ab12.js"); chunk.get("Cache-Control") != "public, max-age=31536000, immutable" {
		t.Errorf("hashed asset: %v", chunk.header)
	}
	head := ask(t, store, "HEAD", "/blog")
	if head.status != 200 || head.body != "" || head.get("Content-Length") != page.get("Content-Length") ||
		head.get("Etag") != page.get("Etag") {
		t.Errorf("HEAD: %d %v", head.status, head.header)
	}
	same := ask(t, store, "GET", "/blog", "If-None-Match", `"x", `+page.get("Etag"))
	if same.status != 304 || same.body != "" || same.get("Etag") != page.get("Etag") || same.get("Cache-Control") == "" {
		t.Errorf("unchanged: %d %v", same.status, same.header)
	}
	if missing := ask(t, store, "GET", "/nowhere", "If-None-Match", "*"); missing.status != 404 {
		t.Errorf("a missing page with a condition: %d", missing.status)
	}
	if post := ask(t, store, "POST", "/blog"); post.status != 405 || post.get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d %v", post.status, post.header)
	}
}

func TestEncodings(t *testing.T) { onBoth(t, testEncodings) }

func testEncodings(t *testing.T, open opener) {
	w := newWriter(t)
	w.publish("f1", site("one"))
	store := open(t, w.dir)
	want := long("one blog")
	tags := map[string]bool{}
	for accept, encoding := range map[string]string{
		"gzip, deflate, br": "br", "gzip": "gzip", "br;q=0.1, gzip": "gzip", "br;q=0, gzip;q=0": "", "": "", "identity": "",
	} {
		got := ask(t, store, "GET", "/blog", "Accept-Encoding", accept)
		tags[got.get("Etag")] = true
		body := got.body
		switch encoding {
		case "br":
			unpacked, _ := io.ReadAll(brotli.NewReader(strings.NewReader(body)))
			body = string(unpacked)
		case "gzip":
			reader, err := gzip.NewReader(strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			unpacked, _ := io.ReadAll(reader)
			body = string(unpacked)
		}
		if got.get("Content-Encoding") != encoding || body != want {
			t.Errorf("%q: encoding %q, %d bytes", accept, got.get("Content-Encoding"), len(body))
		}
		again := ask(t, store, "GET", "/blog", "Accept-Encoding", accept, "If-None-Match", got.get("Etag"))
		if again.status != 304 {
			t.Errorf("%q unchanged: %d", accept, again.status)
		}
	}
	if len(tags) != 3 {
		t.Errorf("three encodings have the tags %v", tags)
	}
	if small := ask(t, store, "GET", "/robots.txt", "Accept-Encoding", "br"); small.get("Content-Encoding") != "" {
		t.Error("a file without variants was sent compressed")
	}
}

func TestRange(t *testing.T) { onBoth(t, testRange) }

func testRange(t *testing.T, open opener) {
	w := newWriter(t)
	w.publish("f1", site("one"))
	store := open(t, w.dir)
	whole := ask(t, store, "GET", "/blog")
	for ranges, want := range map[string]struct {
		status      int
		from, until int
	}{
		"bytes=0-9":        {206, 0, 10},
		"bytes=10-":        {206, 10, len(whole.body)},
		"bytes=-5":         {206, len(whole.body) - 5, len(whole.body)},
		"bytes=5-999999":   {206, 5, len(whole.body)},
		"bytes=0-1,4-5":    {200, 0, len(whole.body)},
		"pages=1-2":        {200, 0, len(whole.body)},
		"bytes=99999-":     {416, 0, 0},
		"bytes=nonsense-9": {416, 0, 0},
	} {
		got := ask(t, store, "GET", "/blog", "Range", ranges, "Accept-Encoding", "br")
		if got.status != want.status || got.body != whole.body[want.from:want.until] || got.get("Content-Encoding") != "" {
			t.Errorf("%s: %d, %d bytes, %v", ranges, got.status, len(got.body), got.header)
		}
	}
	part := ask(t, store, "GET", "/blog", "Range", "bytes=0-9", "If-Range", whole.get("Etag"))
	if part.status != 206 || !strings.HasPrefix(part.get("Content-Range"), "bytes 0-9/") {
		t.Errorf("a condition that holds: %d %v", part.status, part.header)
	}
	if all := ask(t, store, "GET", "/blog", "Range", "bytes=0-9", "If-Range", `"old"`); all.status != 200 ||
		all.body != whole.body {
		t.Errorf("a condition that does not hold: %d", all.status)
	}
}

func TestBeforeTheFirstRelease(t *testing.T) {
	w := newWriter(t)
	store := open(t, w.dir+"/not-made-yet")
	got := ask(t, store, "GET", "/blog")
	if got.status != 503 || !strings.Contains(got.body, "The site is being built") ||
		!strings.Contains(got.body, "place-content: center") || got.get("Retry-After") == "" ||
		got.get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v", got.status, got.header)
	}
}

func TestAbout(t *testing.T) { onBoth(t, testAbout) }

func testAbout(t *testing.T, open opener) {
	w := newWriter(t)
	id := w.publish("f1", site("one"))
	store := open(t, w.dir)
	got := ask(t, store, "GET", "/release.json")
	want := `{"built_at":"2026-03-01T12:00:00Z","code_version":"code","content_model":"model","fingerprint":"f1",` +
		`"release":"` + id + `"}`
	if got.body != want || got.get("Content-Type") != "application/json" {
		t.Fatalf("got %s, want %s", got.body, want)
	}
	if again := ask(t, store, "GET", "/release.json", "If-None-Match", got.get("Etag")); again.status != 304 {
		t.Fatalf("unchanged: %d", again.status)
	}
}

// What is on the disk is never trusted: wrong bytes are not served.
func TestDamagedBlobs(t *testing.T) { onBoth(t, testDamagedBlobs) }

func testDamagedBlobs(t *testing.T, open opener) {
	w := newWriter(t)
	w.publish("f1", site("one"))
	damage := func(name string) {
		path := w.path("blobs", name)
		data, err := os.ReadFile(path)
		w.check(err)
		w.put(path, bytes.Replace(data, data[len(data)/2:len(data)/2+1], []byte("#"), 1))
	}
	blog, first := hashOf([]byte(long("one blog"))), hashOf([]byte(long("one first")))
	damage(blog + ".br")
	damage(first)
	w.check(os.Remove(w.path("blobs", blog+".gz")))
	store := open(t, w.dir)

	for _, accept := range []string{"br", "gzip"} {
		got := ask(t, store, "GET", "/blog", "Accept-Encoding", accept)
		if got.status != 200 || got.get("Content-Encoding") != "" || got.body != long("one blog") ||
			strings.HasSuffix(got.get("Etag"), `-br"`) {
			t.Errorf("a damaged %s variant: %d %v", accept, got.status, got.header)
		}
	}
	if got := ask(t, store, "GET", "/blog/first"); got.status != 503 || got.get("Etag") != "" ||
		got.get("Cache-Control") != "no-store" {
		t.Errorf("a damaged page: %d %v", got.status, got.header)
	}
	if got := ask(t, store, "GET", "/"); got.status != 200 {
		t.Errorf("another page: %d", got.status)
	}
}
