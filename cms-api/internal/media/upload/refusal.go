package upload

import (
	"errors"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"academy/cms-api/internal/media/videofile"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// longestName is how many characters of a file's name stand in a sentence.
const longestName = 80

// named adds the name of the file to a problem's detail.
func named(file string, err error) error {
	var refused *problem.Error
	if file == "" || !errors.As(err, &refused) || refused.Kind == problem.Unavailable ||
		refused.Kind == problem.Malformed {
		return err
	}
	file = text.Shorten(file, longestName)
	about := *refused
	about.Detail = file + ": " + refused.Detail
	about.Cause, about.Fields = err, nil
	for _, field := range refused.Fields {
		about.Fields = append(about.Fields, problem.Field{Location: field.Location, Message: file + ": " + field.Message})
	}
	return &about
}

// formatFound names the format of a file that is refused, in a sentence.
func formatFound(head []byte) string {
	found := mimetype.Detect(head)
	if format := strings.TrimPrefix(found.Extension(), "."); format != "" && !found.Is("text/plain") {
		return "The format is " + strings.ToUpper(format) + "."
	}
	return "The format is none that is known here."
}

// pictureFormats names, for people, the formats that prepare accepts.
const pictureFormats = "PNG, JPEG, GIF, WebP, BMP and ICO"

func unsupportedPicture(data []byte) error {
	advice := "Save it as JPEG or PNG and choose that."
	switch found := mimetype.Detect(data); {
	case strings.HasPrefix(found.String(), "image/hei"):
		advice = "Export the photo as JPEG and choose that; on an iPhone, Settings, Camera, Formats, Most Compatible makes it take JPEGs."
	case found.Is("image/avif"), found.Is("image/svg+xml"), found.Is("image/tiff"):
		advice = "Export it as PNG, JPEG or WebP and choose that."
	}
	return problem.New(problem.Unsupported, formatFound(data)+" Pictures are taken as "+pictureFormats+". "+advice)
}

func unplayableVideo(found *videofile.CodecError) error {
	return problem.Wrap(problem.Unsupported, found, "This video is coded as "+found.Codec+
		", which many browsers cannot play. Export it as MP4 with H.264 and choose that; on an iPhone, "+
		"Settings, Camera, Formats, Most Compatible makes it record such.")
}

func unsupportedVideo(head []byte) error {
	return problem.New(problem.Unsupported, formatFound(head)+" Videos are taken as "+videofile.Taken+
		". Export it as MP4, which plays in every browser, and choose that.")
}
