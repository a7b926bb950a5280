package richtext_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/content/richtext/corpus"
)

func TestSanitise_Corpus(t *testing.T) {
	attacks, err := corpus.Attacks()
	if err != nil {
		t.Fatal(err)
	}
	if len(attacks) < 400 {
		t.Errorf("the corpus has only %d attacks", len(attacks))
	}
	policy := richtext.NewPolicy()
	// Each alone, inside an element, and among what is harmless.
	for _, frame := range []string{
		"%", "<p>%</p>", "<ul><li>one</li>%</ul>", `<p>before</p>%<p>after <a href="/x">link</a></p>`,
		`<pre class="ql-syntax">%</pre>`, "<table><caption>%</caption><tr><td>%",
		`<details class="question"><summary>%</summary>%</details>`,
		`<aside class="callout callout-tip">%</aside>`,
		`<figure class="picture picture-half"><img src="/a.png"><figcaption>%</figcaption></figure>`,
		`<p><span class="footnote">%</span><span class="formula">%</span></p>`,
		`<p class="file"><a href="/media/files/a.pdf">%</a></p>`,
	} {
		for _, attack := range attacks {
			content := strings.ReplaceAll(frame, "%", attack.HTML)
			clean := sanitise(t, policy, content)
			if found := corpus.Check(clean); len(found) > 0 {
				t.Errorf("%s: %.300q became %.300q, which holds %v", attack.Class, content, clean, found)
			}
			if again := sanitise(t, policy, clean); again != clean {
				t.Errorf("%s: %.300q became %.300q, and that %.300q", attack.Class, content, clean, again)
			}
			if !utf8.ValidString(clean) || strings.ContainsRune(clean, 0) {
				t.Errorf("%s: %.300q became %.300q", attack.Class, content, clean)
			}
		}
	}
}

// The judge must know an attack when it sees one.
func TestCorpus_IsRefusedAsItStands(t *testing.T) {
	attacks, err := corpus.Attacks()
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, attack := range attacks {
		if len(corpus.Check(attack.HTML)) > 0 {
			refused++
		}
	}
	if refused < len(attacks)*8/10 {
		t.Errorf("only %d of %d attacks are recognised", refused, len(attacks))
	}
}
