package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// TakeBody returns the middleware that reads what a call was sent, uploads aside, which are read as they
// arrive. What cannot be read is the caller's fault, and what no call takes is
// refused or removed here for all of them: see inspector. Edit changes what is left.
func TakeBody(api huma.API, edit func(context.Context, []byte) []byte) func(huma.Context, func(huma.Context)) {
	schemas := api.OpenAPI().Components.Schemas
	large := newLargeBodies()
	return func(ctx huma.Context, next func(huma.Context)) {
		op := ctx.Operation()
		if !IsUnsafe(op.Method) {
			next(ctx)
			return
		}
		done, err := large.admit(ctx.Context(), op, ctx.Header(fiber.HeaderContentLength))
		if err != nil {
			Refuse(api, ctx, err)
			return
		}
		defer done()
		body, err := readBody(ctx, schemas)
		if err != nil {
			Refuse(api, ctx, err)
			return
		}
		if access.IsUpload(op) {
			next(ctx)
			return
		}
		next(readContext{ctx, edit(ctx.Context(), body)})
	}
}

// readContext is a context whose body has been read.
type readContext struct {
	wrapped
	body []byte
}

// BodyReader returns the body.
func (r readContext) BodyReader() io.Reader { return bytes.NewReader(r.body) }

// Unwrap returns the context beneath.
func (r readContext) Unwrap() huma.Context { return r.wrapped }

// maxBody bounds the body of a call that does not say how much it takes.
const maxBody = 1 << 20

func readBody(ctx huma.Context, schemas huma.Registry) ([]byte, error) {
	op := ctx.Operation()
	if coding := ctx.Header(fiber.HeaderContentEncoding); coding != "" && !strings.EqualFold(coding, "identity") {
		return nil, problem.New(problem.Unsupported, "Send the body as it is, without a content encoding.")
	}
	stream := ctx.BodyReader()
	if stream == nil || access.IsUpload(op) {
		return nil, nil
	}
	limit := op.MaxBodyBytes
	if limit <= 0 {
		limit = maxBody
	}
	body, err := io.ReadAll(io.LimitReader(stream, limit+1))
	switch announced, lengthErr := strconv.ParseInt(ctx.Header(fiber.HeaderContentLength), 10, 64); {
	case int64(len(body)) > limit:
		return nil, problem.New(problem.TooLarge, "The request is too large.")
	case err != nil:
		return nil, problem.Wrap(problem.Malformed, err, "The body broke off or could not be read. Please try again.")
	case lengthErr == nil && int64(len(body)) < announced:
		return nil, problem.New(problem.Malformed, "The body is shorter than its length says. Please try again.")
	}
	if op.RequestBody == nil || access.RawBodyOf(op) != nil || len(body) == 0 {
		return body, nil
	}
	media := op.RequestBody.Content["application/json"]
	if media == nil {
		return body, nil
	}
	return inspect(schemas, media.Schema, body)
}

