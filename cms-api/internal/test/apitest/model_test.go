package apitest_test

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
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
	apitest.Eventually(t, func() bool {
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
	apitest.Eventually(t, func() bool { return publicPaths(t, app.Anonymous(t)) == "" })
}

// What the version before the content model archived: its seed without articles, a changed heading, a section whose
// type is no block, and a text of a page that the site does not have.
func TestContentModel_OfTheVersionBefore(t *testing.T) {
	archive, err := os.ReadFile(filepath.Join("testdata", "before.tar.zst"))
	if err != nil {
		t.Fatal(err)
	}
	app := apitest.New(t, func(o *apitest.Options) { o.Config.ContentModel = "" })
	if _, err := restore(t, app, archive, true); err != nil {
		t.Fatal(err)
	}
	app.Ready(t)
	staff := app.Anonymous(t)
	staff.Post("/api/auth/login", apitest.JSON{"email": "editor@academy.test", "password": "a long enough passphrase"}).
		Want(http.StatusOK)
	texts := archivedTexts(t, archive)
	if len(texts) != 51 {
		t.Errorf("the archive has %d texts", len(texts))
	}
	for _, want := range texts {
		var found []archivedText
		staff.Get("/api/page-content/" + want.Page).Want(http.StatusOK).Into(&found)
		if !slices.Contains(found, want) {
			t.Errorf("%+v is not where it was", want)
		}
	}
	said := text(t, cms.Doctor(t.Context(), installed(app, ""), "test"))
	if !strings.Contains(said, "text slogan of campaign/top") {
		t.Errorf("the text that no model knows is not named:\n%s", said)
	}
	for _, one := range []archivedText{{Page: "home", Type: "subheading"}, {Page: "campaign", Type: "slogan"}} {
		var items []struct{ ID, Type string }
		staff.Get("/api/page-content/" + one.Page).Into(&items)
		at := slices.IndexFunc(items, func(item struct{ ID, Type string }) bool { return item.Type == one.Type })
		staff.Put("/api/admin/page-content/"+items[at].ID, apitest.JSON{"content": "Changed"}).Want(http.StatusOK)
	}
}

type archivedText struct{ Page, Section, Type, Content string }

func archivedTexts(t *testing.T, archive []byte) (texts []archivedText) {
	t.Helper()
	unpacked, err := zstd.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	defer unpacked.Close()
	for files := tar.NewReader(unpacked); ; {
		file, err := files.Next()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(file.Name, "documents/page_content/") {
			continue
		}
		for lines := json.NewDecoder(files); lines.More(); {
			var one archivedText
			if err := lines.Decode(&one); err != nil {
				t.Fatal(err)
			}
			texts = append(texts, one)
		}
	}
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
	upload := func(name string) string {
		return staff.Upload("/api/admin/files", "file", name, []byte("%PDF-1.7\n"+name)).Want(http.StatusCreated).Text("url")
	}
	inText, inBlock, inMenu := upload("text.pdf"), upload("block.pdf"), upload("menu.pdf")
	asLogo, unused := upload("logo.pdf"), upload("unused.pdf")
	staff.Post("/api/admin/page-content", words("every", "main", "cards", `[{"text":"<a href=\"`+inText+`\">x</a>"}]`)).
		Want(http.StatusCreated)
	staff.Post(pages, `{"path":"/draft","title":"x","blocks":[`+block("a", `{"paper":"`+inBlock+`"}`)+`]}`).
		Want(http.StatusCreated)
	staff.Put("/api/admin/menus/top", apitest.JSON{"items": []apitest.JSON{{"label": "x", "href": inMenu,
		"hidden": true}}}).
		Want(http.StatusOK)
	staff.Put("/api/settings", apitest.JSON{"logo": asLogo}).Want(http.StatusOK)
	removed := sweep(t, app)
	if !slices.Contains(removed, keyOf(unused)) {
		t.Errorf("removed %v, want %s", removed, keyOf(unused))
	}
	for name, kept := range map[string]string{"text": inText, "block": inBlock, "menu": inMenu, "logo": asLogo} {
		if slices.Contains(removed, keyOf(kept)) {
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
