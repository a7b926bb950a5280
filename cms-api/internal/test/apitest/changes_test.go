package apitest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

type changeSet struct {
	Changes []struct {
		Kind, ID, Title, Action string
		Scheduled               bool
		By                      []string
	}
	ContentChangeCount int `json:"content_change_count"`
	People             []string
}

// String puts changes into words; "unknown" where there are none to tell.
func (c changeSet) String() string {
	if c.Changes == nil {
		return "unknown"
	}
	words := []string{}
	for _, each := range c.Changes {
		change := fmt.Sprintf("%s %s %s %v", each.Kind, each.Title, each.Action, each.By)
		words = append(words, strings.Join(strings.Fields(change), " "))
	}
	return strings.Join(words, "; ") + " " + fmt.Sprint(c.People)
}

type changedRelease struct {
	changeSet
	Release, By string
	CodeChanged bool `json:"code_changed"`
}

// installation is two processes on one database and one release store.
type installation struct {
	t        *testing.T
	apps     [2]*apitest.App
	asha     *apitest.Client
	released int
}

func newInstallation(t *testing.T) *installation {
	one := apitest.New(t, webOf(t)).Ready(t)
	two := apitest.Start(t, one.Database, webOf(t), func(o *apitest.Options) {
		o.Config.ReleasesDir = one.Config.ReleasesDir
	}).Ready(t)
	return &installation{t: t, apps: [2]*apitest.App{one, two}, asha: one.Staff(t)}
}

// publish writes a release of the present content, as the publisher does, and waits
// until it is remembered and both processes serve it.
func (i *installation) publish(code string) changedRelease {
	i.t.Helper()
	dir := i.apps[0].Config.ReleasesDir
	contents := map[string]bool{}
	apitest.Eventually(i.t, func() bool {
		clear(contents)
		for _, app := range i.apps {
			contents[i.asha.On(app).Get("/api/publish/status").Want(http.StatusOK).Text("content_fingerprint")] = true
		}
		return len(contents) == 1
	})
	parent, _ := os.ReadFile(filepath.Join(dir, "CURRENT"))
	i.released++
	id := publishManifest(i.t, dir, map[string]string{"/index.html": fmt.Sprint(i.released)}, map[string]any{
		"parent": strings.TrimSpace(string(parent)), "code_version": code, "fingerprint": firstOf(contents),
	})
	var found []changedRelease
	apitest.Eventually(i.t, func() bool {
		for _, app := range i.apps {
			if !bytes.Contains(app.Anonymous(i.t).Get("/release.json").Body, []byte(id)) {
				return false
			}
		}
		i.asha.Get("/api/publish/releases").Want(http.StatusOK).Into(&found)
		return len(found) == i.released && found[0].Release == id
	})
	return found[0]
}

func firstOf(set map[string]bool) string {
	for each := range set {
		return each
	}
	return ""
}

func (i *installation) difference(release string) string {
	i.t.Helper()
	var d struct {
		changeSet
		Way      string
		Complete bool
	}
	i.asha.Get("/api/publish/releases/" + release + "/difference").Want(http.StatusOK).Into(&d)
	return fmt.Sprintf("%s %t: %s", d.Way, d.Complete, d.changeSet)
}

