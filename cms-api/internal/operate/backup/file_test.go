package backup_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"academy/cms-api/internal/operate/backup"
)

func TestToFile_AppearsWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "academy.tar.zst")
	write := func(text string, then error) error {
		return backup.ToFile(name, func(out io.Writer) error {
			if _, err := io.WriteString(out, text); err != nil {
				return err
			}
			if info, err := os.Stat(name); err == nil && info.Size() != int64(len("first")) {
				t.Error("a half file has the name")
			}
			return then
		})
	}
	if err := write("first", nil); err != nil {
		t.Fatal(err)
	}
	full := &os.PathError{Op: "write", Path: name, Err: syscall.ENOSPC}
	err := write("second", full)
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "no room for "+name) {
		t.Errorf("a full disk: %v", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	data, err := os.ReadFile(name)
	if err != nil || string(data) != "first" {
		t.Errorf("the file is %q, %v", data, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v, %v", info.Mode(), err)
	}
	if err := write("third", nil); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(name); err != nil || string(data) != "third" {
		t.Errorf("the file is %q, %v", data, err)
	}
}
