package upload

import (
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
)

// Restore stores a file that had a key in another installation, under the same rules as an
// upload, and returns its address: the one that it had, except for pictures of which this
// installation has other sizes. A file that is there already stays.
func (s *Service) Restore(ctx context.Context, key string, file form.File) (string, error) {
	address := library.MediaPath + key
	if known, ok := KeyOf(address); !ok || known != key {
		return "", problem.New(problem.Invalid, "This is no name of a file that was uploaded.")
	}
	if _, err := s.objects.Stat(ctx, key); err == nil || !errors.Is(err, objectstore.ErrMissing) {
		return address, err
	}
	var stored library.File
	var err error
	switch folder, _, _ := strings.Cut(key, "/"); folder + "/" {
	case imageKeys:
		image, err := s.Image(ctx, file)
		return image.URL, err
	case seedKeys:
		return address, s.restoreSeed(ctx, key, file)
	case videoKeys:
		var video StoredVideo
		video, err = s.StoreVideo(ctx, "file", file)
		stored = video.file
	default:
		stored, err = s.storeFile(ctx, file)
	}
	if err == nil && path.Ext(stored.URL) == path.Ext(key) {
		err = s.move(ctx, strings.TrimPrefix(stored.URL, library.MediaPath), key)
		stored.URL = address
	}
	if err != nil {
		return "", err
	}
	doc, _, err := s.keep(ctx, stored)
	return doc.URL, err
}

// move gives an object another key.
func (s *Service) move(ctx context.Context, from, to string) error {
	body, info, err := s.objects.Get(ctx, from)
	if err != nil {
		return err
	}
	defer body.Close()
	if _, err := s.objects.Put(ctx, to, info.ContentType, body, info.Size); err != nil {
		return err
	}
	return s.remove(ctx, from)
}

// restoreSeed stores a file that came with the software: one that browsers show in the page, and no
// drawing, which can contain scripts.
func (s *Service) restoreSeed(ctx context.Context, key string, file io.Reader) error {
	head := make([]byte, 3072)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return form.BrokenOff(err)
	}
	mediaType, _, _ := strings.Cut(mimetype.Detect(head[:n]).String(), ";")
	if !shown("", mediaType) && mediaType != pdf {
		return problem.New(problem.Unsupported, "It is neither a picture nor a video nor a PDF.")
	}
	bounded := io.LimitReader(io.MultiReader(strings.NewReader(string(head[:n])), file), s.limits.VideoBytes)
	_, err = s.objects.Stream(ctx, key, mediaType, bounded)
	return err
}
