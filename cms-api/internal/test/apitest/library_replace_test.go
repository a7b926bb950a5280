package apitest_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/manualclock"
)

// replaced has a photograph take the place of a file, and returns its address.
func replaced(t *testing.T, staff *apitest.Client, id string, width int) string {
	t.Helper()
	return staff.Upload("/api/admin/media/"+id+"/replace", "file", "x.jpg", photograph(t, width, 30)).
		Want(http.StatusOK).Text("url")
}

// A replacement whose process ends half way is continued by another, as saves of who asked for it, and no document is
// saved twice for it.
func TestReplace_ContinuesWhatBrokeOff(t *testing.T) {
	clock := manualclock.New()
	withClock := func(o *apitest.Options) { o.Clock = clock }
	one := apitest.New(t, ownBucket, withClock).Ready(t)
	staff := one.Staff(t)
	id, old := recorded(t, one, staff, 40)
	const articles = 60
	for range articles {
		staff.Post("/api/articles", apitest.JSON{"title": "A", "banner_image": old}).Want(http.StatusCreated)
	}
	content, collection := one.Server().Content, one.Server().Stores.DB.Collection("articles")
	asha := rows(t, staff.Get("/api/admin/users"))[0]["id"].(string)
	ctx, kill := context.WithCancel(access.With(t.Context(), access.Identity{UserID: asha, Role: access.RoleAuthor}))
	defer kill()
	file, err := content.Uploads.Store(ctx, library.Image, form.File{Reader: bytes.NewReader(photograph(t, 41, 30))})
	if err != nil {
		t.Fatal(err)
	}
	broke := make(chan error, 1)
	go func() {
		_, err := content.Library.Replace(ctx, id, file)
		broke <- err
	}()
	changed := func() int64 {
		count, err := collection.CountDocuments(t.Context(), bson.D{{Key: "revision", Value: 2}})
		if err != nil {
			t.Fatal(err)
		}
		return count
	}
	apitest.Eventually(t, func() bool { return changed() > 2 })
	kill()
	if err := <-broke; err == nil || changed() >= articles {
		t.Fatalf("the replacement did not break off: %v", err)
	}
	one.Stop(t)

	same := func(o *apitest.Options) { o.Config.S3Bucket = one.Config.S3Bucket }
	two := apitest.Start(t, one.Database, withClock, same).Ready(t)
	staff = two.Staff(t)
	var done []string
	carryOn := func() {
		t.Helper()
		note := func(_ context.Context, doc library.Media, r changes.Record) {
			done = append(done, doc.Replacement.By)
			if len(r.Titles) == 0 || len(r.Titles) >= articles {
				t.Errorf("%d documents were continued", len(r.Titles))
			}
		}
		if err := two.Server().Content.Library.Continue(t.Context(), note); err != nil {
			t.Fatal(err)
		}
	}
	if carryOn(); len(done) != 0 {
		t.Error("a replacement that may still be running was continued")
	}
	clock.Advance(2 * time.Minute)
	if carryOn(); len(done) != 1 || done[0] != asha {
		t.Errorf("continued for %q", done)
	}
	if carryOn(); len(done) != 1 {
		t.Error("it was continued after its end")
	}
	all := rows(t, staff.Get("/api/articles?limit=100"))
	for _, each := range all {
		saves := rows(t, staff.Get(fmt.Sprintf("/api/admin/history/articles/%v", each["id"])))
		by, _ := saves[0]["by"].(map[string]any)
		if each["banner_image"] != file.URL || len(saves) != 2 || by["id"] != asha {
			t.Fatalf("an article names %v after %v", each["banner_image"], saves)
		}
	}
	if found := compared(t, two); len(all) != articles || found.Unfinished != 0 {
		t.Errorf("%d articles; %+v", len(all), found)
	}
}

