package richtext_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/content/richtext/corpus"
)

func TestSanitise_KeepsWhatTheEditorProduces(t *testing.T) {
	policy := richtext.NewPolicy()
	for _, content := range []string{
		`<h1>One</h1><h6 class="ql-align-center">Six</h6>`,
		`<p><strong>b</strong><em>i</em><u>u</u><s>s</s><sub>1</sub><sup>2</sup></p>`,
		`<ol><li class="ql-indent-3">two</li><li>one</li></ol><ul><li>three</li></ul>`,
		`<ol start="4"><li>four<ol start="0"><li>zero</li></ol></li></ol>`,
		"<p>a<span class=\"ql-tab\">\t</span>b</p>",
		`<blockquote>quote</blockquote><pre class="ql-syntax">a &lt; b</pre>`,
		`<p><code>x</code><br/><span class="ql-size-large ql-font-serif">big</span></p>`,
		`<p class="ql-align-justify ql-indent-8">text</p>`,
		`<p><span class="ql-color-red ql-bg-yellow ql-size-large">red</span><span class="ql-color-olive">olive</span></p>`,
		`<p><span style="color: #e60000; background-color: rgb(255, 255, 0)">red</span></p>`,
		`<p><a href="mailto:a@example.com">mail</a> <a href="tel:+911234567890">call</a> <a href="/blog">blog</a></p>`,
		`<p><img src="/media/images/a.png" alt="A picture" width="30" height="20"/></p>`,
		`<p><img src="/media/images/a.png" alt="GDP: 2019 &lt; 2021 &gt; 2020 &amp; &#34;falling&#34;"/></p>`,
		`<iframe class="ql-video" src="https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0" allowfullscreen="true" frameborder="0"></iframe>`,
		`<iframe class="ql-video" src="https://player.vimeo.com/video/12345"></iframe>`,
		`<p>ಕನ್ನಡ हिन्दी &amp; “quotes”</p>`,
	} {
		if got := sanitise(t, policy, content); !same(got, content) {
			t.Errorf("\n got %s\nwant %s", got, content)
		}
	}
}

// What describes a picture is cut between words, or between letters where
// there are none, and never dropped.
func TestSanitise_ShortensWhatDescribesAPicture(t *testing.T) {
	policy := richtext.NewPolicy()
	word, conjunct := strings.Repeat("ab ", 200), strings.Repeat("ಕ್\u200dಷ", 300)
	for words, want := range map[string]string{
		strings.Repeat("x", 500):          strings.Repeat("x", 500),
		strings.Repeat("x", 501):          strings.Repeat("x", 500),
		strings.Repeat("x", 500) + " y":   strings.Repeat("x", 500),
		word:                              strings.TrimSpace(word[:500]),
		"one " + strings.Repeat("x", 600): "one " + strings.Repeat("x", 496),
		conjunct:                          strings.Repeat("ಕ್\u200dಷ", 125),
		"x" + conjunct:                    "x" + strings.Repeat("ಕ್\u200dಷ", 124),
		strings.Repeat("कि", 500):         strings.Repeat("कि", 500), // of two code points each
		strings.Repeat("\u0301", 8001):    strings.Repeat("\u0301", 500),
		"a < b " + strings.Repeat("c ", 300) + "<end>": "a < b " + strings.TrimSpace(strings.Repeat("c ", 247)),
	} {
		content := func(words string) string {
			return `<p><img src="/a.png" alt="` + html.EscapeString(words) + `" title="` + html.EscapeString(words) + `"/></p>`
		}
		if got := sanitise(t, policy, content(words)); got != content(want) {
			t.Errorf("%q became %s", words, got)
		}
		checkSafe(t, policy, content(words))
	}
}

// sanitise returns what the policy keeps of content that is within its limits.
func sanitise(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, policy *richtext.Policy, content string,
) string {
	t.Helper()
	clean, err := policy.Sanitise(content)
	if err != nil {
		t.Fatalf("%.300q: %v", content, err)
	}
	return clean
}

// same ignores how quotes are written.
func same(a, b string) bool {
	plain := func(s string) string { return strings.NewReplacer("&#34;", `"`, "&#39;", "'").Replace(s) }
	return plain(a) == plain(b)
}

