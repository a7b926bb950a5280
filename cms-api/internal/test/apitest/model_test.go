package apitest_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	cms "academy/cms-api/internal/app"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/test/apitest"
)

// A backup carries pages and menus, and says which model its content was written for.
func TestContentModel_IsNamedInBackups(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	staff.Post(pages, apitest.JSON{"path": "/kept", "title": "Kept", "status": "published"}).Want(http.StatusCreated)
	staff.Put("/api/admin/menus/top", apitest.JSON{"items": []apitest.JSON{{"label": "Kept", "href": "/kept"}}}).
		Want(http.StatusOK)
	before := anyone.Get("/api/snapshot").Text("fingerprint")
	archive, _ := backedUp(t, app, false)
	head, _, err := backup.Verify(bytes.NewReader(archive))
	if err != nil || head.ContentModel != "0123456789abcdef" {
		t.Errorf("the archive says %+v, %v", head, err)
	}
	other := apitest.New(t)
	if _, err := restore(t, other, archive, true); err != nil {
		t.Fatal(err)
	}
	other.Ready(t)
	apitest.Eventually(t, 10*time.Second, func() bool {
		return other.Anonymous(t).Get("/api/snapshot").Text("fingerprint") == before
	})
}

// An archive of before there were pages and menus leaves none.
func TestContentModel_OfAnOlderArchive(t *testing.T) {
	older := apitest.New(t).Ready(t)
	older.Staff(t)
	archive, _ := backedUp(t, older, false)
	app := apitest.New(t).Ready(t)
	app.Staff(t).Post(pages, apitest.JSON{"path": "/later", "title": "Later", "status": "published"}).
		Want(http.StatusCreated)
	if _, err := restore(t, app, archive, true); err != nil {
		t.Fatal(err)
	}
	apitest.Eventually(t, 10*time.Second, func() bool { return publicPaths(t, app.Anonymous(t)) == "" })
}

func TestDoctor_NamesWhatTheModelDoesNotKnow(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	folder := t.TempDir()
	writeFile(t, folder, "page-content.json",
		`[{"page":"gone","section":"old","type":"words","content":"a","order_index":1},
		{"page":"every","section":"main","type":"size","content":"500","order_index":1}]`)
	if _, err := seeded(t, app, folder, true); err != nil {
		t.Fatal(err)
	}
	page := staff.Post(pages, `{"path":"/old","title":"Old","blocks":[`+block("b1", `{}`)+`]}`).Want(http.StatusCreated).
		Text("id")
	older := bson.A{bson.M{"id": "b1", "type": "every", "values": `{"side":"up"}`}, bson.M{"id": "b2",
		"type": "forgotten", "values": `{}`}}
	if _, err := opened(t, app).Collection("pages").UpdateByID(t.Context(), page,
		bson.M{"$set": bson.M{"blocks": older}}); err != nil {
		t.Fatal(err)
	}
	said := text(t, cms.Doctor(t.Context(), installed(app, "", "CONTENT_MODEL="+app.Config.ContentModel), "test"))
	for _, want := range []string{
		"text words of gone/old", "text size of every/main", "page /old, blocks[0].values.side", "page /old, blocks[1].type",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not named:\n%s", want, said)
		}
	}
}

// What any value of content names is no unused upload, drafts and hidden entries included.
func TestMediaSweep_KeepsWhatContentNames(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) { o.Config.S3Bucket = "content-sweep" }).Ready(t)
	staff := app.Staff(t)
	upload := func() string {
		return staff.Upload("/api/admin/files", "file", "x.pdf", []byte("%PDF-1.7\n")).Want(http.StatusCreated).Text("url")
	}
	inText, inBlock, inMenu, asLogo, unused := upload(), upload(), upload(), upload(), upload()
	staff.Post("/api/admin/page-content", words("every", "main", "cards", `[{"text":"<a href=\"`+inText+`\">x</a>"}]`)).
		Want(http.StatusCreated)
	staff.Post(pages, `{"path":"/draft","title":"x","blocks":[`+block("a", `{"paper":"`+inBlock+`"}`)+`]}`).
		Want(http.StatusCreated)
	staff.Put("/api/admin/menus/top", apitest.JSON{"items": []apitest.JSON{{"label": "x", "href": inMenu,
		"hidden": true}}}).
		Want(http.StatusOK)
	staff.Put("/api/settings", apitest.JSON{"logo": asLogo}).Want(http.StatusOK)
	removed, err := app.Server().Content.Sweeper.Once(t.Context(), -time.Hour, false)
	if err != nil || !slices.Contains(removed.Keys, keyOf(unused)) {
		t.Errorf("removed %v, want %s: %v", removed.Keys, keyOf(unused), err)
	}
	for name, kept := range map[string]string{"text": inText, "block": inBlock, "menu": inMenu, "logo": asLogo} {
		if slices.Contains(removed.Keys, keyOf(kept)) {
			t.Errorf("what a %s names is removed", name)
		}
	}
}

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
	if again := app.Anonymous(t).Get("/api/content-model", "If-None-Match", tag).
		Want(http.StatusNotModified); len(again.Body) > 0 {
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
