package apitest_test

import (
	"bytes"
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/manualclock"
)

const importEnv = "IMPORT_TEST_CHILD"

// The process of TestImport_OfAKilledProcess: it imports a file, until it is killed.
func TestImportProcess(t *testing.T) {
	database, file, child := strings.Cut(os.Getenv(importEnv), " ")
	if !child {
		return // it is started by the other test
	}
	app := apitest.Start(t, database, privateTargets).Ready(t)
	app.Staff(t).Parts("/api/admin/imports", apitest.Text("pictures", "fetch"), apitest.File("file", "old.xml",
		[]byte(file))).
		Want(http.StatusAccepted)
	select {}
}

// An import whose process was killed says that it failed, whoever is asked, and is run
// again without doubles.
func TestImport_OfAKilledProcess(t *testing.T) {
	asked, ended := make(chan struct{}, 1), make(chan struct{})
	site := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked <- struct{}{}
		<-ended
	}))
	defer site.Close()
	defer close(ended)
	file := bytes.ReplaceAll(wxr(wxrPost(1, "First", "x"), wxrPost(2, "Second", `<img src="/map.png">`), wxrPost(3,
		"Third", "x")),
		[]byte("https://old.example"), []byte(site.URL))
	database := "killed-" + strings.ToLower(rand.Text())
	process := exec.Command(os.Args[0], "-test.run=^TestImportProcess$")
	temporary := t.TempDir()
	process.Env = append(os.Environ(), "TMPDIR="+temporary, importEnv+"="+database+" "+string(file))
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-asked:
	case <-time.After(2 * time.Minute): // ends what hangs
		t.Error("the process never asked for the picture")
	}
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.Wait() // it was killed
	if left, err := filepath.Glob(filepath.Join(temporary, "import-*")); err != nil || len(left) > 0 {
		t.Errorf("it left %v, %v", left, err)
	}

	clock := manualclock.New()
	app := apitest.Start(t, database, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	staff := app.Staff(t)
	var all []imported
	staff.Get("/api/admin/imports").Want(http.StatusOK).Into(&all)
	if len(all) != 1 || all[0].State != "running" {
		t.Fatalf("while it may live: %+v", all)
	}
	staff.Parts("/api/admin/imports", apitest.File("file", "old.xml", file)).Problem(http.StatusConflict)
	clock.Advance(time.Minute)
	var killed imported
	staff.Get("/api/admin/imports/" + all[0].ID).Want(http.StatusOK).Into(&killed)
	if killed.State != "failed" || !strings.HasPrefix(killed.Error, "The server was stopped while it ran.") {
		t.Errorf("afterwards: %+v", killed)
	}
	again := importFile(t, staff, "old.xml", file)
	if again.State != "done" || len(again.Created) != 2 || len(again.Skipped) != 1 ||
		reasons(again.Skipped, "First")[0] != "already imported" {
		t.Errorf("again: %+v", again)
	}
	var articles []importedArticle
	staff.Get("/api/articles").Want(http.StatusOK).Into(&articles)
	if len(articles) != 3 {
		t.Errorf("%d articles", len(articles))
	}
}
