package weburl_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/weburl"
)

// cases are those that the site and the editor are tested with.
func cases(t *testing.T) (found struct {
	Videos [][2]string
	Pages  []string
	Others []string
}) {
	t.Helper()
	data, err := os.ReadFile("../../../../shared/src/test/videos.json")
	if err == nil {
		err = json.Unmarshal(data, &found)
	}
	if err != nil || len(found.Videos) == 0 {
		t.Fatal(err)
	}
	return found
}

func TestVideoOf(t *testing.T) {
	for _, each := range cases(t).Videos {
		video, _, ok := weburl.VideoOf(each[0])
		if got := video.Player(); !ok || got != each[1] {
			t.Errorf("%s is played by %s, want %s", each[0], got, each[1])
		}
		if again, _, ok := weburl.VideoOf(video.Player()); !ok || again != video {
			t.Errorf("%s is read as %+v, want %+v", video.Player(), again, video)
		}
	}
	for _, page := range cases(t).Pages {
		if video, host, ok := weburl.VideoOf(page); ok || host == "" {
			t.Errorf("%s is %+v of %q", page, video, host)
		}
	}
	for _, other := range append(cases(t).Others, "", "dQw4w9WgXcQ", "ftp://youtu.be/dQw4w9WgXcQ") {
		if video, host, ok := weburl.VideoOf(other); ok || host != "" {
			t.Errorf("%s is %+v of %q", other, video, host)
		}
	}
}

func TestSetVideo(t *testing.T) {
	const (
		one      = "https://youtu.be/dQw4w9WgXcQ"
		playlist = "https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf"
		channel  = "https://www.youtube.com/@example"
		vimeo    = "https://vimeo.com/76979871"
		file     = "/media/videos/a.MP4"
		page     = "https://example.com/lessons"
	)
	for name, each := range map[string]struct {
		set   func([]problem.Field, string, *string) []problem.Field
		taken string
		// refused has a part of the sentence that each is refused with.
		refused map[string]string
	}{
		"video": {weburl.SetVideo, one + " " + playlist + " " + vimeo + " " + file, map[string]string{
			channel: "choose Share", page: "not of a video",
			"https://vimeo.com/watch": "choose Share", "javascript:x": "full address",
		}},
		"YouTube": {weburl.SetYouTube, one, map[string]string{
			playlist: "playlist", channel: "choose Share",
			vimeo: "one video on YouTube", file: "one video on YouTube", page: "one video on YouTube",
		}},
		"film": {weburl.SetFilm, one + " " + file + " " + page, map[string]string{
			playlist: "playlist", channel: "choose Share", vimeo: "Vimeo",
		}},
	} {
		for taken := range strings.FieldsSeq(each.taken) {
			if bad := each.set(nil, "at", &taken); bad != nil {
				t.Errorf("%s: %s is refused: %v", name, taken, bad)
			}
		}
		for refused, why := range each.refused {
			if bad := each.set(nil, "at", &refused); len(bad) != 1 || !strings.Contains(bad[0].Message, why) {
				t.Errorf("%s: %s: %v, want a sentence with %q", name, refused, bad, why)
			}
		}
		empty := ""
		if bad := each.set(each.set(nil, "at", nil), "at", &empty); bad != nil {
			t.Errorf("%s: nothing is refused: %v", name, bad)
		}
	}
}
