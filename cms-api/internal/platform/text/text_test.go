package text_test

import (
	"slices"
	"testing"

	"academy/cms-api/internal/platform/text"
)

func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		"  Asha \t Rao\r\n": "Asha Rao", "a\x00b": "ab", "\u202eevil\u202c": "evil", "ಕ್\u200dಷ": "ಕ್\u200dಷ",
		"\xff\ufffe\U0001ffffa\ufdd0": "a",
		" \u200b \ufeff\n":            "", "👩\u200d🏫": "👩\u200d🏫", "a\u00a0b": "a b", "": "",
	} {
		if got := text.Line(in); got != want {
			t.Errorf("Line(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestBlock(t *testing.T) {
	for in, want := range map[string]string{
		"\n one \r\n\r\n  two\x07 \r three\u2028four \n": "one\n\n  two\n three\nfour", " \n\t\n": "", "a\tb": "a b",
	} {
		if got := text.Block(in); got != want {
			t.Errorf("Block(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"a\x00b\x01\x0b\x0c\x1f\x7f\u0085\ufffe\uffff\ufdd0\ufffd\xff": "ab", "a\tb\r\n": "a\tb\r\n",
		"ಕ್\u200dಷ 👩\u200d🏫 \u202e": "ಕ್\u200dಷ 👩\u200d🏫 \u202e",
	} {
		if got := text.Printable(in); got != want {
			t.Errorf("Printable(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestClean(t *testing.T) {
	type inner struct{ Name string }
	title := " a\x00 b "
	form := struct {
		inner
		Inner inner
		Title *string
		Tags  []string
		Body  *string `text:"block"`
		Code  string  `text:"raw"`
		None  *string
		Count int
	}{Inner: inner{" n "}, Title: &title, Tags: []string{" x ", "\x01"}, Body: new(string), Code: " raw "}
	*form.Body = " one\ntwo "
	text.Clean(&form)
	if form.Inner.Name != "n" || *form.Title != "a b" || !slices.Equal(form.Tags, []string{"x", ""}) ||
		*form.Body != "one\ntwo" || form.Code != " raw " || form.None != nil {
		t.Errorf("cleaned %+v", form)
	}
	if title != " a\x00 b " {
		t.Error("the caller's text was changed")
	}
}

func FuzzLine(f *testing.F) {
	f.Add(" a\x00\u202e b ")
	f.Fuzz(func(t *testing.T, in string) {
		line, block := text.Line(in), text.Block(in)
		if text.Line(line) != line || text.Block(block) != block {
			t.Errorf("cleaning %q twice differs from cleaning once", in)
		}
	})
}
