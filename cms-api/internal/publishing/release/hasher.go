package release

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// extensions are what the names of variants end in, by encoding.
var extensions = map[string]string{"": "", "gzip": ".gz", "br": ".br"}

// hasher compares files with their hashes, one after the other.
type hasher struct {
	digest hash.Hash
	buffer []byte
	gzip   gzip.Reader
	brotli *brotli.Reader
}

func newHasher() *hasher {
	return &hasher{digest: sha256.New(), buffer: make([]byte, 64<<10), brotli: brotli.NewReader(nil)}
}

// compare returns an error unless the bytes, unpacked, are what the entry says.
func (h *hasher) compare(raw []byte, name, encoding string, e entry) error {
	var content io.Reader = bytes.NewReader(raw)
	switch encoding {
	case "":
	case "gzip":
		if err := h.gzip.Reset(content); err != nil {
			h.gzip = gzip.Reader{}
			return fmt.Errorf("unpack %s: %w", name, err)
		}
		content = &h.gzip
	case "br":
		if err := h.brotli.Reset(content); err != nil {
			return fmt.Errorf("unpack %s: %w", name, err)
		}
		content = h.brotli
	default:
		return fmt.Errorf("%s: nobody knows the encoding %q", name, encoding)
	}
	h.digest.Reset()
	// With no more methods than Read, so that the buffer is used.
	size, err := io.CopyBuffer(h.digest, struct{ io.Reader }{io.LimitReader(content, e.Size+1)}, h.buffer)
	if err != nil {
		// Readers that have failed take something of it to the next file.
		h.gzip, h.brotli = gzip.Reader{}, brotli.NewReader(nil)
		return fmt.Errorf("unpack %s: %w", name, err)
	}
	if sum := h.digest.Sum(nil); size != e.Size || hex.EncodeToString(sum) != e.Blob {
		return fmt.Errorf("%s does not hold what its name says", name)
	}
	return nil
}
