package release

import "testing"

func TestAPatchFitsWhereEachPlaceIsFoundOnce(t *testing.T) {
	p := Patch{Hunks: []Hunk{{"<a>", "1", "one", "</a>"}, {"<b>", "", "two", "</b>"}}}
	for text, want := range map[string]string{
		"x<a>1</a>y<b></b>z":      "x<a>one</a>y<b>two</b>z",
		"<a>1</a>":                "",
		"<a>1</a><a>1</a><b></b>": "",
		"<b></b><a>1</a>":         "",
		"<a>2</a><b></b>":         "",
	} {
		got, ok := p.applied(text)
		if ok != (want != "") || got != want {
			t.Errorf("%q became %q, %v", text, got, ok)
		}
	}
	if _, ok := (Patch{Hunks: []Hunk{{}}}).applied("x"); ok {
		t.Error("a hunk without text fits nowhere")
	}
}
