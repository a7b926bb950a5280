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

	"academy/cms-api/internal/platform/negotiate"
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
	wanted := ""
	if c.Method() == fiber.MethodGet { // a range of HEAD has no meaning
		wanted = c.Get(fiber.HeaderRange)
	}
	conditional := c.Get(fiber.HeaderIfNoneMatch)
	since := c.Get(fiber.HeaderIfModifiedSince)
	if wanted == "" && conditional == "" && since == "" && c.Method() == fiber.MethodGet {
		body, info, err := h.uploads.objects.Get(ctx, key)
		if err != nil {
			return nil, err
		}
		describe(c, key, info)
		return &content{body, info.Size}, nil
	}
	info, err := h.uploads.objects.Stat(ctx, key)
	if err != nil {
		return nil, err
	}
	describe(c, key, info)
	if conditional != "" && negotiate.Matches([]byte(conditional), tag(info)) ||
		conditional == "" && unmodified(since, info) {
		c.Status(http.StatusNotModified)
		return nil, nil
	}
	begin, length := int64(0), info.Size
	if condition := c.Get(fiber.HeaderIfRange); wanted != "" &&
		(condition == "" || condition == tag(info) || condition == modified(info)) {
		first, count, satisfiable, ok := parseRange(wanted, info.Size)
		switch {
		case ok && !satisfiable:
			c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes */%d", info.Size))
			c.Status(http.StatusRequestedRangeNotSatisfiable)
			return nil, nil
		case ok:
			begin, length = first, count
			c.Status(http.StatusPartialContent)
			c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes %d-%d/%d", begin, begin+length-1, info.Size))
		}
	}
	if c.Method() == fiber.MethodHead {
		c.RequestCtx().Response.SkipBody = true
		c.RequestCtx().Response.Header.SetContentLength(int(length))
		return nil, nil
	}
	if length == 0 {
		return nil, nil
	}
	body, err := h.uploads.objects.GetRange(ctx, key, begin, length)
	return &content{body, length}, err
}

func tag(info objectstore.Info) string { return strconv.Quote(strings.Trim(info.ETag, `"`)) }

func modified(info objectstore.Info) string { return info.Modified.UTC().Format(http.TimeFormat) }

// unmodified reports whether a file has not changed since the time of an
// If-Modified-Since header.
func unmodified(since string, info objectstore.Info) bool {
	at, err := http.ParseTime(since)
	return err == nil && !info.Modified.Truncate(time.Second).After(at)
}

// describe writes the headers of a file. The content of an uploaded file never changes;
// that of a seeded file may.
func describe(c fiber.Ctx, key string, info objectstore.Info) {
	mediaType, _, _ := strings.Cut(info.ContentType, ";")
	policy := "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; sandbox"
	switch {
	case mediaType == pdf && strings.HasPrefix(key, fileKeys):
		c.Set(fiber.HeaderContentDisposition, "inline")
		policy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'" // browsers show no PDF in a sandbox
	case !shown(key, mediaType):
		mediaType = fiber.MIMEOctetStream
		c.Set(fiber.HeaderContentDisposition, "attachment")
	}
	c.Set(fiber.HeaderContentType, mediaType)
	c.Set(fiber.HeaderETag, tag(info))
	c.Set(fiber.HeaderAcceptRanges, "bytes")
	c.Set(fiber.HeaderLastModified, modified(info))
	c.Set("Content-Security-Policy", policy)
	c.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if strings.HasPrefix(key, seedKeys) {
		c.Set(fiber.HeaderCacheControl, "public, max-age=3600")
	} else {
		c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	}
}

// parseRange reads a Range header with one range over size bytes. ok is false for a
// header that may be ignored: other units, several ranges, nonsense.
func parseRange(header string, size int64) (begin, length int64, satisfiable, ok bool) {
	spec, found := strings.CutPrefix(header, "bytes=")
	if !found || strings.Contains(spec, ",") {
		return 0, 0, false, false
	}
	first, last, found := strings.Cut(strings.TrimSpace(spec), "-")
	if !found {
		return 0, 0, false, false
	}
	if first == "" {
		count, err := strconv.ParseInt(last, 10, 64)
		if err != nil || count < 0 {
			return 0, 0, false, false
		}
		count = min(count, size)
		return size - count, count, count > 0, true
	}
	begin, err := strconv.ParseInt(first, 10, 64)
	if err != nil || begin < 0 {
		return 0, 0, false, false
	}
	end := size - 1
	if last != "" {
		if end, err = strconv.ParseInt(last, 10, 64); err != nil || end < begin {
			return 0, 0, false, false
		}
	}
	end = min(end, size-1)
	return begin, end - begin + 1, begin < size, true
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
