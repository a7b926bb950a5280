package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"academy/cms-api/internal/app"
	"academy/cms-api/internal/content/article"
)

// An export of one installation arrives in another, and creates nothing twice.
func TestExportAndImport(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	stores := onNewStores(t)
	title, content, status := "Monsoons", "<p>Warm <strong>air</strong> rises.</p>", article.Published
	err := onStores(func(ctx context.Context, i *app.Installation) error {
		_, err := i.Content.Articles.Create(ctx, article.Update{Title: &title, Content: &content, Status: &status})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "academy.zip")
	if got := said(t, "export", file); got != "" {
		t.Errorf("export says %q", got)
	}
	if got := said(t, "export", "-"); !strings.HasPrefix(got, "PK") {
		t.Errorf("an export to standard output begins with %.20q", got)
	}
	t.Setenv("MONGODB_DATABASE", stores.Name("other"))
	if got := said(t, "import", file); got != "Imported 1 of 2; 0 were skipped, with 0 warnings.\n" {
		t.Errorf("import says %q", got)
	}
	again := said(t, "import", "--status", "source", file)
	if again != "skipped: Monsoons: already imported\nImported 0 of 2; 1 were skipped, with 0 warnings.\n" {
		t.Errorf("another import says %q", again)
	}
	err = onStores(func(ctx context.Context, i *app.Installation) error {
		got, err := i.Content.Articles.Get(ctx, "monsoons")
		if err == nil && (got.Title != title || got.Content != content) {
			t.Errorf("the article is %+v", got)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Errorf("the imported file: %v", err)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("temporary files: %v, %v", left, err)
	}
}

func TestImport_Refusals(t *testing.T) {
	onNewStores(t)
	file := filepath.Join(t.TempDir(), "notes.zip")
	if err := os.WriteFile(file, []byte("words"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := (importCommand{File: file}).Run()
	if err == nil || !strings.Contains(err.Error(), "This is neither an export") {
		t.Errorf("words: %v", err)
	}
	if err := (importCommand{File: file + ".none"}).Run(); err == nil {
		t.Error("a file that does not exist was imported")
	}
	if err := (exportCommand{File: filepath.Join(file, "none.zip")}).Run(); err == nil {
		t.Error("a file was written into a file")
	}
}
