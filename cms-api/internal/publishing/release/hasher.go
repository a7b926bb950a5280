package release

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"academy/cms-api/internal/platform/negotiate"
)

// extensions are what the names of blobs end in, by encoding.
var extensions = [negotiate.Count]string{negotiate.Gzip: ".gz", negotiate.Brotli: ".br"}

// hasher reads files and compares them with their hashes, one after the other. Its
// zero value is ready.
type hasher struct {
	gzip   gzip.Reader
	brotli brotli.Reader
	buffer []byte
}

// read returns a blob in an encoding. Unpacked it has the hash and the size.
func (h *hasher) read(
	ctx context.Context, b backend, hash string, size int64, encoding negotiate.Encoding,
) ([]byte, error) {
	return readBlob(ctx, b, hash+extensions[encoding], func(raw []byte) error {
		return h.compare(raw, hash, size, encoding)
	})
}

func (h *hasher) compare(raw []byte, hash string, size int64, encoding negotiate.Encoding) error {
	content, err := h.unpack(raw, encoding)
	if err == nil {
		digest := sha256.New()
		if h.buffer == nil {
			h.buffer = make([]byte, 64<<10)
		}
		var n int64
		// With no more methods than Read, so that the buffer is used.
		n, err = io.CopyBuffer(digest, struct{ io.Reader }{io.LimitReader(content, size+1)}, h.buffer)
		if err == nil && (n != size || hex.EncodeToString(digest.Sum(nil)) != hash) {
			return fmt.Errorf("it does not have the hash %s or the size %d", hash, size)
		}
	}
	if err != nil {
		h.gzip, h.brotli = gzip.Reader{}, brotli.Reader{} // a failed reader affects the next file
		return fmt.Errorf("unpack: %w", err)
	}
	return nil
}

func (h *hasher) unpack(raw []byte, encoding negotiate.Encoding) (io.Reader, error) {
	content := bytes.NewReader(raw)
	switch encoding {
	case negotiate.Gzip:
		return &h.gzip, h.gzip.Reset(content)
	case negotiate.Brotli:
		return &h.brotli, h.brotli.Reset(content)
	}
	return content, nil
}
