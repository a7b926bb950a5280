package app

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/account/privacy"
	"academy/cms-api/internal/account/token"
	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/presence"
	"academy/cms-api/internal/content/redirect"
	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/operate/agent"
	"academy/cms-api/internal/operate/transfer"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/publishing/preview"
	"academy/cms-api/internal/publishing/publish"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/publishing/target"
	"academy/cms-api/internal/publishing/webhook"
)

// makeServer registers every route of the process, in the order they are tried.
func (a *App) makeServer() error {
	app := httpapi.NewFiber(a.Config)
	httpapi.TakeOtherMethods(app)
	a.server = &httpapi.Server{
		App: app, Config: a.Config, Metrics: a.metrics, Log: a.Log, About: []any{"web", a.Web, "version", a.Version},
	}
	app.Use(httpapi.Observe(a.Log, httpapi.NewMeter(a.metrics, a.tracer, a.Web)), httpapi.Secure(a.Config))
	app.Use(preview.SharedPath, httpapi.ProblemsAsPages)

	// Public reads, from memory. What they leave (staff, unknown parameters)
	// goes on to the resource's own call below.
	c := a.Content
	public := snapshot.NewHandler(c.Snapshots, a.signedIn, a.searched())
	for _, each := range c.collections {
		each.Serve(snapshot.Reads{Handler: public, Router: app.Group(httpapi.Path)})
	}
	a.measure(public)

	api, router := httpapi.New(app, a.Config, httpapi.Description{
		Version: a.Version, SessionCookie: auth.SessionCookie, SchemaName: schemaName,
	})
	a.api = api
	api.UseMiddleware(a.needDatabase, a.identify(api), httpapi.TakeBody(api, a.presentAddresses), a.record)

	uploads, err := upload.NewHandler(c.Uploads)
	if err != nil {
		return err
	}
	for _, handler := range []interface{ Register(huma.API) }{
		auth.NewHandler(a.Accounts.Sessions, a.cookies()),
		history.NewHandler(a.History),
		presence.NewHandler(a.presence),
		uploads,
		c.Library,
		publish.NewHandler(a.Publishing.Publisher),
		webhook.NewHandler(a.Publishing.Webhooks),
		target.NewHandler(a.Publishing.targets),
		preview.NewHandler(a.Previews),
		audit.NewHandler(a.Accounts.Audits),
		token.NewHandler(a.Accounts.Tokens),
		transfer.NewHandler(a.transfers),
		privacy.NewHandler(a.Leads.People, a.Config.AuditLogDays),
		a.Leads,
	} {
		handler.Register(api)
	}
	if mocked(a.Config) {
		notify.NewHandler(a.Accounts.outbox).Register(api)
	}
	if a.Config.MCP == "on" {
		router.Post(agent.Path, agent.RequireToken)
		agent.NewHandler(agent.Options{
			App: app, PublicURL: a.Config.PublicURL, Version: a.Version, Now: a.Clock.Now, Log: a.Log,
		}).Register(api)
	}
	public.Register(router, api)
	c.checker.Model.Register(router, api)
	for _, each := range c.collections {
		each.Register(api, snapshot.Reads{Handler: public, Router: router})
	}
	a.registerHealth(api)
	a.History.Describe(api.OpenAPI())
	c.describeParts(api.OpenAPI())
	describeLimits(api.OpenAPI(), a.Config)
	if err := httpapi.Complete(api.OpenAPI()); err != nil {
		return err
	}
	httpapi.ServeDocs(router, api)

	snapshot.Get(app, library.MediaPath+"*", uploads.Media)
	if !a.Web {
		return nil
	}
	if a.Config.AdminDir != "" {
		dashboard, err := openDashboard(a.Config.AdminDir, a.Config.OverTLS())
		if err != nil {
			return err
		}
		dashboard.register(app)
	}
	app.Use(exceptAPI(release.Edge(a.Publishing.Releases)))
	return nil
}

// exceptAPI keeps addresses of the API that no call has from the site: they are
// answered with 404 or 405 by the router.
func exceptAPI(handler fiber.Handler) fiber.Handler {
	return func(c fiber.Ctx) error {
		if c.Path() == httpapi.Path || strings.HasPrefix(c.Path(), httpapi.Path+"/") {
			return c.Next()
		}
		return handler(c)
	}
}

// signedIn says whether a request brings a session of ours or a program's token,
// without asking the database whether that still lives: the call behind it does. So
// strangers can make a public read reach the database only by one look for a token.
func (a *App) signedIn(c fiber.Ctx) bool {
	if _, sent := httpapi.Bearer(c); sent {
		return true
	}
	token := a.cookies().Token(func(name string) string { return string(c.Request().Header.Cookie(name)) })
	return token != "" && a.Accounts.Sessions.Signed(token)
}

// searched returns what limits searches by address.
func (a *App) searched() func(fiber.Ctx) error {
	limit := ratelimit.NewLocal("searches by address", a.Config.LimitSearch, a.Clock.Now)
	proxies := a.Config.ProxyNetworks()
	limit.Refused = a.metrics.Refused
	return func(c fiber.Ctx) error { return limit.Allow(ratelimit.AddressKey(httpapi.ClientAddress(c, proxies))) }
}

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
	if strings.HasSuffix(t.PkgPath(), "/content/redirect") &&
		slices.Contains([]string{"Line", "Report", "RowError"}, name) {
		return "Redirect" + name
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
	if strings.HasSuffix(t.PkgPath(), "/internal/lead") &&
		slices.Contains([]string{"Alerts", "Counts", "Day", "PageCount"}, name) {
		return "Lead" + name
	}
	switch name {
	case "Update", "Create", "Summary", "Item", "Place", "Status", "CopyFields", "SentCopy", "WorkingCopy":
		return titled(t.PkgPath()) + name
	case "Block", "Listed":
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
	case "library":
		return "Media"
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
	number := func(doc string) *huma.Schema { return &huma.Schema{Type: huma.TypeNumber, Description: doc} }
	point := func(doc string) *huma.Schema {
		return &huma.Schema{
			Type: huma.TypeObject, Description: doc, Required: []string{"x", "y"}, Properties: map[string]*huma.Schema{
				"x": number("From the left, in per cent of the width."), "y": number("From the top, in per cent of the height."),
			},
		}
	}
	snapshot.Properties[library.FocusPart] = &huma.Schema{
		Type: huma.TypeObject, Description: "The point that crops of a picture keep in view, by its address; " +
			"of public pictures that have one. Absent where it has not changed since base.",
		AdditionalProperties: point(""),
	}
	for _, article := range []string{"Article", "ArticleSummary"} {
		description.Components.Schemas.Map()[article].Properties["focus"] = point(
			"The point of the banner that crops keep in view; absent for the middle, and where staff read.")
	}
	snapshot.Properties[redirect.Name] = description.Components.Schemas.Schema(
		reflect.TypeFor[[]redirect.Line](), true, "RedirectLines")
	snapshot.Properties[redirect.Name].Nullable = false
	snapshot.Required = append(snapshot.Required, redirect.Name)
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
