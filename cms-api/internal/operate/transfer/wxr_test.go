package transfer

import (
	"bufio"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"academy/cms-api/internal/platform/problem"
)

func itemsIn(scanner *bufio.Scanner) (all []string) {
	scanner.Buffer(nil, maxText)
	scanner.Split((&itemSplitter{}).split)
	for scanner.Scan() {
		all = append(all, scanner.Text())
	}
	return all
}

// Items are the same however the file arrives.
func TestItemSplitter(t *testing.T) {
	for in, want := range map[string][]string{
		"<item>a</item> x <item>b</item></channel>": {"<item>a</item>", "<item>b</item>"},
		"<item><![CDATA[</item><item>]]]]>b</item>": {"<item><![CDATA[</item><item>]]]]>b</item>"},
		"<item>a<item>b</item>":                     {"<item>a", "<item>b</item>"},
		"<item>a</channel></rss>":                   {"<item>a"},
		"<item>a<b":                                 {"<item>a<b"},
		"<item><![CDATA[a":                          {"<item><![CDATA[a"},
		"<item>a<":                                  {"<item>a<"},
		"no":                                        nil,
	} {
		if got := itemsIn(bufio.NewScanner(strings.NewReader(in))); !slices.Equal(got, want) {
			t.Errorf("%s is %q", in, got)
		}
		if got := itemsIn(bufio.NewScanner(iotest.OneByteReader(strings.NewReader(in)))); !slices.Equal(got, want) {
			t.Errorf("%s byte by byte is %q", in, got)
		}
	}
}

// A large item that arrives in small pieces is read once.
func TestItemSplitter_LargeItem(t *testing.T) {
	in := "<item>" + strings.Repeat("<b>", 300_000) + "</item>"
	got := itemsIn(bufio.NewScanner(iotest.OneByteReader(strings.NewReader(in))))
	if len(got) != 1 || got[0] != in {
		t.Errorf("%d items", len(got))
	}
}

func TestWordPress_ReadsTheEncodingThatIsDeclared(t *testing.T) {
	for head, want := range map[string]string{
		`<?xml version="1.0" encoding="ISO-8859-1"?>`: "Café",
		`<?xml version='1.0' encoding='utf-8' ?>`:     "Caf\ufffd",
		"": "Caf\ufffd",
	} {
		w := &wordpress{f: strings.NewReader(head + "<rss><item><title>Caf\xe9</title></item></rss>")}
		var got wxrItem
		err := w.parts(t.Context(), func(raw []byte, isItem bool) error {
			if isItem {
				return decode(raw, &got)
			}
			return nil
		})
		if err != nil || got.Title != want {
			t.Errorf("%q: %q, %v", head, got.Title, err)
		}
	}
	w := &wordpress{f: strings.NewReader(`<?xml version="1.0" encoding="klingon"?><rss>`)}
	if err := w.parts(t.Context(), func([]byte, bool) error { return nil }); !problem.Is(err, problem.Invalid) {
		t.Errorf("an unknown encoding is answered with %v", err)
	}
}
