package upload

import (
	"context"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/videofile"
	"academy/cms-api/internal/platform/objectstore"
)

// EachFile calls each with what is known of each stored file that is wanted, without the variants of pictures, and
// when it was stored.
func (s *Service) EachFile(
	ctx context.Context, wanted func(url string, stored time.Time) bool, each func(library.File, time.Time) error,
) error {
	for _, prefix := range mediaKeys {
		err := s.objects.List(ctx, prefix, func(object objectstore.Info) error {
			variant := strings.Count(path.Base(object.Key), ".") > 1
			if variant || !wanted(library.MediaPath+object.Key, object.Modified) {
				return nil
			}
			return each(s.known(ctx, object), object.Modified)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// pictureSize finds the size in the name of a picture.
var pictureSize = regexp.MustCompile(`_([0-9]+)x([0-9]+)(?:_[0-9]+)*$`)

// known returns what is known of a stored file by its address. What cannot be known is left out.
func (s *Service) known(ctx context.Context, object objectstore.Info) library.File {
	file := library.File{
		URL: library.MediaPath + object.Key, Type: typeOf(object.Key), Bytes: object.Size, Kind: library.Plain,
	}
	switch {
	case strings.HasPrefix(file.Type, "image/"):
		file.Kind = library.Image
		if size := pictureSize.FindStringSubmatch(library.Stem(object.Key)); size != nil {
			file.Width, _ = strconv.Atoi(size[1])
			file.Height, _ = strconv.Atoi(size[2])
		}
	case strings.HasPrefix(file.Type, "video/"):
		file.Kind = library.Video
		video := s.videoOf(ctx, object)
		file.Duration, file.SlowStart = milliseconds(video.Seconds), video.SlowStart
	default:
		if stored, err := s.objects.Stat(ctx, object.Key); err == nil {
			file.Name = NameOf(stored.ContentType)
		}
	}
	return file
}

// typeOf returns the media type of a file by its address.
func typeOf(address string) string {
	return types[path.Ext(address)]
}

// types leads from the extensions of stored files to their media types.
var types = map[string]string{
	".png": "image/png", ".jpg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif",
	".bmp": "image/bmp", ".ico": "image/x-icon", ".svg": "image/svg+xml",
	".mp4": "video/mp4", ".webm": "video/webm", ".mov": "video/quicktime", ".mkv": "video/matroska",
	".pdf": pdf, ".zip": zipType, ".txt": "text/plain", ".csv": "text/csv",
	".docx": office + "wordprocessingml.document", ".xlsx": office + "spreadsheetml.sheet",
	".pptx": office + "presentationml.presentation",
}

// videoOf returns what a stored video says of itself; nothing when it cannot be told.
func (s *Service) videoOf(ctx context.Context, object objectstore.Info) videofile.Info {
	content, head := s.objects.ReaderAt(ctx, object.Key, object.Size), make([]byte, videofile.HeadSize)
	n, _ := content.ReadAt(head, 0)
	kind, ok := videofile.Detect(head[:n])
	if !ok {
		return videofile.Info{}
	}
	video, err := videofile.Read(content, object.Size, kind)
	if err != nil {
		return videofile.Info{}
	}
	return video
}
