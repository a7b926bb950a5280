package release

import (
	"context"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"academy/cms-api/internal/platform/negotiate"
	"academy/cms-api/internal/platform/notice"
	"academy/cms-api/internal/platform/signal"
)

// AboutPath is where the site says which release it shows. A POST there, by
// anybody, tells that there may be another.
const AboutPath = "/release.json"

// Edge answers GET and HEAD for every public path from the current release, and
// GET and POST for AboutPath. Before the first release it answers 503 with a small page.
func Edge(store *Store) fiber.Handler {
	return func(c fiber.Ctx) error {
		store.serve(c.RequestCtx())
		return nil
	}
}

// Site answers visitors from the live release.
type Site struct {
	pointer *Pointer
	cache   *cache
	rules   Policy
	damage  *Damage
	log     *slog.Logger
}

var (
	policyHeader = []byte(fiber.HeaderContentSecurityPolicy)
	textPolicy   = []byte("default-src 'none'; frame-ancestors 'none'")
)

func (s *Site) serve(ctx *fasthttp.RequestCtx) {
	if ctx.IsPost() && string(ctx.Path()) == AboutPath {
		s.pointer.Look()
		ctx.Response.SetStatusCode(fiber.StatusNoContent)
		return
	}
	if !ctx.IsGet() && !ctx.IsHead() {
		ctx.Response.Header.Set(fiber.HeaderAllow, "GET, HEAD")
		plain(ctx, fiber.StatusMethodNotAllowed, "This address can only be read.\n")
		return
	}
	path, err := decode(ctx.URI().PathOriginal())
	if err != nil {
		plain(ctx, fiber.StatusBadRequest, "This address is not written correctly.\n")
		return
	}
	live := s.pointer.Current()
	if live == nil {
		ctx.Response.Header.Set(fiber.HeaderContentSecurityPolicy, notice.Policy)
		unavailable(ctx, fiber.MIMETextHTMLCharsetUTF8, building.HTML())
		return
	}
	if path == AboutPath {
		about(ctx, live)
		return
	}
	f, exact := live.find(path)
	switch {
	case f == nil:
		s.missing(ctx, live, path)
	case exact && strings.HasSuffix(path, ".html"):
		s.page(ctx, live, path)
	case path == "/404", path == "/_not-found":
		// The same page: Next exports it under both names.
		s.file(ctx, live, f, fiber.StatusNotFound)
	default:
		s.file(ctx, live, f, fiber.StatusOK)
	}
}

// building is what visitors see before the first release.
var building = notice.Page{
	Title: "The site is being built",
	Text:  "This takes a few seconds the first time. The page looks again by itself.", Again: 2,
}

// decode returns the path that was asked for, without its escapes.
func decode(raw []byte) (string, error) {
	path := string(raw)
	if strings.IndexByte(path, '%') < 0 {
		return path, nil
	}
	return url.PathUnescape(path)
}

// page sends a reader from a page's file to the page's address.
func (s *Site) page(ctx *fasthttp.RequestCtx, live *Release, path string) {
	address := strings.TrimSuffix(path, ".html")
	switch address {
	case "/index":
		address = "/"
	case "/404":
		s.missing(ctx, live, path)
		return
	}
	redirect(ctx, &url.URL{Path: address}, fiber.StatusPermanentRedirect)
}

// missing answers for a path that the release does not have: another way to write one that it has is redirected, and so
// is a former address; anything else gets the page for that.
func (s *Site) missing(ctx *fasthttp.RequestCtx, live *Release, path string) {
	shorter := strings.TrimRight(path, "/")
	if shorter != path && shorter != "" {
		// Only to a page that exists, so that no address can be made to lead
		// to another host.
		if f, exact := live.find(shorter); f != nil && !exact {
			redirect(ctx, &url.URL{Path: shorter}, fiber.StatusPermanentRedirect)
			return
		}
	}
	to, status := live.redirect(path)
	if to != nil {
		redirect(ctx, to, status)
		return
	}
	if status == 0 {
		status = fiber.StatusNotFound
	}
	if live.notFound != nil {
		s.file(ctx, live, live.notFound, status)
		return
	}
	plain(ctx, status, "There is no such page.\n")
}

// redirect keeps the query, after the target's own.
func redirect(ctx *fasthttp.RequestCtx, to *url.URL, status int) {
	if query := string(ctx.URI().QueryString()); to.RawQuery != "" && query != "" {
		to.RawQuery += "&" + query
	} else if query != "" {
		to.RawQuery = query
	}
	location := to.String()
	ctx.Response.Header.Set(fiber.HeaderLocation, location)
	ctx.Response.Header.Set(fiber.HeaderCacheControl, cacheNever)
	ctx.Response.SetStatusCode(status)
}

