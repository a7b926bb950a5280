package snapshot

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/negotiate"
	"academy/cms-api/internal/platform/problem"
)

const (
	defaultLimit = 100
	maxLimit     = 1000
	maxOffset    = 1_000_000
	maxIDs       = 100
	// maxWhole bounds an answer with whole articles.
	maxWhole = 4 << 20
	// Browsers always ask: they would apply stale-while-revalidate to themselves
	// and put old content over a new page. Shared caches may answer for a second,
	// and for half a minute while they ask again.
	cacheControl    = "public, no-cache"
	cdnCacheControl = "max-age=1, stale-while-revalidate=30"
	// Staff get more than others at the same addresses.
	vary         = "Accept-Encoding, Cookie"
	exposed      = "Content-Fingerprint, ETag, Link, X-Total-Count"
	apiPath      = "/api"
	articlesPath = apiPath + "/articles"
)

// FingerprintHeader names the content that an answer is a part of.
const FingerprintHeader = "Content-Fingerprint"

// Handler answers public reads from the current snapshot, without the database
// and without serialising anything twice.
type Handler struct {
	store    *Store
	signedIn func(fiber.Ctx) bool
	searched func(fiber.Ctx) error
	served   atomic.Int64
}

// Served returns how many requests were answered from the snapshot, by bytes that
// were made for all of them.
func (h *Handler) Served() int64 { return h.served.Load() }

// NewHandler returns a Handler that reads store. SignedIn says whether a request
// is to see drafts too, and so goes on to the resource's own call; searched is
// told of each search, and its error refuses it.
func NewHandler(store *Store, signedIn func(fiber.Ctx) bool, searched func(fiber.Ctx) error) *Handler {
	return &Handler{store: store, signedIn: signedIn, searched: searched}
}

// Register adds GET /snapshot to router, which stands at /api, and GET
// /snapshot/articles to api, which describes both.
func (h *Handler) Register(router fiber.Router, api huma.API) {
	Get(router, "/snapshot", h.snapshot)
	tags := []string{"snapshot"}
	Describe[Document](api, access.Public(huma.Operation{
		OperationID: "getSnapshot", Method: http.MethodGet, Path: "/snapshot",
		Summary: "Everything the site is built from, less the articles' content", Tags: tags,
	}),
		[]*huma.Param{
			Text("since", "A fingerprint. When it is still remembered, the answer is relative to it.", false),
			Text("unchanged", "omit: the answer is without moved_articles where they are the same.", false),
		},
		map[string]string{"503": "The content is still being loaded"})
	op := access.PublisherOr(access.ContentRead, access.WithoutDatabase(huma.Operation{
		OperationID: "listSnapshotArticles", Method: http.MethodGet, Path: "/snapshot/articles",
		Summary:     "Whole articles as they were in a snapshot; for the publisher, signed, and for staff",
		Description: "Former snapshots hold articles that have been withdrawn since. An answer ends before it is larger than 4 MiB, but has one article at least: ask again for those that are missing.",
		Tags:        tags, Errors: []int{http.StatusBadRequest, http.StatusGone},
	}))
	op.Responses = answers[[]DocumentArticle](api, op.OperationID)
	huma.Register(api, op, h.articles)
}

// Reads registers public reads below a router.
type Reads struct {
	*Handler
	Router fiber.Router
}

// Get routes GET and HEAD of a path to a handler.
func (r Reads) Get(path string, handler fiber.Handler) { Get(r.Router, path, handler) }

// Anonymous answers everybody without a session, whatever the parameters, with the body of that name, so
// that strangers never reach the database. Requests of the signed-in go on to the resource's own call.
func (r Reads) Anonymous(path, body string) { r.anonymous(path, r.Serve(body)) }

// AnonymousFunc is Anonymous with a name that depends on the request.
func (r Reads) AnonymousFunc(path string, name func(fiber.Ctx) string) {
	r.anonymous(path, r.ServeFunc(name))
}

