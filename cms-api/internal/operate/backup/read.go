package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// mostWindow bounds the memory for decompressing, whatever the archive asks for.
const mostWindow = 64 << 20

// mostJSON bounds backup.json and manifest.json.
const mostJSON = 256 << 20

var zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// visitor is called with an archive's entries in their order. What it does not read of a
// body is skipped.
type visitor struct {
	head      func(Head) error
	documents func(collection string, body io.Reader) error
	media     func(key, mediaType string, size int64, body io.Reader) error
}

// Verify reads a whole archive and compares it with its hashes. They find damage;
// somebody who changes an archive on purpose can change them too. An error is an
// ErrDamaged, or says that the archive is of a later format.
func Verify(archive io.Reader) (Head, Manifest, error) {
	var found Head
	manifest, err := read(archive, visitor{
		head:      func(h Head) error { found = h; return nil },
		documents: func(string, io.Reader) error { return nil },
		media:     func(string, string, int64, io.Reader) error { return nil },
	})
	return found, manifest, err
}

// read calls visit with what is in an archive, and fails at the end when it was
// not what was written.
func read(archive io.Reader, visit visitor) (Manifest, error) {
	begin := bufio.NewReader(archive)
	var plain io.Reader = begin
	if magic, _ := begin.Peek(len(zstdMagic)); bytes.Equal(magic, zstdMagic) {
		unpacked, err := zstd.NewReader(begin, zstd.WithDecoderMaxWindow(mostWindow), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return Manifest{}, damaged("%v", err)
		}
		defer unpacked.Close()
		plain = unpacked
	}
	r := &reader{tar: tar.NewReader(plain), visit: visit}
	if err := r.all(); err != nil {
		return Manifest{}, err
	}
	// What compression adds at the very end is checked by reaching it.
	if _, err := io.Copy(io.Discard, plain); err != nil {
		return Manifest{}, damaged("%v", err)
	}
	return r.manifest, nil
}

// bodyReader remembers why reading an entry failed, so that a broken archive can
// be told from a store that did not take what was in it.
type bodyReader struct {
	reader io.Reader
	err    error
}

// Read implements io.Reader.
func (b *bodyReader) Read(p []byte) (int, error) {
	n, err := b.reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		b.err = err
	}
	return n, err
}

type reader struct {
	tar      *tar.Reader
	visit    visitor
	head     Head
	seen     []Entry
	manifest Manifest
	ended    bool
}

func (r *reader) all() error {
	for {
		header, err := r.tar.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return damaged("%v", err)
		}
		if r.ended {
			return damaged("something follows its end")
		}
		if len(r.seen) == 0 && header.Name != headName {
			return errors.New("this is no archive of cms-api backup: it does not begin with " + headName)
		}
		if err := r.entry(header); err != nil {
			return err
		}
	}
	if !r.ended {
		return damaged("its end is missing")
	}
	return nil
}

func (r *reader) entry(header *tar.Header) error {
	hash := sha256.New()
	body := &bodyReader{reader: io.TeeReader(r.tar, hash)}
	err := r.give(header, body)
	if err == nil {
		_, err = io.Copy(io.Discard, body)
	}
	if body.err != nil {
		return damaged("%s: %v", header.Name, body.err)
	}
	if err != nil {
		return err
	}
	r.seen = append(r.seen, Entry{
		Name: header.Name, Size: header.Size, SHA256: hex.EncodeToString(hash.Sum(nil)),
		Type: header.PAXRecords[typeAttribute],
	})
	return nil
}

func (r *reader) give(header *tar.Header, body io.Reader) error {
	name := header.Name
	switch {
	case name == headName && len(r.seen) == 0:
		if err := decode(name, body, &r.head); err != nil {
			return err
		}
		if r.head.Format != Format {
			return fmt.Errorf("the archive has format %d, and this cms-api reads format %d: "+
				"restore it with the version that wrote it (%s) or a later one", r.head.Format, Format, r.head.Program)
		}
		return r.visit.head(r.head)
	case name == manifestName:
		r.ended = true
		if err := decode(name, body, &r.manifest); err != nil {
			return err
		}
		return r.compare()
	case strings.HasPrefix(name, documentsDir):
		collection, _, ok := strings.Cut(name[len(documentsDir):], "/")
		if !ok || !travels(collection) && !is(collection, earlier) {
			return damaged("it has %q", name)
		}
		return r.visit.documents(collection, body)
	case strings.HasPrefix(name, mediaDir) && len(name) > len(mediaDir):
		return r.visit.media(name[len(mediaDir):], header.PAXRecords[typeAttribute], header.Size, body)
	}
	return damaged("it has %q", name)
}

// compare compares what was read with the manifest.
func (r *reader) compare() error {
	if r.manifest.ID != r.head.ID {
		return damaged("its parts are of different archives")
	}
	if slices.Equal(r.seen, r.manifest.Entries) {
		return nil
	}
	want := map[string]Entry{}
	for _, e := range r.manifest.Entries {
		want[e.Name] = e
	}
	for _, e := range r.seen {
		if want[e.Name] != e {
			return damaged("%s is not what was written", e.Name)
		}
		delete(want, e.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		return damaged("%s is missing", name)
	}
	return damaged("its entries are in another order")
}

func decode(name string, body io.Reader, into any) error {
	data, err := io.ReadAll(io.LimitReader(body, mostJSON))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return damaged("%s: %v", name, err)
	}
	return nil
}
