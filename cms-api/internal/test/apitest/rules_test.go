package apitest_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/test/apitest"
)

// writeCall is a call that stores something, with a body that is taken.
type writeCall struct {
	method, path string
	body         apitest.JSON
}

// unlimited lets a test send more than visitors do.
func unlimited(o *apitest.Options) {
	none, s := ratelimit.Limit{}, &o.Config.SignIn
	s.LimitLogin, s.LimitLoginAddress, s.LimitOTP, s.LimitOTPAddress = none, none, none, none
	s.LimitForgot, s.LimitForgotAddress, s.LimitForms = none, none, none
}

// writes makes one document of each kind and returns every call that writes
// JSON.
func writes(t *testing.T, staff *apitest.Client) []writeCall {
	t.Helper()
	calls := []writeCall{
		{http.MethodPost, "/api/articles", apitest.JSON{
			"title": "One", "content": "<p>x</p>", "excerpt": "e", "category": "c", "tags": []string{"t"}, "status": "draft",
		}},
		{http.MethodPost, "/api/admin/sections", apitest.JSON{"name": "Hero", "type": "hero", "is_visible": true}},
		{http.MethodPost, "/api/admin/page-content", apitest.JSON{
			"page": "home", "section": "hero", "type": "heading", "content": "x", "order_index": 1,
		}},
		{http.MethodPost, "/api/admin/social-media", apitest.JSON{
			"platform": "Telegram", "url": "https://t.me/a", "color": "#abc", "order_index": 1, "active": true,
		}},
		{http.MethodPost, "/api/admin/programs", apitest.JSON{
			"title": "One", "description": "d", "details": "d", "icon": "i", "link": "/x", "features": []string{"a"},
			"is_upcoming": false, "order_index": 1,
		}},
		{http.MethodPost, "/api/admin/features", apitest.JSON{
			"title": "One", "description": "d", "icon": "i", "link": "/x", "order_index": 1,
		}},
		{http.MethodPost, "/api/admin/differentiators", apitest.JSON{
			"title": "One", "description": "d", "icon": "i", "link": "/x", "order_index": 1,
		}},
		{http.MethodPost, "/api/mentorship", apitest.JSON{
			"name": "A", "phone": "9876543210", "email": "a@example.com", "education_level": "Graduate",
		}},
	}
	updates := map[string]apitest.JSON{ // where an update takes less than a creation
		"/api/mentorship":         {"status": "approved"},
		"/api/admin/page-content": {"content": "y", "order_index": 2},
	}
	for _, call := range slices.Clone(calls) {
		made := staff.Post(call.path, call.body).Want(http.StatusCreated)
		body, special := updates[call.path]
		if !special {
			body = call.body
		}
		calls = append(calls, writeCall{http.MethodPut, call.path + "/" + made.Text("id"), body})
	}
	return append(calls,
		writeCall{
			http.MethodPut, "/api/settings",
			apitest.JSON{
				"site_title": "A", "contact_email": "a@example.com", "blog_show_coming_soon": false,
				"hero_background_type": "image",
			},
		},
		writeCall{
			http.MethodPost, "/api/contact",
			apitest.JSON{"name": "A", "email": "a@example.com", "phone": "9876543210", "message": "x"},
		},
		writeCall{http.MethodPost, "/api/notifications", apitest.JSON{"email": "a@example.com", "page": "p", "source": "s"}},
		writeCall{http.MethodPost, "/api/enrollments",
			apitest.JSON{"fullName": "A", "email": "a@example.com", "phone": "9876543210", "course": "psi", "amount": 1,
				"dateOfBirth": "2001-01-01", "batch": "morning", "startDate": "2026-01-01", "address": "x", "city": "x",
				"state": "x", "pincode": "570001", "paymentMethod": "upi"}},
		writeCall{http.MethodPost, "/api/auth/login", apitest.JSON{"email": "a@example.com", "password": "x"}},
		writeCall{
			http.MethodPost, "/api/auth/register",
			apitest.JSON{"email": "b@example.com", "password": "correct horse", "name": "B"},
		},
	)
}

