package apitest

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
)

// Part is one field of a multipart form: a text, or a file when it has a file
// name.
type Part struct {
	Name, FileName string
	Data           []byte
}

// Text returns a text field.
func Text(name, text string) Part { return Part{Name: name, Data: []byte(text)} }

// File returns a file field.
func File(name, fileName string, data []byte) Part { return Part{name, fileName, data} }

// Parts sends a multipart form whose fields come in the given order.
func (c *Client) Parts(path string, parts ...Part) *Response {
	c.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, part := range parts {
		to, err := part.begin(form)
		if err == nil {
			_, err = to.Write(part.Data)
		}
		if err != nil {
			c.t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		c.t.Fatal(err)
	}
	return c.Do(http.MethodPost, path, &body, "Content-Type", form.FormDataContentType())
}

func (p Part) begin(form *multipart.Writer) (io.Writer, error) {
	if p.FileName == "" {
		return form.CreateFormField(p.Name)
	}
	return form.CreateFormFile(p.Name, p.FileName)
}
