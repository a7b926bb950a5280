package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
)

// reference matches a link to a document.
var reference = regexp.MustCompile(`^(page|article):(.*)$`)

// maxAddress and maxAlt are the most characters of an address, and of the words on a picture.
const (
	maxAddress = 2000
	maxAlt     = 500
)

// Link returns a link as it is stored: an address, page:{id} or article:{id} of something
// that exists, or nothing.
func (c *Check) Link(at, href string) string {
	href = strings.TrimSpace(href)
	if named := reference.FindStringSubmatch(href); named != nil {
		c.exists(at, named[1], named[2])
		return href
	}
	c.bad = weburl.Set(c.bad, at, &href)
	return c.bounded(&Field{}, at, href, maxAddress)
}

// File returns the address of a file as it is stored, or nothing.
func (c *Check) File(at, address string) string {
	address = strings.TrimSpace(address)
	c.bad = weburl.SetFile(c.bad, at, &address)
	return c.bounded(&Field{}, at, address, maxAddress)
}

// exists refuses an id that nothing has.
func (c *Check) exists(at, what, id string) {
	if c.checker.Exists == nil {
		c.Refuse(at, "A default names no "+what+".")
		return
	}
	found, err := c.checker.Exists(c.ctx, what, id)
	if err != nil {
		c.Fail(at, err)
	} else if !found {
		c.Refuse(at, fmt.Sprintf("There is no such %s any more; choose another.", what))
	}
}

// Fail takes an error: a problem of its own at this place, or what kept it from being checked.
func (c *Check) Fail(at string, err error) {
	var told *problem.Error
	if errors.As(err, &told) && told.Kind != problem.Unavailable {
		c.Refuse(at, told.Detail)
	} else if c.failed == nil {
		c.failed = err
	}
}

func link(c *Check, _ *Field, at string, value any, _ []any) any {
	href, _ := c.text(at, value)
	return c.Link(at, href)
}

func fileAddress(c *Check, _ *Field, at string, value any, _ []any) any {
	address, _ := c.text(at, value)
	return c.File(at, address)
}

// video returns the address of a video that a page can play: on the host that the field
// names, or on any, or of a file.
func video(c *Check, f *Field, at string, value any, _ []any) any {
	address, _ := c.text(at, value)
	address = strings.TrimSpace(address)
	if f.Host == string(weburl.YouTube) {
		c.bad = weburl.SetYouTube(c.bad, at, &address)
	} else {
		c.bad = weburl.SetVideo(c.bad, at, &address)
	}
	return c.bounded(&Field{}, at, address, maxAddress)
}

func article(c *Check, _ *Field, at string, value any, _ []any) any {
	id, _ := c.text(at, value)
	if id != "" {
		c.exists(at, "article", id)
	}
	return id
}

// image is null, or {url, alt, focus}; page content has a plain address too.
func image(c *Check, f *Field, at string, value any, _ []any) any {
	if value == nil {
		return nil
	}
	picture, ok := value.(map[string]any)
	if !ok {
		c.Refuse(at, "Give {url, alt, focus}, or null for no picture.")
		return nil
	}
	checked := map[string]any{"url": fileAddress(c, f, at+".url", picture["url"], nil)}
	for key, value := range picture {
		switch key {
		case "url":
		case "alt":
			alt, _ := c.text(at+".alt", value)
			checked[key] = c.bounded(&Field{}, at+".alt", text.Line(alt), maxAlt)
		case "focus":
			checked[key] = c.focus(at+".focus", value)
		default:
			c.Refuse(at+"."+key, "A picture has url, alt and focus.")
		}
	}
	return checked
}

// focus is null, or a point in per cent.
func (c *Check) focus(at string, value any) any {
	if value == nil {
		return nil
	}
	point, _ := value.(map[string]any)
	x, hasX := point["x"].(float64)
	y, hasY := point["y"].(float64)
	if !hasX || !hasY || len(point) != 2 || min(x, y) < 0 || max(x, y) > 100 {
		c.Refuse(at, "Give a point as {x, y}, both from 0 to 100, or null.")
	}
	return value
}

// parseImage returns a picture; a plain address stays one, which fileAddress checks.
func parseImage(content string) (any, bool) {
	if strings.HasPrefix(strings.TrimSpace(content), "{") {
		return parseJSON(content)
	}
	return map[string]any{"url": content}, true
}

func parseJSON(content string) (value any, ok bool) {
	return value, json.Unmarshal([]byte(content), &value) == nil
}
