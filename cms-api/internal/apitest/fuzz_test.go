package apitest_test

import (
	"net/http"
	"testing"

	"academy/cms-api/internal/apitest"
)

// FuzzWrites sends anything as the body of every call that takes JSON: whatever
// it is, the answer is a document or a problem that says what is wrong, and
// never a failure of ours.
func FuzzWrites(f *testing.F) {
	calls := []writeCall{
		{method: http.MethodPost, path: "/api/articles"},
		{method: http.MethodPost, path: "/api/admin/sections"},
		{method: http.MethodPut, path: "/api/admin/sections/reorder"},
		{method: http.MethodPost, path: "/api/admin/page-content"},
		{method: http.MethodPost, path: "/api/admin/social-media"},
		{method: http.MethodPost, path: "/api/admin/programs"},
		{method: http.MethodPut, path: "/api/admin/features/reorder"},
		{method: http.MethodPut, path: "/api/settings"},
		{method: http.MethodPost, path: "/api/contact"},
		{method: http.MethodPost, path: "/api/mentorship"},
		{method: http.MethodPost, path: "/api/notifications"},
		{method: http.MethodPost, path: "/api/enrollments"},
		{method: http.MethodPut, path: "/api/mentorship/unknown"},
		{method: http.MethodPut, path: "/api/articles/unknown"},
		{method: http.MethodPost, path: "/api/auth/login"},
	}
	for i := range calls {
		for _, body := range []string{
			`{}`, `null`, `[]`, `"x"`, `{"title":"A\u0000\ud800","name":"A","type":"x","email":"a@example.com","message":"x"}`, "{\"name\":\"\xff\"}",
			`{"title":{"$gt":""}}`, `{"order_index":1e308}`, `{"amount":"1e999","fullName":"A","email":"a@example.com","phone":"9876543210","course":"psi"}`,
			`{"title":"x","publish_date":"9999-12-31T23:59:59-23:59"}`, `{"sections":[{"id":"","display_order":1}],"items":[{"id":"x","order_index":1}]}`,
			`{"page":"p","type":"t","content":null}`, `{"platform":"Telegram","url":"https://[::1"}`, `{"site_title":null,"hero_video_url":"\\\\x"}`, `{"a":` + "[[[[[[[[",
		} {
			f.Add(uint8(i), []byte(body))
		}
	}
	staff := apitest.New(f, unlimited).Ready(f).Staff(f)
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		call := calls[int(which)%len(calls)]
		answer := staff.In(t).JSON(call.method, call.path, string(body))
		if answer.Status >= http.StatusInternalServerError {
			t.Fatalf("%s %s %q: %d %s", call.method, call.path, body, answer.Status, answer.Body)
		}
		if answer.Status >= http.StatusBadRequest {
			answer.Problem(answer.Status)
		}
	})
}
