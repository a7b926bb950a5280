package transfer

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

func again(t interface{ Fatal(...any) }, from front) front {
	data, err := document(from, "text")
	if err != nil {
		t.Fatal(err)
	}
	head, body := split(data)
	var got front
	if err := readFront(head, &got); err != nil || string(body) != "text" {
		t.Fatal(string(data), err, string(body))
	}
	return got
}

// Texts to which YAML gives a meaning come back as they were.
func TestDocument_TextsComeBack(t *testing.T) {
	for _, words := range []string{
		"Profit &loss account", "R &D", "a *b c", "&a", "*a", "? What is federalism", "tab\there", " leading", "trailing ",
		"a: b", "- a", "# a", "a # b", "null", "true", "1950", "2020-01-01", "'", `"`, `\`, "a\n---\nb", "a\r\nb", "{a}",
		"[a]", "%a", "@a", "`a`", "!a", "|", ">", "क्षत्रिय", "\u2028", "\u00a0", "\U0001F600", "<b>&amp;", "---", "...",
		"=", "~",
	} {
		from := front{Title: words, Excerpt: words, Tags: []string{words, "b"}}
		if got := again(t, from); !reflect.DeepEqual(got, from) {
			t.Errorf("%q became %+v", words, got)
		}
	}
}

func TestDocument_AnyTextComesBack(t *testing.T) {
	words := rapid.Map(rapid.OneOf(
		rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("&*?:#-\"'\\ \t\n\r[]{}|>%@`!ax1~,\u0085\u2028\ufeff"))),
	), text.Printable)
	rapid.Check(t, func(t *rapid.T) {
		from := front{
			Title: words.Draw(t, "title"), Excerpt: words.Draw(t, "excerpt"), Author: words.Draw(t, "author"),
			Tags: rapid.SliceOfN(words, 1, 4).Draw(t, "tags"),
		}
		if got := again(t, from); !reflect.DeepEqual(got, from) {
			t.Fatalf("%+q became %+q", from, got)
		}
	})
}

// An export of before had these without quotes.
func TestReadFront_Anchors(t *testing.T) {
	var got front
	if err := readFront([]byte("title: Profit &loss account\nexcerpt: a *b c\n"), &got); err != nil ||
		got.Title != "Profit &loss account" || got.Excerpt != "a *b c" {
		t.Errorf("%+v, %v", got, err)
	}
	for _, refused := range []string{
		"a: &x [1]\nb: *x", "tags: [&x b]", "a:\n  - &x b", "a: {b: *x}", "<<: *x", "&x a: b", "a: !!str &x b",
		"title: \"it's\"\na: &x [\"'\"]\nb: [*x, *x]", "? &x a\n: b",
	} {
		into := loose{}
		if err := readFront([]byte(refused), &into); !problem.Is(err, problem.Invalid) {
			t.Errorf("%q is %v, %v", refused, into, err)
		}
	}
}

// A megabyte of brackets is refused before anything is made of it.
func TestReadFront_NestedDeeply(t *testing.T) {
	for _, piece := range []string{"[", "{a: ", "- ", "? ", "!a "} {
		into := loose{}
		if err := readFront([]byte(strings.Repeat(piece, maxFront/len(piece))), &into); !problem.Is(err, problem.Invalid) {
			t.Errorf("%q: %v", piece, err)
		}
	}
}

func TestLoose(t *testing.T) {
	front := loose{}
	err := readFront([]byte("title: 1950\ndate: 2024-01-02 03:04:05\ndraft: true\nauthor: {name: Asha}\n"+
		"tags: [a, 7, null]\nkeywords: x, y\nimage:\n- src: /a.png\nempty: ~\n"), &front)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"title": "1950", "date": "2024-01-02 03:04:05", "draft": "true", "author": "Asha", "image": "/a.png", "empty": "",
		"none": "",
	} {
		if got := front.text(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if got := front.list("tags", "keywords", "none"); !slices.Equal(got, []string{"a", "7", "", "x", " y"}) {
		t.Errorf("the list is %q", got)
	}
	zone := time.FixedZone("", 5*3600)
	if got := front.timeIn(zone, "date"); !got.Equal(time.Date(2024, 1, 2, 3, 4, 5, 0, zone)) {
		t.Errorf("a time without a zone is %s", got)
	}
}
