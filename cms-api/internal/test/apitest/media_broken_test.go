package apitest_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// A browser that is closed in the middle of an upload leaves nothing behind.
func TestUpload_CutOffLeavesNothing(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	staff.Get("/api/auth/me").Want(http.StatusOK)
	head := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.mp4\"\r\n\r\n" +
		string(clip(t, "moov-first.mp4"))
	for i, megabytes := range []int{1, 20} { // within the first part, and after some
		conn, err := net.Dial("tcp", strings.TrimPrefix(app.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = fmt.Fprintf(conn, "POST /api/videos HTTP/1.1\r\nHost: academy.test\r\nCookie: session=%s\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000000\r\n\r\n%s",
			staff.Cookie("session"), head)
		for range megabytes {
			if err == nil {
				_, err = conn.Write(make([]byte, 1<<20))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if megabytes > 1 {
			apitest.Eventually(t, func() bool { return len(stored(t, app, "videos/")) == 1 })
		}
		if err := conn.Close(); err != nil {
			t.Fatal(err)
		}
		apitest.Eventually(t, func() bool {
			return strings.Count(app.Log.String(), "path=/api/videos status=400") == i+1
		})
		if left := stored(t, app, "videos/"); len(left) != 0 {
			t.Errorf("cut off after %d MB: the storage holds %v", megabytes, left)
		}
	}
}

// What announces too much is refused before it is sent.
func TestUpload_TooLargeIsRefusedAtOnce(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	staff.Get("/api/auth/me").Want(http.StatusOK)
	for _, path := range []string{"/api/videos", "/api/admin/upload-video"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(app.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: academy.test\r\nCookie: session=%s\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 3000000000\r\n\r\n",
			path, staff.Cookie("session"))
		for range 40 { // what the server reads for the browser's sake
			if err == nil {
				_, err = conn.Write(make([]byte, 1<<20))
			}
		}
		answer := make([]byte, 12)
		if _, readErr := io.ReadFull(conn, answer); readErr != nil || string(answer) != "HTTP/1.1 413" {
			t.Errorf("%s: %q, %v, %v", path, answer, readErr, err)
		}
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	}
}