// Where a text, a number or a list is expected, an object is refused and the
// refusal names the place: no query operator comes in as a value.
func TestWrites_ObjectsAreNoValues(t *testing.T) {
	app := apitest.New(t, unlimited).Ready(t)
	staff := app.Staff(t)
	for _, call := range writes(t, staff) {
		for key := range call.body {
			for _, operator := range []any{
				map[string]any{"$gt": ""}, map[string]any{"$ne": nil}, []any{map[string]any{"$regex": ".*"}},
			} {
				body := apitest.JSON{}
				for name, value := range call.body {
					body[name] = value
				}
				body[key] = operator
				answer := staff.JSON(call.method, call.path, body)
				if answer.Status != http.StatusUnprocessableEntity {
					t.Errorf("%s %s with %s: %v: %d %s", call.method, call.path, key, operator, answer.Status, answer.Body)
					continue
				}
				if _, places := answer.Problem(http.StatusUnprocessableEntity); len(places) == 0 ||
					!strings.HasPrefix(places[0], "body."+key) {
					t.Errorf("%s %s with %s: places %v", call.method, call.path, key, places)
				}
			}
		}
	}
	for _, path := range []string{
		"/api/articles?status[$ne]=draft", "/api/enrollments?q[$gt]=&sort[$ne]=x", "/api/contact?limit[$gt]=1",
		"/api/mentorship?q=%7B%22%24gt%22%3A%22%22%7D",
	} {
		staff.Get(path).Want(http.StatusOK)
	}
	for _, path := range []string{"/api/enrollments/%7B%22$ne%22:1%7D", "/api/articles/[$ne]", "/api/articles/%00"} {
		staff.Get(path).Problem(http.StatusNotFound)
	}
	staff.Delete("/api/mentorship/%7B%22$gt%22:%22%22%7D").Problem(http.StatusNotFound)
	if left := rows(t, staff.Get("/api/mentorship")); len(left) != 1 {
		t.Errorf("left %v", left)
	}
}

// other returns a body that makes another document.
func other(body apitest.JSON) apitest.JSON {
	changed := maps.Clone(body)
	for key, value := range map[string]any{
		"title": "Other", "name": "Other", "content": "other", "color": "#def", "status": "rejected", "site_title": "Other",
	} {
		if _, has := body[key]; has && (key != "status" || len(body) == 1) {
			changed[key] = value
		}
	}
	return changed
}

// Every edited document refuses an edit that began from an old revision, and
// shows the present one.
func TestWrites_StaleEditsAreRefused(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for _, call := range writes(t, staff) {
		if call.method != http.MethodPut {
			continue
		}
		first := staff.Put(call.path, call.body).Want(http.StatusOK)
		tag := first.Header.Get("ETag")
		if tag == "" {
			t.Errorf("%s: no ETag", call.path)
			continue
		}
		second := staff.Put(call.path, other(call.body), "If-Match", tag).Want(http.StatusOK)
		stale := staff.Put(call.path, call.body, "If-Match", tag)
		stale.Problem(http.StatusPreconditionFailed)
		current, ok := stale.Field("current").(map[string]any)
		if !ok ||
			call.path != "/api/settings" && fmt.Sprintf("%q", fmt.Sprint(current["revision"])) != second.Header.Get("ETag") {
			t.Errorf("%s: current = %v, ETag %s", call.path, current, second.Header.Get("ETag"))
		}
		staff.Put(call.path, call.body, "If-Match", "*").Want(http.StatusOK)
		for _, bad := range []string{"3", "now", `"1`, `"1", "2"`} {
			staff.Put(call.path, call.body, "If-Match", bad).Problem(http.StatusBadRequest)
		}
	}
}