// compared returns where the library and the storage do not agree.
func compared(t *testing.T, app *apitest.App) library.Comparison {
	t.Helper()
	content := app.Server().Content
	found, err := content.Library.Compare(t.Context(), content.Uploads.EachFile)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// A document that cannot be changed is tried again five times, and then no more.
func TestReplace_TriesABoundedNumberOfTimes(t *testing.T) {
	clock := manualclock.New()
	app := apitest.New(t, ownBucket, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	staff := app.Staff(t)
	id, old := recorded(t, app, staff, 40)
	article := staff.Post("/api/articles", apitest.JSON{"title": "A", "banner_image": old}).Want(http.StatusCreated).
		Text("id")
	// No save of it is accepted, as it has no title.
	articles, media := app.Server().Stores.DB.Collection("articles"), app.Server().Stores.DB.Collection("media")
	_, err := articles.UpdateByID(t.Context(), article, bson.D{{Key: "$set", Value: bson.D{{Key: "title", Value: ""}}}})
	if err != nil {
		t.Fatal(err)
	}
	answer := staff.Upload("/api/admin/media/"+id+"/replace", "file", "x.jpg", photograph(t, 41, 30)).Want(http.StatusOK)
	if failed := answer.Field("failed").([]any); len(failed) != 1 {
		t.Fatalf("answered %s", answer.Body)
	}
	tries := func() (n int) {
		var doc library.Media
		if err := media.FindOne(t.Context(), bson.D{{Key: "_id", Value: id}}).Decode(&doc); err != nil {
			t.Fatal(err)
		}
		if doc.Replacement == nil {
			return -1
		}
		return doc.Replacement.Tries
	}
	carryOn := func() {
		t.Helper()
		clock.Advance(time.Hour)
		nobody := func(context.Context, library.Media, changes.Record) {}
		if err := app.Server().Content.Library.Continue(t.Context(), nobody); err != nil {
			t.Fatal(err)
		}
	}
	for want := range 5 {
		if carryOn(); tries() != want+1 {
			t.Errorf("try %d is number %d", want+1, tries())
		}
	}
	if carryOn(); tries() != 5 || compared(t, app).Unfinished != 1 {
		t.Errorf("after the last one there are %d, %+v", tries(), compared(t, app))
	}
}

// Nobody who has read a former address before a replacement brings it back.
func TestReplace_KeepsFormerAddressesAway(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	id, old := recorded(t, app, staff, 40)
	picture := func(url string) string { return `<p><img src="` + url + `" alt="x"></p>` }
	article := "/api/articles/" + staff.Post("/api/articles", apitest.JSON{
		"title": "A", "status": "published", "content": picture(old), "banner_image": old,
	}).Want(http.StatusCreated).Text("id")
	text := "/api/admin/page-content/" + staff.Post("/api/admin/page-content", apitest.JSON{
		"page": "about", "section": "", "type": "image_url", "content": old, "order_index": 1,
	}).Want(http.StatusCreated).Text("id")
	first := replaced(t, staff, id, 41)
	second := replaced(t, staff, id, 42)

	// A form that was opened before, which overwrites; a working copy; a new article; other collections.
	ravi.Put(article, apitest.JSON{"content": picture(old), "banner_image": first}).Want(http.StatusOK)
	ravi.Put(article+"/working-copy", apitest.JSON{"content": picture(first)}).Want(http.StatusOK)
	ravi.Put("/api/articles/new/working-copy", apitest.JSON{"banner_image": old}).Want(http.StatusOK)
	ravi.Put("/api/settings", apitest.JSON{"logo": old}).Want(http.StatusOK)
	ravi.Put(text, apitest.JSON{"content": old}).Want(http.StatusOK)
	// A version of before, whole and as texts of a section.
	staff.Post("/api/admin/history"+strings.TrimPrefix(article, "/api")+"/1/restore", apitest.JSON{}).Want(http.StatusOK)
	staff.Post("/api/admin/history/page-content/about/1/restore", apitest.JSON{}).Want(http.StatusOK)
	for _, where := range []string{
		article, article + "/working-copy", "/api/articles/new/working-copy", "/api/settings",
		"/api/page-content/about",
	} {
		answer := string(ravi.Get(where).Want(http.StatusOK).Body)
		if strings.Contains(answer, old) || strings.Contains(answer, first) || !strings.Contains(answer, second) {
			t.Errorf("%s is %s", where, answer)
		}
	}

	// The former file, sent again, is in the library in its own right.
	again, url := recorded(t, app, staff, 40)
	if url != old || again == id {
		t.Fatalf("sent again it is %s at %s", again, url)
	}
	ravi.Put("/api/settings", apitest.JSON{"logo": old}).Want(http.StatusOK)
	wantUses(t, staff, again, "settings live settings", "articles history A", "page-content history about")
	if got := staff.Get("/api/settings").Text("logo"); got != old {
		t.Errorf("the logo is %s", got)
	}
}

// A former address stays away once its file is gone: it may stand in what was open in a browser all along.
func TestReplace_KeepsFormerAddressesOfFilesThatAreGone(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	id, old := recorded(t, app, staff, 40)
	url := replaced(t, staff, id, 41)
	if err := storage(t, app).Delete(t.Context(), keyOf(old)); err != nil {
		t.Fatal(err)
	}
	adopt(t, app)
	staff.Put("/api/settings", apitest.JSON{"logo": old}).Want(http.StatusOK)
	if got := staff.Get("/api/settings").Text("logo"); got != url {
		t.Errorf("the logo is %s", got)
	}
}

// A document that names a former address where no program can change it is told, and not tried for ever.
func TestReplace_SaysWhatStillNamesTheFormerFile(t *testing.T) {
	clock := manualclock.New()
	app := apitest.New(t, ownBucket, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	staff := app.Staff(t)
	id, old := recorded(t, app, staff, 40)
	stem, _, _ := strings.Cut(old, ".")
	staff.Post("/api/articles", apitest.JSON{"title": "A", "content": "<p>It is at " + stem + "</p>"}).
		Want(http.StatusCreated)
	answer := staff.Upload("/api/admin/media/"+id+"/replace", "file", "x.jpg", photograph(t, 41, 30)).Want(http.StatusOK)
	if failed := answer.Field("failed").([]any); len(failed) != 1 {
		t.Errorf("answered %s", answer.Body)
	}
	nobody := func(context.Context, library.Media, changes.Record) {}
	var revision any
	for try := range 8 {
		clock.Advance(time.Hour)
		if err := app.Server().Content.Library.Continue(t.Context(), nobody); err != nil {
			t.Fatal(err)
		}
		now := staff.Get("/api/admin/media/" + id).Field("revision")
		if try > 5 && now != revision {
			t.Errorf("try %d made revision %v of %v", try, now, revision)
		}
		revision = now
	}
	if found := compared(t, app); found.Unfinished != 1 {
		t.Errorf("%+v", found)
	}
}

// A file that arrives in parts can take the place of another, over a line that breaks.
func TestReplace_InParts(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	begin := func(id, name string, size int) *apitest.Response {
		return staff.Do(http.MethodPost, uploadsPath, nil, "Tus-Resumable", "1.0.0", "Upload-Length", strconv.Itoa(size),
			"Upload-Metadata", metadata(name, "")+",replaces "+base64.StdEncoding.EncodeToString([]byte(id)))
	}
	picture, old := recorded(t, app, staff, 40)
	staff.Put("/api/settings", apitest.JSON{"logo": old}).Want(http.StatusOK)
	video := staff.Upload("/api/admin/media", "file", "short.mp4", clip(t, "moov-first.mp4")).Want(http.StatusCreated)
	addresses := map[string]string{}
	for id, file := range map[string][]byte{
		picture: photo(t, 1, 3_000_000), video.Text("id"): longVideo(t, 9_000_000),
	} {
		address := begin(id, "new", len(file)).Want(http.StatusCreated).Header.Get("Location")
		if err := cutLine(t, staff, app, address, 0, file, 2_000_000).Close(); err != nil {
			t.Fatal(err)
		}
		apitest.Eventually(t, func() bool { return arrived(t, staff, address) == 2_000_000 })
		last := more(staff, address, 2_000_000, file[2_000_000:]).Want(http.StatusOK)
		doc := staff.Get("/api/admin/media/" + id).Want(http.StatusOK)
		if last.Header.Get("Upload-Media-Id") != id || last.Text("url") != doc.Text("url") || last.Text("url") == old {
			t.Errorf("answered %s; the document is %s", last.Body, doc.Body)
		}
		if got := staff.Get(doc.Text("url")).Want(http.StatusOK); !bytes.Equal(got.Body, file) {
			t.Errorf("%d bytes are not the %d that were sent", len(got.Body), len(file))
		}
		again := staff.Do(http.MethodHead, address, nil, "Tus-Resumable", "1.0.0").Want(http.StatusOK)
		if again.Header.Get("Upload-Media-Id") != id {
			t.Errorf("a client that missed the answer gets %v", again.Header)
		}
		addresses[id] = address
	}
	if url := staff.Get("/api/admin/media/" + picture).Text("url"); staff.Get("/api/settings").Text("logo") != url {
		t.Error("the settings name another file")
	}

	// The same file, sent again when somebody else has replaced it since, takes its place.
	replaced(t, staff, picture, 44)
	staff.Do(http.MethodHead, addresses[picture], nil, "Tus-Resumable", "1.0.0").Want(http.StatusNotFound)

	begin("nothing", "new.jpg", 100).Problem(http.StatusNotFound)
	begin("", "new.jpg", 100).Problem(http.StatusUnprocessableEntity)
	for name, c := range map[string]struct {
		file []byte
		want int
	}{
		"another kind":                {pdfOf(2_000_000), http.StatusUnsupportedMediaType},
		"another kind, in parts":      {longVideo(t, 9_000_000), http.StatusUnsupportedMediaType},
		"a file that the library has": {photograph(t, 43, 30), http.StatusUnprocessableEntity},
	} {
		t.Run(name, func(t *testing.T) {
			recorded(t, app, staff.In(t), 43)
			staff := staff.In(t)
			address := begin(picture, "new", len(c.file)).Want(http.StatusCreated).Header.Get("Location")
			more(staff, address, 0, c.file).Problem(c.want)
			staff.Do(http.MethodHead, address, nil).Want(http.StatusNotFound)
		})
	}
}
