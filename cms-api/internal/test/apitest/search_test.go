package apitest_test

import (
	"net/url"
	"slices"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// Every search finds a text in whatever form it was typed: staff's lists, the public ones, and
// the audit log, which the database lists.
func TestSearch_FindsEveryFormOfAText(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	for _, forms := range [][]string{
		{"Café", "Cafe\u0301", "CAFÉ", "cafe"},
		{"\u0958लम", "क\u093cलम"},
		{"ಕ\u0ccaಡು", "ಕ\u0cc6\u0cc2ಡು"},
		{"क्षत्रिय", "क\u094d\u200dषत्रिय", "क्षत्\u200cरिय"},
	} {
		want := []string{}
		for _, title := range forms {
			stored := write(t, staff, apitest.JSON{"title": title, "status": "published"})
			want = append(want, stored.Title)
		}
		slices.Sort(want)
		for _, q := range forms {
			query := "?limit=50&q=" + url.QueryEscape(q)
			for who, client := range map[string]*apitest.Client{"staff": staff, "a visitor": anyone} {
				found := titles(t, client.Get("/api/articles"+query))
				slices.Sort(found)
				if !slices.Equal(found, want) {
					t.Errorf("%s finds %+q by %+q, want %+q", who, found, q, want)
				}
			}
			if found := auditLog(t, staff, "&q="+url.QueryEscape(q)); len(found) != len(forms) {
				t.Errorf("the audit log has %d entries by %+q, want %d", len(found), q, len(forms))
			}
		}
	}
}
