package app

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/config"
)

// schemaName names a schema after its Go type. Names that several packages
// have, such as Update, are preceded by the package's: ArticleUpdate.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if strings.HasSuffix(t.PkgPath(), "/content/model") {
		return modelName(name)
	}
	if strings.HasSuffix(t.PkgPath(), "/content/history") && (name == "Entry" || name == "Person") {
		return "History" + name
	}
	if strings.HasSuffix(t.PkgPath(), "/publishing/preview") {
		return "Preview" + name
	}
	if strings.HasSuffix(t.PkgPath(), "/operate/transfer") && name != "Import" {
		return "Import" + name
	}
	switch name {
	case "Update", "Create", "Summary", "Item", "Place", "Status", "CopyFields", "SentCopy", "WorkingCopy":
		return titled(t.PkgPath()) + name
	case "Block", "Listed", "Redirect":
		return "Page" + name
	case "Link":
		return "SocialLink"
	case "Document", "DocumentArticle":
		return strings.Replace(name, "Document", "Snapshot", 1)
	}
	return name
}

// modelName returns the name of a schema of the content model.
func modelName(name string) string {
	switch name {
	case "Model":
		return "ContentModel"
	case "Entry":
		return "MenuEntry"
	}
	return "Model" + name
}

func titled(packagePath string) string {
	name := packagePath[strings.LastIndexByte(packagePath, '/')+1:]
	switch name {
	case "pagecontent":
		return "PageContent"
	case "social":
		return "SocialLink"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// describeParts adds the parts of the content to the description of the snapshot:
// each is what the public call for it answers.
func (c *Content) describeParts(description *huma.OpenAPI) {
	snapshot := description.Components.Schemas.Map()["Snapshot"]
	for _, each := range c.collections {
		for part, path := range each.Parts() {
			snapshot.Properties[part] = description.Paths[path].Get.Responses["200"].Content["application/json"].Schema
			snapshot.Required = append(snapshot.Required, part)
		}
	}
	slices.Sort(snapshot.Required)
	page := description.Paths["/pages/by-path"].Get.Responses["200"].Content["application/json"].Schema
	snapshot.Properties["pages"] = &huma.Schema{
		Type: huma.TypeArray, Items: page,
		Description: "The public pages whole, by path; absent where it has not changed since base.",
	}
}

// describeLimits adds the limits of articles and text blocks to the description. The types
// that are made from it refuse another number in the dashboard (shared/src/limits.ts).
func describeLimits(description *huma.OpenAPI, cfg config.Config) {
	limits := &huma.Schema{
		Type: huma.TypeObject, Description: "The limits of articles and text blocks.",
		Properties: map[string]*huma.Schema{
			"file_bytes": {Type: huma.TypeInteger, Enum: []any{cfg.MaxFileBytes}},
			"file_type":  {Type: huma.TypeString, Enum: upload.FileTypes()},
		},
		Required: []string{"file_bytes", "file_type"},
	}
	for name, most := range richtext.Limits() {
		limits.Properties[name] = &huma.Schema{Type: huma.TypeInteger, Enum: []any{most}}
		limits.Required = append(limits.Required, name)
	}
	slices.Sort(limits.Required)
	description.Components.Schemas.Map()["Limits"] = limits
	// Huma leaves out schemas that nothing refers to.
	description.Extensions = map[string]any{"x-limits": &huma.Schema{Ref: "#/components/schemas/Limits"}}
}
