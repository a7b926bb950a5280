package videofile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRead_OfWhatCamerasBrowsersAndEditorsMake(t *testing.T) {
	for name, want := range map[string]Type{
		"moov-at-the-end.mp4": MP4, "moov-first.mp4": MP4, "fragmented.mp4": MP4,
		"with-duration.webm": WebM, "recorded.webm": WebM, "quicktime.mov": QuickTime, "with-duration.mkv": Matroska,
	} {
		data := sample(t, name)
		got, ok := Detect(data[:min(len(data), HeadSize)])
		if !ok || got != want {
			t.Errorf("%s: detected %v, %v", name, got, ok)
			continue
		}
		info, err := Read(bytes.NewReader(data), int64(len(data)), got)
		// The last picture's own length is not known in a recording.
		if err != nil || math.Abs(info.Seconds-3) > 0.21 {
			t.Errorf("%s: %g s, %v", name, info.Seconds, err)
		}
	}
}

// Only an index behind the pictures makes a video start slowly.
func TestRead_TellsWhatStartsSlowly(t *testing.T) {
	for name, want := range map[string]bool{
		"moov-at-the-end.mp4": true, "moov-first.mp4": false, "fragmented.mp4": false, "quicktime.mov": true,
		"with-duration.webm": false, "recorded.webm": false, "with-duration.mkv": false,
	} {
		data := sample(t, name)
		kind, _ := Detect(data[:min(len(data), HeadSize)])
		info, err := Read(bytes.NewReader(data), int64(len(data)), kind)
		if err != nil || info.SlowStart != want {
			t.Errorf("%s: %t, %v", name, info.SlowStart, err)
		}
	}
}

func TestDetect_RefusesOtherKinds(t *testing.T) {
	for name, head := range map[string][]byte{
		"nothing": nil, "text": []byte("<html><script>"),
		"picture": []byte("GIF89a"), "avi": []byte("RIFF\x00\x00\x00\x00AVI LIST"),
		"sound": []byte("\x00\x00\x00\x18ftypM4A \x00\x00\x00\x00"),
	} {
		if got, ok := Detect(head); ok {
			t.Errorf("%s: taken for %v", name, got)
		}
	}
}

