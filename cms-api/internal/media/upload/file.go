package upload

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/videofile"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// StoredFile is a stored document.
type StoredFile struct {
	URL  string `json:"url" doc:"Root-relative address, readable by everyone." example:"/media/files/3f2a….pdf"`
	Name string `json:"name" doc:"As the sender named it, and visitors save it." example:"syllabus.pdf"`
	Size int64  `json:"size" doc:"In bytes."`
}

const (
	fileKeys = "files/"
	pdf      = "application/pdf"
)

// takenFiles names, for people, the formats that File accepts.
const takenFiles = "PDF, Word (DOCX), Excel (XLSX), PowerPoint (PPTX), ZIP, TXT and CSV"

// FileTypes returns the extensions of the formats that File accepts, without a dot.
func FileTypes() []any { return []any{"pdf", "docx", "xlsx", "pptx", "zip", "txt", "csv"} }

// File stores a document under a random name and returns its address in the library. It returns an
// Unsupported problem for a format that is not accepted, told from the content, and a TooLarge
// problem beyond the limit.
func (s *Service) File(ctx context.Context, file form.File) (StoredFile, error) {
	doc, _, err := s.add(ctx, library.Plain, file)
	if err != nil {
		return StoredFile{}, err
	}
	return s.Stored(ctx, doc.URL)
}

func (s *Service) storeFile(ctx context.Context, file form.File) (library.File, error) {
	data, err := s.whole(library.Plain, s.limits.FileBytes, file)
	if err != nil {
		return library.File{}, err
	}
	mediaType, extension, err := documentType(data, file.Name)
	if err != nil {
		return library.File{}, named(file.Name, err)
	}
	key := fileKeys + randomName() + extension
	name := text.WithExtension(cmp.Or(file.Name, "document"), extension)
	kind := mime.FormatMediaType(mediaType, map[string]string{nameParameter: name})
	if _, err := s.objects.Put(ctx, key, kind, bytes.NewReader(data), int64(len(data))); err != nil {
		return library.File{}, err
	}
	return library.File{
		URL: library.MediaPath + key, Kind: library.Plain, Name: name, Type: mediaType, Sent: sent(data),
		Bytes: int64(len(data)),
	}, nil
}

// Stored returns what is known of a file by its address: its name is the end of the address
// where none was stored. It returns a NotFound problem when there is no such file.
func (s *Service) Stored(ctx context.Context, address string) (StoredFile, error) {
	key, ok := KeyOf(address)
	if !ok {
		return StoredFile{}, problem.Missing("file")
	}
	info, err := s.objects.Stat(ctx, key)
	if errors.Is(err, objectstore.ErrMissing) {
		err = problem.Missing("file")
	}
	return StoredFile{URL: address, Name: cmp.Or(NameOf(info.ContentType), path.Base(key)), Size: info.Size}, err
}

const (
	zipType = "application/zip"
	office  = "application/vnd.openxmlformats-officedocument."
)

// documentType returns the media type of a document and the extension of its name, from the
// content; an Unsupported problem for one that is not accepted. The name
// tells plain text from CSV, and from a picture or video that is damaged.
func documentType(data []byte, name string) (mediaType, extension string, err error) {
	found := mimetype.Detect(data)
	switch {
	case found.Is(pdf):
		return pdf, ".pdf", nil
	case inside(found, zipType):
		return archiveType(data)
	case kindNamed(mime.TypeByExtension(path.Ext(name))) == library.Image:
		return "", "", unsupportedPicture(data)
	case kindNamed(mime.TypeByExtension(path.Ext(name))) == library.Video:
		return "", "", unsupportedVideo(data)
	case !inside(found, "text/plain") || markup(found) || bytes.IndexByte(data, 0) >= 0 && !utf16(data):
		return "", "", problem.New(problem.Unsupported, formatFound(data)+" Files are taken as "+takenFiles+".")
	case strings.EqualFold(path.Ext(name), ".csv"):
		return "text/csv", ".csv", nil
	}
	return "text/plain", ".txt", nil
}

// inside reports whether a format is another one, or made of it.
func inside(found *mimetype.MIME, of string) bool {
	for ; found != nil; found = found.Parent() {
		if found.Is(of) {
			return true
		}
	}
	return false
}

// markup reports whether a browser would read a text as a page or as a program.
func markup(found *mimetype.MIME) bool {
	return inside(found, "text/html") || inside(found, "text/xml") || inside(found, "text/javascript") ||
		inside(found, "text/rtf") || inside(found, "image/svg+xml")
}

func utf16(data []byte) bool {
	return bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff})
}

// maxEntries is how many files a ZIP may have: its directory is read into memory.
const maxEntries = 20_000

// archiveType is documentType for a ZIP. Nothing in it is unpacked.
func archiveType(data []byte) (mediaType, extension string, err error) {
	if bytes.Count(data, []byte("PK\x01\x02")) > maxEntries {
		return "", "", problem.New(problem.Unsupported,
			fmt.Sprintf("The archive has more than %d files. Split it.", maxEntries))
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", "", problem.Wrap(problem.Unsupported, err, "The archive is damaged. Make it again and choose that.")
	}
	for _, file := range archive.File {
		switch file.Name {
		case "word/document.xml":
			return office + "wordprocessingml.document", ".docx", nil
		case "xl/workbook.xml":
			return office + "spreadsheetml.sheet", ".xlsx", nil
		case "ppt/presentation.xml":
			return office + "presentationml.presentation", ".pptx", nil
		case "META-INF/MANIFEST.MF", "AndroidManifest.xml", "mimetype": // programs; OpenDocument and e-books
			return "", "", problem.New(problem.Unsupported, formatFound(data)+" Files are taken as "+takenFiles+".")
		}
	}
	return zipType, ".zip", nil
}

