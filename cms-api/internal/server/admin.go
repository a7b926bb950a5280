package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"path"
	"regexp"
	"strings"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/negotiate"
)

// admin is the built admin app, held in memory.
type admin struct {
	files map[string]*asset // by path below the admin's folder
	index *asset
	csp   string
}

// asset is one file and its entity tag.
type asset struct {
	data      []byte
	mediaType string
	tag       string
}

// openAdmin reads the built admin app.
func openAdmin(dir string) (*admin, error) {
	a := &admin{files: map[string]*asset{}}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		mediaType := mime.TypeByExtension(path.Ext(name))
		if mediaType == "" {
			mediaType = "application/octet-stream"
		}
		sum := sha256.Sum256(data)
		a.files[name] = &asset{data: data, mediaType: mediaType, tag: `"` + hex.EncodeToString(sum[:16]) + `"`}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the admin app: %w", err)
	}
	if a.index = a.files["index.html"]; a.index == nil {
		return nil, fmt.Errorf("the admin app in %s has no index.html", dir)
	}
	a.csp = "default-src 'self'; script-src 'self'" + scriptHashes(a.index.data) +
		"; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; media-src 'self' blob: https:" +
		"; frame-src https://www.youtube.com https://www.youtube-nocookie.com https://player.vimeo.com" +
		"; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
	return a, nil
}

var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// scriptHashes allows the inline scripts that the page was built with.
func scriptHashes(page []byte) string {
	var out strings.Builder
	for _, match := range inlineScript.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(match[1])
		fmt.Fprintf(&out, " 'sha256-%s'", base64.StdEncoding.EncodeToString(sum[:]))
	}
	return out.String()
}

// register adds the admin's addresses.
func (a *admin) register(app *fiber.App) {
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

func (a *admin) page(c fiber.Ctx) error { return a.send(c, a.index, false) }

func (a *admin) send(c fiber.Ctx, file *asset, forever bool) error {
	c.Set(fiber.HeaderContentType, file.mediaType)
	c.Set(fiber.HeaderETag, file.tag)
	c.Set(fiber.HeaderCacheControl, "public, max-age=0, must-revalidate")
	if forever {
		c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	}
	if bytes.HasPrefix([]byte(file.mediaType), []byte("text/html")) {
		c.Set("Content-Security-Policy", a.csp)
	}
	if condition := c.Get(fiber.HeaderIfNoneMatch); condition != "" && negotiate.Matches([]byte(condition), file.tag) {
		return c.SendStatus(fiber.StatusNotModified)
	}
	return c.Send(file.data)
}