func TestWrites_SayWhatWouldBeRight(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for _, test := range []struct {
		path    string
		body    apitest.JSON
		place   string
		message string // a part of it
	}{
		{"/api/admin/sections", apitest.JSON{"name": " \u200b ", "type": "x"}, "body.name", "name"},
		{"/api/admin/sections", apitest.JSON{"name": "", "type": "x"}, "body.name", "fill this in"},
		{"/api/admin/sections", apitest.JSON{"type": "x"}, "body.name", "missing"},
		{"/api/admin/sections", apitest.JSON{"name": "X", "type": "Success Stories"}, "body.type", "success-stories"},
		{"/api/admin/page-content", apitest.JSON{
			"page": "home", "section": "hero", "type": "cta_link", "content": "javascript:alert(1)",
		}, "body.content", "https://"},
		{"/api/admin/page-content", apitest.JSON{
			"page": "about", "type": "image_url", "content": "data:text/html,x",
		}, "body.content", "/media/"},
		{"/api/admin/page-content", apitest.JSON{
			"page": "About Us", "type": "x", "content": "x",
		}, "body.page", "give lower-case letters"},
		{"/api/admin/page-content", apitest.JSON{
			"page": "home", "type": "x", "content": strings.Repeat("x", 20001),
		}, "body.content", "20000"},
		{"/api/admin/social-media", apitest.JSON{
			"platform": "Telegram", "url": "mailto:a@example.com",
		}, "body.url", "https://"},
		{"/api/admin/social-media", apitest.JSON{"platform": "Telegram", "url": "/contact-us"}, "body.url", "https://"},
		{"/api/admin/social-media", apitest.JSON{
			"platform": "Telegram", "url": "https://x.example", "color": "#12345",
		}, "body.color", "#667eea"},
		{"/api/admin/social-media", apitest.JSON{
			"platform": "Orkut", "url": "https://x.example",
		}, "body.platform", "choose Facebook, Instagram, YouTube, LinkedIn, Twitter, Telegram, WhatsApp or Github\""},
		{"/api/admin/programs", apitest.JSON{"title": "\t"}, "body.title", "title"},
		{"/api/admin/programs", apitest.JSON{
			"title": "x", "features": []string{strings.Repeat("x", 301)},
		}, "body.features[0]", "300"},
		{"/api/admin/features", apitest.JSON{"title": "x", "link": "vbscript:x"}, "body.link", "https://"},
		{"/api/articles", apitest.JSON{"title": " "}, "body.title", "title"},
		{"/api/articles", apitest.JSON{"title": "x", "publish_date": "tomorrow"}, "body.publish_date", "YYYY-MM-DD"},
		{"/api/articles", apitest.JSON{"title": "x", "publish_date": "0001-01-01"}, "body.publish_date", "1900"},
		{"/api/articles", apitest.JSON{
			"title": "x", "publish_date": "2026-01-02", "unpublish_date": "2026-01-01",
		}, "body.unpublish_date", "after the publish date"},
		{"/api/contact", apitest.JSON{"name": "\u202e", "email": "a@example.com", "message": "x"}, "body.name", "name"},
		{"/api/contact", apitest.JSON{"name": "A", "email": "a@localhost", "message": "x"}, "body.email", "email"},
		{"/api/contact", apitest.JSON{
			"name": "A", "email": "a@example.com", "message": "x", "phone": "12",
		}, "body.phone", "+91"},
		{"/api/enrollments", apitest.JSON{
			"fullName": "A", "email": "a@example.com", "phone": "9876543210", "course": "psi", "batch": "night",
		}, "body.batch", "choose morning, afternoon, evening or weekend, or leave it empty\""},
		{"/api/enrollments", apitest.JSON{
			"fullName": "A", "email": "a@example.com", "phone": "9876543210", "course": "psi", "dateOfBirth": "2030-02-01",
		}, "body.dateOfBirth", "between"},
		{"/api/enrollments", apitest.JSON{
			"fullName": "A", "email": "a@example.com", "phone": "9876543210", "course": "psi", "startDate": "2026-02-30",
		}, "body.startDate", "YYYY-MM-DD"},
		{"/api/enrollments", apitest.JSON{
			"fullName": "A", "email": "a@example.com", "phone": "9876543210", "course": "psi", "amount": "NaN",
		}, "body.amount", "rupees"},
		{"/api/enrollments", apitest.JSON{
			"fullName": "A", "email": "a@example.com", "phone": "9876543210", "course": "psi", "amount": -1,
		}, "body.amount", "rupees"},
	} {
		answer := staff.Post(test.path, test.body)
		_, places := answer.Problem(http.StatusUnprocessableEntity)
		if !slices.Equal(places, []string{test.place}) || !strings.Contains(string(answer.Body), test.message) {
			t.Errorf("%s %v: %s", test.path, test.body, answer.Body)
		}
	}
	for key, value := range map[string]any{
		"contact_whatsapp": "https://x:99999/", "community_url": "t.me/x", "hero_video_poster": "poster.png",
		"site_title": strings.Repeat("x", 121),
	} {
		if _, places := staff.Put("/api/settings", apitest.JSON{
			key: value,
		}).Problem(http.StatusUnprocessableEntity); !slices.Equal(places, []string{"body." + key}) {
			t.Errorf("%s: %v", key, places)
		}
	}
}

func TestWrites_AreStoredClean(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	made := staff.Post("/api/contact", apitest.JSON{
		"name": " Asha\u0000 \t Rao ", "email": " Asha@Example.COM ", "phone": "098765 43210",
		"message": "one\r\n two\u202e\u0007 \r\n",
	}).Want(http.StatusCreated)
	for key, want := range map[string]string{
		"name": "Asha Rao", "email": "asha@example.com", "phone": "+919876543210", "message": "one\n two",
	} {
		if got := made.Text(key); got != want {
			t.Errorf("%s = %q, want %q", key, got, want)
		}
	}
	link := staff.Post("/api/admin/social-media", apitest.JSON{
		"platform": "Telegram", "url": " https://t.me/a ", "color": "#AbC",
	}).Want(http.StatusCreated)
	if link.Text("url") != "https://t.me/a" || link.Text("color") != "#AAbbCC" {
		t.Errorf("link = %s", link.Body)
	}
}