// AnonymousList is Anonymous with a section that is a list, which parameters filter.
func (r Reads) AnonymousList(path, section string, columns Columns) {
	r.anonymous(path, r.List(section, apiPath+path, columns))
}

func (r Reads) anonymous(path string, handler fiber.Handler) {
	r.Get(path, func(c fiber.Ctx) error {
		if r.signedIn(c) {
			return c.Next()
		}
		return handler(c)
	})
}

// Get routes GET and HEAD to a handler. Fiber adds HEAD to a GET route only after
// all other routes, where a catch-all has taken it already.
func Get(router fiber.Router, path string, handler fiber.Handler) {
	router.Add([]string{fiber.MethodGet, fiber.MethodHead}, path, handler)
}

// Serve answers GET and HEAD with the body of that name: "settings",
// "sections:visible". A body that the snapshot does not have is an empty list;
// before the first load the answer is 503 with Retry-After.
func (h *Handler) Serve(name string) fiber.Handler {
	return h.ServeFunc(func(fiber.Ctx) string { return name })
}

// ServeFunc is Serve with a name that depends on the request. Cookies are not
// looked at: what it serves is the same for everybody.
func (h *Handler) ServeFunc(name func(fiber.Ctx) string) fiber.Handler {
	empty := BodyOf([]byte("[]"))
	return func(c fiber.Ctx) error {
		current := h.store.Current()
		if current == nil {
			return NotLoaded()
		}
		h.send(c, current, cmp.Or(current.Body(name(c)), empty))
		return nil
	}
}

// Find is ServeFunc for what may be missing, which is a NotFound problem; what names it in
// messages to people.
func (h *Handler) Find(what string, name func(fiber.Ctx) string) fiber.Handler {
	serve := h.ServeFunc(name)
	return func(c fiber.Ctx) error {
		if current := h.store.Current(); current != nil && current.Body(name(c)) == nil {
			return problem.Missing(what)
		}
		return serve(c)
	}
}

// Article answers GET /api/articles/:slug for readers without a session. A
// former slug is redirected to the present one, and an unknown one is a NotFound
// problem: strangers who try addresses do not reach the database. Requests of
// the signed-in go to the next handler of the route.
func (h *Handler) Article(c fiber.Ctx) error {
	if h.signedIn(c) {
		return c.Next()
	}
	current := h.store.Current()
	if current == nil {
		return NotLoaded()
	}
	slug := c.Params("slug")
	if strings.IndexByte(slug, '%') >= 0 {
		decoded, err := url.PathUnescape(slug)
		if err != nil {
			return problem.Missing("article")
		}
		slug = decoded
	}
	if body := current.Article(slug); body != nil {
		h.send(c, current, body)
		return nil
	}
	if renamed, ok := current.Renamed(slug); ok {
		setShared(c, current)
		return c.Redirect().Status(fiber.StatusPermanentRedirect).To(articlesPath + "/" + url.PathEscape(renamed))
	}
	return problem.Missing("article")
}

// snapshot answers GET /api/snapshot, with ?since= as a delta where that is
// possible.
func (h *Handler) snapshot(c fiber.Ctx) error {
	current := h.store.Current()
	if current == nil {
		return NotLoaded()
	}
	if since := c.Query("since"); since != "" {
		if delta, ok := h.store.Since(since, c.Query("unchanged") == "omit"); ok {
			return sendOnce(c, delta)
		}
	}
	h.send(c, current, current.whole())
	return nil
}

