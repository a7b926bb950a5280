package apitest_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// connect opens a connection from an address of this machine.
func connect(t *testing.T, app *apitest.App, from string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	connection, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(app.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	return connection
}

func send(t *testing.T, connection net.Conn, format string, args ...any) {
	t.Helper()
	if _, err := fmt.Fprintf(connection, format, args...); err != nil {
		t.Fatal(err)
	}
}

func answerOn(t *testing.T, connection net.Conn) *http.Response {
	t.Helper()
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestConnections_HeadsArriveInTime(t *testing.T) {
	t.Parallel()
	app := apitest.New(t).Ready(t)
	slow := connect(t, app, "127.0.0.1")
	begun := time.Now()
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, slow)
		close(ended)
	}()
	send(t, slow, "GET / HTTP/1.1\r\nHost: academy.test\r\n")
	for tick := time.Tick(500 * time.Millisecond); ; <-tick {
		if _, err := io.WriteString(slow, "X-More: and more\r\n"); err != nil {
			break
		}
		if time.Since(begun) > longest {
			t.Fatalf("a head that never ends is still read after %s", longest)
		}
	}
	<-ended
}

func TestConnections_OneAddressHoldsSoMany(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) { o.Config.PerAddress = 3 }).Ready(t)
	for range 3 {
		send(t, connect(t, app, "127.0.0.2"), "GET / HTTP/1.1\r\n")
	}
	apitest.Eventually(t, func() bool {
		return answerOn(t, connect(t, app, "127.0.0.2")).StatusCode == http.StatusTooManyRequests
	})
	other := connect(t, app, "127.0.0.3")
	send(t, other, "GET /api/health/live HTTP/1.1\r\nHost: academy.test\r\n\r\n")
	if got := answerOn(t, other).StatusCode; got != http.StatusOK {
		t.Errorf("somebody else is answered %d", got)
	}
}

// What is cut off after seconds has a minute for it: the machine may be busy.
const (
	impatience = 2 * time.Second
	longest    = time.Minute
)

func impatient(o *apitest.Options) { o.Config.StallTimeout = impatience }

func TestConnections_ASlowUploadArrivesAndAStoppedOneEnds(t *testing.T) {
	t.Parallel()
	app := apitest.New(t, impatient).Ready(t)
	begin := func() net.Conn {
		connection := connect(t, app, "127.0.0.1")
		send(t, connection, "POST /api/contact HTTP/1.1\r\nHost: academy.test\r\nContent-Type: application/json\r\nContent-Length: 600000\r\n\r\n")
		return connection
	}
	slow, began := begin(), time.Now()
	body := `{"name":"Asha","email":"a@example.com","message":"hello"}`
	body = strings.Repeat(" ", 600_000-len(body)) + body
	for tick := time.Tick(impatience / 4); body != ""; <-tick {
		n := min(len(body), 50_000)
		send(t, slow, "%s", body[:n])
		body = body[n:]
	}
	if got := answerOn(t, slow).StatusCode; got != http.StatusCreated || time.Since(began) < 2*impatience {
		t.Errorf("a slow body is answered %d after %s", got, time.Since(began))
	}
	stopped := begin()
	send(t, stopped, "%s", strings.Repeat(" ", 100_000))
	if err := stopped.SetReadDeadline(time.Now().Add(longest)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, stopped); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a body that stops is waited for longer than %s", longest)
	}
}

// A refused body is read to its end for the answer's sake, but not for ever.
func TestConnections_WhatIsLeftOfARefusedBodyComesSoon(t *testing.T) {
	t.Parallel()
	app := apitest.New(t, impatient).Ready(t)
	refused := connect(t, app, "127.0.0.1")
	send(t, refused, "POST /api/nowhere HTTP/1.1\r\nHost: academy.test\r\nContent-Length: 30000000\r\n\r\n")
	begun := time.Now()
	for tick := time.Tick(impatience / 10); time.Since(begun) < longest; <-tick {
		if _, err := refused.Write(make([]byte, 50_000)); err != nil {
			break
		}
	}
	if time.Since(begun) >= longest {
		t.Errorf("it is still read after %s", longest)
	}
}

// What could not be read is not tried again: that would wait for more of it.
func TestConnections_ABrokenChunkIsAnsweredAtOnce(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) { o.Config.StallTimeout = time.Hour }).Ready(t)
	for _, chunk := range []string{"-1\r\n", "FFFFFFFFFFFFFFFFF\r\nx", "ZZ\r\n"} {
		open := connect(t, app, "127.0.0.1")
		if err := open.SetDeadline(time.Now().Add(longest)); err != nil {
			t.Fatal(err)
		}
		send(t, open, "POST /api/contact HTTP/1.1\r\nHost: academy.test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%s", chunk)
		if got := answerOn(t, open).StatusCode; got != http.StatusBadRequest {
			t.Errorf("%q is answered %d", chunk, got)
		}
	}
}

func TestConnections_AReaderWhoStopsIsCutOffAndASlowOneIsNot(t *testing.T) {
	t.Parallel()
	app := apitest.New(t, impatient).Ready(t)
	video := append(clip(t, "moov-first.mp4"), make([]byte, 12<<20)...)
	address := app.Staff(t).Upload("/api/admin/upload-video", "file", "talk.mp4", video).Want(http.StatusCreated).
		Text("url")
	ask := func() (net.Conn, *http.Response) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		t.Cleanup(cancel)
		connection := connect(t, app, "127.0.0.1")
		deadline, _ := ctx.Deadline()
		_ = connection.SetDeadline(deadline)
		send(t, connection, "GET %s HTTP/1.1\r\nHost: academy.test\r\n\r\n", address)
		return connection, answerOn(t, connection)
	}
	_, slow := ask()
	begun, got := time.Now(), int64(0)
	for tick := time.Tick(impatience / 4); got < int64(len(video)); <-tick {
		n, err := io.CopyN(io.Discard, slow.Body, min(1<<20, int64(len(video))-got))
		got += n
		if err != nil {
			t.Fatalf("a slow reader was cut off after %d bytes: %v", got, err)
		}
	}
	if took := time.Since(begun); took < 2*impatience {
		t.Errorf("the slow reader took only %s", took)
	}
	stopped, answer := ask()
	begun = time.Now()
	apitest.Eventually(t, func() bool {
		_, err := stopped.Write([]byte("\r\n"))
		return err != nil && !errors.Is(err, os.ErrDeadlineExceeded)
	})
	if got, _ := io.Copy(io.Discard, answer.Body); got == int64(len(video)) {
		t.Errorf("who stopped reading for %s has got everything", time.Since(begun))
	}
}
