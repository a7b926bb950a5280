package apitest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// keyOf is the storage key of an address.
func keyOf(address string) string { return strings.TrimPrefix(address, "/media/") }

// sweep takes out of the library what nothing but the history uses, as cms-api sweep --media does, and removes what
// nothing names.
func sweep(t *testing.T, app *apitest.App) []string {
	t.Helper()
	if _, err := app.Server().Content.Library.RemoveUnused(t.Context(), time.Now().Add(time.Hour), false); err != nil {
		t.Fatal(err)
	}
	swept, err := app.Server().Content.Sweeper.Once(t.Context(), -time.Hour, false)
	if err != nil {
		t.Fatal(err)
	}
	return swept.Keys
}

// mediaID returns the id of a file in the library.
func mediaID(t *testing.T, staff *apitest.Client, url string) string {
	t.Helper()
	for _, each := range rows(t, staff.Get("/api/admin/media")) {
		if each["url"] == url {
			return each["id"].(string)
		}
	}
	t.Fatalf("%s is not in the library", url)
	return ""
}

func TestSweep_RemovesWhatNothingNames(t *testing.T) {
	eachStorage(t, testSweepRemovesWhatNothingNames)
}

func testSweepRemovesWhatNothingNames(t *testing.T, kind func(*apitest.Options)) {
	app := apitest.New(t, kind, func(o *apitest.Options) { o.Config.ImageWidths = []int{16} }).Ready(t)
	staff, store := app.Staff(t), storage(t, app)
	upload := func(width int) string {
		return staff.Upload("/api/upload/image", "image", "x.jpg", photograph(t, width, 30)).Want(http.StatusCreated).
			Text("url")
	}
	film := func(name string) string {
		return staff.Upload("/api/admin/upload-video", "file", "x.mp4", clip(t, name)).Want(http.StatusCreated).Text("url")
	}
	hero, lost := film("moov-first.mp4"), film("moov-at-the-end.mp4")
	inDraft, banner, poster, onPage, unused := upload(40), upload(41), upload(42), upload(43), upload(44)
	staff.Post("/api/articles", apitest.JSON{
		"title": "Draft", "content": `<p><img src="http://academy.test` + inDraft + `"></p>`, "banner_image": banner,
	}).Want(http.StatusCreated)
	staff.Put("/api/settings", apitest.JSON{"hero_video_url": hero, "hero_video_poster": poster}).Want(http.StatusOK)
	staff.Post("/api/admin/page-content", apitest.JSON{
		"page": "about", "section": "", "type": "image_url", "content": onPage, "order_index": 1,
	}).Want(http.StatusCreated)
	lecture := staff.Parts("/api/videos", lecture(t, "with-duration.webm")...).Want(http.StatusCreated).Text("file")
	for _, key := range []string{"seed/kept.txt", "elsewhere/kept.txt", "images/0123_9x9_4.4.webp"} {
		if _, err := store.Put(t.Context(), key, "text/plain", strings.NewReader("x"), 1); err != nil {
			t.Fatal(err)
		}
	}
	before := stored(t, app, "")
	const unnamed = "images/0123_9x9_4.4.webp"
	unwanted := []string{keyOf(lost), keyOf(unused), strings.TrimSuffix(keyOf(unused), ".jpg") + ".16.webp", unnamed}
	slices.Sort(unwanted)
	// A file of the library stays, however unused.
	if dry, err := app.Server().Content.Sweeper.Once(t.Context(), 0, true); err != nil ||
		!slices.Equal(dry.Keys, []string{unnamed}) {
		t.Errorf("would remove %v, %v", dry.Keys, err)
	}
	media := app.Server().Content.Library
	if gone, err := media.RemoveUnused(t.Context(), time.Now().Add(time.Hour), false); err != nil || len(gone) != 2 {
		t.Errorf("taken out of the library: %v, %v", gone, err)
	}

	if young, err := app.Server().Content.Sweeper.Once(t.Context(), time.Hour, false); err != nil || len(young.Keys) != 0 {
		t.Errorf("uploads of this hour: removed %v, %v", young.Keys, err)
	}
	dry, err := app.Server().Content.Sweeper.Once(t.Context(), 0, true)
	if slices.Sort(dry.Keys); err != nil || !slices.Equal(dry.Keys, unwanted) || dry.Bytes == 0 {
		t.Errorf("would remove %v, want %v; %v", dry.Keys, unwanted, err)
	}
	if !slices.Equal(stored(t, app, ""), before) {
		t.Error("a dry run removed something")
	}
	if _, err := app.Server().Content.Sweeper.Once(t.Context(), 0, false); err != nil {
		t.Fatal(err)
	}
	left := slices.DeleteFunc(before, func(key string) bool { return slices.Contains(unwanted, key) })
	if got := stored(t, app, ""); !slices.Equal(got, left) {
		t.Errorf("left %v, want %v", got, left)
	}
	for _, address := range []string{hero, lecture, inDraft, banner, poster, onPage} {
		app.Anonymous(t).Get(address).Want(http.StatusOK)
	}
}