func TestRead_DamagedFiles(t *testing.T) {
	first, last, webm := sample(t, "moov-first.mp4"), sample(t, "moov-at-the-end.mp4"), sample(t, "with-duration.webm")
	for name, file := range map[string]struct {
		data []byte
		kind Type
	}{
		"cut in the pictures":  {first[:len(first)-100], MP4},
		"cut before the index": {last[:len(last)/2], MP4},
		"only sound":           {sample(t, "sound-only.mp4"), MP4},
		"an index of nothing":  {[]byte("\x00\x00\x00\x10ftypisom\x00\x00\x00\x00\x00\x00\x00\x08moov"), MP4},
		"a part of no length":  {[]byte("\x00\x00\x00\x10ftypisom\x00\x00\x00\x00\x00\x00\x00\x04moov"), MP4},
		"cut WebM":             {webm[:len(webm)-100], WebM},
		"WebM without content": {webm[:400], WebM},
		"nothing but a head":   {webm[:40], WebM},
		"nothing":              {nil, WebM},
	} {
		_, err := Read(bytes.NewReader(file.data), int64(len(file.data)), file.kind)
		var broken *DamagedError
		if !errors.As(err, &broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What browsers do not play is named: by its codec, wherever that stands.
func TestRead_NamesWhatBrowsersDoNotPlay(t *testing.T) {
	for _, each := range []struct {
		file, codec, other, want string
		kind                     Type
	}{
		{"moov-first.mp4", "avc1", "hvc1", hevc, MP4},
		{"moov-at-the-end.mp4", "avc1", "hev1", hevc, MP4},
		{"fragmented.mp4", "avc1", "dvh1", hevc, MP4},
		{"moov-first.mp4", "avc1", "mp4v", mpeg4, MP4},
		{"quicktime.mov", "avc1", "apch", proRes, QuickTime},
	} {
		data := sample(t, each.file)
		if !bytes.Contains(data, []byte(each.codec)) {
			t.Fatalf("%s has no %s", each.file, each.codec)
		}
		data = bytes.ReplaceAll(data, []byte(each.codec), []byte(each.other))
		_, err := Read(bytes.NewReader(data), int64(len(data)), each.kind)
		var refused *CodecError
		if !errors.As(err, &refused) || refused.Codec != each.want {
			t.Errorf("%s with %s: %v, want %s", each.file, each.other, err, each.want)
		}
	}
}

func TestRead_NamesWhatBrowsersDoNotPlayOfMatroska(t *testing.T) {
	element := func(id, content string) string { return id + string([]byte{0x80 | byte(len(content))}) + content }
	for codec, want := range map[string]string{"V_MPEGH/ISO/HEVC": hevc, "V_MPEGH/ISO/HEVC\x00": hevc, "V_VP9": ""} {
		track := element("\xae", element("\x83", "\x01")+element("\x86", codec))
		data := element("\x1a\x45\xdf\xa3", "") +
			element("\x18\x53\x80\x67", element("\x16\x54\xae\x6b", track)+element("\x1f\x43\xb6\x75", ""))
		_, err := Read(strings.NewReader(data), int64(len(data)), Matroska)
		var refused *CodecError
		if errors.As(err, &refused) != (want != "") || want != "" && refused.Codec != want {
			t.Errorf("%q: %v", codec, err)
		}
	}
}

// The duration of an odd file is unknown, but a truncated one is an error.
func TestRead_OddQuickTimeAndMatroska(t *testing.T) {
	box := func(kind, content string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(content)))) + kind + content
	}
	head, pixels := box("ftyp", "qt  \x00\x00\x00\x00"), box("mdat", strings.Repeat("\x00", 200))
	for name, file := range map[string]struct {
		data    string
		kind    Type
		damaged bool
	}{
		"a compressed index": {head + box("moov", box("cmov", "x")) + pixels, QuickTime, false},
		"a track of no known layout": {
			head + box("moov", box("trak", box("mdia", "\xff\xff\xff\xffxxxx"))) + pixels, QuickTime, false,
		},
		"an index that tells nothing": {head + box("moov", "") + pixels, QuickTime, true},
		"no index":                    {head + pixels, QuickTime, true},
		"cut off":                     {(head + box("moov", box("cmov", "x")) + pixels)[:150], QuickTime, true},
		"a compressed index in MP4":   {head + box("moov", box("cmov", "x")) + pixels, MP4, true},
		"tracks told after content": {
			"\x1aE\xdf\xa3\x8bB\x82\x88matroska\x18S\x80g\x86\x1fC\xb6u\x81\x00", Matroska, false,
		},
	} {
		info, err := Read(strings.NewReader(file.data), int64(len(file.data)), file.kind)
		var broken *DamagedError
		if errors.As(err, &broken) != file.damaged || !file.damaged && err != nil || info.Seconds != 0 {
			t.Errorf("%s: %g s, %v", name, info.Seconds, err)
		}
	}
}

// unwilling fails after some reads.
type unwilling struct{ err error }

func (u unwilling) ReadAt([]byte, int64) (int, error) { return 0, u.err }

func TestRead_TheReadersFailureIsNotTheFiles(t *testing.T) {
	away := errors.New("storage away")
	for _, kind := range []Type{MP4, WebM} {
		if _, err := Read(unwilling{away}, 1000, kind); !errors.Is(err, away) {
			t.Errorf("%v: %v", kind, err)
		}
	}
}

// counted counts what is read.
type counted struct {
	*bytes.Reader
	reads int
	bytes int64
}

func (c *counted) ReadAt(p []byte, offset int64) (int, error) {
	n, err := c.Reader.ReadAt(p, offset)
	c.reads++
	c.bytes += int64(n)
	return n, err
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"moov-at-the-end.mp4", "moov-first.mp4", "fragmented.mp4", "sound-only.mp4"} {
		f.Add(sample(f, name), true)
	}
	for _, name := range []string{"with-duration.webm", "recorded.webm"} {
		f.Add(sample(f, name), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, mp4 bool) {
		kind := WebM
		if mp4 {
			kind = MP4
		}
		r := &counted{Reader: bytes.NewReader(data)}
		info, err := Read(r, int64(len(data)), kind)
		if err == nil && !(info.Seconds >= 0 && info.Seconds < maxSeconds) {
			t.Errorf("%g seconds", info.Seconds)
		}
		if r.reads > maxReads || r.bytes > maxReads*windowSize+maxBox {
			t.Errorf("%d reads of %d bytes", r.reads, r.bytes)
		}
	})
}
