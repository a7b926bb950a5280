package mongodb

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// largestDecompressed bounds the memory for what is compressed.
const largestDecompressed = 64 << 20

// Both have no state between calls.
var (
	encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	decoder, _ = zstd.NewReader(nil, zstd.WithDecoderMaxMemory(largestDecompressed))
)

func compress(data []byte) []byte { return encoder.EncodeAll(data, nil) }

func decompress(data []byte) ([]byte, error) {
	whole, err := decoder.DecodeAll(data, nil)
	if err != nil {
		return nil, fmt.Errorf("decompress: %w", err)
	}
	return whole, nil
}
