package apitest_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

func TestFiles_AreStoredAndShown(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) { o.Config.MaxFileBytes = 1000 }).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	const path = "/api/admin/files"
	content := []byte("%PDF-1.7\n1 0 obj\n")
	made := staff.Upload(path, "file", "syllabus.pdf", content).Want(http.StatusCreated)
	if made.Text("name") != "syllabus.pdf" || made.Field("size") != float64(len(content)) ||
		!strings.HasPrefix(made.Text("url"), "/media/files/") {
		t.Errorf("made %s", made.Body)
	}
	shown := anyone.Get(made.Text("url")).Want(http.StatusOK)
	for name, want := range map[string]string{
		"Content-Type": "application/pdf", "Content-Disposition": "inline", "X-Content-Type-Options": "nosniff",
	} {
		if got := shown.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if !bytes.Equal(shown.Body, content) {
		t.Errorf("served is %q", shown.Body)
	}
	staff.Upload(path, "file", "page.pdf", []byte("<!doctype html><script>x</script>")).
		Problem(http.StatusUnsupportedMediaType)
	staff.Upload(path, "file", "large.pdf", append([]byte("%PDF-1.7\n"), make([]byte, 1000)...)).
		Problem(http.StatusRequestEntityTooLarge)
	staff.Upload(path, "other", "x.pdf", content).Problem(http.StatusUnprocessableEntity)
	anyone.Upload(path, "file", "x.pdf", content).Problem(http.StatusUnauthorized)
}

func TestSettings_LogoAndAccents(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	staff.Put("/api/settings", apitest.JSON{"logo": "/media/x.png", "accent_light": "#854a00", "accent_dark": "#ffc766"}).
		Want(http.StatusOK)
	if got := anyone.Get("/api/settings"); got.Text("logo") != "/media/x.png" || got.Text("accent_dark") != "#ffc766" {
		t.Errorf("settings are %s", got.Body)
	}
	detail, places := staff.Put("/api/settings", apitest.JSON{"accent_light": "#ffc766"}).
		Problem(http.StatusUnprocessableEntity)
	if len(places) != 1 || places[0] != "body.accent_light" || !strings.Contains(detail, ":1") {
		t.Errorf("refused at %v: %s", places, detail)
	}
	staff.Put("/api/settings", apitest.JSON{"logo": "data:x"}).Problem(http.StatusUnprocessableEntity)
	staff.Put("/api/settings", apitest.JSON{"accent_light": "", "accent_dark": ""}).Want(http.StatusOK)
}
