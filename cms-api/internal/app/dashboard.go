package app

import (
	"cmp"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/platform/negotiate"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/snapshot"
)

// dashboard is the built dashboard, kept in memory.
type dashboard struct {
	files map[string]*asset // by path below the dashboard's folder
	index *asset
}

// asset is one file.
type asset struct {
	mediaType string
	body      *snapshot.Body
	policy    string // its Content-Security-Policy; empty: that of everything that is not a page
}

func newAsset(name string, data []byte, secure bool) *asset {
	mediaType := cmp.Or(mime.TypeByExtension(path.Ext(name)), "application/octet-stream")
	policy := ""
	switch {
	case strings.HasPrefix(mediaType, "text/html"):
		policy = dashboardPolicy(data, secure)
	case workerScript.MatchString(name):
		policy = workerPolicy
	}
	return &asset{mediaType, snapshot.BodyOf(data), policy}
}

// compressible reports whether a type is worth compressing.
func (a *asset) compressible() bool {
	kind, _, _ := strings.Cut(a.mediaType, ";")
	return strings.HasPrefix(kind, "text/") ||
		slices.Contains([]string{"application/javascript", "application/json", "application/wasm", "image/svg+xml"}, kind)
}

// openDashboard reads the built dashboard. Secure is set when it is reached over TLS.
func openDashboard(dir string, secure bool) (*dashboard, error) {
	a := &dashboard{files: map[string]*asset{}}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		a.files[name] = newAsset(name, data, secure)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the admin app: %w", err)
	}
	if a.index = a.files["index.html"]; a.index == nil {
		return nil, fmt.Errorf("the admin app in %s has no index.html", dir)
	}
	return a, nil
}

// pastedPictures is where the editor fetches pictures that were copied in Google Docs, to
// store them.
const pastedPictures = "https://*.googleusercontent.com"

// dashboardPolicy is the Content-Security-Policy of the dashboard. The component
// library makes style elements; everything that runs comes with the app. Frames show
// previews, and the videos of articles.
func dashboardPolicy(page []byte, secure bool) string {
	elsewhere, upgrade := " https: http:", ""
	if secure {
		elsewhere, upgrade = " https:", "; upgrade-insecure-requests"
	}
	return "default-src 'none'; script-src 'self'" + httpapi.InlineScripts(page) +
		"; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:" + elsewhere +
		"; media-src 'self' blob:" + elsewhere +
		"; font-src 'self'; connect-src 'self' " + pastedPictures + "; frame-src 'self' " + release.VideoHosts +
		"; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'" + upgrade
}

// workerPolicy is the Content-Security-Policy of the dashboard's workers, each of which has the one that its script
// came with. They load scripts of the app, and WebAssembly that reads pictures of phones; pages may not run any.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; " +
	"form-action 'none'; frame-ancestors 'none'"

// workerScript matches the names that the build gives the scripts of workers.
var workerScript = regexp.MustCompile(`^assets/[a-z]+\.worker-[\w-]+\.js$`)

// register adds the dashboard's addresses.
func (a *dashboard) register(app *fiber.App) {
	app.Add([]string{fiber.MethodGet, fiber.MethodHead}, "/admin/*", func(c fiber.Ctx) error {
		name := strings.TrimPrefix(path.Clean(c.Path()), "/admin/")
		if file, ok := a.files[name]; ok {
			return a.send(c, file, strings.HasPrefix(name, "assets/"))
		}
		if strings.HasPrefix(name, "assets/") {
			return fiber.ErrNotFound
		}
		return a.page(c)
	})
	for _, address := range []string{"/admin", "/auth", "/forgot-password", "/reset-password"} {
		app.Add([]string{fiber.MethodGet, fiber.MethodHead}, address, a.page)
	}
}

func (a *dashboard) page(c fiber.Ctx) error { return a.send(c, a.index, false) }

func (a *dashboard) send(c fiber.Ctx, file *asset, forever bool) error {
	encoding := negotiate.Identity
	if file.compressible() {
		c.Set(fiber.HeaderVary, fiber.HeaderAcceptEncoding)
		encoding = negotiate.Choose(c.Request().Header.Peek(fiber.HeaderAcceptEncoding), negotiate.All)
	}
	data, tag, encoding := file.body.Encoded(encoding)
	c.Set(fiber.HeaderContentType, file.mediaType)
	c.Set(fiber.HeaderETag, tag)
	c.Set(fiber.HeaderCacheControl, "public, max-age=0, must-revalidate")
	if forever {
		c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	}
	if file.policy != "" {
		c.Set("Content-Security-Policy", file.policy)
	}
	condition := c.Request().Header.Peek(fiber.HeaderIfNoneMatch)
	if len(condition) > 0 && negotiate.Matches(condition, tag) {
		return c.SendStatus(fiber.StatusNotModified)
	}
	if encoding != negotiate.Identity {
		c.Set(fiber.HeaderContentEncoding, encoding.String())
	}
	c.RequestCtx().Response.SetBodyRaw(data)
	return nil
}
