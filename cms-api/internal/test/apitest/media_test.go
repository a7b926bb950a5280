package apitest_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

func picture(t *testing.T, w, h int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for x := range w {
		img.Set(x, 0, color.RGBA{R: 255, A: 255})
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// rotated returns a JPEG of 40 by 20 whose EXIF says it was shot sideways.
func rotated(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, image.NewRGBA(image.Rect(0, 0, 40, 20)), nil); err != nil {
		t.Fatal(err)
	}
	exif := "Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00"
	segment := append([]byte{0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...)
	data := out.Bytes()
	return append(append(append([]byte{}, data[:2]...), segment...), data[2:]...)
}

func TestUploadImage_StoredAndServed(t *testing.T) { eachStorage(t, testUploadImageStoredAndServed) }

func testUploadImageStoredAndServed(t *testing.T, storage func(*apitest.Options)) {
	app := apitest.New(t, storage).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	data := picture(t, 30, 20)
	made := staff.Upload("/api/upload/image", "image", "../../evil.html", data).Want(http.StatusCreated)
	address := made.Text("url")
	if !strings.HasPrefix(address, "/media/images/") || !strings.HasSuffix(address, ".png") ||
		made.Field("width") != 30.0 || made.Field("height") != 20.0 {
		t.Fatalf("made = %s", made.Body)
	}
	got := anyone.Get(address).Want(http.StatusOK)
	for name, want := range map[string]string{
		"Content-Type": "image/png", "X-Content-Type-Options": "nosniff", "Accept-Ranges": "bytes",
		"Cache-Control": "public, max-age=31536000, immutable",
	} {
		if got.Header.Get(name) != want {
			t.Errorf("%s = %q, want %q", name, got.Header.Get(name), want)
		}
	}
	if !strings.Contains(got.Header.Get("Content-Security-Policy"), "sandbox") || !bytes.Equal(got.Body, data) {
		t.Errorf("policy %q, %d bytes", got.Header.Get("Content-Security-Policy"), len(got.Body))
	}
	anyone.Get(address, "If-None-Match", got.Header.Get("ETag")).Want(http.StatusNotModified)
	part := anyone.Get(address, "Range", "bytes=1-3").Want(http.StatusPartialContent)
	if string(part.Body) != "PNG" || !strings.HasPrefix(part.Header.Get("Content-Range"), "bytes 1-3/") {
		t.Errorf("part = %q, %s", part.Body, part.Header.Get("Content-Range"))
	}
	if tail := anyone.Get(address, "Range", "bytes=-4").Want(http.StatusPartialContent); !bytes.Equal(tail.Body,
		data[len(data)-4:]) {
		t.Errorf("tail = %q", tail.Body)
	}
	anyone.Get(address, "Range", "bytes=99999-").Want(http.StatusRequestedRangeNotSatisfiable)
	head := anyone.Do(http.MethodHead, address, nil).Want(http.StatusOK)
	if head.Header.Get("Content-Length") != got.Header.Get("Content-Length") || len(head.Body) != 0 {
		t.Errorf("HEAD: length %s", head.Header.Get("Content-Length"))
	}
	staff.Upload("/api/admin/upload-poster", "file", "poster.png", data).Want(http.StatusCreated)
}

func TestUploadImage_ExifIsAppliedAndRemoved(t *testing.T) {
	app := apitest.New(t).Ready(t)
	made := app.Staff(t).Upload("/api/upload/image", "image", "photo.jpg", rotated(t)).Want(http.StatusCreated)
	if made.Field("width") != 20.0 || made.Field("height") != 40.0 {
		t.Errorf("made = %s", made.Body)
	}
	got := app.Anonymous(t).Get(made.Text("url")).Want(http.StatusOK)
	if bytes.Contains(got.Body, []byte("Exif")) {
		t.Error("the metadata is still there")
	}
	if _, err := jpeg.Decode(bytes.NewReader(got.Body)); err != nil {
		t.Error(err)
	}
}

func TestUploadImage_Refusals(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) {
		o.Config.MaxImageBytes = 200_000
		o.Config.MaxImagePixels = 1_000_000
	}).Ready(t)
	staff := app.Staff(t)
	staff.Upload("/api/upload/image", "image", "x.png", []byte("<script>alert(1)</script>")).
		Problem(http.StatusUnsupportedMediaType)
	staff.Upload("/api/upload/image", "image", "x.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`)).
		Problem(http.StatusUnsupportedMediaType)
	staff.Upload("/api/upload/image", "image", "x.png", picture(t, 30, 20)[:60]).Problem(http.StatusUnprocessableEntity)
	staff.Upload("/api/upload/image", "image", "x.png", picture(t, 2000, 600)).Problem(http.StatusRequestEntityTooLarge)
	staff.Upload("/api/upload/image", "image", "x.png", make([]byte, 5_000_000)).Problem(http.StatusRequestEntityTooLarge)
	staff.Upload("/api/upload/image", "other", "x.png", picture(t, 3, 2)).Problem(http.StatusUnprocessableEntity)
	staff.Post("/api/upload/image", apitest.JSON{"image": "x"}).Problem(http.StatusUnsupportedMediaType)
	app.Anonymous(t).Upload("/api/upload/image", "image", "x.png", picture(t, 3, 2)).Problem(http.StatusUnauthorized)
	staff.Get("/api/auth/me").Want(http.StatusOK)
}

func TestMedia_UnknownAndHostileNames(t *testing.T) {
	app := apitest.New(t).Ready(t)
	anyone := app.Anonymous(t)
	for _, path := range []string{
		"/media/none.png", "/media/", "/media/a/../../secret", "/media/%2e%2e/secret", "/media/images//x.png",
	} {
		anyone.Get(path).Problem(http.StatusNotFound)
	}
}

func TestMedia_ConditionsAndRanges(t *testing.T) { eachStorage(t, testMediaConditionsAndRanges) }

func testMediaConditionsAndRanges(t *testing.T, storage func(*apitest.Options)) {
	app := apitest.New(t, storage).Ready(t)
	anyone := app.Anonymous(t)
	address := app.Staff(t).Upload("/api/upload/image", "image", "x.png", picture(t, 30, 20)).Want(http.StatusCreated).
		Text("url")
	whole := anyone.Get(address).Want(http.StatusOK)
	tag, modified := whole.Header.Get("ETag"), whole.Header.Get("Last-Modified")
	for _, each := range []struct {
		name    string
		headers []string
		want    int
	}{
		{"the same", []string{"If-None-Match", tag}, http.StatusNotModified},
		{"weakly the same", []string{"If-None-Match", `"x", W/` + tag}, http.StatusNotModified},
		{"another", []string{"If-None-Match", `"x"`, "If-Modified-Since", modified}, http.StatusOK},
		{"not changed since", []string{"If-Modified-Since", modified}, http.StatusNotModified},
		{"changed since", []string{"If-Modified-Since", "Mon, 01 Jan 2024 00:00:00 GMT"}, http.StatusOK},
		{"a part of this one", []string{"Range", "bytes=0-3", "If-Range", tag}, http.StatusPartialContent},
		{"a part of one of that time", []string{"Range", "bytes=0-3", "If-Range", modified}, http.StatusPartialContent},
		{"a part of another", []string{"Range", "bytes=0-3", "If-Range", `"x"`}, http.StatusOK},
		{"a weak condition", []string{"Range", "bytes=0-3", "If-Range", "W/" + tag}, http.StatusOK},
		{"to the end", []string{"Range", "bytes=10-"}, http.StatusPartialContent},
		{"more than there is", []string{"Range", "bytes=0-999999"}, http.StatusPartialContent},
		{"beyond the end", []string{"Range", "bytes=999999-"}, http.StatusRequestedRangeNotSatisfiable},
		{"none of the last", []string{"Range", "bytes=-0"}, http.StatusRequestedRangeNotSatisfiable},
		{"several parts", []string{"Range", "bytes=0-1,3-4"}, http.StatusOK},
		{"backwards", []string{"Range", "bytes=9-3"}, http.StatusOK},
		{"other units", []string{"Range", "pages=1-2"}, http.StatusOK},
	} {
		got := anyone.Get(address, each.headers...)
		if got.Status != each.want {
			t.Errorf("%s: %d, want %d", each.name, got.Status, each.want)
		}
		if got.Status == http.StatusOK && !bytes.Equal(got.Body, whole.Body) ||
			got.Status >= http.StatusNotModified && len(got.Body) != 0 {
			t.Errorf("%s: %d bytes", each.name, len(got.Body))
		}
		head := anyone.Do(http.MethodHead, address, nil, each.headers...)
		want := each.want
		if want != http.StatusNotModified {
			want = http.StatusOK // parts are for GET
		}
		if head.Status != want || len(head.Body) != 0 ||
			want == http.StatusOK && head.Header.Get("Content-Length") != whole.Header.Get("Content-Length") {
			t.Errorf("HEAD, %s: %d %v", each.name, head.Status, head.Header)
		}
	}
}

// What else lies in the bucket is read by nobody through /media/.
func TestMedia_ServesNothingButMedia(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	store, anyone := storage(t, app), app.Anonymous(t)
	for _, key := range []string{
		"backup.tar.zst", "backups/2027-01-01.tar.zst", "releases/CURRENT", "doctor/probe", "images.txt", "image/a.png",
		"Images/a.png",
		"images/old/a.png", "images/.hidden", "videos/../backup.tar.zst", "seed/sub/a.png",
	} {
		if !strings.Contains(key, "..") {
			if _, err := store.Put(t.Context(), key, "image/png", strings.NewReader("secret"), 6); err != nil {
				t.Fatal(err)
			}
		}
		anyone.Get("/media/" + key).Problem(http.StatusNotFound)
		anyone.Get("/media/"+key, "Range", "bytes=0-1").Problem(http.StatusNotFound)
		if head := anyone.Do(http.MethodHead, "/media/"+key, nil); head.Status != http.StatusNotFound {
			t.Errorf("HEAD %s: %d", key, head.Status)
		}
		anyone.Get("/media/images/%2e%2e/" + key).Problem(http.StatusNotFound)
	}
}

// Whatever found its way into the storage, a browser is not made to run it.
func TestMedia_OnlyPicturesAndVideosAreShown(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	store := storage(t, app)
	script := "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
	for key, mediaType := range map[string]string{
		"images/a.svg": "image/svg+xml", "images/a.html": "text/html", "images/a.js": "text/javascript",
		"videos/a.xml":  "application/xhtml+xml",
		"seed/logo.svg": "image/svg+xml; charset=utf-8", "seed/a.pdf": "application/pdf", "seed/a": "",
	} {
		if _, err := store.Put(t.Context(), key, mediaType, strings.NewReader(script), int64(len(script))); err != nil {
			t.Fatal(err)
		}
		got := app.Anonymous(t).Get("/media/" + key).Want(http.StatusOK)
		offered := got.Header.Get("Content-Type") == "application/octet-stream" &&
			got.Header.Get("Content-Disposition") == "attachment"
		if inPlace := key == "seed/logo.svg"; offered == inPlace {
			t.Errorf("%s: %v", key, got.Header)
		}
		policy := got.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "sandbox") || !strings.Contains(policy, "default-src 'none'") ||
			got.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", key, got.Header)
		}
	}
}