// nameParameter is the parameter of the stored media type that has the name of a file,
// as in mail: so it is stored and backed up with the file.
const nameParameter = "name"

// NameOf returns the name by which visitors save a file, from its stored media type; "" for none.
func NameOf(mediaType string) string {
	_, parameters, err := mime.ParseMediaType(mediaType)
	if err != nil {
		return ""
	}
	return parameters[nameParameter]
}

// disposition returns the Content-Disposition of a stored media type, with the name that the
// file is saved by: inline or attachment.
func disposition(how, mediaType string) string {
	if name := NameOf(mediaType); name != "" {
		return mime.FormatMediaType(how, map[string]string{"filename": name})
	}
	return how
}

// StoredVideo is a stored video.
type StoredVideo struct {
	URL      string  `json:"url" doc:"Root-relative address, readable by everyone." example:"/media/videos/3f2a….mp4"`
	Duration float64 `json:"duration" doc:"In seconds; 0 when it is not known." example:"754.2"`
	Size     int64   `json:"size" doc:"In bytes."`
	Type     string  `json:"type" doc:"The media type, told from the content." example:"video/mp4"`
	file     library.File
}

const videoKeys = "videos/"

// Video stores a video under a random name while it arrives, and returns its address in the library.
// It returns an Unsupported problem for a format that is not accepted (see
// videofile.Taken) or that browsers do not play, a TooLarge problem beyond the limit, and an Invalid problem, which
// names the field, for a damaged file. An error leaves nothing stored.
func (s *Service) Video(ctx context.Context, field string, file form.File) (StoredVideo, error) {
	stored, err := s.StoreVideo(ctx, field, file)
	if err != nil {
		return StoredVideo{}, err
	}
	return s.KeepVideo(ctx, stored)
}

// KeepVideo puts a video of StoreVideo into the library.
func (s *Service) KeepVideo(ctx context.Context, stored StoredVideo) (StoredVideo, error) {
	doc, _, err := s.keep(ctx, stored.file)
	return StoredVideo{URL: doc.URL, Duration: doc.Duration, Size: doc.Bytes, Type: doc.Type}, err
}

// StoreVideo is Video for a file that does not get into the library yet: see KeepVideo and TakeBack.
func (s *Service) StoreVideo(ctx context.Context, field string, file form.File) (StoredVideo, error) {
	sum := sha256.New()
	file.Reader = io.TeeReader(file.Reader, sum)
	key, size, err := s.streamVideo(ctx, file)
	if err != nil {
		return StoredVideo{}, named(file.Name, err)
	}
	stored, err := s.checkVideo(ctx, field, key, size)
	if err != nil {
		return StoredVideo{}, named(file.Name, err)
	}
	stored.Name, stored.Sent = file.Name, hex.EncodeToString(sum.Sum(nil))
	return StoredVideo{
		URL: stored.URL, Duration: stored.Duration, Size: stored.Bytes, Type: stored.Type, file: stored,
	}, nil
}

func (s *Service) streamVideo(ctx context.Context, content io.Reader) (key string, size int64, err error) {
	bounded := http.MaxBytesReader(nil, io.NopCloser(content), s.limits.VideoBytes)
	buffered := bufio.NewReaderSize(bounded, videofile.HeadSize)
	head, err := buffered.Peek(videofile.HeadSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", 0, s.refusal(err)
	}
	kind, ok := videofile.Detect(head)
	if !ok {
		return "", 0, unsupportedVideo(head)
	}
	key = videoKeys + randomName() + kind.Extension
	stored, err := s.objects.Stream(ctx, key, kind.MediaType, buffered)
	if err != nil {
		return "", 0, s.refusal(err)
	}
	return key, stored.Size, nil
}

// checkVideo looks through a stored video, which it removes when it is not accepted.
func (s *Service) checkVideo(ctx context.Context, field, key string, size int64) (library.File, error) {
	kind := videofile.TypeOf(path.Ext(key))
	video, err := videofile.Read(s.objects.ReaderAt(ctx, key, size), size, kind)
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
		return library.File{}, errors.Join(err, s.remove(ctx, key))
	}
	return library.File{
		URL: library.MediaPath + key, Kind: library.Video, Duration: milliseconds(video.Seconds), SlowStart: video.SlowStart,
		Bytes: size, Type: kind.MediaType,
	}, nil
}

// milliseconds rounds seconds to them.
func milliseconds(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }

// CheckVideoSize returns a TooLarge problem for a video of more bytes than are
// accepted.
func (s *Service) CheckVideoSize(size int64) error { return s.checkSize(library.Video, size) }

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

// TakeBack deletes a video of StoreVideo that does not get into the library.
func (s *Service) TakeBack(ctx context.Context, address string) error {
	key, ok := KeyOf(address)
	if !ok || !strings.HasPrefix(key, videoKeys) {
		return nil
	}
	return s.remove(ctx, key)
}
