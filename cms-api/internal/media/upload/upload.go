// Package upload stores pictures, videos and documents and serves them under /media/.
package upload

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/gabriel-vasile/mimetype"

	"academy/cms-api/internal/media/videofile"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// MediaPath is where stored files are read.
const MediaPath = "/media/"

// Image is a stored picture.
type Image struct {
	URL      string    `json:"url" doc:"Root-relative address, readable by everyone. Its name tells the size and the widths of the variants: <hash>_<width>x<height>[_<w>…].<extension>; the variant of a width is at the same address with .<w>.webp instead of the extension." example:"/media/images/3f2a…_1200x800_480_960.jpg"`
	Width    int       `json:"width" doc:"In pixels, as it is seen."`
	Height   int       `json:"height" doc:"In pixels, as it is seen."`
	Size     int64     `json:"size" doc:"In bytes."`
	Type     string    `json:"type" doc:"The media type, told from the content." example:"image/png"`
	Variants []Variant `json:"variants" nullable:"false" doc:"Smaller WebP copies, narrowest first, for srcset. Animations, icons and small pictures have none."`
}

// Variant is a smaller copy of a picture.
type Variant struct {
	URL   string `json:"url" example:"/media/images/3f2a…_1200x800_480_960.480.webp"`
	Width int    `json:"width" doc:"In pixels." example:"480"`
}

// Limits bound uploads.
type Limits struct {
	ImageBytes  int64
	ImagePixels int64
	ImageWidths []int // of the variants, narrowest first
	VideoBytes  int64
	FileBytes   int64
	// DecodeSeconds is the processor time that one picture may take; 0 means decodeCPU. Only
	// tests set it.
	DecodeSeconds uint64
}

func (l Limits) decodeSeconds() uint64 { return cmp.Or(l.DecodeSeconds, decodeCPU) }

// removeTime bounds removing what a failed upload stored.
const removeTime = 10 * time.Second

// Service stores uploads.
type Service struct {
	objects  *objectstore.Store
	limits   Limits
	decoders decoders
}

// NewService returns a Service. The program must have called DecodeIfAsked.
func NewService(objects *objectstore.Store, limits Limits) *Service {
	return &Service{objects: objects, limits: limits, decoders: newDecoders()}
}

// Image stores a picture under a name derived from its content and returns its address.
func (s *Service) Image(ctx context.Context, file form.File) (Image, error) {
	data, err := io.ReadAll(io.LimitReader(file, s.limits.ImageBytes+1))
	if err != nil {
		return Image{}, form.BrokenOff(err)
	}
	if int64(len(data)) > s.limits.ImageBytes {
		return Image{}, named(file.Name,
			problem.New(problem.TooLarge, fmt.Sprintf("The picture is larger than %s.", megabytes(s.limits.ImageBytes))))
	}
	image, err := s.ImageBytes(ctx, data)
	return image, named(file.Name, err)
}

// ImageBytes is Image for a picture in memory.
func (s *Service) ImageBytes(ctx context.Context, data []byte) (Image, error) {
	ready, variants, err := s.decoders.run(ctx, data, s.limits)
	if err != nil {
		return Image{}, err
	}
	name := stem(ready, variants)
	key := name + ready.Extension
	image := Image{
		URL: MediaPath + key, Width: ready.Width, Height: ready.Height, Size: int64(len(ready.Data)), Type: ready.Type,
		Variants: []Variant{},
	}
	for _, v := range variants {
		image.Variants = append(image.Variants, Variant{MediaPath + variantKey(name, v.Width), v.Width})
	}
	_, err = s.objects.Stat(ctx, key)
	known := err == nil
	if err != nil && !errors.Is(err, objectstore.ErrMissing) {
		return Image{}, err
	}
	// A known picture is stored again, so that the sweep takes it for a new one.
	if tried, err := s.putImage(ctx, name, ready, variants); err != nil {
		if !known {
			err = errors.Join(err, s.remove(ctx, tried...))
		}
		return Image{}, err
	}
	return image, nil
}

// putImage stores a picture after its variants, so that they exist when it does. It
// returns the keys that it wrote to.
func (s *Service) putImage(
	ctx context.Context, name string, ready picture, variants []variant,
) (tried []string, err error) {
	put := func(key, mediaType string, data []byte) error {
		tried = append(tried, key)
		_, err := s.objects.Put(ctx, key, mediaType, bytes.NewReader(data), int64(len(data)))
		return err
	}
	for _, v := range variants {
		if err := put(variantKey(name, v.Width), "image/webp", v.Data); err != nil {
			return tried, err
		}
	}
	return tried, put(name+ready.Extension, ready.Type, ready.Data)
}

func randomName() string {
	name := make([]byte, 16)
	rand.Read(name)
	return hex.EncodeToString(name)
}

// mediaKeys are the prefixes of keys that are readable below MediaPath. Other objects
// of the bucket are not public.
var mediaKeys = []string{imageKeys, videoKeys, fileKeys, seedKeys}

// KeyOf returns the storage key of a path below MediaPath. It returns false for a path
// that cannot be an upload's.
func KeyOf(requestPath string) (string, bool) {
	key, ok := strings.CutPrefix(requestPath, MediaPath)
	folder, name, _ := strings.Cut(key, "/")
	if !ok || !slices.Contains(mediaKeys, folder+"/") || name == "" || strings.ContainsAny(name, "/\\\x00") ||
		strings.HasPrefix(name, ".") {
		return "", false
	}
	return key, true
}

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
