package apitest

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
)

// Client is one person at a browser: it keeps cookies.
type Client struct {
	t    testing.TB
	base string
	http *http.Client
}

// Anonymous returns somebody who is not signed in.
func (a *App) Anonymous(t testing.TB) *Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Client{t: t, base: a.URL, http: &http.Client{
		Jar: jar, Timeout: patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Program returns a program that calls with a token.
func (a *App) Program(t testing.TB, secret string) *Client {
	t.Helper()
	c := a.Anonymous(t)
	c.http.Transport = bearer(secret)
	return c
}

// bearer is a token that is sent with each request.
type bearer string

// RoundTrip sends a request with the token.
func (b bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	with := request.Clone(request.Context())
	with.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(with)
}

// In returns the same person in another test.
func (c *Client) In(t testing.TB) *Client { return &Client{t: t, base: c.base, http: c.http} }

// On returns the same person at another process of the installation.
func (c *Client) On(a *App) *Client { return &Client{t: c.t, base: a.URL, http: c.http} }

// Email and Password are those of the account that Staff makes.
const (
	Email    = "asha@example.com"
	Password = "correct horse battery"
)

// Staff returns the first account, an administrator, made when there is none.
func (a *App) Staff(t testing.TB) *Client {
	t.Helper()
	c := a.Anonymous(t)
	if c.Post("/api/auth/login", JSON{"email": Email, "password": Password}).Status == http.StatusOK {
		return c
	}
	c.Post("/api/auth/register", JSON{"email": Email, "password": Password, "name": "Asha Rao"}).Want(http.StatusCreated)
	return c
}

// JSON is an object to send.
type JSON map[string]any

// Response is an answer, read whole.
type Response struct {
	t      testing.TB
	what   string
	Status int
	Header http.Header
	Body   []byte
}

// Get reads a path.
func (c *Client) Get(path string, headers ...string) *Response {
	c.t.Helper()
	return c.Do(http.MethodGet, path, nil, headers...)
}

// Post sends JSON.
func (c *Client) Post(path string, body any, headers ...string) *Response {
	c.t.Helper()
	return c.JSON(http.MethodPost, path, body, headers...)
}

// Put sends JSON.
func (c *Client) Put(path string, body any, headers ...string) *Response {
	c.t.Helper()
	return c.JSON(http.MethodPut, path, body, headers...)
}

// Delete deletes a path.
func (c *Client) Delete(path string, headers ...string) *Response {
	c.t.Helper()
	return c.Do(http.MethodDelete, path, nil, headers...)
}

// JSON sends a value as JSON; a string is sent as it is.
func (c *Client) JSON(method, path string, body any, headers ...string) *Response {
	c.t.Helper()
	raw, isText := body.(string)
	if !isText {
		data, err := json.Marshal(body)
		if err != nil {
			c.t.Fatal(err)
		}
		raw = string(data)
	}
	return c.Do(method, path, strings.NewReader(raw), append([]string{"Content-Type", "application/json"}, headers...)...)
}

// Form sends a form-encoded body.
func (c *Client) Form(method, path string, values url.Values) *Response {
	c.t.Helper()
	return c.Do(method, path, strings.NewReader(values.Encode()), "Content-Type", "application/x-www-form-urlencoded")
}

// Upload sends a file in a multipart form.
func (c *Client) Upload(path, field, name string, data []byte) *Response {
	c.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile(field, name)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := part.Write(data); err != nil {
		c.t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		c.t.Fatal(err)
	}
	return c.Do(http.MethodPost, path, &body, "Content-Type", form.FormDataContentType())
}

// Do sends a request; headers are names and values in turn.
func (c *Client) Do(method, path string, body io.Reader, headers ...string) *Response {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), method, c.base+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			request.Host = headers[i+1]
		}
		request.Header.Set(headers[i], headers[i+1])
	}
	answer, err := c.http.Do(request)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	response := &Response{t: c.t, what: method + " " + path, Status: answer.StatusCode, Header: answer.Header, Body: data}
	checkContract(c.t, method, path, response)
	return response
}

// Cookie returns a cookie's value, empty when there is none.
func (c *Client) Cookie(name string) string {
	c.t.Helper()
	address, err := url.Parse(c.base)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, cookie := range c.http.Jar.Cookies(address) {
		if cookie.Name == name {
			return cookie.Value
		}
	}
	return ""
}

// Want fails the test unless the answer has the status.
func (r *Response) Want(status int) *Response {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("%s: answered %d, want %d: %.600s", r.what, r.Status, status, r.Body)
	}
	return r
}

// Into reads the JSON body into a value.
func (r *Response) Into(value any) *Response {
	r.t.Helper()
	if err := json.Unmarshal(r.Body, value); err != nil {
		r.t.Fatalf("%s: the body is not what was expected: %v: %.600s", r.what, err, r.Body)
	}
	return r
}

// Problem checks that the answer is a whole problem of the status, and returns
// its detail and the locations it names.
func (r *Response) Problem(status int) (detail string, locations []string) {
	r.t.Helper()
	r.Want(status)
	if got := r.Header.Get("Content-Type"); got != "application/problem+json" {
		r.t.Errorf("%s: content type %q, want application/problem+json", r.what, got)
	}
	var p struct {
		Type, Title, Detail string
		Status              int
		RequestID           string `json:"request_id"`
		Errors              []struct{ Location, Message string }
	}
	r.Into(&p)
	if p.Type == "" || p.Title == "" || p.Detail == "" || p.Status != status || p.RequestID == "" {
		r.t.Errorf("%s: the problem lacks members: %s", r.what, r.Body)
	}
	for _, each := range p.Errors {
		locations = append(locations, each.Location)
	}
	return p.Detail, locations
}

// Field returns a member of the JSON object in the body.
func (r *Response) Field(name string) any {
	r.t.Helper()
	var object map[string]any
	r.Into(&object)
	return object[name]
}

// Text returns a member that is text.
func (r *Response) Text(name string) string {
	r.t.Helper()
	text, ok := r.Field(name).(string)
	if !ok {
		r.t.Fatalf("%s: %s is not text: %.600s", r.what, name, r.Body)
	}
	return text
}
