package apitest_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// FuzzWrites sends anything as the body of every call that takes JSON: whatever
// it is, the answer is as described, and never a failure of ours.
func FuzzWrites(f *testing.F) {
	calls := slices.DeleteFunc(operations(f), func(op operation) bool { return op.example() == nil })
	for i, call := range calls {
		f.Add(uint8(i), call.example())
		for _, body := range []string{
			`{}`, `null`, `[]`, `{"title":"A\u0000\ud800","name":"A","type":"x","email":"a@example.com","message":"x"}`,
			"{\"name\":\"\xff\"}",
			`{"title":{"$gt":""},"email":{"$ne":null}}`,
			`{"order_index":1e308,"amount":"1e999","fullName":"A","phone":"9876543210","course":"psi"}`,
			`{"title":"x","publish_date":"9999-12-31T23:59:59-23:59"}`,
			`{"sections":[{"id":"","display_order":1}],"items":[{"id":"x","order_index":1}]}`,
			`{"page":"p","type":"t","content":null,"platform":"Telegram","url":"https://[::1"}`,
			`{"a":` + strings.Repeat("[", 2000),
		} {
			f.Add(uint8(i), []byte(body))
		}
	}
	staff := apitest.New(f, unlimited).Ready(f).Staff(f)
	me := staff.Get("/api/auth/me").Want(http.StatusOK).Text("id")
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		call := calls[int(which)%len(calls)]
		path := call.path
		answer := staff.In(t).JSON(call.method, path, string(body))
		if answer.Status >= http.StatusInternalServerError {
			t.Fatalf("%s %s %q: %d %s", call.method, path, body, answer.Status, answer.Body)
		}
		if answer.Status >= http.StatusBadRequest {
			answer.Problem(answer.Status)
		}
		if len(answer.Header.Values("Set-Cookie")) == 0 {
			return // the session is the same
		}
		if got := staff.In(t).Get("/api/auth/me").Want(http.StatusOK).Text("id"); got != me {
			t.Fatalf("%s %s %q signed in somebody else", call.method, path, body)
		}
	})
}

// FuzzReads sends anything as the query and as the path's parameters of every
// call that reads, by somebody who is signed in and by a stranger.
func FuzzReads(f *testing.F) {
	calls := slices.DeleteFunc(operations(f), func(op operation) bool { return op.method != http.MethodGet })
	for i, call := range calls {
		for _, query := range []string{
			"", "limit=0", "limit=1001&offset=-1", "q=%00%ff&sort=-title", "sort=$where&status=draft",
			"since=x&ids=a,b,,&fingerprint=%", "limit=1&limit=2&q=(((",
		} {
			f.Add(uint8(i), "unknown", query)
			if parameter.MatchString(call.template) {
				f.Add(uint8(i), "..%2f\x00é", query)
			}
		}
	}
	app := apitest.New(f, unlimited).Ready(f)
	people := []*apitest.Client{app.Staff(f), app.Anonymous(f)}
	f.Fuzz(func(t *testing.T, which uint8, value, query string) {
		call := calls[int(which)%len(calls)]
		path := parameter.ReplaceAllString(call.template, strings.ReplaceAll(url.PathEscape("a"+value), "$", "%24"))
		for _, who := range people {
			address := path + "?" + (&url.URL{RawQuery: query}).Query().Encode()
			if answer := who.In(t).Get(address); answer.Status >= http.StatusInternalServerError {
				t.Fatalf("%s: %d %s", address, answer.Status, answer.Body)
			}
		}
	})
}