type articlesInput struct {
	Fingerprint    string `query:"fingerprint" required:"true" maxLength:"64" doc:"Names the snapshot." example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	IDs            string `query:"ids" required:"true" doc:"Comma-separated, at most 100. Ids that are not in the snapshot are left out, and one that stands there twice counts once." example:"665f1f77bcf86cd799439011"`
	AcceptEncoding string `header:"Accept-Encoding" hidden:"true"`
}

// articles answers GET /api/snapshot/articles.
func (h *Handler) articles(_ context.Context, in *articlesInput) (*huma.StreamResponse, error) {
	ids := strings.Split(in.IDs, ",")
	if len(ids) > maxIDs {
		return nil, problem.New(problem.Malformed, "At most "+strconv.Itoa(maxIDs)+" ids can be asked for at a time.")
	}
	if !h.store.Ready() {
		return nil, NotLoaded()
	}
	snapshot := h.store.Find(in.Fingerprint)
	if snapshot == nil {
		return nil, problem.New(problem.Gone, "That snapshot is no longer known. Start again from the present one.")
	}
	data, _, encoding := BodyOf(snapshot.Whole(ids, maxWhole)).
		Encoded(negotiate.Choose([]byte(in.AcceptEncoding), negotiate.All))
	return &huma.StreamResponse{Body: func(call huma.Context) {
		call.SetHeader("Content-Type", fiber.MIMEApplicationJSON)
		call.SetHeader("Vary", fiber.HeaderAcceptEncoding)
		if encoding != negotiate.Identity {
			call.SetHeader("Content-Encoding", encoding.String())
		}
		_, _ = call.BodyWriter().Write(data)
	}}, nil
}

// setShared says who may keep an answer made from a snapshot, and for how long.
func setShared(c fiber.Ctx, from *Snapshot) {
	share(c)
	c.RequestCtx().Response.Header.Set(FingerprintHeader, from.fingerprint)
}

// send writes a body of a snapshot, or 304 when the reader has it.
func (h *Handler) send(c fiber.Ctx, from *Snapshot, body *Body) {
	h.served.Add(1)
	setShared(c, from)
	reply(c, body)
}

// sendOnce writes bytes made for this request only.
func sendOnce(c fiber.Ctx, data []byte) error {
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderAccessControlAllowOrigin, "*")
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	c.RequestCtx().Response.SetBodyRaw(data)
	return nil
}

// NotLoaded returns the problem of a call that has to wait for the content.
func NotLoaded() error {
	return &problem.Error{
		Kind:       problem.Unavailable,
		Detail:     "The content is still being loaded. Please try again shortly.",
		RetryAfter: time.Second,
	}
}

// Fixed answers GET and HEAD with a body that every reader may have, as they are answered
// from a snapshot.
func Fixed(body *Body) fiber.Handler {
	return func(c fiber.Ctx) error {
		share(c)
		reply(c, body)
		return nil
	}
}

// share says who may keep an answer, and for how long.
func share(c fiber.Ctx) {
	header := &c.RequestCtx().Response.Header
	header.Set(fiber.HeaderVary, vary)
	header.Set(fiber.HeaderCacheControl, cacheControl)
	header.Set("CDN-Cache-Control", cdnCacheControl)
	header.Set(fiber.HeaderAccessControlAllowOrigin, "*")
	header.Set(fiber.HeaderAccessControlExposeHeaders, exposed)
}

// reply writes a body, or 304 when the reader has it. It is the path of nearly all public
// reads: nothing is allocated or computed here that could be kept.
func reply(c fiber.Ctx, body *Body) {
	ctx := c.RequestCtx()
	request, header := &ctx.Request.Header, &ctx.Response.Header
	accept := request.Peek(fiber.HeaderAcceptEncoding)
	data, tag, encoding := body.Encoded(negotiate.Choose(accept, negotiate.All))
	header.Set(fiber.HeaderETag, tag)
	if match := request.Peek(fiber.HeaderIfNoneMatch); len(match) > 0 && negotiate.Matches(match, tag) {
		ctx.Response.SetStatusCode(fiber.StatusNotModified)
		return
	}
	header.SetContentType(fiber.MIMEApplicationJSON)
	if encoding != negotiate.Identity {
		header.SetContentEncoding(encoding.String())
	}
	ctx.Response.SetBodyRaw(data)
}
