package release

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path"
	"regexp"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"academy/cms-api/internal/platform/negotiate"
	"academy/cms-api/internal/platform/problem"
)

// Blobs are the contents of files, each named by its hash, and compressed variants of them.
type Blobs struct {
	dir backend
	log *slog.Logger
}

const (
	// compressFrom is the size below which an answer fits one packet anyway.
	compressFrom = 1024
	// Publishing waits for pages: BenchmarkCompress takes 2.5 ms for 10.1 KB of 45 with
	// Brotli's level 5, and 205 ms for 8.8 KB with level 11. Nobody waits for scripts and
	// styles, and every visitor loads them.
	pageBrotli, assetBrotli = 5, brotli.BestCompression
	// Level 9 takes 1.7 ms for the home page of 46 KB and saves 2.6 % of what level 6 makes in 1.1 ms.
	gzipLevel = gzip.BestCompression
)

var isHash = regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString

// Put stores the content of a public file, and compressed variants of it, unless they are
// there. Several may store the same content at a time. It belongs to no release before
// Commit, and a sweep may delete it until then. The error is an Invalid problem when the
// content has another hash.
func (b *Blobs) Put(ctx context.Context, hash, path string, content []byte) error {
	if hashOf(content) != hash {
		return problem.InvalidField("path.sha256", "The content has another hash.")
	}
	e := Entry{Blob: hash, Size: int64(len(content)), Encodings: encodingsOf(path, int64(len(content)))}
	if whole, err := whole(ctx, b.dir, e); whole || err != nil {
		return err
	}
	return store(ctx, b.dir, e, content, hashed(path))
}

// Blob returns the bytes of a blob: of a file as it is, or of a list.
func (b *Blobs) Blob(ctx context.Context, hash string) ([]byte, error) { return blob(ctx, b.dir, hash) }

// encodingsOf returns how a file of that size is stored besides as it is.
func encodingsOf(path string, size int64) []string {
	if size < compressFrom || !compressible.MatchString(mediaTypeOf(path)) {
		return nil
	}
	return []string{negotiate.Brotli.String(), negotiate.Gzip.String()}
}

// store writes the blob last: where it is, its variants are.
func store(ctx context.Context, b backend, e Entry, content []byte, small bool) error {
	for encoding, name := range e.blobs() {
		if encoding == negotiate.Identity {
			continue
		}
		data, err := compress(content, encoding, small)
		if err == nil {
			err = b.write(ctx, blobFolder+"/"+name, data)
		}
		if err != nil {
			return err
		}
	}
	return b.write(ctx, blobFolder+"/"+e.Blob, content)
}

// compress returns content in an encoding; small makes less of it with Brotli, and takes longer.
func compress(content []byte, encoding negotiate.Encoding, small bool) ([]byte, error) {
	var out bytes.Buffer
	var to io.WriteCloser
	switch {
	case encoding == negotiate.Brotli && small:
		to = brotli.NewWriterLevel(&out, assetBrotli)
	case encoding == negotiate.Brotli:
		to = brotli.NewWriterLevel(&out, pageBrotli)
	default:
		to, _ = gzip.NewWriterLevel(&out, gzipLevel)
	}
	_, err := to.Write(content)
	if err = errors.Join(err, to.Close()); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	return out.Bytes(), nil
}

// whole reports whether a blob of that size and its variants are there.
func whole(ctx context.Context, b backend, e Entry) (bool, error) {
	for _, name := range e.blobs() {
		info, err := b.stat(ctx, name)
		if err != nil || info.Size == 0 && e.Size > 0 || name == e.Blob && info.Size != e.Size {
			return false, away(ctx, err)
		}
	}
	return true, nil
}

// repair makes a file and its variants from any one of them that is whole, and reports
// whether there was one. Otherwise it deletes them, so that whoever has the content can
// store it again; Live says that it is missing until then.
func repair(ctx context.Context, b backend, path string, e Entry) (bool, error) {
	for encoding := range e.blobs() {
		_, content, err := new(hasher).read(ctx, b, e.Blob, e.Size, encoding)
		if err := away(ctx, err); err != nil {
			return false, err
		}
		if err != nil {
			continue
		}
		err = store(ctx, b, e, content, hashed(path))
		return err == nil, err
	}
	return false, removeBlob(ctx, b, e.Blob)
}

