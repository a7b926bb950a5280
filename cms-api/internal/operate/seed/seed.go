// Package seed fills empty stores with the content of a folder.
package seed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/objectstore"
)

// Target is what Run fills.
type Target struct {
	Objects     *objectstore.Store
	Settings    *settings.Service
	Collections []collection.Seeded
	// HasAccounts reports whether anybody has an account.
	HasAccounts func(context.Context) (bool, error)
}

// Run fills empty stores with the content of a folder and says what it did. Those
// that have content are left alone unless force asks to add what is missing. The
// settings are stored last, so that a seeding that broke off is known by their
// absence and completed by the next one: what exists already is left as it is.
func Run(ctx context.Context, t Target, dir string, force bool) (string, error) {
	seeded, err := t.seeded(ctx)
	if err != nil {
		return "", err
	}
	if seeded && !force {
		return "There is content already; nothing was seeded.", nil
	}
	folder := os.DirFS(dir)
	files, err := t.media(ctx, folder)
	if err != nil {
		return "", err
	}
	counts := []string{fmt.Sprintf("%d files", files)}
	for _, each := range t.Collections {
		count, err := each.Seed(ctx, folder)
		if err != nil {
			return "", fmt.Errorf("%s: %w", each.Name().Stored(), err)
		}
		counts = append(counts, fmt.Sprintf("%d %s", count, each.Name()))
	}
	if !seeded { // else the settings are somebody's choice by now
		if err := t.settings(ctx, folder); err != nil {
			return "", fmt.Errorf("settings: %w", err)
		}
	}
	return "Seeded " + strings.Join(counts, ", ") + ".", nil
}

// seeded reports whether a seeding was completed, or content was made without
// one.
func (t Target) seeded(ctx context.Context) (bool, error) {
	empty, err := t.Settings.Empty(ctx)
	if err != nil || !empty {
		return !empty, err
	}
	// No settings: either nothing was seeded, or it broke off. Content that
	// people made implies an account.
	return t.HasAccounts(ctx)
}

func (t Target) settings(ctx context.Context, folder fs.FS) error {
	var chosen settings.Update
	if err := collection.ReadSeed(folder, "settings.json", &chosen); err != nil {
		return err
	}
	_, _, err := t.Settings.Put(ctx, documents.Write{}, chosen)
	return err
}

// media uploads the files directly below media/ under the key seed/<name>.
func (t Target) media(ctx context.Context, folder fs.FS) (int, error) {
	entries, err := fs.ReadDir(folder, "media")
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("list media: %w", err)
	}
	count := 0
	for _, entry := range entries {
		if !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		data, err := fs.ReadFile(folder, path.Join("media", entry.Name()))
		if err != nil {
			return count, fmt.Errorf("read media: %w", err)
		}
		mediaType, _, _ := strings.Cut(mimetype.Detect(data).String(), ";")
		key, body := "seed/"+entry.Name(), bytes.NewReader(data)
		if _, err := t.Objects.Put(ctx, key, mediaType, body, body.Size()); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}
