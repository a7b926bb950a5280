package httpapi

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"
)

//go:embed docs.html
var docsPage []byte

// ServeDocs adds /api/openapi.json and /api/docs, a page that shows it. Call it
// after every operation was registered and Complete.
func ServeDocs(router fiber.Router, api huma.API) {
	// Made when it is first asked for: few processes ever are, and all have to start.
	described := sync.OnceValues(func() ([]byte, error) { return Document(api.OpenAPI()) })
	router.Get("/openapi.json", func(c fiber.Ctx) error {
		description, err := described()
		if err != nil {
			return err
		}
		c.Set(fiber.HeaderContentType, "application/json")
		c.Set(fiber.HeaderCacheControl, "public, max-age=0, must-revalidate")
		return c.Send(description)
	})
	policy := plainPolicy + "; connect-src 'self'; script-src" + InlineScripts(docsPage) +
		"; style-src" + hashes(inlineStyle, docsPage)
	router.Get("/docs", func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, "text/html; charset=utf-8")
		c.Set("Content-Security-Policy", policy)
		return c.Send(docsPage)
	})
}

var (
	inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	inlineStyle  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
)

// InlineScripts returns the sources by which a Content-Security-Policy allows the
// inline scripts of a page, each after a space.
func InlineScripts(page []byte) string { return hashes(inlineScript, page) }

func hashes(inline *regexp.Regexp, page []byte) string {
	var out strings.Builder
	for _, match := range inline.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(match[1])
		fmt.Fprintf(&out, " 'sha256-%s'", base64.StdEncoding.EncodeToString(sum[:]))
	}
	return out.String()
}
