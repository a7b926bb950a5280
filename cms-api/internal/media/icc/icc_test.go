package icc_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"academy/cms-api/internal/media/icc"
	"academy/cms-api/internal/media/icc/icctest"
)

func read(t *testing.T, data []byte) *icc.Profile {
	t.Helper()
	p, err := icc.Read(data)
	if p == nil || err != nil {
		t.Fatalf("read %v, %v", p, err)
	}
	return p
}

// near reports whether two colours differ by at most one step of 8 bits.
func near(r, g, b uint16, want [3]int) bool {
	for i, v := range []uint16{r, g, b} {
		if d := int(v+128)/257 - want[i]; v < 65408 && (d < -1 || d > 1) || v >= 65408 && want[i] < 254 {
			return false
		}
	}
	return true
}

func grey(value int) [3]int { return [3]int{value, value, value} }

func TestFromRGB(t *testing.T) {
	p3 := icctest.DisplayP3()
	for name, each := range map[string]struct {
		profile   []byte
		from, to  [3]int
		isNothing bool
	}{
		"a red of Display P3":           {p3, [3]int{220, 40, 42}, [3]int{240, 0, 25}, false},
		"white":                         {p3, [3]int{255, 255, 255}, [3]int{255, 255, 255}, false},
		"grey":                          {p3, [3]int{119, 119, 119}, [3]int{119, 119, 119}, false},
		"sRGB":                          {icctest.SRGB(icctest.SRGBCurve()), [3]int{12, 200, 99}, [3]int{12, 200, 99}, true},
		"the primaries of sRGB, linear": {icctest.SRGB(icctest.Points()), [3]int{55, 55, 0}, [3]int{128, 128, 0}, false},
		"gamma 1.8":                     {icctest.SRGB(icctest.Gamma(1.8)), grey(128), grey(146), false},
		"a curve of points":             {icctest.SRGB(icctest.Points(0, 0.25, 1)), grey(128), grey(138), false},
		"a parametric curve, type 0":    {icctest.SRGB(icctest.Parametric(0, 1.8)), grey(128), grey(146), false},
	} {
		p := read(t, each.profile)
		in := func(i int) uint16 { return uint16(each.from[i] * 257) }
		if r, g, b := p.FromRGB(in(0), in(1), in(2)); !near(r, g, b, each.to) {
			t.Errorf("%s: %v becomes %d %d %d, want %v", name, each.from, r/257, g/257, b/257, each.to)
		}
		if p.IsSRGB() != each.isNothing {
			t.Errorf("%s: IsSRGB is %t", name, p.IsSRGB())
		}
	}
}

func TestFromGray(t *testing.T) {
	linear := read(t, icctest.Profile("GRAY", "XYZ ", icctest.Tag{Name: "kTRC", Content: icctest.Points()}))
	if v := linear.FromGray(55 * 257); (v+128)/257 != 128 || linear.IsSRGB() {
		t.Errorf("linear grey 55 becomes %d", v/257)
	}
	same := read(t, icctest.Profile("GRAY", "XYZ ", icctest.Tag{Name: "kTRC", Content: icctest.SRGBCurve()}))
	if !same.IsSRGB() {
		t.Error("grey as in sRGB would be converted")
	}
}

// ink is a print in which cyan over magenta is blue.
func ink(c, m, y, k int) [3]float64 {
	switch {
	case k == 1:
		return [3]float64{10, 0, 0}
	case c == 1 && m == 1 && y == 0:
		return [3]float64{25, 20, -45}
	case c+m+y == 0:
		return [3]float64{100, 0, 0}
	}
	return [3]float64{60, float64(60 * (m - c)), float64(80 * (y - c))}
}

// The darkest print is shown as black. Where it lies is told by version 4 and found in tables of others.
func TestFromCMYK_TheDarkestPrintIsBlack(t *testing.T) {
	data := icctest.Print(true, ink)
	for version, want := range map[byte][3]int{2: grey(0), 4: grey(22)} {
		data[8] = version
		if r, g, b := read(t, data).FromCMYK(0, 0, 0, 255); !near(r, g, b, want) {
			t.Errorf("version %d: black becomes %d %d %d, want %v", version, r/257, g/257, b/257, want)
		}
	}
}

func TestFromCMYK(t *testing.T) {
	for _, wide := range []bool{false, true} {
		p := read(t, icctest.Print(wide, ink))
		for _, each := range []struct{ from, to [4]int }{
			{[4]int{0, 0, 0, 0}, [4]int{255, 255, 255}},
			{[4]int{255, 255, 0, 0}, [4]int{42, 40, 126}},
			{[4]int{0, 0, 0, 255}, [4]int{0, 0, 0}},
			{[4]int{128, 255, 0, 255}, [4]int{0, 0, 0}},
			{[4]int{0, 0, 0, 128}, [4]int{129, 129, 129}},
		} {
			r, g, b := p.FromCMYK(uint8(each.from[0]), uint8(each.from[1]), uint8(each.from[2]), uint8(each.from[3]))
			if !near(r, g, b, [3]int(each.to[:3])) {
				t.Errorf("wide %t: %v becomes %d %d %d, want %v", wide, each.from, r/257, g/257, b/257, each.to[:3])
			}
		}
		if p.IsSRGB() {
			t.Error("a print is taken for sRGB")
		}
	}
}

func TestRead_WhatIsNoneAndWhatCannotBeConverted(t *testing.T) {
	for name, data := range map[string][]byte{"nothing": nil, "text": []byte("profile"), "zeros": make([]byte, 4000)} {
		if p, err := icc.Read(data); p != nil || err != nil {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	table := icctest.Tag{Name: "A2B0", Content: append([]byte("mAB \x00\x00\x00\x00"), make([]byte, 100)...)}
	for name, data := range map[string][]byte{
		"Lab":                   icctest.Profile("Lab ", "Lab "),
		"RGB without anything":  icctest.Profile("RGB ", "XYZ "),
		"a table of other type": icctest.Profile("CMYK", "Lab ", table),
		"a matrix, no curves":   icctest.Profile("RGB ", "XYZ ", icctest.Tag{Name: "rXYZ", Content: icctest.XYZ(1, 1, 1)}),
	} {
		if _, err := icc.Read(data); !errors.Is(err, icc.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever is broken of a profile, it is read or refused.
func TestRead_BrokenProfiles(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 2))
	curve := icctest.SRGB(icctest.Points(0, 0.25, 1))
	for _, whole := range [][]byte{icctest.DisplayP3(), curve, icctest.Print(true, ink)} {
		for range 60 {
			data := append([]byte{}, whole[:noise.IntN(len(whole)+1)]...)
			if len(data) > 0 {
				data[noise.IntN(len(data))] ^= 1 << noise.IntN(8)
			}
			p, err := icc.Read(data)
			if err != nil || p == nil {
				continue
			}
			switch p.Space {
			case icc.CMYK:
				p.FromCMYK(1, 2, 3, 4)
			case icc.Gray:
				p.FromGray(5)
			default:
				p.FromRGB(1, 2, 3)
			}
			p.IsSRGB()
		}
	}
}
