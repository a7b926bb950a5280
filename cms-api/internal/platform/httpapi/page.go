package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2/negotiation"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/notice"
)

// ProblemsAsPages has browsers get a page that says what is wrong in the place of a problem.
// It is for addresses that people open themselves.
func ProblemsAsPages(c fiber.Ctx) error {
	if err := c.Next(); err != nil {
		if err := writeProblem(c, err); err != nil {
			return err
		}
	}
	var p Problem
	if !strings.HasPrefix(string(c.Response().Header.ContentType()), p.ContentType("")) || !readsPages(c) {
		return nil
	}
	if err := json.Unmarshal(c.Response().Body(), &p); err != nil {
		return fmt.Errorf("read a problem: %w", err)
	}
	said := notice.Page{Title: "This page cannot be shown", Text: p.Detail}
	switch p.Status {
	case http.StatusNotFound:
		said.Title = "Nothing to see here any more"
	case http.StatusServiceUnavailable:
		said.Title = "This page cannot be shown at the moment"
		said.Again, _ = strconv.Atoi(string(c.Response().Header.Peek(fiber.HeaderRetryAfter)))
	}
	c.Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	c.Set(fiber.HeaderContentSecurityPolicy, notice.Policy)
	return c.SendString(said.HTML())
}

// readsPages reports whether a caller wants pages rather than JSON.
func readsPages(c fiber.Ctx) bool {
	const page = "text/html"
	return negotiation.SelectQValue(c.Get(fiber.HeaderAccept), []string{"application/json", page}) == page
}
