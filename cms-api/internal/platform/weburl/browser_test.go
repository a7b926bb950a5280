package weburl_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"academy/cms-api/internal/platform/weburl"
)

// browser is Node's URL, which has the same parser as browsers.
type browser struct {
	in  io.Writer
	out *bufio.Reader
}

// Not URL.canParse, because that of Node 20, when it is called often, refuses hosts
// that new URL accepts.
const answerEach = `
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { address, base } = JSON.parse(line);
  let href = "";
  try {
    href = new URL(address, base).href;
  } catch {}
  console.log(JSON.stringify(href));
});`

func newBrowser(t *testing.T) *browser {
	t.Helper()
	node := exec.Command("node", "-e", answerEach)
	in, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatalf("start node, which tells what browsers take: %v", err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := node.Wait(); err != nil {
			t.Errorf("node: %v", err)
		}
	})
	return &browser{in: in, out: bufio.NewReader(out)}
}

// read returns the address as the browser resolves it on a page of a site, or "" when
// it refuses it.
func (b *browser) read(t rapid.TB, address string) string {
	t.Helper()
	question, err := json.Marshal(map[string]string{"address": address, "base": "https://site.invalid/"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.in.Write(append(question, '\n')); err != nil {
		t.Fatalf("ask node: %v", err)
	}
	line, err := b.out.ReadBytes('\n')
	if err != nil {
		t.Fatalf("ask node: %v", err)
	}
	var href string
	if err := json.Unmarshal(line, &href); err != nil {
		t.Fatal(err)
	}
	return href
}

func TestSafe_AsBrowsers(t *testing.T) {
	browser := newBrowser(t)
	for _, address := range refusedByBrowsers() {
		if browser.read(t, address) != "" {
			t.Errorf("browsers take %q", address)
		}
	}
	for _, address := range takenByBrowsers() {
		if browser.read(t, address) == "" {
			t.Errorf("browsers refuse %q", address)
		}
	}
}

// hostile combines addresses from parts that parsers treat differently.
func hostile() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"a", "b", "1", "80", "256", "0x", "0xff", "0xffffffffff", "08", "1e3", ".", "..", "-", "--", "+", "xn--", "xn--a",
		"xn--bcher-kva", "XN--",
		"ü", "ß", "ς", "İ", "ı", "ಕ", "தமிழ்", "ا", "א", "😀", "🏳️‍🌈", "\u0301", "Ⅷ", "㎏", "ﬁ", "Ａ", "１", "．", "。", "＋", "٣",
		"१", "≠", "≮",
		"\u00ad", "\u200c", "\u200d", "\u115f", "\u17b4", "\u0378", "\ufffe", "\uffff", "\U000e0001", "\U0001e900", "\u2060",
		"\ufeff", "\u202e",
		"%41", "%6d", "%", "%zz", "%00", "%20", "%2e", "%2F", "%40", "%5b", "%C3%BC", "%ff", "%F0%9F",
		"[", "]", "[::1]", "[2001:db8::1]", "[::ffff:1.2.3.4]", "[::1%25eth0]", "[::99999]", "::", ":", ":80", ":65535",
		":65536", ":99999", ":0", "@", "u:p@",
		"/", "//", "?", "#", " ", "<", ">", "^", "|", "_", "~", "!", "$", "&", "'", "(", ")", "*", ",", ";", "=", "`", "{",
		"}", "\"", "example.com", "1.2.3.4",
	})
	return rapid.Custom(func(t *rapid.T) string {
		begin := rapid.SampledFrom([]string{
			"https://", "http://", "HTTPS://", "https:", "https:///", "/", "//", "#", "mailto:", "tel:", "javascript:", "data:",
			"", "ftp://",
		}).Draw(t, "begin")
		anything := rapid.OneOf(piece, piece, piece, rapid.StringN(1, 3, -1))
		return begin + strings.Join(rapid.SliceOfN(anything, 0, 8).Draw(t, "rest"), "")
	})
}

// Every browser accepts what is accepted here, and resolves the stored address to the
// same URL, but for the spaces in phone numbers.
func TestSafe_TakesOnlyWhatBrowsersTake(t *testing.T) {
	browser := newBrowser(t)
	addresses := hostile()
	rapid.Check(t, func(t *rapid.T) {
		for range 50 {
			address := addresses.Draw(t, "address")
			if !weburl.Safe(address) {
				continue
			}
			want := browser.read(t, address)
			if want == "" {
				t.Fatalf("%q is taken, and refused by browsers", address)
			}
			if strings.HasPrefix(want, "tel:") {
				number, rest := address, ""
				if i := strings.IndexAny(address, "?#"); i >= 0 {
					number, rest = address[:i], address[i:]
				}
				want = browser.read(t, strings.ReplaceAll(number, " ", "")+rest)
			}
			stored := weburl.Stored(address)
			if got := browser.read(t, stored); got != strings.ReplaceAll(want, " ", "%20") {
				t.Fatalf("%q is stored as %q and leads to %s, not %s", address, stored, got, want)
			}
			if strings.Contains(stored, " ") || !weburl.Safe(stored) || weburl.Stored(stored) != stored {
				t.Fatalf("%q is stored as %q", address, stored)
			}
		}
	})
}

// Ordinary addresses are accepted whenever browsers accept them.
func TestSafe_TakesWhatBrowsersTake(t *testing.T) {
	browser := newBrowser(t)
	label := rapid.OneOf(
		rapid.StringMatching(`[a-z]([a-z0-9-]{0,8}[a-z0-9])?`),
		rapid.SampledFrom([]string{
			"bücher", "xn--bcher-kva", "straße", "ಕನ್ನಡ", "தமிழ்", "हिन्दी", "اردو", "例え", "exa%6dple", "%C3%BC",
		}),
	)
	host := rapid.OneOf(
		rapid.Map(rapid.SliceOfN(label, 1, 4), func(labels []string) string { return strings.Join(labels, ".") }),
		rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 300), 3, 5), dotted),
		rapid.StringMatching(`\[([0-9a-f]{1,5}:){1,8}(:[0-9a-f]{1,4}){0,3}\]`),
	)
	port := rapid.OneOf(rapid.Just(""), rapid.StringMatching(`:[0-9]{0,6}`))
	rest := rapid.OneOf(rapid.Just(""), rapid.Map(rapid.StringMatching(`[/?#][^\pC\\]{0,20}`), strings.TrimSpace))
	rapid.Check(t, func(t *rapid.T) {
		for range 50 {
			address := "https://" + host.Draw(t, "host") + port.Draw(t, "port") + rest.Draw(t, "rest")
			if taken := browser.read(t, address) != ""; weburl.Safe(address) != taken {
				t.Fatalf("%q: Safe is %t, browsers %t", address, !taken, taken)
			}
		}
	})
}

func dotted(numbers []int) string {
	parts := make([]string, len(numbers))
	for i, number := range numbers {
		parts[i] = strconv.Itoa(number)
	}
	return strings.Join(parts, ".")
}
