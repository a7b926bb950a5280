package apitest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/test/apitest"
)

// Wherever the description has no null, null is refused, and the refusal names
// the place; where it has, null is taken.
func TestWrites_NullIsNoValue(t *testing.T) {
	described := describedSchemas(t)
	staff := apitest.New(t, unlimited).Ready(t).Staff(t)
	tried, taken := 0, []string{}
	for _, op := range operations(t) {
		if op.Access == access.PublisherOnly {
			continue // what is not signed is not looked at
		}
		places, example := described.bodyPlaces(t, op)
		for _, place := range places {
			tried++
			answer := staff.JSON(op.method, op.path, with(example, place.path, nil))
			named := answer.Status == http.StatusUnprocessableEntity && slices.Contains(locations(answer), place.String())
			nullable := slices.Contains(place.schema.Type, "null")
			if nullable {
				taken = append(taken, op.ID+" "+place.String())
			}
			if named == nullable {
				t.Errorf("%s: null at %s: %d %s", op.ID, place, answer.Status, answer.Body)
			}
		}
	}
	slices.Sort(taken)
	want := []string{
		"createArticle body.publish_date", "createArticle body.unpublish_date", "createPage body.publish_date",
		"createPage body.unpublish_date", "createToken body.expires_at",
		"saveArticleWorkingCopy body.publish_at", "saveArticleWorkingCopy body.publish_date",
		"saveArticleWorkingCopy body.unpublish_date", "savePageWorkingCopy body.publish_at",
		"savePageWorkingCopy body.publish_date", "savePageWorkingCopy body.unpublish_date",
		"updateArticle body.publish_date", "updateArticle body.unpublish_date",
		"updateMedia body.focus",
		"updatePage body.publish_date", "updatePage body.unpublish_date",
	}
	if tried < 100 || !slices.Equal(taken, want) {
		t.Errorf("of %d places null is taken at %v", tried, taken)
	}
}

func locations(answer *apitest.Response) []string {
	var problem struct {
		Errors []struct{ Location string }
	}
	if json.Unmarshal(answer.Body, &problem) != nil {
		return nil
	}
	found := []string{}
	for _, each := range problem.Errors {
		found = append(found, each.Location)
	}
	return found
}

