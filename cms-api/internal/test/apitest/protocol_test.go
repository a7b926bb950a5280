package apitest_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

func makeFolder(t *testing.T, path ...string) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(path...), 0o700); err != nil {
		t.Fatal(err)
	}
}

// raw sends bytes that no client would, and nothing after them, and returns every answer
// until the server ends the connection.
func raw(t *testing.T, app *apitest.App, text string) []*http.Response {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(app.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(longest)); err != nil {
		t.Fatal(err)
	}
	// Who is refused early may find the connection closed before all is sent.
	if _, err := io.WriteString(conn, text); err == nil {
		_ = conn.(*net.TCPConn).CloseWrite()
	}
	var answers []*http.Response
	for reader := bufio.NewReader(conn); ; {
		answer, err := http.ReadResponse(reader, nil)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal("the server does not end the connection")
		}
		if err != nil {
			return answers
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body = io.NopCloser(strings.NewReader(string(body)))
		answers = append(answers, answer)
	}
}

// A proxy in front and this server must see the same requests: whoever gets them
// to disagree can put a request of theirs before somebody else's.
func TestProtocol_RequestsCannotBeSmuggled(t *testing.T) {
	app := apitest.New(t).Ready(t)
	const contact = `{"name":"A","email":"a@example.com","message":"smuggled"}`
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(contact), contact)
	head := "POST /api/contact HTTP/1.1\r\nHost: academy.test\r\nContent-Type: application/json\r\n"
	second := "GET /api/health/live HTTP/1.1\r\nHost: academy.test\r\nX-Request-Id: smuggled-request\r\n\r\n"
	for name, text := range map[string]string{
		"two lengths that differ": head +
			fmt.Sprintf("Content-Length: %d\r\nContent-Length: 0\r\n\r\n", len(contact)) + contact,
		"a length and chunks": head +
			fmt.Sprintf("Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n", len(chunked)) + chunked,
		"a short length and chunks": head + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked +
			second,
		"another encoding":                head + "Transfer-Encoding: xchunked\r\n\r\n" + chunked,
		"an encoding written differently": head + "Transfer-Encoding : chunked\r\n\r\n" + chunked,
		"two encodings": head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" +
			chunked,
		"a negative length":          head + "Content-Length: -1\r\n\r\n" + contact,
		"a length with a sign":       head + fmt.Sprintf("Content-Length: +%d\r\n\r\n", len(contact)) + contact,
		"a length that is too long":  head + "Content-Length: 99999999999999999999\r\n\r\n" + contact,
		"a chunk of a negative size": head + "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
		"a space before the colon":   head + fmt.Sprintf("Content-Length : %d\r\n\r\n", len(contact)) + contact,
		"a folded header":            head + "X-Folded: a\r\n Content-Length: 5\r\n\r\n" + contact,
		"a bare carriage return":     head + "X-Bare: a\rContent-Length: 5\r\n\r\n" + contact,
	} {
		t.Run(name, func(t *testing.T) {
			for i, answer := range raw(t, app, text) {
				if answer.StatusCode < 300 && answer.StatusCode >= 200 {
					t.Errorf("answer %d: %d", i+1, answer.StatusCode)
				}
				if answer.Header.Get("X-Request-Id") == "smuggled-request" {
					t.Error("what belongs to the body was answered as a request")
				}
			}
		})
	}
	staff := app.Staff(t)
	if messages := rows(t, staff.Get("/api/contact")); len(messages) != 0 {
		t.Errorf("%d messages came through", len(messages))
	}
	two := raw(t, app, second+strings.Replace(second, "smuggled-request", "honest-request", 1))
	if len(two) != 2 || two[0].StatusCode != 200 || two[1].Header.Get("X-Request-Id") != "honest-request" {
		t.Errorf("two plain requests got %d answers", len(two))
	}
}

