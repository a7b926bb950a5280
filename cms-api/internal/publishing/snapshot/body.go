package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
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

// init prepares a body whose bytes are known.
func (b *Body) init(identity []byte, tag string) {
	b.data[negotiate.Identity], b.tag = identity, tag
}

func newBody(build func() []byte, tag string) *Body {
	return &Body{build: build, tag: tag}
}

// BodyOf returns a body of bytes that must not change any more.
func BodyOf(identity []byte) *Body { return &Body{data: [negotiate.Count][]byte{identity}} }

// Identity returns the bytes as they are. Callers must not change them.
func (b *Body) Identity() []byte {
	data, _, _ := b.Encoded(negotiate.Identity)
	return data
}

// Gzip returns the bytes compressed, or as they are when that is not smaller.
func (b *Body) Gzip() []byte {
	data, _, _ := b.Encoded(negotiate.Gzip)
	return data
}

// Brotli returns the bytes compressed, or as they are when that is not smaller.
func (b *Body) Brotli() []byte {
	data, _, _ := b.Encoded(negotiate.Brotli)
	return data
}

// Encoded returns the bytes in the wanted coding with their strong entity tag,
// and the coding they really are in: Identity when compressing gains nothing.
func (b *Body) Encoded(want negotiate.Encoding) (data []byte, tag string, got negotiate.Encoding) {
	b.once[negotiate.Identity].Do(func() {
		if b.build != nil {
			b.data[negotiate.Identity], b.build = b.build(), nil
		}
		if b.tag == "" {
			sum := sha256.Sum256(b.data[negotiate.Identity])
			b.tag = tagOf(sum[:])
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
	if as == negotiate.Brotli {
		w := brotli.NewWriterLevel(&out, brotliLevel)
		_, _ = w.Write(data)
		_ = w.Close()
	} else if w, err := gzip.NewWriterLevel(&out, gzipLevel); err == nil {
		_, _ = w.Write(data)
		_ = w.Close()
	} else {
		return data
	}
	return bytes.Clone(out.Bytes())
}

// tagOf shortens a sha256 to what an entity tag needs.
func tagOf(sum []byte) string { return hex.EncodeToString(sum[:16]) }