// What is no text comes into no document, by whatever call.
func TestWrites_TextsArePrintable(t *testing.T) {
	described := describedSchemas(t)
	staff := apitest.New(t, unlimited).Ready(t).Staff(t)
	const junk = `\u0000\u0001\u000b\u001f\u007f\u0085\ufffe\uffff\ufdd0\ud800\ufffd`
	tried := 0
	for _, op := range operations(t) {
		places, example := described.bodyPlaces(t, op)
		for _, place := range places {
			raw, err := json.Marshal(with(example, place.path, "JUNK"))
			if err != nil {
				t.Fatal(err)
			}
			tried++
			answer := staff.JSON(op.method, op.path, strings.Replace(string(raw), "JUNK", "a"+junk+"b", 1))
			if strings.HasSuffix(place.String(), "password") && !slices.Contains(locations(answer), place.String()) {
				t.Errorf("%s takes a password that nobody can type: %d", op.ID, answer.Status)
			}
			if strings.ContainsFunc(string(answer.Body), unprintable) {
				t.Errorf("%s: %s: %q", op.ID, place, answer.Body)
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d places were tried", tried)
	}
	written := staff.Post("/api/articles",
		`{"title":"One","content":"<p>a\u0001\u000b&#1;&#x7f;&#xfffe;\ufffe\ud800b</p>"}`).Want(http.StatusCreated)
	if content := written.Text("content"); content != "<p>ab</p>" {
		t.Errorf("content = %q", content)
	}
	staff.Form(http.MethodPut, "/api/content/adhva-vibes-psi/hero-title", map[string][]string{
		"content": {"a\x01\x0b\x7f\ufffeb"},
	}).Want(http.StatusOK)
	got := staff.Get("/api/page-content/adhva-vibes-psi").Want(http.StatusOK).Body
	if strings.ContainsFunc(string(got), unprintable) {
		t.Errorf("a form's text is stored as %q", got)
	}
	staff.Post("/api/articles", "{\"title\":\"\xff\"}").Problem(http.StatusBadRequest)
}

// unprintable knows what is no text, in an answer as it is and as JSON escapes it.
func unprintable(r rune) bool {
	return r < ' ' && r != '\n' || r == 0x7f || r >= 0x80 && r < 0xa0 || r >= 0xfdd0 && r <= 0xfdef ||
		r&0xfffe == 0xfffe || r == 0xfffd
}

// What a client sends wrong is its fault: never a failure of ours, and nothing
// that wakes whoever watches for those.
func TestProtocol_BrokenRequestsAreTheClients(t *testing.T) {
	app := apitest.New(t, unlimited).Ready(t)
	session := auth.SessionCookie + "=" + app.Staff(t).Cookie(auth.SessionCookie)
	head := func(method, path, kind string) string {
		return method + " " + path + " HTTP/1.1\r\nHost: academy.test\r\nCookie: " + session + "\r\nContent-Type: " + kind +
			"\r\n"
	}
	for _, op := range operations(t) {
		if !op.unsafe() || op.ID == "logout" { // which would end the session
			continue
		}
		for _, kind := range []string{
			"application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
		} {
			begin := head(op.method, op.path, kind)
			broken := map[string]string{
				"a bad chunk":       begin + "Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
				"a second bad one":  begin + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nZZ\r\n",
				"a cut chunk":       begin + "Transfer-Encoding: chunked\r\n\r\n9\r\n{}",
				"a cut body":        begin + "Content-Length: 100\r\n\r\n{}",
				"no body":           begin + "\r\n",
				"a content coding":  begin + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
				"a length in words": begin + "Content-Length: two\r\n\r\n{}",
			}
			if media, _, _ := strings.Cut(kind, ";"); !op.takes(media) {
				broken = map[string]string{"a cut chunk": broken["a cut chunk"]} // it is refused for its kind
			}
			for name, request := range broken {
				answers := raw(t, app, request)
				if len(answers) != 1 {
					t.Errorf("%s with %s as %s: %d answers", op.ID, name, kind, len(answers))
				}
				for _, answer := range answers {
					// Calls that take no body are right without one.
					right := name == "no body" && op.RequestBody.Content == nil
					if answer.StatusCode >= 500 || answer.StatusCode < 400 && !right {
						t.Errorf("%s with %s as %s: %d", op.ID, name, kind, answer.StatusCode)
					}
				}
			}
		}
	}
	for name, want := range map[string]int{
		"Transfer-Encoding: chunked\r\n\r\nZZ\r\n": 400, "Content-Encoding: br\r\nContent-Length: 2\r\n\r\n{}": 415,
	} {
		answers := raw(t, app, head(http.MethodPost, "/api/contact", "application/json")+name)
		if len(answers) != 1 || answers[0].StatusCode != want ||
			answers[0].Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%q: %d answers, %v", name, len(answers), answers)
		}
	}
	if log := app.Log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("what clients sent wrong is logged as an error: %s", log)
	}
}

// Half a text must not be stored for a whole one.
func TestProtocol_ChunksWithoutTheLastOneAreNoBody(t *testing.T) {
	app := apitest.New(t).Ready(t)
	text := "PUT /api/content/adhva-vibes-psi/hero-title HTTP/1.1\r\nHost: academy.test\r\nCookie: " + auth.SessionCookie + "=" +
		app.Staff(t).Cookie(auth.SessionCookie) +
		"\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ncontent=a\r\n"
	for ending, want := range map[string]int{
		"": http.StatusBadRequest, "0\r\n": http.StatusBadRequest, "0\r\n\r\n": http.StatusOK,
	} {
		answers := raw(t, app, text+ending)
		if len(answers) != 1 || answers[0].StatusCode != want {
			t.Errorf("chunks that end with %q: %d answers, %v", ending, len(answers), answers)
		}
	}
}

func TestProtocol_UnknownMethods(t *testing.T) {
	anyone := apitest.New(t).Ready(t).Anonymous(t)
	for _, method := range []string{"BREW", "PROPFIND", "PATCH"} {
		answer := anyone.Do(method, "/api/articles", nil)
		answer.Problem(http.StatusMethodNotAllowed)
		if allow := answer.Header.Get("Allow"); !strings.Contains(allow, "GET") || !strings.Contains(allow, "POST") {
			t.Errorf("%s: Allow %q", method, allow)
		}
		anyone.Do(method, "/api/nowhere", nil).Problem(http.StatusNotFound)
	}
}