func TestProtocol_HeadersCannotBeInjected(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) {
		o.Web = true
		publishFiles(t, o.Config.ReleasesDir, map[string]string{
			"/index.html": "home", "/blog.html": "blog", "/404.html": "gone",
		})
	}).Ready(t)
	anyone, staff := app.Anonymous(t), app.Staff(t)
	const injected = "%0d%0aSet-Cookie:%20x=1%0d%0a%0d%0a<script>"
	for _, path := range []string{
		"/" + injected, "/blog/" + injected, "/blog/?q=" + injected, "/blog.html?q=" + injected, "/media/" + injected,
		"/admin/" + injected,
		"/api/articles/" + injected, "/api/settings?x=" + injected, "/api/page-content/" + injected, "//evil.example/%2f..",
		"/%5cevil.example", "/.//evil.example/",
		"/%2f%2fevil.example/", "//evil.example%2f", "/https://evil.example/", "/blog/%2f%2fevil.example/",
	} {
		answer := anyone.Get(path)
		if answer.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %v", path, answer.Header)
		}
		if to := answer.Header.Get("Location"); to != "" &&
			(!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.HasPrefix(to, "/\\") ||
				strings.ContainsAny(to, "\r\n")) {
			t.Errorf("%s leads to %q", path, to)
		}
	}
	for _, id := range []string{
		"short", "with space and more", "<script>alert(1)</script>", strings.Repeat("a", 65), "a%0d%0aX: 1",
	} {
		answer := anyone.Get("/api/nowhere", "X-Request-Id", id)
		if got := answer.Header.Get("X-Request-Id"); got == id || len(got) < 8 {
			t.Errorf("request id %q came back as %q", id, got)
		}
	}
	for _, name := range []string{
		"a\r\nX-Evil: 1.png", `a".png`, "../../etc/passwd.png", "a\x00.png", "ಅ.png", strings.Repeat("a", 5000) + ".png",
	} {
		stored := staff.Upload("/api/upload/image", "image", name, picture(t, 2, 2))
		if stored.Status == http.StatusBadRequest {
			continue // not a name at all
		}
		url := stored.Want(http.StatusCreated).Text("url")
		if answer := anyone.Get(url).Want(http.StatusOK); answer.Header.Get("X-Evil") != "" || strings.Contains(url, "..") ||
			strings.Contains(url, "evil") {
			t.Errorf("%q: %s, %v", name, url, answer.Header)
		}
	}
	made := write(t, staff, apitest.JSON{"title": "Line\r\nSet-Cookie: x=1", "slug": "a\r\nb", "status": "published"})
	if strings.ContainsAny(made.Slug, "\r\n :") {
		t.Errorf("slug = %q", made.Slug)
	}
}

func TestProtocol_BodiesAreBounded(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	large := strings.Repeat("x", 3<<20)
	// endless hides its length, so that it is sent in chunks.
	endless := func(text string) io.Reader { return io.MultiReader(strings.NewReader(text)) }
	for _, op := range operations(t) {
		if !op.unsafe() || op.method == http.MethodDelete {
			continue
		}
		contentType := "application/json"
		if strings.Contains(op.path, "/content/") {
			contentType = "application/x-www-form-urlencoded"
		}
		if strings.Contains(op.path, "upload") || op.path == "/api/videos" || op.ID == "logout" ||
			strings.Contains(op.ID, "Session") {
			continue // which have bounds of their own, or end the session and read no body
		}
		answer := staff.Do(op.method, op.path, endless(`{"content":"`+large+`"}`), "Content-Type", contentType)
		if answer.Status < 400 || answer.Status >= 500 {
			t.Errorf("%s takes 3 MiB in chunks: %d", op.ID, answer.Status)
		}
	}
	honest := endless(`{"title":"In chunks"}`)
	staff.Do(http.MethodPost, "/api/articles", honest, "Content-Type", "application/json").Want(http.StatusCreated)
	// Nesting that would exhaust a parser's stack is no body of ours.
	deep := strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)
	arrays := strings.Repeat("[", 400_000)
	for _, body := range []string{
		deep, arrays, `{"title":` + strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000) + `}`,
	} {
		if answer := staff.Post("/api/articles", body); answer.Status != http.StatusBadRequest &&
			answer.Status != http.StatusUnprocessableEntity {
			t.Errorf("a deep body was answered with %d", answer.Status)
		}
	}
	head := raw(t, app, "GET /api/settings HTTP/1.1\r\nHost: academy.test\r\nX-Large: "+strings.Repeat("x", 64<<10)+
		"\r\n\r\n")
	if len(head) != 1 || head[0].StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a large head got %d answers", len(head))
	}
	app.Anonymous(t).Get("/api/settings").Want(http.StatusOK)
}
