package redirect

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"academy/cms-api/internal/platform/problem"
)

// said returns what is wrong, with the fields that it is wrong with.
func said(err error) string {
	var told *problem.Error
	if !errors.As(err, &told) {
		return ""
	}
	all := ""
	for _, each := range told.Fields {
		all += each.Location + ": " + each.Message + "\n"
	}
	return all
}

func TestCheck(t *testing.T) {
	long := "/" + strings.Repeat("a", maxFrom)
	for name, c := range map[string]struct {
		from, to string
		status   int
		want     string // the stored addresses, or a part of what is wrong
	}{
		"case and slash":     {"/Old/Page/", "/new", 301, "/old/page /new"},
		"encoded":            {"/caf%C3%A9 %41", "/new", 301, "/café%20a /new"},
		"pattern":            {"/Old/*", "https://example.com/x/*", 302, "/old/* https://example.com/x/*"},
		"pattern to one":     {"/old/*", "/new", 301, "/old/* /new"},
		"gone":               {"/old", "", 410, "/old "},
		"gone with a target": {"/old", "/x", 410, "body.to"},
		"no target":          {"/old", "", 301, "body.to"},
		"status":             {"/old", "/x", 307, "body.status"},
		"no slash":           {"old", "/x", 301, "body.from"},
		"two slashes":        {"//old", "/x", 301, "body.from"},
		"query":              {"/old?a=1", "/x", 301, "body.from"},
		"hidden query":       {"/old%3Fa", "/x", 301, "body.from"},
		"control character":  {"/old%0A", "/x", 301, "body.from"},
		"star in the middle": {"/a/*/b", "/x", 301, "body.from"},
		"star without slash": {"/a*", "/x", 301, "body.from"},
		"home":               {"/", "/x", 301, "body.from"},
		"everything":         {"/*", "/x", 301, "body.from"},
		"API":                {"/API/x", "/x", 301, "body.from"},
		"admin":              {"/admin/*", "/x", 301, "body.from"},
		"media":              {"/%6dedia", "/x", 301, "body.from"},
		"like media":         {"/mediation", "/x", 301, "/mediation /x"},
		"long":               {long, "/x", 301, "body.from"},
		"star in the target": {"/old", "/new/*", 301, "body.to"},
		"star in the host":   {"/old/*", "https://example.com*", 301, "body.to"},
		"script":             {"/old", "javascript:alert(1)", 301, "body.to"},
		"mail":               {"/old", "mailto:a@example.com", 301, "body.to"},
		"other host":         {"/old", "//example.com", 301, "body.to"},
	} {
		r := Redirect{From: c.from, To: c.to, Status: c.status}
		err := check(&r, Redirect{})
		if got := said(err); err != nil && !strings.Contains(got, c.want) || err == nil && r.From+" "+r.To != c.want {
			t.Errorf("%s: %q → %q: %s", name, r.From, r.To, got)
		}
	}
}

func TestRefusal(t *testing.T) {
	page := func(path string) bool { return path == "/page" || path == "/old/page" }
	for name, c := range map[string]struct {
		stored []string
		added  string
		want   string // "": none
	}{
		"alone":                    {nil, "/a /b", ""},
		"itself":                   {nil, "/a /A/", "leads in circles"},
		"a page":                   {nil, "/page /b", "body.from: The site has a page"},
		"a pattern over pages":     {nil, "/old/* /b", ""},
		"a pattern to its page":    {nil, "/old/* /old/page", ""},
		"a pattern to itself":      {nil, "/old/* /old/x", "leads in circles"},
		"a pattern into itself":    {nil, "/old/* /old/x/*", "leads in circles"},
		"one that leads on":        {[]string{"/b /c"}, "/a /b", "body.to: /a → /b → /c: let /a lead to /c."},
		"one that is led to":       {[]string{"/a /b"}, "/b /c", "body.from: /a → /b → /c: let /a lead to /c."},
		"query and fragment":       {[]string{"/b /c"}, "/a /B/?q=1#x", "body.to: /a → /b → /c"},
		"a loop":                   {[]string{"/b /a"}, "/a /b", "leads in circles"},
		"to what is gone":          {[]string{"/b  410"}, "/a /b", "which is gone (410)"},
		"elsewhere":                {[]string{"/b /c"}, "/a https://example.com/b", ""},
		"into a pattern":           {[]string{"/b/* /c"}, "/a /b/x", "body.to: /a → /b/* → /c"},
		"to the folder":            {[]string{"/b/* /c"}, "/a /b", "body.to"},
		"beside a pattern":         {[]string{"/b/* /c"}, "/a /bc", ""},
		"a pattern over a target":  {[]string{"/a /b/x"}, "/b/* /c", "body.from: /a → /b/* → /c"},
		"a pattern into another":   {[]string{"/b/* /c/*"}, "/a/* /b/*", "body.to: /a/* → /b/* → /c/*"},
		"a pattern on another":     {[]string{"/a/* /b/*"}, "/b/* /c/*", "body.from: /a/* → /b/* → /c/*"},
		"one within a target":      {[]string{"/a/* /b/*"}, "/b/x /c", "body.from: /a/x → /b/x → /c: let /a/x lead to /c."},
		"one that is excepted":     {[]string{"/a/x /c", "/a/* /b/*"}, "/b/x /c", ""},
		"a loop through a pattern": {[]string{"/a/* /b/*"}, "/b/x /a/x", "leads in circles"},
		"the longer pattern":       {[]string{"/b/* /c", "/b/x/* /d"}, "/a /b/x/y", "/b/x/* → /d"},
		"a page under a pattern":   {[]string{"/old/* /c"}, "/a /old/page", ""},
	} {
		g := newGraph(page)
		parse := func(line string) Redirect {
			cells := append(strings.Split(line, " "), "301")
			r, ok := rowOf(cells[:3])
			if err := check(&r, Redirect{}); err != nil || !ok {
				t.Fatalf("%s: %s: %s", name, line, said(err))
			}
			return r
		}
		for _, line := range c.stored {
			g.add(parse(line))
		}
		if got := said(g.refusal(parse(c.added))); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestRead(t *testing.T) {
	rows, bad, err := read("\ufeffFrom,To,Status\r\n/a,/b\r\n\r\n/c,,410\r\n/d,/e,soon\r\n\"/f,/g\r\n")
	if err != nil || len(rows) != 2 || rows[0].line != 2 || rows[0].Status != 301 || rows[1].line != 4 ||
		rows[1].Status != 410 || len(bad) != 2 || bad[0].Line != 5 || bad[1].Line != 6 {
		t.Errorf("%+v, %+v, %v", rows, bad, err)
	}
	if _, _, err := read(strings.Repeat("/a,/b\n", maxRows+1)); !problem.Is(err, problem.TooLarge) {
		t.Errorf("too many rows: %v", err)
	}
}

// The chains of 10,000 rows are told without comparing each with each.
func TestRefusal_Many(t *testing.T) {
	g := newGraph(func(string) bool { return false })
	for i := range maxRows {
		r := row{Redirect: Redirect{From: fmt.Sprintf("/old/%d", i), To: "/new", Status: 301}}
		if _, err := r.join(g); err != nil {
			t.Fatal(err)
		}
	}
	if len(g.exact) != maxRows {
		t.Errorf("%d of %d", len(g.exact), maxRows)
	}
}
