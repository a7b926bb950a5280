package httpapi

import (
	"encoding/hex"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
)

type localKey int

const (
	requestIDKey localKey = iota
	errorKey
	bodyKey
)

const requestIDHeader = "X-Request-Id"

var wellFormedID = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)

// RequestID returns the request's id: the caller's when it sent a sensible one,
// else one of our own, made when it is first asked for.
func RequestID(c fiber.Ctx) string {
	if id, ok := c.Locals(requestIDKey).(string); ok {
		return id
	}
	id := c.Get(requestIDHeader)
	if !wellFormedID.MatchString(id) {
		var fresh [12]byte
		for i := range fresh {
			fresh[i] = byte(rand.Uint32())
		}
		id = hex.EncodeToString(fresh[:])
	}
	id = strings.Clone(id)
	c.Locals(requestIDKey, id)
	c.Set(requestIDHeader, id)
	return id
}

// keepError remembers the cause of a server error for the log.
func keepError(c fiber.Ctx, status int, err error) {
	if status >= http.StatusInternalServerError {
		c.Locals(errorKey, err)
	}
}

// Observe is the outermost handler: it survives panics, and logs, measures and
// traces each request once. Successful reads are logged at debug level only.
func Observe(log *slog.Logger, meter Meter) fiber.Handler {
	return func(c fiber.Ctx) error {
		begun := time.Now()
		span := meter.begin(c)
		paceBody(c)
		err := ambiguous(c)
		if err == nil {
			err = next(c)
		}
		if err != nil {
			if err = writeProblem(c, err); err != nil {
				return err
			}
		}
		finishBody(c)
		code := c.Response().StatusCode()
		took := time.Since(begun)
		meter.end(c, span, code, took)
		level := levelOf(c.Method(), code)
		if !log.Enabled(c.Context(), level) {
			return nil
		}
		attrs := []slog.Attr{
			slog.String("method", c.Method()),
			slog.String("path", logged(c.Path())),
			slog.Int("status", code),
			slog.Duration("took", took.Round(time.Microsecond)),
			slog.String("request_id", RequestID(c)),
		}
		if cause, ok := c.Locals(errorKey).(error); ok {
			attrs = append(attrs, slog.String("error", cause.Error()))
		}
		log.LogAttrs(c.Context(), level, "request", attrs...)
		return nil
	}
}

// logged returns a path as the log has it: whoever knows the address of a preview sees it.
func logged(path string) string {
	if !isPreview(path) {
		return path
	}
	kind, _, _ := strings.Cut(path[len(PreviewPath):], "/")
	return PreviewPath + kind
}

func isPreview(path string) bool {
	return len(path) >= len(PreviewPath) && strings.EqualFold(path[:len(PreviewPath)], PreviewPath)
}

// levelOf is how much a request matters to whoever reads the log.
func levelOf(method string, status int) slog.Level {
	switch {
	case status == http.StatusServiceUnavailable:
		return slog.LevelWarn
	case status >= http.StatusInternalServerError:
		return slog.LevelError
	case status < http.StatusBadRequest && (method == fiber.MethodGet || method == fiber.MethodHead):
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// next runs the rest of the chain; a panic becomes an error.
func next(c fiber.Ctx) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	return c.Next()
}

// apiHeaders keeps answers of the API out of caches, and says that others may get
// other ones; cached reads set their own.
func apiHeaders(c fiber.Ctx) error {
	RequestID(c)
	c.Vary(fiber.HeaderCookie)
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Next()
}
