package upload

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"testing"

	"golang.org/x/image/webp"
)

var (
	red  = color.RGBA{R: 230, A: 255}
	blue = color.RGBA{B: 230, A: 255}
)

// cornered is blue, its upper left quarter red.
func cornered(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Rect, image.NewUniform(blue), image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(0, 0, w/2, h/2), image.NewUniform(red), image.Point{}, draw.Src)
	return img
}

// exif returns EXIF data with an orientation only.
func exif(turn orientation) []byte {
	tiff := []byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00")
	binary.BigEndian.PutUint16(tiff[18:], uint16(turn))
	return tiff
}

// photo returns a picture in a format, with an orientation in its EXIF.
func photo(t *testing.T, kind string, turn orientation) []byte {
	t.Helper()
	var out bytes.Buffer
	var err error
	switch kind {
	case "jpeg":
		if err = jpeg.Encode(&out, cornered(64, 32), nil); err == nil {
			segment := append(append([]byte{}, exifMark...), exif(turn)...)
			head := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(segment)+2))
			return inserted(out.Bytes(), 2, append(head, segment...))
		}
	case "png":
		if err = png.Encode(&out, cornered(64, 32)); err == nil {
			chunk := append([]byte("eXIf"), exif(turn)...)
			sum := crc32.ChecksumIEEE(chunk)
			chunk = binary.BigEndian.AppendUint32(append(binary.BigEndian.AppendUint32(nil, uint32(len(chunk)-4)), chunk...),
				sum)
			return inserted(out.Bytes(), 8+25, chunk)
		}
	case "webp":
		if err = encodeWebP(90)(&out, cornered(64, 32)); err == nil {
			const withExif = 0x08
			extended := []byte{'V', 'P', '8', 'X', 10, 0, 0, 0, withExif, 0, 0, 0, 63, 0, 0, 31, 0, 0}
			data := inserted(out.Bytes(), 12, extended)
			data = append(data, 'E', 'X', 'I', 'F', byte(len(exif(turn))), 0, 0, 0)
			data = append(data, exif(turn)...)
			binary.LittleEndian.PutUint32(data[4:], uint32(len(data)-8))
			return data
		}
	}
	t.Fatal(err)
	return nil
}

func inserted(data []byte, at int, more []byte) []byte {
	return append(append(append([]byte{}, data[:at]...), more...), data[at:]...)
}

func TestPrepare_ShowsPhotosUpright(t *testing.T) {
	read := map[string]func(data []byte) (image.Image, error){
		"jpeg": func(data []byte) (image.Image, error) { return jpeg.Decode(bytes.NewReader(data)) },
		"png":  func(data []byte) (image.Image, error) { return png.Decode(bytes.NewReader(data)) },
		"webp": func(data []byte) (image.Image, error) { return webp.Decode(bytes.NewReader(data)) },
	}
	// Where the red quarter belongs: right, and below.
	for turn, at := range map[orientation][2]bool{
		1: {false, false}, 2: {true, false}, 3: {true, true}, 4: {false, true},
		5: {false, false}, 6: {true, false}, 7: {true, true}, 8: {false, true},
	} {
		for kind, decode := range read {
			ready, err := prepare(photo(t, kind, turn), plenty)
			if err != nil {
				t.Fatalf("%s, orientation %d: %v", kind, turn, err)
			}
			if bytes.Contains(ready.Data, exif(turn)) || (ready.Height == 64) != (turn >= 5) {
				t.Errorf("%s, orientation %d: %d by %d, EXIF kept: %v", kind, turn, ready.Width, ready.Height,
					bytes.Contains(ready.Data, exif(turn)))
			}
			small := shrunk(ready.Pixels, 16)
			stored, err := decode(ready.Data)
			if err != nil {
				t.Fatalf("%s, orientation %d: %v", kind, turn, err)
			}
			for name, img := range map[string]image.Image{"stored": stored, "smaller": small} {
				if !redAt(img, at) {
					t.Errorf("%s, orientation %d: the %s picture is not upright", kind, turn, name)
				}
			}
		}
	}
}

// redAt reports whether the quarter at a corner is red and the opposite blue.
func redAt(img image.Image, at [2]bool) bool {
	b := img.Bounds()
	pixel := func(right, below bool) (uint32, uint32) {
		x, y := b.Min.X+b.Dx()/4, b.Min.Y+b.Dy()/4
		if right {
			x += b.Dx() / 2
		}
		if below {
			y += b.Dy() / 2
		}
		r, _, bl, _ := img.At(x, y).RGBA()
		return r, bl
	}
	r, b1 := pixel(at[0], at[1])
	r2, b2 := pixel(!at[0], !at[1])
	return r > 2*b1 && b2 > 2*r2
}