// A process that is killed in the middle of an upload leaves parts behind.
func TestSweep_GivesUpUnfinishedUploads(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	begunUpload(t, app, "videos/cut.mp4")
	if young, err := app.Server().Content.Sweeper.Once(t.Context(), time.Hour, false); err != nil ||
		len(young.Unfinished) != 0 {
		t.Errorf("one of this hour: %v, %v", young.Unfinished, err)
	}
	swept, err := app.Server().Content.Sweeper.Once(t.Context(), 0, false)
	if err != nil || !slices.Equal(swept.Unfinished, []string{"videos/cut.mp4"}) || len(stored(t, app, "")) != 0 {
		t.Errorf("swept %v, left %v; %v", swept.Unfinished, stored(t, app, ""), err)
	}
}

// sweepingMedia has the application look for unused media all the time.
func sweepingMedia(o *apitest.Options) {
	apitest.CleaningUp(o)
	o.Config.MediaSweepEvery = 20 * time.Millisecond
}

// The running application keeps what was replaced until somebody deletes it in the library and no former version shows
// it any more.
func TestSweep_ReplacedPosterGoesOnceItIsDeleted(t *testing.T) {
	app := apitest.New(t, ownBucket, sweepingMedia).Ready(t)
	staff := app.Staff(t)
	rounds := func() int { return strings.Count(app.Log.String(), "media looked through") }
	poster := func(width int) string {
		return staff.Upload("/api/admin/upload-poster", "file", "x.png", photograph(t, width, 30)).Want(http.StatusCreated).
			Text("url")
	}
	first, unused := poster(40), poster(41)
	staff.Put("/api/settings", apitest.JSON{"hero_video_poster": first}).Want(http.StatusOK)
	begun := rounds()
	apitest.Eventually(t, func() bool { return rounds() > begun+1 })
	second := poster(42)
	staff.Put("/api/settings", apitest.JSON{"hero_video_poster": second}).Want(http.StatusOK)
	begun = rounds()
	apitest.Eventually(t, func() bool { return rounds() > begun+1 })
	staff.Delete("/api/admin/media/" + mediaID(t, staff, first)).Want(http.StatusNoContent)
	begun = rounds()
	apitest.Eventually(t, func() bool { return rounds() > begun+1 })
	staff.Get(first).Want(http.StatusOK)
	staff.Delete("/api/admin/history/settings/settings").Want(http.StatusNoContent)
	apitest.Eventually(t, func() bool { return staff.Get(first).Status == http.StatusNotFound })
	begun = rounds()
	apitest.Eventually(t, func() bool { return rounds() > begun+1 })
	staff.Get(second).Want(http.StatusOK)
	staff.Get(unused).Want(http.StatusOK) // somebody may still be writing what shows it
}

// A video whose file something else shows leaves it there.
func TestDeleteVideo_KeepsAFileThatTheHeroShows(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	made := staff.Parts("/api/videos", lecture(t, "moov-first.mp4")...).Want(http.StatusCreated)
	staff.Put("/api/settings", apitest.JSON{"hero_video_url": made.Text("file")}).Want(http.StatusOK)
	staff.Delete("/api/videos/" + made.Text("id")).Want(http.StatusNoContent)
	staff.Get(made.Text("file")).Want(http.StatusOK)
}