func TestReleases_SayWhatChanged(t *testing.T) {
	i := newInstallation(t)
	ravi, raviID := invite(t, i.apps[0], i.asha, "ravi@example.com", "author")
	ravi = ravi.On(i.apps[1])
	want := func(r changedRelease, words string) {
		t.Helper()
		if got := r.String(); got != words {
			t.Errorf("%s: %s\nwant %s", r.Release, got, words)
		}
	}
	first := i.publish("code 1")
	want(first, "unknown")

	// Several changes of two people at two processes become one release.
	article := write(t, i.asha, apitest.JSON{"title": "Mock test calendar", "status": "published"}).ID
	write(t, i.asha, apitest.JSON{"title": "A draft that nobody sees"})
	apitest.Eventually(t, func() bool {
		return ravi.Get("/api/articles/mock-test-calendar").Status == http.StatusOK
	})
	ravi.Put("/api/articles/"+article, apitest.JSON{"content": "<p>May</p>"}).Want(http.StatusOK)
	ravi.Put("/api/settings", apitest.JSON{"site_title": "Adhva"}).Want(http.StatusOK)
	second := i.publish("code 1")
	want(second, "articles Mock test calendar added [Asha Rao Ravi Kumar]; settings edited [Ravi Kumar] [Asha Rao Ravi Kumar]")
	if second.CodeChanged || second.By != "Asha Rao, Ravi Kumar" {
		t.Errorf("the second release is %+v", second)
	}

	// Another program, and the same content.
	third := i.publish("code 2")
	want(third, " []")
	if !third.CodeChanged {
		t.Error("that the program was another is not said")
	}

	// What was renamed and deleted is called what it was.
	i.asha.Put("/api/articles/"+article, apitest.JSON{"title": "Calendar of tests"}).Want(http.StatusOK)
	i.asha.Delete("/api/articles/" + article).Want(http.StatusNoContent)
	fourth := i.publish("code 2")
	want(fourth, "articles Mock test calendar removed [Asha Rao] [Asha Rao]")

	for release, words := range map[string]string{
		first.Release:  "back true: settings edited [Ravi Kumar] [Ravi Kumar]",
		second.Release: "back true: articles Mock test calendar removed [Asha Rao] [Asha Rao]",
		fourth.Release: "back true:  []",
	} {
		if got := i.difference(release); got != words {
			t.Errorf("to go back to %s is %s, want %s", release, got, words)
		}
	}
	for query, count := range map[string]int{"calendar": 2, "ASHA": 2, "kumar": 1, "nobody": 0} {
		if found := releasesOf(i.asha, "?q="+query); len(found) != count {
			t.Errorf("%q finds %+v", query, found)
		}
	}

	// After a roll back, the way leads forward, and past a change made on top of it there is none.
	i.asha.Post("/api/publish/releases/"+second.Release+"/activate", nil).Want(http.StatusOK)
	const removed = "forward true: articles Mock test calendar removed [Asha Rao] [Asha Rao]"
	if got := i.difference(fourth.Release); got != removed {
		t.Error(got)
	}
	i.asha.Put("/api/settings", apitest.JSON{"site_title": "Adhva Academy"}).Want(http.StatusOK)
	fifth := i.publish("code 2")
	want(fifth, "articles Mock test calendar removed [Asha Rao]; settings edited [Asha Rao] [Asha Rao]")
	if got := i.difference(fourth.Release); got != "unrelated false: unknown" {
		t.Error(got)
	}

	// Who has gone is nobody by name.
	i.asha.Delete("/api/admin/users/" + raviID).Want(http.StatusNoContent)
	var found []changedRelease
	i.asha.Get("/api/publish/releases?q=" + second.Release).Want(http.StatusOK).Into(&found)
	want(found[0], "articles Mock test calendar added [Asha Rao a former member]; settings edited [a former member] [Asha Rao a former member]")

	i.apps[0].Anonymous(t).Get("/api/publish/releases/" + first.Release + "/difference").Problem(http.StatusUnauthorized)
	i.asha.Get("/api/publish/releases/20200101T000000000Z-00000000/difference").Problem(http.StatusNotFound)
}

// A process that has just started does not know what was before; it says so.
func TestReleases_SayLessAfterARestart(t *testing.T) {
	app := apitest.New(t, webOf(t)).Ready(t)
	staff := app.Staff(t)
	base := publishFiles(t, app.Config.ReleasesDir, map[string]string{"/index.html": "of content that nobody remembers"})
	follow(t, app, base)
	write(t, staff, apitest.JSON{"title": "New", "status": "published"})
	live := publishManifest(t, app.Config.ReleasesDir, map[string]string{"/index.html": "new"}, map[string]any{
		"parent": base, "fingerprint": staff.Get("/api/publish/status").Text("content_fingerprint"),
	})
	follow(t, app, live)
	var found []changedRelease
	apitest.Eventually(t, func() bool {
		staff.Get("/api/publish/releases").Want(http.StatusOK).Into(&found)
		return len(found) == 2
	})
	if words := found[0].String(); words != "unknown" {
		t.Error(words)
	}
	if got := (&installation{t: t, asha: staff}).difference(base); got != "back false:  []" {
		t.Error(got)
	}
}

