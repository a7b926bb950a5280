package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/klauspost/compress/zstd"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/wholefile"
)

// chunkBytes is from which size on a file of documents is followed by another.
const chunkBytes = 4 << 20

// write writes an archive, holding a few MiB of it at a time. People may go on
// working meanwhile: each document is as it was at one moment, different ones at
// different moments.
func (i Installation) write(ctx context.Context, out io.Writer, withoutLeads bool) (Manifest, error) {
	compressed, err := zstd.NewWriter(out)
	if err != nil {
		return Manifest{}, fmt.Errorf("begin the archive: %w", err)
	}
	w := &writer{tar: tar.NewWriter(compressed), now: i.Now().UTC()}
	w.manifest = Manifest{ID: rand.Text(), Documents: map[string]int{}, Entries: []Entry{}}
	if err := w.all(ctx, i, withoutLeads); err != nil {
		_ = compressed.Close() // it ends what runs for it; the archive is not whole
		return Manifest{}, err
	}
	if err := errors.Join(w.tar.Close(), compressed.Close()); err != nil {
		return Manifest{}, fmt.Errorf("end the archive: %w", err)
	}
	return w.manifest, nil
}

type writer struct {
	tar      *tar.Writer
	now      time.Time
	manifest Manifest
}

func (w *writer) all(ctx context.Context, s Installation, withoutLeads bool) error {
	head := Head{
		Format: Format, ID: w.manifest.ID, Program: s.Program, BegunAt: w.now,
		ContentModel: s.ContentModel, WithoutLeads: withoutLeads,
	}
	if err := w.addJSON(headName, head); err != nil {
		return err
	}
	documents := NewDocuments(s.DB)
	collections, err := documents.collections(ctx)
	if err != nil {
		return err
	}
	for _, collection := range collections {
		if withoutLeads && is(collection, lead) {
			continue
		}
		if err := w.addDocuments(ctx, documents, collection); err != nil {
			return err
		}
	}
	if err := w.addMedia(ctx, s); err != nil {
		return err
	}
	w.manifest.EndedAt = s.Now().UTC()
	return w.addJSON(manifestName, w.manifest)
}

func (w *writer) addJSON(name string, value any) error {
	data, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return w.add(name, "", bytes.NewReader(data), int64(len(data)), w.now)
}

func (w *writer) addDocuments(ctx context.Context, documents *Documents, collection string) error {
	w.manifest.Documents[collection] = 0
	var chunk bytes.Buffer
	chunks := 0
	flush := func() error {
		if chunk.Len() == 0 {
			return nil
		}
		chunks++
		name := fmt.Sprintf("%s%s/%04d.ndjson", documentsDir, collection, chunks)
		err := w.add(name, "", &chunk, int64(chunk.Len()), w.now)
		chunk.Reset()
		return err
	}
	err := documents.each(ctx, collection, func(line []byte) error {
		w.manifest.Documents[collection]++
		chunk.Write(line)
		chunk.WriteByte('\n')
		if chunk.Len() < chunkBytes {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

func (w *writer) addMedia(ctx context.Context, s Installation) error {
	return s.Media.List(ctx, "", func(listed objectstore.Info) error {
		if skipped(listed.Key, s.Skip) {
			return nil
		}
		body, info, err := s.Media.Get(ctx, listed.Key)
		if errors.Is(err, objectstore.ErrMissing) {
			return nil // deleted since it was listed
		}
		if err != nil {
			return err
		}
		defer body.Close()
		w.manifest.MediaBytes += info.Size
		return w.add(mediaDir+listed.Key, info.ContentType, body, info.Size, info.Modified)
	})
}

func skipped(key string, skip []string) bool {
	return slices.ContainsFunc(skip, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
}

// add writes an entry and notes its hash.
func (w *writer) add(name, mediaType string, body io.Reader, size int64, modified time.Time) error {
	header := &tar.Header{
		Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600,
		ModTime: modified.Truncate(time.Second), Format: tar.FormatPAX,
	}
	if mediaType != "" {
		header.PAXRecords = map[string]string{typeAttribute: mediaType}
	}
	if err := w.tar.WriteHeader(header); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	hash := sha256.New()
	copied, err := io.Copy(io.MultiWriter(w.tar, hash), body)
	if err == nil && copied != size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	entry := Entry{Name: name, Size: size, SHA256: hex.EncodeToString(hash.Sum(nil)), Type: mediaType}
	w.manifest.Entries = append(w.manifest.Entries, entry)
	return nil
}

// ToFile has write write a file that appears under its name only when it is whole
// and on disk, in the place of one that was there. Only its owner can read it. An
// error leaves the file that was there, and nothing else.
func ToFile(name string, write func(io.Writer) error) error {
	err := wholefile.Write(name, 0o600, true, write)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("there is no room for %s: nothing was left behind; free some, or write the archive elsewhere: %w",
			name, err)
	}
	return err
}
