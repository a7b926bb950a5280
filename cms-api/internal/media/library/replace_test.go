package library

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

const (
	wide = "/media/images/0123_200x50_100.png"
	tall = "/media/images/4567_50x200.png"
)

// A picture that is shown as large as it is stays so, and no other is distorted.
func TestRenaming_ResizesPictures(t *testing.T) {
	replace := renaming(map[string]Media{Stem(wide): {URL: tall, Width: 50, Height: 200}})
	for text, want := range map[string]string{
		`<p><img src="` + wide + `" alt="x" width="200" height="50"/></p>`: `<p><img src="` + tall +
			`" alt="x" width="50" height="200"/></p>`,
		`<img width="100" height="25" src="` + wide + `">`: `<img src="` + tall + `">`,
		`<img width="200" src="` + wide + `">`:             `<img src="` + tall + `">`,
		`<img src="/media/images/89_200x50.png" width="200" height="50"><img src="` + wide + `">`: "" +
			`<img src="/media/images/89_200x50.png" width="200" height="50"><img src="` + tall + `">`,
		strings.Replace(wide, ".png", ".100.webp", 1): tall,
	} {
		if got := replace(text); got != want {
			t.Errorf("%s became %s, want %s", text, got, want)
		}
		for range 2 { // as fields and working copies have it
			text, want = encoded(t, text), encoded(t, want)
			if got := replace(text); got != want {
				t.Errorf("%s became %s, want %s", text, got, want)
			}
		}
	}
}

func encoded(t *testing.T, text string) string {
	t.Helper()
	data, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestFormerOf(t *testing.T) {
	m := Media{URL: "/media/images/a.png"}
	for _, step := range []struct {
		url  string
		want []string
	}{
		{"/media/images/a.png", nil},
		{"/media/images/b.png", []string{"images/a.png"}},
		{"/media/images/c.png", []string{"images/a.png", "images/b.png"}},
		{"/media/images/a.png", []string{"images/b.png", "images/c.png"}},
	} {
		m.Former = formerAfter(m, step.url)
		m.URL = step.url
		if !slices.Equal(m.Former, step.want) {
			t.Errorf("at %s: %v, want %v", step.url, m.Former, step.want)
		}
	}
}

func TestRenamedFor(t *testing.T) {
	text := Media{URL: "/media/files/a.txt", Type: "text/plain"}
	photo := Media{URL: "/media/images/a.jpg", Type: "image/jpeg"}
	pdf := File{URL: "/media/files/b.pdf", Type: "application/pdf"}
	png := File{URL: "/media/images/b.png", Type: "image/png"}
	for _, test := range []struct {
		m          Media
		name       string
		to         File
		want, says string
	}{
		{text, "notes.txt", pdf, "notes.pdf", "another type"},
		{photo, "Room.JPEG", png, "Room.png", "another extension of the old type"},
		{photo, "room.jpeg", File{URL: photo.URL, Type: photo.Type}, "room.jpeg", "the same type"},
		{text, "Notes of 3.5. and later", pdf, "Notes of 3.5. and later", "a name without an extension"},
		{text, "Notes", pdf, "Notes", "a name without a stop"},
	} {
		test.m.Name = test.name
		if got := renamedFor(test.m, test.to); got != test.want {
			t.Errorf("%s: got %q, want %q", test.says, got, test.want)
		}
	}
}
