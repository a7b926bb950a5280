// Package upload stores pictures, videos and documents and serves them under /media/.
package upload

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gabriel-vasile/mimetype"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/videofile"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

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

// Options are what a Service needs.
type Options struct {
	Objects *objectstore.Store
	DB      *mongodb.Database
	Library *library.Service
	Limits  Limits
	Now     func() time.Time
}

// Service stores uploads and puts them into the library.
type Service struct {
	objects  *objectstore.Store
	library  *library.Service
	limits   Limits
	decoders decoders
	uploads  uploads
	places   places
	now      func() time.Time
}

// NewService returns a Service. The program must have called DecodeIfAsked.
func NewService(o Options) *Service {
	return &Service{
		objects: o.Objects, library: o.Library, limits: o.Limits, decoders: newDecoders(), uploads: newUploads(o.DB),
		places: newPlaces(), now: o.Now,
	}
}

// Add stores a file of any kind that is accepted and returns its document; existed says that the library had it. It
// returns the problems of Store.
func (s *Service) Add(ctx context.Context, file form.File) (doc library.Media, existed bool, err error) {
	return s.add(ctx, "", file)
}

func (s *Service) add(
	ctx context.Context, kind library.Kind, file form.File,
) (doc library.Media, existed bool, err error) {
	stored, err := s.Store(ctx, kind, file)
	if err != nil {
		return doc, false, err
	}
	return s.keep(ctx, stored)
}

// Store stores a file of a kind, or of any for "", which does not get into the library yet. It returns an Unsupported
// problem for another kind, told from the content, and those of Image, Video and File.
func (s *Service) Store(ctx context.Context, kind library.Kind, file form.File) (library.File, error) {
	if kind == "" {
		buffered := bufio.NewReaderSize(file.Reader, videofile.HeadSize)
		head, err := buffered.Peek(videofile.HeadSize)
		if err != nil && !errors.Is(err, io.EOF) {
			return library.File{}, form.BrokenOff(err)
		}
		if kind, err = kindOf(head); err != nil {
			return library.File{}, named(file.Name, err)
		}
		file.Reader = buffered
	}
	switch kind {
	case library.Image:
		data, err := s.whole(kind, s.limits.ImageBytes, file)
		if err != nil {
			return library.File{}, err
		}
		stored, err := s.storeImage(ctx, file.Name, data)
		return stored, named(file.Name, err)
	case library.Video:
		stored, err := s.StoreVideo(ctx, "file", file)
		return stored.file, err
	}
	return s.storeFile(ctx, file)
}

// kindOf returns the kind of a file, from its beginning, or an Unsupported problem. Only the whole of a document tells
// whether it is accepted.
func kindOf(head []byte) (library.Kind, error) {
	if _, is := formatOf(head); is || mimetype.Detect(head).Is("image/x-icon") {
		return library.Image, nil
	}
	if _, is := videofile.Detect(head); is {
		return library.Video, nil
	}
	switch kindNamed(mimetype.Detect(head).String()) {
	case library.Image:
		return "", unsupportedPicture(head)
	case library.Video:
		return "", unsupportedVideo(head)
	}
	return library.Plain, nil
}

// kindNamed returns the kind of a media type; empty where it does not say it.
func kindNamed(mediaType string) library.Kind {
	switch folder, _, _ := strings.Cut(mediaType, "/"); folder {
	case "image":
		return library.Image
	case "video":
		return library.Video
	}
	return ""
}

// checkSize returns a TooLarge problem for a file of more bytes than are accepted of its kind; an unknown one may be
// the largest.
func (s *Service) checkSize(kind library.Kind, size int64) error {
	noun, most := "file", max(s.limits.ImageBytes, s.limits.VideoBytes, s.limits.FileBytes)
	switch kind {
	case library.Image:
		noun, most = "picture", s.limits.ImageBytes
	case library.Video:
		noun, most = "video", s.limits.VideoBytes
	case library.Plain:
		most = s.limits.FileBytes
	}
	if size <= most {
		return nil
	}
	return problem.New(problem.TooLarge, fmt.Sprintf("The %s is larger than %s.", noun, megabytes(most)))
}

// whole reads a file into memory.
func (s *Service) whole(kind library.Kind, most int64, file form.File) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, form.BrokenOff(err)
	}
	return data, named(file.Name, s.checkSize(kind, int64(len(data))))
}