// file writes a file of the release. This is the path of nearly all requests:
// look up, compare, hand over bytes that are in memory.
func (s *Site) file(ctx *fasthttp.RequestCtx, live *Release, f *file, status int) {
	request, header := &ctx.Request.Header, &ctx.Response.Header
	ranges := request.Peek(fiber.HeaderRange)
	encoding := negotiate.Identity
	if len(ranges) == 0 {
		encoding = negotiate.Choose(request.Peek(fiber.HeaderAcceptEncoding), f.available)
	}
	header.Set(fiber.HeaderVary, fiber.HeaderAcceptEncoding)
	header.Set(fiber.HeaderCacheControl, caching(f.hashed))
	header.Set(fiber.HeaderETag, f.labels().tags[encoding])
	if f.page {
		policy, err := s.policy(live)
		if err != nil {
			s.unreadable(ctx, f, err)
			return
		}
		header.SetCanonical(policyHeader, policy)
	}
	if match := request.Peek(fiber.HeaderIfNoneMatch); len(match) > 0 && status == fiber.StatusOK &&
		negotiate.Matches(match, f.labels().tags[encoding]) {
		ctx.Response.SetStatusCode(fiber.StatusNotModified)
		return
	}
	data, err := s.cache.get(f, encoding)
	if err != nil && encoding != negotiate.Identity {
		s.damage.unserved(err)
		s.log.Error("a compressed file of the release cannot be served", "name", f.labels().names[encoding], "error",
			err)
		encoding = negotiate.Identity
		header.Set(fiber.HeaderETag, f.labels().tags[encoding])
		data, err = s.cache.get(f, encoding)
	}
	if err != nil {
		s.unreadable(ctx, f, err)
		return
	}
	header.SetContentType(f.mediaType)
	header.Set(fiber.HeaderAcceptRanges, "bytes")
	if encoding != negotiate.Identity {
		header.SetContentEncoding(encoding.String())
	}
	ctx.Response.SetStatusCode(status)
	if len(ranges) > 0 && status == fiber.StatusOK {
		data = cut(ctx, f, ranges, data)
	}
	ctx.Response.SetBodyRaw(data)
}

// cut returns the one range that was asked for, and says so in the header. More
// than one, or a condition that is not met, means everything.
func cut(ctx *fasthttp.RequestCtx, f *file, ranges, data []byte) []byte {
	condition := ctx.Request.Header.Peek(fiber.HeaderIfRange)
	if len(condition) > 0 && string(condition) != f.labels().tags[negotiate.Identity] {
		return data
	}
	if strings.IndexByte(string(ranges), ',') >= 0 || !strings.HasPrefix(string(ranges), "bytes=") {
		return data
	}
	size := strconv.Itoa(len(data))
	first, last, err := fasthttp.ParseByteRange(ranges, len(data))
	if err != nil {
		ctx.Response.Header.Set(fiber.HeaderContentRange, "bytes */"+size)
		ctx.Response.SetStatusCode(fiber.StatusRequestedRangeNotSatisfiable)
		return nil
	}
	ctx.Response.Header.Set(fiber.HeaderContentRange, "bytes "+strconv.Itoa(first)+"-"+strconv.Itoa(last)+"/"+size)
	ctx.Response.SetStatusCode(fiber.StatusPartialContent)
	return data[first : last+1]
}

func about(ctx *fasthttp.RequestCtx, live *Release) {
	tag := `"` + live.Release + `"`
	ctx.Response.Header.Set(fiber.HeaderETag, tag)
	ctx.Response.Header.Set(fiber.HeaderCacheControl, cacheNever)
	if negotiate.Matches(ctx.Request.Header.Peek(fiber.HeaderIfNoneMatch), tag) {
		ctx.Response.SetStatusCode(fiber.StatusNotModified)
		return
	}
	ctx.Response.Header.SetContentType(fiber.MIMEApplicationJSON)
	ctx.Response.SetBodyRaw(live.about)
}

func unavailable(ctx *fasthttp.RequestCtx, mediaType, text string) {
	ctx.Response.Header.Set(fiber.HeaderCacheControl, "no-store")
	ctx.Response.Header.Set(fiber.HeaderRetryAfter, "2")
	ctx.Response.Header.SetContentType(mediaType)
	ctx.Response.SetStatusCode(fiber.StatusServiceUnavailable)
	ctx.Response.SetBodyString(text)
}

// unreadable answers for a file whose bytes are not what they should be.
func (s *Site) unreadable(ctx *fasthttp.RequestCtx, f *file, err error) {
	s.damage.unserved(err)
	s.log.Error("a file of the release cannot be served", "blob", f.blob, "error", err)
	ctx.Response.Header.Del(fiber.HeaderETag)
	ctx.Response.Header.SetCanonical(policyHeader, textPolicy)
	unavailable(ctx, fiber.MIMETextPlainCharsetUTF8,
		"This page cannot be read at the moment. Please try again shortly.\n")
}

func plain(ctx *fasthttp.RequestCtx, status int, text string) {
	ctx.Response.Header.SetContentType(fiber.MIMETextPlainCharsetUTF8)
	ctx.Response.SetStatusCode(status)
	ctx.Response.SetBodyString(text)
}

// Damage tells that a file of the live release is lost or damaged.
type Damage struct {
	found signal.Signal
	now   func() time.Time

	mu      sync.Mutex // guards noticed
	noticed time.Time  // when it was last told
}

// Damaged returns a channel that gets a value when the publisher is to ask for the live
// release with Verify: a file could not be served because it is lost or damaged, or a
// verification has ended that nobody waits for any more.
func (d *Damage) Damaged() <-chan struct{} { return d.found }

// noticeEvery is the least time between two notices: a disk may damage what was rendered again.
const noticeEvery = 10 * time.Minute

// unserved notes that a file could not be served, unless the storage does not answer.
func (d *Damage) unserved(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if now := d.now(); now.Sub(d.noticed) >= noticeEvery && away(context.Background(), err) == nil {
		d.noticed = now
		d.found.Notify()
	}
}
