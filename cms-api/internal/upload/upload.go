// Package upload takes in files and gives them out again under /media/.
package upload

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"academy/cms-api/internal/form"
	"academy/cms-api/internal/objectstore"
	"academy/cms-api/internal/problem"
)

// MediaPath is where stored files are read.
const MediaPath = "/media/"

// Image is a stored picture.
type Image struct {
	URL    string `json:"url" doc:"Root-relative address, readable by everyone." example:"/media/images/3f2a….png"`
	Width  int    `json:"width" doc:"In pixels, as it is seen."`
	Height int    `json:"height" doc:"In pixels, as it is seen."`
	Size   int64  `json:"size" doc:"In bytes."`
	Type   string `json:"type" doc:"The media type, told from the content." example:"image/png"`
}

// Limits bound what is accepted.
type Limits struct {
	ImageBytes  int64
	ImagePixels int64
	VideoBytes  int64
}

// removeTime is how long taking back what was stored may take.
const removeTime = 10 * time.Second

// Service holds the rules of files.
type Service struct {
	objects *objectstore.Store
	limits  Limits
	slots   chan struct{} // decoding a picture takes much memory
}

// NewService returns a Service.
func NewService(objects *objectstore.Store, limits Limits) *Service {
	return &Service{objects: objects, limits: limits, slots: make(chan struct{}, 2)}
}

// Image stores a picture under a name of its own and returns where it is.
func (s *Service) Image(ctx context.Context, body io.Reader) (Image, error) {
	data, err := io.ReadAll(io.LimitReader(body, s.limits.ImageBytes+1))
	if err != nil {
		return Image{}, form.BrokenOff(err)
	}
	if int64(len(data)) > s.limits.ImageBytes {
		return Image{}, problem.New(problem.TooLarge, fmt.Sprintf("The picture is larger than %d MB.", s.limits.ImageBytes>>20))
	}
	return s.ImageBytes(ctx, data)
}

// ImageBytes is Image for bytes at hand.
func (s *Service) ImageBytes(ctx context.Context, data []byte) (Image, error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return Image{}, fmt.Errorf("wait to decode a picture: %w", ctx.Err())
	}
	ready, err := prepare(data, s.limits.ImagePixels)
	if err != nil {
		return Image{}, err
	}
	key := "images/" + randomName() + ready.Extension
	stored, err := s.objects.Put(ctx, key, ready.Type, bytes.NewReader(ready.Data), int64(len(ready.Data)))
	if err != nil {
		return Image{}, err
	}
	return Image{URL: MediaPath + key, Width: ready.Width, Height: ready.Height, Size: stored.Size, Type: ready.Type}, nil
}

func randomName() string {
	name := make([]byte, 16)
	rand.Read(name)
	return hex.EncodeToString(name)
}

// KeyOf returns the storage key of a path below MediaPath; false for one that
// can name no file.
func KeyOf(requestPath string) (string, bool) {
	key, ok := strings.CutPrefix(requestPath, MediaPath)
	if !ok || key == "" || strings.ContainsAny(key, "\\\x00") || "/"+key != path.Clean("/"+key) {
		return "", false
	}
	return key, true
}
