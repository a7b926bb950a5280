package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"sync"
	"time"
)

const (
	site     = "https://localhost"
	email    = "asha@example.com"
	password = "only while this runs"
)

// client is somebody with a browser.
type client struct {
	ctx  context.Context
	http *http.Client
}

// newClient trusts the authority that Caddy made for a name that no other would
// certify.
func newClient(ctx context.Context, authority string) (*client, error) {
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM([]byte(authority)) {
		return nil, errors.New("no authority of Caddy")
	}
	jar, err := cookiejar.New(nil)
	return &client{ctx, &http.Client{
		Jar: jar, Timeout: 30 * time.Second,
		Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true,
		},
	}}, err
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

func (c *client) send(method, path, contentType string, body []byte) (answer, error) {
	request, err := http.NewRequestWithContext(c.ctx, method, site+path, bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, text}, err
}

// call sends JSON, and fails unless the answer has the status.
func (c *client) call(status int, method, path string, body any) (answer, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return answer{}, err
	}
	got, err := c.send(method, path, "application/json", text)
	if err == nil && got.status != status {
		err = fmt.Errorf("%s %s answered %d, want %d: %.300s", method, path, got.status, status, got.body)
	}
	return got, err
}

// shows fails unless a page is there and contains the text.
func (c *client) shows(path, text string) error {
	got, err := c.send(http.MethodGet, path, "", nil)
	if err == nil && (got.status != http.StatusOK || !bytes.Contains(got.body, []byte(text))) {
		err = fmt.Errorf("%s answered %d without %q", path, got.status, text)
	}
	return err
}

func (c *client) signIn() error {
	account := map[string]string{"email": email, "password": password}
	_, err := c.call(http.StatusOK, http.MethodPost, "/api/auth/login", account)
	return err
}

// upload stores a picture and returns its address.
func (c *client) upload() (string, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("image", "picture.png")
	if err == nil {
		err = errors.Join(png.Encode(part, image.NewGray(image.Rect(0, 0, 640, 360))), form.Close())
	}
	if err != nil {
		return "", err
	}
	got, err := c.send(http.MethodPost, "/api/upload/image", form.FormDataContentType(), body.Bytes())
	if err == nil && got.status != http.StatusCreated {
		err = fmt.Errorf("an upload was answered with %d: %.300s", got.status, got.body)
	}
	if err != nil {
		return "", err
	}
	var stored struct{ URL string }
	err = json.Unmarshal(got.body, &stored)
	return stored.URL, err
}

// load is what visitors do until it is stopped.
type load struct {
	stop chan struct{}
	done sync.WaitGroup

	mu     sync.Mutex
	count  int
	failed []string
}

// visit begins it: two visitors who read pages, two who call the API and, where forms
// are sent, two who do, at most 30 a minute for each address.
func visit(c *client, forms bool) *load {
	l := &load{stop: make(chan struct{})}
	for who := range 2 {
		l.done.Go(func() { l.until(50*time.Millisecond, func(int) error { return c.shows("/blog", "<html") }) })
		l.done.Go(func() {
			l.until(50*time.Millisecond, func(int) error { return c.shows("/api/settings", "site_title") })
		})
		if !forms {
			continue
		}
		l.done.Go(func() {
			l.until(5*time.Second, func(i int) error {
				_, err := c.call(http.StatusCreated, http.MethodPost, "/api/contact", map[string]string{
					"name": "Asha", "email": email, "message": fmt.Sprintf("Question %d of %d at %d", i, who, time.Now().UnixNano()),
				})
				return err
			})
		})
	}
	return l
}

func (l *load) until(pause time.Duration, ask func(int) error) {
	for i := 0; ; i++ {
		err := ask(i)
		l.mu.Lock()
		l.count++
		if err != nil {
			l.failed = append(l.failed, err.Error())
		}
		l.mu.Unlock()
		select {
		case <-l.stop:
			return
		case <-time.After(pause):
		}
	}
}

// end ends it and returns how many requests were answered; it is an error when one
// was not as it should be.
func (l *load) end() (int, error) {
	close(l.stop)
	l.done.Wait()
	if len(l.failed) > 0 {
		return l.count, fmt.Errorf("%d of %d requests failed:\n%s", len(l.failed), l.count, strings.Join(l.failed, "\n"))
	}
	return l.count, nil
}
