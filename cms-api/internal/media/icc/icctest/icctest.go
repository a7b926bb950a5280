// Package icctest makes colour profiles for tests.
package icctest

import (
	"encoding/binary"
	"math"
	"slices"
)

// Tag is a tag of a profile.
type Tag struct {
	Name    string
	Content []byte
}

// Profile returns a profile of a colour space, whose colours its tags turn into those of
// the connection space.
func Profile(space, connection string, tags ...Tag) []byte {
	head := make([]byte, 128)
	copy(head[12:], "mntr")
	copy(head[16:], space)
	copy(head[20:], connection)
	copy(head[36:], "acsp")
	out := binary.BigEndian.AppendUint32(head, uint32(len(tags)))
	at := uint32(len(out) + 12*len(tags))
	var contents []byte
	for _, tag := range tags {
		out = append(out, tag.Name...)
		out = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(out, at), uint32(len(tag.Content)))
		at += uint32(len(tag.Content))
		contents = append(contents, tag.Content...)
	}
	return append(out, contents...)
}

func fixed(out []byte, numbers ...float64) []byte {
	for _, n := range numbers {
		out = binary.BigEndian.AppendUint32(out, uint32(int32(math.Round(n*65536))))
	}
	return out
}

// XYZ returns a colour of the connection space.
func XYZ(x, y, z float64) []byte { return fixed([]byte("XYZ \x00\x00\x00\x00"), x, y, z) }

// Gamma returns the curve of an exponent.
func Gamma(exponent float64) []byte {
	out := append([]byte("curv\x00\x00\x00\x00"), 0, 0, 0, 1)
	return binary.BigEndian.AppendUint16(out, uint16(exponent*256))
}

// Points returns a curve through points from 0 to 1.
func Points(points ...float64) []byte {
	out := binary.BigEndian.AppendUint32([]byte("curv\x00\x00\x00\x00"), uint32(len(points)))
	for _, p := range points {
		out = binary.BigEndian.AppendUint16(out, uint16(math.Round(p*65535)))
	}
	return out
}

// Parametric returns a curve of a type with its numbers.
func Parametric(kind byte, numbers ...float64) []byte {
	return fixed(append([]byte("para\x00\x00\x00\x00"), 0, kind, 0, 0), numbers...)
}

// SRGBCurve is the curve of sRGB and Display P3.
func SRGBCurve() []byte { return Parametric(3, 2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045) }

func matrix(curve []byte, r, g, b [3]float64) []byte {
	return Profile("RGB ", "XYZ ",
		Tag{"rXYZ", XYZ(r[0], r[1], r[2])}, Tag{"gXYZ", XYZ(g[0], g[1], g[2])}, Tag{"bXYZ", XYZ(b[0], b[1], b[2])},
		Tag{"rTRC", curve}, Tag{"gTRC", curve}, Tag{"bTRC", curve})
}

// DisplayP3 returns the profile that phones write into their photos.
func DisplayP3() []byte {
	return matrix(SRGBCurve(),
		[3]float64{0.51512, 0.24120, -0.00105}, [3]float64{0.29198, 0.69225, 0.04189}, [3]float64{0.15710, 0.06657, 0.78407})
}

// SRGB returns the profile of sRGB, with a curve.
func SRGB(curve []byte) []byte {
	return matrix(curve,
		[3]float64{0.43607, 0.22249, 0.01392}, [3]float64{0.38515, 0.71687, 0.09708}, [3]float64{0.14307, 0.06061, 0.71410})
}

// Print returns a profile of inks with a table: lab returns the colour where each ink is
// printed fully (1) or not at all (0). Wide tables have 16 bits.
func Print(wide bool, lab func(c, m, y, k int) [3]float64) []byte {
	const inks, grid = 4, 2
	kind, straight := "mft1", make([]byte, 256)
	for i := range straight {
		straight[i] = byte(i)
	}
	if wide {
		kind, straight = "mft2", []byte{0, 0, 255, 255}
	}
	out := append([]byte(kind+"\x00\x00\x00\x00"), inks, 3, grid, 0)
	out = fixed(out, 1, 0, 0, 0, 1, 0, 0, 0, 1)
	if wide {
		out = append(out, 0, 2, 0, 2)
	}
	out = append(out, slices.Repeat(straight, inks)...)
	for i := range 1 << inks {
		c := lab(i>>3&1, i>>2&1, i>>1&1, i&1)
		for _, n := range []float64{c[0] * 2.55, c[1] + 128, c[2] + 128} {
			if wide {
				out = binary.BigEndian.AppendUint16(out, uint16(math.Round(n*256)))
			} else {
				out = append(out, byte(math.Round(n)))
			}
		}
	}
	return Profile("CMYK", "Lab ", Tag{"A2B0", append(out, slices.Repeat(straight, 3)...)})
}
