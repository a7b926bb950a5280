package transfer

import (
	"archive/zip"
	"bytes"
	"compress/flate"
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
	folder, source, err := openZip(f, int64(out.Len()))
	if err != nil || source != Markdown {
		t.Fatal(source, err)
	}
	defer folder.close()
	if data, err := folder.bytes("a.md", 1000); !problem.Is(err, problem.TooLarge) && !problem.Is(err, problem.Invalid) ||
		len(data) > 64<<10 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	folder.read = 2*maxFile - 10
	if _, err := folder.bytes("a.md", 2<<20); !problem.Is(err, problem.TooLarge) && !problem.Is(err, problem.Invalid) {
		t.Errorf("beyond what may be unpacked: %v", err)
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
