package mongodb

import (
	"bytes"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
)

// compressionLevel is the highest that takes less than a millisecond for an article.
const compressionLevel = 5

func compress(data []byte) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, compressionLevel)
	_, _ = w.Write(data) // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

func decompress(data []byte) ([]byte, error) {
	whole, err := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
	if err != nil {
		return nil, fmt.Errorf("decompress: %w", err)
	}
	return whole, nil
}
