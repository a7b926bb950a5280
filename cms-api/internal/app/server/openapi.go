package server

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/platform/access"
)

// apiConfig is how the API describes itself.
func apiConfig(version string) huma.Config {
	registry := huma.NewMapRegistry("#/components/schemas/", schemaName)
	config := huma.DefaultConfig("Academy CMS", version)
	config.OpenAPI.Components.Schemas = registry
	config.OpenAPI.Info.Description = "The content of the academy's website: what the public reads, and what staff edit."
	config.OpenAPI.Servers = []*huma.Server{{URL: apiPath}}
	config.OpenAPI.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		access.SecurityScheme:  {Type: "apiKey", In: "cookie", Name: auth.SessionCookie, Description: "Set by signing in. Over TLS its name begins with __Host-."},
		access.SignatureScheme: {Type: "apiKey", In: "header", Name: "webhook-signature", Description: "Of the publisher: the three headers of Standard Webhooks over the body as sent, empty for GET, at most five minutes old."},
	}
	config.AllowAdditionalPropertiesByDefault = true // unknown fields are ignored
	config.CreateHooks = nil                         // no $schema members in bodies
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	return config
}

// schemaName names a schema after its Go type. Names that several packages
// have, such as Update, are preceded by the package's: ArticleUpdate.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch name {
	case "Update", "Create", "Summary", "Item", "Place", "Status":
		return titled(t.PkgPath()) + name
	case "Link":
		return "SocialLink"
	case "Document", "DocumentArticle":
		return strings.Replace(name, "Document", "Snapshot", 1)
	}
	return name
}

func titled(packagePath string) string {
	name := packagePath[strings.LastIndexByte(packagePath, '/')+1:]
	switch name {
	case "page":
		return "PageContent"
	case "social":
		return "SocialLink"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// describeParts adds the parts of the content to the description of the snapshot:
// each is what the public call for it answers.
func describeParts(description *huma.OpenAPI) {
	snapshot := description.Components.Schemas.Map()["Snapshot"]
	for part, path := range map[string]string{
		"settings": "/settings", "sections": "/sections", "page_content": "/page-content/{page}", "social_links": "/social-media",
		"programs": "/programs", "features": "/features", "differentiators": "/differentiators", "videos": "/videos",
	} {
		snapshot.Properties[part] = description.Paths[path].Get.Responses["200"].Content["application/json"].Schema
		snapshot.Required = append(snapshot.Required, part)
	}
	slices.Sort(snapshot.Required)
}

// document serialises the description, with what formats mean, and with schemas
// that say nothing of additional properties: they are ignored, which is what saying
// nothing means.
func document(description *huma.OpenAPI) ([]byte, error) {
	raw, err := json.Marshal(description)
	if err != nil {
		return nil, fmt.Errorf("serialise the API description: %w", err)
	}
	var whole any
	if err := json.Unmarshal(raw, &whole); err != nil {
		return nil, fmt.Errorf("read the API description: %w", err)
	}
	explain(whole)
	out, err := json.MarshalIndent(whole, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("serialise the API description: %w", err)
	}
	return append(out, '\n'), nil
}

func explain(value any) {
	switch value := value.(type) {
	case map[string]any:
		if format, ok := value["format"].(string); ok {
			maps.Copy(value, formats[format])
		}
		if _, flag := value["additionalProperties"].(bool); flag {
			delete(value, "additionalProperties")
		}
		for _, member := range value {
			explain(member)
		}
	case []any:
		for _, element := range value {
			explain(element)
		}
	}
}
