package richtext_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/platform/problem"
)

// Each file is looked up once; a text whose files cannot be looked up is not stored.
func TestClean_LooksFilesUp(t *testing.T) {
	lookups := 0
	var failure error
	cleaner := richtext.NewCleaner(richtext.Stores{File: func(_ context.Context, address string) (richtext.File, error) {
		lookups++
		return richtext.File{Name: "Plan.pdf", Bytes: 12}, failure
	}})
	clean := func(content string) (string, error) { return cleaner.Clean(t.Context(), content, false) }
	got, err := clean(strings.Repeat(`<p class="file"><a href="/media/files/a.pdf"></a></p>`, 3))
	if want := strings.Repeat(
		`<p class="file"><a href="/media/files/a.pdf" download="Plan.pdf" data-bytes="12">Plan.pdf</a></p>`, 3,
	); err != nil || got != want || lookups != 1 {
		t.Errorf("after %d look-ups: %s, %v", lookups, got, err)
	}
	outside := `<p><a href="/media/../a.pdf">x</a></p>`
	got, err = clean(`<p class="file"><a href="/media/../a.pdf">x</a></p>`)
	if err != nil || got != outside || lookups != 1 {
		t.Errorf("after %d look-ups: %s, %v", lookups, got, err)
	}
	if got, err := clean("<p>no file</p>"); err != nil || got != "<p>no file</p>" || lookups != 1 {
		t.Errorf("after %d look-ups: %s, %v", lookups, got, err)
	}
	failure = problem.New(problem.Unavailable, "The storage does not answer.")
	if _, err := clean(file); !errors.Is(err, failure) {
		t.Errorf("the look-up failed, and Clean: %v", err)
	}
}

// A picture that no visitor could see, a description that is too long and a video that no page
// can embed are named; the address of a video's page becomes that of its player.
func TestClean_NamesMediaThatNoPageCanShow(t *testing.T) {
	cleaner := richtext.NewCleaner(richtext.Stores{})
	letters := func(n int) string { return strings.Repeat("क्ष", n) }
	for _, each := range [][2]string{
		{`<p>a<img src="/a.png"> <img src="blob:https://cms.example/7f3a"></p>`,
			`Picture 2, which begins with "blob:`},
		{`<p><img src="file:///C:/notes/map.png"></p>`,
			`Picture 1, which begins with "file:`},
		{`<p><img src=""><img src="map.png"></p>`,
			`Picture 2, which begins with "map.png", could not be used: Its address is`},
		{`<p><img src="about:blank"></p>`, `Picture 1, which begins with "about:blank"`},
		{`<p><img src="//other.example/a.png"></p>`, `Picture 1, which begins with "//other.example/a.png"`},
		{`<p><img src="/media/%2e%2e/x"></p>`, `Picture 1, which begins with "/media/%2e%2e/x"`},
		{`<p><img src="data:image/png;base64,@"></p>`,
			`"data:image/png;base64,@", could not be used: Its data: address is`},
		{`<p><img src="` + strings.Repeat("क", 70) + `"></p>`, `begins with "` + strings.Repeat("क", 60) + `",`},
		{`<p><img src="/a.png" alt="` + letters(501) + `"></p>`,
			"at most 500 characters; these are 501"},
		{`<iframe src="https://www.youtube.com/@academy"></iframe>`,
			`Video 1, which begins with "https://www.youtube.com/@academy", cannot be embedded`},
		{`<iframe src="https://maps.example/x"></iframe>`,
			`Video 1, which begins with "https://maps.example/x"`},
	} {
		content, want := each[0], each[1]
		var refused *problem.Error
		got, err := cleaner.Clean(t.Context(), content, false)
		if !errors.As(err, &refused) || refused.Kind != problem.Invalid || !strings.Contains(refused.Detail, want) {
			t.Errorf("%s became %q, %v", content, got, err)
		}
	}
	player := func(address string) string { return `<iframe class="ql-video" src="` + address + `"></iframe>` }
	for _, each := range [][2]string{
		{`<p><img src="/a.png" alt="` + letters(500) + `"/></p>`,
			`<p><img src="/a.png" alt="` + letters(500) + `"/></p>`},
		{player("https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=1m30s"),
			player("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90")},
		{player("https://vimeo.com/76979871/abcdef1234"),
			player("https://player.vimeo.com/video/76979871?h=abcdef1234")},
		{player("https://www.youtube.com/playlist?list=PLx0sYbCqOb8"),
			player("https://www.youtube-nocookie.com/embed/videoseries?list=PLx0sYbCqOb8")},
		{player("https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0"),
			player("https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0")},
	} {
		content, want := each[0], each[1]
		if got, err := cleaner.Clean(t.Context(), content, false); err != nil || got != want {
			t.Errorf("%s became %q, %v", content, got, err)
		}
	}
}
