package upload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/videofile"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
)

// Handler answers the upload calls.
type Handler struct {
	uploads *Service
	resume  *resume
}

// NewHandler returns a Handler.
func NewHandler(uploads *Service) (*Handler, error) {
	resume, err := newResume(uploads)
	return &Handler{uploads, resume}, err
}

type output[T any] struct{ Body T }

type mediaOutput struct {
	Status int
	Body   library.Media
}

type replaceInput struct {
	etag.ByID
	form.Input
}

// The formats that are accepted, for the description of the API.
const (
	takenPictures = "Taken are " + pictureFormats +
		", told from the content; others (HEIC, AVIF, SVG, TIFF …) are 415, with a sentence on what to do. " +
		"One that takes too much time or memory to read is 413."
	takenVideos = "Taken are " + videofile.Taken +
		", told from the content; others are 415, with a sentence on what to do. " +
		"Every browser plays MP4 with H.264 and WebM; of the other two some play what they know inside. " +
		"HEVC, ProRes and MPEG-4 Part 2 are 415."
)

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	h.resume.register(api)
	op := func(id, path, tag, summary, description string, status int) huma.Operation {
		return access.Needs(access.MediaWrite, access.OrOwner(access.Upload(huma.Operation{
			OperationID: id, Method: http.MethodPost, Path: path, Summary: summary, Description: description,
			Tags: []string{tag}, DefaultStatus: status,
		})))
	}
	huma.Register(api, op("createMedia", "/admin/media", "media",
		"Add a picture, a video or a document to the library", "Answers 200 with the document when the library has the "+
			"same bytes. "+takenPictures+" "+takenVideos+" Documents: "+takenFiles+".", http.StatusCreated), h.media)
	replace := op("replaceMedia", "/admin/media/{id}/replace", "media", "Replace a file everywhere",
		"Each place that names the old address names the new one, as a save by the caller, and what is saved later with the "+
			"old one too. The new file is of the same kind. A replacement that breaks off is continued by itself.",
		http.StatusOK)
	huma.Register(api, access.Needs(access.ContentPublish, replace), h.replace)
	huma.Register(api, op("uploadImage", "/upload/image", "uploads", "Store a picture", takenPictures,
		http.StatusCreated), storing("image", h.uploads.Image))
	huma.Register(api, op("uploadPoster", "/admin/upload-poster", "uploads", "Store the hero video's poster",
		takenPictures, http.StatusCreated), storing("file", h.uploads.Image))
	huma.Register(api, op("uploadVideo", "/admin/upload-video", "uploads", "Store the hero's video", takenVideos,
		http.StatusCreated), h.video)
	huma.Register(api, op("uploadFile", "/admin/files", "uploads", "Store a document to download",
		"Taken are "+takenFiles+", told from the content; others are 415. "+
			"A PDF is shown in the browser, the others are downloads.", http.StatusCreated), storing("file", h.uploads.File))
	paths := api.OpenAPI().Paths
	for path, field := range map[string]string{
		"/admin/media": "file", "/admin/media/{id}/replace": "file", "/upload/image": "image",
		"/admin/upload-poster": "file", "/admin/upload-video": "file", "/admin/files": "file",
	} {
		paths[path].Post.RequestBody = form.Describe(field, nil)
	}
	added := paths["/admin/media"].Post.Responses
	added["200"] = &huma.Response{Description: "The library has it.", Content: added["201"].Content}
}

// storing returns the call that stores the file of a form.
func storing[T any](
	field string, store func(context.Context, form.File) (T, error),
) func(context.Context, *form.Input) (*output[T], error) {
	return func(ctx context.Context, in *form.Input) (*output[T], error) {
		stored, err := fromForm(in, field, func(content form.File) (T, error) { return store(ctx, content) })
		return &output[T]{stored}, err
	}
}

func (h *Handler) media(ctx context.Context, in *form.Input) (*mediaOutput, error) {
	if err := h.uploads.checkSize("", in.Least()); err != nil {
		return nil, err
	}
	out := &mediaOutput{Status: http.StatusCreated}
	_, err := fromForm(in, "file", func(content form.File) (existed bool, err error) {
		if out.Body, existed, err = h.uploads.Add(ctx, content); existed {
			out.Status = http.StatusOK
			changes.Nothing(ctx)
		}
		return existed, err
	})
	return out, err
}

func (h *Handler) replace(ctx context.Context, in *replaceInput) (*output[library.Replaced], error) {
	replaced, err := h.uploads.library.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	file, err := fromForm(&in.Input, "file", func(content form.File) (library.File, error) {
		return h.uploads.Store(ctx, replaced.Kind, content)
	})
	if err != nil {
		return nil, err
	}
	done, err := h.uploads.library.Replace(ctx, in.ID, file)
	return &output[library.Replaced]{done}, err
}

func (h *Handler) video(ctx context.Context, in *form.Input) (*output[StoredVideo], error) {
	if err := h.uploads.CheckVideoSize(in.Least()); err != nil {
		return nil, err
	}
	return storing("file", func(ctx context.Context, content form.File) (StoredVideo, error) {
		return h.uploads.Video(ctx, "file", content)
	})(ctx, in)
}

