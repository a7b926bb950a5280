package apitest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

const (
	asJSON      = "application/json"
	asForm      = "application/x-www-form-urlencoded"
	asMultipart = "multipart/form-data"
)

// specified is every call that front ends make by the product's specification,
// with its content type and the fields that it sends.
var specified = []struct {
	method, path, kind string
	fields             []string
	public             bool
}{
	{method: http.MethodGet, path: "/api/settings", public: true},
	{method: http.MethodGet, path: "/api/social-media", public: true},
	{method: http.MethodGet, path: "/api/page-content/{page}", public: true},
	{method: http.MethodGet, path: "/api/page-content/{page}/{subpage}", public: true},
	{method: http.MethodGet, path: "/api/programs", public: true},
	{method: http.MethodGet, path: "/api/features", public: true},
	{method: http.MethodGet, path: "/api/differentiators", public: true},
	{method: http.MethodGet, path: "/api/sections/visible", public: true},
	{method: http.MethodGet, path: "/api/sections", public: true},
	{method: http.MethodGet, path: "/api/articles", public: true},
	{method: http.MethodGet, path: "/api/articles/{slug}", public: true},
	{method: http.MethodGet, path: "/api/videos", public: true},
	{method: http.MethodPost, path: "/api/contact", kind: asJSON, fields: []string{
		"name", "email", "phone", "message",
	}, public: true},
	{method: http.MethodPost, path: "/api/notifications", kind: asJSON, fields: []string{
		"email", "page", "source",
	}, public: true},
	{method: http.MethodPost, path: "/api/auth/forgot-password", kind: asJSON, fields: []string{"email"}, public: true},
	{method: http.MethodPost, path: "/api/auth/phone/send-otp", kind: asJSON, fields: []string{"phone"}, public: true},
	{method: http.MethodPost, path: "/api/auth/phone/verify-otp", kind: asJSON, fields: []string{
		"phone", "code", "name",
	}, public: true},

	{method: http.MethodGet, path: "/api/auth/me"},
	{method: http.MethodPost, path: "/api/auth/login", kind: asJSON, fields: []string{"email", "password"}, public: true},
	{method: http.MethodPost, path: "/api/auth/register", kind: asJSON, fields: []string{
		"email", "password", "name",
	}, public: true},
	{method: http.MethodPost, path: "/api/auth/logout", public: true},

	{method: http.MethodGet, path: "/api/enrollments"},
	{method: http.MethodGet, path: "/api/mentorship"},
	{method: http.MethodGet, path: "/api/contact"},
	{method: http.MethodGet, path: "/api/admin/notifications"},
	{method: http.MethodGet, path: "/api/admin/social-media"},
	{method: http.MethodPost, path: "/api/upload/image", kind: asMultipart, fields: []string{"image"}},
	{method: http.MethodPost, path: "/api/enrollments", kind: asJSON, fields: []string{
		"fullName", "email", "phone", "dateOfBirth", "course", "batch", "startDate", "address", "city", "state", "pincode",
		"paymentMethod", "amount",
	}},
	{method: http.MethodPost, path: "/api/articles", kind: asJSON, fields: []string{
		"title", "content", "excerpt", "category", "tags", "status",
	}},
	{method: http.MethodPut, path: "/api/articles/{id}", kind: asJSON, fields: []string{
		"title", "content", "excerpt", "category", "tags", "status",
	}},
	{method: http.MethodDelete, path: "/api/articles/{id}"},
	{method: http.MethodPost, path: "/api/videos", kind: asMultipart, fields: []string{
		"title", "description", "category", "file",
	}},
	{method: http.MethodDelete, path: "/api/videos/{id}"},
	{method: http.MethodPut, path: "/api/content/adhva-vibes-psi/hero-title", kind: asForm, fields: []string{"content"}},
	{method: http.MethodPut, path: "/api/content/adhva-vibes-psi/hero-subtitle", kind: asForm, fields: []string{
		"content",
	}},
	{method: http.MethodPut, path: "/api/content/adhva-vibes-psi/hero-description", kind: asForm, fields: []string{
		"content",
	}},
	{method: http.MethodGet, path: "/api/enrollments/export"},
	{method: http.MethodGet, path: "/api/mentorship/export"},
	{method: http.MethodPost, path: "/api/admin/social-media", kind: asJSON, fields: []string{
		"platform", "url", "color", "order_index", "active",
	}},
	{method: http.MethodPut, path: "/api/admin/social-media/{id}", kind: asJSON, fields: []string{
		"url", "color", "order_index", "active",
	}},
	{method: http.MethodDelete, path: "/api/admin/social-media/{id}"},
	{method: http.MethodPut, path: "/api/settings", kind: asJSON, fields: []string{
		"current_affairs_redirect", "blog_show_coming_soon", "videos_show_coming_soon", "adva_vibes_psi_hidden",
		"adhva_vibes_psi_hidden",
		"site_title", "site_description", "contact_phone", "contact_email", "contact_whatsapp", "contact_address",
		"hero_background_type", "hero_video_url", "hero_video_poster", "hero_video_autoplay", "hero_video_muted",
		"hero_video_loop",
	}},
	{method: http.MethodPost, path: "/api/admin/upload-video", kind: asMultipart, fields: []string{"file"}},
	{method: http.MethodPost, path: "/api/admin/upload-poster", kind: asMultipart, fields: []string{"file"}},

	{method: http.MethodPut, path: "/api/admin/page-content/{id}", kind: asJSON, fields: []string{"content"}},
	{method: http.MethodPost, path: "/api/admin/page-content", kind: asJSON, fields: []string{
		"page", "section", "type", "content", "order_index",
	}},
	{method: http.MethodPut, path: "/api/admin/sections/reorder", kind: asJSON, fields: []string{"sections"}},
	{method: http.MethodDelete, path: "/api/admin/sections/{id}"},
	{method: http.MethodPost, path: "/api/admin/sections", kind: asJSON, fields: []string{"name", "type", "is_visible"}},
	{method: http.MethodPut, path: "/api/admin/sections/{id}", kind: asJSON, fields: []string{"is_visible"}},
}

