package form

import (
	"io"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// Input is the body of an operation that takes a form; the form is read while
// the operation runs.
type Input struct {
	contentType string
	length      int64
	body        io.Reader
}

// Resolve takes hold of the request's body.
func (in *Input) Resolve(ctx huma.Context) []error {
	in.contentType = ctx.Header("Content-Type")
	in.length, _ = strconv.ParseInt(ctx.Header("Content-Length"), 10, 64) // 0 when it is not told
	in.body = ctx.BodyReader()
	return nil
}

// Read is Read for the form of this request.
func (in *Input) Read(field string, take func(before Texts, file File) error) (Texts, bool, error) {
	return Read(in.contentType, in.body, field, take)
}

// Least returns how large the file of the form is at least, going by what the
// request announces: so it can be refused before it has been sent.
func (in *Input) Least() int64 { return in.length - maxParts*maxText }

// Describe returns the description of a form with a file of that name and
// texts. Set it after the operation is registered: the framework would read a
// body that it knows of.
func Describe(file string, texts map[string]*huma.Schema, required ...string) *huma.RequestBody {
	properties := map[string]*huma.Schema{file: {Type: huma.TypeString, Format: "binary"}}
	for name, schema := range texts {
		properties[name] = schema
	}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{
			Type: huma.TypeObject, Required: append([]string{file}, required...), Properties: properties,
		}},
	}}
}
