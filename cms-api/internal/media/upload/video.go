package upload

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"

	"academy/cms-api/internal/media/videofile"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
)

// StoredVideo is a stored video.
type StoredVideo struct {
	URL      string  `json:"url" doc:"Root-relative address, readable by everyone." example:"/media/videos/3f2a….mp4"`
	Duration float64 `json:"duration" doc:"In seconds; 0 when it is not known." example:"754.2"`
	Size     int64   `json:"size" doc:"In bytes."`
	Type     string  `json:"type" doc:"The media type, told from the content." example:"video/mp4"`
}

const videoKeys = "videos/"

// Video stores a video under a random name while it arrives, and returns its address.
// It returns an Unsupported problem for a format that is not accepted (see
// videofile.Taken) or that browsers do not play, a TooLarge problem beyond the limit, and an Invalid problem, which
// names the field, for a damaged file. An error leaves nothing stored.
func (s *Service) Video(ctx context.Context, field string, file form.File) (StoredVideo, error) {
	stored, err := s.storeVideo(ctx, field, file)
	return stored, named(file.Name, err)
}

func (s *Service) storeVideo(ctx context.Context, field string, content io.Reader) (StoredVideo, error) {
	bounded := http.MaxBytesReader(nil, io.NopCloser(content), s.limits.VideoBytes)
	buffered := bufio.NewReaderSize(bounded, videofile.HeadSize)
	head, err := buffered.Peek(videofile.HeadSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return StoredVideo{}, s.refusal(err)
	}
	kind, ok := videofile.Detect(head)
	if !ok {
		return StoredVideo{}, unsupportedVideo(head)
	}
	key := videoKeys + randomName() + kind.Extension
	stored, err := s.objects.Stream(ctx, key, kind.MediaType, buffered)
	if err != nil {
		return StoredVideo{}, s.refusal(err)
	}
	seconds, err := videofile.Duration(s.objects.ReaderAt(ctx, key, stored.Size), stored.Size, kind)
	if err != nil {
		var unplayable *videofile.CodecError
		if errors.As(err, &unplayable) {
			err = unplayableVideo(unplayable)
		}
		var damaged *videofile.DamagedError
		if errors.As(err, &damaged) {
			refused := problem.InvalidField("body."+field, "The video is damaged or incomplete. Please choose another file.")
			refused.Cause, err = err, refused
		}
		return StoredVideo{}, errors.Join(err, s.remove(ctx, key))
	}
	return StoredVideo{
		URL: MediaPath + key, Duration: math.Round(seconds*1000) / 1000, Size: stored.Size, Type: kind.MediaType,
	}, nil
}

// CheckVideoSize returns a TooLarge problem for a video of more bytes than are
// accepted.
func (s *Service) CheckVideoSize(size int64) error {
	if size > s.limits.VideoBytes {
		return problem.New(problem.TooLarge, fmt.Sprintf("The video is larger than %s.", megabytes(s.limits.VideoBytes)))
	}
	return nil
}

// refusal returns the error to show for a video that was not stored.
func (s *Service) refusal(err error) error {
	var beyond *http.MaxBytesError
	if errors.As(err, &beyond) {
		return s.CheckVideoSize(s.limits.VideoBytes + 1)
	}
	var source *objectstore.SourceError
	if errors.As(err, &source) {
		return form.BrokenOff(err)
	}
	return err
}

func megabytes(n int64) string {
	if n >= 1<<30 && n%(1<<30) == 0 {
		return fmt.Sprintf("%d GB", n>>30)
	}
	return fmt.Sprintf("%d MB", n>>20)
}

// remove deletes objects, even after the request was cancelled.
func (s *Service) remove(ctx context.Context, keys ...string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
	defer cancel()
	var failed []error
	for _, key := range keys {
		failed = append(failed, s.objects.Delete(ctx, key))
	}
	return errors.Join(failed...)
}

// TakeBack deletes a video that was just stored and that nothing names yet.
func (s *Service) TakeBack(ctx context.Context, address string) error {
	key, ok := KeyOf(address)
	if !ok || !strings.HasPrefix(key, videoKeys) {
		return nil
	}
	return s.remove(ctx, key)
}