// inspect returns JSON with its texts made printable, or what is wrong with it.
// What is no JSON is left for the call to refuse.
func inspect(schemas huma.Registry, schema *huma.Schema, body []byte) ([]byte, error) {
	if !utf8.Valid(body) {
		return nil, problem.New(problem.Malformed, "Send JSON as UTF-8.")
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil || decoder.More() {
		return body, nil
	}
	i := inspector{schemas: schemas}
	value = i.inspect(schema, value, "body")
	if err := problem.InvalidFields(i.bad); err != nil || !i.changed {
		return body, err
	}
	return json.Marshal(value)
}

// inspector goes through a value along its schema. A null where the schema has
// none is refused: the library takes it for a field that is missing. Texts lose
// what is not printable, but passwords: whoever sets one must be able to type it
// again, so those are refused.
type inspector struct {
	schemas huma.Registry
	bad     []problem.Field
	changed bool
}

// password is the format of what is not shown while it is typed.
const password = "password"

func (i *inspector) inspect(schema *huma.Schema, value any, at string) any {
	for schema.Ref != "" {
		schema = i.schemas.SchemaFromRef(schema.Ref)
	}
	switch value := value.(type) {
	case nil:
		if !nullable(schema) {
			i.refuse(at, "Give a value, or leave it out.")
		}
	case string:
		cleaned := text.Printable(value)
		if schema.Format == password && cleaned != value {
			i.refuse(at, "Use characters that can be typed.")
		}
		if schema.Enum != nil || schema.Pattern != "" {
			cleaned = strings.TrimSpace(cleaned) // as with any other line, what is not seen makes no difference
		}
		if most := schema.MaxLength; most != nil && text.LongerThan(cleaned, *most) {
			i.refuse(at, text.TooLong(cleaned, *most))
		}
		i.changed = i.changed || cleaned != value
		return cleaned
	case []any:
		if schema.Items == nil {
			return value
		}
		for n, entry := range value {
			value[n] = i.inspect(schema.Items, entry, at+"["+strconv.Itoa(n)+"]")
		}
	case map[string]any:
		for name, member := range value {
			if property := propertyOf(schema, name); property != nil {
				value[name] = i.inspect(property, member, at+"."+name)
			}
		}
	}
	return value
}

func (i *inspector) refuse(at, message string) {
	i.bad = append(i.bad, problem.Field{Location: at, Message: message})
}

// propertyOf returns the schema of a member, whose name is read whatever its
// case, nil when it has none.
func propertyOf(schema *huma.Schema, name string) *huma.Schema {
	if property := schema.Properties[name]; property != nil {
		return property
	}
	for known, property := range schema.Properties {
		if strings.EqualFold(known, name) {
			return property
		}
	}
	others, _ := schema.AdditionalProperties.(*huma.Schema)
	return others
}

// nullable reports whether null is a value of a schema.
func nullable(schema *huma.Schema) bool {
	return schema.Nullable || schema.Type == "" && len(schema.OneOf)+len(schema.AnyOf) == 0
}

// countable returns JSON in which each character of a text is one code point, which is what the
// library counts. It may change value.
func countable(value any) any {
	switch value := value.(type) {
	case string:
		return text.Plain(value)
	case []any:
		for i := range value {
			value[i] = countable(value[i])
		}
	case map[string]any:
		for name := range value {
			value[name] = countable(value[name])
		}
	}
	return value
}

// jsonFormat reads JSON. What is read to be checked, and into no type, is countable.
var jsonFormat = huma.Format{
	Marshal: huma.DefaultJSONFormat.Marshal,
	Unmarshal: func(data []byte, v any) error {
		err := huma.DefaultJSONFormat.Unmarshal(data, v)
		if parsed, checked := v.(*any); checked && err == nil {
			*parsed = countable(*parsed)
		}
		return err
	},
}

// isMissing ends what is said of a member that is not there; its name precedes.
const isMissing = " is missing"

// Formats whose words depend on what is put into them; see phrase.
const (
	minLength = "needs at least %d characters"
	oneOf     = "choose %s"
)

// useWords makes what is said of a wrong request say what would be right. They
// are package variables of the library, like those in useProblems.
func useWords() {
	huma.ErrorFormatter = phrase
	validation.MsgExpectedRequiredProperty = "%s" + isMissing
	validation.MsgExpectedString = "give a text"
	validation.MsgExpectedNumber = "give a number"
	validation.MsgExpectedInteger = "give a whole number"
	validation.MsgExpectedBoolean = "give true or false"
	validation.MsgExpectedArray = "give a list"
	validation.MsgExpectedObject = "give an object"
	validation.MsgExpectedMatchExactlyOneSchema = "give a value of one of the described kinds"
	validation.MsgExpectedOneOf = oneOf
	validation.MsgExpectedMinimumNumber = "give a number of at least %v"
	validation.MsgExpectedMaximumNumber = "give a number of at most %v"
	validation.MsgExpectedMinLength = minLength
	validation.MsgExpectedMaxLength = "may have at most %d characters"
	validation.MsgExpectedMinItems = "give at least %d of them"
	validation.MsgExpectedMaxItems = "give at most %d of them"
	validation.MsgExpectedBePattern = "give %s"
	validation.MsgExpectedMatchPattern = "must match %s"
}

// phrase fills in a format of useWords.
func phrase(format string, args ...any) string {
	switch {
	case format == minLength && args[0] == 1:
		return "fill this in"
	case format == oneOf:
		return fmt.Sprintf(oneOf, alternatives(fmt.Sprint(args...)))
	}
	return fmt.Sprintf(format, args...)
}

// alternatives are the values of an enumeration in words, "a, b or c". Where the
// empty text ends them, the field may be left empty.
func alternatives(values string) string {
	words, mayBeEmpty := strings.CutSuffix(values, ", ")
	if last := strings.LastIndex(words, ", "); last >= 0 {
		words = words[:last] + " or " + words[last+2:]
	}
	if mayBeEmpty {
		words += ", or leave it empty"
	}
	return words
}
