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

// Target is what an archive is restored to.
type Target struct {
	Documents *Documents
	Media     *objectstore.Store
	// Skip are beginnings of keys in the media's bucket that are no media.
	Skip []string
	// Force replaces what is there. Without it there must be nothing, or what a
	// restore left that broke off.
	Force bool
}

// NotEmptyError says that there is something already.
type NotEmptyError struct{ What string }

// Error says what Force would do.
func (e *NotEmptyError) Error() string {
	return fmt.Sprintf("there is something already (%s), and nothing was changed; with --force all content, accounts, leads and settings are replaced by those of the archive, everybody is signed out, and media of the same name are overwritten; other media stay", e.What)
}

// Restore brings back what an archive holds, a few MiB at a time. It notes in
// the database that it has begun; the caller calls Documents.EndRestore when all
// that follows is done. When it fails after it has begun, what is there is not
// whole, and it can be called again. Nothing has been changed when it returns a
// NotEmptyError, or fails on the first entry.
func Restore(ctx context.Context, archive io.Reader, t Target) (Head, Manifest, error) {
	r := &restorer{ctx: ctx, target: t, inserted: map[string]int{}}
	manifest, err := read(archive, visitor{head: r.begin, documents: r.documents, media: r.media})
	if err != nil {
		return r.head, Manifest{}, err
	}
	for collection, count := range manifest.Documents {
		if r.inserted[collection] != count {
			return r.head, Manifest{}, damaged("%s has %d documents instead of %d", collection, r.inserted[collection], count)
		}
	}
	return r.head, manifest, nil
}

type restorer struct {
	ctx      context.Context
	target   Target
	head     Head
	inserted map[string]int
	small    []byte // a file that is sent from memory, kept for the next
}

// begin checks what can be checked before anything is changed, and makes room.
func (r *restorer) begin(head Head) error {
	t := r.target
	r.head = head
	resumed, err := t.Documents.restoring(r.ctx)
	if err != nil {
		return err
	}
	existing, err := t.Documents.collections(r.ctx)
	if err != nil {
		return err
	}
	if !t.Force && !resumed {
		if err := r.mustBeEmpty(existing); err != nil {
			return err
		}
	}
	if err := t.Documents.beginRestore(r.ctx, head.ID); err != nil {
		return err
	}
	for _, collection := range append(existing, outdated...) {
		if head.WithoutLeads && slices.Contains(leads, collection) {
			continue
		}
		if err := t.Documents.clear(r.ctx, collection); err != nil {
			return err
		}
	}
	return nil
}

var errFound = errors.New("found")

func (r *restorer) mustBeEmpty(existing []string) error {
	content := slices.DeleteFunc(slices.Clone(existing), func(name string) bool { return slices.Contains(records, name) })
	collection, err := r.target.Documents.filled(r.ctx, content)
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

func (r *restorer) documents(collection string, body io.Reader) error {
	if r.head.WithoutLeads && slices.Contains(leads, collection) {
		return damaged("it says that it is without leads, and has %s", collection)
	}
	lines := bufio.NewReaderSize(body, 64<<10)
	var batch []any
	size := 0
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		if err := r.target.Documents.insert(r.ctx, collection, batch); err != nil {
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
