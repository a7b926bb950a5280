package transfer

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"academy/cms-api/internal/platform/problem"
)

// A file that unpacks to more than the zip says is read no further.
func TestFolder_SizesThatAreNotTrue(t *testing.T) {
	var packed, out bytes.Buffer
	content := bytes.Repeat([]byte("x"), 1<<20)
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = w.Write(content)
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(&out)
	to, err := z.CreateRaw(&zip.FileHeader{
		Name: "a.md", Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(content),
		UncompressedSize64: 10, CompressedSize64: uint64(packed.Len()),
	})
	if err == nil {
		_, err = to.Write(packed.Bytes())
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "a.zip")
	if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	folder, source, err := openZip(f, int64(out.Len()), false)
	if err != nil || source != Markdown {
		t.Fatal(source, err)
	}
	defer f.Close()
	if data, err := folder.bytes("a.md", 1000); !problem.Is(err, problem.TooLarge) && !problem.Is(err, problem.Invalid) ||
		len(data) > 64<<10 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

func TestSplit(t *testing.T) {
	for in, want := range map[string][2]string{
		"---\na: 1\n---\n\ntext\n": {"a: 1", "text\n"}, "---\na: 1\n---": {"a: 1", ""}, "text": {"", "text"},
		"---\n---\ntext": {"", "text"}, "\ufeff---\r\na: 1\r\n---\r\ntext": {"a: 1", "text"}, "---\nno end": {"",
			"---\nno end"},
	} {
		if front, body := split([]byte(in)); string(front) != want[0] || string(body) != want[1] {
			t.Errorf("%q is %q and %q", in, front, body)
		}
	}
}

// An export of any size is imported again from the server; uploads and zips of others are bounded.
func TestOpenZip_LargeExports(t *testing.T) {
	open := func(ofServer bool, files int, size uint64, more ...string) error {
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		names := append([]string{"a.md"}, more...)
		for i := range files {
			names = append(names, fmt.Sprintf("media/images/%d.png", i))
		}
		for _, name := range names {
			if _, err := z.CreateRaw(&zip.FileHeader{Name: name, UncompressedSize64: size, CompressedSize64: 0}); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "a.zip")
		if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		_, _, err = openZip(f, int64(out.Len()), ofServer)
		return err
	}
	const many, large = maxEntries, 1 << 30
	for name, each := range map[string]struct {
		got, want error
	}{
		"many files, uploaded":         {open(false, many, 0, contentFile), errEntries},
		"many files, of the server":    {open(true, many, 0, contentFile), nil},
		"many files of others":         {open(true, many, 0), errEntries},
		"large files, uploaded":        {open(false, 2, large, contentFile), errUnpacked},
		"large files, of the server":   {open(true, 2, large, contentFile), nil},
		"large files of others":        {open(true, 2, large), errUnpacked},
		"sizes that add up to nothing": {open(false, 3, 1<<63), errUnpacked},
	} {
		if !errors.Is(each.got, each.want) {
			t.Errorf("%s: %v", name, each.got)
		}
	}
}
