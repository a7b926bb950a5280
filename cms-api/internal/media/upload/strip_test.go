package upload

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"academy/cms-api/internal/platform/problem"
)

const secret = "12.9716N 77.5946E"

// segment returns a JPEG segment.
func segment(marker byte, content string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(content)+2)), content...)
}

func TestPrepare_RemovesWhatAPhotoTells(t *testing.T) {
	progressive, err := os.ReadFile(filepath.Join("testdata", "progressive.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, sample(), nil); err != nil {
		t.Fatal(err)
	}
	for name, photo := range map[string][]byte{"baseline": plain.Bytes(), "progressive": progressive} {
		full := photo
		for marker, content := range map[byte]string{
			0xe1: "http://ns.adobe.com/xap/1.0/\x00" + secret, 0xe2: "MPF\x00" + secret, 0xed: "Photoshop 3.0\x00" + secret,
			0xfe: secret, 0xe5: secret,
		} {
			full = inserted(full, 2, segment(marker, content))
		}
		profile := segment(0xe2, "ICC_PROFILE\x00\x01\x01profile")
		full = append(inserted(full, 2, profile), "<script>"+secret...)
		ready, err := prepare(full, plenty)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if bytes.Contains(ready.Data, []byte(secret)) || !bytes.Contains(ready.Data, profile) {
			t.Errorf("%s: the place is still there: %v", name, bytes.Contains(ready.Data, []byte(secret)))
		}
		if _, err := jpeg.Decode(bytes.NewReader(ready.Data)); err != nil ||
			!bytes.HasSuffix(ready.Data, []byte{0xff, 0xd9}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func moving(t testing.TB, frames int) []byte {
	t.Helper()
	film := gif.GIF{}
	for i := range frames {
		frame := image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{color.Black, color.White})
		frame.SetColorIndex(i, i, 1)
		film.Image, film.Delay = append(film.Image, frame), append(film.Delay, 5)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &film); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPrepare_AnimationsKeepMoving(t *testing.T) {
	film := moving(t, 3)
	ready, err := prepare(append(bytes.Clone(film), "<script>"...), plenty)
	if err != nil || !bytes.Equal(ready.Data, film) || ready.Pixels != nil || ready.Width != 40 {
		t.Errorf("got %d bytes of %d, %v", len(ready.Data), len(film), err)
	}
	if variants, err := shrink(&ready, []int{16}); err != nil || len(variants) != 0 {
		t.Errorf("an animation has %d variants, %v", len(variants), err)
	}
	still, err := prepare(moving(t, 1), plenty)
	if err != nil || still.Pixels == nil {
		t.Errorf("a GIF of one picture: %v", err)
	}
	if _, err := prepare(film[:len(film)/3], plenty); !problem.Is(err, problem.Invalid) {
		t.Errorf("a cut film: %v", err)
	}
	animated := []byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x27\x00\x00\x1d\x00\x00ANIM\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	animated[4] = byte(len(animated) - 8)
	if ready, err := prepare(animated, plenty); err != nil || ready.Width != 40 || ready.Height != 30 ||
		ready.Pixels != nil {
		t.Errorf("an animated WebP: %+v, %v", ready, err)
	}
}
