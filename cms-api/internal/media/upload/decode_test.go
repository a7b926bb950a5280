package upload

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"

	"academy/cms-api/internal/media/icc/icctest"
	"academy/cms-api/internal/platform/problem"
)

func TestMain(m *testing.M) {
	DecodeIfAsked()
	os.Exit(m.Run())
}

// usual leaves a decoder more time than production does: what a picture takes of it is longer
// on a busy machine.
var usual = Limits{ImagePixels: plenty, ImageWidths: []int{480, 960, 1600}, DecodeSeconds: 60}

// chunk is a piece of a PNG.
func chunk(kind string, content []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
	out = append(append(out, kind...), content...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// blackPNG is a picture without a single bit set, with more chunks after its
// header.
func blackPNG(t *testing.T, w, h int, depth, colour, interlaced byte, bytesPerPixel int, more ...[]byte) []byte {
	t.Helper()
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	out := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, depth, colour, 0, 0, interlaced))...)
	for _, c := range more {
		out = append(out, c...)
	}
	passes := [][4]int{{1, 1, 0, 0}}
	if interlaced != 0 {
		passes = [][4]int{{8, 8, 0, 0}, {8, 8, 4, 0}, {4, 8, 0, 4}, {4, 4, 2, 0}, {2, 4, 0, 2}, {2, 2, 1, 0}, {1, 2, 0, 1}}
	}
	var packed bytes.Buffer
	z, err := zlib.NewWriterLevel(&packed, zlib.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range passes {
		columns, rows := (w-p[2]+p[0]-1)/p[0], (h-p[3]+p[1]-1)/p[1]
		row := make([]byte, 1+columns*bytesPerPixel)
		for range rows {
			if _, err := z.Write(row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return append(append(out, chunk("IDAT", packed.Bytes())...), chunk("IEND", nil)...)
}

// manyScans is a grey progressive JPEG, 30 million pixels large, whose scans say
// in a few bytes that nothing changes.
func manyScans(scans int) []byte {
	const side = 5472
	out := "\xff\xd8" + string(segment(0xdb, "\x00"+strings.Repeat("\x01", 64)))
	out += string(segment(0xc2, string([]byte{8, side >> 8, side & 0xff, side >> 8, side & 0xff, 1, 1, 0x11, 0})))
	// One code each, a single 0: "no difference", and "nothing in 16,384 blocks and as
	// many more as 14 bits say".
	codes := "\x01" + strings.Repeat("\x00", 15)
	out += string(segment(0xc4, "\x00"+codes+"\x00")) + string(segment(0xc4, "\x10"+codes+"\xe0"))
	out += string(segment(0xda, "\x01\x01\x00\x00\x00\x00")) + strings.Repeat("\x00", side/8*side/8/8+1)
	scan := string(segment(0xda, "\x01\x01\x00\x01\x3f\x00")) + strings.Repeat("\x00", 60) // 32 runs of 15 bits
	return []byte(out + strings.Repeat(scan, scans) + "\xff\xd9")
}

// fullColour begins a progressive JPEG of 39 million pixels, for which a decoder
// takes twelve bytes each before it has read one of them.
func fullColour() []byte {
	const side = 6240
	out := "\xff\xd8" + string(segment(0xdb, "\x00"+strings.Repeat("\x01", 64)))
	out += string(segment(0xc2, string([]byte{
		8, side >> 8, side & 0xff, side >> 8, side & 0xff, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0,
	})))
	out += string(segment(0xc4, "\x00\x01"+strings.Repeat("\x00", 16)))
	return []byte(out + string(segment(0xda, "\x03\x01\x00\x02\x00\x03\x00\x00\x00\x00")) + strings.Repeat("\x00", 1000) +
		"\xff\xd9")
}

func manyFrames(t *testing.T, frames int) []byte {
	t.Helper()
	g := &gif.GIF{}
	for range frames {
		g.Image = append(g.Image, image.NewPaletted(image.Rect(0, 0, 16, 16), color.Palette{color.Black, color.White}))
		g.Delay = append(g.Delay, 1)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, g); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// webpBomb has a canvas of 1 by 1 and a frame of 16384 by 16384 pixels.
const webpBomb = "RIFF\x26\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00VP8L\x08\x00\x00\x00\x2f\xff\xff\xff\x0f\x88\x88\x08"

// largePhoto is a JPEG as a camera of 24 megapixels makes it when it is held
// upright.
func largePhoto(t *testing.T) []byte {
	t.Helper()
	noise := rand.New(rand.NewPCG(1, 2))
	img := image.NewYCbCr(image.Rect(0, 0, 6000, 4000), image.YCbCrSubsampleRatio420)
	for i := range img.Y {
		img.Y[i] = byte(i/97) ^ byte(noise.Uint32()&3)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 50}); err != nil {
		t.Fatal(err)
	}
	return inserted(out.Bytes(), 2, segment(0xe1, string(exifMark)+string(exif(6))))
}

// Peak growth of the server for one upload is that of the decoder and some copies
// of the file, which has 16 MB at most.
func TestDecode_NoPictureTakesMoreThanItMay(t *testing.T) {
	const mostMemory = 230 << 20
	turned := chunk("eXIf", exif(6))
	for name, c := range map[string]struct {
		data    []byte
		refused problem.Kind // empty: it is accepted
	}{
		"a frame larger than its canvas":       {[]byte(webpBomb), problem.Invalid},
		"40 megapixels, interlaced, 16 bits":   {blackPNG(t, 8000, 5000, 16, 6, 1, 8, turned), problem.TooLarge},
		"40 megapixels in colour, transparent": {blackPNG(t, 8000, 5000, 8, 6, 0, 4), ""},
		"40 megapixels, transparent, turned":   {blackPNG(t, 8000, 5000, 8, 6, 0, 4, turned), problem.TooLarge},
		// This takes every step that there is: another picture of that size takes fewer.
		"24 megapixels in Display P3, turned": {profiled(largePhoto(t), icctest.DisplayP3()), ""},
		"a progressive JPEG of 100 scans":     {manyScans(100), ""},
		"a progressive JPEG in full colour":   {fullColour(), problem.TooLarge}, // the kernel ends the decoder
		"a progressive JPEG of 50,000 scans":  {manyScans(50_000), problem.TooLarge},
		"a GIF of 10,000 frames":              {manyFrames(t, 10_000), ""},
		"a GIF of 65,535 by 65,535": {
			[]byte("GIF89a\xff\xff\xff\xff\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"), problem.TooLarge,
		},
		"a BMP of 65,535 by 65,535": {
			[]byte("BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\xff\xff\x00\x00\xff\xff\x00\x00\x01\x00\x18\x00" + string(make([]byte, 40))),
			problem.TooLarge,
		},
		"text of 300 MB in a PNG": {
			blackPNG(t, 8, 8, 8, 6, 0, 4, chunk("zTXt", append([]byte("Comment\x00\x00"), squeezed(t, 300<<20)...))), "",
		},
		"a colour profile of 300 MB in a PNG": {
			blackPNG(t, 8, 8, 8, 6, 0, 4, chunk("iCCP", append([]byte("icc\x00\x00"), squeezed(t, 300<<20)...))), "",
		},
		"a PNG with a chunk of 4 GB that is cut": {
			append(blackPNG(t, 8, 8, 8, 6, 0, 4)[:33], "\xff\xff\xff\xffIDAT"...), problem.Invalid,
		},
	} {
		// A process starts with the peak of its parent.
		debug.FreeOSMemory()
		if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
			t.Fatal(err)
		}
		_, _, took, err := decode(t.Context(), c.data, usual)
		if took == nil {
			t.Fatalf("%s: %v", name, err)
		}
		memory := took.SysUsage().(*syscall.Rusage).Maxrss << 10
		cpu := (took.UserTime() + took.SystemTime()).Seconds()
		t.Logf("%s: %.1f MB of memory, %.2f s for a file of %.2f MB: %v", name, float64(memory)/(1<<20), cpu,
			float64(len(c.data))/(1<<20), err)
		if memory > mostMemory {
			t.Errorf("%s: %d MB of memory", name, memory>>20)
		}
		if c.refused == "" && err != nil || c.refused != "" && !problem.Is(err, c.refused) {
			t.Errorf("%s: %v, want %q", name, err, c.refused)
		}
	}
}

func TestDecode_EndsWhatTakesTooLong(t *testing.T) {
	brief := usual
	brief.DecodeSeconds = 1
	if _, _, _, err := decode(t.Context(), largePhoto(t), brief); !problem.Is(err, problem.TooLarge) {
		t.Errorf("a photo that takes longer than it may: %v", err)
	}
}

// squeezed returns that many zero bytes, compressed.
func squeezed(t *testing.T, size int) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	nothing := make([]byte, 1<<20)
	for range size >> 20 {
		if _, err := z.Write(nothing); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The other process returns the results of prepare and shrink.
func TestDecode_HandsOverEverything(t *testing.T) {
	var out bytes.Buffer
	if err := png.Encode(&out, cornered(1200, 800)); err != nil {
		t.Fatal(err)
	}
	ready, variants, _, err := decode(t.Context(), out.Bytes(), usual)
	if err != nil || ready.Width != 1200 || ready.Height != 800 || ready.Type != "image/png" || ready.Extension != ".png" {
		t.Fatalf("%+v, %v", ready, err)
	}
	if _, err := png.Decode(bytes.NewReader(ready.Data)); err != nil {
		t.Error(err)
	}
	want, err := prepare(out.Bytes(), plenty)
	if err != nil {
		t.Fatal(err)
	}
	same, err := shrink(&want, usual.ImageWidths)
	if err != nil || len(variants) != len(same) || !bytes.Equal(ready.Data, want.Data) {
		t.Fatalf("%d variants instead of %d, %v", len(variants), len(same), err)
	}
	for i, v := range variants {
		if v.Width != same[i].Width || !bytes.Equal(v.Data, same[i].Data) {
			t.Errorf("variant %d is another one", i)
		}
	}
}

func TestDecode_AGivenUpRequestEndsIt(t *testing.T) {
	given, up := context.WithCancel(t.Context())
	up()
	if _, _, _, err := decode(given, manyScans(50_000), usual); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestTurn_TwoAtOnceAndABoundedQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDecoders()
		var begun []func()
		for range decodersAtOnce {
			done, err := d.acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			begun = append(begun, done)
		}
		answers := make(chan error, decodersWaiting)
		for range decodersWaiting {
			go func() {
				_, err := d.acquire(t.Context())
				answers <- err
			}()
		}
		synctest.Wait()
		if _, err := d.acquire(t.Context()); !problem.Is(err, problem.Unavailable) {
			t.Errorf("one more than may wait: %v", err)
		}
		begun[0]()
		synctest.Wait()
		if err := <-answers; err != nil {
			t.Errorf("after waiting: %v", err)
		}
		for range decodersWaiting - 1 { // in a synctest bubble time passes at once
			if err := <-answers; !problem.Is(err, problem.Unavailable) {
				t.Errorf("who waited too long: %v", err)
			}
		}
	})
}
