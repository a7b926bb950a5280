package upload

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/media/icc/icctest"
	"academy/cms-api/internal/platform/problem"
)

// profiled returns a JPEG with a colour profile, in two parts.
func profiled(data, profile []byte) []byte {
	half := len(profile) / 2
	for i, part := range [][]byte{profile[half:], profile[:half]} {
		mark := string(profileMark) + string([]byte{byte(2 - i), 2})
		data = inserted(data, 2, segment(0xe2, mark+string(part)))
	}
	return data
}

func profileChunk(t *testing.T, profile []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := z.Write(profile); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return chunk("iCCP", append([]byte("Display P3\x00\x00"), packed.Bytes()...))
}

func plain(w, h int, c color.Color) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, c)
		}
	}
	return img
}

func jpegOf(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func pngOf(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// webpOf returns a WebP with a colour profile.
func webpOf(t *testing.T, img image.Image, profile []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := encodeWebP(95)(&out, img); err != nil {
		t.Fatal(err)
	}
	part := func(kind string, content []byte) []byte {
		head := binary.LittleEndian.AppendUint32([]byte(kind), uint32(len(content)))
		return append(append(head, content...), make([]byte, len(content)%2)...)
	}
	size := img.Bounds().Size()
	right, bottom := size.X-1, size.Y-1
	canvas := []byte{0x20, 0, 0, 0, byte(right), byte(right >> 8), 0, byte(bottom), byte(bottom >> 8), 0}
	body := slices.Concat([]byte("WEBP"), part("VP8X", canvas), part("ICCP", profile), out.Bytes()[12:])
	return part("RIFF", body)
}

// looksLike says where a picture and its smaller copies are not of one colour.
func looksLike(t *testing.T, name string, data []byte, want color.RGBA, width, height int) {
	t.Helper()
	ready, err := prepare(data, plenty)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if bytes.Contains(ready.Data, profileMark) || bytes.Contains(ready.Data, []byte("iCCP")) ||
		bytes.Contains(ready.Data, []byte("ICCP")) {
		t.Errorf("%s: the profile is still there", name)
	}
	if ready.Width != width || ready.Height != height {
		t.Errorf("%s: %d by %d, want %d by %d", name, ready.Width, ready.Height, width, height)
	}
	stored := ready.Data
	kind, _ := formatOf(stored)
	whole, err := kind.decode(bytes.NewReader(stored))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	small := shrunk(ready.Pixels, 8)
	for what, img := range map[string]image.Image{"the file": whole, "a smaller copy": small} {
		got := color.RGBAModel.Convert(img.At(3, 3)).(color.RGBA)
		for i, pair := range [][2]uint8{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}} {
			if d := int(pair[0]) - int(pair[1]); d < -4 || d > 4 {
				t.Errorf("%s: %s is %v, want %v (%d)", name, what, got, want, i)
				break
			}
		}
	}
}

func TestPrepare_ColoursBecomeThoseOfSRGB(t *testing.T) {
	p3 := icctest.DisplayP3()
	red, want := color.RGBA{220, 40, 42, 255}, color.RGBA{240, 0, 25, 255}
	img := plain(32, 16, red)
	clear16 := image.NewNRGBA64(img.Rect)
	glass := image.NewNRGBA(img.Rect)
	few := image.NewPaletted(img.Rect, color.Palette{red, color.Black})
	for y := range 16 {
		for x := range 32 {
			clear16.Set(x, y, red)
			glass.SetNRGBA(x, y, color.NRGBA{220, 40, 42, 255})
		}
	}
	glass.SetNRGBA(31, 15, color.NRGBA{})
	photo := image.NewYCbCr(img.Rect, image.YCbCrSubsampleRatio444)
	for i := range photo.Y {
		photo.Y[i], photo.Cb[i], photo.Cr[i] = color.RGBToYCbCr(red.R, red.G, red.B)
	}
	turned := segment(0xe1, string(exifMark)+string(exif(6)))
	after := 33 // the header of a PNG
	looksLike(t, "JPEG", profiled(jpegOf(t, img), p3), want, 32, 16)
	looksLike(t, "JPEG, held upright", inserted(profiled(jpegOf(t, img), p3), 2, turned), want, 16, 32)
	looksLike(t, "JPEG, whole hue", profiled(jpegOf(t, photo), p3), want, 32, 16)
	looksLike(t, "PNG", inserted(pngOf(t, img), after, profileChunk(t, p3)), want, 32, 16)
	looksLike(t, "PNG, held upright", inserted(inserted(pngOf(t, img), after, profileChunk(t, p3)), after,
		chunk("eXIf", exif(6))), want, 16, 32)
	looksLike(t, "PNG, transparent", inserted(pngOf(t, glass), after, profileChunk(t, p3)), want, 32, 16)
	looksLike(t, "PNG, 16 bits", inserted(pngOf(t, clear16), after, profileChunk(t, p3)), want, 32, 16)
	looksLike(t, "PNG, palette", inserted(pngOf(t, few), after, profileChunk(t, p3)), want, 32, 16)
	looksLike(t, "WebP", webpOf(t, img, p3), want, 32, 16)
	linear := icctest.Profile("GRAY", "XYZ ", icctest.Tag{Name: "kTRC", Content: icctest.Points()})
	grey := image.NewGray(img.Rect)
	for i := range grey.Pix {
		grey.Pix[i] = 55
	}
	looksLike(t, "grey JPEG", profiled(jpegOf(t, grey), linear), color.RGBA{128, 128, 128, 255}, 32, 16)
	picture := inserted(pngOf(t, grey), after, profileChunk(t, linear))
	looksLike(t, "grey PNG", picture, color.RGBA{128, 128, 128, 255}, 32, 16)
}

// A WebP and its smaller copies have the same colours.
func TestPrepare_WebPKeepsItsColours(t *testing.T) {
	red := color.RGBA{200, 30, 40, 255}
	looksAlike := func(name string, data []byte) {
		ready, err := prepare(data, plenty)
		if err != nil || !bytes.Equal(ready.Data, data) {
			t.Fatalf("%s: %d bytes became %d, %v", name, len(data), len(ready.Data), err)
		}
		got := shrunk(ready.Pixels, 8).NRGBAAt(3, 3)
		for _, pair := range [][2]uint8{{got.R, red.R}, {got.G, red.G}, {got.B, red.B}} {
			if d := int(pair[0]) - int(pair[1]); d < -4 || d > 4 {
				t.Errorf("%s: a smaller copy is %v, want %v", name, got, red)
			}
		}
	}
	looksAlike("without a profile", webpOf(t, plain(32, 16, red), nil))
	looksAlike("in sRGB", webpOf(t, plain(32, 16, red), icctest.SRGB(icctest.SRGBCurve())))
}

// What is in sRGB already is stored as it was sent.
func TestPrepare_SRGBStays(t *testing.T) {
	sent := profiled(jpegOf(t, plain(16, 16, color.RGBA{200, 20, 20, 255})), icctest.SRGB(icctest.SRGBCurve()))
	if ready, err := prepare(sent, plenty); err != nil || !bytes.Equal(ready.Data, sent) {
		t.Errorf("%d bytes became %d, %v", len(sent), len(ready.Data), err)
	}
}

// inked returns a JPEG of four colours, each a byte as it is stored, of 16 by 16 pixels.
func inked(stored [4]byte, more ...[]byte) []byte {
	out := []byte("\xff\xd8")
	for _, each := range more {
		out = append(out, each...)
	}
	out = append(out, segment(0xdb, "\x00"+strings.Repeat("\x01", 64))...)
	out = append(out, segment(0xc0, "\x08\x00\x10\x00\x10\x04C\x11\x00M\x11\x00Y\x11\x00K\x11\x00")...)
	// Of the first values, a code of four bits for each number of bits; of the rest, that
	// there are none.
	lengths := "\x00\x00\x00\x00\x0c" + strings.Repeat("\x00", 12)
	out = append(out, segment(0xc4, lengths+"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b")...)
	out = append(out, segment(0xc4, "\x10\x01"+strings.Repeat("\x00", 15)+"\x00")...)
	out = append(out, segment(0xda, "\x04C\x00M\x00Y\x00K\x00\x00\x3f\x00")...)
	var data []byte
	var held uint64
	var count int
	write := func(value, size int) {
		held, count = held<<size|uint64(value), count+size
		for ; count >= 8; count -= 8 {
			each := byte(held >> (count - 8))
			if data = append(data, each); each == 0xff {
				data = append(data, 0)
			}
		}
	}
	for block := range 4 {
		for _, value := range stored {
			first := 0 // the difference from the block before
			if block == 0 {
				first = 8 * (int(value) - 128)
			}
			size := bits.Len(uint(max(first, -first)))
			if first < 0 {
				first += 1<<size - 1
			}
			write(size, 4)
			write(first, size)
			write(0, 1)
		}
	}
	write(0x7f, 7)
	return append(append(out, data...), 0xff, 0xd9)
}

func TestPrepare_InksBecomeLight(t *testing.T) {
	ink := func(c, m, y, k int) [3]float64 {
		if c == 1 && m == 1 && y+k == 0 {
			return [3]float64{25, 20, -45}
		}
		return [3]float64{float64(100 - 25*(c+m+y+k)), 0, 0}
	}
	adobe := segment(0xee, "Adobe\x00\x64\x00\x00\x00\x00\x00")
	blue := [4]byte{0, 0, 255, 255} // stored inversely
	parts := func(profile []byte) []byte { return segment(0xe2, string(profileMark)+"\x01\x01"+string(profile)) }
	looksLike(t, "with Adobe's segment", inked(blue, adobe), color.RGBA{0, 0, 255, 255}, 16, 16)
	looksLike(t, "without", inked(blue), color.RGBA{0, 0, 255, 255}, 16, 16)
	for _, wide := range []bool{false, true} {
		print := icctest.Print(wide, ink)
		looksLike(t, "with a profile", inked(blue, adobe, parts(print)), color.RGBA{52, 50, 129, 255}, 16, 16)
		looksLike(t, "with a profile alone", inked(blue, parts(print)), color.RGBA{52, 50, 129, 255}, 16, 16)
	}
	unknown := icctest.Profile("CMYK", "Lab ",
		icctest.Tag{Name: "A2B0", Content: append([]byte("mAB \x00\x00\x00\x00"), make([]byte, 100)...)})
	_, err := prepare(inked(blue, adobe, parts(unknown)), plenty)
	if !problem.Is(err, problem.Unsupported) || !strings.Contains(err.Error(), "sRGB") {
		t.Errorf("a profile that cannot be converted: %v", err)
	}
}

// What no decoder knows is not called damaged.
func TestPrepare_NamesWhatItCannotRead(t *testing.T) {
	lossless := bytes.Replace(jpegOf(t, plain(16, 16, color.White)), []byte{0xff, 0xc0}, []byte{0xff, 0xc9}, 1)
	for name, data := range map[string][]byte{"arithmetic coding": lossless} {
		_, err := prepare(data, plenty)
		if !problem.Is(err, problem.Unsupported) || strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
