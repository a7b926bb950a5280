package apitest_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// example is a block of a document that a program runs.
var example = regexp.MustCompile("(?ms)^```(sh|js|python)\n(.*?)^```$")

// Every example of docs/api.md, and that of the client's README, is run as it stands there, against an installation
// whose address and token are in the environment.
func TestDocs_EveryExampleOfTheAPIRuns(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	admin.Post("/api/articles", apitest.JSON{"title": "Known before"}).Want(http.StatusCreated)
	env := append(os.Environ(), "CMS_URL="+app.URL,
		"CMS_TOKEN="+makeToken(t, admin, "content:publish", "media:write").Secret)
	run := func(t *testing.T, dir, name string, args ...string) string {
		t.Helper()
		command := exec.CommandContext(t.Context(), name, args...) //nolint:gosec // the arguments are this test's
		command.Dir, command.Env = dir, env
		said, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, said)
		}
		return string(said)
	}
	run(t, root, "npm", "run", "--silent", "build", "--workspace", "@academy/client")
	programs := map[string][]string{"sh": {"sh", "-eu"}, "js": {"node"}, "python": {"python3"}}
	suffixes := map[string]string{"sh": ".sh", "js": ".mjs", "python": ".py"}
	counts := map[string]int{}
	var said strings.Builder
	for _, document := range []string{"docs/api.md", "packages/client/README.md"} {
		text, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range example.FindAllStringSubmatch(string(text), -1) {
			language, code := found[1], found[2]
			counts[document+" "+language]++
			// A folder where the client is found by its name.
			dir, err := os.MkdirTemp(filepath.Join(root, "packages", "client", "dist"), "example")
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "example"+suffixes[language])
			if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
				t.Fatal(err)
			}
			said.WriteString(run(t, dir, programs[language][0], append(programs[language][1:], file)...))
		}
	}
	for kind, least := range map[string]int{
		"docs/api.md sh": 3, "docs/api.md js": 3, "docs/api.md python": 3, "packages/client/README.md js": 1,
	} {
		if counts[kind] < least {
			t.Errorf("%d examples of %s were run, want at least %d", counts[kind], kind, least)
		}
	}
	for _, want := range []string{"Known before: /blog/known-before", "Known before /blog/known-before", "422 "} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("the examples do not say %q:\n%s", want, said.String())
		}
	}
	var articles []struct{ Title, Excerpt, Status string }
	admin.Get("/api/articles").Want(http.StatusOK).Into(&articles)
	stored := map[string]string{}
	for _, each := range articles {
		stored[each.Title] = each.Status + ": " + each.Excerpt
	}
	for title, want := range map[string]string{
		"Rivers of the south": "draft: Where the Kaveri rises.", "Passes of the north": "draft: ",
		"Plateaus of the west": "draft: From the Deccan to Malwa.", "How the monsoon forms": "published: ",
		"Glaciers of the Karakoram": "draft: ",
	} {
		if stored[title] != want {
			t.Errorf("%s is stored as %q, want %q", title, stored[title], want)
		}
	}
	var files []struct{ Name string }
	admin.Get("/api/admin/media").Want(http.StatusOK).Into(&files)
	if len(files) != 1 || files[0].Name != "timetable.csv" {
		t.Errorf("the files are %+v", files)
	}
}
