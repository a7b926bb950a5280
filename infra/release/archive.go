package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

// writeArchive writes the files below one folder. Equal files give equal bytes,
// independent of user and time.
func writeArchive(name, folder string, content files, at time.Time) (err error) {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	packed, err := gzip.NewWriterLevel(out, gzip.DefaultCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	front := tar.Header{
		Typeflag: tar.TypeSymlink, Name: folder + "/academy", Linkname: "bin/academy", Mode: 0o777, ModTime: at,
	}
	if err := archive.WriteHeader(&front); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(content)) {
		if err := content[name].write(archive, folder+"/"+name, at); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return errors.Join(archive.Close(), packed.Close())
}

func (f file) write(archive *tar.Writer, name string, at time.Time) error {
	head := tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644, Size: int64(len(f.content)), ModTime: at}
	if f.source == "" {
		return errors.Join(archive.WriteHeader(&head), second(io.Copy(archive, bytes.NewReader(f.content))))
	}
	info, err := os.Lstat(f.source)
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		head.Typeflag, head.Mode, head.Size = tar.TypeSymlink, 0o777, 0
		if head.Linkname, err = os.Readlink(f.source); err != nil {
			return err
		}
		return archive.WriteHeader(&head)
	}
	if info.Mode()&0o111 != 0 {
		head.Mode = 0o755
	}
	head.Size = info.Size()
	if err := archive.WriteHeader(&head); err != nil {
		return err
	}
	source, err := os.Open(f.source)
	if err != nil {
		return err
	}
	defer source.Close()
	return second(io.Copy(archive, source))
}

func second[T any](_ T, err error) error { return err }

// writeSums writes SHA256SUMS, which `sha256sum -c` reads.
func writeSums(folder string, names []string) error {
	var sums strings.Builder
	for _, name := range names {
		sum := sha256.New()
		f, err := os.Open(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		if _, err := io.Copy(sum, f); err != nil {
			return errors.Join(err, f.Close())
		}
		f.Close()
		fmt.Fprintf(&sums, "%x  %s\n", sum.Sum(nil), name)
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums.String()), 0o644)
}
