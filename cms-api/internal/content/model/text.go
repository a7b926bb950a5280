package model

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/text"
)

// Bounds of fields that declare none.
const (
	maxText     = 20_000
	maxRichText = 100_000
)

// text returns the text that a value is.
func (c *Check) text(at string, value any) (string, bool) {
	content, ok := value.(string)
	if !ok {
		c.Refuse(at, "Give a text.")
	}
	return content, ok
}

// bounded checks the number of characters; a blank text has no least number.
func (c *Check) bounded(f *Field, at, content string, most int) string {
	length := text.Length(content)
	if f.Max != nil {
		most = int(*f.Max)
	}
	switch {
	case length > most:
		c.Refuse(at, fmt.Sprintf("Give at most %d characters; these are %d.", most, length))
	case length > 0 && f.Min != nil && length < int(*f.Min):
		c.Refuse(at, fmt.Sprintf("Give at least %v characters.", *f.Min))
	}
	return content
}

func line(c *Check, f *Field, at string, value any, _ []any) any {
	content, _ := c.text(at, value)
	return c.bounded(f, at, text.Line(content), maxText)
}

func lines(c *Check, f *Field, at string, value any, _ []any) any {
	content, _ := c.text(at, value)
	return c.bounded(f, at, text.Block(content), maxText)
}

func html(c *Check, f *Field, at string, value any, _ []any) any {
	content, _ := c.text(at, value)
	if clean := c.checker.Clean; clean != nil && content != "" {
		cleaned, err := clean(c.ctx, content, f.Format == "inline")
		if err != nil {
			c.Fail(at, err)
		}
		content = cleaned
	}
	return c.bounded(f, at, content, maxRichText)
}

func choice(c *Check, f *Field, at string, value any, _ []any) any {
	chosen, _ := value.(string)
	if !slices.ContainsFunc(f.Options, func(o Option) bool { return value == o.Value }) {
		var known []string
		for _, option := range f.Options {
			known = append(known, option.Value)
		}
		c.Refuse(at, "Choose one of "+strings.Join(known[:min(len(known), 20)], ", ")+".")
	}
	return chosen
}

func icon(c *Check, f *Field, at string, value any, stored []any) any {
	if value == "" {
		return value
	}
	return choice(c, f, at, value, stored)
}

func date(c *Check, _ *Field, at string, value any, _ []any) any {
	day, _ := value.(string)
	if _, err := time.Parse(time.DateOnly, day); err != nil && value != "" {
		c.Refuse(at, "Give a day as YYYY-MM-DD.")
	}
	return day
}

var colorPattern = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

func color(c *Check, _ *Field, at string, value any, _ []any) any {
	chosen, _ := value.(string)
	if value != "" && !colorPattern.MatchString(chosen) {
		c.Refuse(at, "Give a colour as #rrggbb.")
	}
	return chosen
}
