package httpapi

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/text"
)

// Path is below which the API answers, and PreviewPath where its addresses may be secrets.
const (
	Path        = "/api"
	PreviewPath = Path + "/preview/"
)

// Description is what the API's description says of the resources.
type Description struct {
	Version string
	// SessionCookie is the name of the cookie of a session.
	SessionCookie string
	// SchemaName names the schema of a type.
	SchemaName func(t reflect.Type, hint string) string
}

// New returns the API that app answers below Path, and the router of that path.
// Errors of every API in the process are Problems from then on.
func New(app *fiber.App, cfg config.Config, d Description) (huma.API, fiber.Router) {
	useProblems()
	app.Use(Path, newOrigins(cfg).crossSite, apiHeaders)
	router := app.Group(Path)
	return humafiber.NewWithGroup(app, router, d.config()), router
}

func (d Description) config() huma.Config {
	registry := huma.NewMapRegistry("#/components/schemas/", d.SchemaName)
	config := huma.DefaultConfig("Academy CMS", d.Version)
	config.OpenAPI.Components.Schemas = registry
	config.OpenAPI.Info.Description = "The content of the academy's website: what the public reads, and what staff edit."
	config.OpenAPI.Servers = []*huma.Server{{URL: Path}}
	config.OpenAPI.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		access.SecurityScheme: {
			Type: "apiKey", In: "cookie", Name: d.SessionCookie,
			Description: "Set by signing in. Over TLS its name begins with __Host-.",
		},
		access.TokenScheme: {
			Type: "http", Scheme: "bearer",
			Description: "Of a program; administrators make it in Settings, Tokens. The names beside it are scopes that it needs.",
		},
		access.SignatureScheme: {
			Type: "apiKey", In: "header", Name: "webhook-signature",
			Description: "Of the publisher: the three headers of Standard Webhooks over the body as sent, empty for GET, " +
				"at most five minutes old.",
		},
	}
	config.Formats = map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat}
	config.AllowAdditionalPropertiesByDefault = true // unknown fields are ignored
	config.CreateHooks = nil                         // no $schema members in bodies
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	return config
}

// Document serialises the description, with what formats mean, and with schemas
// that say nothing of additional properties: they are ignored, which is what saying
// nothing means.
func Document(description *huma.OpenAPI) ([]byte, error) {
	raw, err := json.Marshal(description)
	if err != nil {
		return nil, fmt.Errorf("serialise the API description: %w", err)
	}
	var whole any
	if err := json.Unmarshal(raw, &whole); err != nil {
		return nil, fmt.Errorf("read the API description: %w", err)
	}
	explain(whole, false)
	out, err := json.MarshalIndent(whole, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("serialise the API description: %w", err)
	}
	return append(out, '\n'), nil
}

// formats are what a schema can say of the formats of texts. The calls check them, and
// word what is wrong; the library does not know them.
var formats = map[string]map[string]any{
	"web":  {"pattern": `^[Hh][Tt][Tt][Pp][Ss]?://[^/\\][^\\]*$`},
	"file": {"pattern": `^([Hh][Tt][Tt][Pp][Ss]?://[^/\\][^\\]*|/([^/\\][^\\]*)?)?$`},
	"link": {"pattern": `^([Hh][Tt][Tt][Pp][Ss]?://[^/\\][^\\]*|(mailto|tel):[^\\]+|/([^/\\][^\\]*)?|#[^\\]*)?$`},
	"day": {"anyOf": []any{
		map[string]any{"format": "date"}, map[string]any{"format": "date-time"}, map[string]any{"maxLength": 0},
	}},
	"moment": {"anyOf": []any{
		map[string]any{"format": "date-time"}, map[string]any{"format": "date"},
		map[string]any{"pattern": `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?$`},
		map[string]any{"maxLength": 0, "type": "string"}, map[string]any{"type": "null"},
	}},
	"rupees":  {"minimum": 0, "maximum": 10_000_000, "pattern": `^(([0-9],?){1,7}(\.[0-9]{1,2})?)?$`},
	"mailbox": {"pattern": `^[^@\s"]+@[^@\s".\[]+(\.[^@\s".]+)+$`},
}

// explain adds to a part of the description what is in formats. JSON Schema counts code points
// and the API characters: of bodies, whose texts may have any, it says both. A parameter's code
// points are counted.
func explain(value any, parameter bool) {
	switch value := value.(type) {
	case map[string]any:
		_, in := value["in"].(string)
		parameter = parameter || in
		if most, ok := value["maxLength"].(float64); ok && !parameter && isFreeText(value) {
			value["maxLength"], value["x-characters"] = most*text.MaxCluster, most
			described := fmt.Sprintf("%s At most %v characters.", asText(value["description"]), most)
			value["description"] = strings.TrimSpace(described)
		}
		if format, ok := value["format"].(string); ok {
			maps.Copy(value, formats[format])
		}
		if _, flag := value["additionalProperties"].(bool); flag {
			delete(value, "additionalProperties")
		}
		for _, member := range value {
			explain(member, parameter)
		}
	case []any:
		for _, element := range value {
			explain(element, parameter)
		}
	}
}

// isFreeText reports whether a schema is of texts that may have any characters.
func isFreeText(schema map[string]any) bool {
	for _, narrows := range []string{"pattern", "format", "enum"} {
		if _, is := schema[narrows]; is {
			return false
		}
	}
	return true
}

func asText(value any) string {
	words, _ := value.(string)
	return words
}

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
