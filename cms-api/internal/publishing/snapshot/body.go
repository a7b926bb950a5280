package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"academy/cms-api/internal/platform/negotiate"
)

const (
	// Bodies are compressed between a write and the first read after it, so
	// the qualities are those where more effort stopped paying (BenchmarkCompress).
	gzipLevel   = 6
	brotliLevel = 5
	// Below this size compressing saves no packet.
	compressFrom = 512
)

// Body is one public representation, serialised and compressed at most once and
// only when somebody asks. It is safe for use by many requests at the same time.
type Body struct {
	build func() []byte
	once  [negotiate.Count]sync.Once
	data  [negotiate.Count][]byte
	tag   string // base of the entity tags; made from the bytes when empty
	tags  [negotiate.Count]string
}

func newBody(build func() []byte, tag string) *Body { return &Body{build: build, tag: tag} }

// BodyOf returns a body of bytes that must not change any more.
func BodyOf(identity []byte) *Body { return newBody(func() []byte { return identity }, "") }

// Identity returns the bytes as they are. Callers must not change them.
func (b *Body) Identity() []byte {
	data, _, _ := b.Encoded(negotiate.Identity)
	return data
}

// Encoded returns the bytes in the wanted coding with their strong entity tag,
// and the coding they really are in: Identity when compressing gains nothing.
func (b *Body) Encoded(want negotiate.Encoding) (data []byte, tag string, got negotiate.Encoding) {
	b.once[negotiate.Identity].Do(func() {
		b.data[negotiate.Identity], b.build = b.build(), nil
		if b.tag == "" {
			b.tag = tagOf(sha256.Sum256(b.data[negotiate.Identity]))
		}
		b.tags[negotiate.Identity] = `"` + b.tag + `"`
	})
	if want != negotiate.Identity {
		b.once[want].Do(func() { b.compress(want) })
		if b.data[want] == nil {
			want = negotiate.Identity
		}
	}
	return b.data[want], b.tags[want], want
}

func (b *Body) compress(as negotiate.Encoding) {
	identity := b.data[negotiate.Identity]
	if len(identity) < compressFrom {
		return
	}
	if data := compress(identity, as); len(data) < len(identity) {
		b.data[as] = data
		b.tags[as] = `"` + b.tag + as.TagSuffix() + `"`
	}
}

// compress writes into memory, which cannot fail.
func compress(data []byte, as negotiate.Encoding) []byte {
	var out bytes.Buffer
	out.Grow(len(data) / 2)
	var w io.WriteCloser = brotli.NewWriterLevel(&out, brotliLevel)
	if as == negotiate.Gzip {
		w, _ = gzip.NewWriterLevel(&out, gzipLevel) // fails for levels that do not exist
	}
	_, _ = w.Write(data)
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

// tagOf shortens a sha256 to what an entity tag needs.
func tagOf(sum [sha256.Size]byte) string { return hex.EncodeToString(sum[:16]) }