// fromForm stores the file of a form.
func fromForm[T any](in *form.Input, field string, store func(form.File) (T, error)) (stored T, err error) {
	_, found, err := in.Read(field, func(_ form.Texts, content form.File) error {
		stored, err = store(content)
		return err
	})
	if err == nil && !found {
		err = form.Missing(field)
	}
	return stored, err
}

// shown reports whether browsers may show a file in the page: a picture or video whose
// content was checked at upload. SVG, which can contain scripts, is shown only when it
// comes with the software. Everything else is sent as a download of plain bytes.
func shown(key, mediaType string) bool {
	switch mediaType {
	case "image/png", "image/jpeg", "image/gif", "image/webp", "image/x-icon", "video/mp4", "video/webm",
		"video/quicktime", "video/matroska":
		return true
	case "image/svg+xml":
		return strings.HasPrefix(key, seedKeys)
	}
	return false
}

// seedKeys begin the keys of files that come with the software.
const seedKeys = "seed/"

// Media answers GET and HEAD below /media/ from object storage, with Range and
// conditional requests. No browser runs what was stored, whatever it is.
func (h *Handler) Media(c fiber.Ctx) error {
	key, ok := KeyOf(c.Path())
	if !ok {
		return problem.Missing("file")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	file, err := h.open(ctx, c, key)
	if errors.Is(err, objectstore.ErrMissing) {
		err = problem.Missing("file")
	}
	if err != nil || file == nil {
		cancel()
		return err
	}
	return c.SendStream(&bodyReader{file.body, cancel}, int(file.length))
}

type content struct {
	body   io.ReadCloser
	length int64
}

// open writes the headers and returns the content to send, or nil when the answer has
// no body.
func (h *Handler) open(ctx context.Context, c fiber.Ctx, key string) (*content, error) {
	objects, get := h.uploads.objects, c.Method() == fiber.MethodGet
	ranged := get && c.Get(fiber.HeaderRange) != "" // a range of HEAD has no meaning
	if get && !ranged && c.Get(fiber.HeaderIfNoneMatch) == "" && c.Get(fiber.HeaderIfModifiedSince) == "" {
		body, info, err := objects.Get(ctx, key)
		if err != nil {
			return nil, err
		}
		describe(c, key, info)
		return &content{body, info.Size}, nil
	}
	info, err := objects.Stat(ctx, key)
	if err != nil {
		return nil, err
	}
	describe(c, key, info)
	if c.Fresh() {
		c.Status(http.StatusNotModified)
		return nil, nil
	}
	begin, length := int64(0), info.Size
	if condition := c.Get(fiber.HeaderIfRange); ranged && (condition == "" ||
		condition == c.GetRespHeader(fiber.HeaderETag) || condition == c.GetRespHeader(fiber.HeaderLastModified)) {
		wanted, err := c.Range(info.Size)
		if c.Response().StatusCode() == http.StatusRequestedRangeNotSatisfiable { // set by Range
			return nil, nil
		}
		if err == nil && len(wanted.Ranges) == 1 { // others may be ignored
			part := wanted.Ranges[0]
			begin, length = part.Start, part.End-part.Start+1
			c.Status(http.StatusPartialContent)
			c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes %d-%d/%d", part.Start, part.End, info.Size))
		}
	}
	if !get {
		c.RequestCtx().Response.SkipBody = true
		c.RequestCtx().Response.Header.SetContentLength(int(length))
		return nil, nil
	}
	if length == 0 {
		return nil, nil
	}
	body, err := objects.GetRange(ctx, key, begin, length)
	return &content{body, length}, err
}

// describe writes the headers of a file. The content of an uploaded file never changes;
// that of a seeded file may.
func describe(c fiber.Ctx, key string, info objectstore.Info) {
	mediaType, _, _ := strings.Cut(info.ContentType, ";")
	policy := "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; sandbox"
	switch {
	case mediaType == pdf && strings.HasPrefix(key, fileKeys):
		c.Set(fiber.HeaderContentDisposition, disposition("inline", info.ContentType))
		policy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'" // browsers show no PDF in a sandbox
	case !shown(key, mediaType):
		mediaType = fiber.MIMEOctetStream
		c.Set(fiber.HeaderContentDisposition, disposition("attachment", info.ContentType))
	}
	c.Set(fiber.HeaderContentType, mediaType)
	c.Set(fiber.HeaderETag, strconv.Quote(strings.Trim(info.ETag, `"`)))
	c.Set(fiber.HeaderAcceptRanges, "bytes")
	c.Set(fiber.HeaderLastModified, info.Modified.UTC().Format(http.TimeFormat))
	c.Set("Content-Security-Policy", policy)
	c.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if strings.HasPrefix(key, seedKeys) {
		c.Set(fiber.HeaderCacheControl, "public, max-age=3600")
	} else {
		c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	}
}

// bodyReader cancels the context of reading the object when the response has been sent.
type bodyReader struct {
	io.ReadCloser
	cancel context.CancelFunc
}

// Close closes the content and cancels the context.
func (b *bodyReader) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}
