package server

import (
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/account/privacy"
	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/content/list"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/section"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/content/social"
	"academy/cms-api/internal/content/video"
	"academy/cms-api/internal/lead/enrollment"
	"academy/cms-api/internal/lead/inbox"
	"academy/cms-api/internal/lead/mentorship"
	"academy/cms-api/internal/lead/subscriber"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/publishing/publish"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/publishing/target"
	"academy/cms-api/internal/publishing/webhook"
)

const apiPath = "/api"

// makeRoutes is every route of the process, in the order they are tried.
func (a *App) makeRoutes() error {
	useProblems()
	a.fiber = newFiber(a.cfg)
	a.fiber.Server().Handler = withOtherMethods(a.fiber.Server().Handler)
	rest := noRest
	if a.web {
		rest = siteRest
	}
	a.fiber.Use(observe(a.log, newMeter(a.metrics, a.tracer, rest)), secure(a.cfg))

	// Public reads, from memory. What they leave (staff, unknown parameters)
	// goes on to the resource's own call below.
	public := snapshot.NewHandler(a.snapshots, a.signedIn, a.searched())
	a.public = public
	fast := a.fiber.Group(apiPath)
	a.publicReads(fast, public)

	a.fiber.Use(apiPath, newOrigins(a.cfg).crossSite, apiHeaders)
	group := a.fiber.Group(apiPath)
	a.api = humafiber.NewWithGroup(a.fiber, group, apiConfig(a.version))
	a.api.UseMiddleware(a.needDatabase, a.identify(a.api), a.record, a.takeBody)

	r := a.resources
	uploads := upload.NewHandler(r.uploads)
	for _, handler := range []interface{ Register(huma.API) }{
		auth.NewHandler(a.sessions, a.cookies()),
		article.NewHandler(r.articles),
		section.NewHandler(r.sections),
		page.NewHandler(r.pages),
		settings.NewHandler(r.settings),
		social.NewHandler(r.links),
		list.NewHandler[list.Program, *list.Program, list.ProgramUpdate](r.programs, "Program"),
		list.NewHandler[list.Item, *list.Item, list.Update](r.features, "Feature"),
		list.NewHandler[list.Item, *list.Item, list.Update](r.differentiators, "Differentiator"),
		video.NewHandler(r.videos),
		uploads,
		enrollment.NewHandler(r.enrollments, a.place),
		mentorship.NewHandler(r.applications, a.place),
		inbox.NewHandler(r.inbox, a.place),
		subscriber.NewHandler(r.subscribers, a.place),
		publish.NewHandler(a.publisher),
		webhook.NewHandler(a.webhooks),
		target.NewHandler(a.targets),
		audit.NewHandler(a.audits),
		privacy.NewHandler(a.people, a.cfg.AuditLogDays),
	} {
		handler.Register(a.api)
	}
	if a.mocked() {
		notify.NewHandler(a.outbox).Register(a.api)
	}
	public.Register(group, a.api)
	a.registerHealth(a.api)
	if err := checkLevels(a.api.OpenAPI()); err != nil {
		return err
	}
	describeParts(a.api.OpenAPI())
	if err := completeDescription(a.api.OpenAPI()); err != nil {
		return err
	}
	if err := a.registerDocs(group); err != nil {
		return err
	}

	snapshot.Get(a.fiber, upload.MediaPath+"*", uploads.Media)
	if !a.web {
		return nil
	}
	if a.cfg.AdminDir != "" {
		admin, err := openAdmin(a.cfg.AdminDir, overTLS(a.cfg))
		if err != nil {
			return err
		}
		admin.register(a.fiber)
	}
	a.fiber.Use(exceptAPI(release.Edge(a.releases)))
	return nil
}

// otherMethod stands for every method that the router does not know, so that
// those too are answered like any that an address does not take.
const otherMethod = "OTHER"

func withOtherMethods(handler fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(ctx *fasthttp.RequestCtx) {
		if !slices.Contains(fiber.DefaultMethods, string(ctx.Method())) {
			ctx.Request.Header.SetMethod(otherMethod)
		}
		handler(ctx)
	}
}

// exceptAPI keeps addresses of the API that no call has from the site: they are
// answered with 404 or 405 by the router.
func exceptAPI(handler fiber.Handler) fiber.Handler {
	return func(c fiber.Ctx) error {
		if c.Path() == apiPath || strings.HasPrefix(c.Path(), apiPath+"/") {
			return c.Next()
		}
		return handler(c)
	}
}

// signedIn says whether a request brings a token of ours, without asking the
// database whether its session still lives: the call behind it does. So only
// staff, present or past, can make a public read reach the database.
func (a *App) signedIn(c fiber.Ctx) bool {
	token, cookie := a.cookies().Token(func(name string) string { return string(c.Request().Header.Cookie(name)) })
	return token != "" && a.sessions.Signed(token, cookie)
}

// searched counts searches by address.
func (a *App) searched() func(fiber.Ctx) error {
	limit, proxies := ratelimit.NewLocal("searches by address", a.cfg.LimitSearch, a.clock.Now), a.cfg.ProxyNetworks()
	limit.Refused = a.metrics.Refused
	return func(c fiber.Ctx) error { return limit.Allow(ratelimit.AddressKey(clientAddress(c, proxies))) }
}

// publicReads is what readers without a session get from memory, whatever the
// parameters: no stranger reaches the database.
func (a *App) publicReads(router fiber.Router, public *snapshot.Handler) {
	anonymous := func(handler fiber.Handler) fiber.Handler {
		return func(c fiber.Ctx) error {
			if a.signedIn(c) {
				return c.Next()
			}
			return handler(c)
		}
	}
	snapshot.Get(router, "/articles", public.Articles)
	snapshot.Get(router, "/articles/:slug", public.Article)
	snapshot.Get(router, "/videos", anonymous(public.List("videos", apiPath+"/videos", snapshot.Columns{
		Native: "created_at", Sort: []string{"created_at", "title", "category", "duration"}, Search: []string{"title", "description", "category"},
	})))
	for path, name := range map[string]string{
		"/settings":         "settings",
		"/sections":         "sections",
		"/sections/visible": "sections:visible",
		"/social-media":     "social_links",
		"/programs":         "programs",
		"/features":         "features",
		"/differentiators":  "differentiators",
	} {
		snapshot.Get(router, path, anonymous(public.Serve(name)))
	}
	pageContent := anonymous(public.ServeFunc(func(c fiber.Ctx) string {
		return "page_content:" + strings.Trim(c.Params("page")+"/"+c.Params("subpage"), "/")
	}))
	snapshot.Get(router, "/page-content/:page", pageContent)
	snapshot.Get(router, "/page-content/:page/:subpage", pageContent)
}
