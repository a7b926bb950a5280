package model

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/platform/problem"
)

const testModel = "../../test/apitest/testdata/content-model.json"

func load(t *testing.T) *Model {
	t.Helper()
	m, err := Load(testModel)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func checker(t *testing.T) *Checker {
	return &Checker{
		Model: load(t),
		Exists: func(_ context.Context, what, id string) (bool, error) {
			return what == "article" && id == "a1" || what == "page" && id == "p1", nil
		},
		Clean: func(_ context.Context, html string, inline bool) (string, error) {
			if inline {
				html = strings.NewReplacer("<p>", "", "</p>", "").Replace(html)
			}
			return strings.ReplaceAll(html, "<script>", ""), nil
		},
	}
}

func places(err error) []string {
	var told *problem.Error
	if err == nil {
		return nil
	}
	told, _ = err.(*problem.Error)
	var all []string
	for _, f := range told.Fields {
		all = append(all, f.Location)
	}
	return all
}

func every(t *testing.T, m *Model) Fields {
	t.Helper()
	b, known := m.Block("every")
	if !known {
		t.Fatal("the test model has no block of every type")
	}
	return b.Fields
}

func TestEmbeddedModel_CanBeUsed(t *testing.T) {
	if _, err := Load(""); err != nil {
		t.Error(err)
	}
}

// The setting of the home page's video takes one video on YouTube.
func TestVideo_OfOneHost(t *testing.T) {
	m, err := Load("")
	if err != nil {
		t.Fatal(err)
	}
	field := m.HomeFields("ncert-showcase").Find("youtube_url")
	for address, taken := range map[string]bool{
		"https://youtu.be/dQw4w9WgXcQ?t=1m30s":      true,
		"https://www.youtube.com/playlist?list=PL1": false, "https://www.youtube.com/@example": false,
		"https://vimeo.com/76979871": false, "https://example.com/": false, "/media/videos/a.mp4": false,
	} {
		check := (&Checker{Model: m}).Begin(t.Context())
		if stored := check.Content(field, address, ""); stored != address || (check.Err() == nil) != taken {
			t.Errorf("%s is stored as %q: %v", address, stored, check.Err())
		}
	}
}

func TestEveryType_TakesWhatFitsAndNamesWhatDoesNot(t *testing.T) {
	c := checker(t)
	fields := every(t, c.Model)
	for _, test := range []struct{ key, sent, stored, bad string }{
		{"title", `" One\u200b  two "`, `"One two"`, ""},
		{"title", `5`, "", "title"},
		{"title", `"` + strings.Repeat("x", 201) + `"`, "", "title"},
		{"lines", `"a\r\nb"`, `"a\nb"`, ""},
		{"lines", `"ab"`, "", "lines"},
		{"lines", `""`, `""`, ""},
		{"rich", `"<p>a</p><script>"`, `"<p>a</p>"`, ""},
		{"words", `"<p>a <b>b</b></p>"`, `"a <b>b</b>"`, ""},
		{"href", `"/about-us"`, `"/about-us"`, ""},
		{"href", `"page:p1"`, `"page:p1"`, ""},
		{"href", `"page:p2"`, "", "href"},
		{"href", `"article:a1"`, `"article:a1"`, ""},
		{"href", `"article:"`, "", "href"},
		{"href", `"javascript:x"`, "", "href"},
		{"href", `null`, "", "href"},
		{"picture", `{"focus":{"y":2,"x":1},"alt":" A ","url":"/media/a.jpg"}`,
			`{"url":"/media/a.jpg","alt":"A","focus":{"x":1,"y":2}}`, ""},
		{"picture", `{"url":"/media/a.jpg"}`, `{"url":"/media/a.jpg"}`, ""},
		{"picture", `null`, `null`, ""},
		{"picture", `"/media/a.jpg"`, "", "picture"},
		{"picture", `{"url":"data:x"}`, "", "picture.url"},
		{"picture", `{"alt":"x"}`, "", "picture.url"},
		{"picture", `{"url":"/a","focus":{"x":1,"y":101}}`, "", "picture.focus"},
		{"picture", `{"url":"/a","other":1}`, "", "picture.other"},
		{"clip", `"https://youtu.be/abcdefghijk"`, `"https://youtu.be/abcdefghijk"`, ""},
		{"clip", `"tel:1"`, "", "clip"},
		{"clip", `"https://vimeo.com/76979871/a1b2c3d4e5"`, `"https://vimeo.com/76979871/a1b2c3d4e5"`, ""},
		{"clip", `"https://www.youtube.com/playlist?list=PL12"`, `"https://www.youtube.com/playlist?list=PL12"`, ""},
		{"clip", `"/media/videos/a.mp4"`, `"/media/videos/a.mp4"`, ""},
		{"clip", `"https://www.youtube.com/@example"`, "", "clip"},
		{"clip", `"https://example.com/lessons"`, "", "clip"},
		{"clip", `""`, `""`, ""},
		{"paper", `"/media/files/a.pdf"`, `"/media/files/a.pdf"`, ""},
		{"size", `99.5`, `99.5`, ""},
		{"size", `"99"`, "", "size"},
		{"size", `101`, "", "size"},
		{"size", `-1`, "", "size"},
		{"size", `null`, `null`, ""},
		{"wide", `false`, `false`, ""},
		{"wide", `"true"`, "", "wide"},
		{"side", `"right"`, `"right"`, ""},
		{"side", `"up"`, "", "side"},
		{"side", `["left"]`, "", "side"},
		{"day", `"2027-08-01"`, `"2027-08-01"`, ""},
		{"day", `"2027-02-30"`, "", "day"},
		{"day", `7`, "", "day"},
		{"symbol", `"book"`, `"book"`, ""},
		{"symbol", `""`, `""`, ""},
		{"symbol", `"__proto__"`, "", "symbol"},
		{"shade", `"#12AB9f"`, `"#12AB9f"`, ""},
		{"shade", `"#123"`, "", "shade"},
		{"story", `"a1"`, `"a1"`, ""},
		{"story", `"a2"`, "", "story"},
		{"cards", `[{"text":"<p>b</p>","title":"a"},{"points":[{"point":"x"}]}]`,
			`[{"title":"a","text":"b"},{"points":[{"point":"x"}]}]`, ""},
		{"cards", `[]`, `[]`, ""},
		{"cards", `{}`, "", "cards"},
		{"cards", `[{},{},{},{},{}]`, "", "cards"},
		{"cards", `[{"title":"a"},7]`, "", "cards[1]"},
		{"cards", `[{},{"points":[{"point":"` + strings.Repeat("x", 51) + `"}]}]`, "", "cards[1].points[0].point"},
		{"cards", `[{"nothing":1}]`, "", "cards[0].nothing"},
		{"nothing", `1`, "", "nothing"},
		{"headline", `"a former key"`, "", "headline"},
	} {
		check := c.Begin(t.Context())
		got := check.Values(fields, "body", Values(`{"`+test.key+`":`+test.sent+`}`), "").In(fields)
		found := places(check.Err())
		switch {
		case test.bad != "" && !slices.Equal(found, []string{"body." + test.bad}):
			t.Errorf("%s %s: %v is refused, want %s", test.key, test.sent, found, test.bad)
		case test.bad == "" && found != nil:
			t.Errorf("%s %s: %v", test.key, test.sent, check.Err())
		case test.bad == "" && string(got) != `{"`+test.key+`":`+test.stored+`}`:
			t.Errorf("%s %s is stored as %s", test.key, test.sent, got)
		}
	}
}

// What no longer fits may be sent back as it was, wherever it stands now; nothing new of its kind may be.
func TestValues_AreCheckedInWhatChanges(t *testing.T) {
	c := checker(t)
	fields := every(t, c.Model)
	const stored = `{"gone":{"a":[1]},"size":500,"story":"a9","headline":"Old","cards":[{"heading":"A","old":1},{"title":"B","points":[{"lost":true}]}]}`
	const sent = `{"title":"Old","size":500,"story":"a9","gone":{"a":[1]},"cards":[{"title":"B!","points":[{"lost":true}]},{"title":"A","old":1}],"wide":false}`
	check := c.Begin(t.Context())
	got := check.Values(fields, "body", sent, stored)
	if err := check.Err(); err != nil {
		t.Error(err, places(err))
	}
	const want = `{"title":"Old","size":500,"wide":false,"cards":[{"title":"B!","points":[{"lost":true}]},{"title":"A","old":1}],"story":"a9","gone":{"a":[1]}}`
	if string(got.In(fields)) != want {
		t.Errorf("stored is %s", got.In(fields))
	}
	for _, changed := range []string{
		`{"size":501}`, `{"gone":{"a":[2]}}`, `{"story":"a8"}`, `{"cards":[{"old":2}]}`,
		`{"cards":[{"points":[{"lost":false}]}]}`,
	} {
		check := c.Begin(t.Context())
		if check.Values(fields, "body", Values(changed), stored); check.Err() == nil {
			t.Errorf("%s is taken", changed)
		}
	}
}

func TestRequired_IsCheckedOnPublishing(t *testing.T) {
	c := checker(t)
	fields := every(t, c.Model)
	for _, test := range []struct {
		values    Values
		published []Values
		want      string
	}{
		{`{}`, nil, "body.title"},
		{`{"title":" "}`, nil, "body.title"},
		{`{"title":"x"}`, nil, ""},
		{`{"headline":"x"}`, nil, ""},
		{`{}`, []Values{`{}`}, ""},
		{`{}`, []Values{`{"title":"x"}`}, "body.title"},
		{`{"title":"x","cards":[{"points":[{"point":"x"},{}]}]}`, nil, "body.cards[0].points[1].point"},
		{`{"title":"x","cards":[{"points":[{}]}]}`, []Values{`{"title":"x","cards":[{"points":[{}]}]}`}, ""},
	} {
		check := c.Begin(t.Context())
		check.Required(fields, "body", test.values, test.published...)
		if got := strings.Join(places(check.Err()), ", "); got != test.want {
			t.Errorf("%s after %v: %q, want %q", test.values, test.published, got, test.want)
		}
	}
}

func TestContent_IsTheTextOfAValue(t *testing.T) {
	c := checker(t)
	fields := every(t, c.Model)
	for _, test := range []struct {
		key, sent, stored string
		bad               bool
	}{
		{"title", " a  b ", "a b", false},
		{"size", "12.50", "12.5", false}, {"size", "twelve", "", true}, {"size", `"12"`, "", true}, {"size", " ", "", false},
		{"wide", "true", "true", false}, {"wide", "yes", "", true},
		{"picture", "/media/two words.jpg", "/media/two%20words.jpg", false}, {"picture", "data:x", "", true},
		{"picture", `{"alt":"A","url":"/media/a.jpg"}`, `{"url":"/media/a.jpg","alt":"A"}`, false},
		{"cards", `[{"text":"b","title":"a"}]`, `[{"title":"a","text":"b"}]`, false},
		{"cards", `a, b`, "", true}, {"cards", `"a"`, "", true}, {"cards", `[{"old":1}]`, "", true},
		{"rich", "<p>a</p><script>", "<p>a</p>", false},
		{"day", "2027-08-01", "2027-08-01", false}, {"day", "1 August", "", true},
		{"href", "page:p1", "page:p1", false}, {"href", "page:p2", "", true},
	} {
		check := c.Begin(t.Context())
		got := check.Content(fields.Find(test.key), test.sent, "")
		if bad := places(check.Err()) != nil; bad != test.bad || !bad && got != test.stored {
			t.Errorf("%s %q: %q, %v", test.key, test.sent, got, check.Err())
		}
	}
}

// The list of what a broken model's message must name.
func TestLoad_SaysWhatIsWrong(t *testing.T) {
	whole := map[string]any{}
	data, err := os.ReadFile(testModel)
	if err != nil {
		t.Fatal(err)
	}
	block := func(fields string) func(map[string]any) {
		return func(m map[string]any) {
			var parsed any
			if err := json.Unmarshal([]byte(`{"type":"made","name":"Made","description":"","fields":[`+fields+`]}`),
				&parsed); err != nil {
				t.Fatal(err)
			}
			m["blocks"] = append(m["blocks"].([]any), parsed)
		}
	}
	for _, test := range []struct {
		says string
		edit func(map[string]any)
	}{
		{"no version", func(m map[string]any) { m["version"] = "" }},
		{`fallback "none" is no block`, func(m map[string]any) { m["fallback"] = "none" }},
		{"unknown field", func(m map[string]any) { m["other"] = 1 }},
		{"two of block plain", func(m map[string]any) {
			m["blocks"] = append(m["blocks"].([]any), m["blocks"].([]any)[0])
		}},
		{`block made, field a: there is no type "colour"`, block(`{"key":"a","type":"colour","name":"A"}`)},
		{"two of the key a", block(`{"key":"a","type":"text","name":"A"},{"key":"b","type":"text","name":"B","was":["a"]}`)},
		{"is no key", block(`{"key":"__proto__","type":"text","name":"A"}`)},
		{"needs options", block(`{"key":"a","type":"choice","name":"A"}`)},
		{"a list needs max and fields", block(
			`{"key":"a","type":"list","name":"A","fields":[{"key":"b","type":"text","name":"B"}]}`)},
		{"holds no further one", block(`{"key":"a","type":"list","max":1,"name":"A","fields":[{"key":"b","type":"list","max":1,"name":"B","fields":[{"key":"c","type":"list","max":1,"name":"C","fields":[{"key":"d","type":"text","name":"D"}]}]}]}`)},
		{"min is above max", block(`{"key":"a","type":"number","name":"A","min":2,"max":1}`)},
		{"default does not fit", block(`{"key":"a","type":"number","name":"A","default":"x"}`)},
		{"neither inline nor block", block(`{"key":"a","type":"richtext","name":"A","format":"x"}`)},
		{"only a video has a host", block(`{"key":"a","type":"text","name":"A","host":"youtube"}`)},
		{"which is youtube", block(`{"key":"a","type":"video","name":"A","host":"vimeo"}`)},
		{"is no route", func(m map[string]any) { m["pages"].([]any)[0].(map[string]any)["route"] = "about" }},
		{`"blog" is no route`, func(m map[string]any) { m["routes"] = []any{"blog"} }},
		{"depth is 1 or 2", func(m map[string]any) { m["menus"].([]any)[0].(map[string]any)["depth"] = 3 }},
	} {
		clear(whole)
		if err := json.Unmarshal(data, &whole); err != nil {
			t.Fatal(err)
		}
		test.edit(whole)
		broken, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "model.json")
		if err := os.WriteFile(file, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err = Load(file); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%v does not say %q", err, test.says)
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none.json")); err == nil {
		t.Error("a missing file is taken")
	}
}

// Nobody would see a page where the site answers itself.
func TestRoute_KnowsThoseWithoutTexts(t *testing.T) {
	m, err := Load("")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/blog/page/2", "/resources/any", "/sitemaps/any", "/contact-us"} {
		if m.Route(path) == "" {
			t.Errorf("%s belongs to no route of the site", path)
		}
	}
	for _, path := range []string{"/kas-2027", "/resources/a/b", "/blogs"} {
		if got := m.Route(path); got != "" {
			t.Errorf("%s belongs to %s", path, got)
		}
	}
}

func TestRoute_MatchesEveryParameter(t *testing.T) {
	m := load(t)
	for path, want := range map[string]string{
		"/about-us": "/about-us", "/blog/anything": "/blog/{slug}", "/blog/page/2": "/blog/page/{page}", "/404": "/404",
		"/kas-2027": "", "/blog/a/b": "", "/about-us/more": "", "/": "/",
	} {
		if got := m.Route(path); got != want {
			t.Errorf("%s belongs to %q, want %q", path, got, want)
		}
	}
}
