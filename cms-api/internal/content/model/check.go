package model

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/platform/problem"
)

// Checker checks writes against a model. A write is checked in what it changes: what was
// stored before and is sent back as it was may stay, whatever the model says today.
type Checker struct {
	Model *Model
	// Exists reports whether there is something that a value names by its id: a "page" or
	// an "article".
	Exists func(ctx context.Context, what, id string) (bool, error)
	// Clean returns HTML as it is stored.
	Clean func(ctx context.Context, html string, inline bool) (string, error)
}

// Check is the check of one write. It collects what is wrong.
type Check struct {
	ctx     context.Context
	checker *Checker
	bad     []problem.Field
	failed  error
}

// Begin returns the check of one write.
func (c *Checker) Begin(ctx context.Context) *Check { return &Check{ctx: ctx, checker: c} }

// Refuse adds a problem at a place of the request.
func (c *Check) Refuse(at, message string) {
	c.bad = append(c.bad, problem.Field{Location: at, Message: message})
}

// Err returns an Invalid problem that names everything that is wrong, or the error that
// kept something from being checked.
func (c *Check) Err() error {
	if c.failed != nil {
		return c.failed
	}
	return problem.InvalidFields(c.bad)
}

// Reasons returns what an error of a Check says is wrong with something of that name, a
// line each. Other errors are returned.
func Reasons(err error, name string) ([]string, error) {
	var refused *problem.Error
	if !errors.As(err, &refused) || refused.Kind != problem.Invalid {
		return nil, err
	}
	var reasons []string
	for _, field := range refused.Fields {
		reasons = append(reasons, fmt.Sprintf("%s, %s: %s", name, strings.TrimPrefix(field.Location, "body."), field.Message))
	}
	return reasons, nil
}

// Values returns the values of some fields as they are stored; at is where they stand in
// the request, and stored is what stood in their place.
func (c *Check) Values(fields Fields, at string, sent, stored Values) Values {
	before := stored.current(fields)
	return valuesOf(c.object(fields, at, sent.object(), []any{before}))
}

// object checks an object. Stored are the objects that stood in its place.
func (c *Check) object(fields Fields, at string, sent map[string]any, stored []any) map[string]any {
	checked := make(map[string]any, len(sent))
	for _, key := range slices.Sorted(maps.Keys(sent)) {
		before := members(stored, key)
		field := fields.Find(key)
		switch {
		case slices.ContainsFunc(before, func(was any) bool { return reflect.DeepEqual(was, sent[key]) }):
			checked[key] = sent[key]
		case field == nil || field.Key != key:
			c.Refuse(at+"."+key, "There is no such field.")
		default:
			kind, _ := field.Type.kind()
			checked[key] = kind.check(c, field, at+"."+key, sent[key], before)
		}
	}
	return checked
}

// members returns what the objects among values have under a key.
func members(values []any, key string) []any {
	var found []any
	for _, each := range values {
		if object, is := each.(map[string]any); is {
			if value, has := object[key]; has {
				found = append(found, value)
			}
		}
	}
	return found
}

// Required refuses the required fields that are blank and have no default. Published are
// the values that were published in this place already: what was blank there may stay so.
func (c *Check) Required(fields Fields, at string, values Values, published ...Values) {
	var before []any
	for _, each := range published {
		before = append(before, each.current(fields))
	}
	c.required(fields, at, values.current(fields), before)
}

func (c *Check) required(fields Fields, at string, values map[string]any, published []any) {
	for _, f := range fields {
		place := at + "." + f.Key
		value, has := values[f.Key]
		before := members(published, f.Key)
		blankBefore := len(before) < len(published) || slices.ContainsFunc(before, f.blank)
		if f.Required && f.Default == nil && (!has || f.blank(value)) && !blankBefore {
			c.Refuse(place, fmt.Sprintf("%s is needed before the page is published.", f.Name))
		}
		entries, _ := value.([]any)
		for i, entry := range entries {
			if object, is := entry.(map[string]any); is {
				c.required(f.Fields, fmt.Sprintf("%s[%d]", place, i), object, flat(before))
			}
		}
	}
}

// flat returns the entries of all lists among values.
func flat(values []any) []any {
	var entries []any
	for _, each := range values {
		list, _ := each.([]any)
		entries = append(entries, list...)
	}
	return entries
}

// blank reports whether nothing is to be shown of a value.
func (f Field) blank(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(value) == "" || f.Type == RichText && !richtext.Shows(value)
	case []any:
		return len(value) == 0
	case map[string]any: // an image
		return value["url"] == ""
	}
	return false
}

// Content returns a text of page content as it is stored: text as it is, other values as
// JSON writes them. Stored is what it was.
// Everything that is wrong with it is wrong with body.content.
func (c *Check) Content(field *Field, content, stored string) string {
	first := len(c.bad)
	checked := c.content(field, content, stored)
	for i := first; i < len(c.bad); i++ {
		inner := strings.TrimPrefix(c.bad[i].Location, contentPlace)
		c.bad[i].Location = contentPlace
		if strings.HasPrefix(inner, "[") {
			c.bad[i].Message = inner + ": " + c.bad[i].Message
		}
	}
	return checked
}

const contentPlace = "body.content"

func (c *Check) content(field *Field, content, stored string) string {
	kind, _ := field.Type.kind()
	if content == stored {
		return content
	}
	if strings.TrimSpace(content) == "" {
		return ""
	}
	if kind.parse == nil {
		checked, _ := kind.check(c, field, contentPlace, content, nil).(string)
		return checked
	}
	value, ok := kind.parse(content)
	if !ok {
		c.Refuse(contentPlace, "Give "+inWords[field.Type]+".")
		return content
	}
	was, _ := kind.parse(stored)
	checked := kind.check(c, field, contentPlace, value, []any{was})
	return encode(field, checked)
}

// inWords says what a text that is JSON stands for.
var inWords = map[Type]string{
	Number: "a number, such as 12.5", Boolean: "true or false", List: "a list as JSON text",
	Image: "the address of a picture, or {url, alt, focus} as JSON text",
}
