package upload

import (
	"bytes"
	"encoding/hex"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPrepare_ColoursAreThoseOfImageMagick compares difficult pictures with what ImageMagick makes of them; see
// testdata/colours/README.md. Exact pictures may differ by a step of 8 bits. Others are stored as JPEG anew, and two
// decoders of one differ by a step, which near the edge of sRGB becomes several in a dark channel.
func TestPrepare_ColoursAreThoseOfImageMagick(t *testing.T) {
	folder := filepath.Join("testdata", "colours")
	expected, err := os.ReadFile(filepath.Join(folder, "expected.txt"))
	if err != nil {
		t.Fatal(err)
	}
	limits := map[string]int{
		"display-p3.png": 1, "prophoto.png": 1, "grey.jpg": 1, "cmyk-plain.jpg": 2, "cmyk.jpg": 2, "ycck.jpg": 2,
		"adobe-rgb.jpg": 4, "display-p3.jpg": 9, "upright.jpg": 9, "display-p3.webp": 9,
	}
	lines := strings.Split(strings.TrimSpace(string(expected)), "\n")
	if len(lines) != len(limits) {
		t.Errorf("%d pictures, want %d", len(lines), len(limits))
	}
	for _, line := range lines {
		name, digits, _ := strings.Cut(line, " ")
		want, err := hex.DecodeString(digits)
		if err != nil || len(want) != 3*64 {
			t.Fatalf("%s: %d bytes, %v", name, len(want), err)
		}
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		ready, err := prepare(data, plenty)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		kind, _ := formatOf(ready.Data)
		stored, err := kind.decode(bytes.NewReader(ready.Data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for what, img := range map[string]image.Image{"the pixels": ready.Pixels, "the stored file": stored} {
			const usual = 1
			most, mean := difference(img, want)
			if most > limits[name] || mean > usual {
				t.Errorf("%s: %s differ by %d at most, want %d, and by %.2f on average", name, what, most, limits[name], mean)
			}
			t.Logf("%s: %s differ by %d at most, by %.2f on average", name, what, most, mean)
		}
	}
}

// difference returns the largest and the mean difference, in steps of 8 bits, between the 64 patches of a chart and
// their colours.
func difference(img image.Image, want []byte) (most int, mean float64) {
	const across, size = 8, 16
	for i := range len(want) / 3 {
		x, y := i%across*size+size/2, i/across*size+size/2
		got := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
		for c, v := range []uint8{got.R, got.G, got.B} {
			off := int(max(v, want[3*i+c]) - min(v, want[3*i+c]))
			most, mean = max(most, off), mean+float64(off)/float64(len(want))
		}
	}
	return most, mean
}
