package form

import (
	"io"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// Input is the body of an operation with a form, which is read while the operation
// runs.
type Input struct {
	contentType string
	length      int64
	body        io.Reader
}

// Resolve keeps a reference to the request's body.
func (in *Input) Resolve(ctx huma.Context) []error {
	in.contentType = ctx.Header("Content-Type")
	in.length, _ = strconv.ParseInt(ctx.Header("Content-Length"), 10, 64) // 0 when it is unknown
	in.body = ctx.BodyReader()
	return nil
}

// Read calls the function Read with the form of this request.
func (in *Input) Read(field string, take func(before Texts, file File) error) (Texts, bool, error) {
	return Read(in.contentType, in.body, field, take)
}

// Least returns a lower bound of the size of the form's file, from the request's
// Content-Length, so that the file can be refused before it is sent.
func (in *Input) Least() int64 { return in.length - maxParts*maxText }

// Describe returns the description of a form with a file of that name and texts. It is
// set after the operation is registered, because the framework would read a body that
// it knows.
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
