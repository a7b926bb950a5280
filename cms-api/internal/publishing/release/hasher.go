package release

import (
	"bytes"
	"context"
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
