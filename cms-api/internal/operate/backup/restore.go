package backup

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"academy/cms-api/internal/platform/objectstore"
)

// NotEmptyError says that there is something already.
type NotEmptyError struct{ What string }

// Error says what Force would do.
func (e *NotEmptyError) Error() string {
	return fmt.Sprintf("there is something already (%s), and nothing was changed; with --force all content, accounts, leads and settings are replaced by those of the archive, everybody is signed out, and media of the same name are overwritten; other media stay", e.What)
}

// restore stores the contents of an archive, a few MiB at a time. It stores first that it
// has begun; the caller ends that with Documents.endRestore. When it fails after that,
// what is there is not whole, and it can be called again. Nothing has been changed
// when it returns a NotEmptyError, or fails on the first entry.
func (i Installation) restore(ctx context.Context, archive io.Reader, force bool) (Restored, error) {
	r := &restorer{ctx: ctx, target: i, documents: NewDocuments(i.DB), force: force, inserted: map[string]int{}}
	manifest, err := read(archive, visitor{head: r.begin, documents: r.store, media: r.media})
	if err != nil {
		return Restored{}, err
	}
	for collection, count := range manifest.Documents {
		if r.inserted[collection] != count && !is(collection, earlier) {
			return Restored{}, damaged("%s has %d documents instead of %d", collection, r.inserted[collection], count)
		}
	}
	return Restored{Head: r.head, Manifest: manifest}, nil
}

type restorer struct {
	ctx       context.Context
	target    Installation
	documents *Documents
	force     bool
	head      Head
	inserted  map[string]int
	small     []byte // a file that is sent from memory, kept for the next
}

// begin checks what can be checked before anything is changed, and makes room.
func (r *restorer) begin(head Head) error {
	r.head = head
	resumed, err := r.documents.restoring(r.ctx)
	if err != nil {
		return err
	}
	existing, err := r.documents.collections(r.ctx)
	if err != nil {
		return err
	}
	if !r.force && !resumed {
		if err := r.mustBeEmpty(existing); err != nil {
			return err
		}
	}
	if err := r.documents.beginRestore(r.ctx, head.ID); err != nil {
		return err
	}
	for _, collection := range append(existing, all(outdated)...) {
		if head.WithoutLeads && is(collection, lead) {
			continue
		}
		if err := r.documents.clear(r.ctx, collection); err != nil {
			return err
		}
	}
	return nil
}

var errFound = errors.New("found")

func (r *restorer) mustBeEmpty(existing []string) error {
	content := slices.DeleteFunc(slices.Clone(existing), func(name string) bool { return is(name, record) })
	collection, err := r.documents.filled(r.ctx, content)
	if err != nil {
		return err
	}
	if collection != "" {
		return &NotEmptyError{What: "documents in " + collection}
	}
	key := ""
	err = r.target.Media.List(r.ctx, "", func(object objectstore.Info) error {
		if skipped(object.Key, r.target.Skip) {
			return nil
		}
		key = object.Key
		return errFound
	})
	if errors.Is(err, errFound) {
		return &NotEmptyError{What: "the stored file " + key}
	}
	return err
}

// insertAtOnce and insertBytes bound what is stored in one call.
const (
	insertAtOnce = 500
	insertBytes  = 4 << 20
)

func (r *restorer) store(collection string, body io.Reader) error {
	if r.head.WithoutLeads && is(collection, lead) {
		return damaged("it says that it is without leads, and has %s", collection)
	}
	if is(collection, earlier) {
		return nil
	}
	lines := bufio.NewReaderSize(body, 64<<10)
	var batch []any
	size := 0
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		if err := r.documents.insert(r.ctx, collection, batch); err != nil {
			return err
		}
		r.inserted[collection] += len(batch)
		batch, size = batch[:0], 0
		return nil
	}
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return flush()
		}
		if err != nil {
			return damaged("a document of %s: %v", collection, err)
		}
		document, err := parse(bytes.TrimSpace(line))
		if err != nil {
			return damaged("a document of %s: %v", collection, err)
		}
		batch = append(batch, document)
		if size += len(line); len(batch) == insertAtOnce || size >= insertBytes {
			if err := flush(); err != nil {
				return err
			}
		}
	}
}

// smallFile is up to which size a file is sent from memory, so that sending can be
// tried again.
const smallFile = 8 << 20

func (r *restorer) media(key, mediaType string, size int64, body io.Reader) error {
	if size <= smallFile {
		if r.small == nil {
			r.small = make([]byte, smallFile)
		}
		if _, err := io.ReadFull(body, r.small[:size]); err != nil {
			return fmt.Errorf("read %s: %w", key, err)
		}
		body = bytes.NewReader(r.small[:size])
	}
	_, err := r.target.Media.Put(r.ctx, key, mediaType, body, size)
	return err
}