func TestAuditLog_CallsDocumentsByTheirTitles(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	made := write(t, staff, apitest.JSON{"title": "Mock test calendar"}).ID
	staff.Put("/api/articles/"+made, apitest.JSON{"title": "Calendar of tests"}).Want(http.StatusOK)
	staff.Delete("/api/articles/" + made).Want(http.StatusNoContent)
	for _, name := range []string{"One", "Two"} {
		staff.Post("/api/admin/sections", apitest.JSON{"name": name, "type": strings.ToLower(name), "is_visible": true}).
			Want(http.StatusCreated)
	}
	var sections []apitest.JSON
	staff.Get("/api/sections").Want(http.StatusOK).Into(&sections)
	order := []apitest.JSON{{"id": sections[0]["id"], "display_order": 2}, {"id": sections[1]["id"], "display_order": 1}}
	staff.Put("/api/admin/sections/reorder", apitest.JSON{"sections": order}).Want(http.StatusOK)
	staff.Post("/api/enrollments", apitest.JSON{
		"fullName": "Meera Iyer", "email": "meera@example.com", "phone": "+919876543210", "course": "psi",
	}).Want(http.StatusCreated)
	_, id := invite(t, app, staff, "ravi@example.com", "author")
	staff.Delete("/api/admin/users/" + id).Want(http.StatusNoContent)
	titles := []string{}
	var entries []struct{ Action, Title string }
	staff.Get("/api/admin/audit-log?sort=at&limit=100").Want(http.StatusOK).Into(&entries)
	for _, each := range entries {
		titles = append(titles, each.Action+" "+each.Title)
	}
	want := []string{"createArticle Mock test calendar", "updateArticle Calendar of tests",
		"deleteArticle Calendar of tests",
		"createSection One", "createSection Two", "reorderSections ", "createEnrollment ",
		"invite ", "register ", "removeMember Ravi Kumar",
	}
	if got := titles[len(titles)-len(want):]; !slices.Equal(got, want) {
		t.Errorf("the log has %q", got)
	}
	if found := auditLog(t, staff, "&q=Mock+test"); len(found) != 1 {
		t.Errorf("a title finds %+v", found)
	}
}

// Who deleted something, or took it back, is known also when the process that did it is
// not the one that remembers the release, and is not taken for who edited it before.
func TestReleases_SayWhoDeletedInAnotherProcess(t *testing.T) {
	i := newInstallation(t)
	ravi, _ := invite(t, i.apps[0], i.asha, "ravi@example.com", "author")
	ravi = ravi.On(i.apps[1])
	gone := write(t, i.asha, apitest.JSON{"title": "Mock test calendar", "status": "published"})
	back := write(t, i.asha, apitest.JSON{"title": "Results", "status": "published"})
	link := i.asha.Post("/api/admin/social-media", apitest.JSON{"platform": "Github", "url": "https://github.com/a"}).
		Want(http.StatusCreated).Text("id")
	i.publish("code")
	for _, each := range []string{gone.ID, back.ID} {
		i.asha.Put("/api/articles/"+each, apitest.JSON{"content": "<p>May</p>"}).Want(http.StatusOK)
	}
	ravi.Delete("/api/articles/" + gone.ID).Want(http.StatusNoContent)
	ravi.Put("/api/articles/"+back.ID, apitest.JSON{"status": "draft"}).Want(http.StatusOK)
	ravi.Delete("/api/admin/social-media/" + link).Want(http.StatusNoContent)
	here := i.apps[0].Anonymous(t)
	apitest.Eventually(t, func() bool {
		return here.Get("/api/articles/mock-test-calendar").Status == http.StatusNotFound &&
			here.Get("/api/articles/results").Status == http.StatusNotFound &&
			!bytes.Contains(here.Get("/api/social-media").Body, []byte("Github"))
	})
	i.apps[1].Stop(t)
	i.apps[1] = i.apps[0]
	want := "articles Mock test calendar removed [Ravi Kumar]; articles Results removed [Ravi Kumar]; " +
		"social_links Github removed [Ravi Kumar] [Ravi Kumar]"
	if got := i.publish("code").String(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
