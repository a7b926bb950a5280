package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"academy/cms-api/internal/platform/problem"
)

// Few bytes do not become many.
func TestMarkdown_Read_Limits(t *testing.T) {
	md := NewMarkdown()
	table := func(columns, rows int) string {
		return strings.Repeat("|a", columns) + "|\n" + strings.Repeat("|-", columns) + "|\n" + strings.Repeat("|b\n", rows)
	}
	for name, each := range map[string]struct {
		text    string
		refused bool
	}{
		"a table":             {table(30, 400), false},
		"columns":             {table(31, 1), true},
		"many columns":        {table(5_000, 10_000), true},
		"cells":               {table(10, 1_600), true},
		"in a quotation":      {"> " + strings.ReplaceAll(table(40, 2), "\n", "\n> "), true},
		"in a list":           {"- " + strings.ReplaceAll(table(40, 2), "\n", "\n  "), true},
		"many tables":         {strings.Repeat(table(30, 450)+"\n", 12), true},
		"no table":            {strings.Repeat("|-", 40), false},
		"footnotes":           {strings.Repeat("a[^1] ", 100) + "\n\n[^1]: " + strings.Repeat("b", 1000), false},
		"footnotes, repeated": {strings.Repeat("a[^1] ", 10_000) + "\n\n[^1]: " + strings.Repeat("b", 10_000), true},
	} {
		got, err := md.Read(each.text, Compact)
		if problem.Is(err, problem.TooLarge) != each.refused || len(got) > 2*MaxHTML {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	notes := WordPress{Notes: map[string]string{"n": strings.Repeat("b", 100_000)}}
	if got, err := notes.HTML(strings.Repeat(`<sup data-fn="n">1</sup>`, 10_000)); err != nil || len(got.HTML) < MaxHTML ||
		len(got.HTML) > 2*MaxHTML {
		t.Errorf("footnotes of WordPress became %d bytes", len(got.HTML))
	}
}

// A refusal has a reason; no text becomes one paragraph of tags.
func TestRefusals(t *testing.T) {
	md, nested := NewMarkdown(), strings.Repeat("<div>", 600)+"x"
	lexical := func(kind, member, text string) error {
		document, err := json.Marshal(map[string]any{"root": map[string]any{"children": []any{
			map[string]any{"type": kind, member: text},
		}}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = Lexical(md, string(document))
		return err
	}
	card := func(text string) error {
		_, err := Mobiledoc(md, `{"cards":[["html",{"html":"`+text+`"}]],"sections":[[10,0]]}`)
		return err
	}
	read := func(markdown string) error {
		_, err := md.Read(markdown, Compact)
		return err
	}
	_, tidied := Tidy(nested)
	_, wordpress := WordPress{}.HTML(nested)
	_, broken := Mobiledoc(md, "{")
	for name, each := range map[string]struct{ got, want error }{
		"HTML": {tidied, ErrNested}, "a post of WordPress": {wordpress, ErrNested}, "Markdown": {read(nested), ErrNested},
		"a card of HTML": {lexical("html", "html", nested), ErrNested}, "an older one": {card(nested), ErrNested},
		"a card with a table": {lexical("markdown", "markdown", strings.Repeat("|a", 31)+"|\n"+strings.Repeat("|-", 31)+"|"),
			errTable},
		"an older text":        {card("x"), nil},
		"quotations":           {read(strings.Repeat("> ", 101) + "x"), errNested},
		"lists":                {read(strings.Repeat("1. ", 101) + "x"), errNested},
		"links":                {read(strings.Repeat("[a](", 10_001)), errMarks},
		"a hundred quotations": {read(strings.Repeat(">", 100)), nil},
		"paragraphs":           {read(strings.Repeat(strings.Repeat("*a* ", 100)+"\n\n", 101)), nil},
	} {
		if !errors.Is(each.got, each.want) {
			t.Errorf("%s: %v", name, each.got)
		}
	}
	if !problem.Is(broken, problem.Invalid) {
		t.Errorf("a broken text: %v", broken)
	}
}

// Each of many footnotes is found without looking at the others.
func TestMarkdown_ManyFootnotes(t *testing.T) {
	const many = 5_000
	var text, notes strings.Builder
	for i := range many {
		fmt.Fprintf(&text, "[^%d] ", i)
		fmt.Fprintf(&notes, "[^%d]: n\n\n", i)
	}
	got, err := NewMarkdown().Read(text.String()+"\n\n"+notes.String(), Compact)
	if n := strings.Count(got, `role="note">n</span>`); err != nil || n != many {
		t.Errorf("%d footnotes, %v", n, err)
	}
}

// A picture of Ghost has its width, caption and link.
func TestLexical_Picture(t *testing.T) {
	got, err := Lexical(NewMarkdown(), `{"root":{"children":[{"type":"image","src":"/a.png","alt":"A","caption":"c",`+
		`"href":"https://x.example/","cardWidth":"wide"}]}}`)
	want := `<figure class="picture picture-wide"><a href="https://x.example/"><img src="/a.png" alt="A"/></a>` +
		`<figcaption>c</figcaption></figure>`
	if err != nil || got.HTML != want || len(got.Lost) > 0 {
		t.Errorf("%+v, %v", got, err)
	}
}
