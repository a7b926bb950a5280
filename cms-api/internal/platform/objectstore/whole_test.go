package objectstore

import (
	"errors"
	"testing"

	"github.com/minio/minio-go/v7"
)

func TestFolder_WholeObjects(t *testing.T) { onEach(t, testWholeObjects) }

func testWholeObjects(t *testing.T, store *Store) {
	folder := Folder{store, "site/"}
	first, err := folder.Write(t.Context(), Object{
		Key: "CURRENT", ContentType: "text/plain", CacheControl: "no-cache", Data: []byte("one\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	data, info, err := folder.Read(t.Context(), "CURRENT", "")
	if err != nil || string(data) != "one\n" || info.ETag != first.ETag || info.ETag == "" {
		t.Fatalf("%q %+v %v", data, info, err)
	}
	if _, _, err := folder.Read(t.Context(), "CURRENT", info.ETag); !errors.Is(err, ErrUnchanged) {
		t.Errorf("unchanged: %v", err)
	}
	if _, err := folder.Write(t.Context(), Object{
		Key: "CURRENT", ContentType: "text/plain", Data: []byte("two\n"),
	}); err != nil {
		t.Fatal(err)
	}
	if data, _, err := folder.Read(t.Context(), "CURRENT", info.ETag); err != nil || string(data) != "two\n" {
		t.Errorf("changed: %q %v", data, err)
	}
	if _, _, err := folder.Read(t.Context(), "nothing", ""); !errors.Is(err, ErrMissing) {
		t.Errorf("missing: %v", err)
	}
	var keys []string
	if err := folder.List(t.Context(), "", func(o Info) error { keys = append(keys, o.Key); return nil }); err != nil ||
		len(keys) != 1 || keys[0] != "CURRENT" {
		t.Errorf("%v %v", keys, err)
	}
	if err := folder.Delete(t.Context(), "CURRENT"); err != nil {
		t.Error(err)
	}
	if _, _, err := folder.Read(t.Context(), "CURRENT", ""); !errors.Is(err, ErrMissing) {
		t.Errorf("deleted: %v", err)
	}
}

func TestWrite_KeepsTheHeaders(t *testing.T) { onEach(t, testKeepsTheHeaders) }

func testKeepsTheHeaders(t *testing.T, store *Store) {
	if _, err := store.Write(t.Context(), Object{
		Key: "a.js", ContentType: "text/javascript; charset=utf-8", CacheControl: "public, max-age=31536000, immutable",
		Data: []byte("1"),
	}); err != nil {
		t.Fatal(err)
	}
	body, info, header, err := store.core().GetObject(t.Context(), store.bucket, "a.js", minio.GetObjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	body.Close()
	if info.ContentType != "text/javascript; charset=utf-8" ||
		header.Get("Cache-Control") != "public, max-age=31536000, immutable" || header.Get("Content-Encoding") != "" {
		t.Errorf("%+v %v", info, header)
	}
}
