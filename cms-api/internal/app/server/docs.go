package server

import (
	_ "embed"

	"github.com/gofiber/fiber/v3"
)

//go:embed docs.html
var docsPage []byte

// registerDocs adds /api/openapi.json and /api/docs, a page that shows it. Both
// are complete only after every operation was registered.
func (a *App) registerDocs(router fiber.Router) error {
	description, err := document(a.api.OpenAPI())
	if err != nil {
		return err
	}
	router.Get("/openapi.json", func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, "application/json")
		c.Set(fiber.HeaderCacheControl, "public, max-age=0, must-revalidate")
		return c.Send(description)
	})
	policy := plainPolicy + "; connect-src 'self'; script-src" + hashes(inlineScript, docsPage) + "; style-src" + hashes(inlineStyle, docsPage)
	router.Get("/docs", func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, "text/html; charset=utf-8")
		c.Set("Content-Security-Policy", policy)
		return c.Send(docsPage)
	})
	return nil
}
