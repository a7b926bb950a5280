package apitest_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cms "academy/cms-api/internal/app"
	"academy/cms-api/internal/test/apitest"
)

func TestContentModel_IsPublic(t *testing.T) {
	app := apitest.New(t).Ready(t)
	declared, err := os.ReadFile(app.Config.ContentModel)
	if err != nil {
		t.Fatal(err)
	}
	answer := app.Anonymous(t).Get("/api/content-model").Want(http.StatusOK)
	if string(answer.Body) != string(declared) {
		t.Errorf("the model is answered as %.200s", answer.Body)
	}
	if answer.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("headers: %v", answer.Header)
	}
	tag := answer.Header.Get("ETag")
	if again := app.Anonymous(t).Get("/api/content-model", "If-None-Match", tag).Want(http.StatusNotModified); len(again.Body) > 0 {
		t.Errorf("304 has a body: %s", again.Body)
	}
}

// A model that cannot be used is said when the program starts, not on the first write.
func TestContentModel_ThatIsBrokenRefusesToStart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "model.json")
	if err := os.WriteFile(file, []byte(`{"version":"1","fallback":"plain","blocks":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	running := apitest.New(t)
	options := running.Server().Options
	options.Config.ContentModel = file
	if _, err := cms.New(options); err == nil || !strings.Contains(err.Error(), `the fallback "plain" is no block`) {
		t.Errorf("it starts: %v", err)
	}
}