// removeBlob deletes a blob before its variants.
func removeBlob(ctx context.Context, b backend, hash string) error {
	for _, extension := range extensions { // that of the blob itself is empty, and the first
		if err := b.remove(ctx, blobFolder+"/"+hash+extension); err != nil {
			return err
		}
	}
	return nil
}

// extensions are what the names of blobs end in, by encoding.
var extensions = [negotiate.Count]string{negotiate.Gzip: ".gz", negotiate.Brotli: ".br"}

// hasher reads files and compares them with their hashes, one after the other. Its
// zero value is ready.
type hasher struct {
	gzip   gzip.Reader
	brotli brotli.Reader
	buffer bytes.Buffer
}

// read returns a blob in an encoding and what it unpacks to, which has the hash and the size
// and is valid until the next call.
func (h *hasher) read(
	ctx context.Context, b backend, hash string, size int64, encoding negotiate.Encoding,
) (raw, content []byte, err error) {
	raw, err = readBlob(ctx, b, hash+extensions[encoding], func(raw []byte) error {
		content, err = h.unpack(raw, size, encoding)
		if err == nil && (int64(len(content)) != size || hashOf(content) != hash) {
			err = fmt.Errorf("it does not have the hash %s or the size %d", hash, size)
		}
		return err
	})
	return raw, content, err
}

// unpack stops when it is more than the size.
func (h *hasher) unpack(raw []byte, size int64, encoding negotiate.Encoding) ([]byte, error) {
	var packed io.Reader
	var err error
	switch encoding {
	case negotiate.Gzip:
		packed, err = &h.gzip, h.gzip.Reset(bytes.NewReader(raw))
	case negotiate.Brotli:
		packed, err = &h.brotli, h.brotli.Reset(bytes.NewReader(raw))
	default:
		return raw, nil
	}
	h.buffer.Reset()
	if err == nil {
		_, err = h.buffer.ReadFrom(io.LimitReader(packed, size+1))
	}
	if err != nil {
		h.gzip, h.brotli = gzip.Reader{}, brotli.Reader{} // a failed reader affects the next file
		return nil, fmt.Errorf("unpack: %w", err)
	}
	return h.buffer.Bytes(), nil
}

// mediaTypes are those of what a site has, by the ending. The machine's own table is not
// asked: releases would differ between machines.
var mediaTypes = map[string]string{
	".avif": "image/avif", ".css": "text/css", ".gif": "image/gif", ".html": "text/html",
	".ico": "image/vnd.microsoft.icon", ".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".js": "text/javascript",
	".json": "application/json", ".map": "application/json", ".mjs": "text/javascript", ".mp4": "video/mp4",
	".otf": "font/otf", ".pdf": "application/pdf", ".png": "image/png", ".svg": "image/svg+xml", ".ttf": "font/ttf",
	".txt": "text/plain", ".wasm": "application/wasm", ".webm": "video/webm",
	".webmanifest": "application/manifest+json", ".webp": "image/webp", ".woff": "font/woff", ".woff2": "font/woff2",
	".xml": "application/xml",
}

// feed is the file that .xml does not say enough of.
const feed = "feed.xml"

var (
	isText       = regexp.MustCompile(`^text/|javascript|json|xml`)
	compressible = regexp.MustCompile(`^text/|javascript|json|xml|wasm`)
)

// mediaTypeOf returns the media type of a public file.
func mediaTypeOf(file string) string {
	mediaType, known := mediaTypes[path.Ext(file)]
	switch {
	case path.Base(file) == feed:
		mediaType = "application/rss+xml"
	case !known:
		return "application/octet-stream"
	}
	if isText.MatchString(mediaType) {
		mediaType += "; charset=utf-8"
	}
	return mediaType
}