func attacks() []string {
	return []string{
		`<script>alert(1)</script>`, `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`, `<scr<script>ipt>alert(1)</script>`,
		`<img src=x onerror=alert(1)>`, `<img src="javascript:alert(1)">`, `<IMG """><SCRIPT>alert("XSS")</SCRIPT>">`,
		`<img src=data:image/svg+xml;base64,PHN2Zz4=>`, `<img src=" &#14; javascript:alert(1);">`,
		`<img srcset="x 1x, javascript:alert(1) 2x">`,
		`<a href="javascript:alert(1)">x</a>`, `<a href="JaVaScRiPt:alert(1)">x</a>`,
		`<a href="java&#x0A;script:alert(1)">x</a>`,
		`<a href="&#106;avascript:alert(1)">x</a>`, `<a href=" javascript:alert(1)">x</a>`,
		`<a href="data:text/html,<script>alert(1)</script>">x</a>`,
		`<a href="vbscript:x">x</a>`, `<a href=x onmouseover=alert(1)>x</a>`,
		`<a target="_blank" href="https://evil.example">x</a>`,
		`<iframe src="https://evil.example"></iframe>`, `<iframe src="javascript:alert(1)"></iframe>`,
		`<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
		`<iframe src="https://www.youtube.com.evil.example/embed/aaaaaaaa"></iframe>`,
		`<iframe src="https://www.youtube.com/embed/aaaaaaaa&quot; onload=&quot;alert(1)"></iframe>`,
		`<iframe><script>alert(1)</script></iframe>`, `<iframe>&lt;script&gt;</iframe>`,
		`<svg onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`,
		`<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
		`<math><mi xlink:href="javascript:alert(1)">x</mi></math>`,
		`<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>`,
		`<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`,
		`<object data="javascript:alert(1)"></object>`, `<embed src="javascript:alert(1)">`,
		`<base href="javascript:alert(1)//">`,
		`<meta http-equiv="refresh" content="0;url=javascript:alert(1)">`, `<link rel=stylesheet href="javascript:alert(1)">`,
		`<style>@import 'javascript:alert(1)';</style>`, `<p style="background:url(javascript:alert(1))">x</p>`,
		`<p style="width: expression(alert(1))">x</p>`,
		`<span style="color: red; position: fixed; top: 0">x</span>`, `<span style="color:expression(alert(1))">x</span>`,
		`<p style="color: url(//evil.example)">x</p>`,
		`<input autofocus onfocus=alert(1)>`, `<video src=x onerror=alert(1)>`, `<audio src=x onerror=alert(1)>`,
		`<body onload=alert(1)>`,
		`<details open ontoggle=alert(1)>x</details>`, `<marquee onstart=alert(1)>x</marquee>`,
		`<form action="javascript:alert(1)"><button>x</button></form>`,
		`<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
		`<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>`,
		`<xmp><p title="</xmp><svg/onload=alert(1)>"></xmp>`, `<plaintext><img src=x onerror=alert(1)>`,
		`<title><img src=x onerror=alert(1)></title>`,
		`<!--><img src=x onerror=alert(1)>-->`, `<!--[if IE]><script>alert(1)</script><![endif]-->`,
		`<![CDATA[<script>alert(1)</script>]]>`,
		`<p class="admin-panel ql-indent-1">x</p>`, `<p class="ql-indent-9">x</p>`, `<p id="app" name="x">x</p>`,
		`<div><p>x</p></div>`,
		"<img src=x\x00onerror=alert(1)>", "<a href=\"java\x00script:alert(1)\">x</a>", `<p/onclick=alert(1)>x`, `<p onclick
=alert(1)>x`, `<<script>alert(1);//<</script>`,
		`<a href="https://user:pw@evil.example/">x</a>`, `<b><i></b></i><table><p>x`, `</p></div></article><p>x`,
		strings.Repeat("<b>", 600) + "x", strings.Repeat("<blockquote>", 300) + "x",
	}
}

func TestSanitise_LeavesNothingExecutable(t *testing.T) {
	policy := richtext.NewPolicy()
	for _, attack := range attacks() {
		checkSafe(t, policy, attack)
	}
	got := sanitise(t, policy, `<a target="_blank" href="https://x.example">x</a>`)
	if !strings.Contains(got, "noopener") && !strings.Contains(got, "noreferrer") {
		t.Errorf("a link that opens a tab hands its opener on: %s", got)
	}
}

