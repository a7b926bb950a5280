package release

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"academy/cms-api/internal/platform/negotiate"
	"academy/cms-api/internal/platform/problem"
)

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
func (s *Store) Put(ctx context.Context, hash, path string, content []byte) error {
	if hashOf(content) != hash {
		return problem.InvalidField("path.sha256", "The content has another hash.")
	}
	e := Entry{Blob: hash, Size: int64(len(content)), Encodings: encodingsOf(path, int64(len(content)))}
	if whole, err := whole(ctx, s.dir, e); whole || err != nil {
		return err
	}
	return store(ctx, s.dir, e, content, hashed(path))
}

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