type schemaObject struct {
	Ref        string `json:"$ref"`
	Properties map[string]json.RawMessage
}

// A front end that was written against the specification alone finds every call:
// at its address, in its content type, with its fields, for who may make it.
func TestSpecification_EveryCallIsThere(t *testing.T) {
	var description struct {
		Paths map[string]map[string]struct {
			Access      string `json:"x-access"`
			RequestBody struct {
				Content map[string]struct{ Schema schemaObject }
			}
		}
		Components struct{ Schemas map[string]schemaObject }
	}
	if err := json.Unmarshal(apitest.Description(t), &description); err != nil {
		t.Fatal(err)
	}
	app := apitest.New(t, unlimited).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	for _, call := range specified {
		name := call.method + " " + call.path
		template := strings.NewReplacer("/api/", "/", "{slug}", "{id}", "/hero-title", "/{field}", "/hero-subtitle",
			"/{field}", "/hero-description", "/{field}").Replace(call.path)
		op, described := description.Paths[template][strings.ToLower(call.method)]
		if !described {
			t.Errorf("%s is not in the description", name)
			continue
		}
		if (op.Access == "public") != call.public {
			t.Errorf("%s is for %s", name, op.Access)
		}
		if call.kind != "" {
			media, ok := op.RequestBody.Content[call.kind]
			if !ok {
				t.Errorf("%s does not take %s", name, call.kind)
			}
			schema := media.Schema
			if reference := strings.TrimPrefix(schema.Ref, "#/components/schemas/"); reference != "" {
				schema = description.Components.Schemas[reference]
			}
			for _, field := range call.fields {
				if _, ok := schema.Properties[field]; !ok {
					t.Errorf("%s does not take the field %s", name, field)
				}
			}
		}

		// The router knows it, and whoever may not call is told so.
		path := strings.NewReplacer("{page}", "home", "{subpage}", "hero", "{slug}", "unknown", "{id}", "unknown").
			Replace(call.path)
		if !call.public {
			anyone.Do(call.method, path, nil).Problem(http.StatusUnauthorized)
		}
		if strings.Contains(call.path, "/auth/logout") {
			continue
		}
		answer := staff.Do(call.method, path, nil)
		unknown := strings.Contains(path, "unknown") && answer.Status == http.StatusNotFound &&
			strings.Contains(string(answer.Body), "There is no such")
		fine := []int{http.StatusOK, http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity}
		if !unknown && !slices.Contains(fine, answer.Status) {
			t.Errorf("%s: answered %d: %s", name, answer.Status, answer.Body)
		}
	}
}