// checkSafe fails when what remains of content could run, or changes when it is
// sanitised again.
func checkSafe(t *testing.T, policy *richtext.Policy, content string) {
	t.Helper()
	clean := sanitise(t, policy, content)
	if again := sanitise(t, policy, clean); again != clean {
		t.Errorf("sanitising again changes the result\n of %q\nonce %q\ntwice %q", content, clean, again)
	}
	if found := corpus.Check(clean); len(found) > 0 {
		t.Errorf("%.300q became %.300q, which holds %v", content, clean, found)
	}
}

func TestSanitise_LeavesTextOnly(t *testing.T) {
	policy := richtext.NewPolicy()
	for content, want := range map[string]string{
		"<p>a\x01b\x0b\x1f\x7f\ufffe\xffc</p>": "<p>abc</p>",
		"<p>a&#1;b&#x7f;&#xfffe;&#xd800;c</p>": "<p>abc</p>", "<p>a\n\tb</p>": "<p>a\n\tb</p>",
		"<scr\x01ipt>alert(1)</scr\x01ipt>":       "",
		`<p><img src="/a.png" alt="x&#1;y"/></p>`: `<p><img src="/a.png" alt="xy"/></p>`,
	} {
		if got := sanitise(t, policy, content); got != want {
			t.Errorf("%q became %q, want %q", content, got, want)
		}
		checkSafe(t, policy, content)
	}
}

// Addresses in content are judged by the same function as those in fields.
func TestSanitise_Addresses(t *testing.T) {
	policy := richtext.NewPolicy()
	for address, want := range map[string]string{
		"https://x:99999/": "", "https://256.256.256.256/a.png": "", "https://1.2.3.4.5/": "",
		"https://xn--a/": "", "https://[::]:99999/": "",
		"https://0xffffffffff/": "", "https://\u00ad/": "", "https://:80/": "", `/\evil.example`: "", "//evil.example": "",
		"picture.png":                 "",
		"https://[2001:db8::1]:8443/": "https://[2001:db8::1]:8443/", "https://exa%6dple.com/": "https://example.com/",
		"https://example.com/two words.png": "https://example.com/two%20words.png", "/media/a b.png": "/media/a%20b.png",
	} {
		for frame, attribute := range map[string]string{
			`<p><a href="%s">x</a></p>`: "href", `<p><img src="%s" alt="x"/></p>`: "src",
		} {
			clean := sanitise(t, policy, fmt.Sprintf(frame, html.EscapeString(address)))
			kept := ""
			if _, rest, found := strings.Cut(clean, attribute+`="`); found {
				kept, _, _ = strings.Cut(rest, `"`)
			}
			if kept != want {
				t.Errorf("%s of %q: %s", attribute, address, clean)
			}
			checkSafe(t, policy, clean)
		}
	}
	if clean := sanitise(t, policy, `<a href="https://bücher.example/ü.png">x</a>`); !strings.Contains(clean, "href=") {
		t.Errorf("dropped the address of %s", clean)
	}
}

func FuzzSanitise(f *testing.F) {
	for _, seed := range append(attacks(), picture, table, callout, question, file, code, sum, "<p>"+fraction+note+"</p>",
		`<div class="pictures">`+half+half+"</div>") {
		f.Add(seed)
	}
	policy := richtext.NewPolicy()
	f.Fuzz(func(t *testing.T, content string) { checkSafe(t, policy, content) })
}

func TestMoveDataImages_StoresEachOnce(t *testing.T) {
	stored := 0
	store := func(data []byte) (string, error) {
		stored++
		return "/media/" + string(data), nil
	}
	got, err := richtext.MoveDataImages(`<p><img src="data:image/png;base64,YWJj"><img src="DATA:image/png;base64,YWJj"><img src="data:image/png;base64,YWJj"><img src="/x.png"></p>`,
		store)
	if err != nil || strings.Contains(strings.ToLower(got), "data:") || strings.Count(got, `"/media/abc"`) != 3 ||
		!strings.Contains(got, `"/x.png"`) {
		t.Errorf("got %s, %v", got, err)
	}
	if stored != 2 {
		t.Errorf("stored %d, want 2 (one for each way of writing it)", stored)
	}
}
