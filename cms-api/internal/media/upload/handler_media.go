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

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
)

// shown reports whether browsers may show a file in place: a picture or video whose
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
