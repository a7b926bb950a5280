package snapshot

import (
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/negotiate"
)

// Fixed answers GET and HEAD with a body that every reader may have, as they are answered
// from a snapshot.
func Fixed(body *Body) fiber.Handler {
	return func(c fiber.Ctx) error {
		share(c)
		reply(c, body)
		return nil
	}
}

// share says who may keep an answer, and for how long.
func share(c fiber.Ctx) {
	header := &c.RequestCtx().Response.Header
	header.Set(fiber.HeaderVary, vary)
	header.Set(fiber.HeaderCacheControl, cacheControl)
	header.Set("CDN-Cache-Control", cdnCacheControl)
	header.Set(fiber.HeaderAccessControlAllowOrigin, "*")
	header.Set(fiber.HeaderAccessControlExposeHeaders, exposed)
}

// reply writes a body, or 304 when the reader has it. It is the path of nearly all public
// reads: nothing is allocated or computed here that could be kept.
func reply(c fiber.Ctx, body *Body) {
	ctx := c.RequestCtx()
	request, header := &ctx.Request.Header, &ctx.Response.Header
	accept := request.Peek(fiber.HeaderAcceptEncoding)
	data, tag, encoding := body.Encoded(negotiate.Choose(accept, negotiate.All))
	header.Set(fiber.HeaderETag, tag)
	if match := request.Peek(fiber.HeaderIfNoneMatch); len(match) > 0 && negotiate.Matches(match, tag) {
		ctx.Response.SetStatusCode(fiber.StatusNotModified)
		return
	}
	header.SetContentType(fiber.MIMEApplicationJSON)
	if encoding != negotiate.Identity {
		header.SetContentEncoding(encoding.String())
	}
	ctx.Response.SetBodyRaw(data)
}