// keep puts a stored file into the library. Where the library has the bytes in another file, that one stays, and the
// stored one goes, unless it is a picture, which another document may name. Where the storage has lost that one, the
// stored one takes its place, and the library did not have the file.
func (s *Service) keep(ctx context.Context, file library.File) (doc library.Media, existed bool, err error) {
	doc, existed, err = s.library.Record(ctx, file)
	if err != nil || doc.URL == file.URL {
		return doc, existed, err
	}
	lost, err := s.lost(ctx, doc)
	switch {
	case err == nil && lost:
		doc, err = s.library.TakeOver(ctx, doc, file)
		return doc, false, err
	case err == nil && file.Kind != library.Image:
		err = s.remove(ctx, strings.TrimPrefix(file.URL, library.MediaPath))
	}
	return doc, existed, err
}

// lost reports whether the storage does not have the file of a document.
func (s *Service) lost(ctx context.Context, doc library.Media) (bool, error) {
	_, err := s.objects.Stat(ctx, strings.TrimPrefix(doc.URL, library.MediaPath))
	if errors.Is(err, objectstore.ErrMissing) {
		return true, nil
	}
	return false, err
}

// sent returns the SHA-256 of the bytes that were sent.
func sent(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Image stores a picture under a name derived from its content and returns its address in the library.
func (s *Service) Image(ctx context.Context, file form.File) (Image, error) {
	doc, _, err := s.add(ctx, library.Image, file)
	return imageOf(doc), err
}

// ImageBytes is Image for a picture in memory.
func (s *Service) ImageBytes(ctx context.Context, name string, data []byte) (Image, error) {
	stored, err := s.storeImage(ctx, name, data)
	if err != nil {
		return Image{}, err
	}
	doc, _, err := s.keep(ctx, stored)
	return imageOf(doc), err
}

// imageOf returns what the address of a picture tells.
func imageOf(doc library.Media) Image {
	image := Image{
		URL: doc.URL, Width: doc.Width, Height: doc.Height, Size: doc.Bytes, Type: doc.Type, Variants: []Variant{},
	}
	stem := library.Stem(doc.URL)
	const widths = 2 // the hash and the size stand before them
	for i, part := range strings.Split(path.Base(stem), "_") {
		if width, err := strconv.Atoi(part); err == nil && i >= widths {
			image.Variants = append(image.Variants, Variant{variantKey(stem, width), width})
		}
	}
	return image
}

// storeImage stores a picture, as its sender named it, and its variants.
func (s *Service) storeImage(ctx context.Context, as string, data []byte) (library.File, error) {
	ready, variants, err := s.decoders.run(ctx, data, s.limits)
	if err != nil {
		return library.File{}, err
	}
	name := stem(ready, variants)
	key := name + ready.Extension
	_, err = s.objects.Stat(ctx, key)
	known := err == nil
	if err != nil && !errors.Is(err, objectstore.ErrMissing) {
		return library.File{}, err
	}
	// A known picture is stored again, so that the sweep takes it for a new one.
	if tried, err := s.putImage(ctx, name, ready, variants); err != nil {
		if !known {
			err = errors.Join(err, s.remove(ctx, tried...))
		}
		return library.File{}, err
	}
	return library.File{
		URL: library.MediaPath + key, Kind: library.Image, Name: as, Type: ready.Type, Sent: sent(data),
		Bytes: int64(len(ready.Data)), Width: ready.Width, Height: ready.Height,
	}, nil
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

// mediaKeys are the prefixes of keys that are readable below library.MediaPath. Other objects
// of the bucket are not public.
var mediaKeys = []string{imageKeys, videoKeys, fileKeys, seedKeys}

// Keys returns the prefixes of the keys of media.
func Keys() []string { return slices.Clone(mediaKeys) }

// KeyOf returns the storage key of a path below library.MediaPath. It returns false for a path
// that cannot be an upload's.
func KeyOf(requestPath string) (string, bool) {
	key, ok := strings.CutPrefix(requestPath, library.MediaPath)
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
		advice = "Export the photo as JPEG and choose that; on an iPhone, " +
			"Settings, Camera, Formats, Most Compatible makes it take JPEGs."
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
