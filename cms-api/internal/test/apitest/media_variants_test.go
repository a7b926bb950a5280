package apitest_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/webp"

	"academy/cms-api/internal/test/apitest"
)

// photograph returns a JPEG with as much detail as photographs have.
func photograph(t testing.TB, w, h int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	random := rand.New(rand.NewPCG(1, 2))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.RGBA{
				R: uint8(x + random.IntN(40)), G: uint8(y + random.IntN(40)), B: uint8(x*y/90 + random.IntN(40)), A: 255,
			})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type uploaded struct {
	URL      string
	Width    int
	Variants []struct {
		URL   string
		Width int
	}
}

func TestUploadImage_SmallerCopiesThatTheAddressTells(t *testing.T) {
	app := apitest.New(t, ownBucket, func(o *apitest.Options) { o.Config.ImageWidths = []int{320, 160, 160, 900} }).
		Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	photo := photograph(t, 600, 400)
	var made, again uploaded
	staff.Upload("/api/upload/image", "image", "a.jpg", photo).Want(http.StatusCreated).Into(&made)
	name := regexp.MustCompile(`^(/media/images/[0-9a-f]{32}_600x400_160_320)\.jpg$`).FindStringSubmatch(made.URL)
	if name == nil || len(made.Variants) != 2 {
		t.Fatalf("made = %+v", made)
	}
	for i, width := range []int{160, 320} {
		smaller := made.Variants[i]
		if smaller.Width != width || smaller.URL != name[1]+map[int]string{160: ".160", 320: ".320"}[width]+".webp" {
			t.Errorf("variant %d = %+v", i, smaller)
		}
		got := anyone.Get(smaller.URL).Want(http.StatusOK)
		if got.Header.Get("Content-Type") != "image/webp" || !strings.Contains(got.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %v", smaller.URL, got.Header)
		}
		size, err := webp.DecodeConfig(bytes.NewReader(got.Body))
		if err != nil || size.Width != width || size.Height != (width*400+300)/600 || len(got.Body) > len(photo) {
			t.Errorf("%s: %d by %d, %d bytes, %v", smaller.URL, size.Width, size.Height, len(got.Body), err)
		}
	}
	before := stored(t, app, "images/")
	staff.Upload("/api/admin/upload-poster", "file", "same.png", photo).Want(http.StatusCreated).Into(&again)
	if again.URL != made.URL || !slices.Equal(stored(t, app, "images/"), before) || len(before) != 3 {
		t.Errorf("the same picture again: %s, the storage holds %v", again.URL, stored(t, app, "images/"))
	}
	content := `<p><img src="data:image/jpeg;base64,` + base64.StdEncoding.EncodeToString(photo) + `" alt="x"></p>`
	article := staff.Post("/api/articles", apitest.JSON{"title": "Pasted", "content": content}).Want(http.StatusCreated)
	if !strings.Contains(article.Text("content"), `src="`+made.URL+`"`) {
		t.Errorf("the pasted picture became %s", article.Text("content"))
	}
	var icon uploaded
	staff.Upload("/api/upload/image", "image", "dot.png", picture(t, 3, 2)).Want(http.StatusCreated).Into(&icon)
	if icon.Variants == nil || len(icon.Variants) != 0 {
		t.Errorf("a small picture has %+v", icon.Variants)
	}
}
