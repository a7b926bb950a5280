package apitest_test

import (
	"bytes"
	"mime"
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
		"Content-Type": "application/pdf", "Content-Disposition": "inline; filename=syllabus.pdf",
		"X-Content-Type-Options": "nosniff",
	} {
		if got := shown.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if !bytes.Equal(shown.Body, content) {
		t.Errorf("served is %q", shown.Body)
	}
	for name, want := range map[string][2]string{
		"हिंदी नोट्स – भाग 1.pdf": {"हिंदी नोट्स – भाग 1.pdf", "inline; filename*=utf-8''" +
			"%E0%A4%B9%E0%A4%BF%E0%A4%82%E0%A4%A6%E0%A5%80%20%E0%A4%A8%E0%A5%8B%E0%A4%9F%E0%A5%8D%E0%A4%B8" +
			"%20%E2%80%93%20%E0%A4%AD%E0%A4%BE%E0%A4%97%201.pdf"},
		"notes; part 1": {"notes; part 1.pdf", `inline; filename="notes; part 1.pdf"`},
		strings.Repeat("क्षि", 40) + ".pdf": {strings.Repeat("क्षि", 19) + ".pdf", ""},
	} {
		made := staff.Upload(path, "file", name, append(content, name...)).Want(http.StatusCreated)
		got := anyone.Get(made.Text("url")).Want(http.StatusOK).Header.Get("Content-Disposition")
		if _, parameters, err := mime.ParseMediaType(got); made.Text("name") != want[0] || err != nil ||
			parameters["filename"] != want[0] || want[1] != "" && got != want[1] {
			t.Errorf("%q is stored as %q, with %q: %v", name, made.Text("name"), got, err)
		}
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
