package apitest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

func contractOf(t *testing.T) (*apitest.Contract, []byte) {
	t.Helper()
	raw := apitest.Description(t)
	contract, err := apitest.NewContract(raw)
	if err != nil {
		t.Fatal(err)
	}
	return contract, raw
}

func TestContract_FindsWhatIsWrong(t *testing.T) {
	contract, _ := contractOf(t)
	asJSON := http.Header{"Content-Type": {"application/json; charset=utf-8"}, "X-Total-Count": {"1"}, "Etag": {`"1"`}}
	link := `{"id":"a","icon":"youtube","url":"https://example.com","color":"#667eea","visible":true}`
	for name, call := range map[string]struct {
		method, path string
		status       int
		header       http.Header
		body, want   string
	}{
		"unknown path":   {http.MethodGet, "/nothing", 200, asJSON, "{}", "is not described"},
		"unknown status": {http.MethodGet, "/health/live", 418, asJSON, "{}", "does not say that it can answer 418"},
		"wrong content type": {
			http.MethodGet, "/social-media", 200, http.Header{"Content-Type": {"text/html"}}, "[]", `as "text/html"`,
		},
		"missing header": {
			http.MethodGet, "/articles", 200, http.Header{"Content-Type": {"application/json"}}, "[]",
			"without the header X-Total-Count",
		},
		"not JSON": {http.MethodGet, "/social-media", 200, asJSON, "[", "not JSON"},
		"wrong type": {
			http.MethodGet, "/social-media", 200, asJSON, "[" + strings.Replace(link, "true", `"yes"`, 1) + "]",
			"does not allow",
		},
		"missing member": {
			http.MethodGet, "/social-media", 200, asJSON,
			"[" + strings.Replace(link, `"url":"https://example.com",`, "", 1) + "]", "does not allow",
		},
		"wrong format": {
			http.MethodGet, "/contact", 200, asJSON,
			`[{"id":"a","revision":1,"name":"A","email":"a@example.com","phone":"","message":"x","created_at":"today"}]`, "does not allow",
		},
		"unexpected body": {http.MethodPost, "/auth/logout", 204, http.Header{}, "{}", "not described"},
	} {
		t.Run(name, func(t *testing.T) {
			err := contract.Check(call.method, call.path, call.status, call.header, []byte(call.body))
			if err == nil || !strings.Contains(err.Error(), call.want) {
				t.Errorf("err = %v, want %s", err, call.want)
			}
		})
	}
}

// Every example stands in the description beside the schema that it must keep.
func TestContract_ExamplesKeepTheirSchemas(t *testing.T) {
	contract, raw := contractOf(t)
	var parsed struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct{ Example json.RawMessage }
			}
			Responses map[string]struct {
				Content map[string]struct{ Example json.RawMessage }
			}
		}
	}
	if err := json.Unmarshal(raw, &parsed); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for path, methods := range parsed.Paths {
		for method, op := range methods {
			for kind, media := range op.RequestBody.Content {
				if kind != "application/json" {
					continue
				}
				checked++
				if err := contract.CheckExample(path, method, "requestBody", kind, media.Example); err != nil {
					t.Errorf("%s %s: the body's example: %v", method, path, err)
				}
			}
			for status, answer := range op.Responses {
				for kind, media := range answer.Content {
					if kind != "application/json" {
						continue
					}
					checked++
					if err := contract.CheckExample(path, method, "responses/"+status, kind, media.Example); err != nil {
						t.Errorf("%s %s: the example of %s: %v", method, path, status, err)
					}
				}
			}
		}
	}
	if checked < 80 {
		t.Errorf("only %d examples were found", checked)
	}
}
