package icc_test

import (
	"testing"

	"academy/cms-api/internal/media/icc"
	"academy/cms-api/internal/media/icc/icctest"
)

// BenchmarkFromCMYK says what a pixel of a print takes: one of 24 megapixels is to be
// converted in a few seconds.
func BenchmarkFromCMYK(b *testing.B) {
	p, err := icc.Read(icctest.Print(true, ink))
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		p.FromCMYK(uint8(i), uint8(i>>3), uint8(i>>5), uint8(i>>7))
	}
}
