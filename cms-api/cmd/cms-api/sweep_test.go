package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"academy/cms-api/internal/app"
	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/test/teststore"
)

// said runs the program with arguments, and returns what it printed.
func said(t *testing.T, arguments ...string) string {
	t.Helper()
	var cli commands
	parser, err := kong.New(&cli)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.Parse(arguments)
	if err != nil {
		t.Fatal(err)
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	screen := os.Stdout
	os.Stdout = write
	err = parsed.Run()
	os.Stdout = screen
	if closed := write.Close(); err != nil || closed != nil {
		t.Fatal(err, closed)
	}
	printed, err := io.ReadAll(read)
	if err != nil {
		t.Fatal(err)
	}
	return string(printed)
}

// onNewStores has commands run on empty stores.
func onNewStores(t *testing.T) *teststore.Stores {
	t.Helper()
	stores := teststore.Start(t)
	for name, value := range map[string]string{
		"MONGODB_URI": stores.MongoURI, "MONGODB_DATABASE": stores.Name("command"), "S3_ENDPOINT": stores.S3Endpoint,
		"S3_ACCESS_KEY_ID": teststore.AccessKey, "S3_SECRET_ACCESS_KEY": teststore.SecretKey, "DATA_DIR": t.TempDir(),
	} {
		t.Setenv(name, value)
	}
	return stores
}

// sweep --dry-run says what would go at a time, and removes nothing; without it that goes.
func TestSweep_AsOf(t *testing.T) {
	onNewStores(t)
	t.Setenv("HISTORY_KEEP_LEAST", "2")
	var kept, gone string
	err := onStores(func(ctx context.Context, i *app.Installation) error {
		for _, id := range []*string{&kept, &gone} {
			title := "One"
			made, err := i.Content.Articles.Create(ctx, article.Update{Title: &title})
			if err != nil {
				return err
			}
			*id = made.ID
		}
		for n := range 5 {
			excerpt := fmt.Sprint(n)
			if _, err := i.Content.Articles.Update(ctx, kept, documents.Write{}, article.Update{Excerpt: &excerpt}); err != nil {
				return err
			}
		}
		_, err := i.Content.Articles.Delete(ctx, gone, documents.Write{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(400 * 24 * time.Hour).UTC().Format(time.RFC3339)
	var lines strings.Builder
	for revision := range 3 {
		fmt.Fprintf(&lines, "version articles/%s/%d\n", kept, revision+1)
	}
	fmt.Fprintf(&lines, "deleted articles/%s\n", gone)
	for _, test := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"--dry-run"}, "Would remove 0 former versions and 0 deleted documents.\n"},
		{
			[]string{"--dry-run", "--as-of", later},
			lines.String() + "Would remove 3 former versions and 1 deleted documents.\n",
		},
		{[]string{}, "Removed 0 former versions and 0 deleted documents.\n"},
		{[]string{"--as-of", later}, lines.String() + "Removed 3 former versions and 1 deleted documents.\n"},
		{[]string{"--as-of", later}, "Removed 0 former versions and 0 deleted documents.\n"},
	} {
		if got := said(t, append([]string{"sweep"}, test.arguments...)...); got != test.want {
			t.Errorf("sweep %v says %q, want %q", test.arguments, got, test.want)
		}
	}
}
