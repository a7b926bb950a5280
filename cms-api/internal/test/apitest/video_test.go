package apitest_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// clip returns a small real video.
func clip(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "media", "videofile", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

type video struct {
	ID, Title, Description, Category, File string
	Duration                               float64
	Revision                               int
}

func lecture(t testing.TB, name string) []apitest.Part {
	return []apitest.Part{
		apitest.Text("title", " Reading the Preamble "), apitest.Text("description", "Forty words, slowly."),
		apitest.Text("category", "Polity"), apitest.File("file", "../lecture.html", clip(t, name)),
	}
}

func TestVideos_UploadListWatchEditDelete(t *testing.T) {
	eachStorage(t, testVideosUploadListWatchEditDelete)
}

func testVideosUploadListWatchEditDelete(t *testing.T, storage func(*apitest.Options)) {
	app := apitest.New(t, storage, sweepingMedia).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	var made video
	staff.Parts("/api/videos", lecture(t, "moov-at-the-end.mp4")...).Want(http.StatusCreated).Into(&made)
	if made.Title != "Reading the Preamble" || made.Category != "Polity" || made.Duration != 3 ||
		!strings.HasPrefix(made.File, "/media/videos/") || !strings.HasSuffix(made.File, ".mp4") {
		t.Fatalf("made = %+v", made)
	}
	var all []video
	anyone.Get("/api/videos").Want(http.StatusOK).Into(&all)
	if len(all) != 1 || all[0].ID != made.ID || all[0].Duration != 3 || all[0].Revision != 0 {
		t.Errorf("the public sees %+v", all)
	}
	watched := anyone.Get(made.File).Want(http.StatusOK)
	if watched.Header.Get("Content-Type") != "video/mp4" || !bytes.Equal(watched.Body, clip(t, "moov-at-the-end.mp4")) {
		t.Errorf("got %s, %d bytes", watched.Header.Get("Content-Type"), len(watched.Body))
	}
	anyone.Get(made.File, "Range", "bytes=4-7").Want(http.StatusPartialContent)

	edited := staff.Put("/api/videos/"+made.ID, apitest.JSON{"title": "The Preamble"}, "If-Match", `"1"`).
		Want(http.StatusOK)
	if edited.Text("title") != "The Preamble" || edited.Text("description") != made.Description ||
		edited.Header.Get("ETag") != `"2"` {
		t.Errorf("edited = %s", edited.Body)
	}
	staff.Put("/api/videos/"+made.ID, apitest.JSON{"title": "Mine"}, "If-Match", `"1"`).
		Problem(http.StatusPreconditionFailed)
	if _, at := staff.Put("/api/videos/"+made.ID, apitest.JSON{
		"category": "  ",
	}).Problem(http.StatusUnprocessableEntity); !slices.Equal(at, []string{"body.category"}) {
		t.Errorf("a blank category: %v", at)
	}
	anyone.Get("/api/videos").Into(&all)
	if all[0].Title != "The Preamble" {
		t.Errorf("after the edit the public sees %+v", all)
	}

	anyone.Delete("/api/videos/" + made.ID).Problem(http.StatusUnauthorized)
	staff.Delete("/api/videos/" + made.ID).Want(http.StatusNoContent)
	anyone.Get("/api/videos").Into(&all)
	if len(all) != 0 {
		t.Errorf("after deleting the public sees %+v", all)
	}
	staff.Delete("/api/videos/" + made.ID).Problem(http.StatusNotFound)
	staff.Put("/api/videos/"+made.ID, apitest.JSON{"title": "x"}).Problem(http.StatusNotFound)

	staff.Post("/api/admin/trash/videos/"+made.ID+"/restore", apitest.JSON{}).Want(http.StatusOK)
	anyone.Get(made.File).Want(http.StatusOK)
	staff.Delete("/api/videos/" + made.ID).Want(http.StatusNoContent)
	staff.Delete("/api/admin/trash/videos/" + made.ID).Want(http.StatusNoContent)
	staff.Delete("/api/admin/media/" + mediaID(t, staff, made.File)).Want(http.StatusNoContent)
	apitest.Eventually(t, func() bool { return anyone.Get(made.File).Status == http.StatusNotFound })
}

func TestVideos_PartsInAnyOrderAndEveryKind(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for name, seconds := range map[string]float64{
		"moov-first.mp4": 3, "fragmented.mp4": 3, "with-duration.webm": 3, "recorded.webm": 2.8, "quicktime.mov": 3,
		"with-duration.mkv": 3,
	} {
		parts := lecture(t, name)
		slices.Reverse(parts)
		made := staff.Parts("/api/videos", parts...).Want(http.StatusCreated)
		if made.Field("duration") != seconds || !strings.HasSuffix(made.Text("file"), filepath.Ext(name)) {
			t.Errorf("%s: %s", name, made.Body)
		}
	}
	list := staff.Get("/api/videos?q=preamble&sort=title&limit=3").Want(http.StatusOK)
	if list.Header.Get("X-Total-Count") != "6" {
		t.Errorf("found %s", list.Header.Get("X-Total-Count"))
	}
}

func TestVideos_Refusals(t *testing.T) {
	app := apitest.New(t, ownBucket, func(o *apitest.Options) { o.Config.MaxVideoBytes = 4000 }).Ready(t)
	staff := app.Staff(t)
	title, category := apitest.Text("title", "x"), apitest.Text("category", "Polity")
	file := func(data []byte) apitest.Part { return apitest.File("file", "x.mp4", data) }
	good := clip(t, "moov-first.mp4")
	for name, refused := range map[string]struct {
		parts  []apitest.Part
		status int
		at     []string
	}{
		"no title": {
			[]apitest.Part{category, file(good)}, http.StatusUnprocessableEntity, []string{"body.title"},
		},
		"nothing at all": {
			nil, http.StatusUnprocessableEntity, []string{"body.title", "body.category", "body.file"},
		},
		"no file": {[]apitest.Part{title, category}, http.StatusUnprocessableEntity, []string{"body.file"}},
		"a file that has no name": {
			[]apitest.Part{title, category, apitest.Text("file", "x")}, http.StatusUnprocessableEntity, []string{"body.file"},
		},
		"a blank title first": {
			[]apitest.Part{apitest.Text("title", " "), file(make([]byte, 9000))}, http.StatusUnprocessableEntity,
			[]string{"body.title"},
		},
		"a title after the file": {
			[]apitest.Part{file(good), category, apitest.Text("title", strings.Repeat("x", 301))},
			http.StatusUnprocessableEntity, []string{"body.title"},
		},
		"two files": {
			[]apitest.Part{title, category, file(good), file(good)}, http.StatusUnprocessableEntity, []string{"body.file"},
		},
		"a damaged file": {
			[]apitest.Part{title, category, file(good[:len(good)-50])}, http.StatusUnprocessableEntity, []string{"body.file"},
		},
		"only sound": {
			[]apitest.Part{title, category, file(clip(t, "sound-only.mp4"))}, http.StatusUnprocessableEntity,
			[]string{"body.file"},
		},
		"a page": {
			[]apitest.Part{title, category, file([]byte("<html><script>alert(1)</script>"))}, http.StatusUnsupportedMediaType,
			nil,
		},
		"AVI": {
			[]apitest.Part{title, category, file([]byte("RIFF\x00\x00\x00\x00AVI LIST"))}, http.StatusUnsupportedMediaType, nil,
		},
		"too large": {
			[]apitest.Part{title, category, file(clip(t, "with-duration.webm"))}, http.StatusRequestEntityTooLarge, nil,
		},
		"not text": {
			[]apitest.Part{apitest.Text("title", "\xff\xfe"), category, file(good)}, http.StatusUnprocessableEntity,
			[]string{"body.title"},
		},
	} {
		if _, at := staff.Parts("/api/videos", refused.parts...).Problem(refused.status); !slices.Equal(at, refused.at) {
			t.Errorf("%s: names %v, want %v", name, at, refused.at)
		}
	}
	staff.Post("/api/videos", apitest.JSON{"title": "x"}).Problem(http.StatusUnsupportedMediaType)
	app.Anonymous(t).Parts("/api/videos", title, category, file(good)).Problem(http.StatusUnauthorized)
	var all []video
	if staff.Get("/api/videos").Into(&all); len(all) != 0 {
		t.Errorf("stored %+v", all)
	}
	if kept := stored(t, app, "videos/"); len(kept) != 0 {
		t.Errorf("the storage holds %v", kept)
	}
}

// What phones and recorders make is served as what it is, and in place.
func TestVideos_QuickTimeAndMatroskaAreServed(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for name, mediaType := range map[string]string{
		"quicktime.mov": "video/quicktime", "with-duration.mkv": "video/matroska",
	} {
		made := staff.Upload("/api/admin/upload-video", "file", name, clip(t, name)).Want(http.StatusCreated)
		got := app.Anonymous(t).Get(made.Text("url"), "Range", "bytes=4-7").Want(http.StatusPartialContent)
		if got.Header.Get("Content-Type") != mediaType || got.Header.Get("Content-Disposition") != "" ||
			got.Header.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.Contains(got.Header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %v", name, got.Header)
		}
	}
}

// A refusal says which file, what it is, what is taken, and what to do.
func TestUploads_RefusalsSayWhatToDo(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	brand := func(name string) []byte {
		return []byte("\x00\x00\x00\x18ftyp" + name + "\x00\x00\x00\x00" + name + "mif1")
	}
	for _, c := range []struct {
		path, field, name string
		data              []byte
		says              []string
	}{
		{"/api/upload/image", "image", "IMG_0012.HEIC", brand("heic"), []string{
			"IMG_0012.HEIC: ", "HEIC", "JPEG, GIF", "Export the photo as JPEG",
		}},
		{"/api/admin/upload-poster", "file", "C:\\pictures\\new.avif", brand("avif"), []string{
			"new.avif: ", "AVIF", "Export it as PNG",
		}},
		{"/api/upload/image", "image", "notes.txt", []byte("notes"), []string{
			"notes.txt: ", "none that is known", "Save it as JPEG",
		}},
		{"/api/admin/upload-video", "file", "tape.avi", []byte("RIFF\x00\x00\x00\x00AVI LIST\x00\x00\x00\x00"), []string{
			"tape.avi: ", "AVI", "QuickTime (MOV)", "Matroska (MKV)", "Export it as MP4",
		}},
	} {
		detail := staff.Upload(c.path, c.field, c.name, c.data).Want(http.StatusUnsupportedMediaType).Text("detail")
		for _, said := range c.says {
			if !strings.Contains(detail, said) {
				t.Errorf("%s: %q does not say %q", c.name, detail, said)
			}
		}
	}
	detail := staff.Upload("/api/upload/image", "image", "half.png", picture(t, 30, 20)[:60]).
		Want(http.StatusUnprocessableEntity).Text("detail")
	if !strings.HasPrefix(detail, "half.png: ") {
		t.Errorf("a damaged picture: %q", detail)
	}
}

func TestUploadVideo_ForTheHero(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	made := staff.Upload("/api/admin/upload-video", "file", "hero.webm", clip(t, "with-duration.webm")).
		Want(http.StatusCreated)
	if !strings.HasSuffix(made.Text("url"), ".webm") || made.Field("duration") != 3.0 ||
		made.Text("type") != "video/webm" {
		t.Errorf("made = %s", made.Body)
	}
	app.Anonymous(t).Get(made.Text("url")).Want(http.StatusOK)
	staff.Put("/api/settings", apitest.JSON{"hero_video_url": made.Text("url"), "hero_background_type": "video"}).
		Want(http.StatusOK)
	staff.Upload("/api/admin/upload-video", "file", "hero.mp4", picture(t, 3, 3)).Problem(http.StatusUnsupportedMediaType)
	hevc := bytes.ReplaceAll(clip(t, "moov-first.mp4"), []byte("avc1"), []byte("hvc1"))
	before := len(stored(t, app, "videos/"))
	refused := staff.Upload("/api/admin/upload-video", "file", "IMG_1.mp4", hevc)
	detail, _ := refused.Problem(http.StatusUnsupportedMediaType)
	if !strings.Contains(detail, "IMG_1.mp4: This video is coded as HEVC") ||
		!strings.Contains(detail, "Export it as MP4") ||
		len(stored(t, app, "videos/")) != before {
		t.Errorf("HEVC is refused with %q", detail)
	}
	staff.Upload("/api/admin/upload-video", "video", "hero.mp4", nil).Problem(http.StatusUnprocessableEntity)
	app.Anonymous(t).Upload("/api/admin/upload-video", "file", "hero.mp4", clip(t, "moov-first.mp4")).
		Problem(http.StatusUnauthorized)
}

// The dashboard makes a video of what it has uploaded to the library in parts.
func TestVideos_FromTheLibrary(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	film := staff.Parts("/api/admin/media", apitest.File("file", "lecture.mp4", clip(t, "moov-first.mp4"))).
		Want(http.StatusCreated)
	notes := staff.Parts("/api/admin/media", apitest.File("file", "notes.txt", []byte("Notes"))).Want(http.StatusCreated)
	texts := func(media string) []apitest.Part {
		return []apitest.Part{
			apitest.Text("title", "Chosen"), apitest.Text("category", "Polity"), apitest.Text("media", media),
		}
	}
	var made video
	staff.Parts("/api/videos", texts(film.Text("id"))...).Want(http.StatusCreated).Into(&made)
	if made.Title != "Chosen" || made.File != film.Text("url") || made.Duration != 3 {
		t.Errorf("made = %+v", made)
	}
	for _, id := range []string{notes.Text("id"), "none"} {
		staff.Parts("/api/videos", texts(id)...).Problem(http.StatusUnprocessableEntity)
	}
	both := append(texts(film.Text("id")), apitest.File("file", "lecture.mp4", clip(t, "moov-at-the-end.mp4")))
	staff.Parts("/api/videos", both...).Problem(http.StatusUnprocessableEntity)
	app.Anonymous(t).Parts("/api/videos", texts(film.Text("id"))...).Problem(http.StatusUnauthorized)
}
