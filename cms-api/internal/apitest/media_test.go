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

	"academy/cms-api/internal/apitest"
	"academy/cms-api/internal/server"
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

func TestUploadImage_StoredAndServed(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	data := picture(t, 30, 20)
	made := staff.Upload("/api/upload/image", "image", "../../evil.html", data).Want(http.StatusCreated)
	address := made.Text("url")
	if !strings.HasPrefix(address, "/media/images/") || !strings.HasSuffix(address, ".png") || made.Field("width") != 30.0 || made.Field("height") != 20.0 {
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
	if tail := anyone.Get(address, "Range", "bytes=-4").Want(http.StatusPartialContent); !bytes.Equal(tail.Body, data[len(data)-4:]) {
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
	app := apitest.New(t, func(o *server.Options) { o.Config.MaxImageBytes = 200_000; o.Config.MaxImagePixels = 1_000_000 }).Ready(t)
	staff := app.Staff(t)
	staff.Upload("/api/upload/image", "image", "x.png", []byte("<script>alert(1)</script>")).Problem(http.StatusUnsupportedMediaType)
	staff.Upload("/api/upload/image", "image", "x.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`)).Problem(http.StatusUnsupportedMediaType)
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
	for _, path := range []string{"/media/none.png", "/media/", "/media/a/../../secret", "/media/%2e%2e/secret", "/media/images//x.png"} {
		anyone.Get(path).Problem(http.StatusNotFound)
	}
}
