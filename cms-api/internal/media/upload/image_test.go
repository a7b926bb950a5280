package upload

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"golang.org/x/image/bmp"

	"academy/cms-api/internal/platform/problem"
)

const plenty = 40_000_000

func sample() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 4, 2))
	img.Set(0, 0, color.RGBA{R: 255, A: 255})
	return img
}

// withText returns a PNG that carries a text chunk.
func withText(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, sample()); err != nil {
		t.Fatal(err)
	}
	content := []byte("tEXtComment\x00secret place")
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(content)-4))
	chunk = append(chunk, content...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(content))
	data, head := out.Bytes(), 8+25
	return append(append(append([]byte{}, data[:head]...), chunk...), data[head:]...)
}

func TestPrepare_RemovesText(t *testing.T) {
	got, err := prepare(append(withText(t), "<script>trailing</script>"...), plenty)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(got.Data, []byte("secret")) || bytes.Contains(got.Data, []byte("script")) || got.Width != 4 ||
		got.Height != 2 {
		t.Errorf("got %d by %d, %q", got.Width, got.Height, got.Data)
	}
	if _, err := png.Decode(bytes.NewReader(got.Data)); err != nil {
		t.Error(err)
	}
}

func TestPrepare_TellsTheKindFromTheContent(t *testing.T) {
	var asGIF, asBMP, asJPEG bytes.Buffer
	if err := gif.Encode(&asGIF, sample(), nil); err != nil {
		t.Fatal(err)
	}
	if err := bmp.Encode(&asBMP, sample()); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&asJPEG, sample(), nil); err != nil {
		t.Fatal(err)
	}
	icon := append([]byte{0, 0, 1, 0, 1, 0, 16, 32, 0, 0, 1, 0, 32, 0}, make([]byte, 40)...)
	for want, data := range map[string][]byte{
		"image/gif": asGIF.Bytes(), "image/png": asBMP.Bytes(), "image/jpeg": asJPEG.Bytes(), "image/x-icon": icon,
	} {
		if got, err := prepare(data, plenty); err != nil || got.Type != want || got.Width == 0 {
			t.Errorf("%s: got %s, %d wide, %v", want, got.Type, got.Width, err)
		}
	}
	for name, data := range map[string][]byte{
		"html": []byte("<html><body>"), "svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "nothing": {},
	} {
		if _, err := prepare(data, plenty); !problem.Is(err, problem.Unsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := prepare(withText(t), 7); !problem.Is(err, problem.TooLarge) {
		t.Errorf("beyond the limit: %v", err)
	}
}

func TestTurned_PutsThePixelWhereItBelongs(t *testing.T) {
	red := color.RGBA{R: 255, A: 255}
	for turn, want := range map[orientation]image.Point{
		2: {3, 0}, 3: {3, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 3}, 8: {0, 3},
	} {
		got := rotated(sample(), turn)
		if got.At(want.X, want.Y) != red {
			t.Errorf("orientation %d: the pixel is not at %v", turn, want)
		}
		if sideways := got.Bounds().Dx() == 2; sideways != (turn >= 5) {
			t.Errorf("orientation %d: %v", turn, got.Bounds())
		}
	}
}

func FuzzPrepare(f *testing.F) {
	f.Add(withText(f))
	var out bytes.Buffer
	if err := jpeg.Encode(&out, sample(), nil); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00/\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := prepare(data, 1_000_000)
		if err == nil && (len(got.Data) == 0 || got.Width <= 0 || got.Height <= 0 || got.Extension == "") {
			t.Errorf("accepted as %+v", got)
		}
	})
}
